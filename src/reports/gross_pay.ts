import { loadMoney, type Money as MoneyFacts } from '../company/pay/pay_rates.ts'
import { loadSettings } from '../company/settings/settings.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { day } from '../engine/filters.ts'
import { type Handle, sql } from '../engine/sql.ts'
import { amountKinds } from '../rules/pay/amounts.ts'
import { type GrossLine, grossLines, grossSum, isAmountLine, isUnpriced } from '../rules/pay/gross_lines.ts'
import { bill, Money, ratesPerUnit } from '../rules/pay/pay.ts'
import type { Range } from '../rules/pay/payroll.ts'
import { breakPremiumDays } from '../rules/time/breaks.ts'
import { report } from '../wire/report.ts'
import { unprovidedBreaks } from './break_premium.ts'
import { type PaidTime, paidTime } from './overtime.ts'
import { payerOf, salaryStart } from './payer.ts'
import { peopleFilters } from './people.ts'

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
    if (!ctx.actor.isAdmin) throw new RequestError(403, 'pay_for_administrators_only')
    const { start_date, end_date } = query.values
    const range = { start_date, end_date }
    const facts = await factsOf(range, ctx, handle)
    const byDay = !facts.rates.byJob && facts.billing.size === 0
    const since = salaryStart(range, facts, ctx.company)
    const times = await paidTime(query, ctx, handle, { since, ...(byDay && { daily: true }) })
    const breaks = await unprovidedBreaks(
      times.map(({ user }) => user),
      range,
      ctx,
      handle,
    )
    const rows = times.map((time) => {
      const unprovided = breakPremiumDays(breaks.get(time.user.id) ?? []).map(({ date }) => date)
      return rowOf(time, facts, { range, unprovided, company: ctx.company })
    })
    const people = rows.filter(({ lines }) => lines.length > 0)
    return JSON.stringify({ ...range, overtime_pay: facts.wayOn(end_date), people })
  },
})

async function factsOf(range: Range, { company }: ReadContext, handle: Handle): Promise<MoneyFacts> {
  await loadSettings(company)
  return loadMoney(company, handle, range)
}

/** `unprovided`: the dates for which an hour is paid because a break was not provided. */
type Asked = { range: Range; unprovided: readonly string[]; company: CompanySnapshot }

function rowOf(time: PaidTime, facts: MoneyFacts, asked: Asked) {
  const { user, stretches } = time
  const { range } = asked
  const { billing } = facts
  const { payer, lines } = linesOf(time, facts, asked)
  const billed = new Money()
  let billable_seconds = 0
  for (const { date, jobcode_id, seconds } of stretches) {
    const rate = billing.get(jobcode_id)
    if (rate === undefined || date < range.start_date || date > range.end_date) continue
    billable_seconds += seconds
    bill(seconds, rate, billed)
  }
  return {
    user_id: user.id,
    lines: lines.map(printed),
    regular_rates: payer.regularRates(range).map(({ week, rate }) => ({ week, rate: rate / ratesPerUnit })),
    seconds_without_rate: lines.reduce((sum, line) => sum + (isUnpriced(line) ? line.seconds : 0), 0),
    gross_cents: grossSum(lines),
    repaid_cents: grossSum(lines.filter((line) => isAmountLine(line) && !amountKinds[line.kind].wages)),
    billable_seconds,
    billable_cents: billed.cents(),
  }
}

function linesOf(time: PaidTime, facts: MoneyFacts, { range, unprovided, company }: Asked) {
  const payer = payerOf(time, facts, company)
  return { payer, lines: grossLines(time.stretches, time.entries, payer, range, unprovided) }
}

/** The cost of a person’s time and amounts, in cents; null if some of the time has no rate. */
export function grossCents(time: PaidTime, facts: MoneyFacts, asked: Asked): number | null {
  const { lines } = linesOf(time, facts, asked)
  return lines.some(isUnpriced) ? null : grossSum(lines)
}

function printed({ rate, ...line }: GrossLine) {
  return { ...line, rate: rate === null ? null : rate / ratesPerUnit }
}
