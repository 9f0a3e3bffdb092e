import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Projects, estimates, notes and replies. */
export const projects = {
  no_active_estimate: {
    field: 'estimate_id',
    text: 'there is no active estimate {id}',
    shown: msg('This estimate no longer exists'),
  },
  estimate_type: { field: 'type', text: '{field} must be {expected} under this estimate', shown: false },
  no_estimate_field_item: {
    field: 'type_id',
    text: 'the custom field of the estimate has no active item {id}',
    shown: msg('This choice was archived'),
  },
  estimate_item_exists: {
    field: 'type_id',
    text: 'the estimate already has this (item {item})',
    shown: msg('The estimate already has a line for this'),
  },
  no_active_project: {
    field: 'project_id',
    text: 'there is no active project {id}',
    shown: msg('This project was archived'),
  },
  no_such_project: { text: 'there is no project {id}', shown: msg('This project no longer exists') },
  no_estimate_field: {
    field: 'estimate_by__id',
    text: 'there is no active custom field {id} of timesheets with a managed list',
    shown: msg('This field was archived'),
  },
  estimate_exists: {
    field: 'active',
    text: 'the project already has an active estimate ({estimate})',
    shown: msg('This project already has an estimate'),
  },
  not_your_own_id: { field: 'user_id', text: '{field} must be left out or be your own', shown: false },
  no_such_activity: { field: 'project_activity_id', text: 'there is no activity {id}', shown: false },
  too_many_replies: { field: 'project_activity_id', text: 'an activity has at most {max} replies', shown: false },
  file_of_another_user: { field: 'files', text: 'file {id} belongs to someone else', shown: false },
  project_date_malformed: {
    text: '{field} must be a date as YYYY-MM-DD, or a date-time such as 2026-03-02T00:00:00+00:00',
    shown: msg('{field}: must be a date such as 2026-03-14'),
  },
  due_before_start: {
    field: 'due_date',
    text: '{field} must not be before start_date ({date})',
    shown: msg('{field}: must not be before the start date'),
  },
  completed_before_start: {
    field: 'completed_date',
    text: '{field} ({date}) must not be before start_date ({start})',
    shown: msg('A project can’t be completed before it starts'),
  },
  already_a_project: {
    field: 'jobcode_id',
    text: '{name} already has a project ({id})',
    shown: msg('{name} is already a project'),
  },
  project_has_jobcodes_below: {
    field: 'jobcode_id',
    text: '{name} has jobcodes below it',
    shown: msg('{name} has jobs inside it'),
  },
  not_the_jobcodes_parent: {
    field: 'parent_jobcode_id',
    text: '{field} must be left out or be that of the jobcode, {parent}',
    shown: false,
  },
  project_deleted: { text: 'the project {name} is deleted', shown: msg('The project {name} was deleted') },
} as const satisfies Record<string, Entry>
