import type { Actor, ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import type { AnyResource } from '../engine/resource.ts'
import { printRecord } from '../engine/serialize.ts'
import type { Handle } from '../engine/sql.ts'
import { resources } from '../resources/index.ts'
import { readsType } from '../rules/people/sight.ts'
import { printUtc } from '../rules/time/calendar.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { quirks } from '../wire/quirks.ts'
import { parameters, type Search } from '../wire/request.ts'
import { changesBehind } from './change_rows.ts'
import { cursorAt, sequenceOf } from './cursor.ts'
import { type SeenChange, seenChanges } from './sight_of_changes.ts'

/** The resources whose changes the feed contains: those with a list. */
export const followed: readonly AnyResource[] = resources.filter(
  (resource) => quirks.get(resource.name)?.listed !== false,
)
const names: readonly string[] = followed.map(({ name }) => name)

const limitMax = 200
const waitMax = 50

/** A request for changes. `wait`: seconds. */
type FeedQuery = { cursor: string; types: readonly string[]; limit: number; wait: number }

/** Parses the query string. Throws RequestError 417 naming the parameter. */
export function feedQuery(search: Search): FeedQuery {
  const given = parameters(search)
  const cursor = given.get('cursor')?.at(-1)?.trim()
  if (!cursor) throw new RequestError(417, 'feed_cursor_required')
  const types = (given.get('types') ?? []).flatMap((text) => text.split(',')).map((text) => text.trim())
  const unknown = types.find((type) => !names.includes(type))
  if (unknown !== undefined) throw new RequestError(417, 'not_some_of', { field: 'types', choices: names.join(', ') })
  return {
    cursor,
    types: types.length === 0 ? names : types,
    limit: whole(given, 'limit', { min: 1, max: limitMax, initial: limitMax }),
    wait: whole(given, 'wait', { min: 0, max: waitMax, initial: 0 }),
  }
}

function whole(
  given: ReadonlyMap<string, readonly string[]>,
  label: string,
  { min, max, initial }: { min: number; max: number; initial: number },
): number {
  const text = given.get(label)?.at(-1)?.trim()
  if (text === undefined) return initial
  const number = /^\d{1,4}$/.test(text) ? Number(text) : -1
  if (number < min || number > max) throw new RequestError(417, 'not_whole_within', { field: label, min, max })
  return number
}

/** A page of the feed: its body, and the cursor after it. `isEmpty`: it has no change that the caller may see. */
type FeedPage = { text: string; cursor: string; isEmpty: boolean }

/**
 * Reads the changes after a cursor; `key` seals cursors. Throws RequestError 410 or 417 if the cursor cannot be
 * continued.
 */
export async function readFeed(query: FeedQuery, ctx: ReadContext, handle: Handle, key: Buffer): Promise<FeedPage> {
  const { actor, company } = ctx
  const from = sequenceOf(query.cursor, actor, company.row, key)
  const seen = readable(query.types, actor).filter((type) => isListable(type, ctx))
  const types = seen.length === names.length ? undefined : seen
  const place = { companyId: actor.companyId, sequence: from }
  const { rows, sequence, more } = await changesBehind(handle, place, { types, limit: query.limit })
  const printed: { sequence: number; text: string }[] = []
  for (const [type, ofType] of Map.groupBy(rows, ({ resource }) => resource)) {
    const resource = followed.find(({ name }) => name === type)
    if (!resource) continue
    const changes = await seenChanges(resource, ofType, { actor, handle })
    const values = changes.flatMap(({ values }) => (values ? [values] : []))
    await resource.prepare?.(values, ctx)
    for (const change of changes) printed.push({ sequence: change.sequence, text: print(change, resource, ctx) })
  }
  printed.sort((a, b) => a.sequence - b.sequence)
  const cursor = cursorAt(sequence, actor, key)
  const list = printed.map(({ text }) => text).join()
  return {
    text: `{"results":{"changes":[${list}]},"cursor":"${cursor}","more":${more}}`,
    cursor,
    isEmpty: printed.length === 0 && !more,
  }
}

/** The requested types that the actor may read; all types unless some were named. Throws RequestError 403. */
function readable(types: readonly string[], actor: Actor): readonly string[] {
  const included = types.filter((type) => readsType(actor, type))
  const missing = types === names ? undefined : types.find((type) => !included.includes(type))
  if (missing !== undefined) throw new RequestError(403, 'type_scope_missing', { scope: `${missing}:read` })
  if (included.length === 0) throw new RequestError(403, 'no_type_in_scopes')
  return included
}

/** Whether the caller may list a type at all. */
function isListable(type: string, { actor }: ReadContext): boolean {
  const resource = followed.find(({ name }) => name === type)!
  return resource.visible(actor).sql !== '1 = 0'
}

function print(change: SeenChange, resource: AnyResource, ctx: ReadContext): string {
  const { sequence, record_id, user_id, application, changed, values } = change
  const about = { sequence, type: resource.name, id: record_id, change: change.change, user_id, application }
  const record = values ? printRecord(resource, values, ctx) : 'null'
  return `${JSON.stringify({ ...about, time: printUtc(changed) }).slice(0, -1)},"record":${record}}`
}

/** The description for the reference. */
export const changesEndpoint: Endpoint = {
  method: 'get',
  path: '/changes',
  name: 'getChanges',
  summary: 'Follows what changes',
  about:
    'Every change of the records that the user sees, in the order in which they were committed, deletions included. Begin ' +
    'with `cursor=now`, then read the lists; from then on ask with the cursor of the answer before, at once while `more` is true.',
  query: {
    cursor: {
      schema: { type: 'string', examples: ['now'] },
      about: '`now`, or the `cursor` of the previous response.',
      required: true,
    },
    types: {
      schema: { type: 'array', items: { type: 'string', enum: names } },
      about: 'Only changes of these resources, separated by commas.',
    },
    limit: {
      schema: { type: 'integer', minimum: 1, maximum: limitMax, default: limitMax },
      about: 'Maximum number of changes. There may be fewer, even none, while `more` is true.',
    },
    wait: {
      schema: { type: 'integer', minimum: 0, maximum: waitMax, default: 0 },
      about: 'Seconds to wait for a change if there is none yet.',
    },
  },
  answer: {
    type: 'object',
    required: ['results', 'cursor', 'more'],
    properties: {
      results: {
        type: 'object',
        required: ['changes'],
        properties: {
          changes: {
            type: 'array',
            items: {
              type: 'object',
              required: ['sequence', 'type', 'id', 'change', 'user_id', 'application', 'time', 'record'],
              properties: {
                sequence: { type: 'integer', description: 'Grows with every change in the company.' },
                type: { type: 'string', enum: names, description: 'The resource.' },
                id: { type: 'integer', description: 'Of the record.' },
                change: {
                  type: 'string',
                  enum: ['created', 'updated', 'archived', 'deleted', 'hidden'],
                  description: 'What happened; `hidden` if the user no longer sees the record because of the change.',
                },
                user_id: { type: 'integer', description: 'Who made the change; 0 is the server.' },
                application: { type: 'string', description: 'The application that made it; empty for the server.' },
                time: { type: 'string', description: 'When it was made.' },
                record: {
                  type: ['object', 'null'],
                  description:
                    'The record after the change, or before its deletion, in the form of its list; null if it is hidden.',
                },
              },
            },
          },
        },
      },
      cursor: { type: 'string', examples: ['1-8d-5f0c6d1e2a3b'], description: 'For the next request.' },
      more: { type: 'boolean', description: 'Whether there are more changes.' },
    },
  },
  statuses: {
    410: 'The cursor is no longer valid: changes after it were deleted because of their age, the rights of the user have changed, or data was restored. Start over.',
  },
}
