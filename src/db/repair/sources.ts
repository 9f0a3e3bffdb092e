import { DatabaseSync } from 'node:sqlite'
import { foldHistory, type HistoryLine } from '../../audit/copies.ts'
import type { Row, SqlValue } from '../../engine/sql.ts'
import { type Table, type TableName, tableNamed } from '../../engine/table.ts'
import { tables } from '../../tables/tables.ts'
import { readBack } from '../backup/file.ts'
import { quoted } from '../stores.ts'

/** Where rows that could not be read are taken from. */
export const sources = ['index', 'timesheet_history', 'changes', 'backup', 'audit_lines'] as const

/** One of these. */
export type Source = (typeof sources)[number]

/** A column of a table. `isRequired`: it has neither a default nor may it be empty. */
type TableColumn = { name: string; type: string; isRequired: boolean; pk: number }

/** The columns of a table. */
export function columnsOf(database: DatabaseSync, table: string): TableColumn[] {
  const rows = database.prepare('select * from pragma_table_info(?)').all(table)
  return rows.map(({ name, type, notnull, dflt_value, pk }) => ({
    name: String(name),
    type: String(type).toLowerCase(),
    isRequired: notnull === 1 && dflt_value === null,
    pk: Number(pk),
  }))
}

/** The columns of the primary key of a table, in its order. */
export function keyColumns(columns: readonly TableColumn[]): string[] {
  return columns
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map(({ name }) => name)
}

/** A row, and where it is from. `isWithheld`: its secrets were left out, because they may have been changed since. */
export type Found = { row: Row; source: Source; isWithheld: boolean }

/** The columns of a table that are hidden because they are secrets, and not because they follow from others. */
export function secretsOf(table: string): string[] {
  const hidden = tables[table]?.personal?.hidden
  return Array.isArray(hidden) ? hidden.filter((column) => !column.endsWith('_key')) : []
}

/** What else has the rows of a database: its own history and logs, and the last backup. */
export class Sources {
  readonly #database: DatabaseSync
  readonly #backup: DatabaseSync | undefined
  /** The tables of the backup, which may be from an older version. */
  readonly #backupTables: ReadonlySet<string>
  readonly #restarted = new Map<SqlValue, number>()
  #hasNewest = false

  /** `database`: the new one, with everything that could be read. */
  constructor(database: DatabaseSync, backup: DatabaseSync | undefined) {
    this.#database = database
    this.#backup = backup
    const names = backup?.prepare(`select name from sqlite_schema where type = 'table'`).all() ?? []
    this.#backupTables = new Set(names.map(({ name }) => String(name)))
  }

  /** A row by its key; undefined if nothing has it. `modified`: when it was last changed, if that is known. */
  rowOf(table: string, key: Row, modified: SqlValue | undefined): Found | undefined {
    const kept = this.#kept(table, key, modified)
    if (!('id' in key)) return kept
    if (table === 'timesheets') {
      const row = this.#fromHistory(key)
      if (row) return { row, source: 'timesheet_history', isWithheld: false }
    }
    const changed = this.#fromChanges(table, key)
    if (changed) return changed
    if (kept) return kept
    const told = this.#fromAudit(table, key)
    return told && { row: told, source: 'audit_lines', isWithheld: false }
  }

  /** Whether the backup has a row that is not taken from it, because it may have been revoked since. */
  withholds(table: string, key: Row): boolean {
    return isRevocable(table) && this.inBackup(table, key) !== undefined
  }

  /** What may be taken of a row in the backup: the secrets only of a record that has not been changed since. */
  #kept(table: string, key: Row, modified: SqlValue | undefined): Found | undefined {
    const row = isRevocable(table) ? undefined : this.inBackup(table, key)
    if (!row) return undefined
    const secrets = secretsOf(table)
    const isSame = !('last_modified' in row) || row.last_modified === modified
    if (isSame || secrets.length === 0) return { row, source: 'backup', isWithheld: false }
    const rest = Object.entries(row).filter(([column]) => !secrets.includes(column))
    return { row: Object.fromEntries(rest), source: 'backup', isWithheld: secrets.some((column) => row[column] !== '') }
  }

  /** A row as the backup has it. */
  inBackup(table: string, key: Row): Row | undefined {
    if (!this.#backupTables.has(table)) return undefined
    const names = Object.keys(key)
    const same = names.map((name) => `${quoted(name)} = ?`).join(' and ')
    return this.#backup?.prepare(`select * from ${quoted(table)} where ${same}`).get(...Object.values(key)) as
      | Row
      | undefined
  }

  /** The keys of the rows of a table that the backup has. */
  keysInBackup(table: string, key: readonly string[]): Row[] {
    if (!this.#backupTables.has(table)) return []
    return (this.#backup?.prepare(`select ${key.map(quoted).join()} from ${quoted(table)}`).all() ?? []) as Row[]
  }

  /** The keys of rows that are there by what other tables say of them. */
  keysTold(table: string): Row[] {
    if (table === 'timesheet_history') return this.#historyKeys()
    if (!tables[table]) return []
    this.#findNewest()
    const told = this.#database
      .prepare(
        `select n.company_id, n.record_id as id from newest_changes n join changes c
          on c.company_id = n.company_id and c.sequence = n.sequence where n.resource = ? and c.kind <> 'deleted'`,
      )
      .all(table) as Row[]
    if (table !== 'timesheets') return told
    const entries = this.#database
      .prepare(
        `select company_id, timesheet_id as id from timesheet_history
          group by company_id, timesheet_id having sum(action = 'deleted') = 0`,
      )
      .all() as Row[]
    return [...told, ...entries]
  }

  /** The first keys of histories that do not end as they should, because their entries are deleted. */
  deletionsUntold(): Row[] {
    return this.#database
      .prepare(
        `select company_id, id as timesheet_id from timesheets_deleted d where not exists (select 1
          from timesheet_history h where h.company_id = d.company_id and h.timesheet_id = d.id and h.action = 'deleted')`,
      )
      .all() as Row[]
  }

  /** The lines that entries have by their versions, and that are not there. */
  #historyKeys(): Row[] {
    const short = this.#database
      .prepare(
        `select t.company_id, t.id, t.version from timesheets t where t.version > (select count(*)
          from timesheet_history h where h.company_id = t.company_id and h.timesheet_id = t.id)`,
      )
      .all()
    return short.flatMap(({ company_id, id, version }) =>
      Array.from({ length: Number(version) }, (_, index) => ({
        ...{ company_id: Number(company_id), timesheet_id: Number(id), version: index + 1 },
      })),
    )
  }

  /** Adds what a row lacks: names in the form in which they are compared, and empty values. */
  completed(table: string, row: Row, columns: readonly TableColumn[]): Row {
    const whole: Row = {}
    const fields = fieldsOf(table)
    for (const { name, type, isRequired } of columns) {
      const plain = name.slice(0, -'_key'.length)
      const field = name.endsWith('_key') ? fields?.[plain] : undefined
      if (field?.key && row[plain] !== undefined) whole[name] = field.key(field.load(row[plain]))
      else if (row[name] !== undefined) whole[name] = row[name]
      else if (isRequired) whole[name] = this.#emptyValue(table, name, type)
    }
    return whole
  }

  /** Whether the log of changes says that a record was deleted. */
  isDeleted(table: string, { company_id, id }: Row): boolean {
    return this.#newest(table, company_id, id)?.kind === 'deleted'
  }

  #fromHistory({ company_id, id }: Row): Row | undefined {
    const lines = this.#database
      .prepare('select * from timesheet_history where company_id = ? and timesheet_id = ? order by version')
      .all(company_id!, id!) as HistoryLine[]
    const { values, version, isDeleted } = foldHistory(lines)
    if (!values || isDeleted) return undefined
    return { ...values, company_id: company_id!, version, last_modified: lines.at(-1)!.recorded }
  }

  #fromChanges(table: string, key: Row): Found | undefined {
    const line = this.#newest(table, key.company_id, key.id)
    if (!line || line.kind === 'deleted' || line.sequence < this.#restartOf(key.company_id!)) return undefined
    const record = recordIn(line.record)
    if (!record) return undefined
    // What the log leaves out, such as passwords, is in the backup.
    const kept = this.#kept(table, key, record.last_modified)
    const row = { ...kept?.row, ...record, company_id: key.company_id! }
    return { row, source: 'changes', isWithheld: kept?.isWithheld ?? false }
  }

  #newest(
    table: string,
    companyId: SqlValue | undefined,
    id: SqlValue | undefined,
  ): { sequence: number; kind: string; record: string } | undefined {
    if (companyId === undefined || id === undefined) return undefined
    this.#findNewest()
    return this.#database
      .prepare(
        `select sequence, kind, record from changes where company_id = ?1 and sequence = (select n.sequence
          from newest_changes n where n.company_id = ?1 and n.resource = ?2 and n.record_id = ?3)`,
      )
      .get(companyId, table, id) as { sequence: number; kind: string; record: string } | undefined
  }

  /** What an empty value of a column looks like, such as `{}`, by the other rows of its table. */
  #emptyValue(table: string, column: string, type: string): SqlValue {
    const like = this.#database
      .prepare(
        `select ${quoted(column)} as value from ${quoted(table)}
          where ${quoted(column)} in ('', 0, '{}', '[]', '0000-00-00') limit 1`,
      )
      .get()
    if (typeof like?.value === 'string') return like.value
    if (type !== 'text') return 0
    const field = fieldsOf(table)?.[column]
    return field?.stored ? field.save(field.load('')) : ''
  }

  /** Finds the newest line about each record, once. */
  #findNewest(): void {
    if (this.#hasNewest) return
    this.#hasNewest = true
    this.#database.exec(`create temp table newest_changes (company_id, resource, record_id, sequence,
        primary key (company_id, resource, record_id)) without rowid;
      insert into newest_changes select company_id, resource, record_id, max(sequence) from changes
        group by company_id, resource, record_id`)
  }

  /** The newest line that says that records changed which the log does not list. */
  #restartOf(companyId: SqlValue): number {
    const known = this.#restarted.get(companyId)
    if (known !== undefined) return known
    const row = this.#database
      .prepare(`select coalesce(max(sequence), 0) as last from changes where company_id = ? and kind = 'restarted'`)
      .get(companyId)
    const last = Number(row?.last)
    this.#restarted.set(companyId, last)
    return last
  }

  /** A record as the lines of the audit tell it since it was added. They leave out what is empty. */
  #fromAudit(table: string, { company_id, id }: Row): Row | undefined {
    if (!tables[table]?.audited || company_id === undefined || id === undefined) return undefined
    const lines = this.#database
      .prepare(
        `select event, made, details, personal, digest from audit_lines
          where company_id = ? and record_type = ? and record_id = ? order by sequence`,
      )
      .all(company_id, table, id) as Row[]
    const isKnown = lines[0]?.event === 'added' && lines.at(-1)?.event !== 'deleted'
    // Without what was said of a person, the record would be another's.
    if (!isKnown || lines.some(({ personal, digest }) => personal === '' && digest !== '')) return undefined
    const row: Row = { company_id, id, created: lines[0]!.made!, last_modified: lines.at(-1)!.made! }
    for (const { details, personal } of lines)
      for (const text of [details, personal])
        for (const [field, values] of Object.entries(recordIn(text === '' ? '{}' : String(text))?.changes ?? {}))
          if (Array.isArray(values) && values.length === 2) row[field] = values[1]
    return row
  }
}

function recordIn(json: string): Row | undefined {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function fieldsOf(table: string): Table['fields'] | undefined {
  try {
    return tableNamed(table as TableName).fields
  } catch {
    return undefined
  }
}

/** Opens a backup to read from it. Throws if it is damaged, or of other companies than the database. */
export function openBackup(file: string, database: DatabaseSync): DatabaseSync {
  readBack(file)
  const backup = new DatabaseSync(file, { readOnly: true })
  const companies = (of: DatabaseSync) =>
    of
      .prepare('select company_id, client_url from companies')
      .all()
      .map((row) => Object.values(row).join(' '))
  const own = companies(database)
  if (own.length === 0 || companies(backup).some((one) => own.includes(one))) return backup
  backup.close()
  throw new Error(`${file} is a backup of other companies`)
}

/** Whether what a backup has of a table may have been revoked since. */
export function isRevocable(table: string): boolean {
  return tables[table]?.revocable === true || tables[table]?.access === true
}
