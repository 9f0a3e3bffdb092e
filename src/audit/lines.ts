import { all, type Handle, inList, name, type Sql, type Statement, sql } from '../engine/sql.ts'
import { firstOf } from '../rules/elements.ts'
import { tables } from '../tables/tables.ts'
import type { AuditLine } from './chain.ts'

/** Which lines to read. `before`: only lines with a smaller sequence; `after`: only lines with a larger one. */
export type AuditQuery = {
  /** The person who did it, or whom it is about. */
  user_id?: number | undefined
  kind?: string | undefined
  /** The type of the record that it is about. */
  type?: string | undefined
  record_id?: number | undefined
  /** Instants: at or after `from`, and before `to`. */
  from?: number | undefined
  to?: number | undefined
  before?: number | undefined
  after?: number | undefined
}

/** The groups of events, for filters. */
export const auditKinds = [
  'people',
  'rights',
  'pay',
  'approvals',
  'jobs',
  'settings',
  'sign_ins',
  'tokens',
  'exports',
] as const

/** Reads lines of a company, newest or oldest first. */
export function auditLines(
  handle: Pick<Handle, 'all'>,
  companyId: number,
  { limit, oldestFirst = false, ...query }: AuditQuery & { limit: number; oldestFirst?: boolean },
): Promise<AuditLine[]> {
  const order = oldestFirst ? sql`sequence` : sql`sequence desc`
  return handle.all<AuditLine>(
    sql`select * from audit_lines where ${all(conditionsOf(companyId, query))} order by ${order} limit ${limit}`,
  )
}

function conditionsOf(companyId: number, query: AuditQuery): Sql[] {
  const { user_id, kind, type, record_id, from, to, before, after } = query
  const conditions: [unknown, Sql][] = [
    [user_id, sql`(user_id = ${user_id} and user_company = 0) or (record_type = 'users' and record_id = ${user_id})`],
    [kind, sql`kind = ${kind}`],
    [type, sql`record_type = ${type}`],
    [record_id, sql`record_id = ${record_id}`],
    [from, sql`made >= ${from}`],
    [to, sql`made < ${to}`],
    [before, sql`sequence < ${before}`],
    [after, sql`sequence > ${after}`],
  ]
  return [sql`company_id = ${companyId}`, ...conditions.flatMap(([given, test]) => (given === undefined ? [] : [test]))]
}

/** Names of records as they are now, by table and id. */
export type Names = ReadonlyMap<string, string>

/** Fields with ids of records that are shown by name. */
const shownByName = ['user_id', 'group_id', 'jobcode_id', 'parent_id', 'customfield_id']

/** Looks up the names that these lines mention, in one query for each table. */
export async function namesIn(handle: Handle, companyId: number, lines: readonly AuditLine[]): Promise<Names> {
  const wanted = new Map<string, Set<number>>()
  const add = (table: string | undefined, id: unknown, company = companyId) => {
    if (!table || !tables[table]?.called?.by || typeof id !== 'number' || id <= 0) return
    const key = `${company} ${table}`
    wanted.set(key, (wanted.get(key) ?? new Set()).add(id))
  }
  for (const line of lines) {
    add('users', line.user_id, line.user_company || companyId)
    add(line.record_type, line.record_id)
    for (const [field, values] of Object.entries(changesIn(line)))
      for (const value of values) add(referenceOf(line.record_type, field), value)
  }
  const names = new Map<string, string>()
  for (const [key, ids] of wanted) {
    const [company = '', table = ''] = key.split(' ')
    const text = tables[table]?.called?.by
    if (!text) continue
    const rows = await handle.all<{ id: number; name: string }>(
      sql`select id, ${text} as name from ${name(table)}
        where company_id = ${Number(company)} and ${inList(sql`id`, [...ids])}`,
    )
    for (const row of rows) names.set(keyOf(table, row.id, Number(company)), row.name.trim())
  }
  return names
}

/** The key of a name. */
export function keyOf(table: string, id: number, companyId: number): string {
  return `${companyId} ${table} ${id}`
}

/** The table to which a field of a record refers, if what it refers to is shown by name. */
export function referenceOf(recordType: string, field: string): string | undefined {
  if (!shownByName.includes(field)) return undefined
  const { belongsTo, keeps } = tables[recordType] ?? {}
  const table = { ...belongsTo, ...keeps }[field]
  return typeof table === 'string' ? table : undefined
}

/** The old and new values by field; none for a secret. */
export function changesIn({ details, personal }: Pick<AuditLine, 'details' | 'personal'>): Record<string, unknown[]> {
  const kept = JSON.parse(details).changes ?? {}
  return { ...kept, ...(personal === '' ? {} : JSON.parse(personal).changes) }
}

/** A company with the sequence and the hash of its newest line. */
export type AuditHead = { company_id: number; client_url: string; audit_sequence: number; audit_head: string }

/** The newest line of companies that meet a condition. */
export function auditHeads(which: Sql): Statement {
  return sql`select company_id, client_url, audit_sequence, audit_head from companies
    where ${which} order by company_id`
}

/** The newest line of a company. */
export async function auditHead(handle: Pick<Handle, 'all'>, companyId: number): Promise<AuditHead> {
  return firstOf(await handle.all<AuditHead>(auditHeads(sql`company_id = ${companyId}`)))
}
