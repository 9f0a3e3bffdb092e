import type { DatabaseSync } from 'node:sqlite'
import { emptiedWith } from '../../audit/check.ts'
import { all, inList, join, name, type Row, type Sql, type SqlValue, sql } from '../../engine/sql.ts'
import { placeholderName, withNotes, withoutNotes } from '../../tables/anonymized.ts'
import { stamped } from '../../tables/entry.ts'
import { tables } from '../../tables/tables.ts'
import { type Sources, secretsOf } from './sources.ts'

// A backup may be older than the anonymizing of a person, whom the repaired database must not know again.

/** Someone who was anonymized, the line of the audit that says so, and the lines of others that were emptied with it. */
type Anonymized = { companyId: number; userId: number; sequence: number; emptied: readonly number[] }

/** The people who were anonymized since the backup, by the audit. */
export class AnonymizedPeople {
  readonly #database: DatabaseSync
  readonly #sources: Sources
  #known: readonly Anonymized[] = []

  constructor(database: DatabaseSync, sources: Sources) {
    this.#database = database
    this.#sources = sources
  }

  /** Reads the audit, as far as it is there by now, and empties lines of it that came from the backup. */
  readAudit(): void {
    const lines = this.#database.prepare(
      `select company_id, sequence, record_id, details from audit_lines
        where event = 'anonymized' and record_type = 'users' order by company_id, sequence`,
    )
    this.#known = lines
      .all()
      .map(({ company_id, sequence, record_id, details }) => ({
        ...{ companyId: Number(company_id), userId: Number(record_id), sequence: Number(sequence) },
        emptied: emptiedBy(String(details)),
      }))
      .filter(({ companyId, sequence }) => !this.#sources.inBackup('audit_lines', { company_id: companyId, sequence }))
    for (const { companyId, userId, sequence, emptied } of this.#known) {
      const theirs = tables.audit_lines!.personal!.of(userId, companyId)
      this.#run(sql`update audit_lines set salt = '', personal = '' where company_id = ${companyId}
        and sequence < ${sequence} and personal <> '' and ((${theirs}) or ${inList(sql`sequence`, emptied)})`)
    }
  }

  /** The row of a person as anonymizing leaves it, without what is filled in again; undefined if it is of no such person. */
  placeholderFor(table: string, row: Row): Row | undefined {
    if (table !== 'users' || !this.#known.some((one) => one.companyId === row.company_id && one.userId === row.id))
      return undefined
    const gone = new Set(['permissions', ...(tables.users!.audited?.personal ?? []), ...secretsOf('users')])
    const kept = Object.entries(row).filter(([column]) => !gone.has(column) && !gone.has(column.replace(/_key$/, '')))
    const userId = Number(row.id)
    return { ...Object.fromEntries(kept), ...placeholderName(userId), username: `former-${userId}`, active: 0 }
  }

  /** Takes out of a row from the backup what anonymizing has removed. Returns whether the row stays. */
  clear(table: string, key: Row): boolean {
    const personal = tables[table]?.personal
    if (!personal) return true
    const own = all(Object.entries(key).map(([column, value]) => sql`${name(column)} = ${value}`))
    for (const { companyId, userId } of this.#known) {
      if (companyId !== key.company_id) continue
      const theirs = sql`${own} and (${personal.of(userId, companyId)})`
      if (personal.after === 'goes') {
        if (this.#run(sql`delete from ${name(table)} where ${theirs}`) > 0) return false
        continue
      }
      const columns = withNotes[table] ?? []
      if (personal.after === 'stays' && columns.length === 0) continue
      const row = this.#get(sql`select * from ${name(table)} where ${theirs}`)
      if (!row) continue
      const changes: [string, SqlValue][] = columns.map((column) => [column, withoutNotes(String(row[column]))])
      if (typeof personal.after !== 'string')
        for (const [column, value] of Object.entries(personal.after))
          if (value !== stamped) changes.push([column, value as string])
      const set = changes.map(([column, value]) => sql`${name(column)} = ${value}`)
      if (set.length > 0) this.#run(sql`update ${name(table)} set ${join(set)} where ${own}`)
    }
    return true
  }

  #run(statement: Sql): number {
    return Number(this.#database.prepare(statement.sql).run(...(statement.values as SqlValue[])).changes)
  }

  #get(query: Sql): Row | undefined {
    return this.#database.prepare(query.sql).get(...(query.values as SqlValue[])) as Row | undefined
  }
}

/** The lines that a line names; none if it is damaged. */
function emptiedBy(details: string): number[] {
  try {
    return emptiedWith({ details })
  } catch {
    return []
  }
}
