import { ownName } from '../own_address.ts'
import { noteReached } from './connection.ts'
import type { AnswerOf } from './contract.ts'

// A cache on the device, for when the server cannot be reached. It holds the answers that the clock needs (who is
// signed in, the reference data, and that person's own time) and whatever else the pages showed last. It belongs to one
// person and is cleared when they sign out.

const cacheName = ownName('kept')
const shownPrefix = '/shown'
const shownMax = 400
const startPath = '/api/console/start'
const clockPath = '/api/console/clock'
const setupPath =
  /^\/api\/(v1|console\/lists)\/(jobcodes|jobcode_assignments|customfields|customfielditems|customfielditem_user_filters)$/

/** Lists that the server answers quickly: if one takes long, the network hangs. */
const seenPath =
  /^\/api\/(v1|console\/lists)\/(users|groups|schedule_calendars|schedule_events|time_off_requests|time_off_request_entries)$/

/** What pages show is cached, except for pay, credentials, other people's personal data, and what is too long. */
const leftOut =
  /^\/api\/(v1|console)\/(addresses|(allowed_)?applications|audit|calendar_feed|companies|deliveries|devices|exports|gross_pay|inspectors|invitations|legal_holds|openapi|outbox|passkeys|pay_amounts|pay_rates|scim_|server|sessions|single_sign_on|tokens|two_factor|users\/|webhooks)/

/** If there is a cached answer, wait at most this long for a new one, and less once the network is known to hang. */
const patienceMilliseconds = 3000
const impatienceMilliseconds = 200

type Query = Record<string, unknown>
type Start = AnswerOf<'GET /api/console/start'>

let person: Start | undefined
let stale = false
let hanging = false

/** The cache key of an answer that the clock or a list needs soon; undefined for any other. */
export function cacheKey(path: string, query: Query = {}): string | undefined {
  if (path === startPath || path === clockPath) return path
  const { start_date: from, end_date: to, ...rest } = query
  const whose = query.user_ids ?? query.user_id
  const mine = person !== undefined && String(whose) === String(person.user.id)
  // A person's recent time is cached under one key, whatever start date the request asks for.
  const lately = path === '/api/v1/timesheets' && mine && from !== undefined && to === undefined
  if (seenPath.test(path) || (path === '/api/v1/timesheets' && mine && to !== undefined)) return keyOf(path, query)
  if (!lately && !(setupPath.test(path) && (mine || whose === undefined))) return undefined
  return keyOf(path, rest)
}

/** The cache key of any answer that a page shows; undefined if it may not be cached. */
export function shownKey(path: string, query: Query = {}): string | undefined {
  return leftOut.test(path) ? undefined : `${shownPrefix}${keyOf(path, query)}`
}

function keyOf(path: string, query: Query): string {
  return `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
}

/**
 * The server's answer, whose bytes are given, or the cached one when it cannot be reached. `unreachable` recognizes that
 * error.
 */
export async function orCached<T>(
  key: string,
  asking: Promise<ArrayBuffer>,
  unreachable: (error: unknown) => boolean,
): Promise<T> {
  const finding = findText(key)
  const fresh = asking.then(async (bytes) => {
    hanging = false
    const text = new TextDecoder().decode(bytes)
    const answer: T = JSON.parse(text)
    if (key === startPath) await recordOwner(answer as Start)
    // Writing is the slowest step; writing bytes takes a third of the time.
    if (text !== (await finding)) await store(key, answer, bytes)
    return answer
  })
  // It may fail while the cache is searched, or after everyone has stopped waiting for it.
  fresh.catch(() => {})
  if ((await finding) === undefined) return fresh
  try {
    const answer = await Promise.race([fresh, patience(key)])
    if (answer !== undefined) return answer
    hanging = true
    noteReached(false)
  } catch (error) {
    if (!unreachable(error)) throw error
  }
  const cached = await find<T>(key)
  if (cached === undefined) return fresh
  stale = true
  if (key === startPath) person = cached as Start
  return cached
}

/** Resolves when it is time for the cached answer. A report may take its time, as long as the network is not known to hang. */
function patience(key: string): Promise<undefined> {
  if (key.startsWith(shownPrefix) && !hanging) return new Promise(() => {})
  return new Promise((resolve) => setTimeout(resolve, hanging ? impatienceMilliseconds : patienceMilliseconds))
}

/** Updates a cached answer, if there is one. */
export async function updateCached<T>(key: string, change: (answer: T) => T): Promise<void> {
  const cached = await find<T>(key)
  if (cached === undefined) return
  const changed = change(cached)
  await store(key, changed, new TextEncoder().encode(JSON.stringify(changed)))
}

/** Whether a cached answer was shown since the last call. */
export function wasStale(): boolean {
  const before = stale
  stale = false
  return before
}

/** Clears the cache. */
export async function clearCache(): Promise<void> {
  await storage()?.delete(cacheName)
}

/** Records whose cache it is, and clears what another person left in it. */
async function recordOwner(start: Start): Promise<void> {
  const before = person ?? (await find<Start>(startPath))
  if (before && nameOf(before) !== nameOf(start)) await clearCache()
  person = start
}

/** Caches an answer, whose bytes these are. */
async function store(key: string, answer: unknown, bytes: BufferSource): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-clock': String(clockAhead(answer)) }
  // When storage is full, skip the cache.
  const cache = await storage()
    ?.open(cacheName)
    .catch(() => undefined)
  await cache?.put(key, new Response(bytes, { headers })).catch(() => {})
  // Once for each time the app is opened.
  if (cache && key === startPath) await dropOldest(cache)
}

/** Keeps the cache from growing without end. */
async function dropOldest(cache: Cache): Promise<void> {
  const shown = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(`${shownPrefix}/`))
  for (const old of shown.slice(0, -shownMax)) await cache.delete(old)
}

async function find<T>(key: string): Promise<T | undefined> {
  const found = await match(key)
  if (!found) return undefined
  const answer = await found.json()
  // The server's clock has moved on since.
  if (key === startPath) answer.now = new Date(Date.now() + Number(found.headers.get('x-clock'))).toISOString()
  return answer
}

async function findText(key: string): Promise<string | undefined> {
  return (await match(key))?.text()
}

async function match(key: string): Promise<Response | undefined> {
  return storage()
    ?.match(key, { cacheName })
    .catch(() => undefined)
}

/** Milliseconds by which the server's clock is ahead of the device's clock. */
function clockAhead(answer: unknown): number {
  const { now } = answer as Partial<Start>
  return now === undefined ? 0 : Date.parse(now) - Date.now()
}

function nameOf({ company, user }: Start): string {
  return `${company.id}.${user.id}`
}

/** Only available in secure contexts. */
function storage(): CacheStorage | undefined {
  return 'caches' in globalThis ? caches : undefined
}
