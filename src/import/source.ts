import { RequestError } from '../engine/errors.ts'
import { isRecord } from '../engine/fields.ts'
import type { Item } from '../engine/table.ts'
import { second } from '../rules/time/calendar.ts'
import { type Account, AnswerError } from './account.ts'

/** The parts of the world that a source needs. `now` is in microseconds, `wait` takes milliseconds. */
type Outside = {
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<unknown>
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
}

/** Calls allowed in `windowSeconds`, as the vendor counts; 0 for no limit. */
export type Pace = { readonly calls: number; readonly windowSeconds: number }

/** The vendor's own limit. */
export const vendorPace: Pace = { calls: 300, windowSeconds: 300 }

const attemptsMax = 6
const throttledMax = 40
const waitMaxSeconds = 900
const answerSeconds = 120
const bytesMax = 96 * 1_048_576

/** A live account, read with a token and no faster than allowed. */
export class Source implements Account {
  readonly #base: string
  readonly #token: string
  readonly #pace: Pace
  readonly #outside: Outside
  #times: number[] = []
  /** Calls made so far. */
  calls = 0
  /** The source's clock at its latest response, in microseconds; 0 if unknown. */
  clock = 0
  /** Called before a long wait with the seconds and the reason. */
  onWait: (seconds: number, why: string) => void = () => {}

  constructor(address: string, token: string, pace: Pace, outside: Outside) {
    this.#base = baseOf(address)
    this.#token = token
    this.#pace = pace
    this.#outside = outside
  }

  get base(): string {
    return this.#base
  }

  async get(path: string, query: Readonly<Record<string, string>>): Promise<Item> {
    const search = new URLSearchParams(query).toString()
    const bytes = await this.#ask(`/${path}${search && `?${search}`}`, (bytes) => objectIn(bytes) !== undefined)
    return objectIn(bytes)!
  }

  /** The bytes of a file. */
  bytes(id: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#ask(`/files/raw?id=${id}`, (bytes) => bytes.length > 0)
  }

  /** Retries until there is a usable response; refusals and responses that stay unusable become AnswerErrors. */
  async #ask(path: string, isUsable: (bytes: Uint8Array) => boolean): Promise<Uint8Array<ArrayBuffer>> {
    let throttled = 0
    for (let attempt = 1; ; ) {
      await this.#inTurn()
      const { status, bytes, retryAfter } = await this.#once(path)
      if (status === 200 && isUsable(bytes)) return bytes
      if (status === 429 && throttled < throttledMax) {
        throttled += 1
        await this.#pause(
          retryAfter ?? Math.min(10 * throttled, this.#pace.windowSeconds),
          'the source is at its limit',
        )
        continue
      }
      const passes = status === 0 || status === 200 || status === 429 || status >= 500
      // A source may echo what it was sent.
      const why = wordsFor(status, bytes).replaceAll(this.#token, '…')
      if (!passes || attempt === attemptsMax) throw new AnswerError(status, why)
      await this.#pause(retryAfter ?? 2 ** (attempt - 1), why)
      attempt += 1
    }
  }

  async #once(path: string) {
    this.calls += 1
    try {
      const answer = await this.#outside.fetch(this.#base + path, {
        headers: { authorization: `Bearer ${this.#token}`, accept: '*/*' },
        redirect: 'manual',
        signal: AbortSignal.timeout(answerSeconds * 1000),
      })
      const clock = Date.parse(answer.headers.get('date') ?? '')
      if (Number.isFinite(clock)) this.clock = clock * 1000
      const after = Number(answer.headers.get('retry-after') ?? Number.NaN)
      return { status: answer.status, bytes: await readAll(answer), retryAfter: after >= 0 ? after : undefined }
    } catch (error) {
      return { status: 0, bytes: new TextEncoder().encode(reasonOf(error)), retryAfter: undefined }
    }
  }

  /** Waits until the pace allows another call. */
  async #inTurn(): Promise<void> {
    const { calls, windowSeconds } = this.#pace
    if (calls === 0) return
    const { now } = this.#outside
    this.#times = this.#times.filter((time) => time > now() - windowSeconds * second)
    if (this.#times.length >= calls)
      await this.#pause((this.#times.at(-calls)! - now()) / second + windowSeconds, 'the pace of calls')
    this.#times.push(now())
  }

  async #pause(seconds: number, why: string): Promise<void> {
    const some = Math.min(Math.max(seconds, 0), waitMaxSeconds)
    if (some >= 5) this.onWait(some, why)
    await this.#outside.wait(some * 1000)
  }
}

/**
 * The address of the API, from that of a server or its API. Throws a RequestError if the token must not be sent there.
 */
export function baseOf(address: string): string {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) throw new RequestError(417, 'not_a_server_address', { address })
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'http:' && !isHere) throw new RequestError(417, 'token_readable', { address })
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path.endsWith('/api/v1') ? path : `${path}/api/v1`}`
}

async function readAll(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.length
    if (size > bytesMax) throw new Error(`the answer has more than ${bytesMax / 1_048_576} MB`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function objectIn(bytes: Uint8Array): Item | undefined {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isRecord(body) ? body : undefined
  } catch {
    return undefined
  }
}

/** A description of the error that never contains the token. */
function wordsFor(status: number, bytes: Uint8Array): string {
  if (status === 0) return new TextDecoder().decode(bytes)
  if (status === 200) return 'the answer is not complete JSON'
  const error = objectIn(bytes)?.error
  const detail = isRecord(error) ? error.message : error
  const text = typeof detail === 'string' ? `: ${detail.slice(0, 300)}` : ''
  return status >= 300 && status < 400 ? `status ${status}: the source redirects elsewhere` : `status ${status}${text}`
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error && cause.message !== '') return cause.message
  return error.name === 'TimeoutError' ? `no answer in ${answerSeconds} seconds` : error.message
}
