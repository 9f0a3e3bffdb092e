import { ClockhouseError, secondsIn } from './errors.ts'

/** How to retry requests that got no response, or one that says to try again. */
export type RetryOptions = {
  /** The maximum number of retries of a request; 5 if omitted, 0 for none. */
  readonly retries?: number
  /** The longest `Retry-After` to wait for, in seconds; 300 if omitted. Beyond that, the response is returned. */
  readonly longestWait?: number
  /** The function that sends requests; the global `fetch` if omitted. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** The function that waits; a timer if omitted. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** Requests without an `Idempotency-Key`: OAuth requests, whose codes can be used only once, and webhook requests. */
const once = /\/api\/v1\/(authorize|grant|revoke|introspect|register|webhooks(\/.*)?)$/

/**
 * A `fetch` that retries requests after a broken connection, 429 and 5xx. Every write has an `Idempotency-Key` that all
 * its retries share, so it is carried out at most once. A write that cannot have one is sent only once.
 */
export function retrying(options: RetryOptions = {}): (request: Request) => Promise<Response> {
  const { retries = 5, longestWait = 300, sleep = pause } = options
  const send = options.fetch ?? ((request: Request) => fetch(request))
  return async (request) => {
    if (isWrite(request) && isSingle(request)) return orFail(send(request), request)
    giveKey(request)
    for (let tries = 0; ; tries++) {
      const isLast = tries >= retries
      // A body can be sent only once.
      const attempt = send(isLast ? request : request.clone())
      const outcome = await attempt.catch((error: unknown) => failure(error, request))
      const wait = waitBefore(outcome, tries)
      if (isLast || wait === undefined || wait > longestWait) {
        if (outcome instanceof Response) return outcome
        throw outcome
      }
      if (outcome instanceof Response) await outcome.body?.cancel()
      await sleep(wait * 1000, request.signal)
    }
  }
}

/** Adds the `Idempotency-Key` that all retries of a write share, unless it already has one. */
export function giveKey(request: Request): void {
  if (!isWrite(request) || isSingle(request) || request.headers.has('idempotency-key')) return
  request.headers.set('idempotency-key', crypto.randomUUID())
}

function isWrite({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function isSingle({ url }: Request): boolean {
  return once.test(new URL(url).pathname)
}

async function orFail(sent: Promise<Response>, request: Request): Promise<Response> {
  try {
    return await sent
  } catch (error) {
    throw failure(error, request)
  }
}

/** The error that stands for a missing response. If the program aborted the request, throws its reason immediately. */
function failure(error: unknown, request: Request): ClockhouseError {
  if (request.signal.aborted) throw request.signal.reason
  const { pathname } = new URL(request.url)
  return new ClockhouseError(`${request.method} ${pathname}: no answer from the server`, { status: 0, cause: error })
}

/** Seconds until the next attempt; undefined if another attempt is pointless. */
function waitBefore(outcome: Response | ClockhouseError, tries: number): number | undefined {
  const { status } = outcome
  if (status !== 0 && status !== 429 && (status < 500 || status === 501)) return undefined
  const asked = outcome instanceof Response ? secondsIn(outcome.headers.get('retry-after')) : undefined
  // A random part, between half and all, of a time that doubles, so that many clients do not return at the same moment.
  return asked ?? Math.min(30, 0.5 * 2 ** tries) * (0.5 + Math.random() / 2)
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
