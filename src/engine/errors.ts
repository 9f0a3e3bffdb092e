import { textOf, withField } from '../rules/refusals/index.ts'
import { type Given, type Reason, reason } from '../rules/refusals/reason.ts'
import type { RefusalCode } from '../rules/refusals/table.ts'
import { sqliteCodeOf } from '../rules/thrown.ts'

/** Refuses one item, with its `_status_code` and `_status_extra`. The reason is public. */
export class Refusal<C extends RefusalCode = RefusalCode> extends Error {
  readonly status: number
  readonly reason: Reason
  /** Whether the response shows the current record, as after a 409. */
  readonly unmodified: boolean
  record: ({ readonly id: number } & Record<string, unknown>) | undefined
  constructor(status: number, reason: Reason)
  constructor(status: number, code: C, ...values: Given<C>)
  constructor(status: number, what: C | Reason, ...values: unknown[]) {
    const why = withField(typeof what === 'string' ? reason(what, ...(values as Given<C>)) : what)
    super(textOf(why))
    this.status = status
    this.reason = why
    this.unmodified = status === 409
  }
}

type Options = { headers?: Record<string, string>; oauth?: string; cause?: unknown }

/** Refuses a whole request, with its HTTP status. The reason is public. */
export class RequestError<C extends RefusalCode = RefusalCode> extends Error {
  readonly status: number
  readonly reason: Reason
  readonly headers: Record<string, string>
  /** The OAuth error code of a bad token; the body then has `error` and `error_description`. */
  readonly oauth: string | undefined
  constructor(status: number, reason: Reason, values?: undefined, options?: Options)
  constructor(status: number, code: C, ...given: [...values: Given<C>, options?: Options])
  constructor(status: number, what: C | Reason, ...[values, options = {}]: [values?: object, options?: Options]) {
    const why = withField(typeof what === 'string' ? reason(what, ...([values] as Given<C>)) : what)
    super(textOf(why), { cause: options.cause })
    this.status = status
    this.reason = why
    // A 503 is temporary; clients retry a write with the same Idempotency-Key.
    this.headers = { ...(status === 503 ? { 'retry-after': '2' } : {}), ...options.headers }
    this.oauth = options.oauth
  }
}

/** One of several machines behind the database is down; the data on the others can still be reached. */
export class MachineDown extends RequestError {}

/** An error as it crosses threads. */
export type Failure = {
  status?: number
  kind: 'refusal' | 'request' | 'unstored' | 'bug'
  message: string
  reason?: Reason
  oauth?: string | undefined
  /** The result code of SQLite. */
  errcode?: number | undefined
}

/** Turns an error into plain values. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Refusal || error instanceof RequestError) {
    const { status, message, reason } = error
    if (error instanceof Refusal) return { kind: 'refusal', status, message, reason }
    return { kind: 'request', status, message, reason, oauth: error.oauth }
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { kind: 'bug', message, errcode: sqliteCodeOf(error) }
}

/** Turns plain values back into the error. */
export function fromFailure(failure: Failure): Error {
  if (failure.kind === 'refusal') return new Refusal(failure.status!, failure.reason!)
  if (failure.kind === 'request')
    return new RequestError(failure.status!, failure.reason!, undefined, failure.oauth ? { oauth: failure.oauth } : {})
  if (failure.kind === 'unstored')
    return new RequestError(503, 'change_not_stored', {}, { cause: new Error(failure.message) })
  return Object.assign(new Error(failure.message), failure.errcode !== undefined && { errcode: failure.errcode })
}
