import { inList, type Sql, sql } from '../engine/sql.ts'
import { idIn } from '../engine/table.ts'
import { isObject, property, ScimError, type ScimValues, scimSchemas, scimText } from '../rules/people/scim.ts'
import { ignoredIn, itemsOf, singleText } from '../rules/people/scim_attributes.ts'
import type { ScimFilter } from '../rules/people/scim_filter.ts'
import { patchScim } from '../rules/people/scim_patch.ts'
import { printUtc } from '../rules/time/calendar.ts'
import { type Compared, conditionOf, constant, exact, folded, identifier, instant } from './compare.ts'
import { notFound, pageOf, recordIdOf, type ScimCall, save } from './records.ts'

type Row = { id: number; name: string; created: number; last_modified: number; external_id: string | null }
type Member = { id: number; group_id: number; first_name: string; last_name: string }

const columns = sql`g.id, g.name, g.created, g.last_modified, s.external_id`

/** Groups that are not archived, with the provider's ids for them. */
function groups(companyId: number, conditions: Sql): Sql {
  return sql`from groups g
    left join scim_records s on s.company_id = g.company_id and s.kind = 'groups' and s.record_id = g.id
    where g.company_id = ${companyId} and g.active = 1 and (${conditions})`
}

/** People who can be members: also deactivated ones, who keep their group, but not those that the provider has deleted. */
function people(companyId: number, conditions: Sql): Sql {
  return sql`from users u
    left join scim_records d on d.company_id = u.company_id and d.kind = 'users' and d.record_id = u.id
    where u.company_id = ${companyId} and coalesce(d.deleted, 0) = 0 and (${conditions})`
}

/** The groups that have a person, or any. */
const membersIn =
  (companyId: number): Compared =>
  (op, value) => {
    if (op !== 'pr' && op !== 'eq') return undefined
    const who = op === 'pr' ? sql`1 = 1` : sql`u.id = ${idIn(value)}`
    return sql`g.id in (select u.group_id ${people(companyId, who)})`
  }

/** How each attribute is compared in a filter. */
const attributes: Readonly<Record<string, Compared>> = {
  id: identifier(sql`g.id`),
  schemas: constant(scimSchemas.group, sql`1 = 1`),
  displayname: folded(sql`g.name_key`),
  externalid: exact(sql`coalesce(s.external_id, '')`),
  'meta.created': instant(sql`g.created`),
  'meta.lastmodified': instant(sql`g.last_modified`),
}

/** A page of the groups that match a filter. */
export async function listGroups(
  call: ScimCall,
  filter: ScimFilter | undefined,
  page: { startIndex: number; count: number },
  withMembers: boolean,
): Promise<{ total: number; rows: ScimValues[] }> {
  const having = membersIn(call.companyId)
  const known = { ...attributes, members: having, 'members.value': having }
  const from = groups(call.companyId, conditionOf(filter, known))
  const { total, rows } = await pageOf<Row>(call, { columns, from, order: sql`g.id` }, page)
  const members = withMembers ? await membersOf(call, rows) : undefined
  return { total, rows: rows.map((row) => printed(row, members, call)) }
}

/** One group. Throws ScimError 404. */
export async function readGroup(call: ScimCall, id: number, withMembers = true): Promise<ScimValues> {
  const row = await call.world.db.read.get<Row>(sql`select ${columns} ${groups(call.companyId, sql`g.id = ${id}`)}`)
  if (!row) throw notFound(id)
  return printed(row, withMembers ? await membersOf(call, [row]) : undefined, call)
}

/** The people of groups, in one query. */
function membersOf({ world, companyId }: ScimCall, rows: readonly Row[]): Promise<Member[]> {
  const inThese = inList(
    sql`u.group_id`,
    rows.map(({ id }) => id),
  )
  return world.db.read.all<Member>(
    sql`select u.id, u.group_id, u.first_name, u.last_name ${people(companyId, inThese)} order by u.id`,
  )
}

/** Adds a group with its members, who leave their previous groups. */
export async function createGroup(call: ScimCall, body: unknown): Promise<ScimValues> {
  const { name, externalId, members = [], ignored } = wantedOf(body)
  const { known, deleted } = await knownPeople(call, members)
  const id = await save(call, {
    kind: 'groups',
    item: { name },
    note: { externalId },
    added: known,
    event: 'created',
    attributes: ['displayName', ...(externalId === '' ? [] : ['externalId']), ...(known.length > 0 ? ['members'] : [])],
    ignored: [...ignored, ...deleted],
  })
  return readGroup(call, id)
}

/** Replaces a group's name, and its members if they are given. */
export function replaceGroup(call: ScimCall, id: number, body: unknown): Promise<ScimValues> {
  return change(call, id, () => wantedOf(body))
}

/** Changes a group's name or members. */
export function patchGroup(call: ScimCall, id: number, body: unknown): Promise<ScimValues> {
  return change(call, id, (before) => {
    const { resource, ignored } = patchScim('groups', before, body)
    const { members } = resource
    return { ...wantedOf({ ...resource, members: members ?? [] }), ignored }
  })
}

/** Makes a group what it should be. */
async function change(call: ScimCall, id: number, wanted: (before: ScimValues) => Wanted): Promise<ScimValues> {
  const before = await readGroup(call, id)
  const { name, externalId, members, ignored } = wanted(before)
  const present = memberIds(before)
  const { known: added, deleted } = await knownPeople(call, members ? without(members, present) : [])
  const removed = members ? without(present, members) : []
  const attributes = [
    ...(name === before.displayName ? [] : ['displayName']),
    ...(externalId === (before.externalId ?? '') ? [] : ['externalId']),
    ...(added.length + removed.length > 0 ? ['members'] : []),
  ]
  await save(call, {
    kind: 'groups',
    item: name === before.displayName ? { id } : { id, name },
    ...{ note: { externalId }, added, removed, attributes },
    event: attributes.length > 0 ? 'changed' : 'unchanged',
    ignored: [...ignored, ...deleted],
  })
  return readGroup(call, id)
}

function memberIds({ members }: ScimValues): number[] {
  return (members as { value: string }[]).map(({ value }) => Number(value))
}

function without(ids: readonly number[], others: readonly number[]): number[] {
  const left = new Set(others)
  return ids.filter((id) => !left.has(id))
}

/** Archives a group; its people are then in no group. */
export async function deleteGroup(call: ScimCall, id: number): Promise<void> {
  const { externalId } = await readGroup(call, id, false)
  await save(call, {
    kind: 'groups',
    item: { id, active: false },
    note: { externalId: scimText(externalId, 'externalId') },
    event: 'deleted',
    attributes: [],
    ignored: [],
  })
}

/**
 * The people who can be members, and a word about those that the provider has deleted, who are left out, because one of
 * them should not stop all others. Throws ScimError 400 for an id of no one.
 */
async function knownPeople(
  { world, companyId }: ScimCall,
  ids: readonly number[],
): Promise<{ known: number[]; deleted: string[] }> {
  const found = await world.db.read.all<{
    id: number
    deleted: number
  }>(sql`select u.id, coalesce(d.deleted, 0) as deleted
    from users u left join scim_records d on d.company_id = u.company_id and d.kind = 'users' and d.record_id = u.id
    where u.company_id = ${companyId} and ${inList(sql`u.id`, ids)}`)
  const isDeleted = new Map(found.map(({ id, deleted }) => [id, deleted > 0]))
  const missing = ids.filter((id) => !isDeleted.has(id))
  if (missing.length > 0)
    throw new ScimError(400, `members: there is no person ${missing.slice(0, 10).join(', ')}`, 'invalidValue')
  const known = ids.filter((id) => isDeleted.get(id) === false)
  return { known, deleted: ids.filter((id) => isDeleted.get(id)).map((id) => `members[${id}]`) }
}

/** What a group should be. Without `members`, they stay as they are. */
type Wanted = { name: string; externalId: string; members: number[] | undefined; ignored: string[] }

/** The values of a SCIM group. */
function wantedOf(body: unknown): Wanted {
  if (!isObject(body)) throw new ScimError(400, 'expected an object', 'invalidSyntax')
  const name = singleText(property(body, 'displayName'), 'displayName')
  if (name === '') throw new ScimError(400, 'displayName: required', 'invalidValue')
  const members = property(body, 'members')
  const externalId = singleText(property(body, 'externalId'), 'externalId')
  const ignored = ignoredIn('groups', body)
  if (members === undefined || members === null) return { name, externalId, members: undefined, ignored }
  const ids = itemsOf(members, 'members').map(({ value }) => memberId(value))
  return { name, externalId, members: [...new Set(ids)], ignored }
}

function memberId(value: unknown): number {
  try {
    return recordIdOf(String(value))
  } catch {
    throw new ScimError(400, 'members: each needs the id of a person as its value', 'invalidValue')
  }
}

function printed(row: Row, members: readonly Member[] | undefined, { base }: ScimCall): ScimValues {
  return {
    schemas: [scimSchemas.group],
    id: String(row.id),
    ...(row.external_id ? { externalId: row.external_id } : {}),
    displayName: row.name,
    ...(members && {
      members: members
        .filter(({ group_id }) => group_id === row.id)
        .map(({ id, first_name, last_name }) => ({
          value: String(id),
          display: `${first_name} ${last_name}`.trim(),
          $ref: `${base}/Users/${id}`,
        })),
    }),
    meta: {
      resourceType: 'Group',
      created: printUtc(row.created),
      lastModified: printUtc(row.last_modified),
      location: `${base}/Groups/${row.id}`,
    },
  }
}
