/** One item refused: its `_status_code` and `_status_extra`. The text is public. */
export class Refusal extends Error {
  readonly status: number
  /** 409 answers with the record as it stands. */
  readonly unmodified: boolean
  record: unknown
  constructor(status: number, message: string) {
    super(message)
    this.status = status
    this.unmodified = status === 409
  }
}

/** A whole request refused, with its HTTP status. The text is public. */
export class RequestError extends Error {
  readonly status: number
  readonly headers: Record<string, string>
  /** Given for bad tokens, where the body has the shape of OAuth: `error` and `error_description`. */
  readonly oauth: string | undefined
  constructor(
    status: number,
    message: string,
    options: { headers?: Record<string, string>; oauth?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = status
    this.headers = options.headers ?? {}
    this.oauth = options.oauth
  }
}

const phrases: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  413: 'Request Entity Too Large',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  429: 'Too Many Requests',
  499: 'Unauthorized IP Address',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** The words that go with a status. */
export function phrase(status: number): string {
  return phrases[status] ?? 'Error'
}

/** The body of a request-level error, as text. */
export function errorBody(status: number, detail: string, oauth?: string): string {
  if (oauth) return JSON.stringify({ error: oauth, error_description: detail })
  return JSON.stringify({ error: { code: status, message: `${phrase(status)}: ${detail}` } })
}

/** What crosses a thread when an operation fails. */
export type Failure = {
  status?: number
  kind: 'refusal' | 'request' | 'unstored' | 'bug'
  message: string
  oauth?: string | undefined
}

/** An error as plain values. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Refusal) return { kind: 'refusal', status: error.status, message: error.message }
  if (error instanceof RequestError)
    return { kind: 'request', status: error.status, message: error.message, oauth: error.oauth }
  return { kind: 'bug', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

/** The error again, on the other side. */
export function fromFailure(failure: Failure): Error {
  if (failure.kind === 'refusal') return new Refusal(failure.status!, failure.message)
  if (failure.kind === 'request')
    return new RequestError(failure.status!, failure.message, failure.oauth ? { oauth: failure.oauth } : {})
  if (failure.kind === 'unstored')
    return new RequestError(503, 'the change could not be stored; try again', { cause: failure.message })
  return new Error(failure.message)
}
