import { msg } from '../language/messages.ts'
import type { Settings } from '../settings/settings.ts'
import { addDays, isDate } from './calendar.ts'
import { payPeriodOf } from './pay_periods.ts'

// How paid time off accrues, as data. A policy grants a fixed amount at every turn of the year, on every anniversary of
// the hire date or for every pay period that has ended, or an amount per time worked in the period (California Labor
// Code 246(b)(1): an hour for every 30). Dates are YYYY-MM-DD, lengths seconds; -1 means no limit.

/** How often a policy grants. */
export const grantSchedules = ['year', 'anniversary', 'period', 'worked'] as const

/** How one kind of absence is granted. */
export type Policy = {
  every: (typeof grantSchedules)[number]
  /** Granted each time; with `worked`, for every `per_worked` seconds of work. */
  seconds: number
  per_worked: number
  /** MM-DD on which a year begins; ignored for `anniversary`, whose years begin on the hire date. */
  turn: string
  /** The balance above which nothing is granted. */
  cap: number
  /** The most of the balance that carries over when a year begins. */
  carry_over: number
}

/** A line of the ledger. `worked` is the time it accounts for; the key keeps it from being written twice. */
export type Line = { key: string; date: string; seconds: number; worked: number; reason: string }

/** `shareOn`: the full-time share on a date, above 0 to 1; full time if omitted. */
type Person = { hire_date: string; term_date: string; shareOn?: (date: string) => number }
type Day = { date: string; seconds: number }
type Known = { lines: readonly Line[]; taken: readonly Day[]; worked: readonly Day[] }

/** The lines due after one date, up to and including another, that are not in the ledger yet; in order. */
export function accrue(
  policy: Policy,
  person: Person,
  known: Known,
  range: { after: string; to: string },
  settings: Settings,
): Line[] {
  const lines = [...known.lines]
  const add = (line: Line | undefined) => {
    if (line && !lines.some(({ key }) => key === line.key)) lines.push(line)
  }
  for (let date = addDays(range.after, 1); date <= range.to; date = addDays(date, 1)) {
    const balance = () => balanceOn(date, lines, known.taken)
    if (beginsYear(policy, person, date) && isEmployed(person, date)) {
      add(carryOver(policy, date, balance))
      if (isYearly(policy)) add(yearlyGrant(policy, person, date, balance))
    }
    const end = addDays(date, -1)
    const period = payPeriodOf(end, settings)
    if (!isYearly(policy) && period.end === end && isEmployed(person, end))
      add(periodGrant(policy, person, period, date, () => uncounted(lines, known.worked, period), balance))
  }
  return lines.slice(known.lines.length)
}

function isYearly({ every }: Policy): boolean {
  return every === 'year' || every === 'anniversary'
}

/** The part of the balance that expires when a year begins. */
function carryOver({ carry_over }: Policy, date: string, balance: () => number): Line | undefined {
  const expired = carry_over < 0 ? 0 : Math.max(0, balance() - carry_over)
  if (expired === 0) return undefined
  return { key: `carry-over ${date}`, date, seconds: 0 - expired, worked: 0, reason: expiry }
}

function yearlyGrant(policy: Policy, person: Person, date: string, balance: () => number): Line | undefined {
  const { every } = policy
  const seconds = capped(policy, fixedAmount(policy, person, date), balance)
  const year = every === 'anniversary' ? yearsBetween(person.hire_date, date) : date
  return seconds === 0 ? undefined : { key: `${every} ${year}`, date, seconds, worked: 0, reason: reasons[every] }
}

/** The amount earned in a pay period: a fixed one, or one for the hours worked in it. */
function periodGrant(
  policy: Policy,
  person: Person,
  { start, end }: { start: string; end: string },
  date: string,
  uncounted: () => number,
  balance: () => number,
): Line | undefined {
  const { every } = policy
  const worked = every === 'worked' ? uncounted() : 0
  const earned =
    every === 'worked' ? Math.trunc((worked * policy.seconds) / policy.per_worked) : fixedAmount(policy, person, end)
  const seconds = capped(policy, earned, balance)
  // A period without work gets a line, too, so that time added later belongs to a period that was already counted.
  if (seconds === 0 && every !== 'worked') return undefined
  return { key: `${every} ${start} ${end}`, date, seconds, worked, reason: reasons[every] }
}

/** A fixed amount is for full time; part-timers get their share of it. What is earned by hours worked is a share anyway. */
function fixedAmount({ seconds }: Policy, { shareOn }: Person, date: string): number {
  return shareOn ? Math.round(seconds * shareOn(date)) : seconds
}

/** The earned amount, cut to what the cap still allows. */
function capped({ cap }: Policy, earned: number, balance: () => number): number {
  return cap < 0 ? earned : Math.min(earned, Math.max(0, cap - balance()))
}

const reasons: Record<Policy['every'], string> = {
  year: msg('granted for the year'),
  anniversary: msg('granted for another year of employment'),
  period: msg('accrued in the pay period'),
  worked: msg('accrued by hours worked'),
}

const expiry = msg('not carried over')

/** The reason for lines that replace entries deleted because of their age. */
export const noLongerKept = msg('time whose entries are no longer kept')

/** The reasons that the server gives lines; all others were typed by people. */
export const ownReasons: ReadonlySet<string> = new Set([...Object.values(reasons), expiry, noLongerKept])

/**
 * Time worked in this period and in those counted before, less the time already counted. Catches late entries, but not
 * time between counted periods.
 */
function uncounted(lines: readonly Line[], worked: readonly Day[], period: { start: string; end: string }): number {
  const counted = lines.filter(({ key }) => key.startsWith('worked '))
  const periods = [[period.start, period.end], ...counted.map(({ key }) => key.split(' ').slice(1))]
  const within = worked.filter(({ date }) => periods.some(([start = '', end = '']) => date >= start && date <= end))
  return within.reduce((sum, day) => sum + day.seconds, 0) - counted.reduce((sum, line) => sum + line.worked, 0)
}

/** The balance at the start of a day, including that day's grants. Future time off is not deducted yet. */
function balanceOn(date: string, lines: readonly Line[], taken: readonly Day[]): number {
  const granted = lines.filter((line) => line.date <= date).reduce((sum, line) => sum + line.seconds, 0)
  return granted - taken.filter((day) => day.date < date).reduce((sum, day) => sum + day.seconds, 0)
}

function beginsYear(policy: Policy, { hire_date }: Person, date: string): boolean {
  if (policy.every !== 'anniversary') return date.slice(5) === policy.turn
  if (!isDate(hire_date) || date <= hire_date) return false
  // For a hire date of February 29, the anniversary in other years is February 28.
  const day = hire_date.slice(5)
  return date.slice(5) === (isDate(date.slice(0, 5) + day) ? day : '02-28')
}

/** Full years on an anniversary. Each is granted once, even if the hire date is corrected later. */
function yearsBetween(hired: string, date: string): number {
  return Number(date.slice(0, 4)) - Number(hired.slice(0, 4))
}

function isEmployed({ hire_date, term_date }: Person, date: string): boolean {
  return date >= hire_date && (!isDate(term_date) || date <= term_date)
}
