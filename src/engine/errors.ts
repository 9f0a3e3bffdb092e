/** Refuses one item, with its `_status_code` and `_status_extra`. The text is public. */
export class Refusal extends Error {
  readonly status: number
  /** Whether the response shows the current record, as after a 409. */
  readonly unmodified: boolean
  record: unknown
  constructor(status: number, message: string) {
    super(message)
    this.status = status
    this.unmodified = status === 409
  }
}

/** Refuses a whole request, with its HTTP status. The text is public. */
export class RequestError extends Error {
  readonly status: number
  readonly headers: Record<string, string>
  /** The OAuth error code of a bad token; the body then has `error` and `error_description`. */
  readonly oauth: string | undefined
  constructor(
    status: number,
    message: string,
    options: { headers?: Record<string, string>; oauth?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = status
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
  oauth?: string | undefined
}

/** Turns an error into plain values. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Refusal) return { kind: 'refusal', status: error.status, message: error.message }
  if (error instanceof RequestError)
    return { kind: 'request', status: error.status, message: error.message, oauth: error.oauth }
  return { kind: 'bug', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

/** Turns plain values back into the error. */
export function fromFailure(failure: Failure): Error {
  if (failure.kind === 'refusal') return new Refusal(failure.status!, failure.message)
  if (failure.kind === 'request')
    return new RequestError(failure.status!, failure.message, failure.oauth ? { oauth: failure.oauth } : {})
  if (failure.kind === 'unstored')
    return new RequestError(503, 'the change could not be stored; try again', { cause: new Error(failure.message) })
  return new Error(failure.message)
}
