import type { ReadContext } from '../engine/context.ts'
import { flag } from '../engine/filters.ts'
import { printMap } from '../engine/serialize.ts'
import { overtime } from '../rules/overtime/overtime.ts'
import { causes } from '../rules/pay/adjustments.ts'
import { payrollTotals } from '../rules/pay/payroll.ts'
import { supplementalOf } from '../wire/list.ts'
import { report } from '../wire/report.ts'
import { breakPremiumSchema, breakPremiums, printPremium } from './break_premium.ts'
import { KeptParts } from './kept_parts.ts'
import {
  adjustmentsSchema,
  type FinishedTime,
  finishedTime,
  type PayQuery,
  payFilters,
  printTotals,
  secondsBy,
  totalsRequired,
  totalsSchema,
} from './overtime.ts'
import { PaidRuns } from './runs/paid_runs.ts'

const row = {
  type: 'object',
  required: ['user_id', 'client_id', 'start_date', 'end_date', ...totalsRequired, 'pto_seconds'],
  properties: {
    user_id: { type: 'integer' },
    client_id: { type: 'string', description: 'Company id.', examples: ['1'] },
    start_date: { type: 'string', examples: ['2026-03-01'] },
    end_date: { type: 'string', examples: ['2026-03-14'] },
    ...totalsSchema,
    pto_seconds: secondsBy('Paid time off by jobcode.'),
    break_premium_seconds: breakPremiumSchema,
    adjustments: adjustmentsSchema({
      cause: { type: 'string', enum: ['', ...causes] },
      kind: { type: 'string', description: 'As in gross pay, such as work and time_off.' },
      multiplier: { type: 'number' },
    }),
  },
}

const answer = {
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'object',
      required: ['payroll_report'],
      properties: { payroll_report: { type: 'object', description: 'By user.', additionalProperties: row } },
    },
    supplemental_data: { $ref: '#/components/schemas/Supplemental' },
  },
}

/** Seconds by kind of pay for each person, with overtime by the rules in their settings. */
export const payroll = report({
  name: 'payroll',
  about: 'Regular, overtime and paid time off seconds of each user between two dates.',
  filters: { ...payFilters, include_zero_time: flag(false, { about: 'Includes users without time.' }) },
  required: ['start_date', 'end_date'],
  answer,
  async run(query, ctx, handle) {
    const { start_date, end_date } = query.values
    const range = { start_date, end_date }
    const finished = await finishedTime(query, ctx, handle, { daily: true })
    const paid = await PaidRuns.within(range, ctx.company.row.company_id, handle, undefined, { ofHours: true })
    const rows = finished
      .map((person) => ({ user: person.user, ...partOf(person, query, paid) }))
      .filter(
        ({ user, totals }) =>
          query.values.include_zero_time || totals.total_work_seconds > 0 || (paid?.besides(user.id) ?? []).length > 0,
      )
    const premiums = await breakPremiums(
      rows.map(({ user }) => user),
      range,
      ctx,
      handle,
      paid,
    )
    const client_id = String(ctx.company.row.company_id)
    const printed = rows.map(({ user, text }): [number, string] => {
      const head = JSON.stringify({ user_id: user.id, client_id, ...range })
      return [
        user.id,
        `${head.slice(0, -1)},${text}${printPremium(premiums.get(user.id))}${printAdjusted(paid, user.id)}}`,
      ]
    })
    const extra = query.supplemental ? `,"supplemental_data":${await related(rows, ctx)}` : ''
    return `{"results":{"payroll_report":${printMap(printed)}}${extra}}`
  },
})

type Part = { totals: ReturnType<typeof payrollTotals>; text: string }

const kept = new KeptParts<Part>()

/** A person’s totals, and their printed text. */
function partOf(person: FinishedTime, query: PayQuery, paid: PaidRuns | undefined): Part {
  const { policy, rules, entries, user } = person
  const range = query.values
  const print = (totals: Part['totals']): Part => ({
    totals,
    text: `${printTotals(totals, query)},"pto_seconds":${JSON.stringify(totals.pto_seconds)}`,
  })
  const question = `${range.start_date} ${range.end_date} ${query.values.advanced_overtime}`
  return kept.of(`${question} ${paid?.keyOf(user.id) ?? ''}`, person, () => {
    const time = paid?.has(user.id) ? paid.timeOf(person) : { stretches: overtime(entries, policy), entries }
    return print(payrollTotals(time.stretches, time.entries, rules, range))
  })
}

/** Hours that runs within the dates paid for other days, as JSON for a person's row; nothing if there are none. */
function printAdjusted(paid: PaidRuns | undefined, userId: number): string {
  const hours = (paid?.besides(userId) ?? []).filter(({ line }) => line.seconds !== 0)
  if (hours.length === 0) return ''
  const printed = hours.map(({ start_date, end_date, cause, line: { kind, multiplier, seconds } }) => ({
    ...{ start_date, end_date, cause, kind, multiplier, seconds },
  }))
  return `,"adjustments":${JSON.stringify(printed)}`
}

type Row = Pick<FinishedTime, 'user'> & { totals: { pto_seconds: Record<string, number> } }

function related(rows: readonly Row[], ctx: ReadContext): Promise<string> {
  const jobcodes = rows.flatMap((row) => Object.keys(row.totals.pto_seconds).map(Number))
  const wanted = new Map([
    ['users', new Set(rows.map((row) => row.user.id))],
    ['jobcodes', new Set(jobcodes)],
  ])
  return supplementalOf(wanted, ctx)
}
