import { Type } from 'typebox'
import { RequestError } from '../engine/errors.ts'
import { ask } from '../reports/ask.ts'
import type { Question } from '../reports/index.ts'
import { messageMax } from '../resources/notifications.ts'
import { sendBack } from '../resources/users/send_back.ts'
import { addDays, isDate } from '../rules/calendar.ts'
import { exceptionKinds } from '../rules/time_exceptions.ts'
import { type AppEndpoint, endpoint, recordId } from './endpoint.ts'
import { date, nullable } from './format.ts'

const day = (description: string) => Type.String({ description })
const ids = (description: string) => Type.Optional(Type.String({ maxLength: 40_000, description }))
const seconds = Type.Integer()

const exception = Type.Object({
  kind: Type.Enum([...exceptionKinds]),
  date: date(),
  timesheet_ids: Type.Array(Type.Integer()),
  words: Type.String({ description: 'A description for people to read.' }),
})

const approved = Type.Object({
  user_id: Type.Integer(),
  name: Type.String(),
  group_id: Type.Integer(),
  active: Type.Boolean(),
  zone: Type.String({ description: 'IANA time zone.' }),
  submitted_to: Type.String({ description: 'Last date submitted; empty for none.' }),
  approved_to: Type.String({ description: 'Last date approved; empty for none.' }),
  seconds: Type.Object({
    work: seconds,
    paid_break: seconds,
    unpaid_break: seconds,
    pto: seconds,
    unpaid_time_off: seconds,
  }),
  overtime_seconds: Type.Record(Type.String(), seconds, { description: 'By multiplier, such as `1.5`.' }),
  overtime_by_rule: Type.Record(Type.String(), seconds, { description: 'By the name of the overtime rule.' }),
  entries: Type.Integer({ description: 'Number of timesheets.' }),
  running: nullable(Type.Integer({ description: 'The running timesheet.' })),
  exceptions: Type.Array(exception, { description: 'What to check before approving.' }),
})

/** Time waiting for approval. */
export const approvalEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/approvals',
    about:
      'Sums up the time that you approve, by person, over at most 92 days: worked time, overtime, the last dates submitted and approved, and what to check first.',
    who: 'everyone',
    query: Type.Object({
      start_date: day('First date, inclusive.'),
      end_date: day('Last date, inclusive.'),
      user_ids: ids('Ids of users, separated by commas.'),
      group_ids: ids('Ids of groups, separated by commas.'),
    }),
    answer: Type.Object({
      start_date: date(),
      end_date: date(),
      user_ids: Type.Optional(Type.Array(Type.Integer())),
      group_ids: Type.Optional(Type.Array(Type.Integer())),
      people: Type.Array(approved),
    }),
    async run({ actor, company, now, world, query, reply }) {
      const given = Object.entries(query).flatMap(([name, value]): [string, string[]][] =>
        value === undefined ? [] : [[name, [value]]],
      )
      const question: Question = { report: 'approvals', given: new Map(given), actor, now }
      const bytes = await ask(question, company.row, world.db)
      return reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(bytes.buffer))
    },
  }),
  endpoint({
    method: 'POST',
    path: '/approvals/send_back',
    about:
      'Reopens a person’s time from `start_date` on, so it is neither submitted nor approved, and sends them a message. You must be allowed to approve it.',
    who: 'everyone',
    body: Type.Object({
      user_id: recordId,
      start_date: day('The first date to reopen.'),
      message: Type.String({ minLength: 1, maxLength: messageMax }),
    }),
    answer: Type.Object({ sent_back: Type.Integer({ description: 'The user.' }) }),
    async run({ actor, now, world, body }) {
      const { user_id: userId, start_date, message } = body
      if (!isDate(start_date)) throw new RequestError(417, 'start_date: must be a date such as 2026-03-14')
      const given = { actor, userId, before: addDays(start_date, -1), message, uuid: world.uuid() }
      await world.db.write(sendBack, given, now)
      return { sent_back: userId }
    },
  }),
]
