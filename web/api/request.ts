import type { Reason } from '../../src/rules/refusals/reason.ts'
import { loadRefusals, refusalText, withoutPlace } from '../components/page/refusals.ts'
import { locale, t } from '../language.ts'
import { own, pathOf } from '../own_address.ts'
import { whoItIs } from './confirmation.ts'
import { noteReached } from './connection.ts'
import type { AnswerOf, BodyOf, Method, ParamsOf, PathOf, QueryOf, QueryValue, RequestName } from './contract.ts'
import { cacheKey, orCached, shownKey } from './offline_cache.ts'
import { noteSignedOut } from './session.ts'

/**
 * A failed request. `message` is written for users; `status` 0 means the server could not be reached; `reason` is why the
 * server refused it.
 */
export class ApiError extends Error {
  readonly status: number
  readonly reason: Reason | undefined
  constructor(status: number, message: string, reason?: Reason) {
    super(message)
    this.status = status
    this.reason = reason
  }
}

type Options = {
  query?: Record<string, QueryValue>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Returns the answer whatever its status. */
  raw?: boolean
  /** The idempotency key of a write whose caller retries it. Any other write of the API gets one from `asOneAction`. */
  once?: string | undefined
  /** Uses only the server's answer, never one cached on the device. */
  fresh?: boolean
  /** What the form that makes something by this write has sent before. */
  sent?: Sent | undefined
  /** A page shows the answer, so the one cached on the device will do if the server cannot be reached. */
  shown?: boolean | undefined
  /** The request changes nothing, whatever its method: it is a report or a dry run. It has no idempotency key. */
  reads?: boolean | undefined
}

/** Options of a request, typed as the server declares them: `params` are path parameters such as `{id}`. */
type OptionsOf<R extends RequestName> = Omit<Options, 'query' | 'body'> & {
  query?: QueryOf<R>
  body?: BodyOf<R>
} & (ParamsOf<R> extends undefined ? { params?: undefined } : { params: ParamsOf<R> })

/** Options are optional if the path has no parameters. */
type Given<R extends RequestName> = ParamsOf<R> extends undefined ? [options?: OptionsOf<R>] : [options: OptionsOf<R>]

/**
 * Sends a request as the signed-in user, typed by its path: `ask('GET', '/api/console/working')`. Throws ApiError. If
 * the session has ended, the page asks to sign in again.
 */
export function ask<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[given]: Given<NameOf<M, P>>
): Promise<AnswerOf<NameOf<M, P>>> {
  const { params, ...options } = (given ?? {}) as Options & { params?: Record<string, string | number> }
  return askAs(method, filled(path, params), options)
}

/** Like `ask`, for answers whose type depends on more than the path, such as resources: the caller supplies `T`. */
export async function askAs<T>(method: Method, path: string, options: Options = {}): Promise<T> {
  // A page starts many requests at once; each in a task of its own leaves the browser responsive in between.
  if (options.shown) await wait(0)
  const key = method === 'GET' && !options.fresh ? keyOf(path, options) : undefined
  return key ? orCached<T>(key, bytesOf(method, path, options), isUnreachable) : askServer<T>(method, path, options)
}

function keyOf(path: string, { query, shown }: Options): string | undefined {
  return cacheKey(path, query) ?? (shown ? shownKey(path, query) : undefined)
}

type NameOf<M extends Method, P extends string> = Extract<`${M} ${P}`, RequestName>

/** `/tokens/{id}` with its parameters filled in. */
function filled(path: string, params: Record<string, string | number> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))
}

function askServer<T>(method: Method, path: string, options: Options): Promise<T> {
  const { query, body, once, reads, sent } = options
  if (method === 'GET' || reads || once || !hasKeys.test(path)) return answerTo<T>(method, path, options)
  return asOneAction(path, [method, query, body], (once) => answerTo<T>(method, path, { ...options, once }), { sent })
}

async function bytesOf(method: Method, path: string, options: Options): Promise<ArrayBuffer> {
  const response = await send(method, path, options)
  return response.arrayBuffer().catch(unreachable)
}

async function answerTo<T>(method: Method, path: string, options: Options): Promise<T> {
  const response = await send(method, path, options)
  if (response.status === 204) return undefined as T
  // The connection can also be lost in the middle of the answer.
  return (await response.json().catch(unreachable)) as T
}

/** Sends one request and returns its answer, which need not be JSON. Throws as `ask` does. */
export async function send(method: Method, path: string, options: Options = {}): Promise<Response> {
  const { query, body, once, signal, raw } = options
  const language = locale()
  const headers = {
    ...(language && { 'accept-language': language }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(once && { 'idempotency-key': once }),
    ...options.headers,
  }
  const init: RequestInit = { method, headers, signal: signal ?? null }
  if (body !== undefined) init.body = JSON.stringify(body)
  const response = await fetch(own(path) + queryString(query), init).catch(unreachable)
  // A reverse proxy answers for a server that is down.
  noteReached(response.status < 502)
  if (response.ok || raw) return response
  if (response.status === 401) leaveForSignIn()
  const refusal = await refusedBy(response)
  // The person proves who they are, and the request goes out once more.
  const asks = refusal.reason?.code === 'confirmation_needed'
  if (asks && (await whoItIs())) return send(method, path, options)
  // What a dialog has asked for is no message below it, nor when it has gone.
  if (asks || response.status === 401) refusal.message = ''
  throw refusal
}

function unreachable(error: Error): never {
  if (error.name === 'AbortError') throw error
  noteReached(false)
  throw new ApiError(0, t('Can’t reach the server. Check your connection.'))
}

/** Idempotency keys of actions whose answer was lost, by path and content. */
const unanswered = new Map<string, { key: string; path: string }>()
const retryMilliseconds = 1000
/** Paths whose writes may have an idempotency key; all others refuse it. */
const hasKeys =
  /^\/api\/(v1\/(?!webhooks\b)|console\/(actions|clock|corrections(\/\d+\/decision)?|pay_amounts|pto_adjustments)$)/

/** What a form has sent so far: the key of an attempt whose answer was lost. */
export type Sent = { key?: string | undefined }

/**
 * Runs the writes of one user action, in one request or several, under one idempotency key. When an answer is lost, the
 * server may still have done the work, so requests to the API are retried once, and the action keeps its key if the
 * user tries again, unless it `setsOnly` values. A later action on the same path drops the key, because the old answer would
 * no longer be true. What a form sends after it was changed goes by the key of its lost attempt, too: the server carries out
 * one of them, and refuses the other.
 * `what` is everything written to the path.
 */
export async function asOneAction<T>(
  path: string,
  what: readonly unknown[],
  run: (key: string) => Promise<T>,
  { setsOnly = what[0] === 'PUT', sent }: { setsOnly?: boolean; sent?: Sent | undefined } = {},
): Promise<T> {
  const action = JSON.stringify([path, what])
  const known = unanswered.get(action)?.key ?? sent?.key
  const key = known ?? newKey()
  const older = [...unanswered].filter(([, lost]) => lost.path === path)
  unanswered.delete(action)
  let lost = false
  try {
    return await run(key).catch(async (error) => {
      if (!isWorthRepeating(error)) throw error
      await wait(retryMilliseconds)
      return run(key)
    })
  } catch (error) {
    lost = isLost(error)
    if (lost && !setsOnly) unanswered.set(action, { key, path })
    // A quick second press does not mean that both are wanted.
    if (!lost && known) await wait(retryMilliseconds)
    throw error
  } finally {
    if (!lost) for (const [other, its] of older) if (!known || its.key === key) unanswered.delete(other)
    if (sent) sent.key = lost && !setsOnly ? key : undefined
  }
}

/** Whether a write failed in a way that leaves open whether the server has done it. */
export function isLost(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 0 || error.status >= 500
  return error != null
}

/** Whether a retry may help. */
function isWorthRepeating(error: unknown): boolean {
  if (!(error instanceof ApiError) || !navigator.onLine) return false
  return error.status === 0 || error.status >= 502
}

/** A new, unique idempotency key. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Whether an error means that the server could not be reached or did not answer this time. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 502)
}

/** `?a=1&b=2,3`; undefined values are left out. */
export function queryString(query: Record<string, QueryValue> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    search.set(name, typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value))
  }
  return search.size === 0 ? '' : `?${search}`
}

let leaving = false

/** Records that the user is signing out (so the end of the session is expected), or has changed their mind. */
export function setLeaving(is: boolean): void {
  leaving = is
}

/** Asks to sign in over the page or, before there is one, on the sign-in page, which leads back here. */
function leaveForSignIn(): void {
  if (leaving || noteSignedOut()) return
  location.assign(own(`/sign-in?${new URLSearchParams({ next: pathOf() + location.search })}`))
}

async function refusedBy(response: Response): Promise<ApiError> {
  const { status } = response
  const body = await response.json().catch(() => undefined)
  // A bad token is refused as in OAuth; a request that the server could not read has no sentence of its own.
  const message = body?.error?.detail ?? body?.error_description ?? body?.error?.message
  if (typeof message !== 'string') return new ApiError(status, t('The server answered {status}.', { status }))
  return errorOf(status, { message, reason: body.error.reason })
}

/** The error that the server describes, in the person's language. */
export async function errorOf(
  status: number,
  error: { message: string; reason?: Reason | undefined },
): Promise<ApiError> {
  await loadRefusals()
  const { message, reason } = withoutPlace(error)
  return new ApiError(status, refusalText(message, reason), reason)
}
