import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Pay rates, policies of paid time off, and pay runs. */
export const pay = {
  policy_date_malformed: {
    field: 'from',
    text: 'must be a date such as 2026-03-14, not before {date}',
    shown: msg('Enter a date, not before {date}'),
  },
  no_such_policy: {
    field: 'jobcode_id',
    text: 'there is no such policy for the jobcode {id}',
    shown: msg('This policy no longer exists'),
  },
  zero_seconds: { field: 'seconds', text: 'must not be 0', shown: msg('Enter more than 0 hours') },
  turn_malformed: {
    field: 'turn',
    text: 'must be a day as MM-DD, not 02-29',
    shown: msg('Choose another day than February 29'),
  },
  seconds_not_above_zero: { field: 'seconds', text: 'must be above 0', shown: msg('Enter more than 0 hours') },
  per_worked_needs_every_worked: {
    field: 'per_worked',
    text: 'is required with every worked, and not allowed otherwise',
    shown: msg('Enter the hours of work for which time off accrues'),
  },
  no_such_rate: { field: 'from', text: 'there is no rate {which}', shown: msg('This rate no longer exists') },
  approved_pay_would_change: {
    field: 'from',
    text: 'time through {date} is approved and would be paid differently; {option} does so anyway',
    shown: msg('Time through {date} is approved'),
  },
  jobcode_not_paid: {
    field: 'jobcode_id',
    text: 'time on this jobcode is not paid',
    shown: msg('Time on this job isn’t paid'),
  },
  other_overtime_rates: {
    field: 'advanced_overtime',
    text: 'this company pays other rates than 1.5 and 2; use yes',
    shown: msg('This file has only the overtime rates 1.5 and 2, and your company pays others'),
  },
  rate_for_none: {
    field: 'user_id',
    text: 'a rate is for a person, a job or a person on a job',
    shown: msg('Choose a person, a job, or both'),
  },
  too_many_decimals: {
    text: '{field} can have at most four decimals',
    shown: msg('{field} can have at most four decimals'),
  },
  job_rate_not_hourly: {
    field: 'per',
    text: 'a rate for a job is by the hour',
    shown: msg('The rate of a job is by the hour'),
  },
  salary_and_hourly_rate: {
    field: 'per',
    text: 'a salary pays all of a person’s work, so no hourly rate of that person can begin while it lasts: see {date}',
    shown: msg('A salary and an hourly rate would be in effect on one day: {date}'),
  },
  hours_of_hourly_rate: {
    field: 'week_hours',
    text: 'only salaries are meant for hours of a week, or for a fluctuating workweek',
    shown: false,
  },
  amount_date_malformed: {
    text: '{field}: {date} is not a date such as 2026-03-14',
    shown: msg('{field}: must be a date such as 2026-03-14'),
  },
  amount_ends_before_it_starts: {
    field: 'to',
    text: '{to} is before {from}',
    shown: msg('{field}: the last day is before the first'),
  },
  amount_span_too_long: {
    field: 'to',
    text: 'an amount is earned within at most {days} days',
    shown: msg('An amount is earned within at most {days} days'),
  },
  only_of_piece_work: { text: '{field} is only for piece work', shown: msg('{field} is only for piece work') },
  piece_work_has_no_amount: {
    field: 'amount',
    text: 'piece work is paid by quantity and unit_rate',
    shown: msg('Piece work is paid by quantity and rate'),
  },
  correction_of_pieces_is_an_amount: {
    field: 'quantity',
    text: 'a correction of piece work has an amount',
    shown: msg('A correction of piece work has an amount'),
  },
  rest_of_several_days: {
    field: 'rest_minutes',
    text: 'rest periods are those of one day; omit from and to',
    shown: msg('Rest periods are those of one day'),
  },
  amount_in_cents: {
    field: 'amount',
    text: 'can have at most two decimals',
    shown: msg('{field} can have at most two decimals'),
  },
  amount_is_zero: { field: 'amount', text: 'must not be 0', shown: msg('Enter an amount other than 0') },
  negative_amount: {
    field: 'amount',
    text: 'only a correction of an amount can be negative; name it in corrects',
    shown: msg('Only a correction of an amount can be negative'),
  },
  no_such_amount: { field: 'id', text: 'there is no amount {id}', shown: msg('This amount no longer exists') },
  corrected_amount_differs: {
    field: 'corrects',
    text: 'the amount {id} is of another person or kind, or is itself a correction',
    shown: false,
  },
  corrected_below_zero: {
    field: 'amount',
    text: 'with it, less than nothing would be left of the amount {id}',
    shown: msg('Less than nothing would be left of the amount'),
  },
  amount_is_corrected: {
    field: 'id',
    text: 'the amount {id} has corrections; remove them first',
    shown: msg('This amount has corrections. Remove them first'),
  },
  amount_approved: {
    field: 'date',
    text: 'time through {date} is approved, and with it the amounts; correct an amount on a later date instead',
    shown: msg('Time through {date} is approved, so its amounts can no longer change'),
  },
  too_many_amounts: {
    field: 'amounts',
    text: 'at most {max} amounts at a time',
    shown: msg('At most {max} amounts at a time'),
  },
  rate_date_malformed: {
    field: 'from',
    text: '{date} is not a date such as 2026-03-14',
    shown: msg('{field}: must be a date such as 2026-03-14'),
  },
  rate_without_start_exists: {
    field: 'from',
    text: 'there already is a rate without a start date; remove it first',
    shown: msg('{field}: there already is a rate without a start date; remove it first'),
  },
  rate_exists: {
    field: 'from',
    text: 'there already is a rate from {date}; remove it first',
    shown: msg('{field}: there already is a rate from this day; remove it first'),
  },
  no_such_pay_run: { field: 'id', text: 'there is no pay run {id}', shown: msg('This pay run no longer exists') },
  no_such_pay_run_file: {
    field: 'number',
    text: 'there is no file {id} of the pay run',
    shown: msg('This file no longer exists'),
  },
  pay_run_people_required: {
    field: 'user_ids',
    text: 'a pay run of kind {kind} is for chosen people',
    shown: msg('Choose the people'),
  },
  pay_run_open_already: {
    field: 'start_date',
    text: 'the pay run {id} of these days is open; close it',
    shown: msg('A pay run of these days is open already'),
  },
  pay_run_not_over: {
    field: 'end_date',
    text: 'the days through {date} are not over',
    shown: msg('This pay run isn’t over yet'),
  },
  pay_run_not_approved: {
    field: 'user_ids',
    text: 'time from {date} on is not approved: {names}',
    shown: msg('Not approved yet: {names}'),
  },
  pay_run_days_paid: {
    field: 'user_ids',
    text: 'the pay run {id} has paid these days: {names}',
    shown: msg('Paid by another pay run already: {names}'),
  },
  pay_run_pays_nothing: {
    field: 'start_date',
    text: 'there is nothing to pay',
    shown: msg('There is nothing to pay'),
  },
  pay_run_not_open: { field: 'id', text: 'the pay run {id} is closed', shown: msg('This pay run is closed already') },
  pay_run_open: { field: 'id', text: 'the pay run {id} is open', shown: msg('This pay run is open already') },
  pay_run_not_closed: {
    field: 'id',
    text: 'the pay run {id} is open; close it first',
    shown: msg('Close the pay run first'),
  },
  pay_run_was_closed: {
    field: 'id',
    text: 'the pay run {id} was closed, so it stays',
    shown: msg('This pay run was closed, so it stays'),
  },
  pay_run_without_files: {
    field: 'id',
    text: 'no file of the pay run {id} was made',
    shown: msg('Make a file of the pay run first'),
  },
  pay_run_reopening: { field: 'confirm', text: 'required to reopen the pay run: {what}', shown: false },
  later_pay_run: {
    field: 'id',
    text: 'the pay run {id} has paid the same people since; reopen it first',
    shown: msg('A later pay run has paid the same people. Reopen it first'),
  },
  pay_run_file_too_long: {
    field: 'target',
    text: 'the file is longer than {max} bytes',
    shown: msg('The file is too long. Select fewer days or people'),
  },
  adjustment_without_period: {
    text: 'an adjustment names the days that it belongs to: start_date and end_date',
    shown: msg('An adjustment needs the days that it belongs to'),
  },
  adjustment_of_other_person: { text: 'the user {id} is not one of user_ids', shown: false },
  adjustment_beyond_pay: {
    text: 'only {left} is left of what was paid from {from} to {to}',
    shown: msg('Of what was paid for the days of an adjustment, only {left} is left'),
  },
  adjustment_beyond_hours: {
    text: 'only {left} hours are left of those that were paid from {from} to {to}',
    shown: msg('Of the hours that were paid for the days of an adjustment, only {left} are left'),
  },
  adjustment_of_unpaid_days: {
    text: 'no pay run has paid {date} to the user {id}; an adjustment is for days that were paid',
    shown: msg('An adjustment is for days that a pay run has paid'),
  },
  adjustment_of_nothing: {
    text: 'an adjustment has seconds or amount_cents',
    shown: msg('An adjustment needs hours or an amount'),
  },
} as const satisfies Record<string, Entry>
