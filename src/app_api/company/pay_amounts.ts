import { type Static, Type } from 'typebox'
import { addPayAmounts, amountsMax, removePayAmount } from '../../company/pay/pay_amounts.ts'
import { amountsOf } from '../../company/pay/pay_rates.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import { sql } from '../../engine/sql.ts'
import { idMax } from '../../engine/table.ts'
import { amountKindNames, amountKinds, type GivenAmount, type PayAmount } from '../../rules/pay/amounts.ts'
import { ratesPerUnit } from '../../rules/pay/pay.ts'
import { isDate, printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { altersApproved, date, instant, nullable } from '../format.ts'

const noteMax = 500
const kind = Type.Enum([...amountKindNames], {
  description:
    'Bonuses, commissions, piece work and allowances enter the regular rate; discretionary bonuses, tips and reimbursements do not. Reimbursements are no wages.',
})
const money = (description: string) => Type.Number({ description })
const ref = (description: string) => Type.Integer({ minimum: 0, maximum: idMax, description })
const day = (description: string) => Type.Optional(Type.String({ description }))

const given = Type.Object(
  {
    user_id: ref('The user.'),
    kind,
    date: day(
      'The date on which it is paid: it is part of that pay period. The last day on which it was earned by default.',
    ),
    from: day('The first day on which it was earned; `date` by default. It is spread over these workweeks.'),
    to: day('The last day on which it was earned; `date` by default.'),
    amount: Type.Optional(
      money('In currency units, with up to two decimals. Below 0 only if it corrects another. Not for piece work.'),
    ),
    quantity: Type.Optional(money('How many pieces, with up to four decimals.')),
    unit_rate: Type.Optional(money('What one piece pays, with up to four decimals.')),
    rest_minutes: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'Rest periods of piece work, which are paid on top at the average that pieces make an hour (Labor Code 226.2).',
      }),
    ),
    note: Type.Optional(Type.String({ maxLength: noteMax, description: 'What it is for.' })),
    corrects: Type.Optional(ref('The amount that it corrects, of the same user and kind.')),
  },
  { additionalProperties: false },
)

const described = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  kind,
  date: date('The date on which it is paid.'),
  from: date('The first day on which it was earned.'),
  to: date('The last day on which it was earned.'),
  amount: money('In currency units.'),
  quantity: nullable(money('Of piece work.')),
  unit_rate: nullable(money('Of piece work.')),
  rest_minutes: Type.Integer(),
  note: Type.String(),
  corrects: Type.Integer({ description: 'The amount that it corrects; 0 for none.' }),
  is_wages: Type.Boolean({ description: 'Whether it is wages.' }),
  in_regular_rate: Type.Boolean({ description: 'Whether it enters the regular rate.' }),
  approved: Type.Boolean({ description: 'Whether it is approved, with the time of its date, and stays as it is.' }),
  by_user_id: Type.Integer({ description: 'Who entered it.' }),
  created: instant(),
})

/** What people are paid beside their hours. Only administrators see pay. */
export const payAmountEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/pay_amounts',
    about: 'Lists amounts of pay beside hours, such as bonuses, that are paid between two dates, by date.',
    who: 'administrators',
    query: Type.Object({
      start_date: Type.String({ description: 'First date, inclusive.' }),
      end_date: Type.String({ description: 'Last date, inclusive.' }),
      user_id: Type.Optional(ref('Only the amounts of this user.')),
    }),
    answer: Type.Object({ amounts: Type.Array(described) }),
    async run({ actor, company, world, query }) {
      const { start_date, end_date, user_id } = query
      for (const [field, day] of Object.entries({ start_date, end_date }))
        if (!isDate(day)) throw new RequestError(417, 'date_malformed', { field })
      if (end_date < start_date) throw new RequestError(417, 'ends_before_start')
      await checkUser(company, user_id ?? 0)
      const ofUser = user_id === undefined ? sql`1 = 1` : sql`user_id = ${user_id}`
      const where = sql`date between ${start_date} and ${end_date} and ${ofUser}`
      return { amounts: await printed(await amountsOf(where, actor.companyId, world.db.read), company) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/pay_amounts',
    about:
      'Adds amounts of pay beside hours: all, or none if one is refused. An amount is approved with the time of its date; then it stays, and another one, which may be below 0, corrects it.',
    who: 'administrators',
    writesOnce: true,
    body: Type.Object({
      amounts: Type.Array(given, { minItems: 1, maxItems: amountsMax }),
      alters_approved: altersApproved,
    }),
    answer: Type.Object({ amounts: Type.Array(described) }),
    async run({ actor, company, world, now, body }) {
      const author = { userId: actor.userId, application: actor.application }
      const { alters_approved = false } = body
      const amounts = body.amounts.map(read)
      const added = await world.db.write(
        addPayAmounts,
        { companyId: actor.companyId, author, amounts, alters_approved },
        now,
      )
      return { amounts: await printed(added, company) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/pay_amounts/:id',
    about: 'Removes an amount that is not approved and has no corrections.',
    who: 'administrators',
    params: Type.Object({ id: recordId }),
    query: Type.Object({ alters_approved: altersApproved }),
    answer: Type.Object({ removed: Type.Boolean() }),
    async run({ actor, world, now, params, query }) {
      const author = { userId: actor.userId, application: actor.application }
      const { alters_approved = false } = query
      await world.db.write(removePayAmount, { companyId: actor.companyId, author, id: params.id, alters_approved }, now)
      return { removed: true }
    },
  }),
]

/** Throws RequestError 404 for a user that does not exist. */
async function checkUser(company: CompanySnapshot, id: number): Promise<void> {
  await company.look('users', [id])
  if (id !== 0 && !company.get('users', id)) throw new RequestError(404, 'no_such_record', { kind: 'user', id })
}

/** An amount as submitted, with its dates: those that are omitted are its date, or the last day. */
function read(amount: Static<typeof given>): GivenAmount {
  const { date = amount.to ?? '', from, to, note = '', corrects = 0, ...rest } = amount
  return { ...rest, date, starts: from ?? to ?? date, ends: to ?? date, note: note.trim(), corrects }
}

async function printed(amounts: readonly PayAmount[], company: CompanySnapshot) {
  await company.look(
    'users',
    amounts.map(({ user_id }) => user_id),
  )
  return amounts.map(({ starts, ends, cents, quantity, unit_rate, rest_seconds, author, created, ...amount }) => {
    const { wages, regular } = amountKinds[amount.kind]
    return {
      ...amount,
      ...{ from: starts, to: ends, amount: cents / 100 },
      quantity: quantity > 0 ? quantity / ratesPerUnit : null,
      unit_rate: quantity > 0 ? unit_rate / ratesPerUnit : null,
      ...{ rest_minutes: rest_seconds / 60, is_wages: wages, in_regular_rate: regular },
      approved: amount.date <= (company.get('users', amount.user_id)?.approved_to ?? ''),
      by_user_id: author,
      created: printUtc(created),
    }
  })
}
