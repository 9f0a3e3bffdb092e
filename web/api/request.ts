import { noteReached } from './connection.ts'
import { keptPlace, orKept } from './kept.ts'

/** An answer that says no. `message` is for people; `status` 0 means that the server could not be reached. */
export class Problem extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

type Parameters = Record<string, string | number | boolean | readonly (string | number)[] | undefined>

type Options = {
  query?: Parameters
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Gives the answer whatever its status. */
  raw?: boolean
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Asks the server, as whoever is signed in. Throws Problem. A session that has ended leads to the sign-in. */
export async function ask<T>(method: Method, path: string, options: Options = {}): Promise<T> {
  const place = method === 'GET' ? keptPlace(path, options.query) : undefined
  const asking = askServer<T>(method, path, options)
  return place ? orKept(place, asking, isUnreachable) : asking
}

/** The same without what is kept on the device: nothing but the server's own answer will do. */
export async function askServer<T>(method: Method, path: string, options: Options = {}): Promise<T> {
  const response = await send(method, path, options)
  if (response.status === 204) return undefined as T
  return (await response.json()) as T
}

/** The same, for answers that are no JSON. */
export async function send(method: Method, path: string, options: Options = {}): Promise<Response> {
  const { query, body, headers, signal, raw } = options
  const init: RequestInit = { method, headers: { ...headers }, signal: signal ?? null }
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { 'content-type': 'application/json', ...headers }
  }
  const response = await fetch(path + questionOf(query), init).catch((error: Error) => {
    if (error.name === 'AbortError') throw error
    noteReached(false)
    throw new Problem(0, 'The server cannot be reached. Check your connection.')
  })
  // What stands before a server that is down says so.
  noteReached(response.status < 502)
  if (response.ok || raw) return response
  if (response.status === 401) leaveForSignIn()
  throw new Problem(response.status, await messageOf(response))
}

/** Whether an error says that the server could not be asked, or had no answer this time. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 502)
}

/** `?a=1&b=2,3`; what is undefined is left out. */
export function questionOf(query: Parameters = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    search.set(name, typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value))
  }
  return search.size === 0 ? '' : `?${search}`
}

let leaving = false

/** Says that somebody is signing out, or is not after all: the session's end is no surprise then. */
export function setLeaving(is: boolean): void {
  leaving = is
}

/** Leads to the sign-in and from there back here. */
export function leaveForSignIn(): void {
  if (leaving) return
  location.assign(`/sign-in?${new URLSearchParams({ next: location.pathname + location.search })}`)
}

async function messageOf(response: Response): Promise<string> {
  const body = await response.json().catch(() => undefined)
  const text = body?.error?.message ?? body?.error_description
  if (typeof text !== 'string') return `The server answered ${response.status}.`
  // `Expectation Failed: name: required`: the phrase of the status tells a person nothing.
  return sentence(text.replace(/^[A-Z][A-Za-z ]+: /, ''))
}

/** With a capital and a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim()
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?…]$/.test(trimmed) ? '' : '.'}`
}
