import { Company, type CompanyRow } from './company.ts'
import { RequestError } from './errors.ts'
import { differing, type Values } from './fields.ts'
import { type AnyResource, resourceNamed } from './resource.ts'
import { fold, inList, join, name, pinned, type Row, type Sql, type SqlValue, sql, type Tx } from './sql.ts'

const idsPerBlock = 4096
// Results keyed by number of a record stand beside some keyed by position, 1 to 50.
const idFirst = 51
// Ids stay below 2^31.
const blocksMax = 2 ** 31 / idsPerBlock
const rowsPerStatement = 100

/** Who makes the changes, for the history. */
type Author = { userId: number; application: string }

/** Something that a transaction does besides writing records. */
type Step = (tx: Tx, subjects: number[], work: Work) => Promise<void>

type Range = { next: number; limit: number }

/** `order`: when it was changed last; `item`: by which item of the batch; `again`: by another item before, too. */
type Staged = { before: Values | undefined; after: Values | undefined; order: number; item: number; again: boolean }

/**
 * The changes of one transaction: decided in memory, one item after the other, and written at the end with a constant
 * number of statements. A refused item is undone here, before the database has heard of it.
 */
export class Work {
  readonly tx: Tx
  readonly company: Company
  /** What `last_modified` becomes: the request's instant, but greater than any the company has had. */
  readonly stamp: number
  readonly author: Author
  readonly #staged = new Map<string, Map<number, Staged>>()
  readonly #appended: { table: string; row: Row }[] = []
  /** False only where data is loaded that has no history. */
  readonly #history: boolean
  readonly #steps: { step: Step; subject: number }[] = []
  readonly #origins = new Map<number, { text: string; happened: number }>()
  #journal: (() => void)[] = []
  #order = 0
  #item = 1
  #ranges: Range[]
  #claimed = false

  private constructor(tx: Tx, company: Company, author: Author, history: boolean) {
    this.#history = history
    this.tx = tx
    this.company = company
    this.author = author
    this.stamp = Math.max(tx.now, company.row.stamp + 1)
    const { id_next, id_limit, id_spare } = company.row
    this.#ranges = [{ next: Math.min(Math.max(id_next, idFirst), id_limit), limit: id_limit }, ...rangesOf(id_spare)]
  }

  /** Locks the company and begins. From here on no other transaction changes anything of it. */
  static async begin(tx: Tx, companyId: number, author: Author, options = { history: true }): Promise<Work> {
    const row = (await tx.lockCompany(companyId)) as CompanyRow | undefined
    if (!row) throw new RequestError(401, 'The access token provided is invalid', { oauth: 'invalid_grant' })
    const work = new Work(tx, new Company(row, tx, { fresh: tx.fleeting }), author, options.history)
    await work.reserve(256)
    return work
  }

  /**
   * Makes sure that this many records can be inserted without asking the database for numbers again. What is not used
   * is kept for the company's next records, also when everything was refused.
   */
  async reserve(count: number): Promise<void> {
    let free = this.#ranges.reduce((sum, range) => sum + range.limit - range.next, 0)
    while (free < count) {
      const block = await this.tx.nextIdBlock()
      if (block >= blocksMax) throw new RequestError(503, 'this server has no record numbers left')
      this.#claimed = true
      const range = { next: Math.max(idFirst, block * idsPerBlock), limit: (block + 1) * idsPerBlock }
      this.#ranges.push(range)
      free += range.limit - range.next
    }
  }

  /** A number that no record of any company has. */
  nextId(): number {
    while (this.#ranges[0]!.next >= this.#ranges[0]!.limit) {
      this.#ranges.shift()
      if (this.#ranges.length === 0) throw new Error('More records than were reserved')
    }
    return this.#ranges[0]!.next++
  }

  /** One number for a row that is no record of a resource. Locks the company. */
  static async takeId(tx: Tx, companyId: number): Promise<number> {
    const work = await Work.begin(tx, companyId, { userId: 0, application: '' })
    const id = work.nextId()
    await work.#keepRanges()
    return id
  }

  /** Loads rows of a resource that `condition` picks, to be found by `get`. Staged ones keep their staged state. `index` is for SQLite. */
  async load(resourceName: string, condition: Sql, index?: string): Promise<Values[]> {
    const resource = resourceNamed(resourceName)
    const rows = await this.tx.all<Row>(
      sql`select * from ${name(resourceName)} ${pinned(index)} where company_id = ${this.company.row.company_id} and ${condition}`,
    )
    const staged = this.#table(resourceName)
    return rows.map((row) => {
      const loaded = resource.load(row)
      if (!staged.has(loaded.id))
        staged.set(loaded.id, { before: loaded, after: loaded, order: 0, item: 0, again: false })
      return staged.get(loaded.id)!.after ?? loaded
    })
  }

  /** The record as it stands after the items before, or undefined. */
  get<T = Values>(resourceName: string, id: number): T | undefined {
    const staged = this.#table(resourceName).get(id)
    if (staged) return staged.after as T | undefined
    return this.company.knows(resourceName, id) ? this.company.get<T>(resourceName, id) : undefined
  }

  /** All records of a resource that `company.list` or `load` has loaded, as they stand. */
  all<T = Values>(resourceName: string): T[] {
    const staged = this.#table(resourceName)
    const listed = this.company.isListed(resourceName) ? this.company.listed(resourceName) : []
    const rest = listed.filter((row) => !staged.has(row.id))
    const changed = [...staged.values()].flatMap((entry) => (entry.after ? [entry.after] : []))
    return [...rest, ...changed] as T[]
  }

  /** Adds a record; gives it a number, `created` and `last_modified`. */
  insert(resourceName: string, row: Values): Values {
    const complete = { ...row, id: this.nextId(), last_modified: this.stamp }
    if ('created' in resourceNamed(resourceName).fields && !row.created)
      Object.assign(complete, { created: this.tx.now })
    this.#put(resourceName, complete.id, undefined, complete)
    return complete
  }

  /** Changes a record. When nothing differs, nothing happens and `last_modified` stands. */
  change(resourceName: string, id: number, patch: Values): Values {
    const current = this.get(resourceName, id)
    if (!current) throw new Error(`${resourceName} ${id} is not loaded`)
    if (Object.keys(differing(resourceNamed(resourceName).fields, current, patch)).length === 0) return current
    return this.#put(resourceName, id, current, { ...current, ...patch, last_modified: this.stamp })!
  }

  /** Moves a record's `last_modified` because something that it shows has changed elsewhere. */
  touch(resourceName: string, id: number): void {
    const current = this.get(resourceName, id)!
    this.#put(resourceName, id, current, { ...current, last_modified: this.stamp })
  }

  /** Changes what a record of the set-up shows of others, which is no change of its own: `last_modified` stands. */
  mirror(resourceName: string, id: number, patch: Values): void {
    const current = this.get(resourceName, id)!
    this.#put(resourceName, id, current, { ...current, ...patch })
  }

  /** Removes a record for good. */
  remove(resourceName: string, id: number): void {
    this.#put(resourceName, id, this.get(resourceName, id), undefined)
  }

  /** Puts a whole record under its own number: a tombstone. */
  place(resourceName: string, row: Values): void {
    this.#put(resourceName, row.id, undefined, row)
  }

  /** Adds a row to a table that is no resource. */
  append(table: string, row: Row): void {
    this.#appended.push({ table, row })
    this.#journal.push(() => this.#appended.pop())
  }

  /** Does something more when everything is written: once, with what all the items have asked it for. */
  also(step: Step, subject: number): void {
    this.#steps.push({ step, subject })
    this.#journal.push(() => this.#steps.pop())
  }

  /** For the history of a record that this transaction changes: where it came from, and when it really happened. */
  origin(id: number, text: string, happened: number): void {
    this.#origins.set(id, { text, happened })
  }

  /** Starts an item: what follows can be undone. */
  begin(): void {
    this.#journal = []
    this.#item += 1
  }

  /** Undoes everything since `begin`. */
  undo(): void {
    for (const step of this.#journal.reverse()) step()
    this.#journal = []
  }

  /** Numbers of the records that differ from what they were, by resource. */
  changed(resourceName: string): Staged[] {
    return [...this.#table(resourceName).values()].filter((entry) => entry.before !== entry.after)
  }

  /**
   * Writes everything: per table one statement for the removed, one for the changed, one for the new (a hundred rows
   * each), the history, and the company's versions. Does nothing when nothing changed.
   */
  async flush(): Promise<boolean> {
    for (const resourceName of [...this.#staged.keys()])
      await resourceNamed(resourceName).settle?.(this.changed(resourceName), this)
    const companyId = this.company.row.company_id
    const stamps: Record<string, number> = JSON.parse(this.company.row.last_modified)
    let dirty = this.#appended.length + this.#steps.length > 0
    // Settings are no resource, but belong to the set-up.
    let setup = this.#appended.some((entry) => entry.table === 'settings')
    for (const resourceName of this.#staged.keys()) {
      const resource = resourceNamed(resourceName)
      const changed = this.changed(resourceName)
      if (changed.length === 0) continue
      // In the order of the changes no row takes a key that another still has. What changed more than once has gone
      // through states that are not written, so it leaves before the others and comes back after them.
      changed.sort((a, b) => a.order - b.order)
      const left = changed.filter((entry) => entry.before && (!entry.after || entry.again))
      const removed = left.map((entry) => entry.before!.id as number)
      if (removed.length > 0)
        await this.tx.run(
          sql`delete from ${name(resourceName)} where company_id = ${companyId} and ${inList(sql`id`, removed)}`,
        )
      const columns = (row: Values) => columnsOf(resource, row, companyId)
      await this.#save(
        resourceName,
        changed.filter((entry) => entry.before && entry.after && !entry.again).map((entry) => columns(entry.after!)),
        true,
      )
      await this.#save(
        resourceName,
        changed.filter((entry) => (!entry.before || entry.again) && entry.after).map((entry) => columns(entry.after!)),
        false,
      )
      if (resource.history && this.#history) this.#record(resource, changed)
      if (changed.some(({ before, after }) => after && after.last_modified !== before?.last_modified))
        stamps[resourceName] = this.stamp
      dirty = true
      setup ||= !resource.volatile
    }
    const tables = Map.groupBy(this.#appended, (entry) => entry.table)
    for (const [table, entries] of tables)
      await this.#save(
        table,
        entries.map((entry) => ({ company_id: companyId, ...entry.row })),
        false,
      )
    for (const [step, entries] of Map.groupBy(this.#steps, (entry) => entry.step))
      await step(
        this.tx,
        entries.map((entry) => entry.subject),
        this,
      )
    if (dirty) await this.#moveCompany(stamps, setup)
    else if (this.#claimed) await this.#keepRanges()
    return dirty
  }

  /** The company after `flush`, for printing: nothing that was remembered before is taken for granted. */
  async after(): Promise<Company> {
    const setupChanged = [...this.#staged.keys()].some(
      (resourceName) => !resourceNamed(resourceName).volatile && this.changed(resourceName).length > 0,
    )
    return setupChanged || this.#appended.some((entry) => entry.table === 'settings')
      ? new Company(this.company.row, this.tx, { fresh: true })
      : this.company
  }

  async #moveCompany(stamps: Record<string, number>, setup: boolean): Promise<void> {
    await this.tx.run(sql`update companies set version = version + 1, setup_version = setup_version + ${setup ? 1 : 0},
      stamp = ${this.stamp}, last_modified = ${JSON.stringify(stamps)}, ${this.#rangeColumns()}
      where company_id = ${this.company.row.company_id}`)
  }

  async #keepRanges(): Promise<void> {
    await this.tx.run(
      sql`update companies set ${this.#rangeColumns()} where company_id = ${this.company.row.company_id}`,
    )
  }

  #rangeColumns(): Sql {
    const [current, ...spare] = this.#ranges.filter((range) => range.next < range.limit)
    const rest = spare.map(({ next, limit }) => `${next}-${limit}`).join()
    return sql`id_next = ${current?.next ?? 0}, id_limit = ${current?.limit ?? 0}, id_spare = ${rest}`
  }

  /** Inserts rows, or with `existing` puts new values over the old ones. */
  async #save(table: string, rows: Row[], existing: boolean): Promise<void> {
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      const chunk = rows.slice(start, start + rowsPerStatement)
      const columns = Object.keys(chunk[0]!)
      const texts = insertText(table, columns, chunk.length, existing)
      await this.tx.run({ ...texts, values: chunk.flatMap((row) => columns.map((column) => row[column])) })
    }
  }

  #record(resource: AnyResource, changed: Staged[]): void {
    for (const { before, after } of changed) {
      const row = (after ?? before)!
      const [olds, news] = difference(resource, before, after)
      this.#appended.push({
        table: resource.history!,
        row: {
          timesheet_id: row.id,
          version: after ? after.version : before!.version + 1,
          action: after ? (before ? 'changed' : 'created') : 'deleted',
          user_id: this.author.userId,
          application: this.author.application,
          origin: this.#origins.get(row.id)?.text ?? '',
          happened: this.#origins.get(row.id)?.happened ?? this.tx.now,
          recorded: this.stamp,
          old_values: JSON.stringify(olds),
          new_values: JSON.stringify(news),
        },
      })
    }
  }

  #put(resourceName: string, id: number, current: Values | undefined, after: Values | undefined): Values | undefined {
    const table = this.#table(resourceName)
    const staged = table.get(id)
    const before = staged ? staged.before : current
    if (after && before && 'version' in after) after.version = before.version + 1
    const again = staged !== undefined && (staged.again || (staged.item !== 0 && staged.item !== this.#item))
    this.#order += 1
    table.set(id, { before, after, order: this.#order, item: this.#item, again })
    this.#journal.push(() => (staged ? table.set(id, staged) : table.delete(id)))
    return after
  }

  #table(resourceName: string): Map<number, Staged> {
    const found = this.#staged.get(resourceName)
    if (found) return found
    const made = new Map<number, Staged>()
    this.#staged.set(resourceName, made)
    return made
  }
}

function rangesOf(spare: string): Range[] {
  return spare
    .split(',')
    .filter(Boolean)
    .map((text) => {
      const [next, limit] = text.split('-').map(Number)
      return { next: next!, limit: limit! }
    })
}

const insertTexts = new Map<string, { sql: string; text: string }>()

/** The text of an insert of so many rows, made once: building it costs as much as running it. */
function insertText(
  table: string,
  columns: readonly string[],
  count: number,
  existing: boolean,
): { sql: string; text: string } {
  const key = `${table} ${count} ${existing} ${columns.join()}`
  const known = insertTexts.get(key)
  if (known) return known
  const row = sql`(${join(columns.map(() => null))})`
  const replace = existing
    ? sql` on conflict (company_id, id) do update set ${join(
        columns.slice(2).map((column) => sql`${name(column)} = excluded.${name(column)}`),
      )}`
    : sql``
  const { sql: text, text: numbered } =
    sql`insert into ${name(table)} (${join(columns.map(name))}) values ${join(Array(count).fill(row))}${replace}`
  const made = { sql: text, text: numbered }
  insertTexts.set(key, made)
  return made
}

function columnsOf(resource: AnyResource, row: Values, companyId: number): Row {
  const columns: Row = { company_id: companyId, id: row.id }
  for (const key in resource.fields) {
    const field = resource.fields[key]
    if (!field.stored) continue
    columns[key] = field.save(row[key])
    if (field.folded) columns[`${key}_key`] = fold(row[key])
  }
  return columns
}

function difference(resource: AnyResource, before: Values | undefined, after: Values | undefined): [Row, Row] {
  const olds: Record<string, SqlValue> = {}
  const news: Record<string, SqlValue> = {}
  for (const key in resource.fields) {
    const field = resource.fields[key]
    if (!field.stored || key === 'version' || key === 'last_modified') continue
    const old = before && field.save(before[key])
    const now = after && field.save(after[key])
    if (old === now) continue
    if (before) olds[key] = old
    if (after) news[key] = now
  }
  return [olds, news]
}
