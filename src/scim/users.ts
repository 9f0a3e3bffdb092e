import { notOwnClaim } from '../company/rights/own_claims.ts'
import { type Sql, sql } from '../engine/sql.ts'
import { type ScimValues, scimSchemas } from '../rules/people/scim.ts'
import type { ScimFilter } from '../rules/people/scim_filter.ts'
import { patchScim } from '../rules/people/scim_patch.ts'
import { type Person, personIn } from '../rules/people/scim_person.ts'
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
  typed,
  written,
} from './compare.ts'
import { notFound, pageOf, type ScimCall, save } from './records.ts'

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
  payroll_id: string
  employee_number: number
  external_id: string | null
  email_type: string | null
  phone_type: string | null
  group_id: number
  group_name: string | null
}

/** The types of the only address and the only number of a person for whom the provider has given none. */
const emailType = 'work'
const phoneType = 'mobile'

const columns = sql`u.id, u.username, u.first_name, u.last_name, u.display_name, u.email, u.mobile_number, u.job_title,
  u.active, u.created, u.last_modified, u.payroll_id, u.employee_number, s.external_id, s.email_type, s.phone_type,
  u.group_id, g.name as group_name`

/** People with the provider's ids for them, without those that it has deleted. */
function people(companyId: number, conditions: Sql): Sql {
  return sql`from users u
    left join scim_records s on s.company_id = u.company_id and s.kind = 'users' and s.record_id = u.id
    left join groups g on g.company_id = u.company_id and g.id = u.group_id
    where u.company_id = ${companyId} and coalesce(s.deleted, 0) = 0 and (${conditions})`
}

const fullName = sql`trim(u.first_name || ' ' || u.last_name)`

/** An address that only the person claims finds no one: the provider would take them for its owner. */
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
  'emails.type': typed(sql`s.email_type`, emailType, sql`u.email <> ''`),
  'emails.primary': truth(sql`case when u.email <> '' then 1 else 0 end`),
  phonenumbers: written(sql`u.mobile_number`),
  'phonenumbers.value': written(sql`u.mobile_number`),
  'phonenumbers.type': typed(sql`s.phone_type`, phoneType, sql`u.mobile_number <> ''`),
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
  const person = personIn(body, { kind: 'new', keeps: call.keeps })
  const { read } = call.world.db
  const before = await read.get<{ id: number }>(sql`select u.id from users u join scim_records s
      on s.company_id = u.company_id and s.kind = 'users' and s.record_id = u.id
    where u.company_id = ${call.companyId} and u.username_key = ${identityKey(person.item.username)} and u.active = 0
      and s.deleted > 0`)
  const id = await save(call, {
    kind: 'users',
    item: before ? { ...person.item, id: before.id } : { ...person.item, require_password_change: false },
    note: person.note,
    event: before ? 'restored' : 'created',
    attributes: attributesOf(columnsChanged(undefined, person)),
    ignored: person.ignored,
  })
  return readUser(call, id)
}

/** Replaces a person's attributes. */
export async function replaceUser(call: ScimCall, id: number, body: unknown): Promise<ScimValues> {
  const row = await rowOf(call, id)
  return change(call, row, personIn(body, { kind: 'replaced', isActive: row.active === 1, keeps: call.keeps }))
}

/** Changes some of a person's attributes. */
export async function patchUser(call: ScimCall, id: number, body: unknown): Promise<ScimValues> {
  const row = await rowOf(call, id)
  const shown = printed(row, call)
  // Otherwise, a display name derived from the other names would be stored as a real one.
  if (row.display_name === '') delete shown.displayName
  const { resource, ignored } = patchScim('users', shown, body)
  const person = personIn(resource, { kind: 'patched', keeps: call.keeps })
  return change(call, row, { ...person, ignored: [...new Set([...ignored, ...person.ignored])] })
}

async function change(call: ScimCall, row: Row, person: Person): Promise<ScimValues> {
  const { item, note, ignored } = person
  const columns = columnsChanged(row, person)
  // What the request leaves as it is may have been changed by someone else in the meantime.
  const changed = Object.fromEntries(Object.entries(item).filter(([column]) => columns.includes(column)))
  const turned = item.active ? 'restored' : 'archived'
  const event = columns.includes('active') ? turned : columns.length > 0 ? 'changed' : 'unchanged'
  const attributes = attributesOf(columns)
  await save(call, { kind: 'users', item: { ...changed, id: row.id }, note, event, attributes, ignored })
  return readUser(call, row.id)
}

/** Archives a person, who then no longer exists for the provider. */
export async function deleteUser(call: ScimCall, id: number): Promise<void> {
  const { active, external_id, email_type, phone_type } = await rowOf(call, id)
  await save(call, {
    kind: 'users',
    item: active === 1 ? { id, active: false } : { id },
    note: {
      ...{ externalId: external_id ?? '', emailType: email_type ?? '', phoneType: phone_type ?? '' },
      deleted: true,
    },
    event: 'deleted',
    attributes: [],
    ignored: [],
  })
}

/** The attributes of SCIM by column. */
const attributeOf: Readonly<Record<string, string>> = {
  username: 'userName',
  first_name: 'name.givenName',
  last_name: 'name.familyName',
  display_name: 'displayName',
  email: 'emails',
  mobile_number: 'phoneNumbers',
  job_title: 'title',
  active: 'active',
  payroll_id: 'employeeNumber',
  employee_number: 'employeeNumber',
  external_id: 'externalId',
}

const attributesOf = (columns: readonly string[]): string[] => columns.map((column) => attributeOf[column]!)

/** The columns whose values differ from those in the row; all that have values for a new person. */
function columnsChanged(row: Row | undefined, { item, note }: Person): string[] {
  const before: Readonly<Record<string, unknown>> = row ?? {}
  const after: Readonly<Record<string, unknown>> = { ...item, external_id: note.externalId }
  const is = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value) || ''
  return Object.keys(attributeOf).filter((column) => column in after && is(before[column]) !== is(after[column]))
}

function printed(row: Row, { base, keeps }: ScimCall): ScimValues {
  const formatted = `${row.first_name} ${row.last_name}`.trim()
  const employeeNumber = keeps === '' ? '' : String(row[keeps] || '')
  return {
    schemas: employeeNumber ? [scimSchemas.user, scimSchemas.enterprise] : [scimSchemas.user],
    id: String(row.id),
    ...(row.external_id ? { externalId: row.external_id } : {}),
    userName: row.username,
    name: { formatted, givenName: row.first_name, ...(row.last_name && { familyName: row.last_name }) },
    displayName: row.display_name || formatted,
    ...(row.job_title && { title: row.job_title }),
    active: row.active === 1,
    ...(row.email && { emails: [{ value: row.email, type: row.email_type || emailType, primary: true }] }),
    ...(row.mobile_number && {
      phoneNumbers: [{ value: row.mobile_number, type: row.phone_type || phoneType, primary: true }],
    }),
    ...(row.group_name !== null && {
      groups: [{ value: String(row.group_id), display: row.group_name, $ref: `${base}/Groups/${row.group_id}` }],
    }),
    ...(employeeNumber && { [scimSchemas.enterprise]: { employeeNumber } }),
    meta: {
      resourceType: 'User',
      created: printUtc(row.created),
      lastModified: printUtc(row.last_modified),
      location: `${base}/Users/${row.id}`,
    },
  }
}
