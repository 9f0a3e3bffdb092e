import type { AnswerOf } from '../../api/contract.ts'

type Counts = AnswerOf<'GET /api/console/sample_data/removal'>['goes']

const words: Readonly<Record<keyof Counts, readonly [one: string, many: string]>> = {
  users: ['person', 'people'],
  groups: ['group', 'groups'],
  jobcodes: ['job', 'jobs'],
  timesheets: ['time entry', 'time entries'],
  schedule_events: ['shift', 'shifts'],
  time_off_requests: ['time-off request', 'time-off requests'],
  projects: ['project', 'projects'],
  locations: ['location', 'locations'],
  customfields: ['custom field', 'custom fields'],
  files: ['file', 'files'],
  holiday_calendars: ['holiday calendar', 'holiday calendars'],
}

/** What the sample consists of, such as "24 people, 9 groups and 31 jobs". */
export function countsText(goes: Counts): string {
  const kinds = (Object.keys(words) as (keyof Counts)[]).filter((kind) => goes[kind] > 0)
  const parts = kinds.map((kind) => `${goes[kind].toLocaleString('en-US')} ${words[kind][goes[kind] === 1 ? 0 : 1]}`)
  return new Intl.ListFormat('en-US').format(parts)
}
