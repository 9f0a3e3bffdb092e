import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** What the server cannot do at the moment. */
export const server = {
  too_many_changes_wait: {
    text: 'too many changes wait; try again',
    shown: msg('The server is busy. Try again in a moment'),
  },
  changes_not_storable: {
    text: 'changes cannot be stored; restart the server',
    shown: msg('The server can’t store changes. Tell the person who runs it'),
  },
  database_unreadable: {
    text: 'the database cannot be read; try again',
    shown: msg('The server can’t reach its data. Try again in a moment'),
  },
  database_damaged: {
    text: 'the database is damaged; the person who runs the server must repair it',
    shown: msg('The server’s data is damaged. Tell the person who runs it'),
  },
  database_file_gone: {
    text: 'the file of the database was removed or replaced, so nothing is stored; the person who runs the server must restart it',
    shown: msg('The server can’t store changes. Tell the person who runs it'),
  },
  program_too_old: {
    text: 'a newer version has changed the database, so this server must be updated; try again',
    shown: msg('The server is restarting. Try again in a moment'),
  },
  too_many_files_open: {
    text: 'the server has too many files open; try again',
    shown: msg('The server is busy. Try again in a moment'),
  },
  change_not_stored: {
    text: 'the change could not be stored; try again',
    shown: msg('The change could not be saved. Try again'),
  },
  clock_confirmed_by_operator: {
    text: 'this server has several companies, so its clock is confirmed with the command clockhouse clock confirm',
    shown: false,
  },
  server_shown_to_operator: {
    text: 'this server has several companies, so its state is shown by the command clockhouse doctor',
    shown: msg('This server has several companies. Those who run it see its state with the command clockhouse doctor'),
  },
  backups_not_set_up: {
    text: 'no folder for backups is set; set {setting}',
    shown: msg('There is no folder for backups. Set {setting} and restart the server'),
  },
  backup_just_made: {
    text: 'a backup was made less than a minute ago; wait a minute',
    shown: msg('A backup was made less than a minute ago'),
  },
  being_restored: {
    text: 'the server is being restored from a backup; try again in a moment',
    shown: msg('The server is being restored from a backup. It will be back in a moment'),
  },
  no_such_backup: {
    text: 'there is no backup of this name',
    shown: msg('That backup no longer exists'),
  },
  backup_not_whole: {
    text: 'this backup is damaged, so it cannot be restored; choose another one',
    shown: msg('This backup is damaged. Choose another one'),
  },
  restored_by_command: {
    text: 'this server does not restore backups itself; stop it and use the command clockhouse restore',
    shown: msg('This server doesn’t restore backups itself. Stop it and use the command'),
  },
  mail_not_set_up: {
    text: 'no mail server is set; set {setting}',
    shown: msg('There is no mail server. Set {setting} and restart the server'),
  },
  own_address_missing: {
    text: 'you have no email address; enter one in your own settings',
    shown: msg('You have no email address. Enter one in My settings'),
  },
  no_ids_left: {
    text: 'this server has no record numbers left',
    shown: msg('The server can’t store changes. Tell the person who runs it'),
  },
  app_not_built: { text: 'the web app has not been built; run npm run build', shown: false },
  database_unreachable: {
    text: 'the database cannot be reached; try again',
    shown: msg('The server can’t reach its data. Try again in a moment'),
  },
  database_busy: { text: 'the database is busy; try again', shown: msg('The server is busy. Try again in a moment') },
  too_many_company_changes_wait: {
    text: 'too many changes of your company wait; try again',
    shown: msg('The server is busy. Try again in a moment'),
  },
  report_failed: { text: 'the report failed; try again', shown: msg('The report failed. Try again') },
  report_failed_of_size: {
    text: 'the report failed; select fewer days or people',
    shown: msg('The report failed. Select fewer days or people'),
  },
  report_took_too_long: {
    text: 'the report took more than {seconds} seconds; select fewer days or people',
    shown: msg('The report took too long. Select fewer days or people'),
  },
  other_reports_took_too_long: {
    text: 'other reports have taken more than {seconds} seconds; try again',
    shown: msg('The server is busy with other reports. Try again in a moment'),
  },
  server_stopping: { text: 'the server is stopping', shown: msg('The server is restarting. Try again in a moment') },
} as const satisfies Record<string, Entry>
