import { loadMoney, type Money as MoneyFacts } from '../company/pay/pay_rates.ts'
import { loadSettings } from '../company/settings/settings.ts'
import type { ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { day } from '../engine/filters.ts'
import { type Handle, sql } from '../engine/sql.ts'
import { weekOfDay } from '../rules/overtime/workdays.ts'
import { bill, type GrossLine, grossLines, Money, type PaidBeside, Payer, ratesPerUnit } from '../rules/pay/pay.ts'
import type { Range } from '../rules/pay/payroll.ts'
import { report } from '../wire/report.ts'
import { besideWork, unprovidedBreaks } from './break_premium.ts'
import { type PaidTime, paidTime } from './overtime.ts'
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
    const facts = await factsOf(ctx, handle)
    const byDay = !facts.rates.byJob && facts.billing.size === 0
    const times = await paidTime(query, ctx, handle, byDay ? { daily: true } : {})
    const breaks = await unprovidedBreaks(
      times.map(({ user }) => user),
      range,
      ctx,
      handle,
    )
    const rows = times.map((time) => rowOf(time, facts, range, besideWork(breaks.get(time.user.id))))
    const people = rows.filter(({ lines }) => lines.length > 0)
    return JSON.stringify({ ...range, overtime_pay: facts.wayOn(end_date), people })
  },
})

async function factsOf({ company }: ReadContext, handle: Handle): Promise<MoneyFacts> {
  await loadSettings(company)
  return loadMoney(company, handle)
}

function rowOf(
  { user, policy, entries, stretches }: PaidTime,
  { rates, billing, wayOn }: MoneyFacts,
  range: Range,
  unprovided: readonly PaidBeside[],
) {
  const { payer, lines } = linesOf({ user, policy, entries, stretches }, { rates, wayOn }, range, unprovided)
  const billed = new Money()
  let billable_seconds = 0
  for (const { date, jobcode_id, seconds, premium } of stretches) {
    const rate = billing.get(jobcode_id)
    if (rate === undefined || premium || date < range.start_date || date > range.end_date) continue
    billable_seconds += seconds
    bill(seconds, rate, billed)
  }
  return {
    user_id: user.id,
    lines: lines.map(printed),
    regular_rates: payer.regularRates(range).map(({ week, rate }) => ({ week, rate: rate / ratesPerUnit })),
    seconds_without_rate: lines.reduce((sum, { rate, seconds }) => sum + (rate === null ? seconds : 0), 0),
    gross_cents: lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    billable_seconds,
    billable_cents: billed.cents(),
  }
}

function linesOf(
  { user, policy, entries, stretches }: Time,
  { rates, wayOn }: Pick<MoneyFacts, 'rates' | 'wayOn'>,
  range: Range,
  unprovided: readonly PaidBeside[],
) {
  const payer = new Payer(user.id, rates, stretches, { weekOf: (date) => weekOfDay(date, policy), wayOn })
  return { payer, lines: grossLines(stretches, entries, payer, range, unprovided) }
}

type Time = Pick<PaidTime, 'user' | 'policy' | 'entries' | 'stretches'>

/**
 * The cost of a person’s time, in cents; null if some of it has no rate. `unprovided`: what is paid beside the work
 * because breaks were not provided.
 */
export function grossCents(
  time: Time,
  facts: MoneyFacts,
  range: Range,
  unprovided: readonly PaidBeside[],
): number | null {
  const { lines } = linesOf(time, facts, range, unprovided)
  if (lines.some(({ rate }) => rate === null)) return null
  return lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}

function printed({ rate, ...line }: GrossLine) {
  return { ...line, rate: rate === null ? null : rate / ratesPerUnit }
}
