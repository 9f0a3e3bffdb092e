import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement, type FormEvent, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { weekday } from '../../src/rules/time/calendar.ts'
import { queries } from '../../web/api/queries.ts'
import type { Records, ResourceName } from '../../web/api/records.ts'
import { type Start, WithMe } from '../../web/api/start.ts'

// Runs hooks of the web app in node. React's server renderer keeps the state of a component while it renders, which is
// enough to see what a hook makes of the server's answers and of the user's input. Effects do not run.

/** A write request of the app. */
export type Write = { method: string; path: string; body: unknown }

/** The server's state: who is signed in, by default an administrator with the id 1, and records by resource. */
export type Known = { start?: Partial<Omit<Start, 'user'>> & { user?: Partial<Records['users']> } } & {
  [Name in ResourceName]?: readonly Partial<Records[Name]>[]
} & {
  /** The days on which people work; Monday to Friday by default. */
  expected_hours?: readonly { date: string; seconds: number }[]
}

const usualStart = {
  now: '2026-11-18T17:20:00Z',
  company: { id: 1, name: 'Northside', client_url: 'northside', zone: 'America/Denver', version: 1, setup_version: 1 },
  user: { id: 1, group_id: 0, first_name: 'Olivia', last_name: 'Hart' },
  zone: 'America/Denver',
  is_admin: true,
  permissions: [],
  manages: [],
  settings: {},
  rounding: [],
}

const usualRules = {
  user_id: 1,
  zone: 'America/Denver',
  week_start: 0,
  settings: {},
  overtime: [],
  workdays: {
    zone: 'America/Denver',
    dates_differ: false,
    starts: 0,
    split: false,
    pause_hours: 4,
    fortnight_starts: null,
    holidays: [],
  },
  time_off_counts: false,
  from: null,
  earlier: [],
  rounding: [],
  job_pay: [],
}

/** The days that people work: Monday to Friday in November 2026, for eight hours. */
const usualDays = Array.from({ length: 30 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)
  .filter((date) => weekday(date) % 6 !== 0)
  .map((date) => ({ date, seconds: 28_800 }))

// Toasts and cached answers expire after a while; a test does not wait for that, only for what is due at once.
const { setTimeout } = globalThis
mock.method(globalThis, 'setTimeout', (run: () => void, milliseconds = 0) => {
  const timer = setTimeout(run, milliseconds)
  return milliseconds > 0 ? timer.unref() : timer
})

type Action = { steps: readonly { what: string; data: readonly unknown[] }[] }

/** The answer to an action that does everything. */
function acted({ steps }: Action): object {
  const results = steps.map(({ what, data }) => ({
    results: { [what]: Object.fromEntries(data.map((_item, at) => [at + 1, { id: at + 1, _status_code: 200 }])) },
  }))
  return { results }
}

/** Stands in for the server. Listings return all records, whatever the query. Returns the writes as they arrive. */
export function serve({ start, expected_hours = usualDays, ...records }: Known): Write[] {
  const writes: Write[] = []
  const lists = new Map<string, readonly { id?: number | string }[]>(Object.entries(records))
  const answer = (method: string, path: string, body?: { data: readonly unknown[] }): object => {
    const resource = path.split('/').at(-1)!
    if (method !== 'GET') {
      writes.push({ method, path, body })
      if (path === '/api/console/clock') return { changed: null, ended: null, begun: null }
      if (path === '/api/console/actions') return acted(body as unknown as Action)
      const done = body?.data.map((_item, at) => [at + 1, { id: at + 1, _status_code: 200 }]) ?? []
      return { results: { [resource]: Object.fromEntries(done) } }
    }
    if (path === '/api/console/start') return { ...usualStart, ...start }
    if (path === '/api/console/clock') {
      const [jobcodes, customfields, customfielditems] = ['jobcodes', 'customfields', 'customfielditems'].map(
        (name) => lists.get(name) ?? [],
      ) as [readonly object[], readonly object[], readonly object[]]
      const fields = { customfields, customfielditems, customfielditem_user_filters: [] }
      return { jobcodes, assigned: [], has_jobs: jobcodes.length > 0, ...fields }
    }
    if (path === '/api/console/time_rules') return usualRules
    if (path === '/api/console/usual_days') return { seconds: 28_800, people: [] }
    if (path === '/api/console/expected_hours') return { user_id: 1, days: expected_hours }
    const list = lists.get(resource) ?? []
    return { results: { [resource]: Object.fromEntries(list.map((record) => [record.id, record])) }, more: false }
  }
  queries.clear()
  mock.method(globalThis, 'fetch', async (url: string, { method = 'GET', body }: RequestInit) =>
    Response.json(answer(method, url.split('?')[0]!, body ? JSON.parse(String(body)) : undefined)),
  )
  return writes
}

/** Wraps a context around what is rendered. */
type Around = (child: ReactElement) => ReactElement

/** A change of a hook's state, by what the hook returned last. */
type Step<T> = (value: T) => void

/** Returns what a hook returns after these steps. Each step gets the hook's previous return value. */
export function runHook<T>(useHook: () => T, ...steps: readonly Step<T>[]): Promise<T> {
  return runHookIn((child) => child, useHook, ...steps)
}

/** The same for a hook that needs a context around it. */
export async function runHookIn<T>(around: Around, useHook: () => T, ...steps: readonly Step<T>[]): Promise<T> {
  // Steps start on a page that has loaded, and may themselves request more.
  await rendered(around, useHook, [])
  const values = await rendered(around, useHook, steps)
  assert.equal(values.length, steps.length + 1, 'a step changed no state, so those after it were not reached')
  return values.at(-1)!
}

/** Renders until the server has answered every request. */
async function rendered<T>(...what: Parameters<typeof render<T>>): Promise<T[]> {
  for (let round = 0; ; round++) {
    const values = render(...what)
    const missing = queries.getQueryCache().findAll({
      predicate: ({ state, options }) =>
        state.data === undefined && (options as { enabled?: boolean }).enabled !== false,
    })
    if (missing.length === 0) return values
    assert.ok(round < 10, `no answer to ${missing.map(({ queryKey }) => JSON.stringify(queryKey))}`)
    await Promise.all(missing.map((query) => query.fetch()))
  }
}

/** What the hook returns, once per render: at first, and after each step. */
function render<T>(around: Around, useHook: () => T, steps: readonly Step<T>[]): T[] {
  const values: T[] = []
  // React renders a component again at once when its state changes while it renders.
  const Probe = () => {
    const value = useHook()
    steps[values.length]?.(value)
    values.push(value)
    return null
  }
  const me = createElement(WithMe, { waiting: null, failed: null, children: around(createElement(Probe)) })
  renderToString(createElement(QueryClientProvider, { client: queries, children: me }))
  return values
}

/** Waits until a write has arrived. */
export async function written(writes: readonly Write[]): Promise<Write> {
  while (writes.length === 0) await new Promise((resolve) => setImmediate(resolve))
  return writes[0]!
}

/** The event of a submitted form. */
export const submitEvent = { preventDefault() {} } as FormEvent
