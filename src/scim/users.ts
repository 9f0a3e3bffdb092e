import { notOwnClaim } from '../company/rights/own_claims.ts'
import { type Sql, sql } from '../engine/sql.ts'
import type { Item } from '../engine/table.ts'
import { noteScimRecord } from '../identity/scim_records.ts'
import { firstOf, lastOf } from '../rules/elements.ts'
import {
  isObject,
  primaryValue,
  property,
  ScimError,
  type ScimValues,
  scimBoolean,
  scimSchemas,
  scimText,
} from '../rules/people/scim.ts'
import type { ScimFilter } from '../rules/people/scim_filter.ts'
import { patchScim } from '../rules/people/scim_patch.ts'
import { identityKey } from '../rules/text/identity.ts'
import { printUtc } from '../rules/time/calendar.ts'
import {
  type Compared,
  conditionOf,
  constant,
  exact,
  folded,
  identifier,
  identity,
  instant,
  truth,
  written,
} from './compare.ts'
import { notFound, pageOf, type ScimCall, saveRecords } from './records.ts'

type Row = {
  id: number
  username: string
  first_name: string
  last_name: string
  display_name: string
  email: string
  mobile_number: string
  job_title: string
  active: number
  created: number
  last_modified: number
  external_id: string | null
  group_id: number
  group_name: string | null
}

/** A person has only one email address and one phone number. */
const emailType = 'work'
const phoneType = 'mobile'

const columns = sql`u.id, u.username, u.first_name, u.last_name, u.display_name, u.email, u.mobile_number, u.job_title,
  u.active, u.created, u.last_modified, s.external_id, u.group_id, g.name as group_name`

/** People with the provider's ids for them, without those that it has deleted. */
function people(companyId: number, conditions: Sql): Sql {
  return sql`from users u
    left join scim_records s on s.company_id = u.company_id and s.kind = 'users' and s.record_id = u.id
    left join groups g on g.company_id = u.company_id and g.id = u.group_id
    where u.company_id = ${companyId} and coalesce(s.deleted, 0) = 0 and (${conditions})`
}

const fullName = sql`trim(u.first_name || ' ' || u.last_name)`

/** An address that only the person claims finds no one: the provider would take them for whoever it belongs to. */
const claimedByOthers = sql`case when u.${notOwnClaim} then u.email_key else '' end`

/** How each attribute is compared in a filter. */
const attributes: Readonly<Record<string, Compared>> = {
  id: identifier(sql`u.id`),
  schemas: constant(scimSchemas.user, sql`1 = 1`),
  username: identity(sql`u.username_key`),
  externalid: exact(sql`coalesce(s.external_id, '')`),
  displayname: written(sql`case when u.display_name = '' then ${fullName} else u.display_name end`),
  title: written(sql`u.job_title`),
  'name.formatted': written(fullName),
  'name.givenname': folded(sql`u.first_name_key`),
  'name.familyname': folded(sql`u.last_name_key`),
  emails: identity(claimedByOthers),
  'emails.value': identity(claimedByOthers),
  'emails.type': constant(emailType, sql`u.email <> ''`),
  'emails.primary': truth(sql`case when u.email <> '' then 1 else 0 end`),
  phonenumbers: written(sql`u.mobile_number`),
  'phonenumbers.value': written(sql`u.mobile_number`),
  'phonenumbers.type': constant(phoneType, sql`u.mobile_number <> ''`),
  'phonenumbers.primary': truth(sql`case when u.mobile_number <> '' then 1 else 0 end`),
  groups: identifier(sql`coalesce(g.id, 0)`),
  'groups.value': identifier(sql`coalesce(g.id, 0)`),
  'groups.display': folded(sql`coalesce(g.name_key, '')`),
  active: truth(sql`u.active`),
  'meta.created': instant(sql`u.created`),
  'meta.lastmodified': instant(sql`u.last_modified`),
}

/** A page of the people that match a filter. */
export async function listUsers(
  call: ScimCall,
  filter: ScimFilter | undefined,
  page: { startIndex: number; count: number },
): Promise<{ total: number; rows: ScimValues[] }> {
  const from = people(call.companyId, conditionOf(filter, attributes))
  const { total, rows } = await pageOf<Row>(call, { columns, from, order: sql`u.id` }, page)
  return { total, rows: rows.map((row) => printed(row, call)) }
}

/** One person. Throws ScimError 404. */
export async function readUser(call: ScimCall, id: number): Promise<ScimValues> {
  return printed(await rowOf(call, id), call)
}

async function rowOf({ world, companyId }: ScimCall, id: number): Promise<Row> {
  const row = await world.db.read.get<Row>(sql`select ${columns} ${people(companyId, sql`u.id = ${id}`)}`)
  if (!row) throw notFound(id)
  return row
}

/** Adds a person, or restores one that the provider deleted. */
export async function createUser(call: ScimCall, body: unknown): Promise<ScimValues> {
  const { item, externalId } = itemOf(body)
  const { read } = call.world.db
  const before = await read.get<{ id: number }>(sql`select u.id from users u join scim_records s
      on s.company_id = u.company_id and s.kind = 'users' and s.record_id = u.id
    where u.company_id = ${call.companyId} and u.username_key = ${identityKey(item.username)} and u.active = 0 and s.deleted > 0`)
  const ids = before
    ? await saveRecords(call, 'users', 'update', [{ ...item, id: before.id }])
    : await saveRecords(call, 'users', 'create', [{ ...item, require_password_change: false }])
  const id = firstOf(ids)
  await note(call, id, externalId)
  return readUser(call, id)
}

/** Replaces a person's attributes. */
export async function replaceUser(call: ScimCall, id: number, body: unknown): Promise<ScimValues> {
  await readUser(call, id)
  const { item, externalId } = itemOf(body)
  await saveRecords(call, 'users', 'update', [{ ...item, id }])
  await note(call, id, externalId)
  return readUser(call, id)
}

/** Changes some of a person's attributes. */
export async function patchUser(call: ScimCall, id: number, body: unknown): Promise<ScimValues> {
  const row = await rowOf(call, id)
  const shown = printed(row, call)
  // Otherwise, a display name derived from the other names would be stored as a real one.
  if (row.display_name === '') delete shown.displayName
  return replaceUser(call, id, patchScim(shown, body))
}

/** Archives a person, who then no longer exists for the provider. */
export async function deleteUser(call: ScimCall, id: number): Promise<void> {
  const { active, externalId } = await readUser(call, id)
  if (active) await saveRecords(call, 'users', 'update', [{ id, active: false }])
  await note(call, id, scimText(externalId, 'externalId'), true)
}

async function note({ world, companyId }: ScimCall, id: number, externalId: string, deleted = false): Promise<void> {
  await world.db.write(noteScimRecord, { companyId, kind: 'users', id, externalId, deleted }, world.now())
}

/** The item of our resource that a SCIM user describes. Passwords and unknown attributes are ignored. */
function itemOf(body: unknown): { item: Item & { username: string }; externalId: string } {
  if (!isObject(body)) throw new ScimError(400, 'expected an object', 'invalidSyntax')
  const text = (name: string, from: ScimValues = body) => scimText(property(from, name), name)
  const name = property(body, 'name')
  const parts = isObject(name) ? name : {}
  const username = text('userName')
  if (username === '') throw new ScimError(400, 'userName: required', 'invalidValue')
  const displayName = text('displayName')
  const whole = (text('formatted', parts) || displayName || firstOf(username.split('@'))).split(/\s+/)
  const first_name = text('givenName', parts) || whole.slice(0, -1).join(' ') || firstOf(whole)
  const last_name = text('familyName', parts) || lastOf(whole)
  const active = property(body, 'active')
  const item = {
    username,
    first_name,
    last_name,
    // Without a display name, the name is shown.
    display_name: displayName === `${first_name} ${last_name}` ? '' : displayName,
    email: primaryValue(property(body, 'emails'), 'emails', emailType),
    mobile_number: primaryValue(property(body, 'phoneNumbers'), 'phoneNumbers', phoneType),
    job_title: text('title'),
    active: active === undefined || active === null ? true : scimBoolean(active, 'active'),
  }
  return { item, externalId: text('externalId') }
}

function printed(row: Row, { base }: ScimCall): ScimValues {
  const formatted = `${row.first_name} ${row.last_name}`.trim()
  return {
    schemas: [scimSchemas.user],
    id: String(row.id),
    ...(row.external_id ? { externalId: row.external_id } : {}),
    userName: row.username,
    name: { formatted, givenName: row.first_name, familyName: row.last_name },
    displayName: row.display_name || formatted,
    ...(row.job_title && { title: row.job_title }),
    active: row.active === 1,
    ...(row.email && { emails: [{ value: row.email, type: emailType, primary: true }] }),
    ...(row.mobile_number && { phoneNumbers: [{ value: row.mobile_number, type: phoneType, primary: true }] }),
    ...(row.group_name !== null && {
      groups: [{ value: String(row.group_id), display: row.group_name, $ref: `${base}/Groups/${row.group_id}` }],
    }),
    meta: {
      resourceType: 'User',
      created: printUtc(row.created),
      lastModified: printUtc(row.last_modified),
      location: `${base}/Users/${row.id}`,
    },
  }
}
