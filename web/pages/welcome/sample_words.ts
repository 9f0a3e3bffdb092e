import { msg } from '../../../src/rules/language/messages.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { locale, t } from '../../language.ts'

type Counts = AnswerOf<'GET /api/console/sample_data/removal'>['goes']

const words: Readonly<Record<keyof Counts, string>> = {
  users: msg('{count, plural, one {# person} other {# people}}'),
  groups: msg('{count, plural, one {# group} other {# groups}}'),
  jobcodes: msg('{count, plural, one {# job} other {# jobs}}'),
  timesheets: msg('{count, plural, one {# time entry} other {# time entries}}'),
  schedule_events: msg('{count, plural, one {# shift} other {# shifts}}'),
  time_off_requests: msg('{count, plural, one {# time-off request} other {# time-off requests}}'),
  projects: msg('{count, plural, one {# project} other {# projects}}'),
  locations: msg('{count, plural, one {# location} other {# locations}}'),
  customfields: msg('{count, plural, one {# custom field} other {# custom fields}}'),
  files: msg('{count, plural, one {# file} other {# files}}'),
  holiday_calendars: msg('{count, plural, one {# holiday calendar} other {# holiday calendars}}'),
}

/** What the sample data consists of, such as "24 people, 9 groups and 31 jobs". */
export function countsText(goes: Counts): string {
  const kinds = (Object.keys(words) as (keyof Counts)[]).filter((kind) => goes[kind] > 0)
  const parts = kinds.map((kind) => t(words[kind], { count: goes[kind] }))
  return new Intl.ListFormat(locale()).format(parts)
}
