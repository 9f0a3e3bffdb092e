import type { DatabaseSync } from 'node:sqlite'
import { type AuditLine, problemOfLine } from '../../audit/chain.ts'
import { checkAudit } from '../../audit/check.ts'
import type { Row, SqlValue } from '../../engine/sql.ts'
import { tables } from '../../tables/tables.ts'
import { renew } from '../backup/restore.ts'
import { handleOf } from '../contradictions.ts'
import { quoted, type SqliteStore } from '../stores.ts'
import type { TableResult } from './rebuild.ts'
import type { Sources } from './sources.ts'

// After its rows, a repaired database needs what belongs to them as a whole: versions that no program has seen, a log of
// changes with which followers start over, and the chain of the audit.

/** The audit of a company after the repair. `problem`: where its chain breaks, and why. */
type AuditResult = { company: string; lines: number; problem: { sequence: number; what: string } | undefined }

/** Rows that belong to a record that is lost. */
export type Orphaned = { table: string; column: string; of: string; rows: number }

/** How many lines of the audit are in memory at a time. */
const linesAtOnce = 1000

/** Replaces lines of the audit that do not fit into the chain with those of the backup. Returns how many. */
export function mendAudit({ database }: SqliteStore, sources: Sources): number {
  let mended = 0
  let before: AuditLine | undefined
  for (const line of linesOf(database)) {
    const last = before?.company_id === line.company_id ? before.hash : ''
    before = line
    if (!problemOfLine(line, last)) continue
    const { company_id, sequence } = line
    const kept = sources.inBackup('audit_lines', { company_id, sequence }) as AuditLine | undefined
    if (!kept || problemOfLine(kept, last)) continue
    // What was emptied since the backup, with the person whom it names, stays empty.
    update(
      database,
      'audit_lines',
      { company_id, sequence },
      line.personal === '' ? { ...kept, salt: '', personal: '' } : kept,
    )
    before = kept
    mended += 1
  }
  return mended
}

/** All lines, company by company, each in its order. */
function* linesOf(database: DatabaseSync): Generator<AuditLine> {
  const next = database.prepare(`select * from audit_lines where (company_id, sequence) > (?1, ?2)
    order by company_id, sequence limit ${linesAtOnce}`)
  let after: Pick<AuditLine, 'company_id' | 'sequence'> = { company_id: 0, sequence: 0 }
  for (;;) {
    const lines = next.all(after.company_id, after.sequence) as AuditLine[]
    yield* lines
    if (lines.length < linesAtOnce) return
    after = lines.at(-1)!
  }
}

/** Writes values into a row. */
export function update(database: DatabaseSync, table: string, key: Row, values: Row): void {
  const [names, same] = [Object.keys(values), Object.keys(key)]
  const changes = names.map((name) => `${quoted(name)} = ?`).join()
  const where = same.map((name) => `${quoted(name)} = ?`).join(' and ')
  database
    .prepare(`update ${quoted(table)} set ${changes} where ${where}`)
    .run(...names.map((name) => values[name] as SqlValue), ...Object.values(key))
}

/**
 * Moves the versions of all companies, because responses and copies that others have may differ from the rows now. If
 * companies or counters come from the backup, ids that have been used since are skipped, as after a restore.
 */
export async function moveVersions(
  to: SqliteStore,
  results: ReadonlyMap<string, TableResult>,
  now: number,
): Promise<void> {
  const isOld = ['companies', 'counters'].some((table) => (results.get(table)?.restored.backup ?? 0) > 0)
  const { database } = to
  if (isOld) {
    await renew(to, now)
    // These are newer than a company's row from the backup.
    database.exec(`update companies set
      stamp = max(stamp, coalesce((select max(c.changed) from changes c where c.company_id = companies.company_id), 0)),
      audit_sequence = coalesce((select max(l.sequence) from audit_lines l where l.company_id = companies.company_id), 0)`)
    database.exec(`update companies set audit_head = coalesce((select l.hash from audit_lines l
      where l.company_id = companies.company_id and l.sequence = companies.audit_sequence), '')`)
    return
  }
  database.exec(
    `update companies set version = version + 1, setup_version = setup_version + 1, last_change = last_change + 1`,
  )
  database.exec(`insert into changes (company_id, sequence, resource, record_id, kind, user_id, application, changed,
    record, was) select company_id, last_change, '', 0, 'restarted', 0, '', stamp, '', '' from companies`)
}

/** Counts the rows that belong to records which are lost. */
export function orphans(database: DatabaseSync, results: Iterable<TableResult>): Orphaned[] {
  const found: Orphaned[] = []
  for (const { table: of, lost } of results) {
    const ids = lost.filter(({ id }) => id !== undefined)
    if (ids.length === 0) continue
    for (const [table, { belongsTo = {} }] of Object.entries(tables))
      for (const [column, to] of Object.entries(belongsTo)) {
        if (to !== of) continue
        const count = database.prepare(
          `select count(*) as rows from ${quoted(table)} where company_id = ? and ${quoted(column)} = ?`,
        )
        const rows = ids.reduce((sum, { company_id, id }) => sum + Number(count.get(company_id!, id!)?.rows), 0)
        if (rows > 0) found.push({ table, column, of, rows })
      }
  }
  return found
}

/** Checks the audit of all companies. */
export async function auditsIn(database: DatabaseSync): Promise<AuditResult[]> {
  const results: AuditResult[] = []
  for (const { company_id, client_url } of database.prepare('select company_id, client_url from companies').all()) {
    const { lines, problem } = await checkAudit(handleOf(database), Number(company_id))
    results.push({ company: String(client_url), lines, problem })
  }
  return results
}
