import { Type } from 'typebox'
import { RequestError } from '../../engine/errors.ts'
import { sql } from '../../engine/sql.ts'
import {
  lunchAnswerKinds,
  lunchAnswers,
  lunchesDeducted,
  saveLunchAnswer,
} from '../../resources/timesheets/lunch_answers.ts'
import { daysBetween, isDate, printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { instant, nullable } from '../format.ts'
import { seenPerson } from './time.ts'

const daysMax = 92

/** Automatic lunches, and what people say about them. */
export const lunchEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/lunches',
    about:
      'Lists the days of a person on which a lunch was deducted automatically, or on which they said that they had none, if you may see their time.',
    who: 'everyone',
    query: Type.Object({
      user_id: Type.Optional(Type.Integer({ ...recordId, description: 'The person; you by default.' })),
      start_date: Type.String(),
      end_date: Type.String({ description: `At most ${daysMax} days.` }),
    }),
    answer: Type.Object({
      lunches: Type.Array(
        Type.Object({
          date: Type.String(),
          seconds: Type.Integer({ description: 'What is deducted; 0 for none.' }),
          answer: nullable(
            Type.Object(
              { answer: Type.Literal('none'), at: instant('When they said it.') },
              {
                description: 'They had no lunch.',
              },
            ),
          ),
        }),
      ),
    }),
    async run({ actor, company, world, query: { user_id = actor.userId, start_date, end_date } }) {
      for (const [field, date] of Object.entries({ start_date, end_date }))
        if (!isDate(date)) throw new RequestError(417, 'date_malformed', { field })
      if (daysBetween(start_date, end_date) >= daysMax) throw new RequestError(417, 'days_too_many', { max: daysMax })
      const { id } = await seenPerson(user_id, actor, company)
      const range = { start_date, end_date }
      const answers = await lunchAnswers(actor.companyId, sql`user_id = ${id}`, range, world.db.read)
      const said = new Map(answers.map(({ date, created }) => [date, created]))
      const deducted = await lunchesDeducted(actor.companyId, id, range, world.db.read)
      const dates = [...new Set([...said.keys(), ...deducted.keys()])].sort()
      return {
        lunches: dates.map((date) => {
          const at = said.get(date)
          const answer = at === undefined ? null : ({ answer: 'none', at: printUtc(Number(at)) } as const)
          return { date, seconds: deducted.get(date) ?? 0, answer }
        }),
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/lunch_answers',
    about:
      'Stores that you had no lunch on a day that is not submitted, so none is deducted, or that you had one after all.',
    who: 'everyone',
    body: Type.Object({
      date: Type.String({ description: 'The date of your time.' }),
      answer: Type.Enum([...lunchAnswerKinds], { description: 'A later answer replaces an earlier one.' }),
    }),
    answer: Type.Object({ date: Type.String() }),
    async run({ actor, world, now, body: { date, answer } }) {
      if (!isDate(date)) throw new RequestError(417, 'date_malformed', { field: 'date' })
      const author = { userId: actor.userId, application: actor.application }
      await world.db.write(saveLunchAnswer, { companyId: actor.companyId, author, date, answer }, now)
      return { date }
    },
  }),
]
