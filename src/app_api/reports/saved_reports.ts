import { type Static, Type } from 'typebox'
import {
  recipientsMax,
  removeReport,
  reportSeen,
  reportsSeen,
  type SavedReportRow,
  saveReport,
} from '../../company/saved_reports.ts'
import type { Actor } from '../../engine/context.ts'
import { frequencies } from '../../rules/reports/schedule.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { instant, nullable } from '../format.ts'

const schedule = nullable(
  Type.Object(
    {
      every: Type.Enum([...frequencies], { description: '`pay_period`: on the day after each.' }),
      weekday: Type.Integer({ minimum: 0, maximum: 6, description: '0 for Sunday; only used by `weekly`.' }),
      hour: Type.Integer({ minimum: 0, maximum: 23, description: 'In the company’s time zone.' }),
      format: Type.Enum(['pdf', 'xlsx', 'csv']),
      user_ids: Type.Array(recordId, { minItems: 1, maxItems: recipientsMax }),
    },
    { description: 'When it is sent by email, and to whom. Each person gets only what they may see.' },
  ),
)

const given = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  search: Type.String({ maxLength: 2000, description: 'The query string of the page Hours.' }),
  shared: Type.Boolean({ description: 'Whether everyone who sees other people’s time sees the report.' }),
  schedule,
}

const report = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer({ description: 'Who has saved it.' }),
  ...given,
  next: nullable(instant('When it is sent next.')),
  may_change: Type.Boolean(),
})

const params = Type.Object({ id: recordId })

/** Saved reports: private or shared, and sent by email on a schedule. */
export const savedReportEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/saved_reports',
    about: 'Lists your saved reports, and shared ones if you see other people’s time.',
    who: 'everyone',
    answer: Type.Object({ reports: Type.Array(report) }),
    async run({ actor, world }) {
      const rows = await reportsSeen(actor, world.db.read)
      return { reports: rows.map((row) => printed(row, actor)) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/saved_reports',
    about: 'Saves a report. Only administrators and managers can share it or have it sent.',
    who: 'everyone',
    body: Type.Object(given),
    answer: report,
    async run({ actor, world, now, body }) {
      const id = await world.db.write(saveReport, { actor, id: 0, report: body }, now)
      return printed((await reportSeen(actor, id, world.db.read))!, actor)
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/saved_reports/:id',
    about: 'Changes a saved report: your own, or as an administrator a shared one.',
    who: 'everyone',
    params,
    body: Type.Object(given),
    answer: report,
    async run({ actor, world, now, params, body }) {
      await world.db.write(saveReport, { actor, id: params.id, report: body }, now)
      const row = await reportSeen(actor, params.id, world.db.read)
      return printed(row ?? { ...rowOf(body), id: params.id, user_id: 0, next: 0 }, actor)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/saved_reports/:id',
    about: 'Deletes a saved report. It is no longer sent.',
    who: 'everyone',
    params,
    answer: Type.Object({ removed: Type.Boolean() }),
    async run({ actor, world, now, params }) {
      await world.db.write(removeReport, { actor, id: params.id }, now)
      return { removed: true }
    },
  }),
]

const body = Type.Object(given)

function rowOf({ name, search, shared, schedule }: Static<typeof body>) {
  const { every = '' as const, weekday = 0, hour = 0, format = '' as const, user_ids = [] } = schedule ?? {}
  return { name, search, shared: Number(shared), every, weekday, hour, format, recipients: user_ids.join(',') }
}

function printed(row: SavedReportRow, actor: Actor): Static<typeof report> {
  const { id, user_id, name, search, shared, every, weekday, hour, format, recipients, next } = row
  const user_ids = recipients.split(',').filter(Boolean).map(Number)
  return {
    ...{ id, user_id, name, search, shared: shared === 1 },
    schedule: every === '' || format === '' ? null : { every, weekday, hour, format, user_ids },
    next: Number(next) === 0 ? null : printUtc(Number(next)),
    may_change: user_id === actor.userId || actor.isAdmin,
  }
}
