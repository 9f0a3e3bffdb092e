import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { Turns } from './turns.ts'

/** The result of a request whose client disconnected while it waited. */
export const gone = Symbol('gone')

/** A request that waits for its turn. */
type Waiting = {
  readonly person: Person
  readonly company: Company
  readonly bytes: number
  readonly begin: () => void
}

/** The requests of a person. */
type Person = { readonly id: number; working: number; waiting: number }

/** The requests of a company; its people take turns, once one has to wait. */
type Company = {
  readonly id: number
  working: number
  readonly people: Map<number, Person>
  turns: Turns<Person, Waiting> | undefined
}

/**
 * The most requests that one turn of the event loop starts, that are in progress, and that wait, and the most bytes of
 * their bodies. After `turnMs` milliseconds, a turn starts no more. A long body counts as several requests, because it is
 * parsed on the main thread.
 */
export type ShareLimits = {
  readonly atOnce: number
  readonly turnMs: number
  readonly working: { readonly person: number; readonly company: number }
  readonly waiting: { readonly person: number; readonly company: number; readonly all: number; readonly bytes: number }
}

const waiting = { person: 256, company: 1024, all: 4096, bytes: 64 * 1_048_576 }

/** How many requests a request with a body of so many bytes counts as. */
function weightOf(bytes: number): number {
  return 1 + 2 * Math.floor(bytes / 65_536)
}

/**
 * For work on the main thread, where more at once would not be faster. SQLite answers on this thread: the next request
 * starts when one is done, so a slow one is the only one in its turn.
 */
function here(dialect: 'sqlite' | 'postgres'): ShareLimits {
  return { atOnce: dialect === 'sqlite' ? 1 : 2, turnMs: 3, working: { person: 8, company: 16 }, waiting }
}

/** For work that mostly waits for another thread: writes are stored in groups, so many at once are faster. */
const elsewhere: ShareLimits = { atOnce: 16, turnMs: 3, working: { person: 32, company: 96 }, waiting }

/**
 * Limits the requests in progress for each person and each company; http/authenticate.ts limits their number per five
 * minutes. Other requests wait; companies take turns, and so do the people of a company. No turn of the event loop
 * starts more work than it can finish quickly, so new requests are also noticed quickly. Nothing is computed for a
 * client that has disconnected.
 */
export class FairShares {
  readonly #limits: ShareLimits
  readonly #companies = new Map<number, Company>()
  readonly #turns = new Turns<Company, undefined>()
  /** How many requests wait, and the bytes of their bodies. */
  #waiting = 0
  #bytes = 0
  /** Started in this turn of the event loop and not done yet, by weight. */
  #begun = 0
  /** When this turn of the event loop started its first request, in milliseconds; 0 before that. */
  #since = 0
  #round = 0
  #scheduled = false

  constructor(limits: ShareLimits) {
    this.#limits = limits
  }

  /**
   * Runs an actor's request when it is its turn, or returns `gone` without running it if `isGone` then says that the
   * client has disconnected. The work learns whether it had to wait, because data may have changed since the request
   * arrived. Throws RequestError 429 or 503 if too many requests are waiting. `bytes` is the size of the body.
   */
  async run<T>(
    actor: Actor,
    bytes: number,
    isGone: () => boolean,
    work: (hasWaited: boolean) => Promise<T>,
  ): Promise<T | typeof gone> {
    const company = this.#company(actor.companyId)
    const person = personOf(company, actor.userId)
    const waits = this.#waiting > 0 || !this.#mayBegin() || !this.#isFree(company, person)
    if (waits) {
      this.#checkRoom(company, person, bytes)
      await new Promise<void>((begin) => this.#wait({ company, person, bytes, begin }))
    } else this.#begin(company, person, bytes)
    const round = this.#round
    try {
      return waits && isGone() ? gone : await work(waits)
    } finally {
      this.#end(company, person, bytes, round)
    }
  }

  /** How many requests wait. */
  get waiting(): number {
    return this.#waiting
  }

  #company(id: number): Company {
    const known = this.#companies.get(id)
    if (known) return known
    const made: Company = { id, working: 0, people: new Map(), turns: undefined }
    this.#companies.set(id, made)
    return made
  }

  #isFree(company: Company, person: Person): boolean {
    const { working } = this.#limits
    return company.working < working.company && person.working < working.person
  }

  #mayBegin(): boolean {
    const { atOnce, turnMs } = this.#limits
    return this.#begun < atOnce && (this.#since === 0 || performance.now() - this.#since < turnMs)
  }

  #checkRoom(company: Company, person: Person, bytes: number): void {
    const { waiting } = this.#limits
    const isFull = this.#waiting >= waiting.all || this.#bytes + bytes > waiting.bytes
    if (isFull) this.#forget(company, person)
    if (person.waiting >= waiting.person) throw tooMany(429, 'you have too many requests under way')
    if ((company.turns?.size ?? 0) >= waiting.company)
      throw tooMany(429, 'your company has too many requests under way')
    if (isFull) throw tooMany(503, 'the server is busy')
  }

  #wait(request: Waiting): void {
    const { company, person, bytes } = request
    person.waiting += 1
    this.#waiting += 1
    this.#bytes += bytes
    company.turns ??= new Turns()
    company.turns.add(person, request)
    this.#turns.add(company, undefined)
    // Earlier requests may be waiting for their own shares.
    this.#beginWaiting()
  }

  #begin(company: Company, person: Person, bytes: number): void {
    this.#startRound()
    if (this.#since === 0) this.#since = performance.now()
    this.#begun += weightOf(bytes)
    company.working += 1
    person.working += 1
  }

  #end(company: Company, person: Person, bytes: number, round: number): void {
    if (round === this.#round) this.#begun -= weightOf(bytes)
    company.working -= 1
    person.working -= 1
    this.#forget(company, person)
    if (this.#waiting > 0) this.#beginWaiting()
  }

  #forget(company: Company, person: Person): void {
    if (person.working === 0 && person.waiting === 0) company.people.delete(person.id)
    if (company.people.size === 0) this.#companies.delete(company.id)
  }

  #beginWaiting(): void {
    while (this.#waiting > 0 && this.#mayBegin()) {
      const next = this.#next()
      if (!next) return
      const { company, person, bytes, begin } = next
      person.waiting -= 1
      this.#waiting -= 1
      this.#bytes -= bytes
      this.#begin(company, person, bytes)
      begin()
    }
  }

  /** The next request whose company and person may have another one in progress. */
  #next(): Waiting | undefined {
    let found: Waiting | undefined
    const isReady = (company: Company) => {
      found = company.turns?.take((person) => this.#isFree(company, person))
      return found !== undefined
    }
    this.#turns.take(isReady)
    return found
  }

  /** Requests started in this turn of the event loop count until its end; then more may start. */
  #startRound(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#round += 1
      this.#begun = 0
      this.#since = 0
      this.#beginWaiting()
    })
  }
}

function personOf(company: Company, id: number): Person {
  const known = company.people.get(id)
  if (known) return known
  const made: Person = { id, working: 0, waiting: 0 }
  company.people.set(id, made)
  return made
}

function tooMany(status: 429 | 503, what: string): RequestError {
  return new RequestError(status, 'busy', { problem: what }, { headers: { 'retry-after': '1' } })
}

/** The shares of a server: of the main thread's work, and of work that mostly waits for another thread. */
export type Shares = { readonly here: FairShares; readonly elsewhere: FairShares }

/** New shares of a server with this database. */
export function newShares(dialect: 'sqlite' | 'postgres'): Shares {
  return { here: new FairShares(here(dialect)), elsewhere: new FairShares(elsewhere) }
}
