import { Type } from 'typebox'
import { addPayRate, removePayRate } from '../../company/pay/pay.ts'
import { ratesOf } from '../../company/pay/pay_rates.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import { all, type Sql, sql } from '../../engine/sql.ts'
import { idMax } from '../../engine/table.ts'
import { askForBytes } from '../../reports/ask.ts'
import type { Question } from '../../reports/index.ts'
import { causes } from '../../rules/pay/adjustments.ts'
import { grossKinds, grossParts } from '../../rules/pay/gross_lines.ts'
import {
  type GivenRate,
  isSalary,
  type PayRate,
  payUnits,
  rateMax,
  ratesPerUnit,
  usualWeekSeconds,
  weekHoursMax,
} from '../../rules/pay/pay.ts'
import { overtimePay } from '../../rules/pay/payer.ts'
import { type AppEndpoint, endpoint } from '../endpoint.ts'
import { altersApproved, date, nullable } from '../format.ts'

const seconds = Type.Integer()
/** An amount of money. */
export const cents = (description: string) =>
  Type.Integer({ description: `${description}, in hundredths of the currency unit.` })
const per = Type.Enum([...payUnits], { description: 'All but `hour` are salaries, paid by the pay period.' })
const weekHours = 'Hours of work a week for which a salary is meant, 40 by default: overtime is paid by their rate.'
const fluctuates = 'Whether the salary pays for all the work of any week, and overtime adds its half (29 CFR 778.114).'
const amount = (description: string) => Type.Number({ description })
const ref = (description: string) => Type.Integer({ minimum: 0, maximum: idMax, description })
const user_id = ref('The user; 0 for everyone on the job.')
const jobcode_id = ref('The jobcode; 0 for all of the user’s time on jobs without their own rate.')
const ids = (description: string) => Type.Optional(Type.String({ maxLength: 40_000, description }))

const described = Type.Object({
  user_id: Type.Integer(),
  jobcode_id: Type.Integer(),
  from: nullable(date('The first date on which the rate applies; null if it always has.')),
  rate: amount('In currency units, with up to four decimals.'),
  per,
  week_hours: nullable(Type.Number({ description: `${weekHours} Null for a rate by the hour.` })),
  fluctuating: Type.Boolean({ description: fluctuates }),
})

const optional = (description: string) => Type.Optional(Type.Number({ description }))
const day = (description: string) => Type.Optional(date(description))
const part = Type.Object({
  part: Type.Enum([...grossParts], {
    description:
      'Pay by the hour is `straight` time, its `loading`, and the overtime `premium`: each is seconds / 3600 × rate × factor. A `salary`, or what is taken from it for `unpaid_days`, is the salary × days / of_days.',
  }),
  amount_cents: cents('The part of the amount of the line'),
  seconds: Type.Optional(seconds),
  rate: optional('In currency units for an hour or a piece, with up to eight decimals.'),
  factor: optional('What the rate is multiplied by.'),
  week: day('First day of the workweek whose regular rate it is.'),
  from: day('First day of the week, half month or month of the salary.'),
  to: day('Its last day.'),
  salary: optional('What is paid from that day to that day.'),
  days: optional('Working days that are paid, or not.'),
  of_days: optional('Working days from that day to that day.'),
  amount_id: Type.Optional(Type.Integer({ description: 'The amount of pay.' })),
  date: day('The date on which it is paid.'),
  quantity: optional('Of piece work.'),
})

const line = Type.Object({
  kind: Type.Enum([...grossKinds], {
    description:
      '`break_premium`: hours paid for breaks that were not provided, at the regular rate. `deduction`: whole days of unpaid time off of a salary. `rest_periods`: those of piece work. The others are time, a salary with the time it pays for, and amounts.',
  }),
  rate: nullable(amount('In currency units; null if no rate was in effect, and for amounts without one.')),
  per: Type.Enum([...payUnits, 'piece', 'once']),
  multiplier: Type.Number(),
  seconds,
  amount_cents: cents('The pay with its overtime premium, rounded once'),
  parts: Type.Array(part, { description: 'The parts of the amount, each with what it is reckoned from.' }),
})

/** A line of a pay run. */
export const runLine = Type.Object({
  start_date: date('The first of the days that it belongs to.'),
  end_date: date('The last of them.'),
  cause: Type.Enum(['', ...causes], {
    description: 'Why an adjustment is due; empty for the pay of the run’s own days.',
  }),
  reason: Type.String({ description: 'What was typed, if someone entered the adjustment.' }),
  kind: Type.String({
    description: 'As in gross pay; `time_off_payout`: a balance that was paid out; `adjustment`: entered by someone.',
  }),
  rate: nullable(Type.Number({ description: 'In currency units; null if no rate was in effect.' })),
  per: Type.String(),
  multiplier: Type.Number(),
  seconds: Type.Integer({ description: 'Negative for hours that were paid too much.' }),
  amount_cents: cents('What was paid'),
  parts: Type.Optional(Type.Array(part, { description: 'As in gross pay; adjustments have none.' })),
  jobcode_id: Type.Optional(Type.Integer({ description: 'Of a balance that was paid out.' })),
})

/** What people are paid: rates with dates, and gross pay. Only administrators see pay. */
export const payRateEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/pay_rates',
    about:
      'Lists pay rates with their dates. The most specific rate in effect on the date of the work counts: for the user and job, then for the job, then for the user.',
    who: 'administrators',
    query: Type.Object({
      user_id: Type.Optional(ref('Only the rates of this user.')),
      jobcode_id: Type.Optional(ref('Only the rates of this jobcode.')),
    }),
    answer: Type.Object({ rates: Type.Array(described) }),
    async run({ actor, company, world, query }) {
      await checkExist(company, query)
      const conditions: Sql[] = [
        ...(query.user_id === undefined ? [] : [sql`user_id = ${query.user_id}`]),
        ...(query.jobcode_id === undefined ? [] : [sql`jobcode_id = ${query.jobcode_id}`]),
      ]
      const rates = await ratesOf(all(conditions), actor.companyId, world.db.read)
      return { rates: rates.map(printed) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/pay_rates',
    about:
      'Adds a pay rate from a date. A rate applies until the next one of the same user and jobcode. `pay_rate` of users is the rate in effect today.',
    who: 'administrators',
    body: Type.Object({
      user_id: Type.Optional(user_id),
      jobcode_id: Type.Optional(jobcode_id),
      from: nullable(Type.String({ description: 'The first date on which it applies; null if it always has.' })),
      rate: Type.Number({ minimum: 0, maximum: rateMax, description: 'In currency units, with up to four decimals.' }),
      per: Type.Optional(
        Type.Enum([...payUnits], {
          description:
            '`hour` by default. All others are salaries, which pay all of a user’s work; rates of jobs are always by the hour.',
        }),
      ),
      week_hours: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: weekHoursMax, description: weekHours })),
      fluctuating: Type.Optional(Type.Boolean({ description: fluctuates })),
      alters_approved: altersApproved,
    }),
    answer: described,
    async run({ actor, world, now, body }) {
      const { user_id = 0, jobcode_id = 0, from, rate, per = 'hour', alters_approved = false } = body
      const author = { userId: actor.userId, application: actor.application }
      const { week_hours, fluctuating = false } = body
      const week_seconds = week_hours === undefined ? undefined : Math.round(week_hours * 3600)
      const given: GivenRate = {
        ...{ user_id, jobcode_id, from: from ?? '', rate, per },
        ...(week_seconds !== undefined && { week_seconds }),
        ...(fluctuating && { fluctuating: 1 }),
      }
      await world.db.write(addPayRate, { companyId: actor.companyId, author, rate: given, alters_approved }, now)
      return printed({ ...given, rate: rate * ratesPerUnit })
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/pay_rates',
    about: 'Removes a pay rate. The previous one then applies until the next.',
    who: 'administrators',
    query: Type.Object({
      user_id: Type.Optional(user_id),
      jobcode_id: Type.Optional(jobcode_id),
      from: Type.Optional(
        Type.String({ description: 'The date of the rate; omit it for one that has always applied.' }),
      ),
      alters_approved: altersApproved,
    }),
    answer: Type.Object({ removed: Type.Boolean() }),
    async run({ actor, world, now, query }) {
      const { user_id = 0, jobcode_id = 0, from = '', alters_approved = false } = query
      const author = { userId: actor.userId, application: actor.application }
      const rate = { user_id, jobcode_id, from }
      await world.db.write(removePayRate, { companyId: actor.companyId, author, rate, alters_approved }, now)
      return { removed: true }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/gross_pay',
    isReport: true,
    about:
      'Gross pay between two dates by rate and multiplier, and what is billed, for each user with paid time. Days of closed pay runs are as they were paid. Overtime on several rates follows the setting `overtime_pay`: by default the premium is paid on the average rate of the workweek (29 CFR 778.115).',
    who: 'administrators',
    query: Type.Object({
      start_date: Type.String({ description: 'First date, inclusive.' }),
      end_date: Type.String({ description: 'Last date, inclusive.' }),
      user_ids: ids('Ids of users, separated by commas.'),
      group_ids: ids('Ids of groups, separated by commas.'),
    }),
    answer: Type.Object({
      start_date: date(),
      end_date: date(),
      overtime_pay: Type.Enum([...overtimePay]),
      people: Type.Array(
        Type.Object({
          user_id: Type.Integer(),
          lines: Type.Array(line),
          regular_rates: Type.Array(
            Type.Object({ week: date('First day of the workweek.'), rate: amount('The average rate of its work.') }),
          ),
          seconds_without_rate: Type.Integer({ description: 'Paid time for which no rate was in effect.' }),
          adjustments: Type.Optional(
            Type.Array(Type.Object({ pay_run_id: Type.Integer(), ...runLine.properties }), {
              description: 'What pay runs within the dates paid besides the pay of their own days.',
            }),
          ),
          gross_cents: cents('The sum of the lines and adjustments'),
          repaid_cents: cents('The part of it that is no wages: reimbursements'),
          billable_seconds: Type.Integer({ description: 'Work on billable jobs that have a rate.' }),
          billable_cents: cents('What is billed for it at today’s rates of the jobs'),
        }),
      ),
    }),
    async run({ actor, company, now, world, query }) {
      const given = Object.entries(query).flatMap(([name, value]): [string, string[]][] =>
        value === undefined ? [] : [[name, [value]]],
      )
      const question: Question = { report: 'gross_pay', given: new Map(given), actor, now }
      return askForBytes(question, company.row, world.db)
    },
  }),
]

/** Throws RequestError 404 for a user or jobcode that does not exist. */
async function checkExist(company: CompanySnapshot, query: { user_id?: number; jobcode_id?: number }): Promise<void> {
  const asked = [
    ['users', query.user_id ?? 0],
    ['jobcodes', query.jobcode_id ?? 0],
  ] as const
  for (const [resource, id] of asked) {
    await company.look(resource, [id])
    if (id !== 0 && !company.get(resource, id))
      throw new RequestError(404, 'no_such_record', { kind: resource === 'users' ? 'user' : 'jobcode', id })
  }
}

function printed({ user_id, jobcode_id, from, rate, per, week_seconds = usualWeekSeconds, fluctuating }: PayRate) {
  const salary = { week_hours: isSalary({ per }) ? week_seconds / 3600 : null, fluctuating: fluctuating === 1 }
  return { user_id, jobcode_id, from: from || null, rate: rate / ratesPerUnit, per, ...salary }
}
