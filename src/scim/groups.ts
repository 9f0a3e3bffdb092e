import { inList, type Sql, sql } from '../engine/sql.ts'
import { idIn } from '../engine/table.ts'
import { noteScimRecord } from '../identity/scim_records.ts'
import { firstOf } from '../rules/elements.ts'
import { isObject, property, ScimError, type ScimValues, scimSchemas, scimText } from '../rules/people/scim.ts'
import type { ScimFilter } from '../rules/people/scim_filter.ts'
import { patchScim } from '../rules/people/scim_patch.ts'
import { printUtc } from '../rules/time/calendar.ts'
import { type Compared, conditionOf, constant, exact, folded, identifier, instant } from './compare.ts'
import { notFound, pageOf, recordIdOf, type ScimCall, saveRecords } from './records.ts'

type Row = { id: number; name: string; created: number; last_modified: number; external_id: string | null }
type Member = { id: number; group_id: number; first_name: string; last_name: string }

const columns = sql`g.id, g.name, g.created, g.last_modified, s.external_id`

/** Groups that are not archived, with the provider's ids for them. */
function groups(companyId: number, conditions: Sql): Sql {
  return sql`from groups g
    left join scim_records s on s.company_id = g.company_id and s.kind = 'groups' and s.record_id = g.id
    where g.company_id = ${companyId} and g.active = 1 and (${conditions})`
}

/** The groups that have a person, or any. */
const membersIn =
  (companyId: number): Compared =>
  (op, value) => {
    if (op !== 'pr' && op !== 'eq') return undefined
    const who = op === 'pr' ? sql`1 = 1` : sql`u.id = ${idIn(value)}`
    return sql`g.id in (select u.group_id from users u where u.company_id = ${companyId} and u.active = 1 and ${who})`
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

/** The active people of groups, in one query. */
function membersOf({ world, companyId }: ScimCall, rows: readonly Row[]): Promise<Member[]> {
  return world.db.read.all<Member>(sql`select u.id, u.group_id, u.first_name, u.last_name from users u
    where u.company_id = ${companyId} and u.active = 1 and ${inList(
      sql`u.group_id`,
      rows.map(({ id }) => id),
    )} order by u.id`)
}

/** Adds a group with its members, who leave their previous groups. */
export async function createGroup(call: ScimCall, body: unknown): Promise<ScimValues> {
  const { name, externalId, members = [] } = wantedOf(body)
  await checkMembers(call, members)
  const id = firstOf(await saveRecords(call, 'groups', 'create', [{ name }]))
  await note(call, id, externalId)
  await moveMembers(call, id, members, [])
  return readGroup(call, id)
}

/** Replaces a group's name, and its members if they are given. */
export async function replaceGroup(call: ScimCall, id: number, body: unknown): Promise<ScimValues> {
  const before = await readGroup(call, id)
  const { name, externalId, members } = wantedOf(body)
  const known = memberIds(before)
  const [added, removed] = members ? [without(members, known), without(known, members)] : [[], []]
  await checkMembers(call, added)
  if (name !== before.displayName) await saveRecords(call, 'groups', 'update', [{ id, name }])
  if (externalId !== (before.externalId ?? '')) await note(call, id, externalId)
  await moveMembers(call, id, added, removed)
  return readGroup(call, id)
}

/** Changes a group's name or members. */
export async function patchGroup(call: ScimCall, id: number, body: unknown): Promise<ScimValues> {
  const patched = patchScim(await readGroup(call, id), body)
  return replaceGroup(call, id, { ...patched, members: patched.members ?? [] })
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
  await readGroup(call, id, false)
  await saveRecords(call, 'groups', 'update', [{ id, active: false }])
}

async function note({ world, companyId }: ScimCall, id: number, externalId: string): Promise<void> {
  await world.db.write(noteScimRecord, { companyId, kind: 'groups', id, externalId }, world.now())
}

/** Refuses members who are not active people of the company. Throws ScimError 400. */
async function checkMembers({ world, companyId }: ScimCall, members: readonly number[]): Promise<void> {
  const found = await world.db.read.all<{ id: number }>(sql`select u.id from users u
    where u.company_id = ${companyId} and u.active = 1 and ${inList(sql`u.id`, members)}`)
  const known = new Set(found.map(({ id }) => id))
  const missing = members.find((id) => !known.has(id))
  if (missing !== undefined) throw new ScimError(400, `members: there is no active person ${missing}`, 'invalidValue')
}

/**
 * Moves people into a group, and out of it. A person is in one group at a time; people who were moved elsewhere in the
 * meantime stay there.
 */
async function moveMembers(
  call: ScimCall,
  group_id: number,
  added: readonly number[],
  removed: readonly number[],
): Promise<void> {
  const { world, companyId } = call
  const left = await world.db.read.all<{ id: number }>(sql`select u.id from users u
    where u.company_id = ${companyId} and u.group_id = ${group_id} and ${inList(sql`u.id`, removed)}`)
  const leaving = left.map(({ id }) => ({ id, group_id: 0 }))
  await saveRecords(call, 'users', 'update', [...added.map((id) => ({ id, group_id })), ...leaving])
}

/** The values of a SCIM group. */
function wantedOf(body: unknown): { name: string; externalId: string; members: number[] | undefined } {
  if (!isObject(body)) throw new ScimError(400, 'expected an object', 'invalidSyntax')
  const name = scimText(property(body, 'displayName'), 'displayName')
  if (name === '') throw new ScimError(400, 'displayName: required', 'invalidValue')
  const members = property(body, 'members')
  const externalId = scimText(property(body, 'externalId'), 'externalId')
  if (members === undefined || members === null) return { name, externalId, members: undefined }
  if (!Array.isArray(members)) throw new ScimError(400, 'members: expected a list', 'invalidValue')
  const ids = members.map((member) => memberId(isObject(member) ? property(member, 'value') : member))
  return { name, externalId, members: [...new Set(ids)] }
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
