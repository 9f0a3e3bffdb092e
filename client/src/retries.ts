import { ClockhouseError, secondsIn } from './errors.ts'

/** How requests are repeated that had no answer, or one that asks to try again. */
export type RetryOptions = {
  /** Most repetitions of a request; 5 if omitted, 0 for none. */
  readonly retries?: number
  /** Longest time to wait because of `Retry-After`, in seconds; 300 if omitted. Beyond that the answer is returned. */
  readonly longestWait?: number
  /** What sends requests; the global `fetch` if omitted. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** What waits; a timer if omitted. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** Requests without an `Idempotency-Key`: those of OAuth, whose codes can be used only once, and those about webhooks. */
const once = /\/api\/v1\/(authorize|grant|revoke|introspect|register|webhooks(\/.*)?)$/

/**
 * A `fetch` that repeats requests after a cut connection, 429 and 5xx. Every write has an `Idempotency-Key`, the same in each
 * repetition, so it is carried out at most once; one that cannot have it is sent once.
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

/** Gives a write the `Idempotency-Key` that all its repetitions share, unless it has one. */
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

/** What stands for an answer that never came. A request that its program has aborted throws at once. */
function failure(error: unknown, request: Request): ClockhouseError {
  if (request.signal.aborted) throw request.signal.reason
  const { pathname } = new URL(request.url)
  return new ClockhouseError(`${request.method} ${pathname}: no answer from the server`, { status: 0, cause: error })
}

/** Seconds until the next try; undefined if another try makes no sense. */
function waitBefore(outcome: Response | ClockhouseError, tries: number): number | undefined {
  const { status } = outcome
  if (status !== 0 && status !== 429 && (status < 500 || status === 501)) return undefined
  const asked = outcome instanceof Response ? secondsIn(outcome.headers.get('retry-after')) : undefined
  // Between half and all of a time that doubles, so that many clients do not come back at the same moment.
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
