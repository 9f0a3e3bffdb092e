import { noteReached } from './connection.ts'
import type { AnswerOf } from './contract.ts'

// Answers that the clock needs are kept on the device, for when the server cannot be reached: who uses the app, the
// set-up, and that person's own time. They belong to one person, and go when that person signs out.

const cacheName = 'kept'
const startPath = '/api/console/start'
const setupPath =
  /^\/api\/v1\/(jobcodes|jobcode_assignments|customfields|customfielditems|customfielditem_user_filters)$/

/** With a kept answer at hand nobody waits longer than this for a new one; and less while the network is known to hang. */
const patienceMilliseconds = 3000
const impatienceMilliseconds = 200

type Query = Record<string, unknown>
type Start = AnswerOf<'GET /api/console/start'>

let person: Start | undefined
let behind = false
let hanging = false

/** Where an answer is kept; undefined for those that are not. */
export function keptPlace(path: string, query: Query = {}): string | undefined {
  if (path === startPath) return path
  const { start_date: from, end_date: to, ...rest } = query
  const whose = query.user_ids ?? query.user_id
  const mine = person !== undefined && String(whose) === String(person.user.id)
  // What somebody has worked lately is kept in one place, whatever day it is asked from.
  const lately = path === '/api/v1/timesheets' && mine && from !== undefined && to === undefined
  if (!lately && !(setupPath.test(path) && (mine || whose === undefined))) return undefined
  return `${path}?${new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))}`
}

/** What the server answers, or what it answered last when it cannot be reached. `unreachable` tells such an error. */
export async function orKept<T>(
  place: string,
  asking: Promise<T>,
  unreachable: (error: unknown) => boolean,
): Promise<T> {
  const fresh = asking.then(async (answer) => {
    hanging = false
    await keep(place, answer)
    return answer
  })
  // It may fail while the kept one is looked for, or when nobody waits for it any more.
  fresh.catch(() => {})
  const kept = await find<T>(place)
  if (kept === undefined) return fresh
  const milliseconds = hanging ? impatienceMilliseconds : patienceMilliseconds
  const impatient = new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds))
  try {
    const answer = await Promise.race([fresh, impatient])
    if (answer !== undefined) return answer
    hanging = true
    noteReached(false)
  } catch (error) {
    if (!unreachable(error)) throw error
  }
  behind = true
  if (place === startPath) person = kept as Start
  return kept
}

/** Changes what is kept in a place, if anything is. */
export async function changeKept<T>(place: string, change: (answer: T) => T): Promise<void> {
  const kept = await find<T>(place)
  if (kept !== undefined) await keep(place, change(kept))
}

/** Whether something kept was shown since the last time this was asked. */
export function wasBehind(): boolean {
  const before = behind
  behind = false
  return before
}

/** Throws away what is kept. */
export async function forgetKept(): Promise<void> {
  await storage()?.delete(cacheName)
}

async function keep(place: string, answer: unknown): Promise<void> {
  if (place === startPath) {
    const start = answer as Start
    const before = person ?? (await find<Start>(startPath))
    if (before && nameOf(before) !== nameOf(start)) await forgetKept()
    person = start
  }
  const headers = { 'content-type': 'application/json', 'x-clock': String(clockAhead(answer)) }
  // A device without room goes without.
  const cache = await storage()
    ?.open(cacheName)
    .catch(() => undefined)
  await cache?.put(place, new Response(JSON.stringify(answer), { headers })).catch(() => {})
}

async function find<T>(place: string): Promise<T | undefined> {
  const found = await storage()
    ?.match(place, { cacheName })
    .catch(() => undefined)
  if (!found) return undefined
  const answer = await found.json()
  // The server's clock went on meanwhile.
  if (place === startPath) answer.now = new Date(Date.now() + Number(found.headers.get('x-clock'))).toISOString()
  return answer
}

/** Milliseconds by which the server's clock is ahead of the device's. */
function clockAhead(answer: unknown): number {
  const { now } = answer as Partial<Start>
  return now === undefined ? 0 : Date.parse(now) - Date.now()
}

function nameOf({ company, user }: Start): string {
  return `${company.id}.${user.id}`
}

/** Only pages that came over a safe connection have it. */
function storage(): CacheStorage | undefined {
  return 'caches' in globalThis ? caches : undefined
}
