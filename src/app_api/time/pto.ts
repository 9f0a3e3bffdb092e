import { type Static, Type } from 'typebox'
import { policiesOf } from '../../company/pay/pto.ts'
import { adjustPtoBalance, deletePtoPolicy, type PtoTerms, putPtoPolicy } from '../../company/pay/pto_policies.ts'
import { groupOf } from '../../company/settings/settings.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import { sql } from '../../engine/sql.ts'
import { grantSchedules } from '../../rules/time/accruals.ts'
import { isDate } from '../../rules/time/calendar.ts'
import { startOfTime } from '../../rules/time/timesheets.ts'
import { scopeOf, settingScope } from '../company/settings.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { date, nullable } from '../format.ts'

const secondsMax = 100_000 * 3600
const seconds = (description: string) => Type.Integer({ minimum: 0, maximum: secondsMax, description })

const jobcode_id = Type.Integer({ ...recordId, description: 'A jobcode of type pto.' })

const terms = {
  every: Type.Enum([...grantSchedules], {
    description:
      'year: on the first day of the year; anniversary: of the hire date; period: for each pay period; worked: for each pay period, by the time worked in it.',
  }),
  seconds: seconds('Granted each time, or for every `per_worked` seconds of work.'),
  per_worked: Type.Optional(seconds('Required with worked, such as 108000.')),
  turn: Type.Optional(Type.String({ description: 'MM-DD on which a year begins; 01-01 by default.' })),
  cap: Type.Optional(nullable(seconds('The balance above which nothing is granted; null for no limit.'))),
  carry_over: Type.Optional(nullable(seconds('The most that carries over when a year begins; null for all of it.'))),
  paid_out: Type.Optional(
    Type.Boolean({ description: 'Whether a final pay run pays out the balance; false by default.' }),
  ),
}

const policy = Type.Object({
  jobcode_id: Type.Integer(),
  for: Type.Enum(['company', 'group', 'user']),
  id: Type.Integer({ description: 'The group or user; 0 for the company.' }),
  every: terms.every,
  seconds: Type.Integer(),
  per_worked: Type.Integer(),
  turn: Type.String(),
  cap: nullable(Type.Integer()),
  carry_over: nullable(Type.Integer()),
  paid_out: Type.Boolean(),
})

const policies = Type.Object({ policies: Type.Array(policy) })

const line = Type.Object({
  jobcode_id: Type.Integer(),
  date: date(),
  seconds: Type.Integer({ description: 'Negative if hours were taken away.' }),
  reason: Type.String(),
  author: Type.String({ description: 'The username, or the program.' }),
})

/** How paid time off accrues, and corrections of balances. */
export const ptoEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/pto_policies',
    about: 'Lists how paid time off accrues: for everyone, for groups and for people.',
    who: 'administrators',
    answer: policies,
    run: async ({ actor, world }) => ({
      policies: (await policiesOf(world.db.read, actor.companyId)).map(
        ({ jobcode_id, scope, scope_id, every, seconds, per_worked, turn, cap, carry_over, paid_out }) => ({
          ...{ jobcode_id, for: scope, id: scope_id, every, seconds, per_worked, turn },
          ...{ cap: cap < 0 ? null : cap, carry_over: carry_over < 0 ? null : carry_over, paid_out: paid_out === 1 },
        }),
      ),
    }),
  }),
  endpoint({
    method: 'PUT',
    path: '/pto_policies',
    about:
      'Sets how a kind of paid time off accrues. A user’s policy takes precedence over the group’s, and that over the company’s. Hours already granted stay.',
    who: 'administrators',
    body: Type.Object({
      jobcode_id,
      ...settingScope,
      ...terms,
      from: Type.Optional(Type.String({ description: 'The first date on which it accrues; today by default.' })),
    }),
    answer: Type.Object({ jobcode_id: Type.Integer() }),
    async run({ actor, company, world, now, body }) {
      const scope = scopeOf(body)
      await groupOf(company, scope)
      await checkJobcode(body.jobcode_id, company)
      const { from } = body
      if (from !== undefined && (!isDate(from) || from < startOfTime))
        throw new RequestError(417, 'policy_date_malformed', { date: startOfTime })
      const author = { userId: actor.userId, application: actor.application }
      const given = { companyId: actor.companyId, author, policy: { ...termsOf(body), ...scope } }
      await world.db.write(putPtoPolicy, { ...given, ...(from !== undefined && { from }) }, now)
      return { jobcode_id: body.jobcode_id }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/pto_policies',
    about: 'Deletes a policy. Hours that it has granted stay.',
    who: 'administrators',
    query: Type.Object({ jobcode_id, ...settingScope }),
    answer: Type.Object({ jobcode_id: Type.Integer() }),
    async run({ actor, world, now, query }) {
      const of = { companyId: actor.companyId, jobcode_id: query.jobcode_id, ...scopeOf(query) }
      if (!(await world.db.write(deletePtoPolicy, of, now)))
        throw new RequestError(404, 'no_such_policy', { id: query.jobcode_id })
      return { jobcode_id: query.jobcode_id }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/pto_ledger',
    about: 'Shows the hours of paid time off that a person was granted and why, newest first.',
    who: 'administrators',
    query: Type.Object({ user_id: recordId }),
    answer: Type.Object({ lines: Type.Array(line) }),
    async run({ actor, company, world, query: { user_id } }) {
      await groupOf(company, { scope: 'user', scope_id: user_id })
      return {
        lines: await world.db.read.all<Static<typeof line>>(
          sql`select jobcode_id, date, seconds, reason, author from pto_ledger
            where company_id = ${actor.companyId} and user_id = ${user_id} and seconds <> 0
            order by date desc, created desc, key desc limit 500`,
        ),
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/pto_adjustments',
    about:
      'Adds seconds to a person’s balance of paid time off, or subtracts them, and records the reason in the ledger.',
    who: 'administrators',
    writesOnce: true,
    body: Type.Object({
      user_id: recordId,
      jobcode_id,
      seconds: Type.Integer({ minimum: -secondsMax, maximum: secondsMax, description: 'Not 0.' }),
      reason: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }),
    }),
    answer: Type.Object({ balance: Type.Integer({ description: 'In seconds.' }) }),
    async run({ actor, company, world, now, body: { user_id, jobcode_id, seconds, reason } }) {
      await groupOf(company, { scope: 'user', scope_id: user_id })
      await checkJobcode(jobcode_id, company)
      if (seconds === 0) throw new RequestError(417, 'zero_seconds')
      const author = { userId: actor.userId, application: actor.application }
      const given = { companyId: actor.companyId, author, userId: user_id, jobcodeId: jobcode_id, seconds }
      return { balance: await world.db.write(adjustPtoBalance, { ...given, reason: reason.trim() }, now) }
    },
  }),
]

type Asked = {
  jobcode_id: number
  every: PtoTerms['every']
  seconds: number
  per_worked?: number
  turn?: string
  cap?: number | null
  carry_over?: number | null
  paid_out?: boolean
}

function termsOf({ jobcode_id, every, seconds, per_worked = 0, turn = '01-01', cap, carry_over, paid_out }: Asked) {
  // It must exist in every year.
  if (!isDate(`2001-${turn}`)) throw new RequestError(417, 'turn_malformed')
  if (seconds === 0) throw new RequestError(417, 'seconds_not_above_zero')
  if ((every === 'worked') !== per_worked > 0) throw new RequestError(417, 'per_worked_needs_every_worked')
  const limits = { cap: cap ?? -1, carry_over: carry_over ?? -1 }
  return { jobcode_id, every, seconds, per_worked, turn, ...limits, paid_out: paid_out ? 1 : 0 }
}

async function checkJobcode(id: number, company: CompanySnapshot): Promise<void> {
  await company.look('jobcodes', [id])
  const job = company.get('jobcodes', id)
  if (!job) throw new RequestError(404, 'no_such_jobcode', { field: 'jobcode_id', id })
  if (job.type !== 'pto')
    throw new RequestError(417, 'jobcode_of_other_type', { name: job.name, type: job.type, expected: 'pto' })
}
