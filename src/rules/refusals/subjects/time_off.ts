import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Requests for time off and their entries. */
export const timeOff = {
  entering_time_off_not_allowed: {
    field: 'user_id',
    text: 'you may not enter time off for this user',
    shown: msg('You may not enter time off for this person'),
  },
  entry_end_not_after_start: {
    field: 'end_time',
    text: 'end must be after start',
    shown: msg('The end must be after the start'),
  },
  leave_twice: {
    field: 'date',
    text: '{date} has {hours} hours of time off already ({kind} {id}), and these would be the same hours twice',
    shown: msg('{date} already has {hours} hours of time off, and these would be the same hours twice'),
  },
  leave_on_holiday: {
    field: 'date',
    text: '{date} is a paid holiday ({name}) and takes no paid time off',
    shown: msg('{date} is a paid holiday ({name}) and takes no paid time off'),
  },
  leave_on_day_off: {
    field: 'date',
    text: '{date} is a day off in the working pattern or the shifts of this person',
    shown: msg('{date} is a day off for this person'),
  },
  leave_beyond_day: {
    field: 'date',
    text: '{date} would have {hours} hours of time off, and this person works {limit} hours that day',
    shown: msg('{date} would have {hours} hours of time off, but this person works {limit} hours that day'),
  },
  requesting_time_off_not_allowed: {
    field: 'user_id',
    text: 'you may not request time off for this person',
    shown: msg('You may not request time off for this person'),
  },
  request_without_entries: {
    field: 'time_off_request_entries',
    text: '{field} must hold at least one entry',
    shown: msg('Choose at least one day'),
  },
  archived_request_unchangeable: {
    field: 'active',
    text: 'an archived request cannot be changed',
    shown: msg('It was canceled and can’t be changed'),
  },
  not_the_requests_user: { field: 'user_id', text: '{field} must be that of the request', shown: false },
  request_archived: {
    field: 'time_off_request_id',
    text: 'the request is archived',
    shown: msg('The request is archived'),
  },
  request_decided: {
    field: 'time_off_request_id',
    text: 'the request is {status}',
    shown: msg('This request was already decided'),
  },
  archived_entry_unchangeable: {
    field: 'active',
    text: 'an archived entry cannot be changed',
    shown: msg('It was canceled and can’t be changed'),
  },
  status_not_settable: { field: 'status', text: '{field} must be pending or approved', shown: false },
  approving_time_off_not_allowed: {
    field: 'status',
    text: 'you may not approve time off for this user',
    shown: msg('You may not approve time off for this person'),
  },
  too_many_entries: {
    field: 'time_off_request_entries',
    text: 'a request holds at most {count} entries',
    shown: msg('A request can have at most {count} days'),
  },
  decided_entry_not_archivable: {
    field: 'active',
    text: 'you may not archive an entry that is {status}',
    shown: msg('This time off was already decided and can’t be changed'),
  },
  approved_entry_needs_approver: {
    text: 'only those who may approve time off can change an approved entry',
    shown: msg('Only approvers can change approved time off'),
  },
  entry_decided: {
    text: 'an entry that is {status} cannot be changed',
    shown: msg('This time off was already decided and can’t be changed'),
  },
  approved_entry_method_unchangeable: {
    field: 'entry_method',
    text: '{field} of an approved entry cannot be changed',
    shown: msg('This can’t be changed after the approval'),
  },
  no_such_request: {
    field: 'time_off_request_id',
    text: 'there is no request {id}',
    shown: msg('This request no longer exists'),
  },
  adding_entries_not_allowed: {
    field: 'time_off_request_id',
    text: 'you may not add entries to request {id}',
    shown: msg('You may not add days to this request'),
  },
  request_of_another_user: {
    field: 'time_off_request_id',
    text: 'that request belongs to another user',
    shown: msg('This request belongs to another person'),
  },
  only_pending_moved: {
    field: 'time_off_request_id',
    text: 'only a pending entry can be moved',
    shown: msg('Only time off that is not decided yet can be moved'),
  },
  entry_duration_required: {
    field: 'duration',
    text: '{field} is required for a manual entry, from 1 to 86400',
    shown: msg('Enter up to 24 hours'),
  },
  regular_time_required: { text: '{field} is required for a regular entry', shown: msg('{field} is required') },
  longer_than_span: {
    field: 'duration',
    text: '{field} must be at most {length}, from start to end',
    shown: msg('The duration must be at most {length}'),
  },
  break_not_allowed: {
    field: 'jobcode_id',
    text: '{field} must not be a break',
    shown: msg('A break can’t be time off'),
  },
  no_such_entry: { field: 'id', text: 'the request has no such entry', shown: msg('This entry no longer exists') },
  too_many_notes: {
    field: 'time_off_request_notes',
    text: 'a request holds at most {count} notes',
    shown: msg('A request can have at most {count} notes'),
  },
  no_entries_to_decide: { field: 'status', text: 'the request has no entries', shown: msg('This request has no days') },
  revoking_approval_not_allowed: {
    field: 'status',
    text: 'you may not revoke an approval',
    shown: msg('You may not revoke an approval'),
  },
  decided_request_not_archivable: {
    field: 'active',
    text: 'you may not archive a request that is {status}',
    shown: msg('This time off was already decided and can’t be changed'),
  },
  not_the_request_itself: { field: 'time_off_request_id', text: '{field} must be the request itself', shown: false },
  status_change_impossible: {
    field: 'status',
    text: 'cannot change from {from} to {to}',
    shown: msg('This request was already decided'),
  },
  status_not_allowed: {
    field: 'status',
    text: 'you may not set it to {status}',
    shown: msg('You may not decide this request'),
  },
} as const satisfies Record<string, Entry>
