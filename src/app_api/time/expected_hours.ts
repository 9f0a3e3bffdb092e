import { Type } from 'typebox'
import { expectedWorkOf } from '../../company/settings/expected_work.ts'
import { loadSettings, zoneFor } from '../../company/settings/settings.ts'
import { patternOf } from '../../company/settings/working_pattern.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import type { User } from '../../resources/users/record.ts'
import { addDays, localDate } from '../../rules/time/calendar.ts'
import { rangeProblem } from '../../rules/time/holidays.ts'
import { mayRequest } from '../../rules/time/time_off.ts'
import { usualDaySeconds } from '../../rules/time/working_pattern.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { date } from '../format.ts'

/** How long people work on their days, for time off. */
export const expectedHoursEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/expected_hours',
    about:
      'Shows on which dates a person would work and for how long, if you may request their time off: by published shifts in weeks that have some, otherwise by the working pattern without holidays.',
    who: 'everyone',
    query: Type.Object({
      user_id: Type.Optional(Type.Integer({ ...recordId, description: 'The person; you by default.' })),
      start_date: Type.String({ description: 'YYYY-MM-DD.' }),
      end_date: Type.String({ description: 'YYYY-MM-DD, inclusive; at most 400 days later.' }),
    }),
    answer: Type.Object({
      user_id: Type.Integer(),
      days: Type.Array(Type.Object({ date: date(), seconds: Type.Integer() }), {
        description: 'The dates on which the person would work.',
      }),
    }),
    async run({ actor, company, query, world }) {
      const { user_id = actor.userId, start_date, end_date } = query
      const problem = rangeProblem(start_date, end_date)
      if (problem) throw new RequestError(417, problem)
      const user = await requestable(user_id, actor, company)
      const secondsOn = await expectedWorkOf(user, { start_date, end_date }, company, world.db.read)
      const days: { date: string; seconds: number }[] = []
      for (let day = start_date; day <= end_date; day = addDays(day, 1)) {
        const seconds = secondsOn(day)
        if (seconds > 0) days.push({ date: day, seconds })
      }
      return { user_id, days }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/usual_days',
    about:
      'Shows how long a usual day of work is today, to count hours as days: the mean of the days of the working pattern.',
    who: 'everyone',
    answer: Type.Object({
      seconds: Type.Integer({ description: 'In the company.' }),
      people: Type.Array(Type.Object({ user_id: Type.Integer(), seconds: Type.Integer() }), {
        description: 'People whose time off you may request and whose day is another.',
      }),
    }),
    async run({ actor, company, now }) {
      await loadSettings(company)
      const usual = (user: { id: number; group_id: number }) =>
        usualDaySeconds(patternOf(user, company, localDate(now, zoneFor(company, user))))
      const seconds = usual({ id: 0, group_id: 0 })
      const people = (await company.list('users')).filter((user) => user.active && mayRequest(actor, user))
      const own = people.map((user) => ({ user_id: user.id, seconds: usual(user) }))
      return { seconds, people: own.filter((one) => one.seconds !== seconds) }
    },
  }),
]

/** A person whose time off the actor may request. RequestError 404 for anyone else. */
async function requestable(id: number, actor: Actor, company: CompanySnapshot): Promise<User> {
  await company.look('users', [id])
  const user = company.get('users', id)
  if (!user || !mayRequest(actor, user)) throw new RequestError(404, 'no_visible_user', { id })
  return user
}
