import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Actor } from '../engine/context.ts'

/** Who asks, as far as log lines name it. */
type Asker = Pick<Actor, 'companyId' | 'userId' | 'application' | 'home'>

/** Work that a request waited for: from when to when, in milliseconds of the monotonic clock. */
export type Part = {
  name: string
  started: number
  ended: number
  isFailure: boolean
  attributes: Record<string, string>
}

/** What is known of a request while it is answered, for the lines and numbers about it. */
export class Seen {
  /** The value of X-Request-Id: the client's, or made here. */
  readonly id: string
  /** As it was sent: HEAD is answered like GET. */
  readonly method: string
  /** When it arrived, in milliseconds of the monotonic clock. */
  readonly started: number
  /** The pattern of the path; '' if nothing has looked at the path. */
  route = ''
  /** The client's address, once it is known which proxies are trusted. */
  address = ''
  asker: Asker | undefined
  /** What it waited for, in the order in which that ended; undefined unless traces are made. */
  parts: Part[] | undefined

  constructor(id: string, method: string, started: number) {
    this.id = id
    this.method = method
    this.started = started
  }
}

/** The request that the running code works for, if there is one; reads that are answered directly have none. */
export const underWay = new AsyncLocalStorage<Seen>()

const key = Symbol('seen')
type Marked = IncomingMessage & { [key]?: Seen }

/** The header, in a form that fits in a log line: visible ASCII without spaces. */
const wellFormed = /^[\x21-\x7e]{1,128}$/

/** Gives every request an id, and keeps what is known of it. */
export class Requests {
  /** Whether what requests wait for is kept. */
  withParts = false
  readonly #start: string
  #count = 0

  /** `start` begins the ids made by this process, so those of two processes differ. */
  constructor(start: string) {
    this.#start = start
  }

  /** What is known of a request; it begins when this is first called. */
  of(request: IncomingMessage): Seen {
    const marked = request as Marked
    if (!marked[key]) {
      marked[key] = new Seen(this.#idOf(request), request.method!, performance.now())
      if (this.withParts) marked[key].parts = []
    }
    return marked[key]
  }

  /** An id for what could not be read as a request. */
  newId(): string {
    this.#count += 1
    return `${this.#start}-${this.#count.toString(36)}`
  }

  #idOf({ headers }: IncomingMessage): string {
    const given = headers['x-request-id']
    return typeof given === 'string' && wellFormed.test(given) ? given : this.newId()
  }
}

/** Whether a request asks for the headers of an answer alone. */
export function asksForHeaders(request: IncomingMessage): boolean {
  return (request as Marked)[key]?.method === 'HEAD'
}
