import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Jobcodes and their assignments. */
export const jobs = {
  no_such_jobcode: { text: 'there is no jobcode {id}', shown: msg('This job no longer exists') },
  no_active_jobcode: { text: 'there is no active jobcode {id}', shown: msg('This job no longer exists') },
  jobcode_archived: { text: 'the jobcode {name} is archived', shown: msg('The job {name} is archived') },
  jobcode_of_other_type: {
    field: 'jobcode_id',
    text: '{name} is of type {type}, not {expected}',
    shown: msg('You can’t choose {name} here'),
  },
  no_active_jobcode_of_type: {
    field: 'pay.jobcode_id',
    text: 'there is no active jobcode {id} of type {type}',
    shown: msg('Choose an active time off code'),
  },
  breaks_not_assigned: {
    field: 'jobcode_id',
    text: 'breaks cannot be assigned',
    shown: msg('Breaks can’t be assigned'),
  },
  assignment_not_active: {
    field: 'active',
    text: '{field} must be true; use DELETE to remove an assignment',
    shown: false,
  },
  assignment_removed: { text: 'the assignment was already removed', shown: msg('This assignment was already removed') },
  jobcode_type_not_allowed: { field: 'type', text: '{field} must be regular or pto', shown: false },
  break_change_not_allowed: { field: 'type', text: 'breaks cannot be changed here', shown: false },
  jobcode_change_needs_restoring: {
    field: 'active',
    text: 'the jobcode is archived and can be changed only when the same item restores it',
    shown: msg('The job is archived. Restore it first'),
  },
  pto_parent_not_zero: { text: '{field} must be 0 for paid time off', shown: msg('Time off can’t be inside a job') },
  parent_of_type: {
    text: 'nothing can be placed under a jobcode of type {type}',
    shown: msg('{field}: nothing can be placed inside this job'),
  },
  parent_is_project: {
    text: '{name} is a project, nothing can be placed under it',
    shown: msg('{name} is a project; nothing can be placed inside it'),
  },
  jobcode_under_itself: {
    text: 'a jobcode cannot be under itself',
    shown: msg('{field}: a job can’t be inside itself'),
  },
  jobcodes_too_deep: {
    text: 'jobcodes can be at most {max} levels deep',
    shown: msg('Jobs can be at most {max} levels deep'),
  },
  jobcode_name_taken: {
    field: 'name',
    text: 'another jobcode under the same parent is called {name}',
    shown: msg('{field}: another job under the same parent is called {name}'),
  },
  jobcode_code_taken: {
    field: 'short_code',
    text: '{value} is used by another jobcode under the same parent',
    shown: msg('{field}: {value} is used by another job under the same parent'),
  },
  archived_assigned_to_all: {
    field: 'assigned_to_all',
    text: '{field} must be false on an archived jobcode',
    shown: msg('An archived job can’t be assigned to everyone'),
  },
  no_such_assignment: { text: 'no assignment with that id exists', shown: msg('This assignment no longer exists') },
} as const satisfies Record<string, Entry>
