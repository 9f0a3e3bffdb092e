/** Details of an error besides its message. */
export type ErrorDetails = {
  readonly status: number
  readonly field?: string | undefined
  readonly code?: string | undefined
  readonly retryAfter?: number | undefined
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

/** The error of a request, or of one item of a batch, that the server refused or never answered. */
export class ClockhouseError extends Error {
  override readonly name: string = 'ClockhouseError'
  /** The HTTP status, or the status of the item; 0 if there was no response. */
  readonly status: number
  /** The property or parameter that the message names, if any. */
  readonly field: string | undefined
  /** The OAuth error code of a 401 response, such as `invalid_grant`. */
  readonly code: string | undefined
  /** Seconds after which the server allows another attempt. */
  readonly retryAfter: number | undefined
  /** The id of the request in the server's log. */
  readonly requestId: string | undefined

  constructor(message: string, details: ErrorDetails) {
    super(message, { cause: details.cause })
    this.status = details.status
    this.field = details.field
    this.code = details.code
    this.retryAfter = details.retryAfter
    this.requestId = details.requestId
  }
}

/** The error for a response whose status is not 2xx, with its body as parsed JSON or as text. */
export function errorOf(response: Response, body: unknown): ClockhouseError {
  const { message, code } = messageIn(body)
  const text = message ?? `the server answered with status ${response.status}`
  const wait = secondsIn(response.headers.get('retry-after'))
  return new ClockhouseError(text, {
    status: response.status,
    field: fieldIn(text),
    ...(code === undefined ? {} : { code }),
    ...(wait === undefined ? {} : { retryAfter: wait }),
    requestId: response.headers.get('x-request-id') ?? undefined,
  })
}

/** The error for a refused item of a batch. */
export function itemError(result: {
  _status_code: number
  _status_message?: string
  _status_extra?: string
}): ClockhouseError {
  const text = result._status_extra || result._status_message || `status ${result._status_code}`
  return new ClockhouseError(text, { status: result._status_code, field: fieldIn(text) })
}

/** The seconds in a `Retry-After` header, which may also contain a date. */
export function secondsIn(header: string | null, now: number = Date.now()): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}

/** The message without the status text before it, such as `Expectation Failed: `, and the OAuth code of a 401. */
function messageIn(body: unknown): { message?: string; code?: string } {
  if (typeof body !== 'object' || body === null) return {}
  const { error, error_description } = body as { error?: unknown; error_description?: unknown }
  if (typeof error === 'string')
    return { code: error, message: typeof error_description === 'string' ? error_description : error }
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' ? { message: message.replace(/^(?:[A-Z][A-Za-z-]*\b ?)+: /, '') } : {}
}

/** Messages about a property begin with its name. */
function fieldIn(message: string): string | undefined {
  const name = '[a-z][a-z0-9_]*(?:\\.[a-z0-9_]+)*'
  const found = new RegExp(`^(?:Invalid params: (${name})|(${name})(?=: | (?:is|must|may|has to|cannot)\\b))`).exec(
    message,
  )
  return found?.[1] ?? found?.[2]
}
