import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Calendars of holidays. */
export const holidays = {
  no_such_holiday_calendar: {
    field: 'id',
    text: 'there is no calendar of holidays {id}',
    shown: msg('This calendar no longer exists'),
  },
  too_many_holiday_calendars: {
    field: 'name',
    text: 'a company has at most {max} calendars of holidays',
    shown: msg('A company can have at most {max} holiday calendars'),
  },
  holiday_exists: {
    field: 'date',
    text: '{date} is already {name} in {calendar}',
    shown: msg('{date} is already {name} in {calendar}'),
  },
  too_many_holidays: {
    field: 'date',
    text: '{name} would have {count} holidays; at most {max}',
    shown: msg('{name} can have at most {max} holidays'),
  },
  no_such_holiday: {
    field: 'date',
    text: '{name} has no holiday on {date}',
    shown: msg('{name} has no holiday on {date}'),
  },
  holiday_in_approved_time: {
    field: 'date',
    text: '{date} is in approved time, and this would change how it is paid; {option} does so anyway',
    shown: msg('{date} is in approved time, and this would change how it is paid'),
  },
  calendar_name_taken: {
    field: 'name',
    text: 'there is already a calendar {name}',
    shown: msg('{field}: there is already a calendar {name}'),
  },
  holiday_seconds_out_of_range: {
    field: 'pay.seconds',
    text: 'must be from 36 to 86400',
    shown: msg('Enter more than 0 and at most 24 hours'),
  },
  year_out_of_range: {
    field: 'years',
    text: 'must be from {first} to {last}, not {year}',
    shown: msg('The year must be from {first} to {last}'),
  },
  years_too_many: { field: 'years', text: 'must be 1 to {max} years', shown: msg('Select 1 to {max} years') },
  no_such_country: {
    field: 'country',
    text: 'there is no country {country} with known public holidays; use a code such as US or DE',
    shown: msg('The public holidays of this country are not known'),
  },
  no_such_region: {
    field: 'region',
    text: '{country} has no region {region}; {regions}',
    shown: msg('Choose a region of this country'),
  },
  holiday_date_malformed: {
    field: 'date',
    text: 'must be a date such as 2026-12-25',
    shown: msg('{field}: must be a date such as 2026-03-14'),
  },
  holidays_grant_nothing: {
    field: 'id',
    text: 'the holidays of {name} grant no paid time off',
    shown: msg('The holidays of {name} grant no paid time off'),
  },
  holiday_on_weekend: {
    field: 'date',
    text: '{date} is on a weekend, which grants nothing here',
    shown: msg('{date} is on a weekend, which grants nothing here'),
  },
  holiday_not_come: {
    field: 'date',
    text: '{date} has not come for everyone yet',
    shown: msg('{date} has not come for everyone yet'),
  },
  holiday_date_unreadable: {
    field: 'date',
    text: 'must be a date such as 2026-12-25, not {date}',
    shown: msg('{field}: must be a date such as 2026-03-14'),
  },
  holiday_range_too_long: {
    field: 'end_date',
    text: 'at most {max} days after start_date',
    shown: msg('Select at most {max} days'),
  },
} as const satisfies Record<string, Entry>
