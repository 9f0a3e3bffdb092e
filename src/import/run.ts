import { RequestError } from '../engine/errors.ts'
import { isRecord } from '../engine/fields.ts'
import type { Db } from '../engine/sql.ts'
import { firstOf } from '../rules/elements.ts'
import { minute, parseInstant, printUtc, second } from '../rules/time/calendar.ts'
import { AnswerError, endsRun, isSamePage, knownFrom, type Page, pagesMax, partsOf, readPage } from './account.ts'
import { type Check, checkLists } from './check.ts'
import { countList } from './count.ts'
import { settleImport } from './finish.ts'
import { storeInHalves } from './halves.ts'
import { type List, listNamed, lists, type Part, queryFor } from './lists.ts'
import { knownIn } from './local.ts'
import { fetchBytes, type Rows, rowsOf, withoutBytes } from './read_page.ts'
import type { Problem } from './read_record.ts'
import { settingsIn, zoneIn } from './settings.ts'
import type { Company } from './shapes.ts'
import type { Source } from './source.ts'
import { type ImportState, type Left, leftOut, stateOf } from './state.ts'
import { beginImport, endImport, type PageToStore, storePage } from './store.ts'
import { type Owner, ownRecords, refuseCollisions, type Target } from './target.ts'

/** The options of a run. `from`: the date before which time is left out. */
type Wanted = {
  target: Target
  owner: Owner
  from: string
  /** Read everything again, not only what has changed since the last run. */
  all: boolean
  /** Compare both sides at the end; by default after the first run. */
  check: boolean | undefined
}

/** The progress of a run. `left`: estimated seconds, undefined while unknown. */
export type Doing = { doing: string; records: number; left: number | undefined }

/** The result of a run. */
export type Report = {
  companyId: number
  state: ImportState
  left: { list: Left[]; count: number }
  check: Check | undefined
}

/** A page of a list, or why there is none. */
type Read = { page: Page; problem?: never; skips?: never } | { page?: never; problem: Problem; skips: boolean }

/** How far before the start of this run the next one begins, because clocks and commits may lag. */
const overlap = 2 * minute
const failuresMax = 3
const idsPerCall = 50

/** An import into one company. Every step is stored; after an interruption, another run continues. */
export class Import {
  readonly #db: Db
  readonly #now: () => number
  readonly #source: Source
  readonly #wanted: Wanted
  readonly #tell: (doing: Doing) => void
  readonly #company: Company
  #companyId = 0
  #state!: ImportState
  #stored = { list: 0, part: 0, page: 1 }
  #clock: { began: number; calls: number }

  constructor(
    { db, now }: { db: Db; now: () => number },
    source: Source,
    wanted: Wanted,
    tell: (doing: Doing) => void,
  ) {
    this.#db = db
    this.#now = now
    this.#source = source
    this.#wanted = wanted
    this.#tell = tell
    this.#company = { zone: zoneIn(wanted.owner.settings), userId: wanted.owner.userId }
    this.#clock = { began: now(), calls: 0 }
  }

  /** Runs to the end. Throws an AnswerError if the source is gone or no longer accepts the token. */
  async run(): Promise<Report> {
    await this.#begin()
    const isFirst = this.#state.since === ''
    if (this.#state.phase === 'reading') {
      while (await this.#readPart());
      await this.#readAgain()
      await this.#settle({ phase: 'checking' })
    }
    const check = (this.#wanted.check ?? isFirst) ? await this.#check() : undefined
    if (check) await this.#settle({})
    const left = await leftOut(this.#db.read, this.#companyId)
    await this.#end({ phase: 'done', next: this.#nextSince(left) })
    return { companyId: this.#companyId, state: this.#state, left, check }
  }

  /**
   * Where the next run starts: from the beginning if more was left out than is listed, because only listed records can
   * be requested by id.
   */
  #nextSince({ list, count }: Report['left']): string {
    const { gaps, since, next } = this.#state
    if (count > list.length) return ''
    return gaps ? since : next
  }

  async #begin(): Promise<void> {
    const { target, owner } = this.#wanted
    const known = target.companyId === undefined ? undefined : await stateOf(this.#db.read, target.companyId)
    if (known && known.from !== this.#source.base)
      throw new RequestError(409, 'imported_from_elsewhere', { address: known.from })
    if (known && known.phase !== 'done') {
      this.#companyId = target.companyId!
      this.#resume(known)
      return
    }
    const own = known?.own ?? (await this.#ownRecords())
    const state = await this.#newState(known, own)
    this.#companyId = await this.#db.write(
      beginImport,
      {
        ...(target.companyId !== undefined && { companyId: target.companyId }),
        name: owner.companyName,
        clientUrl: target.clientUrl,
        settings: settingsIn(owner.settings),
        state,
      },
      this.#now(),
    )
    this.#resume(state)
  }

  #resume(state: ImportState): void {
    this.#state = state
    this.#stored = state.at
  }

  async #ownRecords(): Promise<Record<string, number[]>> {
    const { companyId } = this.#wanted.target
    if (companyId === undefined) return {}
    const own = await ownRecords(this.#db, companyId)
    await refuseCollisions(this.#source, this.#db, companyId, own)
    return own
  }

  async #newState(known: ImportState | undefined, own: Record<string, number[]>): Promise<ImportState> {
    const { all, from, owner } = this.#wanted
    const since = all ? '' : (known?.next ?? '')
    const fromDate = from || known?.fromDate || ''
    const ahead: Record<string, number> = {}
    const ids = knownFrom(this.#source)
    if (since === '')
      for (const list of lists) {
        const { pages, records } = await countList(this.#source, list, { since, from: fromDate }, ids)
        ahead[list.name] = pages + (list.bytes ? records : 0)
        this.#tell({ doing: `counting ${list.name}`, records, left: undefined })
      }
    return {
      from: this.#source.base,
      userId: owner.userId,
      phase: 'reading',
      at: { list: 0, part: 0, page: 1 },
      since,
      next: printUtc((await this.#sourceTime()) - overlap),
      fromDate,
      ahead,
      counts: {},
      calls: 0,
      took: 0,
      gaps: false,
      own,
    }
  }

  /** The newest change in the account, but not later than its clock and this one. */
  async #sourceTime(): Promise<number> {
    const clock = this.#source.clock || this.#now()
    try {
      const { results } = await this.#source.get('last_modified_timestamps', {})
      const instants = Object.values((isRecord(results) && results.last_modified_timestamps) || {})
        .map((text) => (typeof text === 'string' ? parseInstant(text)?.instant : undefined))
        .filter((instant) => instant !== undefined)
      return instants.length === 0 ? clock : Math.min(Math.max(...instants), clock)
    } catch (error) {
      if (endsRun(error)) throw error
      return clock
    }
  }

  /** Reads the next part of a list. False at the end of all lists. */
  async #readPart(): Promise<boolean> {
    const { at } = this.#state
    const list = lists[at.list]
    if (!list) return false
    const parts = await partsOf(list, knownIn(this.#db, this.#companyId))
    if (at.part >= parts.length) this.#state = { ...this.#state, at: { list: at.list + 1, part: 0, page: 1 } }
    else await this.#readPages(list, parts[at.part])
    return true
  }

  async #readPages(list: List, part: Part | undefined): Promise<void> {
    const { since, fromDate: from } = this.#state
    const query = queryFor(list, part, { since, from })
    let before: unknown[] = []
    let failures = 0
    for (let ends = false; !ends; ) {
      const { page } = this.#state.at
      const read = await this.#read(list, query, page)
      if (read.page) {
        const ids = read.page.records.map(({ id }) => id)
        const repeats = isSamePage(ids, before)
        before = ids
        ends = repeats || read.page.last || page === pagesMax
        const rows = repeats ? repeated(list, page, read.page) : rowsOf(read.page, list, part, this.#company)
        await this.#storeRows(list, rows, { ends, gaps: this.#state.gaps })
      } else {
        failures += 1
        ends = read.skips || failures === failuresMax
        await this.#storeRows(
          list,
          { ...none, problems: [read.problem] },
          { ends, gaps: this.#state.gaps || !read.skips },
        )
      }
    }
  }

  /** A page, or why it cannot be read; `skips` if the list does not exist. */
  async #read(list: List, query: Record<string, string>, page: number): Promise<Read> {
    try {
      return { page: await readPage(this.#source, list, query, page) }
    } catch (error) {
      if (!(error instanceof AnswerError) || endsRun(error)) throw error
      const { status } = error
      const skips = status >= 300 && (status < 500 || status === 501)
      const what = skips ? 'the list' : `page ${page}`
      return { problem: { list: list.name, id: 0, message: `${what} cannot be read: ${error.message}` }, skips }
    }
  }

  /** Stores the rows of a page and the new position. Files are stored one by one, with their bytes. */
  async #storeRows(list: List, { rows, beside, problems }: Rows, { ends, gaps }: { ends: boolean; gaps: boolean }) {
    const found = [...problems]
    let rest = rows
    if (list.bytes) {
      const fresh = await withoutBytes(this.#db, this.#companyId, rows)
      const ids = new Set(fresh.map(({ id }) => id))
      rest = rows.filter(({ id }) => !ids.has(id))
      for (const row of fresh) {
        const file = await fetchBytes(this.#source, list, row)
        if ('problem' in file) found.push(file.problem)
        else await this.#store(list, { rows: [file.row], bytes: new Map([[row.id, file.parts]]) }, this.#state)
      }
    }
    const { at, counts } = this.#state
    const { read = 0, written = 0 } = counts[list.name] ?? {}
    const next = {
      ...this.#state,
      gaps,
      at: ends ? { ...at, part: at.part + 1, page: 1 } : { ...at, page: at.page + 1 },
      counts: { ...counts, [list.name]: { read: read + rows.length + problems.length, written } },
    }
    await this.#store(list, { rows: rest, beside, problems: found }, next)
    this.#tell({ doing: list.name, records: read + rows.length, left: this.#secondsLeft() })
  }

  async #store(
    list: List,
    page: Partial<Pick<PageToStore, 'rows' | 'beside' | 'bytes' | 'problems' | 'gone'>>,
    state: ImportState,
  ): Promise<void> {
    const given = { rows: [], beside: [], bytes: new Map<number, Uint8Array[]>(), problems: [], gone: [], ...page }
    const at = this.#stored
    const { part } = this.#state.at
    this.#state = await storeInHalves(
      { companyId: this.#companyId, list: list.name, part, at, ...given, state: this.#timed(state) },
      (page) => this.#db.write(storePage, page, this.#now()),
    )
    this.#stored = this.#state.at
  }

  /**
   * Requests records again that were left out, because the records that they refer to or collided with may be fixed
   * now.
   */
  async #readAgain(): Promise<void> {
    const { list: left } = await leftOut(this.#db.read, this.#companyId)
    const groups = Map.groupBy(
      left.filter(({ id, again }) => id > 0 && again),
      ({ list, part }) => `${list}/${part}`,
    )
    for (const group of groups.values()) {
      const { list, part } = firstOf(group)
      await this.#repair(
        listOf(list),
        part,
        group.map(({ id }) => id),
      )
    }
  }

  /** Reads records by their ids and stores them. */
  async #repair(list: List | undefined, part: number, ids: readonly number[]): Promise<void> {
    if (!list) return
    const value = (await partsOf(list, knownIn(this.#db, this.#companyId)))[part]
    for (let start = 0; start < ids.length; start += idsPerCall) {
      const some = ids.slice(start, start + idsPerCall)
      const query = { ...queryFor(list, value, { since: '', from: '' }), ids: some.join() }
      const read = await this.#read(list, query, 1)
      if (!read.page) return
      const { rows, beside, problems } = rowsOf(read.page, list, value, this.#company)
      const asked = rows.filter(({ id }) => some.includes(id))
      const answered = new Set(read.page.records.map(({ id }) => Number(id)))
      await this.#storeOnly(
        list,
        { rows: asked, beside, problems },
        some.filter((id) => !answered.has(id)),
      )
    }
  }

  /** Stores rows without changing the position. */
  async #storeOnly(list: List, { rows, beside, problems }: Rows, gone: readonly number[]): Promise<void> {
    const more: Problem[] = [...problems]
    const fresh = list.bytes ? await withoutBytes(this.#db, this.#companyId, rows) : []
    const ids = new Set(fresh.map(({ id }) => id))
    for (const row of fresh) {
      const file = await fetchBytes(this.#source, list, row)
      if ('problem' in file) more.push(file.problem)
      else await this.#store(list, { rows: [file.row], bytes: new Map([[row.id, file.parts]]) }, this.#here())
    }
    await this.#store(list, { rows: rows.filter(({ id }) => !ids.has(id)), beside, problems: more, gone }, this.#here())
  }

  #here(): ImportState {
    return { ...this.#state, at: this.#stored }
  }

  async #check(): Promise<Check> {
    const who = { companyId: this.#companyId, userId: this.#state.userId }
    const check = await checkLists({ db: this.#db, now: this.#now, source: this.#source }, who, this.#state, {
      tell: (doing) => this.#tell({ doing, records: 0, left: undefined }),
      repair: (list, part, ids) => this.#repair(list, part, ids),
    })
    return check
  }

  async #settle(change: Partial<ImportState>): Promise<void> {
    this.#state = this.#timed({ ...this.#here(), ...change })
    const { zone } = this.#company
    await this.#db.write(settleImport, { companyId: this.#companyId, zone, state: this.#state }, this.#now())
  }

  async #end(change: Partial<ImportState>): Promise<void> {
    this.#state = this.#timed({ ...this.#here(), ...change })
    await this.#db.write(endImport, { companyId: this.#companyId, state: this.#state }, this.#now())
  }

  /** Adds the calls and the time since the state was last stored. */
  #timed(state: ImportState): ImportState {
    const now = this.#now()
    const calls = state.calls + this.#source.calls - this.#clock.calls
    const took = state.took + now - this.#clock.began
    this.#clock = { began: now, calls: this.#source.calls }
    return { ...state, calls, took }
  }

  /** The remaining seconds, estimated from the pages counted ahead and the pace so far. */
  #secondsLeft(): number | undefined {
    const { ahead, counts, calls, took } = this.#state
    const all = Object.values(ahead).reduce((sum, pages) => sum + pages, 0)
    if (all === 0 || calls < 10) return undefined
    const done = Object.entries(counts).reduce((sum, [name, { read }]) => {
      const pages = ahead[name] ?? 0
      return sum + Math.min(pages, listNamed(name).bytes ? read : Math.ceil(read / 200))
    }, 0)
    // The check reads everything a second time.
    return Math.round(((2 * all - done) * (took / second)) / Math.max(calls, 1))
  }
}

const none: Rows = { rows: [], beside: [], problems: [] }

/**
 * A page that repeats the previous one. Some lists always return the same single page and do not say that it is the
 * last.
 */
function repeated(list: List, page: number, { last }: Page): Rows {
  const message = `page ${page} repeats the one before, so the list ends there`
  return { ...none, problems: last ? [] : [{ list: list.name, id: 0, message }] }
}

function listOf(name: string): List | undefined {
  return lists.find((list) => list.name === name)
}
