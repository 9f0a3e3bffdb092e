import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** What the server cannot do at the moment. */
export const server = {
  too_many_changes_wait: { text: 'too many changes wait; try again' },
  changes_not_storable: { text: 'changes cannot be stored; restart the server' },
  database_unreadable: { text: 'the database cannot be read; try again' },
  change_not_stored: {
    text: 'the change could not be stored; try again',
    shown: msg('The change could not be saved. Try again'),
  },
  no_ids_left: { text: 'this server has no record numbers left' },
  app_not_built: { text: 'the web app has not been built; run npm run build' },
  database_unreachable: { text: 'the database cannot be reached; try again' },
  database_busy: { text: 'the database is busy; try again' },
  too_many_company_changes_wait: { text: 'too many changes of your company wait; try again' },
  report_failed: { text: 'the report failed; try again' },
  report_failed_of_size: { text: 'the report failed; select fewer days or people' },
  report_took_too_long: { text: 'the report took more than {seconds} seconds; select fewer days or people' },
  other_reports_took_too_long: { text: 'other reports have taken more than {seconds} seconds; try again' },
  server_stopping: { text: 'the server is stopping' },
} as const satisfies Record<string, Entry>
