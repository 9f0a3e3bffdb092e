import { existsSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { damageIn } from '../../rules/thrown.ts'
import { tables } from '../../tables/tables.ts'
import { hasTable } from '../sqlite/tables.ts'
import { quoted } from '../stores.ts'

/** The tables whose rows let someone in, and are deleted when that is revoked. */
const entrances = Object.entries(tables).flatMap(([name, { access }]) => (access ? name : []))

/**
 * Deletes what lets someone in from a restored database, as far as the database that it replaces no longer has it: what was
 * revoked since the backup stays revoked. A former database that cannot be read, or of other companies, tells nothing.
 */
export function leaveRevoked(restored: DatabaseSync, former: string): void {
  const known = openFormer(former)
  if (!known) return
  try {
    const clients = (of: DatabaseSync) =>
      new Map(
        of
          .prepare('select company_id, client_url from companies')
          .all()
          .map((row) => [row.company_id, row.client_url]),
      )
    const [here, there] = [clients(restored), clients(known)]
    for (const table of entrances)
      if (hasTable(known, table))
        for (const [company, url] of here) if (there.get(company) === url) leaveIn(restored, known, table, company!)
  } catch (error) {
    if (!damageIn(error)) throw error
  } finally {
    known.close()
  }
}

function leaveIn(restored: DatabaseSync, known: DatabaseSync, table: string, company: SQLOutputValue): void {
  const keys = restored.prepare('select name from pragma_table_info(?) where pk > 0 order by pk').all(table)
  const names = keys.map(({ name }) => quoted(String(name)))
  const same = names.map((name) => `${name} = ?`).join(' and ')
  const find = known.prepare(`select 1 from ${quoted(table)} where ${same}`)
  const remove = restored.prepare(`delete from ${quoted(table)} where ${same}`)
  const rows = restored.prepare(`select ${names.join()} from ${quoted(table)} where company_id = ?`).all(company)
  for (const row of rows) {
    const key = Object.values(row)
    if (!find.get(...key)) remove.run(...key)
  }
}

function openFormer(file: string): DatabaseSync | undefined {
  if (!existsSync(file)) return undefined
  const known = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    known.prepare('select company_id, client_url from companies').all()
    return known
  } catch {
    known.close()
    return undefined
  }
}
