import type { Row } from '../engine/sql.ts'
import type { RecordOf } from '../engine/table.ts'
import { firstOf, lastOf, valueAt } from '../rules/elements.ts'
import { accrue, type Policy } from '../rules/time/accruals.ts'
import { addDays, instantOf, localDate, second, weekday, weekOf } from '../rules/time/calendar.ts'
import { settings } from './company.ts'
import type { Story } from './options.ts'
import type { Sample } from './people_and_jobs.ts'

type Member = Sample['people'][number]
type Status = 'pending' | 'approved' | 'denied' | 'canceled'

/** A request that did not lead to time off: days of the week, `weeks` weeks from this one. */
type Asked = {
  by: string
  job: 'vacation' | 'sick'
  status: Status
  weeks: number
  days: readonly number[]
  /** Hours of the day; the whole day by default. */
  from?: number
  to?: number
  note: string
  answer?: string
}

const asked: readonly Asked[] = [
  { by: 'maya', job: 'vacation', status: 'pending', weeks: 5, days: [4, 5], note: 'My sister visits.' },
  { by: 'jack', job: 'sick', status: 'pending', weeks: 1, days: [3], from: 13, to: 16, note: 'Dentist at 1:30.' },
  {
    by: 'will',
    job: 'vacation',
    status: 'denied',
    weeks: 2,
    days: [1, 2, 3, 4, 5],
    note: 'Hunting, if it is possible.',
    answer: 'Sorry, two of us are off that week already.',
  },
  { by: 'ivy', job: 'vacation', status: 'canceled', weeks: 3, days: [5], note: 'Long weekend.' },
]

/** The opening balance and accrual policy of each kind of absence. */
const policies: Readonly<Record<string, Policy & { opening: number }>> = {
  vacation: policy(100, { every: 'period', seconds: 6 * 3600, cap: 200 * 3600 }),
  sick: policy(40, { every: 'year', seconds: 40 * 3600, cap: 80 * 3600, carry_over: 40 * 3600 }),
  holiday: policy(24, { every: 'year', seconds: 48 * 3600, carry_over: 0 }),
}

function policy(
  hours: number,
  rest: Partial<Policy> & Pick<Policy, 'every' | 'seconds'>,
): Policy & { opening: number } {
  return { opening: hours * 3600, per_worked: 0, turn: '01-01', cap: -1, carry_over: -1, ...rest }
}

/** When a day of vacation was requested and decided, in the weeks before it. */
export function vacationStory({ from }: Member, date: string, zone: string): { asked: number; decided: number } {
  const week = weekOf(date, 0)
  const hired = instantOf(from, 9 * 3600, zone)
  return {
    asked: Math.max(hired, instantOf(addDays(week, -16), 18 * 3600, zone)),
    decided: Math.max(hired + 3600 * second, instantOf(addDays(week, -9), 9.5 * 3600, zone)),
  }
}

/** The id of the user who approves a person's time off. */
export function approverOf({ person, record }: Member, company: Sample, { ownerId }: Pick<Story, 'ownerId'>): number {
  const manager = company.managerOf(person)
  return manager === record.id ? ownerId : manager
}

type Timesheet = RecordOf<'timesheets'>
type Entry = RecordOf<'time_off_request_entries'>

/** A day of a request; what it leaves out is as usual. */
type Day = Pick<Entry, 'date' | 'duration' | 'jobcode_id'> & Partial<Entry>

type Pending = { member: Member; date: string; seconds: number }

/** Time-off requests: approved ones with their vacations, pending ones, and a few others. */
export function makeTimeOff(company: Sample, time: { timesheets: Timesheet[]; pending: Pending[] }, options: Story) {
  const { nextId, zone } = options
  const requests: RecordOf<'time_off_requests'>[] = []
  const entries: Entry[] = []
  const notes: RecordOf<'time_off_request_notes'>[] = []
  const members = new Map(company.people.map((member) => [member.record.id, member]))

  const add = (member: Member, status: Status, at: { asked: number; decided: number }, days: readonly Day[]) => {
    const by = approverOf(member, company, options)
    const decided = status === 'approved' || status === 'denied'
    const base = { user_id: member.record.id, status, active: true, created: at.asked }
    const request = { ...base, id: nextId(), last_modified: status === 'pending' ? at.asked : at.decided }
    const made = days.map((day): Entry => {
      const times = { start_time: instantOf(day.date, 0, zone), end_time: instantOf(day.date, 86_399, zone) }
      const own = { id: nextId(), time_off_request_id: request.id, last_modified: request.last_modified }
      const usual = { entry_method: 'manual' as const, tz_string: zone, approved_timesheet_id: 0 }
      return { ...base, ...own, approver_user_id: decided ? by : 0, ...usual, ...times, ...day }
    })
    const whole = { ...request, time_off_request_entries: made.map((entry) => entry.id) }
    const shown: RecordOf<'time_off_requests'> = { ...whole, time_off_request_notes: [] }
    requests.push(shown)
    entries.push(...made)
    return (user_id: number, note: string, created: number) => {
      const id = nextId()
      const row = { id, time_off_request_id: request.id, user_id, active: true, note, created, last_modified: created }
      notes.push(row)
      shown.time_off_request_notes.push(id)
    }
  }

  const booked = time.timesheets.filter((sheet) => sheet.time_off_entry_id !== 0)
  const byWeek = ({ user, date }: { user: number; date: string }) => `${user}/${weekOf(date, 0)}`
  const weeks = Map.groupBy(booked, (sheet) => byWeek({ user: sheet.user_id, date: sheet.date }))
  for (const sheets of weeks.values()) {
    const member = valueAt(members, firstOf(sheets).user_id)
    const days = sheets.map((sheet) => ({
      ...dayOf(sheet),
      id: sheet.time_off_entry_id,
      approved_timesheet_id: sheet.id,
    }))
    add(member, 'approved', vacationStory(member, firstOf(sheets).date, zone), days)
  }
  const jobcode_id = company.jobAt('vacation').id
  const waiting = Map.groupBy(time.pending, ({ member, date }) => byWeek({ user: member.record.id, date }))
  for (const list of waiting.values()) {
    const { member, date } = firstOf(list)
    const days = list.map((day) => ({ date: day.date, duration: day.seconds, jobcode_id }))
    add(member, 'pending', vacationStory(member, date, zone), days)
  }
  for (const request of asked) addAsked(request, company, options, add)
  return { requests, entries, notes }
}

type Add = (
  member: Member,
  status: Status,
  at: { asked: number; decided: number },
  days: readonly Day[],
) => (user: number, note: string, at: number) => void

function addAsked(request: Asked, company: Sample, options: Story, add: Add): void {
  const { by, job, status, weeks, days, from, to, note, answer } = request
  const { zone } = options
  const today = localDate(options.now, zone)
  const member = company.people.find(({ person }) => person.username === by)
  if (!member) return
  const sunday = addDays(today, 7 * weeks - weekday(today))
  const at = {
    asked: instantOf(addDays(today, -4), 19 * 3600, zone),
    decided: instantOf(addDays(today, -2), 9 * 3600, zone),
  }
  const whole = { duration: 8 * 3600, jobcode_id: company.jobAt(job).id }
  const rows = days.map((day): Day => {
    const date = addDays(sunday, day)
    if (from === undefined || to === undefined) return { ...whole, date }
    const [start_time, end_time] = [from, to].map((hours) => instantOf(date, hours * 3600, zone))
    return { ...whole, date, entry_method: 'regular', start_time, end_time, duration: (to - from) * 3600 }
  })
  const write = add(member, status, at, rows)
  write(member.record.id, note, at.asked)
  if (answer) write(approverOf(member, company, options), answer, at.decided)
}

function dayOf({ date, duration, jobcode_id }: Timesheet): Day {
  return { date, duration, jobcode_id }
}

/** The hours granted under the policies, also added to the balances. `UnitOfWork` subtracts the hours taken. */
export function makeLedger(company: Sample, timesheets: readonly Timesheet[], options: Story) {
  const { now, zone, months = 3 } = options
  const today = localDate(now, zone)
  const general = Object.fromEntries(settings.map(([, key, value]) => [key, value]))
  const opened = addDays(today, -Math.round(months * 30.5) - 1)
  const ledger: Row[] = []
  for (const [path, { opening, ...policy }] of Object.entries(policies)) {
    const jobcode_id = company.jobAt(path).id
    const taken = Map.groupBy(
      timesheets.filter((sheet) => sheet.jobcode_id === jobcode_id),
      (sheet) => sheet.user_id,
    )
    for (const { record, from } of company.people) {
      const date = lastOf([from, opened].sort())
      const first = { key: 'opening balance', date, seconds: opening, worked: 0, reason: 'opening balance' }
      const days = (taken.get(record.id) ?? []).map((sheet) => ({ date: sheet.date, seconds: sheet.duration }))
      const known = { lines: [first], taken: days, worked: [] }
      const { hire_date, term_date } = record
      const lines = accrue(policy, { hire_date, term_date }, known, { after: date, to: today }, general)
      const granted = [first, ...lines].reduce((sum, line) => sum + line.seconds, 0)
      record.pto_balances = { ...record.pto_balances, [jobcode_id]: granted }
      for (const [index, line] of [first, ...lines].entries())
        ledger.push({
          ...line,
          user_id: record.id,
          jobcode_id,
          author: index === 0 ? 'clockhouse' : 'accrual',
          created: Math.min(now, instantOf(line.date, 3600, zone)),
        })
    }
  }
  const rows = Object.entries(policies).map(([path, { opening: _, ...policy }]) => {
    const of = { jobcode_id: company.jobAt(path).id, scope: 'company', scope_id: 0 }
    return { ...of, ...policy, done_to: today }
  })
  return { ledger, policies: rows }
}
