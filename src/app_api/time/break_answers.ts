import { Type } from 'typebox'
import { breakAnswers, saveBreakAnswers } from '../../company/breaks/break_answers.ts'
import { breakEntries, breakRulesFor } from '../../company/breaks/break_rules.ts'
import { loadSettings, zoneFor } from '../../company/settings/settings.ts'
import { translateTo } from '../../company/translate.ts'
import { sql } from '../../engine/sql.ts'
import { breakKinds } from '../../rules/time/break_rules.ts'
import { breakAnswerKinds, breakFindings, isOpen } from '../../rules/time/breaks.ts'
import { addDays, localDate } from '../../rules/time/calendar.ts'
import { breakWords } from '../../rules/time/exceptions.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { nullable } from '../format.ts'
import { languageAsked } from '../language.ts'

const answer = Type.Enum([...breakAnswerKinds], {
  description: 'You took the break, waived it, or were prevented from taking it.',
})

/** Answers about the breaks that were due. */
export const breakAnswerList = Type.Array(
  Type.Object({ rule: Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' }), answer }, { additionalProperties: false }),
  { minItems: 1, maxItems: 12, description: 'Your answers about breaks that were due.' },
)

/** The question about breaks at clock-out. */
export const breakAnswerEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/due_breaks',
    about: 'Lists the breaks that you would have missed if you clocked out now.',
    who: 'everyone',
    answer: Type.Object({
      timesheet_id: nullable(Type.Integer({ description: 'Your running timesheet. Null off the clock.' })),
      breaks: Type.Array(
        Type.Object({
          rule: Type.String(),
          kind: Type.Enum([...breakKinds]),
          words: Type.String({ description: 'A description for people to read.' }),
          answer: nullable(answer),
          waivable: Type.Boolean({
            description:
              'Whether the law or the company lets you waive it. If not, the answer is kept, and the approver decides.',
          }),
        }),
      ),
    }),
    async run({ actor, company, now, world, request }) {
      await loadSettings(company)
      await company.look('users', [actor.userId])
      const user = company.get('users', actor.userId)
      const rules = user ? breakRulesFor(company, user) : []
      if (!user || rules.length === 0) return { timesheet_id: null, breaks: [] }
      const today = localDate(now, zoneFor(company, user))
      const dates = { start_date: addDays(today, -2), end_date: addDays(today, 1) }
      const whose = sql`user_id = ${user.id}`
      const entries = await breakEntries(
        sql`company_id = ${actor.companyId} and ${whose} and date between ${dates.start_date} and ${dates.end_date}`,
        company,
        world.db.read,
      )
      const own = entries.get(user.id) ?? []
      const running = own.find(({ end }) => end === null)
      if (!running) return { timesheet_id: null, breaks: [] }
      const ended = own.map((entry) => ({ ...entry, end: entry.end ?? Math.max(now, entry.start) }))
      const answers = await breakAnswers(actor.companyId, whose, dates, world.db.read)
      const t = translateTo(languageAsked(request))
      const findings = breakFindings(ended, rules, now, answers.get(user.id))
      return {
        timesheet_id: running.id,
        breaks: findings
          .filter((finding) => finding.timesheet_ids.includes(running.id) && isOpen(finding))
          .map((found) => ({
            rule: found.rule.name,
            kind: found.rule.kind,
            words: breakWords(found, t),
            answer: found.answer ?? null,
            waivable: found.waivable,
          })),
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/break_answers',
    about:
      'Stores your answers about breaks that were due, with one of your timesheets that is not approved. Later answers replace earlier ones.',
    who: 'everyone',
    body: Type.Object({
      timesheet_id: Type.Integer({ ...recordId, description: 'Your timesheet.' }),
      answers: breakAnswerList,
    }),
    answer: Type.Object({ timesheet_id: Type.Integer() }),
    async run({ actor, world, now, body: { timesheet_id, answers } }) {
      const author = { userId: actor.userId, application: actor.application }
      await world.db.write(
        saveBreakAnswers,
        { companyId: actor.companyId, author, timesheetId: timesheet_id, answers },
        now,
      )
      return { timesheet_id }
    },
  }),
]
