import { firstOfWeek, weekdayOf } from './dates.ts'

// What the reckoner knows of a company and its people: what was sent to the server, and nothing that it answered but ids.

/** The seconds of an hour. */
export const hour = 3600

/** A rule as it is sent. `extra`: what it pays above the hour itself, in thousandths. */
export type Rule = {
  name: string
  kind: 'daily' | 'weekly' | 'seventh_day' | 'clock' | 'holiday'
  after: number
  extra: number
  adds?: boolean
  /** Days of the week of a clock rule, and its minutes of the day; a whole day is 0 to 1440. */
  days?: readonly number[]
  from?: number
  to?: number
}

/** The seconds of work of each day of the week, from a day on. */
export type Pattern = { from: number; seconds: readonly number[] }

/** The settings of a company that pay depends on. */
export type Company = {
  zone: string
  /** Whether days of everyone are counted in the zone of the company. */
  isFixed: boolean
  weekStart: number
  dayStart: number
  split: boolean
  countsOff: boolean
  highest: boolean
  way: 'regular_rate' | 'rate_in_effect'
  /** How starts and ends are rounded. */
  rounding: { minutes: number; direction: 'nearest' | 'up' | 'down' } | undefined
  rules: readonly Rule[]
  holidays: readonly number[]
  period:
    | { type: 'weekly' | 'biweekly' | 'fourweekly'; end: number }
    | { type: 'semimonthly'; ends: readonly [number, number] }
    | { type: 'monthly'; ends: readonly [number] }
  /** Undefined: the usual days, Monday to Friday for 8 hours. */
  pattern: Pattern | undefined
  /** Rates by the hour of everyone on a job. */
  jobRates: ReadonlyMap<number, readonly Rate[]>
}

/** A rate in ten-thousandths, from a day on. `week`: seconds of work for which a salary is meant. */
export type Rate = {
  from: number
  rate: number
  per: 'hour' | 'week' | 'month' | 'year'
  week: number
  fluctuating: boolean
}

/** What an entry is, by the type of its job. */
export type Kind = 'work' | 'paid_break' | 'unpaid_break' | 'pto' | 'unpaid_time_off'

/** An entry: from an instant on, or typed in for a day. `id` is its place in the order of ids. */
export type Sheet = { id: number; kind: Kind; job: number; seconds: number } & ({ start: number } | { day: number })

/** The kinds of amounts. */
export const amountKinds = ['bonus', 'discretionary_bonus', 'commission', 'piece', 'tips', 'allowance', 'reimbursement']

/** An amount, in cents; pieces and their rate in ten-thousandths. */
export type Amount = {
  kind: string
  day: number
  first: number
  last: number
  cents: number
  quantity: number
  unit: number
  rest: number
  /** The place of the amount that it corrects in the person's list. */
  corrects?: number
}

/** A person; `hired` and `left` are infinite where there is no such date. */
export type Person = {
  id: number
  zone: string
  exempt: boolean
  hired: number
  left: number
  /** Those of the company if there are none. */
  patterns: readonly Pattern[]
  /** Published shifts, by the day on which they begin. */
  shifts: readonly { day: number; start: number; seconds: number }[]
  rates: readonly Rate[]
  /** The person's own rates by the hour on a job. */
  onJobs: ReadonlyMap<number, readonly Rate[]>
  sheets: readonly Sheet[]
  amounts: readonly Amount[]
}

/** The last one that begins by a day. */
export function inEffect<T extends { from: number }>(list: readonly T[] | undefined, day: number): T | undefined {
  let found: T | undefined
  for (const one of list ?? []) if (one.from <= day && (!found || one.from > found.from)) found = one
  return found
}

/** The rate of a person for a job: a salary pays for all work. */
export function rateOf(person: Person, company: Company, job: number, day: number): Rate | undefined {
  const own = inEffect(person.rates, day)
  if (own && own.per !== 'hour') return own
  return inEffect(person.onJobs.get(job), day) ?? inEffect(company.jobRates.get(job), day) ?? own
}

/**
 * How long a person works on a day: by the shifts of its week if there are any, otherwise by their pattern, as on days on
 * which they are not employed.
 */
export function expectedOn(person: Person, { weekStart, pattern = usual }: Company, day: number): number {
  const { patterns, shifts, hired, left } = person
  const week = firstOfWeek(day, weekStart)
  const planned = shifts.filter((shift) => firstOfWeek(shift.day, weekStart) === week)
  if (planned.length > 0 && day >= hired && day <= left)
    return planned.reduce((sum, shift) => sum + (shift.day === day ? shift.seconds : 0), 0)
  return (inEffect(patterns, day) ?? pattern).seconds[weekdayOf(day)] ?? 0
}

const usual: Pattern = { from: -Infinity, seconds: [0, 8, 8, 8, 8, 8, 0].map((hours) => hours * hour) }
