import { createHash } from 'node:crypto'
import { paidBreakRules } from '../../company/breaks/break_rules.ts'
import { companyRounding } from '../../company/pay/worked_time.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { ReadContext } from '../../engine/context.ts'
import { type Handle, inList, sql } from '../../engine/sql.ts'
import { listMax } from '../../engine/table.ts'
import type { User } from '../../resources/users/record.ts'
import { elementAt, firstOf, lastOf, paired } from '../../rules/elements.ts'
import { once } from '../../rules/once.ts'
import { calendarsOf, type Entry, type Policy, type Rule } from '../../rules/overtime/overtime.ts'
import { type Inputs, lineKey } from '../../rules/pay/adjustments.ts'
import type { FrozenPremium, FrozenTime } from '../../rules/pay/frozen_time.ts'
import type { GrossLine } from '../../rules/pay/gross_lines.ts'
import type { PaidBeside, Payer } from '../../rules/pay/payer.ts'
import type { Range } from '../../rules/pay/payroll.ts'
import type { InParts, PaidTogether, PeriodPart } from '../../rules/pay/period_parts.ts'
import { centShares } from '../../rules/pay/shown_hours.ts'
import { centsOfLines, type Prices, paidLines } from '../../rules/payroll_files/time.ts'
import { breakVersionsIn } from '../../rules/time/breaks.ts'
import { addDays } from '../../rules/time/calendar.ts'
import { besideWork, unprovidedBreaks } from '../break_premium.ts'
import { moneyFacts, priced } from '../gross_pay.ts'
import { type PaidTime, paidTime } from '../overtime.ts'
import { salaryStart } from '../payer.ts'
import { queryOf } from '../people.ts'

/**
 * What is due to a person for the days of a range, by the hours, rates and rules as they are known now: the lines of gross
 * pay, and what they depend on. `freeze` makes the hours as a run keeps them.
 */
export type DuePay = InParts & {
  user: User
  range: Range
  lines: readonly GrossLine[]
  readonly inputs: Inputs
  freeze: () => FrozenTime
}

/** Days for which to reckon what is due. */
export type AskedDays = PaidTogether & InParts

/**
 * What is due to each of these people for each of their ranges, with a constant number of queries. The time between the
 * first and the last of the days is read at once.
 */
export async function duePay(
  asked: ReadonlyMap<number, readonly AskedDays[]>,
  users: readonly User[],
  ctx: ReadContext,
  handle: Handle,
): Promise<DuePay[]> {
  const people = users.filter(({ id }) => (asked.get(id) ?? []).length > 0)
  if (people.length === 0) return []
  const firsts = people.map(({ id }) =>
    firstOf(
      daysRead(asked.get(id) ?? [])
        .map(({ start_date }) => start_date)
        .sort(),
    ),
  )
  // Those few whose days reach back further are read on their own.
  const usual = elementAt(firsts.toSorted(), Math.floor(firsts.length / 10))
  const [near, far] = [true, false].map((is) => people.filter((_, index) => elementAt(firsts, index) >= usual === is))
  const due: DuePay[] = []
  for (const some of [near ?? [], far ?? []]) if (some.length > 0) due.push(...(await dueOf(asked, some, ctx, handle)))
  return due
}

async function dueOf(
  asked: ReadonlyMap<number, readonly AskedDays[]>,
  people: readonly User[],
  ctx: ReadContext,
  handle: Handle,
): Promise<DuePay[]> {
  const ranges = people.flatMap(({ id }) => daysRead(asked.get(id) ?? []))
  const range = {
    start_date: firstOf(ranges.map(({ start_date }) => start_date).sort()),
    end_date: lastOf(ranges.map(({ end_date }) => end_date).sort()),
  }
  const ids = people.map(({ id }) => id)
  const condition = ids.length > listMax ? sql`1 = 1` : inList(sql`id`, ids)
  const facts = await moneyFacts(range, ctx, handle)
  const since = salaryStart(range, facts, ctx.company)
  const times = await paidTime(queryOf(range), ctx, handle, { people: condition, users: people, since })
  const breaks = await unprovidedBreaks(people, range, ctx, handle)
  return times.flatMap((time) => {
    const unprovided = breaks.get(time.user.id) ?? []
    const { payer, linesIn } = priced(time, facts, ctx.company)
    return (asked.get(time.user.id) ?? []).map(({ range: own, parts, periods }): DuePay => {
      const owed = unprovided.filter((one) => isWithin(one, own))
      const lines = linesIn(parts, besideWork(unprovided))
      const entries = time.entries.filter((entry) => isWithin(entry, own))
      const depends = { time, payer, range: own, way: facts.wayOn(own.end_date), company: ctx.company }
      const inputs = once(() => ({ ...inputsOf(entries, owed, depends), periods }))
      return {
        user: time.user,
        range: own,
        parts,
        lines,
        // A preview of days that no run has paid does not need them.
        get inputs() {
          return inputs()
        },
        freeze: () =>
          frozen(time, { prices: { payer, billing: facts.billing }, range: own, unprovided: owed, lines, linesIn }),
      }
    })
  })
}

/** The days whose time is needed. */
function daysRead(days: readonly AskedDays[]): Range[] {
  return days.flatMap(({ range, parts }) => [range, ...parts.flatMap(({ before }) => before)])
}

function isWithin({ date }: { date: string }, { start_date, end_date }: Range): boolean {
  return date >= start_date && date <= end_date
}

type Depends = { time: PaidTime; payer: Payer; range: Range; way: string; company: CompanySnapshot }

function inputsOf(entries: readonly Entry[], owed: readonly FrozenPremium[], depends: Depends): Inputs {
  const { payer, range } = depends
  const { salaries = [], patterns, employment, shifts } = payer.salaryInputsIn(range) ?? {}
  return {
    ...inputsOfAll(entries, depends),
    ways: digest(datesIn(range).map((date) => payer.wayOn(date))),
    premiums: digest(owed.map(({ date, kind, seconds, worked }) => [date, kind, seconds, worked])),
    salaries: digest(salaries),
    ...(patterns && { patterns: digest(patterns) }),
    ...(employment && { employment: digest(employment) }),
    ...(shifts && { shifts: digest(shifts) }),
    earned: digest(payer.amountsFor(range).map(({ note: _, author: __, created: ___, ...amount }) => amount)),
  }
}

/** What runs of all versions have kept. */
function inputsOfAll(entries: readonly Entry[], { time, payer, range, way, company }: Depends): Inputs {
  const { user, policy } = time
  const rates = new Set(entries.map((entry) => JSON.stringify([entry.jobcode_id, payer.rateOf(entry)])))
  const premium = breakVersionsIn(paidBreakRules(company, user), range)
  const rounding = companyRounding(company)
  return {
    ids: entries.map(({ id }) => id).sort((a, b) => a - b),
    time: digest(
      entries
        .map(({ id, date, start, seconds, kind, jobcode_id }) => [id, date, start, seconds, kind, jobcode_id].join())
        .sort(),
    ),
    rates: digest([...rates].sort()),
    amounts: digest(payer.amountsIn(range).map(({ id, cents }) => [id, cents])),
    rules: digest([policyIn(policy, range), way, held(premium, range), held(rounding ?? [], range)]),
  }
}

/** A short text that differs for different values. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)
}

/** What a policy says about the days of a range. */
function policyIn(policy: Policy, range: Range): unknown {
  const calendars = held(
    calendarsOf(policy).map(({ from = null, datesDiffer: _, ptoJobcodes, ...calendar }) => {
      const { weekStart, ptoCounts, zone, dayStart, split, pauseSeconds, anchor, stacking } = calendar
      const off = ptoJobcodes && [...ptoJobcodes].sort((a, b) => a - b)
      return { from, weekStart, ptoCounts, zone, dayStart, split, pauseSeconds, anchor, stacking, off }
    }),
    range,
  )
  const holidays = [...(policy.holidays ?? [])].filter((date) => isWithin({ date }, range)).sort()
  const applies = ({ from = '', until }: Rule) =>
    from <= range.end_date && (until === undefined || until > range.start_date)
  const rules = policy.rules.filter(applies).map(({ from, until, ...rule }) => ({
    ...rule,
    from: from !== undefined && from > range.start_date ? from : null,
    until: until !== undefined && until <= range.end_date ? until : null,
  }))
  return [calendars, holidays, rules]
}

/** The versions that apply on a day of the range; when they began before it does not matter. */
function held<V extends { from: string | null }>(versions: readonly V[], { start_date, end_date }: Range): V[] {
  const first = versions.findLastIndex(({ from }) => (from ?? '') <= start_date)
  return versions
    .slice(Math.max(0, first))
    .filter(({ from }) => (from ?? '') <= end_date)
    .map((version) => ({ ...version, from: (version.from ?? '') <= start_date ? null : version.from }))
}

type Priced = {
  prices: Prices
  range: Range
  unprovided: readonly FrozenPremium[]
  lines: readonly GrossLine[]
  linesIn: (parts: readonly PeriodPart[], unprovided: readonly PaidBeside[]) => readonly GrossLine[]
}

/** The hours of the range, and their lines in files. */
function frozen(time: PaidTime, { prices, range, unprovided, lines, linesIn }: Priced): FrozenTime {
  const beside = besideWork(unprovided)
  const ofFiles = paidLines(time.stretches, time.entries, range, { prices, unprovided: beside })
  const cents = centsOfLines(
    ofFiles,
    lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  )
  return {
    stretches: time.stretches.filter((stretch) => isWithin(stretch, range)),
    off: time.entries.filter((entry) => entry.kind === 'pto' && entry.seconds > 0 && isWithin(entry, range)),
    unprovided,
    lines: paired(ofFiles, cents).map(([{ entry_id, date, jobcode_id, kind, seconds }, { cost, billed }]) => ({
      ...{ entry_id, date, jobcode_id, kind, seconds, cost, billed },
    })),
    days: daysOf(lines, range, (day) => linesIn([{ range: day, before: [] }], beside)),
  }
}

/** The lines by day: each line's figures are divided among the days by what each day would be paid alone. */
function daysOf(
  lines: readonly GrossLine[],
  range: Range,
  linesOn: (day: Range) => readonly GrossLine[],
): FrozenTime['days'] {
  const dates = datesIn(range)
  const onDates = dates.map(
    (date) => new Map(linesOn({ start_date: date, end_date: date }).map((line) => [lineKey(line), line])),
  )
  return lines.flatMap((line, place) => {
    const parts = onDates.map((day) => day.get(lineKey(line)))
    const seconds = shared(
      parts.map((part) => part?.seconds ?? 0),
      line.seconds,
    )
    const cents = shared(
      parts.map((part) => part?.amount_cents ?? 0),
      line.amount_cents,
    )
    return dates
      .map((date, index) => ({ date, line: place, seconds: seconds[index] ?? 0, amount_cents: cents[index] ?? 0 }))
      .filter((day) => day.seconds !== 0 || day.amount_cents !== 0)
  })
}

function datesIn({ start_date, end_date }: Range): string[] {
  const dates: string[] = []
  for (let date = start_date; date <= end_date; date = addDays(date, 1)) dates.push(date)
  return dates
}

/** Whole shares of a total by weights; all of it on the last day if there are none. */
function shared(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum <= 0 || total < 0) return weights.map((_, index) => (index === weights.length - 1 ? total : 0))
  return centShares(
    weights.map((weight) => (weight * total) / sum),
    total,
  )
}
