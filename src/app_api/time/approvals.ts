import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { loadSettings, settingsFor, translateFor } from '../../company/settings/settings.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import { sql } from '../../engine/sql.ts'
import { askForBytes } from '../../reports/ask.ts'
import type { Question } from '../../reports/index.ts'
import { messageMax } from '../../resources/notifications.ts'
import type { User } from '../../resources/users/record.ts'
import { type SentBack, sendBack } from '../../resources/users/send_back.ts'
import { dayText } from '../../rules/notifications/format_times.ts'
import { mayApprove } from '../../rules/people/access.ts'
import { isDate, printUtc } from '../../rules/time/calendar.ts'
import { exceptionKinds } from '../../rules/time/exceptions.ts'
import { payPeriodOf } from '../../rules/time/pay_periods.ts'
import type { World } from '../../world.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { date, instant, nameOf, nullable } from '../format.ts'
import { languageAsked } from '../language.ts'

const day = (description: string) => Type.String({ description })
const ids = (description: string) => Type.Optional(Type.String({ maxLength: 40_000, description }))
const seconds = Type.Integer()

const exception = Type.Object({
  kind: Type.Enum([...exceptionKinds]),
  date: date(),
  timesheet_ids: Type.Array(Type.Integer()),
  words: Type.String({ description: 'A description for people to read.' }),
})

const whose = {
  user_id: Type.Integer(),
  name: Type.String(),
  group_id: Type.Integer(),
  active: Type.Boolean(),
  zone: Type.String({ description: 'IANA time zone.' }),
  submitted_to: Type.String({ description: 'Last date submitted; 2000-01-01 for none.' }),
  approved_to: Type.String({ description: 'Last date approved; 2000-01-01 for none.' }),
}

const found = {
  entries: Type.Integer({ description: 'Number of timesheets.' }),
  running: nullable(Type.Integer({ description: 'The running timesheet.' })),
  exceptions: Type.Array(exception, { description: 'What to check before approving.' }),
}

const approved = Type.Object({
  ...whose,
  seconds: Type.Object({
    work: seconds,
    paid_break: seconds,
    unpaid_break: seconds,
    pto: seconds,
    unpaid_time_off: seconds,
  }),
  overtime_seconds: Type.Record(Type.String(), seconds, { description: 'By multiplier, such as `1.5`.' }),
  overtime_by_rule: Type.Record(Type.String(), seconds, { description: 'By the name of the overtime rule.' }),
  ...found,
})

const byMultiplier = Type.Record(Type.String(), seconds, { description: 'By multiplier, such as `1.5`.' })

const pay = Type.Object(
  {
    total_re_seconds: seconds,
    overtime_seconds: byMultiplier,
    pto_seconds: Type.Record(Type.String(), seconds, { description: 'By jobcode.' }),
    total_work_seconds: Type.Integer({ description: 'All of these.' }),
  },
  {
    description:
      'As recorded. The same as in the payroll report, except for days that a pay run has paid: the report has what was paid.',
  },
)

const range = { start_date: date(), end_date: date() }

const sentBack = { ...range, message: Type.String(), by: Type.String({ description: 'Who sent it back.' }) }

/** What `sentBackTo` returns. */
export const sentBackList = Type.Array(Type.Object({ ...sentBack, sent: instant() }))

const inRun = Type.Object({
  ...whose,
  pay,
  previous: Type.Object(pay.properties, { description: 'The same for the previous pay period.' }),
  ...found,
  last_date: nullable(date('The last date with time in the period.')),
  corrections: Type.Integer({ description: 'How many corrections are waiting for a decision.' }),
  sent_back: nullable(
    Type.Object(sentBack, { description: 'Time that was sent back and has not been submitted again.' }),
  ),
  earlier: Type.Array(Type.Object({ ...range, pay, exceptions: Type.Array(exception) }), {
    description:
      'Unapproved time of earlier pay periods, which would be approved along with this one; up to 92 days back.',
  }),
})

const offered = Type.Object({
  ...range,
  running: Type.Boolean({ description: 'Whether the period has not ended.' }),
  people: Type.Integer({ description: 'People with time.' }),
  waiting: Type.Integer({ description: 'People whose time is not approved.' }),
  submitted: Type.Integer({ description: 'Those who have submitted all of it.' }),
})

/** Time waiting for approval. */
export const approvalEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/approvals',
    isReport: true,
    about:
      'Sums up the time that you approve, by person, over at most 92 days: hours worked, overtime, the last dates submitted and approved, and what to check first.',
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
    async run({ actor, company, now, world, query, request }) {
      return reported('approvals', query, { actor, company, now, world, request })
    },
  }),
  endpoint({
    method: 'GET',
    path: '/approvals/pay_run',
    isReport: true,
    about:
      'Returns a pay period of the people whose time you approve, as a pay run: how each is paid, in this and the previous period, what to check, what was sent back, and unapproved time of earlier periods. Without a date, it is the oldest ended period with time to approve, or else the last one.',
    who: 'everyone',
    query: Type.Object({
      date: Type.Optional(day('A date in the pay period.')),
      user_ids: ids('Ids of users, separated by commas.'),
      group_ids: ids('Ids of groups, separated by commas.'),
    }),
    answer: Type.Object({
      today: date('In the company’s time zone.'),
      ...range,
      previous: Type.Object(range, { description: 'The pay period before.' }),
      periods: Type.Array(offered, { description: 'Half a year of pay periods, oldest first.' }),
      people: Type.Array(inRun),
    }),
    async run({ actor, company, now, world, query, request }) {
      return reported('pay_run', query, { actor, company, now, world, request })
    },
  }),
  endpoint({
    method: 'GET',
    path: '/approvals/days',
    isReport: true,
    about: 'Returns how each day of a person whose time you approve is paid, over at most 92 days.',
    who: 'everyone',
    query: Type.Object({
      user_id: recordId,
      start_date: day('First date, inclusive.'),
      end_date: day('Last date, inclusive.'),
    }),
    answer: Type.Object({
      user_id: Type.Integer(),
      ...range,
      days: Type.Array(
        Type.Object({
          date: date(),
          pay,
          shown: Type.Object(
            { total_seconds: seconds, overtime_seconds: seconds },
            {
              description:
                'As in the hours report by day: in the unit that the company shows, adding up to the period.',
            },
          ),
        }),
      ),
    }),
    async run({ actor, company, now, world, query: { user_id, ...dates }, request }) {
      const query = { user_ids: String(user_id), ...dates }
      return reported('approval_days', query, { actor, company, now, world, request })
    },
  }),
  endpoint({
    method: 'GET',
    path: '/approvals/sent_back',
    about:
      'Lists a person’s time that was sent back and has not been submitted again, oldest first: your own, or that of someone whose time you approve.',
    who: 'everyone',
    query: Type.Object({ user_id: Type.Optional(recordId) }),
    answer: Type.Object({ sent_back: sentBackList }),
    async run({ actor, company, query }) {
      const id = query.user_id ?? actor.userId
      await company.look('users', [id])
      const user = company.get('users', id)
      if (!user) throw new RequestError(404, 'no_such_user', { field: 'user_id', id })
      if (id !== actor.userId && !mayApprove(actor, user))
        throw new RequestError(403, 'not_approver', { field: 'user_id' })
      return { sent_back: await sentBackTo(user, company) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/approvals/send_back',
    about:
      'Reopens a person’s time from `start_date` on, so it is neither submitted nor approved, and sends them a message. It stays sent back until it is submitted through `end_date` again. You must be allowed to approve it.',
    who: 'everyone',
    body: Type.Object({
      user_id: recordId,
      start_date: day('The first date to reopen.'),
      end_date: Type.Optional(day('The last date sent back; by default, the end of the pay period.')),
      message: Type.String({ minLength: 1, maxLength: messageMax }),
    }),
    answer: Type.Object({ sent_back: Type.Integer({ description: 'The user.' }) }),
    async run({ actor, company, now, world, body }) {
      const { user_id: userId, start_date: starts, end_date, message } = body
      for (const [name, value] of Object.entries({ start_date: starts, end_date }))
        if (value !== undefined && !isDate(value)) throw new RequestError(417, 'date_malformed', { field: name })
      if (end_date !== undefined && end_date < starts) throw new RequestError(417, 'ends_before_start')
      await loadSettings(company)
      const ends = end_date ?? payPeriodOf(starts, settingsFor(company).general.settings).end
      await company.look('users', [userId])
      const t = translateFor(company, company.get('users', userId))
      const told = end_date
        ? t('Your time from {start} to {end} was sent back: {message}', {
            start: dayText(starts, t),
            end: dayText(end_date, t),
            message,
          })
        : message
      await world.db.write(sendBack, { actor, userId, starts, ends, message, told, uuid: world.uuid() }, now)
      return { sent_back: userId }
    },
  }),
]

/** A person's time that was sent back and has not been submitted again, oldest first. */
export async function sentBackTo({ id, submitted_to }: User, company: CompanySnapshot) {
  const rows = await company.ask<SentBack>(sql`select * from sent_back where company_id = ${company.row.company_id}
    and user_id = ${id} and ends > ${submitted_to} order by starts`)
  await company.look(
    'users',
    rows.map(({ sent_by_user_id }) => sent_by_user_id),
  )
  return rows.map(({ starts, ends, message, sent_by_user_id, created }) => ({
    ...{ start_date: starts, end_date: ends, message, by: nameOf(company, sent_by_user_id).name },
    sent: printUtc(created),
  }))
}

type Asking = Pick<Question, 'actor' | 'now'> & {
  company: CompanySnapshot
  world: World
  request: FastifyRequest
}

/** The response of the report thread. */
export async function reported(
  report: string,
  query: Record<string, string | undefined>,
  { actor, company, now, world, request }: Asking,
): Promise<Buffer> {
  const given = Object.entries(query).flatMap(([name, value]): [string, string[]][] =>
    value === undefined ? [] : [[name, [value]]],
  )
  const question = { report, given: new Map(given), actor, now, language: languageAsked(request) }
  return askForBytes(question, company.row, world.db)
}
