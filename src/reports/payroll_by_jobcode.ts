import { typesOfJobcodes } from '../company/worked_time.ts'
import type { Query } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { printMap } from '../engine/serialize.ts'
import { daysBetween } from '../rules/calendar.ts'
import { overtime } from '../rules/overtime.ts'
import { type JobDay, jobDays, multipliers, type Range, Tally } from '../rules/payroll.ts'
import { supplementalOf } from '../wire/list.ts'
import type { Report } from '../wire/report.ts'
import { breakPremiumSchema, breakPremiums, printPremium } from './break_premium.ts'
import { finishedTime, type PrintTally, payFilters, tallyPrinter, totalsRequired, totalsSchema } from './overtime.ts'

const daysMax = 31

const totals = {
  type: 'object',
  required: ['jobcode_id', ...totalsRequired],
  properties: { jobcode_id: { type: 'integer', description: '0 is time without a jobcode.' }, ...totalsSchema },
}
const byJobcode = { type: 'object', description: 'By jobcode.', additionalProperties: totals }
const ofDay = {
  type: 'object',
  required: [...totals.required, 'total_unpaid_seconds'],
  properties: {
    ...totals.properties,
    total_unpaid_seconds: { type: 'integer', description: 'Unpaid breaks.', examples: [0] },
  },
}
const ofUser = {
  type: 'object',
  required: ['user_id', 'totals', 'dates'],
  properties: {
    user_id: { type: 'integer' },
    totals: byJobcode,
    dates: {
      type: 'object',
      description: 'By date and jobcode.',
      additionalProperties: { type: 'object', additionalProperties: ofDay },
    },
    break_premium_seconds: breakPremiumSchema,
  },
}
const list = { type: 'array', items: { type: 'string' } }

const answer = {
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'object',
      required: ['filters', 'payroll_by_jobcode_report'],
      properties: {
        filters: {
          type: 'object',
          required: ['start_date', 'end_date'],
          properties: {
            start_date: { type: 'string', examples: ['2026-03-02'] },
            end_date: { type: 'string', examples: ['2026-03-08'] },
            user_ids: { ...list, description: 'Absent if not given.' },
            group_ids: { ...list, description: 'Absent if not given.' },
          },
        },
        payroll_by_jobcode_report: {
          type: 'object',
          required: ['totals', 'by_user'],
          properties: {
            totals: byJobcode,
            by_user: { type: 'object', description: 'By user.', additionalProperties: ofUser },
          },
        },
      },
    },
    supplemental_data: { $ref: '#/components/schemas/Supplemental' },
  },
}

/** Seconds by kind of pay for each person, day and jobcode. Overtime goes to the jobcode that crosses the threshold. */
export const payrollByJobcode: Report = {
  name: 'payroll_by_jobcode',
  about: `Regular, overtime and paid time off seconds by jobcode, user and day, for at most ${daysMax} days.`,
  filters: payFilters,
  required: ['start_date', 'end_date'],
  answer,
  async run(query, ctx, handle) {
    const range = query.values as Range
    if (daysBetween(range.start_date, range.end_date) >= daysMax)
      throw new RequestError(417, `end_date must be at most ${daysMax} days from start_date, both included`)
    const types = await typesOfJobcodes(ctx.company)
    const isBreak = (jobcode_id: number) => types.get(jobcode_id) === 'unpaid_break'
    const finished = await finishedTime(query, ctx, handle)
    const premiums = await breakPremiums(
      finished.map(({ user }) => user),
      range,
      ctx,
      handle,
    )
    const everyone = new Map<number, Tally>()
    const jobcodes = new Set<number>()
    const printerOf = printers(query)
    const people = finished.flatMap(({ user, policy, rules, entries }) => {
      const days = jobDays(overtime(entries, policy), entries, isBreak, range)
      if (days.length === 0) return []
      const own = new Map<number, Tally>()
      for (const day of days) {
        jobcodes.add(day.jobcode_id)
        collect(own, day)
      }
      for (const [id, tally] of own) tallyOf(everyone, id).add(tally)
      const rates = multipliers(rules)
      const print = printerOf(rates)
      const premium = printPremium(premiums.get(user.id))
      const text = `"totals":${printTallies(own, print)},"dates":${printDates(days, print)}${premium}`
      return [{ user, rates, text: `{"user_id":${user.id},${text}}` }]
    })
    const printed = people.map(({ user, text }): [number, string] => [user.id, text])
    const rates = [...new Set(people.flatMap((person) => person.rates))]
    const report = `{"totals":${printTallies(everyone, printerOf(rates))},"by_user":${printMap(printed)}}`
    const results = `{"filters":${echo(query)},"payroll_by_jobcode_report":${report}}`
    if (!query.supplemental) return `{"results":${results}}`
    const wanted = new Map([
      ['users', new Set(people.map(({ user }) => user.id))],
      ['jobcodes', jobcodes],
    ])
    return `{"results":${results},"supplemental_data":${await supplementalOf(wanted, ctx)}}`
  },
}

/** Adds a day to the totals of its jobcode. Unpaid breaks only appear in days. */
function collect(tallies: Map<number, Tally>, { jobcode_id, tally, unpaid }: JobDay): void {
  if (unpaid > 0) return
  tallyOf(tallies, jobcode_id).add(tally)
}

function tallyOf(tallies: Map<number, Tally>, jobcode_id: number): Tally {
  let sum = tallies.get(jobcode_id)
  if (!sum) {
    sum = new Tally()
    tallies.set(jobcode_id, sum)
  }
  return sum
}

/** Printers by multipliers, because most people have the same. */
function printers(query: Query): (rates: readonly number[]) => PrintTally {
  const known = new Map<readonly number[], PrintTally>()
  return (rates) => {
    const print = known.get(rates) ?? tallyPrinter(rates, query)
    known.set(rates, print)
    return print
  }
}

function printTallies(tallies: ReadonlyMap<number, Tally>, print: PrintTally): string {
  const sorted = [...tallies].sort(([a], [b]) => a - b)
  return `{${sorted.map(([id, tally]) => print(id, tally)).join()}}`
}

/** The days, which are in the order of their dates. */
function printDates(days: readonly JobDay[], print: PrintTally): string {
  let text = ''
  let latest = ''
  for (const { date, jobcode_id, tally, unpaid } of days) {
    text += date === latest ? ',' : `${latest && '},'}"${date}":{`
    text += print(jobcode_id, tally, unpaid)
    latest = date
  }
  return `{${text}${latest && '}'}}`
}

function echo({ values }: Query): string {
  const { start_date, end_date, user_ids, group_ids } = values as Range & { user_ids?: number[]; group_ids?: number[] }
  return JSON.stringify({ start_date, end_date, user_ids: user_ids?.map(String), group_ids: group_ids?.map(String) })
}
