import { clocksFor } from '../company/company_clocks.ts'
import {
  chosenPolicy,
  companyRounding,
  entriesByPerson,
  loadRules,
  policyOf,
  type Types,
  typesOfJobcodes,
} from '../company/pay/worked_time.ts'
import type { Query, ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { day, tristate, type ValuesOfFilters } from '../engine/filters.ts'
import { type Handle, type Sql, sql } from '../engine/sql.ts'
import type { User } from '../resources/users/record.ts'
import { firstOf, lastOf } from '../rules/elements.ts'
import { datesNeeded } from '../rules/overtime/needed.ts'
import { type Entry, overtime, type Policy, type Rule, type Stretch } from '../rules/overtime/overtime.ts'
import { byWorkday } from '../rules/overtime/parts.ts'
import { daysAroundAll } from '../rules/overtime/workdays.ts'
import { hasOtherRates, type PayTotals, type Range, type Tally } from '../rules/pay/payroll.ts'
import { type AskedPeople, peopleFilters, peopleOf, selectedPeople, timesheetsOf } from './people.ts'
import { workedPremiums } from './unprovided_breaks.ts'
import { workedDays } from './worked_days.ts'

/** The filters shared by the payroll reports: people, dates, and the form of overtime. */
export const payFilters = {
  ...peopleFilters,
  start_date: day(() => sql`1 = 1`, { about: 'First date, inclusive.' }),
  end_date: day(() => sql`1 = 1`, { about: 'Last date, inclusive.' }),
  advanced_overtime: {
    ...tristate('both', () => sql`1 = 1`),
    about: 'yes: overtime by multiplier; no: time and a half and double time; omitted: both.',
  },
}

/** A query for people's pay between two dates. */
export type PayQuery = Query<
  Range & AskedPeople['values'] & { advanced_overtime?: ValuesOfFilters<typeof payFilters>['advanced_overtime'] }
>

/**
 * A person’s finished time in the whole workweeks that overlap the range, by workday, and how it is paid. `rules` are
 * those chosen for the person even if exempt, because reports show a column for each of their multipliers.
 */
export type PaidTime = FinishedTime & { stretches: readonly Stretch[] }

/** The same before pay is calculated. */
export type FinishedTime = {
  user: User
  policy: Policy
  rules: readonly Rule[]
  entries: readonly Entry[]
  /** Types of the jobcodes. */
  types: Types
}

/**
 * The time of the people a payroll report covers, in their order. With `daily`, a day is a single entry, for reports
 * that only need the amount worked, not on what or when. `people` overrides the people the actor may see; `users` are
 * the records of those people, if already loaded.
 */
export async function paidTime(
  query: PayQuery,
  ctx: ReadContext,
  handle: Handle,
  options: Options = {},
): Promise<PaidTime[]> {
  const people = await finishedTime(query, ctx, handle, options)
  return people.map((person) => ({ ...person, stretches: overtime(person.entries, person.policy) }))
}

/** `since`: the first date whose time is needed, if not that of the range. */
type Options = { daily?: true; people?: Sql; users?: readonly User[]; since?: string }

/** The same for reports that process one person after the other, which takes less memory and so less time. */
export async function finishedTime(
  query: PayQuery,
  ctx: ReadContext,
  handle: Handle,
  options: Options = {},
): Promise<FinishedTime[]> {
  await loadRules(ctx.company)
  const types = await typesOfJobcodes(ctx.company)
  const people = options.people ?? selectedPeople(query, ctx.actor, 'payroll')
  const persons = (options.users ?? (await peopleOf(people, ctx, handle))).map((user) => {
    const rules = rulesWithin(chosenPolicy(user, ctx.company), query.values)
    return { user, policy: policyOf(user, ctx.company), rules }
  })
  // Most people share a policy.
  const policies = [...new Set(persons.map(({ policy }) => policy))]
  for (const rules of new Set(persons.map(({ rules }) => rules))) checkForm(rules, query)
  const { start_date, end_date } = query.values
  const range = { start_date: options.since ?? start_date, end_date }
  const where = sql`${timesheetsOf(people, ctx)} and "end" is not null and ${timeNeeded(range, policies)}`
  const rounding = companyRounding(ctx.company)
  const clocks = await clocksFor(policies, range, ctx.company, handle)
  const read =
    options.daily && !rounding && !clocks
      ? await workedDays(where, policiesOf(persons), types, handle, ctx.company.row.company_id)
      : await entriesByPerson(where, types, handle, { offsets: rounding !== undefined, clocks })
  const premiums = await workedPremiums(
    persons.map(({ user }) => user),
    weeksAround(query.values, policies),
    ctx,
    handle,
  )
  return persons.map((person) => {
    const { user, policy } = person
    const own = read.get(user.id) ?? []
    const entries = byWorkday(own, policy, rounding)
    const premium = premiums.get(user.id) ?? []
    return { ...person, entries: premium.length > 0 ? [...entries, ...premium] : entries, types }
  })
}

function policiesOf(persons: readonly Pick<PaidTime, 'user' | 'policy'>[]): ReadonlyMap<number, Policy> {
  return new Map(persons.map(({ user, policy }) => [user.id, policy]))
}

/** The rules that apply on a day of the range; others do not affect its report. */
function rulesWithin({ rules }: Policy, { start_date, end_date }: Range): readonly Rule[] {
  const holds = ({ from = '', until }: Rule) => from <= end_date && (until === undefined || until > start_date)
  return rules.every(holds) ? rules : rules.filter(holds)
}

/** The workdays on which the overtime in the range depends. */
function weeksAround({ start_date, end_date }: Range, policies: readonly Policy[]): Range {
  const spans = policies.map((policy) => daysAroundAll({ first: start_date, last: end_date }, policy))
  const firsts = [start_date, ...spans.map(({ first }) => first)].sort()
  const lasts = [end_date, ...spans.map(({ last }) => last)].sort()
  return { start_date: firstOf(firsts), end_date: lastOf(lasts) }
}

/** Condition on timesheets that selects those on which the pay of the range depends. */
function timeNeeded({ start_date, end_date }: Range, policies: readonly Policy[]): Sql {
  const { first, last, since } = datesNeeded({ first: start_date, last: end_date }, policies)
  const dates = sql`date between ${since} and ${last}`
  return since === first ? dates : sql`${dates} and (date >= ${first} or duration > 86400)`
}

function checkForm(rules: readonly Rule[], { values }: PayQuery): void {
  if (values.advanced_overtime === 'no' && hasOtherRates(rules)) throw new RequestError(417, 'other_overtime_rates')
}

/** The properties of totals as JSON without the braces, in the requested form of overtime. */
export function printTotals(totals: PayTotals, { values }: PayQuery, further = ''): string {
  const form = values.advanced_overtime
  const basic = `"total_ot_seconds":${totals.total_ot_seconds},"total_dt_seconds":${totals.total_dt_seconds},`
  const rest = `"total_pto_seconds":${totals.total_pto_seconds},${further}"total_work_seconds":${totals.total_work_seconds}`
  const byRule = `"overtime_by_rule":${JSON.stringify(totals.overtime_by_rule)}`
  const text = `"total_re_seconds":${totals.total_re_seconds},${form === 'yes' ? '' : basic}${rest},${byRule}`
  if (form === 'no') return text
  // As keys of an object, 2 would come before 1.5.
  const rates = Object.keys(totals.overtime_seconds).sort((a, b) => Number(a) - Number(b))
  const overtime = rates.map((rate) => `"${rate}":${totals.overtime_seconds[rate]}`).join()
  return `${text},"overtime_seconds":{${overtime}},"fixed_rate_seconds":{}`
}

/** Prints a tally as an entry of an object, by its jobcode; `unpaid` appears only in those of days. */
export type PrintTally = (jobcode_id: number, tally: Tally, unpaid?: number) => string

/** Prints tallies as `printTotals` does. Most have no overtime, and those share most of their text. */
export function tallyPrinter(shown: readonly number[], query: PayQuery): PrintTally {
  const form = query.values.advanced_overtime
  const basic = form === 'yes' ? '' : '"total_ot_seconds":0,"total_dt_seconds":0,'
  const zeros = [...shown].sort((a, b) => a - b).map((rate) => `"${rate}":0`)
  const detailed = form === 'no' ? '' : `,"overtime_seconds":{${zeros.join()}},"fixed_rate_seconds":{}`
  const end = `,"overtime_by_rule":{}${detailed}}`
  const between = (off: number, unpaid?: number) =>
    `,${basic}"total_pto_seconds":${off},${unpaidText(unpaid)}"total_work_seconds":`
  const [ofTotals, ofDays] = [between(0), between(0, 0)]
  return (jobcode_id, tally, unpaid) => {
    const plain = tally.plain()
    if (!plain) {
      const totals = printTotals(tally.totals(shown), query, unpaidText(unpaid))
      return `"${jobcode_id}":{"jobcode_id":${jobcode_id},${totals}}`
    }
    const { regular, off } = plain
    const middle = off > 0 || (unpaid ?? 0) > 0 ? between(off, unpaid) : unpaid === undefined ? ofTotals : ofDays
    return `"${jobcode_id}":{"jobcode_id":${jobcode_id},"total_re_seconds":${regular}${middle}${regular + off}${end}`
  }
}

function unpaidText(unpaid: number | undefined): string {
  return unpaid === undefined ? '' : `"total_unpaid_seconds":${unpaid},`
}

const seconds = (about: string, example: number) => ({ type: 'integer', description: about, examples: [example] })

/** Schema of a map to seconds, for the reference. */
export const secondsBy = (about: string) => ({
  type: 'object',
  description: about,
  additionalProperties: { type: 'integer' },
})

/** Properties of totals, for the reference. */
export const totalsSchema = {
  total_re_seconds: seconds('Regular.', 144000),
  total_ot_seconds: seconds('Paid at 1.5; not in the advanced form.', 7200),
  total_dt_seconds: seconds('Paid at 2; not in the advanced form.', 0),
  total_pto_seconds: seconds('Paid time off.', 28800),
  total_work_seconds: seconds('All of these.', 180000),
  overtime_seconds: secondsBy('Overtime by multiplier; not in the basic form.'),
  fixed_rate_seconds: secondsBy('By additional amount per hour; not in the basic form.'),
  overtime_by_rule: secondsBy('Overtime by the rule it is due to, such as daily or weekly.'),
}

/** Hours that pay runs paid for other days, for the reference; `own`: the properties that tell what they are. */
export function adjustmentsSchema(own: Record<string, object>) {
  const properties = {
    start_date: { type: 'string' },
    end_date: { type: 'string' },
    ...own,
    seconds: { type: 'integer', description: 'Negative for hours that were paid too much.' },
  }
  return {
    type: 'array',
    description:
      'Hours that pay runs within the dates paid for earlier days, besides the totals. Present if there are any.',
    items: { type: 'object', required: Object.keys(properties), properties },
  }
}

/** The properties that are always present. */
export const totalsRequired = ['total_re_seconds', 'total_pto_seconds', 'total_work_seconds', 'overtime_by_rule']
