import { type Db, inList, sql } from '../engine/sql.ts'

/** Most streams that one process keeps open, and one person. */
const streamsMax = 5000
const streamsOfPersonMax = 12

/** How a company stands: both numbers move with every change, the second one not with time itself. */
type State = { version: number; setup_version: number }

type Listener = { companyId: number; userId: number; tell: (state: State | undefined) => void; end: () => void }

/** Beats between two signs of life: proxies close what is silent. */
const beatsOfSilence = 20

/** Tells browsers that something in their company has changed; what it is they ask for by themselves. */
export class Live {
  readonly #db: Db
  readonly #listeners = new Set<Listener>()
  readonly #told = new Map<number, number>()
  #mark: number | undefined
  #beats = 0

  constructor(db: Db) {
    this.#db = db
  }

  /** Listens; gives how to stop, or undefined when there are too many. */
  listen(listener: Listener): (() => void) | undefined {
    const own = [...this.#listeners].filter(
      ({ companyId, userId }) => companyId === listener.companyId && userId === listener.userId,
    )
    if (this.#listeners.size >= streamsMax || own.length >= streamsOfPersonMax) return undefined
    this.#listeners.add(listener)
    // The next beat tells where the company stands.
    this.#told.delete(listener.companyId)
    this.#mark = undefined
    return () => this.#listeners.delete(listener)
  }

  /** Ends all streams; their readers connect again. */
  close(): void {
    for (const { end } of this.#listeners) end()
  }

  /** One look at the companies that somebody listens to; called about once a second. */
  async beat(): Promise<void> {
    this.#beats += 1
    if (this.#beats % beatsOfSilence === 0) for (const { tell } of this.#listeners) tell(undefined)
    const mark = this.#db.mark()
    if (this.#listeners.size === 0 || (mark !== undefined && mark === this.#mark)) return
    this.#mark = mark
    const companies = Map.groupBy(this.#listeners, ({ companyId }) => companyId)
    for (const companyId of this.#told.keys()) if (!companies.has(companyId)) this.#told.delete(companyId)
    const rows = await this.#db.read.all<State & { company_id: number }>(
      sql`select company_id, version, setup_version from companies
        where ${inList(sql`company_id`, [...companies.keys()])}`,
    )
    for (const { company_id, version, setup_version } of rows) {
      if (this.#told.get(company_id) === version) continue
      this.#told.set(company_id, version)
      for (const { tell } of companies.get(company_id)!) tell({ version, setup_version })
    }
  }
}
