import { changedSince } from '../../company/versions.ts'
import type { CompanyRow } from '../../engine/company_snapshot.ts'
import { type Db, inList, join, paddedSize, sql } from '../../engine/sql.ts'

/** Maximum number of open streams per process and per person. */
const streamsMax = 5000
const streamsOfPersonMax = 12

/**
 * Versions of a company: `version` grows with every change, `setup_version` with every change except to timesheets.
 * `changed` names what has changed since the last state, by table; null if not all of it is known.
 */
type State = { version: number; setup_version: number; changed: string[] | null }

/** The columns read of a company. */
type Seen = Pick<CompanyRow, 'company_id' | 'version' | 'setup_version' | 'stamp' | 'last_modified'>

/** The token or session that a request came with: its company and its hash. */
export type Credential = { companyId: number; hash: string }

/**
 * `beats`: how long it listens, by default as long as a stream lasts. `credential`: it ends with this; without one, the
 * listener looks after that itself.
 */
type Listener = {
  companyId: number
  userId: number
  credential?: Credential
  tell: (state: State | undefined) => void
  end: () => void
  beats?: number
}

/** Beats that a stream lasts. Reconnecting authenticates the client again. */
const beatsOfStream = 900

/** Beats between keep-alive comments: proxies close silent connections. */
const beatsOfSilence = 20

/** Tells browsers that something in their company has changed; they request the data themselves. */
export class Live {
  readonly #db: Db
  /** For each listener, the beat that ends its stream and its company as of the last state sent to it. */
  readonly #listeners = new Map<Listener, { last: number; told: Seen | undefined }>()
  #mark: number | undefined
  #beats = 0
  /** True once the server stops. */
  isClosed = false

  constructor(db: Db) {
    this.#db = db
  }

  /** Adds a listener. Returns a function that removes it, or undefined if there are too many. */
  listen(listener: Listener): (() => void) | undefined {
    const own = [...this.#listeners.keys()].filter(
      ({ companyId, userId }) => companyId === listener.companyId && userId === listener.userId,
    )
    if (this.#listeners.size >= streamsMax || own.length >= streamsOfPersonMax) return undefined
    // The next beat sends the current version.
    this.#listeners.set(listener, { last: this.#beats + (listener.beats ?? beatsOfStream), told: undefined })
    this.#mark = undefined
    return () => this.#listeners.delete(listener)
  }

  /** How many streams are open. */
  get size(): number {
    return this.#listeners.size
  }

  /** Ends all streams; the clients reconnect. */
  close(): void {
    this.isClosed = true
    for (const { end } of this.#listeners.keys()) end()
  }

  /** Ends old streams and checks the companies that have listeners, in one query. Called about once a second. */
  async beat(): Promise<void> {
    this.#beats += 1
    for (const [listener, { last }] of this.#listeners)
      if (this.#beats >= last) {
        this.#listeners.delete(listener)
        listener.end()
      }
    if (this.#beats % beatsOfSilence === 0) {
      await this.#endStale([...this.#listeners.keys()])
      for (const { tell } of this.#listeners.keys()) tell(undefined)
    }
    const mark = this.#db.mark()
    if (this.#listeners.size === 0 || (mark !== undefined && mark === this.#mark)) return
    this.#mark = mark
    const companies = new Set([...this.#listeners.keys()].map(({ companyId }) => companyId))
    const rows = await this.#db.read.all<Seen>(
      sql`select company_id, version, setup_version, stamp, last_modified from companies
        where ${inList(sql`company_id`, [...companies])}`,
    )
    const seen = new Map(rows.map((row) => [row.company_id, row]))
    const isNew = ([{ companyId }, { told }]: [Listener, { told: Seen | undefined }]) =>
      told !== undefined && seen.get(companyId)?.version !== told.version
    await this.#endStale([...this.#listeners].filter(isNew).map(([listener]) => listener))
    // Listeners of a company usually know the same version.
    const changes = new Map<Seen, string[] | null>()
    for (const [{ companyId, tell }, known] of this.#listeners) {
      const now = seen.get(companyId)
      const { told } = known
      if (!now || now.version === told?.version) continue
      if (told && !changes.has(told)) changes.set(told, changedSince(told, now))
      known.told = now
      tell({
        version: now.version,
        setup_version: now.setup_version,
        changed: told ? (changes.get(told) ?? null) : null,
      })
    }
  }

  /** Ends the streams whose token or session has ended. */
  async #endStale(listeners: readonly Listener[]): Promise<void> {
    const held = listeners.flatMap((listener) => (listener.credential ? [{ ...listener.credential, listener }] : []))
    if (held.length === 0) return
    // Pairs: two lists would be looked up as every hash in every company.
    const pairs = held.map(({ companyId, hash }) => sql`(cast(${companyId} as bigint), ${hash})`)
    const padded = pairs.concat(Array(paddedSize(pairs.length) - pairs.length).fill(pairs.at(-1)))
    const theirs = sql`(company_id, hash) in (values ${join(padded)})`
    const valid = await this.#db.read.all<{ hash: string }>(
      sql`select hash from access_tokens where ${theirs} union all select hash from sessions where ${theirs}`,
    )
    const known = new Set(valid.map(({ hash }) => hash))
    for (const { hash, listener } of held)
      if (!known.has(hash)) {
        this.#listeners.delete(listener)
        listener.end()
      }
  }
}
