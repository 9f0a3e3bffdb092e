import { Type } from 'typebox'
import { RequestError } from '../engine/errors.ts'
import type { Question } from '../reports/index.ts'
import { messageMax } from '../resources/notifications.ts'
import { sendBack } from '../resources/sent_back.ts'
import { addDays, isDate } from '../rules/calendar.ts'
import { type ConsoleEndpoint, endpoint, recordNumber } from './endpoint.ts'

const date = Type.String({ description: 'YYYY-MM-DD' })
const numbers = Type.Optional(Type.String({ maxLength: 40_000, description: 'Numbers, separated by commas.' }))

/** What stands before whoever approves time. */
export const approvalEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/approvals',
    about:
      'The time of some days, at most 92, of everybody whose time one approves: seconds by kind, overtime by multiplier and by rule, how far it is submitted and approved, who is still on the clock (`running`, the timesheet), and `oddities`, what to look at before.',
    who: 'everybody',
    query: Type.Object({ start_date: date, end_date: date, user_ids: numbers, group_ids: numbers }),
    async run({ actor, now, world, query, reply }) {
      const given = Object.entries(query).flatMap(([name, value]): [string, string[]][] =>
        value === undefined ? [] : [[name, [value]]],
      )
      const question: Question = { report: 'approvals', given: new Map(given), actor, now }
      const bytes = await world.db.aside(question)
      return reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(bytes.buffer))
    },
  }),
  endpoint({
    method: 'POST',
    path: '/approvals/send_back',
    about:
      'Opens somebody’s time again from `start_date` on, neither submitted nor approved, and leaves them a message. For whoever approves it.',
    who: 'everybody',
    body: Type.Object({
      user_id: recordNumber,
      start_date: date,
      message: Type.String({ minLength: 1, maxLength: messageMax }),
    }),
    async run({ actor, now, world, body }) {
      const { user_id: userId, start_date, message } = body
      if (!isDate(start_date)) throw new RequestError(417, 'start_date: must be a date such as 2026-03-14')
      const given = { actor, userId, before: addDays(start_date, -1), message, uuid: world.uuid() }
      await world.db.write(sendBack, given, now)
      return { sent_back: userId }
    },
  }),
]
