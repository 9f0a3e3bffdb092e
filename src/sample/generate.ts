import type { Row } from '../engine/sql.ts'
import type { AnyRecord, RecordOf } from '../engine/table.ts'
import { storedRate } from '../rules/pay/pay.ts'
import { addDays, instantOf, localDate, weekday } from '../rules/time/calendar.ts'
import { attachPictures } from './attachments.ts'
import { Chance } from './chance.ts'
import { employee, owner, settings, zone as usualZone } from './company.ts'
import { makeHolidays } from './holidays.ts'
import type { Options, Story } from './options.ts'
import { makeSample, type Sample } from './people_and_jobs.ts'
import { makePlaces, makeTracks } from './places.ts'
import { makeProjects } from './projects.ts'
import { makeReminders, makeSchedule, makeShiftTemplates } from './schedule.ts'
import { makeTime } from './time.ts'
import { makeLedger, makeTimeOff } from './time_off.ts'

/** A company as rows: records with ids by resource, and rows of other tables. */
export type Plan = {
  records: [resource: string, rows: AnyRecord[]][]
  rows: [table: string, rows: Row[]][]
  employeeId: number
  timesheets: number
}

/** An upper bound on the ids that a company's records need; the rest are used by later records. */
export function numbersMax({ people = 25, months = 3 }: Pick<Options, 'people' | 'months'>): number {
  return 1000 + (40 + 150 * months) * people
}

/** Generates a construction company, its people and their work up to now. */
export function generate(options: Options): Plan {
  const steps = generateInSteps(options)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same in steps, so the caller can do other work in between. */
export function* generateInSteps(given: Options): Generator<undefined, Plan> {
  const options: Story = { ...given, zone: given.zone ?? usualZone }
  const made = makeSample(options)
  const places = makePlaces(made, options)
  const time = yield* makeTime(made, options)
  const timeOff = makeTimeOff(made, time, options)
  const { ledger, policies } = makeLedger(made, time.timesheets, options)
  yield
  const tracks = makeTracks(made, time.timesheets, options)
  yield
  const pictures = attachPictures(made, time.timesheets, options)
  yield
  const work = makeProjects(made, { timesheets: time.timesheets, tracks, pictures }, options)
  yield
  return {
    records: [
      ['groups', made.groups],
      ['users', made.users],
      ['jobcodes', made.jobcodes],
      ['customfields', made.customfields],
      ['customfielditems', made.customfielditems],
      ['jobcode_assignments', made.assignments],
      ['timesheets', time.timesheets],
      ['timesheets_deleted', time.deleted],
      ['schedule_events', makeSchedule(made, time.timesheets, options)],
      ['reminders', makeReminders(made, options)],
      ['time_off_requests', timeOff.requests],
      ['time_off_request_entries', timeOff.entries],
      ['time_off_request_notes', timeOff.notes],
      ['customfielditem_filters', made.filters.filters],
      ['customfielditem_jobcode_filters', made.filters.byJobcode],
      ['customfielditem_user_filters', made.filters.byPerson],
      ['locations', places.locations],
      ['locations_map', places.links],
      ['geofence_configs', places.fences],
      ['geolocations', tracks.map((track) => track.sample)],
      ['files', pictures.files],
      ['projects', work.projects],
      ['project_activities', work.activities],
      ['project_notes', work.notes],
      ['project_activity_replies', work.replies],
      ['project_activity_read_times', work.readTimes],
      ['estimates', work.estimates],
      ['estimate_items', work.estimateItems],
      ['notifications', notifications(made.userId, options)],
    ],
    rows: [
      ['timesheet_history', [...time.history, ...pictures.history]],
      ['pto_ledger', ledger],
      ['pto_policies', policies],
      ['file_links', pictures.links],
      ['file_parts', pictures.parts],
      ['pay_rates', made.users.map(payRow)],
      ...makeHolidays(options),
      ...setUp(made, options),
    ],
    employeeId: made.userId(employee),
    timesheets: time.timesheets.length,
  }
}

/** The rate of a person, which has always applied. */
function payRow({ id, pay_rate, pay_interval, created }: RecordOf<'users'>): Row {
  const rate = { starts: '', rate: storedRate(pay_rate), per: pay_interval, applied: 1 }
  return { user_id: id, jobcode_id: 0, ...rate, created }
}

/** What the company has set up: settings, and templates of shifts. */
function setUp(made: Sample, options: Story): Plan['rows'] {
  return [
    ['settings', settingRows(made.founded, made.customfields)],
    ['shift_templates', makeShiftTemplates(made, options)],
  ]
}

function settingRows(founded: number, customfields: readonly RecordOf<'customfields'>[]): Row[] {
  const columns = ['JOBCODE', ...customfields.map((field) => field.id)].join(',')
  return [...settings, ['general', 'timecard_fields', columns] as const].map(([section, key, value]) => ({
    scope: 'company',
    scope_id: 0,
    section,
    key,
    value: JSON.stringify(value),
    last_modified: founded,
  }))
}

/** Messages: last Friday's are delivered, later ones are scheduled. */
function notifications(
  userId: (username: string) => number,
  { seed, now, nextId, zone }: Story,
): RecordOf<'notifications'>[] {
  const today = localDate(now, zone)
  const friday = (from: string) => addDays(from, (12 - weekday(from)) % 7)
  const last = addDays(friday(today), -7)
  const coming = friday(addDays(today, 1))
  const submit = 'Please submit your time for this week before you leave.'
  type Message = RecordOf<'notifications'>
  type Entry = [to: string, day: string, hour: number, Message['method'], Message['precheck'], message: string]
  const entries: Entry[] = [
    ['aaron', last, 15, 'push', 'on_the_clock', submit],
    ['maya', last, 15, 'push', 'none', submit],
    ['ben', last, 15, 'push', 'on_the_clock', submit],
    ['luis', last, 16, 'email', 'none', 'Three people of North Crew have not submitted their time yet.'],
    ['maya', addDays(today, 1), 6.75, 'push', 'off_the_clock', 'Your day starts at 8 with a maintenance visit.'],
    ['maya', coming, 15, 'push', 'none', submit],
    ['aaron', coming, 15, 'push', 'on_the_clock', submit],
    ['samuel', addDays(today, 1), 6.5, 'push', 'off_the_clock', 'Safety briefing at 6:45 at the trailer.'],
    ['grace', addDays(today, 1), 12, 'dashboard', 'none', 'The inspector comes at 2 pm.'],
    [owner, addDays(today, 3), 9, 'email', 'none', 'Payroll is due: approve the pay period.'],
    [owner, coming, 16, 'dashboard', 'none', 'Review this week’s overtime.'],
  ]
  return entries.map(([to, day, hour, method, precheck, message], index) => {
    const chance = new Chance(seed, 'notification', index)
    const delivery_time = instantOf(day, hour * 3600, zone)
    const created = Math.min(instantOf(addDays(day, -6), 9 * 3600, zone), now)
    const tracking = Array.from({ length: 16 }, () => chance.between(0, 15).toString(16)).join('')
    const delivered = delivery_time <= now
    return {
      id: nextId(),
      msg_tracking_id: tracking,
      user_id: userId(to),
      message,
      method,
      precheck,
      delivery_time,
      state: delivered ? 'delivered' : 'scheduled',
      kind: 'message',
      channels: '',
      path: '',
      read_at: delivered ? delivery_time : 0,
      created,
      last_modified: delivered ? delivery_time : created,
    }
  })
}
