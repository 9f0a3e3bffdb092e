import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Actor } from '../engine/context.ts'

/** The caller, as shown in log lines. */
type Asker = Pick<Actor, 'companyId' | 'userId' | 'application' | 'home'>

/** Work that a request waited for, with start and end in milliseconds of the monotonic clock. */
export type Part = {
  name: string
  started: number
  ended: number
  isFailure: boolean
  attributes: Record<string, string>
}

/** Data about a request while it is handled, for log lines and metrics. */
export class Seen {
  /** The value of X-Request-Id in the response. No other request has it. */
  readonly id: string
  /** The client's own id, from the X-Request-Id of the request; several requests may have the same. */
  readonly clientId: string | undefined
  /** The original method, because HEAD is handled like GET. */
  readonly method: string
  /** When it arrived, in milliseconds of the monotonic clock. */
  readonly started: number
  /** The pattern of the path; '' if the request was not routed. */
  route = ''
  /** The client's address, once it is known which proxies are trusted. */
  address = ''
  /** The name of the person whom a trusted proxy has signed in, if it names one. */
  vouched: string | undefined
  asker: Asker | undefined
  /** The work it waited for, in the order in which it ended; undefined unless tracing is on. */
  parts: Part[] | undefined

  constructor(id: string, clientId: string | undefined, method: string, started: number) {
    this.id = id
    this.clientId = clientId
    this.method = method
    this.started = started
  }
}

/** The request that the running code handles, if any; reads that are answered directly have none. */
export const underWay = new AsyncLocalStorage<Seen>()

const key = Symbol('seen')
type Marked = IncomingMessage & { [key]?: Seen }

/** A client's id that can be logged: it looks like an id, and like nothing else. */
const wellFormed = /^[\w.-]{1,64}$/

/** The ids of a request in a log line. */
export function idsOf({ id, clientId }: Pick<Seen, 'id'> & Partial<Seen>): {
  requestId: string
  clientRequestId?: string
} {
  return { requestId: id, ...(clientId !== undefined && { clientRequestId: clientId }) }
}

/** Gives every request an id, and keeps the data about it. */
export class Requests {
  /** Whether to record the work that requests wait for. */
  withParts = false
  readonly #start: string
  #count = 0

  /** `start` is the prefix of the ids made by this process, so that ids of two processes differ. */
  constructor(start: string) {
    this.#start = start
  }

  /** The data about a request, created on the first call. */
  of(request: IncomingMessage): Seen {
    const marked = request as Marked
    if (!marked[key]) {
      marked[key] = new Seen(this.newId(), clientIdOf(request), request.method!, performance.now())
      if (this.withParts) marked[key].parts = []
    }
    return marked[key]
  }

  /** A new id, also for data that could not be parsed as a request. */
  newId(): string {
    this.#count += 1
    return `${this.#start}-${this.#count.toString(36)}`
  }
}

function clientIdOf({ headers }: IncomingMessage): string | undefined {
  const given = headers['x-request-id']
  return typeof given === 'string' && wellFormed.test(given) ? given : undefined
}

/** Whether a request asks only for the headers of a response. */
export function asksForHeaders(request: IncomingMessage): boolean {
  return (request as Marked)[key]?.method === 'HEAD'
}
