import { breakAnswers } from '../company/breaks/break_answers.ts'
import { breakEntries, paidBreakRules } from '../company/breaks/break_rules.ts'
import { policyOf } from '../company/pay/worked_time.ts'
import type { ReadContext } from '../engine/context.ts'
import { type Handle, inList, sql } from '../engine/sql.ts'
import type { User } from '../resources/users/record.ts'
import { firstOf, lastOf, valueAt } from '../rules/elements.ts'
import { datesAround } from '../rules/overtime/needed.ts'
import type { Entry } from '../rules/overtime/overtime.ts'
import { shiftDaysMax } from '../rules/overtime/shifts.ts'
import { firstDayOf } from '../rules/overtime/workdays.ts'
import type { Range } from '../rules/pay/payroll.ts'
import { type BreakPremium, breakPremiums } from '../rules/time/break_premiums.ts'
import { type BreakVersion, breakFindings, breakVersionsIn, type EntryWithBreaks } from '../rules/time/breaks.ts'
import { addDays } from '../rules/time/calendar.ts'

/**
 * What is paid within the range for breaks that were not provided, for each user to whom the company pays that; others are
 * absent. Its date is the workday on which the shift begins. No query unless there is such a user. Call after `loadRules`.
 */
export async function unprovidedBreaks(
  users: readonly User[],
  range: Range,
  ctx: ReadContext,
  handle: Handle,
): Promise<Map<number, BreakPremium[]>> {
  const paid = users.flatMap((user) => {
    const rules = breakVersionsIn(paidBreakRules(ctx.company, user), range)
    return rules.length > 0 ? [{ user, rules }] : []
  })
  const found = await premiumsOf(paid, range, ctx, handle)
  return new Map([...found].map(([id, { premiums }]) => [id, premiums]))
}

/**
 * The same for rules whose premium is time worked, as entries of that time on the job of the last work of the shift, so
 * that it counts toward overtime.
 */
export async function workedPremiums(
  users: readonly User[],
  range: Range,
  ctx: ReadContext,
  handle: Handle,
): Promise<Map<number, Entry[]>> {
  const paid = users.flatMap((user) => {
    const rules = breakVersionsIn(paidBreakRules(ctx.company, user), range)
    return rules.some(isWorked) ? [{ user, rules }] : []
  })
  const found = await premiumsOf(paid, range, ctx, handle)
  return new Map([...found].map(([id, { entries, premiums }]) => [id, entriesOf(premiums, entries)]))
}

function isWorked({ rules }: BreakVersion): boolean {
  return rules.some(({ premium_worked }) => premium_worked)
}

function entriesOf(premiums: readonly BreakPremium[], own: readonly EntryWithBreaks[]): Entry[] {
  const byId = new Map(own.map((entry) => [entry.id, entry]))
  return premiums
    .filter(({ worked }) => worked)
    .map(({ date, seconds, timesheet_ids }, index): Entry => {
      const worked = timesheet_ids.flatMap((id) => byId.get(id) ?? []).filter(({ kind }) => kind === 'work')
      const { jobcode_id = 0 } = worked.length > 0 ? lastOf(worked) : {}
      const times = { date, start: 0, end: 0, seconds, manual: true }
      return { id: -1 - index, ...times, kind: 'work', jobcode_id, premium: true }
    })
}

type Paid = { user: User; rules: readonly BreakVersion[] }

async function premiumsOf(
  paid: readonly Paid[],
  range: Range,
  { company }: ReadContext,
  handle: Handle,
): Promise<Map<number, { premiums: BreakPremium[]; entries: readonly EntryWithBreaks[] }>> {
  if (paid.length === 0) return new Map()
  const { company_id } = company.row
  const whose = inList(
    sql`user_id`,
    paid.map(({ user }) => user.id),
  )
  // A shift of the first or last day may have entries on the days before or after.
  const days = { first: addDays(range.start_date, -shiftDaysMax), last: addDays(range.end_date, shiftDaysMax) }
  const { first, last, since } = datesAround(days)
  const wider = { start_date: since, end_date: last }
  const entries = await breakEntries(
    sql`company_id = ${company_id} and ${whose} and date between ${since} and ${last}
      and (date >= ${first} or duration > 86400) and "end" is not null`,
    company,
    handle,
  )
  const answers = await breakAnswers(company_id, whose, wider, handle)
  return new Map(
    paid.map(({ user, rules }) => {
      const own = entries.get(user.id) ?? []
      // All these entries have ended, so the current time does not matter.
      const policy = policyOf(user, company)
      const byId = new Map(own.map((entry) => [entry.id, entry]))
      const findings = breakFindings(own, rules, 0, answers.get(user.id)).map((found) => {
        const { date, start, type } = valueAt(byId, firstOf(found.timesheet_ids))
        return { ...found, date: firstDayOf({ date, start, manual: type === 'manual' }, policy) }
      })
      const within = findings.filter(({ date }) => date >= range.start_date && date <= range.end_date)
      return [user.id, { premiums: breakPremiums(within), entries: own }]
    }),
  )
}
