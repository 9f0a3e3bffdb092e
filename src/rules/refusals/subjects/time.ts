import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Timesheets and corrections. */
export const time = {
  no_such_timesheet: {
    field: 'timesheet_id',
    text: 'there is no timesheet {id}',
    shown: msg('This entry no longer exists'),
  },
  no_such_timesheet_of_yours: {
    field: 'timesheet_id',
    text: 'there is no timesheet {id} of yours',
    shown: msg('This entry no longer exists'),
  },
  timesheet_ended: {
    field: 'id',
    text: 'timesheet {id} has already ended',
    shown: msg('That entry was already ended on another device.'),
  },
  own_time_approved: {
    field: 'timesheet_id',
    text: 'your time up to {date} is approved',
    shown: msg('Your time up to {date} is approved'),
  },
  no_such_break_rule: {
    field: 'answers',
    text: 'no break rule for you is called {name}',
    shown: msg('This break rule no longer exists'),
  },
  deleting_timesheet_not_allowed: {
    text: 'deleting this timesheet needs the permission manage_timesheets or manage_my_timesheets',
    shown: msg('You may not delete this entry'),
  },
  recording_not_allowed: {
    field: 'user_id',
    text: 'you may not record time of this user',
    shown: msg('You may not record time for this person'),
  },
  past_time_not_allowed: {
    text: 'recording or changing past time needs the permission manage_my_timesheets',
    shown: msg('Only your manager can change past time'),
  },
  time_tracking_off: {
    text: 'TS-1006: time_tracking is off for this user',
    shown: msg('Time tracking is off for this person'),
  },
  timesheet_locked: { text: 'the timesheet is locked', shown: msg('The entry is locked') },
  reason_required: {
    field: 'reason',
    text: 'required, because time through {date} is approved',
    shown: msg('Required, because time through {date} is approved'),
  },
  time_approved: { text: 'time through {date} is approved', shown: msg('Time through {date} is approved') },
  time_submitted: { text: 'time through {date} is submitted', shown: msg('Time through {date} is submitted') },
  jobcode_has_jobcodes_below: {
    field: 'jobcode_id',
    text: '{name} has jobcodes below it; choose one of them',
    shown: msg('{name} has jobs inside it; choose one of them'),
  },
  jobcode_not_assigned: {
    field: 'jobcode_id',
    text: 'the jobcode {name} is not assigned to the user',
    shown: msg('The job {name} is not assigned to this person'),
  },
  holiday_paid_already: {
    field: 'jobcode_id',
    text: '{date} is a holiday that is paid already (timesheet {id})',
    shown: msg('{date} is a holiday that is already paid'),
  },
  lunch_not_deducted: {
    field: 'date',
    text: 'no lunch is deducted from your time',
    shown: msg('No lunch is deducted from your time'),
  },
  no_time_that_day: { field: 'date', text: 'you have no time on {date}', shown: msg('You have no time on {date}') },
  end_required: { field: 'end', text: '{field} is required; "" clocks in', shown: msg('{field} is required') },
  manual_date_required: {
    field: 'date',
    text: '{field} is required for a manual {kind}',
    shown: msg('{field} is required'),
  },
  manual_duration_required: {
    field: 'duration',
    text: '{field} is required for a manual timesheet',
    shown: msg('{field} is required'),
  },
  no_such_correction: {
    field: 'id',
    text: 'there is no correction {id}',
    shown: msg('It no longer exists or isn’t visible to you'),
  },
  correction_decided: {
    field: 'id',
    text: 'the correction is {status} already',
    shown: msg('This correction was already decided'),
  },
  nothing_would_change: { field: 'action', text: 'nothing would change', shown: msg('Nothing would change') },
  correction_waiting: {
    field: 'timesheet_id',
    text: 'a correction of this timesheet is waiting; withdraw it first',
    shown: msg('A correction of this entry is pending. Withdraw it first'),
  },
  too_many_corrections: {
    field: 'timesheet_id',
    text: 'at most {count} corrections may wait at a time',
    shown: msg('At most {count} corrections may wait at a time'),
  },
  on_the_clock: {
    text: 'the user is on the clock already (timesheet {id})',
    shown: msg('The user is already on the clock'),
  },
  still_on_the_clock: {
    text: '{name} is on the clock since {since} (timesheet {id})',
    shown: msg('{name} is still on the clock'),
  },
  overlaps: { text: 'overlaps timesheet {id} ({span})', shown: msg('It overlaps another entry') },
  timesheet_gone: {
    text: 'the timesheet does not exist or was already deleted',
    shown: msg('This entry no longer exists'),
  },
  end_not_after_start: {
    field: 'end',
    text: '{field} must be after start',
    shown: msg('The end must be after the start'),
  },
  start_in_future: {
    field: 'start',
    text: '{field} of a running timesheet must not be in the future',
    shown: msg('The start can’t be in the future'),
  },
  start_too_early: {
    field: 'start',
    text: '{field} of a running timesheet must be within the last 7 days',
    shown: msg('A running entry can’t have started more than 7 days ago'),
  },
  timesheet_too_long: {
    text: 'a timesheet must not be longer than 7 days',
    shown: msg('An entry can’t be longer than 7 days'),
  },
  correction_names_timesheet: { field: 'timesheet_id', text: 'must be left out for a forgotten entry', shown: false },
  correction_without_times: {
    field: 'start',
    text: 'give start and end, or date and duration',
    shown: msg('Enter a start and an end, or a date and a duration'),
  },
  correction_of_deletion: { text: 'must be left out for a deletion', shown: false },
  not_for_this_type: { text: 'this timesheet has {parts} instead', shown: false },
  time_off_refused: {
    text: 'time off on {date}: {problem}',
    shown: msg('The time off on {date} can’t be recorded: {problem}'),
  },
} as const satisfies Record<string, Entry>
