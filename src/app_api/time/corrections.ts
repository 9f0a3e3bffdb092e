import { Type } from 'typebox'
import { visible } from '../../company/rights/visible.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import { all, inList, type Sql, sql } from '../../engine/sql.ts'
import { messageMax } from '../../resources/notifications.ts'
import {
  type Correction,
  decideCorrection,
  proposeCorrection,
  withdrawCorrection,
} from '../../resources/timesheets/corrections.ts'
import { reasonMax } from '../../resources/timesheets/record.ts'
import { isDate, printLocal, printUtc } from '../../rules/time/calendar.ts'
import { type Corrected, correctionActions, correctionStatuses } from '../../rules/time/corrections.ts'
import { type AppEndpoint, endpoint, recordId, refuseManaging } from '../endpoint.ts'
import { date, instant, moment, nameOf, nullable, person } from '../format.ts'

const limitMax = 200

const time = (description: string) => Type.String({ maxLength: 40, description })

const pause = Type.Object({ jobcode_id: recordId, start: time('When it began.'), end: time('When it ended.') })

const changes = {
  start: Type.Optional(time('When it began, with an offset.')),
  end: Type.Optional(time('When it ended.')),
  date: Type.Optional(Type.String({ maxLength: 10, description: 'The day of a duration.' })),
  duration: Type.Optional(Type.Integer({ description: 'Seconds, of an entry without times.' })),
  jobcode_id: Type.Optional(Type.Integer({ ...recordId, minimum: 0, description: '0 for none.' })),
  notes: Type.Optional(Type.String({ maxLength: 4000 })),
  break: Type.Optional(pause),
}

const shownEntry = Type.Object({
  type: Type.Enum(['regular', 'manual']),
  jobcode_id: Type.Integer(),
  start: Type.String({ description: 'In the time zone of the person.' }),
  end: Type.String({ description: 'Empty while it runs.' }),
  date: date(),
  duration: Type.Integer(),
  notes: Type.String(),
  zone: Type.String({ description: 'IANA time zone.' }),
})

const shown = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  name: Type.String(),
  timesheet_id: nullable(Type.Integer({ description: 'Null for a forgotten entry that was not added.' })),
  action: Type.Enum([...correctionActions]),
  date: date('Of the entry.'),
  changes: Type.Object(changes, { description: 'The new values.' }),
  entry: nullable(shownEntry),
  reason: Type.String(),
  status: Type.Enum([...correctionStatuses]),
  created: instant(),
  decided: nullable(instant()),
  decided_by: nullable(person),
  message: Type.String({ description: 'The message with the decision.' }),
})

/** Corrections: proposed by people who may not change their time themselves, accepted or declined by approvers. */
export const correctionEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/corrections',
    about: `Lists your own corrections and those that you can decide about, newest first, at most ${limitMax}.`,
    who: 'everyone',
    query: Type.Object({
      status: Type.Optional(Type.Enum([...correctionStatuses])),
      user_id: Type.Optional(recordId),
      start_date: Type.Optional(Type.String({ description: 'First date of the entry, inclusive.' })),
      end_date: Type.Optional(Type.String({ description: 'Last date, inclusive.' })),
    }),
    answer: Type.Object({ corrections: Type.Array(shown) }),
    async run({ actor, company, query }) {
      if (query.user_id !== undefined) await refuseUnknown(query.user_id, company)
      const rows = await company.ask<Correction>(sql`select * from corrections
        where company_id = ${actor.companyId} and ${seenBy(actor)} and ${wanted(query)}
        order by created desc, id desc limit ${limitMax}`)
      return { corrections: await printed(rows, company) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/corrections',
    about:
      'Proposes a correction of your own time: other values for an entry, a break in it, its deletion, or a forgotten entry. It is refused if it could never be accepted. The approvers are notified.',
    who: 'everyone',
    writesOnce: true,
    body: Type.Object({
      action: Type.Enum([...correctionActions]),
      timesheet_id: Type.Optional(
        Type.Integer({ ...recordId, description: 'The entry; omit it for a forgotten one.' }),
      ),
      ...changes,
      reason: Type.String({ minLength: 1, maxLength: reasonMax }),
    }),
    answer: Type.Object({ id: Type.Integer() }),
    async run({ actor, now, world, body }) {
      refuseManaging(actor)
      const { action, timesheet_id = 0, reason, ...changes } = body
      const proposal = { timesheetId: timesheet_id, action, changes: changes as Corrected, reason: reason.trim() }
      if (proposal.reason === '') throw new RequestError(417, 'missing', { field: 'reason' })
      return { id: await world.db.write(proposeCorrection, { actor, proposal, uuid: world.uuid() }, now) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/corrections/:id/decision',
    about: 'Accepts or declines a correction of a person whose time you approve, and notifies them.',
    who: 'everyone',
    writesOnce: true,
    params: Type.Object({ id: recordId }),
    body: Type.Object({
      decision: Type.Enum(['accept', 'decline']),
      message: Type.Optional(Type.String({ maxLength: messageMax / 2 })),
    }),
    answer: Type.Object({ status: Type.Enum(['accepted', 'declined']) }),
    async run({ actor, now, world, params, body }) {
      const accepted = body.decision === 'accept'
      const message = (body.message ?? '').trim()
      await world.db.write(decideCorrection, { actor, id: params.id, accepted, message, uuid: world.uuid() }, now)
      return { status: accepted ? ('accepted' as const) : ('declined' as const) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/corrections/:id',
    about: 'Withdraws a correction that you proposed and that is still waiting.',
    who: 'everyone',
    params: Type.Object({ id: recordId }),
    answer: Type.Object({ withdrawn: Type.Integer() }),
    async run({ actor, now, world, params }) {
      refuseManaging(actor)
      await world.db.write(withdrawCorrection, { actor, id: params.id }, now)
      return { withdrawn: params.id }
    },
  }),
]

async function refuseUnknown(userId: number, company: CompanySnapshot): Promise<void> {
  await company.look('users', [userId])
  if (!company.get('users', userId)) throw new RequestError(404, 'no_such_user', { field: 'user_id', id: userId })
}

const seenBy = visible('corrections')

type Wanted = { status?: string; user_id?: number; start_date?: string; end_date?: string }

function wanted({ status, user_id, start_date, end_date }: Wanted): Sql {
  for (const [name, value] of Object.entries({ start_date, end_date }))
    if (value !== undefined && !isDate(value)) throw new RequestError(417, 'date_malformed', { field: name })
  return all([
    sql`1 = 1`,
    ...(status ? [sql`status = ${status}`] : []),
    ...(user_id ? [sql`user_id = ${user_id}`] : []),
    ...(start_date ? [sql`date >= ${start_date}`] : []),
    ...(end_date ? [sql`date <= ${end_date}`] : []),
  ])
}

type EntryRow = {
  id: number
  type: 'regular' | 'manual'
  jobcode_id: number
  start: number
  end: number | null
  date: string
  duration: number
  notes: string
  tz_str: string
  start_offset: number | null
  end_offset: number | null
}

async function printed(rows: readonly Correction[], company: CompanySnapshot) {
  await company.look(
    'users',
    rows.flatMap(({ user_id, decided_by_user_id }) => [user_id, decided_by_user_id]),
  )
  const ids = rows.map(({ timesheet_id }) => timesheet_id).filter((id) => id !== 0)
  const entries =
    ids.length === 0
      ? []
      : await company.ask<EntryRow>(sql`select id, type, jobcode_id, "start", "end", date, duration, notes, tz_str,
          start_offset, end_offset from timesheets where company_id = ${company.row.company_id} and ${inList(sql`id`, ids)}`)
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return rows.map((row) => {
    const entry = byId.get(row.timesheet_id)
    return {
      id: row.id,
      ...nameOf(company, row.user_id),
      timesheet_id: row.timesheet_id || null,
      action: row.action,
      date: row.date,
      changes: JSON.parse(row.changes),
      entry: entry ? printedEntry(entry) : null,
      reason: row.reason,
      status: row.status,
      created: printUtc(row.created),
      decided: moment(row.decided),
      decided_by: row.decided_by_user_id === 0 ? null : nameOf(company, row.decided_by_user_id),
      message: row.message,
    }
  })
}

function printedEntry({ id: _, tz_str: zone, start_offset, end_offset, ...entry }: EntryRow) {
  const start = printLocal(entry.start, zone, start_offset)
  return { ...entry, start, end: entry.end === null ? '' : printLocal(entry.end, zone, end_offset), zone }
}
