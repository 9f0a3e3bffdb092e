import { type AuditEntry, audit } from './audited.ts'
import { CompanySnapshot, ensure } from './company_snapshot.ts'
import { RequestError } from './errors.ts'
import { idsPerBlock } from './id_blocks.ts'
import { indexHint, name, type Row, type Sql, type Statement, sql, type Tx } from './sql.ts'
import { type AnyRecord, differing, idMax, type RecordOf, type TableName, tableNamed, type Values } from './table.ts'
import { type Staged, writeLog, writeRanges, writeRecords, writeRows, writeVersions } from './write_changes.ts'

// In one map, some results are keyed by id and others by position, 1 to 50.
const idFirst = 51
const blocksMax = (idMax + 1) / idsPerBlock

/** The author of changes, for the history. User 0 is the server itself. */
export type Author = { userId: number; application: string }

/** A record before and after a transaction; undefined while it did not exist. */
export type Change<R = AnyRecord> = { before: R | undefined; after: R | undefined }

/** Runs before a transaction is written, with all its changes to one resource. It must not change resources with hooks. */
export type AfterChanges<R = AnyRecord> = (changes: readonly Change<R>[], work: UnitOfWork) => void | Promise<void>

const hooks = new Map<TableName, AfterChanges>()

/** Declares the hook of a resource. */
export function onChanges<N extends TableName>(resourceName: N, hook: AfterChanges<RecordOf<N>>): void {
  hooks.set(resourceName, hook as AfterChanges)
}

/** A step that a transaction runs after writing its records. */
type Step = (tx: Tx, subjects: number[], work: UnitOfWork) => Promise<void>

/** The index that SQLite should use, and how many rows to load at most. */
type LoadOptions = { index?: string; first?: { order: Sql; limit: number } }

type Range = { next: number; limit: number }

/**
 * The changes of one transaction. They are staged in memory, item by item, and written at the end with a constant
 * number of statements. A refused item is undone here, before anything reaches the database.
 */
export class UnitOfWork {
  readonly tx: Tx
  readonly company: CompanySnapshot
  /** The new `last_modified`: the time of the request, but always later than all earlier ones in the company. */
  readonly stamp: number
  readonly author: Author
  readonly writer: Author & { now: number }
  readonly #staged = new Map<TableName, Map<number, Staged>>()
  readonly #appended: { table: string; row: Row }[] = []
  /** False only for sample data, which has its own history. */
  readonly keepsHistory: boolean
  readonly #notes: AuditEntry[] = []
  readonly #emptied = new Set<string>()
  readonly #steps: { step: Step; subject: number }[] = []
  readonly #origins = new Map<number, { text: string; happened: number }>()
  /** The author's reason for these changes, in their own words, for the history. */
  reason = ''
  #journal: (() => void)[] = []
  #order = 0
  #item = 1
  #ranges: Range[]
  #claimed = false

  private constructor(tx: Tx, company: CompanySnapshot, author: Author, history: boolean) {
    this.keepsHistory = history
    this.tx = tx
    this.company = company
    this.author = author
    this.writer = { ...author, now: tx.now }
    this.stamp = Math.max(tx.now, company.row.stamp + 1)
    const { id_next, id_limit, id_spare } = company.row
    this.#ranges = [{ next: Math.min(Math.max(id_next, idFirst), id_limit), limit: id_limit }, ...rangesOf(id_spare)]
  }

  /** Locks the company and begins. Until the end, no other transaction can change the company. */
  static async begin(tx: Tx, companyId: number, author: Author, options = { history: true }): Promise<UnitOfWork> {
    const row = await tx.lockCompany(companyId)
    if (!row) throw new RequestError(401, 'token_invalid', {}, { oauth: 'invalid_grant' })
    const work = new UnitOfWork(tx, new CompanySnapshot(row, tx, { fresh: tx.fleeting }), author, options.history)
    await work.reserve(256)
    return work
  }

  /** Makes sure that this many ids are available. Unused ones stay with the company, even if everything is refused. */
  async reserve(count: number): Promise<void> {
    const free = () => this.#ranges.reduce((sum, { next, limit }) => sum + limit - next, 0)
    while (free() < count) {
      const blocks = this.#ranges.map(({ limit }) => (limit % idsPerBlock === 0 ? limit / idsPerBlock - 1 : 0))
      const block = await this.tx.nextIdBlock(Math.max(0, ...blocks))
      if (block >= blocksMax) throw new RequestError(503, 'no_ids_left')
      this.#claimed = true
      this.#ranges.push({ next: Math.max(idFirst, block * idsPerBlock), limit: (block + 1) * idsPerBlock })
    }
  }

  /** An id that no record of any company has. */
  nextId(): number {
    while (this.#ranges[0]!.next >= this.#ranges[0]!.limit) {
      this.#ranges.shift()
      if (this.#ranges.length === 0) throw new Error('More records than were reserved')
    }
    return this.#ranges[0]!.next++
  }

  /** Takes an id for a row outside the resources. Locks the company. */
  static async takeId(tx: Tx, companyId: number): Promise<number> {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    const id = work.nextId()
    writeRanges(tx, work.company.row, work.#rangeColumns())
    return id
  }

  /** Loads the rows that meet `condition`, for `get`. Staged records stay as staged. */
  async load<N extends TableName>(
    resourceName: N,
    condition: Sql,
    { index, first }: LoadOptions = {},
  ): Promise<RecordOf<N>[]> {
    const end = first ? sql`order by ${first.order} limit ${first.limit}` : sql``
    return this.loadFrom(
      resourceName,
      sql`select * from ${name(resourceName)} ${indexHint(index)} where company_id = ${this.company.row.company_id} and (${condition}) ${end}`,
    )
  }

  /** The same for the rows that a query of this company returns, once or repeatedly. */
  async loadFrom<N extends TableName>(resourceName: N, query: Statement): Promise<RecordOf<N>[]> {
    const rows = await this.tx.all<Row>(query)
    const table = tableNamed(resourceName)
    const staged = this.#table(resourceName)
    return rows.map((row) => {
      const loaded = table.load(row)
      const known = staged.get(loaded.id)
      if (!known) staged.set(loaded.id, { before: loaded, after: loaded, order: 0, item: 0, again: false })
      return (known?.after ?? loaded) as RecordOf<N>
    })
  }

  /** The record as earlier items have left it, or undefined. */
  get<N extends TableName>(resourceName: N, id: number): RecordOf<N> | undefined {
    const staged = this.#table(resourceName).get(id)
    if (staged) return staged.after as RecordOf<N> | undefined
    return this.company.knows(resourceName, id) ? this.company.get(resourceName, id) : undefined
  }

  /** The same for a record that must exist; a bug if it does not. */
  existing<N extends TableName>(resourceName: N, id: number): RecordOf<N> {
    const found = this.get(resourceName, id)
    if (!found) throw new Error(`${resourceName} ${id} does not exist`)
    return found
  }

  /** The loaded records of a resource that match, with the changes of earlier items. */
  all<N extends TableName>(resourceName: N, isWanted: (record: RecordOf<N>) => boolean = () => true): RecordOf<N>[] {
    const staged = this.#table(resourceName) as Map<number, Staged<RecordOf<N>>>
    const found: RecordOf<N>[] = []
    // Every item of a batch may call this, so it does not copy the list.
    const listed = this.company.isListed(resourceName) ? this.company.listed(resourceName) : []
    for (const row of listed) if (!staged.has(row.id) && isWanted(row)) found.push(row)
    for (const { after } of staged.values()) if (after && isWanted(after)) found.push(after)
    return found
  }

  /** Adds a record with a new id, `created` and `last_modified`. */
  insert<N extends TableName>(resourceName: N, row: Partial<RecordOf<N>>): RecordOf<N> {
    const complete: Values & AnyRecord = { ...row, id: this.nextId(), last_modified: this.stamp }
    if ('created' in tableNamed(resourceName).fields && !complete.created) complete.created = this.tx.now
    this.#put(resourceName, complete.id, undefined, complete)
    return complete as RecordOf<N>
  }

  /** Changes a record. If nothing differs, nothing happens and `last_modified` stays the same. */
  change<N extends TableName>(resourceName: N, id: number, patch: Partial<RecordOf<N>>): RecordOf<N> {
    const current = this.existing(resourceName, id)
    if (Object.keys(differing(tableNamed(resourceName).fields, current, patch)).length === 0) return current
    return this.#put(resourceName, id, current, { ...current, ...patch, last_modified: this.stamp }) as RecordOf<N>
  }

  /** Updates a record's `last_modified` because something that it shows has changed. */
  touch(resourceName: TableName, id: number): void {
    const current = this.existing(resourceName, id)
    this.#put(resourceName, id, current, { ...current, last_modified: this.stamp })
  }

  /** Changes values that a record shows of other records, without updating its `last_modified`. */
  patchQuietly<N extends TableName>(resourceName: N, id: number, patch: Partial<RecordOf<N>>): void {
    const current = this.existing(resourceName, id)
    this.#put(resourceName, id, current, { ...current, ...patch })
  }

  /** Deletes a record permanently. */
  remove(resourceName: TableName, id: number): void {
    this.#put(resourceName, id, this.get(resourceName, id), undefined)
  }

  /** Notes that a statement deleted rows of a resource, so that caches and `last_modified` are updated. */
  emptied(resourceName: string): void {
    this.#emptied.add(resourceName)
  }

  /** Adds a complete record under its existing id, such as a tombstone. */
  insertWithId<N extends TableName>(resourceName: N, row: RecordOf<N>): void {
    this.#put(resourceName, row.id, undefined, row)
  }

  /** Adds a row to a table outside the resources. */
  append(table: string, row: Row): void {
    this.#appended.push({ table, row })
    this.#journal.push(() => this.#appended.pop())
  }

  /** Adds an audit entry for something other than a change to a record. */
  audit(entry: AuditEntry): void {
    this.#notes.push(entry)
    this.#journal.push(() => this.#notes.pop())
  }

  /** Runs a step after everything is written: once, with the subjects of all items. */
  afterWrite(step: Step, subject: number): void {
    this.#steps.push({ step, subject })
    this.#journal.push(() => this.#steps.pop())
  }

  /** Notes for the history where this change came from, and when it really happened. */
  origin(id: number, text: string, happened: number): void {
    this.#origins.set(id, { text, happened })
  }

  /** The values noted by `origin`; by default, the change happened now. */
  originOf(id: number): { text: string; happened: number } {
    return this.#origins.get(id) ?? { text: '', happened: this.tx.now }
  }

  /** Starts an item, so that `undo` can undo it. */
  begin(): void {
    this.#journal = []
    this.#item += 1
  }

  /** Undoes everything since `begin`. */
  undo(): void {
    for (const step of this.#journal.reverse()) step()
    this.#journal = []
  }

  /** The records of a resource that have changed. */
  changed<N extends TableName>(resourceName: N): Staged<RecordOf<N>>[] {
    const staged = this.#table(resourceName) as Map<number, Staged<RecordOf<N>>>
    return [...staged.values()].filter((entry) => entry.before !== entry.after)
  }

  /** Writes everything: the removed, changed and new rows of each table, and the company's versions. */
  async flush(): Promise<boolean> {
    await this.#runHooks()
    const { tx, stamp, author, keepsHistory } = this
    const { row } = this.company
    const changes = [...this.#staged.keys()].flatMap((resource) =>
      this.changed(resource)
        .sort((a, b) => a.order - b.order)
        .map((change) => ({ ...change, resource })),
    )
    const touched = [
      ...[...this.#emptied].map((table) => ({ table, isReference: true, isStamped: true })),
      ...writeRecords(tx, row.company_id, changes),
      ...writeRows(tx, row.company_id, this.#appended),
    ]
    for (const [step, entries] of Map.groupBy(this.#steps, (entry) => entry.step)) {
      const subjects = entries.map(({ subject }) => subject)
      await step(tx, subjects, this)
    }
    const lines = audit(keepsHistory ? changes : [], this.#notes, { company: row, tx, author })
    if (lines) tx.insert('audit_lines', lines.columns, lines.rows)
    const columns = { ...this.#rangeColumns(), ...lines?.head }
    const isChanged = touched.length + this.#steps.length > 0
    if (isChanged) {
      // Rows that a statement deleted, and records that come with their own history, are not listed one by one.
      const isListed = this.#emptied.size === 0 && (keepsHistory || changes.length === 0)
      const last_change = writeLog(tx, row, keepsHistory ? changes : [], { isListed, stamp, ...author })
      // Steps and deletions by statement may have changed anything.
      const isNamed = this.#steps.length + this.#emptied.size === 0
      writeVersions(tx, row, { ...columns, stamp, last_change }, touched, isNamed)
    } else if (this.#claimed || lines) writeRanges(tx, row, columns)
    return isChanged
  }

  /** The company after `flush`, for printing the results. */
  async after(): Promise<CompanySnapshot> {
    const referenceChanged = [...this.#staged.keys()].some(
      (resourceName) => !tableNamed(resourceName).volatile && this.changed(resourceName).length > 0,
    )
    const fresh = referenceChanged || this.tx.fleeting || this.#appended.some((entry) => entry.table === 'settings')
    return new CompanySnapshot(this.company.row, this.tx, { fresh })
  }

  #rangeColumns() {
    const [current, ...spare] = this.#ranges.filter((range) => range.next < range.limit)
    const id_spare = spare.map(({ next, limit }) => `${next}-${limit}`).join()
    return { id_next: current?.next ?? 0, id_limit: current?.limit ?? 0, id_spare }
  }

  async #runHooks(): Promise<void> {
    for (const resourceName of [...this.#staged.keys()]) {
      const hook = hooks.get(resourceName)
      const changed = hook ? this.changed(resourceName) : []
      if (hook && changed.length > 0) await hook(changed, this)
    }
  }

  #put(
    resourceName: TableName,
    id: number,
    current: AnyRecord | undefined,
    after: AnyRecord | undefined,
  ): AnyRecord | undefined {
    const table = this.#table(resourceName)
    const staged = table.get(id)
    const before = staged ? staged.before : current
    if (after && before && typeof before.version === 'number') after.version = before.version + 1
    if (after) Object.assign(after, tableNamed(resourceName).recorded?.(after, current, this.writer))
    const again = staged !== undefined && (staged.again || (staged.item !== 0 && staged.item !== this.#item))
    this.#order += 1
    table.set(id, { before, after, order: this.#order, item: this.#item, again })
    this.#journal.push(() => (staged ? table.set(id, staged) : table.delete(id)))
    return after
  }

  #table(resourceName: TableName): Map<number, Staged> {
    return ensure(this.#staged, resourceName)
  }
}

function rangesOf(spare: string): Range[] {
  const texts = spare === '' ? [] : spare.split(',')
  return texts.map((text) => {
    const [next = 0, limit = 0] = text.split('-').map(Number)
    return { next, limit }
  })
}
