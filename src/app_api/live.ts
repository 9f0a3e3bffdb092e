import { type Db, inList, sql } from '../engine/sql.ts'

/** Maximum number of open streams per process and per person. */
const streamsMax = 5000
const streamsOfPersonMax = 12

/** Versions of a company: `version` grows with every change, `setup_version` with every change except to timesheets. */
type State = { version: number; setup_version: number }

type Listener = { companyId: number; userId: number; tell: (state: State | undefined) => void; end: () => void }

/** Beats that a stream lasts. Reconnecting authenticates the client again. */
const beatsOfStream = 900

/** Beats between keep-alive comments: proxies close silent connections. */
const beatsOfSilence = 20

/** Tells browsers that something in their company has changed; they request the data themselves. */
export class Live {
  readonly #db: Db
  /** For each listener, the beat that ends its stream and the last version sent to it. */
  readonly #listeners = new Map<Listener, { last: number; told: number }>()
  #mark: number | undefined
  #beats = 0

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
    this.#listeners.set(listener, { last: this.#beats + beatsOfStream, told: 0 })
    this.#mark = undefined
    return () => this.#listeners.delete(listener)
  }

  /** Ends all streams; the clients reconnect. */
  close(): void {
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
    if (this.#beats % beatsOfSilence === 0) for (const { tell } of this.#listeners.keys()) tell(undefined)
    const mark = this.#db.mark()
    if (this.#listeners.size === 0 || (mark !== undefined && mark === this.#mark)) return
    this.#mark = mark
    const companies = new Set([...this.#listeners.keys()].map(({ companyId }) => companyId))
    const rows = await this.#db.read.all<State & { company_id: number }>(
      sql`select company_id, version, setup_version from companies
        where ${inList(sql`company_id`, [...companies])}`,
    )
    const states = new Map(rows.map(({ company_id, ...state }) => [company_id, state]))
    for (const [{ companyId, tell }, known] of this.#listeners) {
      const state = states.get(companyId)
      if (!state || state.version === known.told) continue
      known.told = state.version
      tell(state)
    }
  }
}
