import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** What only some people and programs may do. */
export const permissions = {
  administrators_only: { text: 'only administrators may do this', shown: msg('Only administrators may do this') },
  not_approver: {
    text: 'you do not approve the time of this user',
    shown: msg('You may not approve this person’s time'),
  },
  manage_users_needed: {
    text: '{doing} needs the permission manage_users',
    shown: msg('You need the permission to manage people'),
  },
  manage_jobcodes_needed: {
    text: '{doing} needs the permission manage_jobcodes',
    shown: msg('You need the permission to manage jobs'),
  },
  manage_projects_needed: {
    text: '{doing} needs the permission manage_projects',
    shown: msg('You need the permission to manage projects'),
  },
  custom_fields_need_administrator: {
    text: 'changing custom fields needs an administrator',
    shown: msg('Only administrators may do this'),
  },
  pay_for_administrators_only: {
    text: 'only administrators see what people are paid',
    shown: msg('Only administrators see what people are paid'),
  },
  not_in_managed_client: {
    text: 'you may not act in this managed client',
    shown: msg('You may no longer act in this company'),
  },
  sharing_reports_needs_manager: {
    text: 'only administrators and managers share reports and send them',
    shown: msg('Only administrators and managers may share and send reports'),
  },
  not_your_report: {
    text: 'only the person who saved a report and administrators change it',
    shown: msg('Only administrators and the person who saved a report may change it'),
  },
  templates_need_planner: {
    text: 'only people who plan shifts use shift templates',
    shown: msg('Only people who plan shifts use shift templates'),
  },
  approving_needs_rights: {
    text: 'approving time needs a manager of a group, approve_timesheets or an administrator',
    shown: msg('You may not approve time'),
  },
  not_your_settings_to_see: {
    field: 'user_id',
    text: 'only administrators and managers of the group may see the settings of this user',
    shown: msg('You may not see this person’s settings'),
  },
  managed_clients_for_administrators_only: { text: 'only administrators may list managed clients', shown: false },
  others_notifications_for_administrators_only: {
    field: 'user_id',
    text: 'only administrators may list other users’ notifications',
    shown: false,
  },
  notifying_others_for_administrators_only: {
    field: 'user_id',
    text: 'only administrators may notify other users',
    shown: false,
  },
  inspector_only_reads: {
    text: 'an inspector only reads time, its history, reports and exports',
    shown: msg('An inspector only reads'),
  },
  application_may_not: { text: 'an application may not do this; sign in, or use a manual token', shown: false },
  others_tokens_for_administrators_only: {
    field: 'all',
    text: 'only administrators see everyone’s tokens',
    shown: msg('Only administrators may do this'),
  },
  not_your_event: {
    text: 'your schedule permissions do not cover this event',
    shown: msg('You may not change this shift'),
  },
  not_the_writer: { text: 'changing what someone else has written needs the permission manage_projects', shown: false },
  company_reminders_need_administrator: {
    field: 'user_id',
    text: 'reminders of the whole company need an administrator',
    shown: msg('Only administrators may do this'),
  },
  not_your_users_reminders: {
    field: 'user_id',
    text: 'you may not change reminders of that user',
    shown: msg('You may not change this person’s reminders'),
  },
  assigning_everyone_needs_permission: {
    field: 'user_id',
    text: 'assigning to everyone needs the permission manage_jobcodes or manage_users',
    shown: msg('You may not assign jobs to everyone'),
  },
  not_your_users_assignments: {
    field: 'user_id',
    text: 'you may not change assignments of that user',
    shown: msg('You may not change this person’s jobs'),
  },
  writing_for_others_needs_permission: {
    field: 'user_id',
    text: 'writing for someone else needs the permission manage_projects',
    shown: false,
  },
  inspected_from: {
    field: 'start_date',
    text: 'you may see records from {date} on',
    shown: msg('You may see records from {date} on'),
  },
  inspected_until: {
    field: 'end_date',
    text: 'you may see records until {date}',
    shown: msg('You may see records until {date}'),
  },
} as const satisfies Record<string, Entry>
