import { loadMoney, type Money as MoneyFacts } from '../company/pay/pay_rates.ts'
import type { RunLine } from '../company/pay/pay_runs.ts'
import { loadSettings } from '../company/settings/settings.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { day } from '../engine/filters.ts'
import { type Handle, sql } from '../engine/sql.ts'
import { amountKinds } from '../rules/pay/amounts.ts'
import { type GrossLine, grossLines, grossSum, isAmountLine, isUnpriced } from '../rules/pay/gross_lines.ts'
import { bill, Money, ratesPerUnit } from '../rules/pay/pay.ts'
import type { PaidBeside } from '../rules/pay/payer.ts'
import type { Range } from '../rules/pay/payroll.ts'
import type { PeriodPart } from '../rules/pay/period_parts.ts'
import { seesPay } from '../rules/people/sight.ts'
import { report } from '../wire/report.ts'
import { besideWork, unprovidedBreaks } from './break_premium.ts'
import { type PaidTime, paidTime } from './overtime.ts'
import { payerOf, salaryStart } from './payer.ts'
import { peopleFilters } from './people.ts'
import { openParts } from './runs/open_parts.ts'
import { PaidRuns } from './runs/paid_runs.ts'

/**
 * Costs and billed amounts of people’s time. Not part of the vendor’s API; the app’s payroll report shows it to people
 * who see pay.
 */
export const grossPay = report({
  name: 'gross_pay',
  about: 'Gross pay by rate and multiplier, by person.',
  filters: {
    ...peopleFilters,
    start_date: day(() => sql`1 = 1`),
    end_date: day(() => sql`1 = 1`),
  },
  required: ['start_date', 'end_date'],
  async run(query, ctx, handle) {
    if (!seesPay(ctx.actor)) throw new RequestError(403, 'pay_for_administrators_only')
    const { start_date, end_date } = query.values
    const range = { start_date, end_date }
    const facts = await moneyFacts(range, ctx, handle)
    const byDay = !facts.rates.byJob && facts.billing.size === 0
    const since = salaryStart(range, facts, ctx.company)
    const times = await paidTime(query, ctx, handle, { since, ...(byDay && { daily: true }) })
    const breaks = await unprovidedBreaks(
      times.map(({ user }) => user),
      range,
      ctx,
      handle,
    )
    const ids = query.values.user_ids || query.values.group_ids ? times.map(({ user }) => user.id) : undefined
    const paid = await PaidRuns.within(range, ctx.company.row.company_id, handle, ids)
    const rows = times.map((time) => {
      const asked = { range, unprovided: besideWork(breaks.get(time.user.id)), company: ctx.company }
      return rowOf(time, facts, asked, paid)
    })
    const people = rows.filter(({ lines, adjustments = [] }) => lines.length + adjustments.length > 0)
    return JSON.stringify({ ...range, overtime_pay: facts.wayOn(end_date), people })
  },
})

/** What gross pay of a range needs of the company. */
export async function moneyFacts(range: Range, { company }: ReadContext, handle: Handle): Promise<MoneyFacts> {
  await loadSettings(company)
  return loadMoney(company, handle, range)
}

/** `unprovided`: what is paid beside the work because breaks were not provided. */
type Asked = { range: Range; unprovided: readonly PaidBeside[]; company: CompanySnapshot }

function rowOf(time: PaidTime, facts: MoneyFacts, asked: Asked, paid: PaidRuns | undefined) {
  const { user } = time
  const { range, unprovided, company } = asked
  const { payer, linesIn } = priced(time, facts, company)
  const parts = openParts(user, range, company, paid)
  const open = linesIn(parts, unprovided)
  const lines = paid ? paid.linesOf(user.id, open) : open
  const adjustments = paid?.besides(user.id) ?? []
  const all = [...lines, ...adjustments.map(({ line }) => line)]
  const billed = [...(paid?.billedOf(user.id) ?? []), ...parts.map((part) => billedIn(part, time, facts))]
  const sum = (of: 'seconds' | 'billed') => billed.reduce((all, one) => all + one[of], 0)
  return {
    user_id: user.id,
    lines: lines.map(printed),
    regular_rates: payer.regularRates(range).map(({ week, rate }) => ({ week, rate: rate / ratesPerUnit })),
    seconds_without_rate: lines.reduce((sum, line) => sum + (isUnpriced(line) ? line.seconds : 0), 0),
    ...(adjustments.length > 0 && { adjustments: adjustments.map(printedAdjustment) }),
    gross_cents: grossSum(all),
    repaid_cents: grossSum(all.filter((line) => isAmountLine(line) && !amountKinds[line.kind].wages)),
    billable_seconds: sum('seconds'),
    billable_cents: sum('billed'),
  }
}

/** The time of open days on billable jobs; `billed` in hundredths of the currency unit, rounded once as in files. */
function billedIn({ range }: PeriodPart, { stretches }: PaidTime, { billing }: MoneyFacts) {
  const money = new Money()
  let all = 0
  for (const { date, jobcode_id, seconds, premium } of stretches) {
    const rate = billing.get(jobcode_id)
    if (rate === undefined || premium || date < range.start_date || date > range.end_date) continue
    all += seconds
    bill(seconds, rate, money)
  }
  return { seconds: all, billed: money.cents() }
}

/**
 * The prices of a person's time, and the lines of gross pay of any days within it. `unprovided`: what is paid beside the
 * work because breaks were not provided.
 */
export function priced(time: PaidTime, facts: MoneyFacts, company: CompanySnapshot) {
  const payer = payerOf(time, facts, company)
  const linesIn = (parts: readonly PeriodPart[], unprovided: readonly PaidBeside[]): GrossLine[] =>
    grossLines(time.stretches, time.entries, payer, parts, unprovided)
  return { payer, linesIn }
}

/** The cost of a person’s time and amounts, in cents; null if some of the time has no rate. */
export function grossCents(time: PaidTime, facts: MoneyFacts, asked: Asked): number | null {
  const { range, unprovided, company } = asked
  const lines = priced(time, facts, company).linesIn(openParts(time.user, range, company), unprovided)
  return lines.some(isUnpriced) ? null : grossSum(lines)
}

/** A line that a run paid for other days than its own, or for none. */
export function printedAdjustment({ pay_run_id, start_date, end_date, cause, reason, line }: RunLine) {
  return { pay_run_id, start_date, end_date, cause, reason, ...printed(line) }
}

/** A line with its rate in currency units. */
export function printed({ rate, ...line }: GrossLine) {
  return { ...line, rate: rate === null ? null : rate / ratesPerUnit }
}
