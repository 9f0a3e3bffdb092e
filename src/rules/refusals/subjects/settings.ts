import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Settings of companies, groups and people. */
export const settings = {
  quiet_hours_empty: {
    field: 'quiet.to',
    text: 'must differ from quiet.from',
    shown: msg('Quiet hours must begin and end at different times'),
  },
  alert_stays_on: { field: 'alerts.off', text: '{name} cannot be turned off; only {choices}', shown: false },
  id_only_for_group_or_user: { field: 'id', text: 'only with for=group or for=user', shown: false },
  id_of_whom_required: { field: 'id', text: 'required, the id of the {kind}', shown: false },
  company_wide_only: {
    text: 'can be set for the whole company only',
    shown: msg('This can only be set for the whole company'),
  },
  only_with_overtime: { field: 'overtime_from', text: 'only together with overtime', shown: false },
  date_or_null_malformed: {
    text: 'must be a date such as 2026-03-14, or null',
    shown: msg('{field}: must be a date such as 2026-03-14'),
  },
  only_the_company_name: { field: 'name', text: 'only the company’s name can be changed here', shown: false },
  company_name_length: {
    field: 'name',
    text: 'must be text of 1 to 100 characters',
    shown: msg('Enter 1 to 100 characters'),
  },
  overtime_changes_approved_time: {
    field: 'overtime_from',
    text: 'must be after {date}, the last approved day of those whom the rules concern; {option} changes approved time',
    shown: msg('This would change approved time. Choose a day after {date}'),
  },
  settings_change_approved_time: {
    field: 'settings_from',
    text: 'must be after {date}, the last approved day of those whom the change concerns; {option} changes approved time',
    shown: msg('This would change approved time. Choose a day after {date}'),
  },
  workweek_starts_elsewhere: {
    field: 'settings_from',
    text: 'the workweek can only change its start where one begins as before, such as {date}',
    shown: msg('The start of the week can only change on a day on which a week begins, such as {date}'),
  },
  pattern_without_days: {
    field: 'days',
    text: 'a working pattern needs at least one day',
    shown: msg('Choose at least one day on which people work'),
  },
  pattern_day_unknown: { field: 'days', text: '{day} is not a day of the week such as mon', shown: false },
  pattern_day_twice: { field: 'days', text: '{day} is there twice', shown: false },
  pattern_hours_malformed: {
    field: 'days',
    text: '{day}: hours must be a number above 0 and at most 24',
    shown: msg('{day}: enter more than 0 and at most 24 hours'),
  },
  pattern_break_malformed: {
    field: 'days',
    text: '{day}: minutes of a break must be a whole number of at least 0',
    shown: msg('{day}: enter the break in whole minutes'),
  },
  pattern_break_too_long: {
    field: 'days',
    text: '{day}: a break must be shorter than the paid hours of the day',
    shown: msg('{day}: the break must be shorter than the hours worked'),
  },
  pattern_day_too_long: {
    field: 'days',
    text: '{day}: hours and unpaid break must be at most 24 hours together',
    shown: msg('{day}: hours and break must be at most 24 hours together'),
  },
  pattern_date_malformed: { field: 'patterns', text: 'from and to must be dates such as 2026-03-14', shown: false },
  pattern_ends_before_it_starts: {
    field: 'patterns',
    text: 'the pattern to {date} begins after that day',
    shown: false,
  },
  patterns_overlap: {
    field: 'patterns',
    text: 'two working patterns apply on {date}',
    shown: msg('Two working patterns apply on {date}'),
  },
  pattern_days_twice: { field: 'days', text: 'only one of days and patterns', shown: false },
  pattern_zone_unknown: {
    field: 'zone',
    text: '{zone} is neither a time zone such as America/Denver nor own',
    shown: msg('There is no time zone {zone}'),
  },
  full_time_share_malformed: {
    field: 'full_time_share',
    text: 'must be a number above 0 and at most 100',
    shown: msg('Enter a share above 0 and at most 100 percent'),
  },
  ids_or_all: { field: 'ids', text: 'required, unless `all` is true; not both', shown: false },
  no_such_message: { field: 'ids', text: 'you have no such message', shown: msg('This message no longer exists') },
  no_outbox: {
    text: 'there is no outbox: this server sends its email, or has no mail server',
    shown: msg('This server has no outbox'),
  },
  sample_data_exists: { text: 'the sample data is already there', shown: msg('The sample data is already there') },
  company_not_empty: {
    text: 'only an empty company can be filled with sample data: {reason}',
    shown: msg('Only an empty company can be filled with sample data'),
  },
  no_such_setting: { text: 'there is no such setting, or it cannot be changed', shown: false },
  setting_malformed: { text: 'must be {expected}', shown: msg('{field} must be {expected}') },
  first_period_too_long: {
    field: 'general.payroll_first_end_day',
    text: 'must be before payroll_last_end_day, which is {day}',
    shown: msg('The first period must end before day {day}'),
  },
  lunch_too_long: {
    field: 'general.lunch_length',
    text: 'must be shorter than lunch_threshold, which is {hours} hours',
    shown: msg('The lunch break must be shorter than {hours} hours'),
  },
  rest_within_pause: {
    field: 'general.min_rest_hours',
    text: 'must be 0 or longer than shift_pause_hours, which is {hours} hours; a shorter break does not end a shift',
    shown: msg(
      'The shortest rest must be longer than {hours} hours: a shorter break does not end a shift. 0 turns it off',
    ),
  },
  not_paid_time_off: {
    text: 'jobcode {id} is not paid time off',
    shown: msg('Jobcode {id} is not paid time off'),
  },
  pause_beyond_rest: {
    field: 'general.shift_pause_hours',
    text: 'must be shorter than min_rest_hours, which is {hours} hours; a shorter break does not end a shift',
    shown: msg('The break that ends a shift must be shorter than the shortest rest, {hours} hours'),
  },
  pause_beyond_rest_rule: {
    field: 'general.shift_pause_hours',
    text: 'must be less than the {hours} hours of rest of rule {name}',
    shown: msg('The break that ends a shift must be shorter than the {hours} hours of rest of rule {name}'),
  },
  retention_days_malformed: {
    field: 'days',
    text: 'must be a whole number of days, or null for the default',
    shown: msg('Enter a whole number of days'),
  },
  retention_too_long: {
    field: 'days',
    text: 'must be at most {max} for {kind}',
    shown: msg('Enter at most {max} days'),
  },
  retention_too_short: {
    field: 'days',
    text: 'must be at least {min} for {kind}',
    shown: msg('Enter at least {min} days'),
  },
  retention_below_law: {
    field: 'days',
    text: 'must be at least {min} for {kind}: {years} years by {law}',
    shown: msg('Enter at least {min} days. The law requires {years} years ({law})'),
  },
  retention_below_longest_law: {
    field: 'days',
    text: 'must be at least {min} for {kind}: the country of the company is not set, so the longest known time counts: {years} years by {law}',
    shown: msg(
      'Enter at least {min} days. The company’s country is not set, so the longest known time counts: {years} years ({law})',
    ),
  },
  sample_data_in_use: { text: '{records}', shown: msg('Other records use the sample data: {records}') },
} as const satisfies Record<string, Entry>
