import { typesOfJobcodes } from '../company/pay/worked_time.ts'
import type { ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { type Handle, inList, sql } from '../engine/sql.ts'
import { overtime } from '../rules/overtime/overtime.ts'
import { type JobDay, jobDays, multipliers, Tally } from '../rules/pay/payroll.ts'
import { daysBetween } from '../rules/time/calendar.ts'
import { supplementalOf } from '../wire/list.ts'
import { type Put, report } from '../wire/report.ts'
import { breakPremiumSchema, breakPremiums, printPremium } from './break_premium.ts'
import { KeptParts } from './kept_parts.ts'
import {
  adjustmentsSchema,
  type FinishedTime,
  finishedTime,
  type PaidTime,
  type PayQuery,
  type PrintTally,
  payFilters,
  tallyPrinter,
  totalsRequired,
  totalsSchema,
} from './overtime.ts'
import { peopleOf, selectedPeople } from './people.ts'
import { PaidRuns } from './runs/paid_runs.ts'

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
    adjustments: adjustmentsSchema({
      jobcode_id: { type: 'integer', description: '0 is time without a jobcode.' },
      kind: {
        type: 'string',
        description:
          'As in payroll files: regular, overtime, double, break_premium, another rate such as rate_1.25, or pto_7 for time off on the jobcode 7.',
      },
    }),
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
export const payrollByJobcode = report({
  name: 'payroll_by_jobcode',
  about: `Regular, overtime and paid time off seconds by jobcode, user and day, for at most ${daysMax} days.`,
  filters: payFilters,
  required: ['start_date', 'end_date'],
  answer,
  async run(query, ctx, handle, put) {
    const range = query.values
    if (daysBetween(range.start_date, range.end_date) >= daysMax)
      throw new RequestError(417, 'range_too_long', { max: daysMax })
    const printed = new Printed(query, put)
    for await (const some of peopleInParts(query, ctx, handle)) await addPeople(some, printed, { query, ctx, handle })
    const totals = printTallies(printed.everyone, printed.printerOf([...printed.rates]))
    const before = `{"results":{"filters":${echo(query)},"payroll_by_jobcode_report":{"totals":${totals},"by_user":{`
    if (!query.supplemental) return { before, after: '}}}}' }
    const wanted = new Map([
      ['users', printed.people],
      ['jobcodes', printed.jobcodes],
    ])
    return { before, after: `}}},"supplemental_data":${await supplementalOf(wanted, ctx)}}` }
  },
})

/** Most people computed at once, because the time of more would take too much memory. */
const atOnce = 400

/** The finished time of the people in the report, in parts. */
async function* peopleInParts(query: PayQuery, ctx: ReadContext, handle: Handle): AsyncGenerator<FinishedTime[]> {
  const selected = selectedPeople(query, ctx.actor, 'payroll_by_jobcode')
  const users = await peopleOf(selected, ctx, handle)
  if (users.length <= atOnce) return yield await finishedTime(query, ctx, handle, { people: selected, users })
  for (let first = 0; first < users.length; first += atOnce) {
    const some = users.slice(first, first + atOnce)
    const ids = some.map(({ id }) => id)
    yield await finishedTime(query, ctx, handle, { people: inList(sql`id`, ids), users: some })
  }
}

type Reading = { query: PayQuery; ctx: ReadContext; handle: Handle }

/** Prints people, and adds them to the totals. */
async function addPeople(finished: FinishedTime[], printed: Printed, { query, ctx, handle }: Reading): Promise<void> {
  const range = query.values
  const users = finished.map(({ user }) => user)
  const ids = users.map(({ id }) => id)
  const paid = await PaidRuns.within(range, ctx.company.row.company_id, handle, ids, { ofHours: true })
  const premiums = await breakPremiums(users, range, ctx, handle, paid)
  const types = await typesOfJobcodes(ctx.company)
  const isBreak = (jobcode_id: number) => types.get(jobcode_id) === 'unpaid_break'
  for (const person of finished) {
    const part = partOf(person, query, isBreak, printed.printerOf, paid)
    const adjusted = (paid?.otherHours(person.user.id) ?? []).filter(({ seconds }) => seconds !== 0)
    const beside = printPremium(premiums.get(person.user.id)) + printAdjusted(adjusted)
    const jobs = [...part.jobs, ...adjusted.map(({ jobcode_id }) => jobcode_id)]
    if (jobs.length > 0) printed.add(person, { ...part, jobs, text: part.text + beside })
  }
}

/** The people that have been printed, with their sums by jobcode. */
class Printed {
  readonly #put: Put
  readonly everyone = new Map<number, Tally>()
  readonly people = new Set<number>()
  readonly jobcodes = new Set<number>()
  readonly rates = new Set<number>()
  readonly printerOf: (rates: readonly number[]) => PrintTally

  constructor(query: PayQuery, put: Put) {
    this.#put = put
    this.printerOf = printers(query)
  }

  /** Prints the next person, and adds their time to the totals. */
  add({ user, rules }: FinishedTime, { jobs, tallies, text }: Part): void {
    for (const id of jobs) this.jobcodes.add(id)
    for (const [id, tally] of tallies) tallyOf(this.everyone, id).add(tally)
    for (const rate of multipliers(rules)) this.rates.add(rate)
    this.#put(`${this.people.size > 0 ? ',' : ''}"${user.id}":{${text}}`)
    this.people.add(user.id)
  }
}

/** The report's part about a person: the jobs, their totals, and the printed text. */
type Part = { jobs: readonly number[]; tallies: ReadonlyMap<number, Tally>; text: string }

const kept = new KeptParts<Part>()

function partOf(
  person: FinishedTime,
  query: PayQuery,
  isBreak: (jobcode_id: number) => boolean,
  printerOf: ReturnType<typeof printers>,
  paid: PaidRuns | undefined,
): Part {
  const { user, policy, rules, entries } = person
  const range = query.values
  const question = `${range.start_date} ${range.end_date} ${query.values.advanced_overtime}`
  const make = (time: Pick<PaidTime, 'stretches' | 'entries'>): Part => {
    const days = jobDays(time.stretches, time.entries, isBreak, range)
    const tallies = new Map<number, Tally>()
    for (const day of days) collect(tallies, day)
    const print = printerOf(multipliers(rules))
    const text = `"user_id":${user.id},"totals":${printTallies(tallies, print)},"dates":${printDates(days, print)}`
    return { jobs: [...new Set(days.map(({ jobcode_id }) => jobcode_id))], tallies, text }
  }
  return kept.of(`${question} ${paid?.keyOf(user.id) ?? ''}`, person, () =>
    make(paid?.has(user.id) ? paid.timeOf(person) : { stretches: overtime(entries, policy), entries }),
  )
}

/** Hours that runs within the dates paid for other days, as JSON for a person’s part; nothing if there are none. */
function printAdjusted(hours: ReturnType<PaidRuns['otherHours']>): string {
  if (hours.length === 0) return ''
  const printed = hours.map(({ start_date, end_date, jobcode_id, kind, seconds }) => {
    return { start_date, end_date, jobcode_id, kind, seconds }
  })
  return `,"adjustments":${JSON.stringify(printed)}`
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
function printers(query: PayQuery): (rates: readonly number[]) => PrintTally {
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

function echo({ values }: PayQuery): string {
  const { start_date, end_date, user_ids, group_ids } = values
  return JSON.stringify({ start_date, end_date, user_ids: user_ids?.map(String), group_ids: group_ids?.map(String) })
}
