import assert from 'node:assert/strict'
import type { Values } from '../../../src/engine/table.ts'
import type { Chance } from '../../../src/sample/chance.ts'
import { ask } from '../../app_api/ask.ts'
import { jobcodeRow, seed } from '../../support/seed.ts'
import type { TestCompany, TestServer } from '../../support/server.ts'
import { someCompany } from './companies.ts'
import { textOf } from './dates.ts'
import { type Jobs, someHourly, somePerson } from './people.ts'
import type { Company, Pattern, Person, Rate, Rule } from './world.ts'

/** A company with its people, and the caller who may see its pay. */
export type Entered = { caller: TestCompany; company: Company; people: Person[] }

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Makes a random company and its people over the API. */
export async function entered(server: TestServer, chance: Chance, count: number): Promise<Entered> {
  const drawn = someCompany(chance)
  const caller = await server.company(undefined, drawn.zone)
  const send = async (method: 'POST' | 'PUT', path: string, body: Values) => {
    const told = await ask(server, caller, method, path, body)
    assert.equal(told.status, 200, `${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(told.body)}`)
    return told.body
  }
  const settings = {
    general: settingsOf(drawn),
    rounding: drawn.rounding ? { ...drawn.rounding, of: 'punches' } : { minutes: 0 },
  }
  await send('PUT', '/settings', { settings, overtime: drawn.rules.map(written) })
  if (drawn.pattern) await send('PUT', '/working_pattern', { patterns: patternsOf([drawn.pattern]) })
  if (drawn.isFixed) await send('PUT', '/working_pattern', { zone: drawn.zone })
  const { calendar } = await send('POST', '/holiday_calendars', { name: 'All', is_default: true })
  const holidays = drawn.holidays.map((day) => ({ date: textOf(day), name: `Holiday ${day}` }))
  await send('POST', `/holiday_calendars/${calendar.id}/holidays`, { holidays })
  const jobs = await jobsOf(server, caller, send)
  // Without rates of jobs, reports read sums of days.
  const jobRates = new Map(chance.happens(0.5) ? [[jobs.roof, someHourly(chance, true)]] : [])
  const company = { ...drawn, jobRates }
  const rate = (user_id: number, jobcode_id: number, rates: readonly Rate[]) =>
    enterRates(send, { user_id, jobcode_id }, rates)
  await rate(0, jobs.roof, jobRates.get(jobs.roof) ?? [])
  const people: Person[] = []
  for (let n = 0; n < count; n++) {
    const person = somePerson(chance, jobs, company)
    const dates = {
      ...(Number.isFinite(person.hired) && { hire_date: textOf(person.hired) }),
      ...(Number.isFinite(person.left) && { term_date: textOf(person.left) }),
    }
    const { id } = await server.user(caller, { exempt: person.exempt, ...dates })
    await send('PUT', '/settings', { for: 'user', id, settings: { general: { tz: person.zone } } })
    const patterns = patternsOf(person.patterns)
    if (patterns.length > 0) await send('PUT', '/working_pattern', { for: 'user', id, patterns })
    await rate(id, 0, person.rates)
    for (const [job, rates] of person.onJobs) await rate(id, job, rates)
    await enterShifts(server, caller, { ...person, id })
    await enterTime(server, caller, { ...person, id })
    await enterAmounts(send, { ...person, id })
    people.push({ ...person, id })
  }
  return { caller, company, people }
}

type Send = (method: 'POST' | 'PUT', path: string, body: Values) => Promise<Values>

function settingsOf({ weekStart, dayStart, split, countsOff, highest, way, period }: Omit<Company, 'jobRates'>) {
  return {
    ...{ week_start: weekStart, workday_start: dayStart, shift_boundary: split ? 'split' : 'start' },
    ...{ pto_overtime: countsOff ? 1 : 0, overtime_stacking: highest ? 'highest' : 'sum', overtime_pay: way },
    payroll_type: period.type,
    ...('end' in period && { payroll_end_date: textOf(period.end) }),
    ...(period.type === 'semimonthly' && {
      payroll_first_end_day: period.ends[0],
      payroll_last_end_day: period.ends[1],
    }),
    ...(period.type === 'monthly' && { payroll_month_end_day: period.ends[0] }),
  }
}

function written({ name, kind, after, extra, adds, days, from = 0, to = 1440 }: Rule): Values {
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return {
    ...{ name, kind, after_hours: after / 3600, multiplier: (1000 + extra) / 1000 },
    ...(kind === 'clock' && { start: clock(from), end: clock(to) }),
    ...(days && { days: days.map((day) => dayNames[day]) }),
    ...(adds && { adds }),
  }
}

function patternsOf(patterns: readonly Pattern[]): Values[] {
  return patterns.map(({ from, seconds }) => ({
    from: Number.isFinite(from) ? textOf(from) : null,
    days: seconds.flatMap((one, day) => (one > 0 ? [{ day: dayNames[day], hours: one / 3600 }] : [])),
  }))
}

async function jobsOf(server: TestServer, caller: TestCompany, send: Send): Promise<Jobs> {
  const types = { pto: 'pto', unpaid_time_off: 'unpaid_time_off', roof: '', cellar: '', office: '' }
  const rows = Object.entries(types).map(([name, type]) => jobcodeRow({ name, type: type || 'regular' }))
  const made = await seed(server, caller.id, 'jobcodes', rows)
  const ids = Object.fromEntries(made.map(({ name, id }) => [name, Number(id)]))
  for (const type of ['unpaid_break', 'paid_break'])
    ids[type] = (await send('POST', '/breaks', { name: type, type })).id
  return ids as Jobs
}

async function enterRates(send: Send, of: { user_id: number; jobcode_id: number }, rates: readonly Rate[]) {
  for (const { from, rate, per, week, fluctuating } of rates)
    await send('POST', '/pay_rates', {
      ...of,
      ...{ from: Number.isFinite(from) ? textOf(from) : null, rate: rate / 10_000, per },
      ...(per !== 'hour' && { week_hours: week / 3600, fluctuating }),
    })
}

async function enterShifts(server: TestServer, caller: TestCompany, { id, zone, shifts }: Person): Promise<void> {
  if (shifts.length === 0) return
  const schedule_calendar_id = (await server.list(caller, 'schedule_calendars'))[0]!.id
  for (const { start, seconds } of shifts)
    await server.createOne(caller, 'schedule_events', {
      ...{ schedule_calendar_id, assigned_user_ids: [String(id)], draft: false, timezone: zone },
      ...{ start: instant(start), end: instant(start + seconds) },
    })
}

async function enterTime(server: TestServer, caller: TestCompany, { id, sheets }: Person): Promise<void> {
  const items = sheets.map(({ job, seconds, ...times }) => ({
    ...{ user_id: id, jobcode_id: job },
    ...('day' in times
      ? { type: 'manual', date: textOf(times.day), duration: seconds }
      : { type: 'regular', start: instant(times.start), end: instant(times.start + seconds) }),
  }))
  for (let at = 0; at < items.length; at += 50) {
    const { body, text } = await server.post(caller, '/timesheets', items.slice(at, at + 50))
    for (const made of Object.values<Values>(body.results?.timesheets ?? { none: {} }))
      assert.equal(made._status_code, 200, JSON.stringify([made, text.slice(0, 300)]))
  }
}

function instant(at: number): string {
  return `${new Date(at * 1000).toISOString().slice(0, 19)}+00:00`
}

async function enterAmounts(send: Send, { id, amounts }: Person): Promise<void> {
  const ids: number[] = []
  for (const { kind, day, first, last, cents, quantity, unit, rest, corrects } of amounts) {
    const about = { user_id: id, kind, date: textOf(day) }
    const isPiece = quantity > 0
    const sent = isPiece
      ? { ...about, quantity: quantity / 10_000, unit_rate: unit / 10_000, rest_minutes: rest / 60 }
      : { ...about, amount: cents / 100 }
    const dates = corrects === undefined ? { from: textOf(first), to: textOf(last) } : { corrects: ids[corrects] }
    const made = (await send('POST', '/pay_amounts', { amounts: [{ ...sent, ...dates }] })).amounts[0]
    ids.push(made.id)
  }
}
