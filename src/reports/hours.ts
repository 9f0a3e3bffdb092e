import { loadMoney, type Money as MoneyFacts } from '../company/pay/pay_rates.ts'
import { payPeriodFor } from '../company/settings/pay_period.ts'
import { loadSettings, settingsFor } from '../company/settings/settings.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { ReadContext } from '../engine/context.ts'
import { Refusal, RequestError } from '../engine/errors.ts'
import { anyOf, choice, day, type Filter, flag, tristate } from '../engine/filters.ts'
import { type Handle, sql } from '../engine/sql.ts'
import type { User } from '../resources/users/record.ts'
import { elementAt, valueAt } from '../rules/elements.ts'
import { msg } from '../rules/language/messages.ts'
import { once } from '../rules/once.ts'
import { datesAround } from '../rules/overtime/needed.ts'
import { overtime } from '../rules/overtime/overtime.ts'
import type { Range } from '../rules/pay/payroll.ts'
import { sharesByJob, shownSeconds } from '../rules/pay/shown_hours.ts'
import { shownUnits } from '../rules/pay/shown_units.ts'
import { adjustedLines } from '../rules/payroll_files/adjusted.ts'
import { breakPremiumKind } from '../rules/payroll_files/kinds.ts'
import { fullName, type PaidLine, type Prices } from '../rules/payroll_files/time.ts'
import { seesPay } from '../rules/people/sight.ts'
import {
  adjustmentKind,
  type Grouping,
  groupings,
  type HoursLine,
  type HoursNames,
  type HoursReport,
  hoursReport,
} from '../rules/reports/hours.ts'
import type { BreakPremium } from '../rules/time/break_premiums.ts'
import { daysBetween } from '../rules/time/calendar.ts'
import { report } from '../wire/report.ts'
import { besideWork, unprovidedBreaks } from './break_premium.ts'
import { type FinishedTime, finishedTime, type PaidTime } from './overtime.ts'
import { payerOf, salaryStart } from './payer.ts'
import { peopleFilters, queryOf } from './people.ts'
import { linesAsPaid } from './runs/lines_as_paid.ts'
import { openParts } from './runs/open_parts.ts'
import { PaidRuns } from './runs/paid_runs.ts'

/** The most days and the most rows of a report. */
const daysMax = 400
const rowsMax = 20_000

/** The filters and the layout of the report. */
export type HoursQuestion = Range & {
  user_ids?: number[] | undefined
  group_ids?: number[] | undefined
  jobcode_ids?: number[] | undefined
  item_ids?: number[] | undefined
  /** `both` for all time. */
  billable: string
  group_by: readonly Grouping[]
  sort: string
  money: boolean
}

const any = () => sql`1 = 1`

/** One or two groupings, separated by commas. */
const groupingList = {
  parse: (given: string[], label: string): Grouping[] => {
    const asked = given.flatMap((text) => text.split(',')).map((text) => text.trim())
    const known = asked.flatMap((text) => groupings.find((name) => name === text) ?? [])
    if (known.length !== asked.length || known.length > 2 || new Set(known).size !== known.length)
      throw new Refusal(417, 'groupings_unknown', { field: label, choices: groupings.join(', ') })
    return known
  },
  initial: ['job'] as Grouping[],
  condition: any,
  aliases: [],
  schema: { type: 'string' },
  about: `One or two of ${groupings.join(', ')}, separated by a comma.`,
} satisfies Filter<Grouping[]>

/** The filters of the report and its files. */
export const hoursFilters = {
  ...peopleFilters,
  start_date: day(any),
  end_date: day(any),
  jobcode_ids: anyOf('jobcode_id'),
  item_ids: anyOf('item_id'),
  billable: tristate('both', any),
  group_by: groupingList,
  sort: { ...choice(['name'], 'name', any), parse: (given: string[]) => given.join(',').trim() || 'name' },
  money: flag(false),
}

/**
 * Hours by job, person or date, with costs. Not part of the vendor’s API. Its figures match the payroll report for the
 * same people and dates, in the unit that the company shows.
 */
export const hours = report({
  name: 'hours',
  about: 'Hours grouped by job, person or date.',
  filters: hoursFilters,
  required: ['start_date', 'end_date'],
  async run({ values }, ctx, handle) {
    const report = await readHours(values, ctx, handle)
    return JSON.stringify(report)
  },
})

/** Reads the report. Throws RequestError 403 for money that the actor may not see, 417 if it is too long. */
export async function readHours(
  question: HoursQuestion,
  ctx: ReadContext,
  handle: Handle,
): Promise<HoursReport & { unit: number }> {
  const { start_date, end_date, user_ids, group_ids, money, group_by, sort } = question
  if (money && !seesPay(ctx.actor)) throw new RequestError(403, 'pay_for_administrators_only', { field: 'money' })
  if (daysBetween(start_date, end_date) >= daysMax) throw new RequestError(417, 'range_too_long', { max: daysMax })
  const query = queryOf({ start_date, end_date, user_ids, group_ids, advanced_overtime: 'both' })
  await loadSettings(ctx.company)
  const facts = money ? await loadMoney(ctx.company, handle, question) : undefined
  const since = facts ? salaryStart(question, facts, ctx.company) : start_date
  const times = await finishedTime(query, ctx, handle, { since })
  const unit = shownUnit(ctx.company)
  const users = times.map(({ user }) => user)
  const breaks = await unprovidedBreaks(users, question, ctx, handle)
  const ids = user_ids || group_ids ? users.map(({ id }) => id) : undefined
  // Its figures come from the lines of files, not from those of gross pay.
  const paid = await PaidRuns.within(question, ctx.company.row.company_id, handle, ids, { ofHours: true })
  const wanted = await wantedLines(question, ctx, handle)
  const lines = times.flatMap((time) =>
    linesOf(time, question, {
      unit,
      facts,
      unprovided: breaks.get(time.user.id) ?? [],
      wanted,
      paid,
      company: ctx.company,
    }),
  )
  const names = await namesOf(times, lines, ctx)
  const report = hoursReport(lines, { group_by, sort }, names, { money, start_date, end_date })
  if (report.rows.length > rowsMax)
    throw new RequestError(417, 'report_too_long', { count: report.rows.length, max: rowsMax })
  return { unit, ...report }
}

/** The unit in which the company shows hours, in seconds. */
export function shownUnit(company: CompanySnapshot): number {
  const { mtc_format_time_display } = settingsFor(company).time_entry.settings
  return mtc_format_time_display === 'decimal' ? shownUnits.decimal : shownUnits.hhmm
}

/** The first day of a person’s pay period, by date; hours are first divided among pay periods. */
export function payPeriods(user: User, company: CompanySnapshot): (date: string) => string {
  return (date) => payPeriodFor(company, user, date).start
}

/** Whether a line passes the filters; `entry_id` is 0 for break premium. */
type Wanted = (line: { entry_id: number; jobcode_id: number }) => boolean

async function wantedLines(question: HoursQuestion, ctx: ReadContext, handle: Handle): Promise<Wanted> {
  const { jobcode_ids, item_ids, billable } = question
  const jobs = jobcode_ids || billable !== 'both' ? await jobTree(ctx, handle) : new Map<number, JobRow>()
  const entries = item_ids ? await entriesWith(item_ids, question, ctx, handle) : undefined
  const isBelow = (id: number, wanted: readonly number[]): boolean => {
    for (let at = id; ; at = jobs.get(at)?.parent_id ?? 0) {
      if (wanted.includes(at)) return at !== 0 || id === 0
      if (at === 0) return false
    }
  }
  return ({ entry_id, jobcode_id }) => {
    if (jobcode_ids && !isBelow(jobcode_id, jobcode_ids)) return false
    if (billable !== 'both' && (jobs.get(jobcode_id)?.billable === 1) !== (billable === 'yes')) return false
    return entries?.has(entry_id) ?? true
  }
}

type JobRow = { id: number; parent_id: number; billable: number }

async function jobTree({ company }: ReadContext, handle: Handle): Promise<Map<number, JobRow>> {
  const rows = await handle.all<JobRow>(
    sql`select id, parent_id, billable from jobcodes where company_id = ${company.row.company_id}`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The entries that have one of the chosen items in each of their fields. */
async function entriesWith(
  item_ids: readonly number[],
  { start_date, end_date }: Range,
  { company }: ReadContext,
  handle: Handle,
): Promise<Set<number>> {
  await company.look('customfielditems', item_ids)
  const items = item_ids.flatMap((id) => company.get('customfielditems', id) ?? [])
  const fields = [...Map.groupBy(items, ({ customfield_id }) => customfield_id)]
  if (fields.length === 0) return new Set()
  // A part of an entry may belong to another day than its date.
  const { first, last, since } = datesAround({ first: start_date, last: end_date })
  const rows = await handle.tuples<[id: number, customfields: string]>(
    sql`select id, customfields from timesheets where company_id = ${company.row.company_id}
      and date between ${since} and ${last} and (date >= ${first} or duration > 86400) and customfields <> '{}'`,
  )
  const has = (customfields: string): boolean => {
    const chosen: Record<string, number> = JSON.parse(customfields)
    return fields.every(([field, own]) => own.some(({ id }) => chosen[field] === id))
  }
  const known = new Map<string, boolean>()
  const found = new Set<number>()
  for (const [id, customfields] of rows) {
    const fits = known.get(customfields) ?? has(customfields)
    known.set(customfields, fits)
    if (fits) found.add(id)
  }
  return found
}

type HowShown = {
  unit: number
  facts: MoneyFacts | undefined
  unprovided: readonly BreakPremium[]
  wanted: Wanted
  paid: PaidRuns | undefined
  company: CompanySnapshot
}

/**
 * A person’s lines as shown: paid days as runs paid them. Lines left out by filters get their share of the rounding, too.
 */
function linesOf(person: FinishedTime, range: Range, how: HowShown): HoursLine[] {
  const { unit, facts, unprovided, wanted, paid, company } = how
  const { user, entries, policy } = person
  const unpaid = openParts(user, range, company, paid)
  // The pay of days that runs have paid is not reckoned again.
  const time = { ...person, stretches: unpaid.length > 0 ? overtime(entries, policy) : [] }
  const prices = facts && pricesOf(time, facts, company)
  const own = linesAsPaid(time, unpaid, { prices, unprovided: besideWork(unprovided) }, paid)
  const merged = mergedLines([...own, ...unpaidLines(time, range)], wanted)
  const shown = sharesByJob(merged, ({ kind }) => kind, unit, payPeriods(user, company))
  const lines = merged.map((line, index): Merged => ({ ...line, seconds: elementAt(shown, index) }))
  return [...lines, ...adjustments(user.id, range, how)].flatMap((line) => {
    const { date, jobcode_id, kind, seconds, cents, isWanted } = line
    const amounts = { seconds, cost_cents: cents?.cost ?? 0, billable_cents: cents?.billed ?? 0 }
    return isWanted ? [{ user_id: user.id, jobcode_id, date, kind, ...amounts }] : []
  })
}

/** A person’s prices, whose payer is made when it is needed. */
function pricesOf(time: PaidTime, facts: MoneyFacts, company: CompanySnapshot): Prices {
  const payer = once(() => payerOf(time, facts, company))
  return {
    get payer() {
      return payer()
    },
    billing: facts.billing,
  }
}

/** What runs paid for days besides their own, on the last of these days that is in the range. */
function adjustments(userId: number, { start_date }: Range, { paid, facts, unit, wanted }: HowShown): Merged[] {
  if (!paid) return []
  const lines = adjustedLines(paid.otherHours(userId), paid.besides(userId), facts !== undefined)
  return lines.map((line) => ({
    ...line,
    date: line.date < start_date ? start_date : line.date,
    kind: adjustmentKind,
    seconds: shownSeconds(line.seconds, unit),
    isWanted: wanted(line),
  }))
}

type Merged = PaidLine & { isWanted: boolean }

/** Merges lines of the same day, job and kind, separately for those that pass the filters. */
function mergedLines(lines: readonly PaidLine[], wanted: Wanted): Merged[] {
  const found = new Map<string, Merged>()
  for (const line of lines) {
    const { date, jobcode_id, kind, seconds, cents } = line
    const entry_id = kind === breakPremiumKind ? 0 : line.entry_id
    const isWanted = wanted({ entry_id, jobcode_id })
    const key = `${date} ${jobcode_id} ${kind} ${isWanted}`
    const known = found.get(key)
    if (!known) {
      found.set(key, { ...line, isWanted })
      continue
    }
    known.seconds += seconds
    if (cents && known.cents)
      known.cents = { cost: known.cents.cost + cents.cost, billed: known.cents.billed + cents.billed }
  }
  return [...found.values()]
}

function unpaidLines({ entries, types }: FinishedTime, { start_date, end_date }: Range): PaidLine[] {
  return entries.flatMap(({ id, date, kind, jobcode_id, seconds }) => {
    if (kind !== 'unpaid' || seconds <= 0 || date < start_date || date > end_date) return []
    const unpaid = types.get(jobcode_id) === 'unpaid_break' ? 'unpaid_break' : 'unpaid_time_off'
    return [{ entry_id: id, date, jobcode_id, kind: unpaid, seconds }]
  })
}

async function namesOf(
  times: readonly FinishedTime[],
  lines: readonly HoursLine[],
  { company }: ReadContext,
): Promise<HoursNames> {
  const used = [...new Set(lines.map(({ jobcode_id }) => jobcode_id))]
  for (let open = used.filter((id) => id !== 0); open.length > 0; ) {
    await company.look('jobcodes', open)
    const above = open.map((id) => company.get('jobcodes', id)?.parent_id ?? 0)
    open = [...new Set(above)].filter((id) => id !== 0)
  }
  const groups = new Map((await company.list('groups')).map((group) => [group.id, group.name]))
  const people = new Map(times.map(({ user }) => [user.id, user]))
  const paths = new Map(used.map((id) => [id, pathTo(id, company)]))
  return {
    job: (id) => (id === 0 ? msg('No job') : (company.get('jobcodes', id)?.name ?? `Job ${id}`)),
    pathOf: (id) => paths.get(id) ?? [],
    person: (id) => fullName(valueAt(people, id)),
    group: (id) => (id === 0 ? msg('No group') : (groups.get(id) ?? `Group ${id}`)),
    groupOf: (id) => valueAt(people, id).group_id,
    weekStart: Number(settingsFor(company).general.settings.week_start ?? 0),
  }
}

function pathTo(id: number, company: CompanySnapshot): number[] {
  const path: number[] = []
  for (let at = id; at !== 0; ) {
    path.unshift(at)
    at = company.get('jobcodes', at)?.parent_id ?? 0
  }
  return path
}
