import { type Handle, lockExisting, type Operation, operation, sql, type Tx } from '../engine/sql.ts'
import type { ScimKind } from '../rules/people/scim_attributes.ts'

// The log of identity providers' requests, for administrators. It has names of attributes and ids of records, but no values
// of people, tokens or passwords.

/** What a request may do to a record. */
export const scimEvents = ['created', 'changed', 'archived', 'restored', 'deleted', 'unchanged', 'refused'] as const

/** What a request did to a record. */
export type ScimEvent = (typeof scimEvents)[number]

/** What came: the name of the token, and the request without its parameters. */
export type ScimCame = { token: string; method: string; path: string; kind: ScimKind | '' }

/** A request's line in the log. `added` and `removed` are the ids of people. */
export type ScimLine = ScimCame & {
  recordId: number
  /** What a refused request calls a record that has no id. */
  subject: string
  event: ScimEvent
  status: number
  attributes: readonly string[]
  ignored: readonly string[]
  added: readonly number[]
  removed: readonly number[]
  /** Why it was refused. */
  detail: string
}

/** The most lines of a company, names in a line, and ids in a line. */
const linesMax = 5000
const namesMax = 50
const idsMax = 100
const textMax = 300

/** Adds a line, and deletes the oldest ones if there are too many. The company must be locked. */
export async function addScimLine(tx: Tx, companyId: number, line: ScimLine): Promise<void> {
  const newest = await tx.get<{ id: number }>(
    sql`select id from scim_requests where company_id = ${companyId} order by id desc limit 1`,
  )
  const id = (newest?.id ?? 0) + 1
  const { token, method, kind, recordId, event, status, added, removed } = line
  const [path, subject, detail] = [line.path, line.subject, line.detail].map((text) => cut(text, textMax))
  const names = (list: readonly string[]) => JSON.stringify(list.slice(0, namesMax))
  const ids = (list: readonly number[]) => JSON.stringify(list.slice(0, idsMax))
  await tx.run(sql`insert into scim_requests (company_id, id, created, token, method, path, kind, record_id, subject,
      event, status, attributes, ignored, added, removed, added_count, removed_count, detail)
    values (${companyId}, ${id}, ${tx.now}, ${token}, ${method}, ${path}, ${kind}, ${recordId}, ${subject}, ${event},
      ${status}, ${names(line.attributes)}, ${names(line.ignored)}, ${ids(added)}, ${ids(removed)}, ${added.length},
      ${removed.length}, ${detail})`)
  await tx.run(sql`delete from scim_requests where company_id = ${companyId} and id <= ${id - linesMax}`)
}

function cut(text: string, longest: number): string {
  const clean = text.replaceAll('\0', '').toWellFormed()
  return clean.length > longest ? `${clean.slice(0, longest).toWellFormed()}…` : clean
}

/** Adds the line of a request that changed nothing. */
export const logScimRequest: Operation<{ companyId: number; line: ScimLine }, void> = operation(
  'scim.logRequest',
  async (tx, { companyId, line }) => {
    await lockExisting(tx, companyId)
    await addScimLine(tx, companyId, line)
  },
  ({ companyId }) => companyId,
)

/** A line as it is stored; the lists are JSON. */
export type StoredLine = {
  id: number
  created: number
  token: string
  method: string
  path: string
  kind: ScimKind | ''
  record_id: number
  subject: string
  event: ScimEvent
  status: number
  attributes: string
  ignored: string
  added: string
  removed: string
  added_count: number
  removed_count: number
  detail: string
  /** The record's name now; null if there is none. */
  name: string | null
}

/** Lines, newest first. */
export function scimLines(
  handle: Handle,
  companyId: number,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
): Promise<StoredLine[]> {
  return handle.all<StoredLine>(sql`select r.id, r.created, r.token, r.method, r.path, r.kind, r.record_id, r.subject,
      r.event, r.status, r.attributes, r.ignored, r.added, r.removed, r.added_count, r.removed_count, r.detail,
      coalesce(trim(u.first_name || ' ' || u.last_name), g.name) as name
    from scim_requests r
    left join users u on r.kind = 'users' and u.company_id = r.company_id and u.id = r.record_id
    left join groups g on r.kind = 'groups' and g.company_id = r.company_id and g.id = r.record_id
    where r.company_id = ${companyId} and r.id < ${before} order by r.id desc limit ${limit}`)
}
