import { type AuditEntry, audit, type Head } from './audited.ts'
import { changeColumns, changeRow, restartRow } from './change_log.ts'
import { type CompanyRow, CompanySnapshot, ensure } from './company_snapshot.ts'
import { RequestError } from './errors.ts'
import { idsPerBlock } from './id_blocks.ts'
import { columnsOf } from './row_texts.ts'
import { indexHint, inList, name, type Row, type Sql, type Statement, sql, type Tx } from './sql.ts'
import { type AnyRecord, differing, idMax, type RecordOf, type TableName, tableNamed, type Values } from './table.ts'

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

type RangeColumns = Pick<CompanyRow, 'id_next' | 'id_limit' | 'id_spare'>

const setOf = ({ id_next, id_limit, id_spare }: RangeColumns): Sql =>
  sql`id_next = ${id_next}, id_limit = ${id_limit}, id_spare = ${id_spare}`

const setOfHead = (head: Head | undefined): Sql =>
  head ? sql`audit_sequence = ${head.audit_sequence}, audit_head = ${head.audit_head}, ` : sql``

/** A step that a transaction runs after writing its records. */
type Step = (tx: Tx, subjects: number[], work: UnitOfWork) => Promise<void>

/** The index that SQLite should use, and how many rows to load at most. */
type LoadOptions = { index?: string; first?: { order: Sql; limit: number } }

type Range = { next: number; limit: number }

/**
 * `order`: the position of its last change; `item`: the batch item that made it; `again`: an earlier item changed it,
 * too.
 */
type Staged<R = AnyRecord> = Change<R> & { order: number; item: number; again: boolean }

/** A change for the log. */
type Logged = Staged & { resource: string }

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
    work.#keepRanges()
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
    const stamps: Record<string, number> = JSON.parse(this.company.row.last_modified)
    for (const resourceName of this.#emptied) stamps[resourceName] = this.stamp
    // Steps and deletions by statement may have changed anything.
    let named = this.#steps.length + this.#emptied.size === 0
    let dirty = this.#appended.length + this.#steps.length + this.#emptied.size > 0
    let reference = this.#emptied.size > 0
    const logged: Logged[] = []
    for (const resourceName of this.#staged.keys()) {
      const table = tableNamed(resourceName)
      const changed = this.changed(resourceName)
      if (changed.length === 0) continue
      this.#saveChanged(resourceName, changed)
      for (const entry of changed) logged.push({ ...entry, resource: resourceName })
      if (changed.some(({ before, after }) => after && after.last_modified !== before?.last_modified))
        stamps[resourceName] = this.stamp
      named &&= stamps[resourceName] === this.stamp
      dirty = true
      reference ||= !table.volatile
    }
    reference = this.#saveAppended(stamps) || reference
    for (const [step, entries] of Map.groupBy(this.#steps, (entry) => entry.step))
      await step(
        this.tx,
        entries.map((entry) => entry.subject),
        this,
      )
    const head = this.#audit(logged)
    if (dirty) this.#moveCompany(stamps, { reference, named, last_change: this.#log(logged), ...(head && { head }) })
    else if (this.#claimed || head) this.#keepRanges(head)
    return dirty
  }

  /** Writes the rows outside the resources. True if they are reference data, such as settings and pay. */
  #saveAppended(stamps: Record<string, number>): boolean {
    const companyId = this.company.row.company_id
    let reference = false
    for (const [table, entries] of Map.groupBy(this.#appended, (entry) => entry.table)) {
      stamps[table] = this.stamp
      reference ||= table === 'settings' || table === 'pay_rates'
      const names = Object.keys(entries[0]!.row)
      const rows = entries.map(({ row }) => [companyId, ...names.map((name) => row[name]!)])
      this.tx.insert(table, ['company_id', ...names], rows)
    }
    return reference
  }

  /** The company after `flush`, for printing the results. */
  async after(): Promise<CompanySnapshot> {
    const referenceChanged = [...this.#staged.keys()].some(
      (resourceName) => !tableNamed(resourceName).volatile && this.changed(resourceName).length > 0,
    )
    const fresh = referenceChanged || this.tx.fleeting || this.#appended.some((entry) => entry.table === 'settings')
    return new CompanySnapshot(this.company.row, this.tx, { fresh })
  }

  /** Writes the change log, in the order in which things happened. Returns its newest sequence. */
  #log(changes: Logged[]): number {
    const { company_id: companyId, last_change } = this.company.row
    const entry = { companyId, stamp: this.stamp, ...this.author }
    const rows = this.keepsHistory
      ? changes
          .sort((a, b) => a.order - b.order)
          .map((change, index) => changeRow(last_change + 1 + index, change, entry))
      : []
    // Rows that a statement deleted, and records that come with their own history, are not listed one by one.
    if (this.#emptied.size > 0 || (!this.keepsHistory && changes.length > 0))
      rows.push(restartRow(last_change + rows.length + 1, entry))
    this.tx.insert('changes', changeColumns, rows)
    return last_change + rows.length
  }

  /** Writes the audit lines for these changes. Returns the new head of the chain; undefined if there are none. */
  #audit(changes: readonly Logged[]): Head | undefined {
    const from = { company: this.company.row, tx: this.tx, author: this.author }
    const lines = audit(this.keepsHistory ? changes : [], this.#notes, from)
    if (lines) this.tx.insert('audit_lines', lines.columns, lines.rows)
    return lines?.head
  }

  #moveCompany(
    stamps: Record<string, number>,
    { reference, named, last_change, head }: { reference: boolean; named: boolean; last_change: number; head?: Head },
  ): void {
    // Counts the versions whose changes are all named next to it, for `company/versions.ts`.
    if (named) stamps['*'] = (stamps['*'] ?? 0) + 1
    const { company_id, version, setup_version } = this.company.row
    const last_modified = JSON.stringify(stamps)
    const added = reference ? 1 : 0
    const ranges = this.#rangeColumns()
    const versions = { version: version + 1, setup_version: setup_version + added }
    this.tx.post(
      sql`update companies set version = version + 1, setup_version = setup_version + ${added}, stamp = ${this.stamp},
        last_modified = ${last_modified}, last_change = ${last_change}, ${setOfHead(head)}${setOf(ranges)}
        where company_id = ${company_id}`,
      { ...this.company.row, ...ranges, ...versions, ...head, stamp: this.stamp, last_modified, last_change },
    )
  }

  #keepRanges(head?: Head): void {
    const ranges = this.#rangeColumns()
    this.tx.post(
      sql`update companies set ${setOfHead(head)}${setOf(ranges)} where company_id = ${this.company.row.company_id}`,
      { ...this.company.row, ...ranges, ...head },
    )
  }

  #rangeColumns(): RangeColumns {
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

  /** Deletes, updates and inserts the records of a resource that changed. */
  #saveChanged(resourceName: TableName, changed: Staged[]): void {
    const companyId = this.company.row.company_id
    // In the order of the changes, no row takes a unique key that another row still has. A record that changed more
    // than once went through states that are never written, so it is deleted before the others and inserted after them.
    changed.sort((a, b) => a.order - b.order)
    const removed = changed.flatMap(({ before, after, again }) => (before && (!after || again) ? [before.id] : []))
    if (removed.length > 0)
      this.tx.post(
        sql`delete from ${name(resourceName)} where company_id = ${companyId} and ${inList(sql`id`, removed)}`,
      )
    const updated = changed.filter((entry) => entry.before && entry.after && !entry.again)
    const added = changed.filter((entry) => (!entry.before || entry.again) && entry.after)
    const { names, fill } = columnsOf(tableNamed(resourceName))
    const values = ({ after }: Staged) => [companyId, ...fill.map((of) => of(after!))]
    this.tx.insert(resourceName, names, updated.map(values), 'existing')
    this.tx.insert(resourceName, names, added.map(values))
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
    if (after) Object.assign(after, tableNamed(resourceName).recorded?.(after, current))
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
  return spare
    .split(',')
    .filter(Boolean)
    .map((text) => {
      const [next = 0, limit = 0] = text.split('-').map(Number)
      return { next, limit }
    })
}
