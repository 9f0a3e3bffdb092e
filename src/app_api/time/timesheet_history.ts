import { Type } from 'typebox'
import { visible } from '../../company/rights/visible.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { fieldNamed, numberIn, propertiesOf } from '../../engine/fields.ts'
import { type Row, sql } from '../../engine/sql.ts'
import { integerMax } from '../../engine/table.ts'
import { fields } from '../../resources/timesheets/record.ts'
import { printLocal, printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { instant, nameOf, person } from '../format.ts'

const limitMax = 200

const change = Type.Object({
  field: Type.String({
    description:
      'A property, or `customfields.` and the id of a custom field. `start` and `end` are in the person’s time zone.',
  }),
  before: Type.Unknown({ description: 'The old value; null for none.' }),
  after: Type.Unknown({ description: 'The new value; null for none.' }),
})

const entry = Type.Object({
  version: Type.Integer(),
  who: Type.Object({ ...person.properties }, { description: '`user_id` is 0 for the server itself.' }),
  application: Type.String(),
  origin: Type.String({ description: 'A note from the application or the server.' }),
  reason: Type.String({ description: 'Why the person made the change, in their words; empty if not given.' }),
  happened: instant(),
  recorded: instant('When the server received it.'),
  kind: Type.Enum(['created', 'changed', 'deleted']),
  changes: Type.Array(change),
})

const names = (of: string) => Type.Record(Type.String(), Type.String(), { description: `Names of ${of}, by id.` })

/** The history of a timesheet. */
export const historyEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/timesheet_history',
    about: 'Shows the history of a timesheet that you may see, newest first, even if it was deleted.',
    who: 'everyone',
    query: Type.Object({
      timesheet_id: Type.Integer({ ...recordId, description: 'The timesheet.' }),
      before: Type.Optional(
        Type.Integer({ ...recordId, description: 'Only entries older than the one with this `version`.' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: limitMax, description: 'Maximum number of entries; 50 by default.' }),
      ),
    }),
    answer: Type.Object({
      timesheet: Type.Object({
        id: Type.Integer(),
        user_id: Type.Integer(),
        zone: Type.String({ description: 'IANA time zone.' }),
        deleted: Type.Boolean(),
      }),
      entries: Type.Array(entry),
      more: Type.Boolean({ description: 'Whether there are older entries.' }),
      jobcodes: names('the jobcodes in these entries'),
      customfields: names('their custom fields'),
    }),
    async run({ actor, company, query: { timesheet_id, before, limit = 50 } }) {
      const timesheet = await seenTimesheet(timesheet_id, actor, company)
      if (!timesheet) throw new RequestError(404, 'no_such_timesheet', { id: timesheet_id })
      const lines = await company.ask<Line>(
        sql`select version, action, user_id, application, origin, reason, happened, recorded, old_values, new_values
          from timesheet_history where company_id = ${actor.companyId} and timesheet_id = ${timesheet_id}
          and version < ${before ?? integerMax} order by version desc limit ${limit + 1}`,
      )
      const shown = lines.slice(0, limit).map((line) => ({ line, changes: changesOf(line, timesheet.zone) }))
      await lookUp(shown, company)
      return {
        timesheet,
        entries: shown.map(({ line, changes }) => ({
          version: line.version,
          who: nameOf(company, line.user_id),
          application: line.application,
          origin: line.origin,
          reason: line.reason,
          happened: printUtc(line.happened),
          recorded: printUtc(line.recorded),
          kind: line.action,
          changes: changes.map((change) => inWords(change, company)),
        })),
        more: lines.length > limit,
        ...namesOf(shown, company),
      }
    },
  }),
]

type Line = {
  version: number
  action: 'created' | 'changed' | 'deleted'
  user_id: number
  application: string
  origin: string
  reason: string
  happened: number
  recorded: number
  old_values: string
  new_values: string
}

type Change = { field: string; before: unknown; after: unknown }

/** The timesheet, if the actor may see it. */
async function seenTimesheet(id: number, actor: Actor, company: CompanySnapshot) {
  const part = (table: 'timesheets' | 'timesheets_deleted') => {
    const columns = sql`id, user_id, tz_str as zone`
    const where = sql`company_id = ${actor.companyId} and id = ${id} and ${visible(table)(actor)}`
    return table === 'timesheets'
      ? sql`select ${columns}, 0 as deleted from timesheets where ${where}`
      : sql`select ${columns}, 1 as deleted from timesheets_deleted where ${where}`
  }
  const [row] = await company.ask<{ id: number; user_id: number; zone: string; deleted: number }>(
    sql`${part('timesheets')} union all ${part('timesheets_deleted')}`,
  )
  return row && { ...row, deleted: row.deleted === 1 }
}

/** The fields whose changes are shown; the others are derived from them or mean nothing to people. */
const shownFields = [
  ...['jobcode_id', 'start', 'end', 'duration', 'date', 'tz_str', 'type', 'notes', 'customfields'],
  ...['attached_files', 'locked', 'location'],
]

function changesOf({ old_values, new_values }: Line, zone: string): Change[] {
  const [olds, news]: [Row, Row] = [JSON.parse(old_values), JSON.parse(new_values)]
  return shownFields.flatMap((field) => {
    if (!(field in olds) && !(field in news)) return []
    const [before, after] = [shownValue(field, olds, zone), shownValue(field, news, zone)]
    return field === 'customfields' ? choicesOf(before, after) : isSame(before, after) ? [] : [{ field, before, after }]
  })
}

/** A value as the history shows it; an empty one is null. Times are the person's local times. */
function shownValue(name: string, values: Row, zone: string): unknown {
  const column = values[name]
  if (column === undefined || column === null || column === '') return null
  if (name === 'start' || name === 'end') return printLocal(Number(column), zone, numberIn(values[`${name}_offset`]))
  const value = fieldNamed(fields, name).load(column)
  return value === 0 || (Array.isArray(value) && value.length === 0) ? null : value
}

/** One change per custom field; the values are still ids of items. */
function choicesOf(before: unknown, after: unknown): Change[] {
  const [olds, news] = [propertiesOf(before), propertiesOf(after)]
  return [...new Set([...Object.keys(olds), ...Object.keys(news)])].flatMap((id) =>
    olds[id] === news[id] ? [] : [{ field: `customfields.${id}`, before: olds[id] ?? null, after: news[id] ?? null }],
  )
}

function isSame(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(after)
}

type Shown = readonly { line: Line; changes: readonly Change[] }[]

async function lookUp(shown: Shown, company: CompanySnapshot): Promise<void> {
  await company.list('customfields')
  await company.look(
    'users',
    shown.map(({ line }) => line.user_id),
  )
  await company.look('customfielditems', numbersIn(shown, 'customfields.'))
  await company.look('jobcodes', numbersIn(shown, 'jobcode_id'))
}

function numbersIn(shown: Shown, field: string): number[] {
  const changes = shown.flatMap(({ changes }) => changes).filter((change) => change.field.startsWith(field))
  return changes.flatMap(({ before, after }) => [before, after].filter((value) => typeof value === 'number'))
}

function inWords({ field, before, after }: Change, company: CompanySnapshot): Change {
  if (!field.startsWith('customfields.')) return { field, before, after }
  const word = (item: unknown) =>
    typeof item === 'number' ? (company.get('customfielditems', item)?.name ?? null) : null
  return { field, before: word(before), after: word(after) }
}

/** Names of the jobs and custom fields in the changes, by id. */
function namesOf(shown: Shown, company: CompanySnapshot) {
  const jobcodes = new Set(numbersIn(shown, 'jobcode_id'))
  const named = (ids: Iterable<number>, nameIn: (id: number) => string | undefined) =>
    Object.fromEntries([...ids].map((id) => [id, nameIn(id) ?? '']))
  const ids = new Set(
    shown
      .flatMap(({ changes }) => changes)
      .flatMap(({ field }) => (field.startsWith('customfields.') ? [Number(field.slice('customfields.'.length))] : [])),
  )
  const all = company.listed('customfields')
  return {
    jobcodes: named(jobcodes, (id) => company.get('jobcodes', id)?.name),
    customfields: named(ids, (id) => all.find((field) => field.id === id)?.name),
  }
}
