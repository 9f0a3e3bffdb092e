import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Pay rates and policies of paid time off. */
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
} as const satisfies Record<string, Entry>
