import { type Db, inList, sql } from '../engine/sql.ts'

/** Most streams that one process keeps open, and one person. */
const streamsMax = 5000
const streamsOfPersonMax = 12

/** How a company stands: both numbers move with every change, the second one not with time itself. */
type State = { version: number; setup_version: number }

type Listener = { companyId: number; userId: number; tell: (state: State | undefined) => void; end: () => void }

/** Beats that a stream lasts. Whoever connects again must still be let in. */
const beatsOfStream = 900

/** Beats between two signs of life: proxies close what is silent. */
const beatsOfSilence = 20

/** Tells browsers that something in their company has changed; what it is they ask for by themselves. */
export class Live {
  readonly #db: Db
  /** Each with the beat that ends its stream, and the version that it was told. */
  readonly #listeners = new Map<Listener, { last: number; told: number }>()
  #mark: number | undefined
  #beats = 0

  constructor(db: Db) {
    this.#db = db
  }

  /** Listens; gives how to stop, or undefined when there are too many. */
  listen(listener: Listener): (() => void) | undefined {
    const own = [...this.#listeners.keys()].filter(
      ({ companyId, userId }) => companyId === listener.companyId && userId === listener.userId,
    )
    if (this.#listeners.size >= streamsMax || own.length >= streamsOfPersonMax) return undefined
    // The next beat tells where the company stands.
    this.#listeners.set(listener, { last: this.#beats + beatsOfStream, told: 0 })
    this.#mark = undefined
    return () => this.#listeners.delete(listener)
  }

  /** Ends all streams; their readers connect again. */
  close(): void {
    for (const { end } of this.#listeners.keys()) end()
  }

  /** Ends streams that are old, and takes one look at the companies that somebody listens to; called about once a second. */
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
