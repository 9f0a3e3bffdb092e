import { Type } from 'typebox'
import { inList, sql } from '../../engine/sql.ts'
import { type StoredLine, scimEvents, scimLines } from '../../identity/scim_requests.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import { type AppEndpoint, endpoint } from '../endpoint.ts'
import { instant, person } from '../format.ts'

const moved = Type.Object({
  count: Type.Integer(),
  people: Type.Array(person, { description: 'At most 100 of them, without anonymized people.' }),
})

const line = Type.Object({
  id: Type.Integer(),
  received: instant(),
  token: Type.String({ description: 'The name of the token that was used.' }),
  method: Type.String(),
  path: Type.String({ description: 'Without parameters.' }),
  type: Type.Enum(['users', 'groups', ''], { description: 'What the request is about.' }),
  record_id: Type.Integer({ description: '0 if there is no such record.' }),
  name: Type.String({ description: 'The record’s name now, or what the request called it.' }),
  event: Type.Enum([...scimEvents]),
  status: Type.Integer({ description: 'The HTTP status of the response.' }),
  attributes: Type.Array(Type.String(), { description: 'The attributes that were changed.' }),
  ignored: Type.Array(Type.String(), { description: 'What the request had and is not kept.' }),
  refused: Type.String({ description: 'Why the request was refused, as the provider was told; else empty.' }),
  added: moved,
  removed: moved,
})

/** The log of identity providers' requests. */
export const scimRequestEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/scim_requests',
    about:
      'Lists what identity providers asked for by SCIM, newest first: what was done, ignored and refused. Reads are listed only if they were refused.',
    who: 'administrators',
    firstPartyOnly: true,
    query: Type.Object({
      before: Type.Optional(Type.Integer({ minimum: 1, description: 'Only lines with a smaller id.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '50 if omitted.' })),
    }),
    answer: Type.Object({ lines: Type.Array(line), more: Type.Boolean() }),
    async run({ actor: { companyId }, world, query: { before, limit = 50 } }) {
      const lines = await scimLines(world.db.read, companyId, { before, limit: limit + 1 })
      const shown = lines.slice(0, limit)
      const names = await namesOf(world, companyId, shown)
      return { lines: shown.map((one) => printed(one, names)), more: lines.length > limit }
    },
  }),
]

/** The names of the people who joined or left groups. */
async function namesOf({ db }: World, companyId: number, lines: readonly StoredLine[]): Promise<Map<number, string>> {
  const ids = new Set(lines.flatMap(({ added, removed }) => [...idsIn(added), ...idsIn(removed)]))
  const rows = await db.read.all<{
    id: number
    name: string
  }>(sql`select id, trim(first_name || ' ' || last_name) as name
    from users where company_id = ${companyId} and ${inList(sql`id`, [...ids])}`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function printed(stored: StoredLine, names: ReadonlyMap<number, string>) {
  const { id, token, method, path, kind, record_id, subject, event, status, detail } = stored
  const people = (list: string) => idsIn(list).map((user_id) => ({ user_id, name: names.get(user_id) ?? '' }))
  return {
    ...{ id, received: printUtc(stored.created), token, method, path, type: kind, record_id },
    ...{ name: stored.name ?? subject, event, status },
    attributes: textsIn(stored.attributes),
    ignored: textsIn(stored.ignored),
    refused: detail,
    added: { count: stored.added_count, people: people(stored.added) },
    removed: { count: stored.removed_count, people: people(stored.removed) },
  }
}

function textsIn(list: string): string[] {
  return JSON.parse(list)
}

function idsIn(list: string): number[] {
  return JSON.parse(list)
}
