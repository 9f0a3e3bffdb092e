import type { PaidInputs } from '../../company/pay/pay_runs.ts'
import { policiesOf, policyFor } from '../../company/pay/pto.ts'
import { payPeriodFor } from '../../company/settings/pay_period.ts'
import { retentionOf } from '../../company/settings/retention.ts'
import { loadSettings, settingsFor, zoneFor } from '../../company/settings/settings.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { ReadContext } from '../../engine/context.ts'
import { type Handle, inList, sql } from '../../engine/sql.ts'
import type { PayRun } from '../../resources/pay_runs.ts'
import type { User } from '../../resources/users/record.ts'
import { type Cause, overlaps, type PayLine, uncovered } from '../../rules/pay/adjustments.ts'
import { type GrossLine, payoutKind } from '../../rules/pay/gross_lines.ts'
import { Money, type PayRate, type RateBook } from '../../rules/pay/pay.ts'
import { perSecond } from '../../rules/pay/payer.ts'
import { type InParts, inParts, periodsIn } from '../../rules/pay/period_parts.ts'
import { daysKept } from '../../rules/settings/retention.ts'
import { setting } from '../../rules/settings/settings.ts'
import { addDays, localDate, type Range } from '../../rules/time/calendar.ts'
import { moneyFacts } from '../gross_pay.ts'
import { peopleOf } from '../people.ts'
import { type Adjustment, PaidBefore } from './adjust.ts'
import { whatMayDiffer } from './changed.ts'
import { type AskedDays, type DuePay, duePay } from './due_pay.ts'
import { UnapprovedTime } from './unapproved.ts'

/** What a run is about: its kind, its days, and the chosen people; none for everyone. */
type RunPlan = Pick<PayRun, 'kind' | 'start_date' | 'end_date' | 'user_ids'>

/** A balance of paid time off that is paid out. `rate` is null if none is in effect. */
type Payout = {
  jobcode_id: number
  rate: number | null
  per: PayRate['per']
  seconds: number
  amount_cents: number
}

/** What a run pays one person: their days, adjustments of earlier runs, and balances that are paid out. */
export type PersonRun = {
  user: User
  days: readonly DuePay[]
  adjustments: readonly Adjustment[]
  payouts: readonly Payout[]
}

/** What a run pays. `unapproved`: people with unapproved time in its days; `taken`: those whose days a run has paid. */
type Reckoned = {
  /** Everyone whose days were considered, unless some of their paid days are not approved again. */
  settled: readonly User[] | undefined
  people: readonly PersonRun[]
  unapproved: readonly { user: User; date: string }[]
  taken: readonly { user: User; run: number }[]
}

/** Reckons a run, with a constant number of queries. Nothing is stored. */
export async function reckon(plan: RunPlan, ctx: ReadContext, handle: Handle): Promise<Reckoned> {
  const { company } = ctx
  const companyId = company.row.company_id
  await loadSettings(company)
  const chosen = plan.user_ids.length > 0 ? plan.user_ids : undefined
  const users = await peopleOf(chosen ? inList(sql`id`, chosen) : sql`1 = 1`, ctx, handle)
  const since = await keptSince(ctx, handle)
  const before = await PaidBefore.load(chosen, since, companyId, handle)
  const periods = await regularPeriods(since, companyId, handle)
  const approves = setting(settingsFor(company), 'approvals', 'installed') === '1'
  const mayDiffer = await whatMayDiffer(ctx, handle)
  const own = new Map<number, readonly AskedDays[]>()
  const earlier = new Map<number, readonly AskedDays[]>()
  let isSettled = !chosen && plan.kind !== 'correction'
  for (const user of users) {
    const days = daysOf(user, plan, before.rangesOf(user.id), { periods, since }, company)
    own.set(user.id, days.own)
    const differing = withFollowing(days.earlier, ({ range }) => mayDiffer(user, range))
    // What is due for days that were reopened is known once they are approved again.
    const isApproved = ({ end_date }: Range) => !approves || end_date <= user.approved_to
    const approved = differing.filter((days) => [days.range, ...paidBefore(days)].every(isApproved))
    isSettled &&= approved.length === differing.length
    earlier.set(user.id, approved)
  }
  await before.loadPay(earlier, companyId, handle)
  const asked = new Map(users.map(({ id }) => [id, [...(own.get(id) ?? []), ...(earlier.get(id) ?? [])]]))
  const due = Map.groupBy(await duePay(asked, users, ctx, handle), ({ user }) => user.id)
  const unapproved = approves
    ? await UnapprovedTime.load([...spanOf(own, plan), ...lastDaysOf(earlier)], chosen, companyId, handle)
    : UnapprovedTime.none
  const payouts =
    plan.kind === 'final' ? await payoutsOf(users, plan.end_date, ctx, handle) : new Map<number, Payout[]>()
  const dueIn = (asked: ReadonlyMap<number, readonly AskedDays[]>, { id }: User) =>
    (due.get(id) ?? []).filter(({ range }) => asked.get(id)?.some((days) => days.range === range))
  const waiting = new Set(
    users.flatMap((user) =>
      withFollowing(dueIn(earlier, user), (one) => unapproved.mayChange(one, before.entriesOf(one))),
    ),
  )
  const people = users.map(
    (user): PersonRun => ({
      user,
      days: dueIn(own, user).filter((one) => user.active || isWorth(one)),
      adjustments: dueIn(earlier, user).flatMap((one) => (waiting.has(one) ? [] : (before.adjustment(one) ?? []))),
      payouts: payouts.get(user.id) ?? [],
    }),
  )
  return {
    settled: isSettled && waiting.size === 0 ? users : undefined,
    people: people.filter(({ days, adjustments, payouts }) => days.length + adjustments.length + payouts.length > 0),
    unapproved: users.flatMap((user) => {
      const date = unapproved.firstIn(user.id, dueIn(own, user))
      return date === undefined ? [] : [{ user, date }]
    }),
    taken: users.flatMap((user) => {
      const [run] = plan.kind === 'correction' ? [] : before.runsOf(user.id, plan)
      return run === undefined ? [] : [{ user, run }]
    }),
  }
}

/** The days of a person that a run pays, and those that runs paid or should have paid. */
type PersonDays = { own: AskedDays[]; earlier: AskedDays[] }

/** Finds them. `paid`: the days that were paid to the person, in that order; `periods`: the days of runs for everyone. */
function daysOf(
  user: User,
  plan: RunPlan,
  paid: readonly PaidInputs[],
  { periods, since }: { periods: readonly Range[]; since: string },
  company: CompanySnapshot,
): PersonDays {
  const own = plan.kind === 'correction' ? [] : uncovered(plan, paid)
  // Time that someone has in the days of earlier runs without having been paid.
  const missed: Range[] = []
  for (const period of periods) missed.push(...uncovered(period, [...paid, ...missed, ...own]))
  const periodOf = (date: string) => payPeriodFor(company, user, date)
  const known = paid.map(({ start_date, end_date, inputs: { periods } }) => {
    const range = { start_date, end_date }
    return { range, periods, ...(!periods && { touched: periodsIn(range, periodOf) }) }
  })
  const now = [...own, ...missed].sort((a, b) => (a.start_date < b.start_date ? -1 : 1))
  const all = inParts([...known, ...now.map((range) => ({ range, periods: periodsIn(range, periodOf) }))])
  const isOwn = ({ range }: AskedDays) => own.includes(range)
  // What was paid for a pay period of which some time is no longer kept is final.
  const isKept = ({ range, periods = [] }: AskedDays) =>
    range.start_date >= since && periods.every((one) => one >= since)
  return { own: all.filter(isOwn), earlier: all.filter((days) => !isOwn(days) && isKept(days)) }
}

/** The days that are `chosen`, and those with parts of the same pay periods that were paid after them. Pass them in order. */
function withFollowing<D extends InParts & { range: Range }>(days: readonly D[], isChosen: (one: D) => boolean): D[] {
  const chosen: D[] = []
  for (const one of days)
    if (isChosen(one) || paidBefore(one).some((part) => chosen.some(({ range }) => overlaps(range, part))))
      chosen.push(one)
  return chosen
}

function paidBefore({ parts }: InParts): Range[] {
  return parts.flatMap(({ before }) => before)
}

/** The days of a run, if anyone has days of their own in it. */
function spanOf(own: ReadonlyMap<number, readonly AskedDays[]>, { start_date, end_date }: RunPlan): Range[] {
  return [...own.values()].some((ranges) => ranges.length > 0) ? [{ start_date, end_date }] : []
}

/** The last days of approved ranges: only time near them can have a date that is not approved. */
function lastDaysOf(earlier: ReadonlyMap<number, readonly AskedDays[]>): Range[] {
  return [...earlier.values()].flat().map(({ range: { end_date } }) => ({ start_date: end_date, end_date }))
}

/** Whether there is anything to pay for days. */
export function isWorth({ lines }: DuePay): boolean {
  return lines.length > 0
}

/** Whether a run pays a person anything. */
export function isPaid({ days, adjustments, payouts }: PersonRun): boolean {
  return days.some(isWorth) || adjustments.length > 0 || payouts.length > 0
}

/** A line that a run pays a person, with the days that it belongs to; `cause` is '' unless it adjusts another run. */
type PersonLine = Range & { cause: Cause | ''; line: GrossLine & PayLine }

/** What a run pays a person, line by line: the days, then adjustments, then balances of paid time off. */
export function linesOfPerson({ days, adjustments, payouts }: PersonRun, { end_date }: Range): PersonLine[] {
  return [
    ...days.flatMap(({ range, lines }) => lines.map((line): PersonLine => ({ ...range, cause: '', line }))),
    ...adjustments.flatMap(({ due, cause, lines }) => lines.map((line) => ({ ...due.range, cause, line }))),
    ...payouts.map(
      (payout): PersonLine => ({
        ...{ start_date: end_date, end_date, cause: '' },
        line: { kind: payoutKind, multiplier: 1, parts: [], ...payout },
      }),
    ),
  ]
}

/** The first date from which all time is kept, with room for workweeks and fortnights; '' if it is kept forever. */
async function keptSince({ company, now }: ReadContext, handle: Handle): Promise<string> {
  const { chosen, country } = await retentionOf(handle, company.row.company_id)
  const days = daysKept('timesheets', chosen.get('timesheets'), country)
  return days === 0 ? '' : addDays(localDate(now, zoneFor(company)), 21 - days)
}

/** The days of closed runs for everyone: time that someone has there without having been paid came late. */
function regularPeriods(since: string, companyId: number, handle: Handle): Promise<Range[]> {
  return handle.all<Range>(sql`select start_date, end_date from pay_runs
    where company_id = ${companyId} and state <> 'open' and kind <> 'correction' and user_ids = ''
      and start_date >= ${since} order by end_date, id`)
}

/** The balances that policies pay out at the end of employment, at the rate of the last day. */
async function payoutsOf(
  users: readonly User[],
  date: string,
  ctx: ReadContext,
  handle: Handle,
): Promise<Map<number, Payout[]>> {
  const policies = await policiesOf(handle, ctx.company.row.company_id)
  const { rates } = await moneyFacts({ start_date: date, end_date: date }, ctx, handle)
  return new Map(
    users.map((user) => [
      user.id,
      Object.entries(user.pto_balances).flatMap(([job, seconds]) => {
        const jobcode_id = Number(job)
        if (seconds <= 0 || policyFor(policies, jobcode_id, user)?.paid_out !== 1) return []
        return [{ jobcode_id, seconds, ...priceOf(user, { date, seconds }, rates) }]
      }),
    ]),
  )
}

function priceOf(
  { id }: User,
  { date, seconds }: { date: string; seconds: number },
  rates: RateBook,
): Pick<Payout, 'rate' | 'per' | 'amount_cents'> {
  const rate = rates.at(id, 0, date)
  if (!rate) return { rate: null, per: 'hour', amount_cents: 0 }
  const money = new Money()
  const { n, d } = perSecond(rate)
  money.add(BigInt(seconds) * n, d)
  return { rate: rate.rate, per: rate.per, amount_cents: money.cents() }
}
