import { firstReached } from '../company/all_companies.ts'
import { MachineDown, RequestError } from '../engine/errors.ts'
import { inList, type Operation, oneRow, operation, sql } from '../engine/sql.ts'
import { valueAt } from '../rules/elements.ts'
import { english, type Translate } from '../rules/language/messages.ts'
import { type Reason, reason } from '../rules/refusals/reason.ts'
import { second } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'
import { digest } from './factors/secrets.ts'
import type { Account } from './names.ts'

/** A counter of failed attempts. */
export interface Counter {
  readonly key: string
  /** Failures without a wait; each further one doubles the wait. */
  readonly free: number
  /** Whether a success resets it. Not for addresses, or attackers could reset it by signing in to their own account. */
  readonly forgive: boolean
}

const firstWaitSeconds = 2
const longestWaitSeconds = 900

/** Failures are forgotten after this long without another one. */
const memorySeconds = 86_400

/** The kind of attempt; each is counted separately. */
type Attempt = 'sign-in' | 'passkey' | 'link' | 'forgotten'

/**
 * The counters of an attempt. On a device where this person has signed in before, only that device's own failures count,
 * so an attacker elsewhere, or behind the same IP address, cannot lock the owner out.
 */
export function countersOf(
  what: Attempt,
  { company, name, ip, device }: { company: string; name: string; ip: string; device?: string | undefined },
): Counter[] {
  const address = networkOf(ip)
  if (device) return [{ key: keyOf(what, 'device', company, name, device), free: 10, forgive: true }]
  return [
    { key: keyOf(what, 'address', address), free: 50, forgive: false },
    { key: keyOf(what, 'name', company, name, address), free: 5, forgive: true },
    // Even many addresses together cannot guess faster than this; the person's own devices are not affected.
    ...(name === '' || what !== 'sign-in'
      ? []
      : [{ key: keyOf(what, 'person', company, name), free: 50, forgive: true }]),
  ]
}

/**
 * The counter of an attempt by a person who has already proved who they are, from any address. A device that the person
 * has used before is counted separately.
 */
export function ownCounter(
  what: 'confirm' | 'code' | 'test mail',
  { companyId, userId }: Account,
  device = '',
): Counter[] {
  return [{ key: keyOf(what, String(companyId), String(userId), device), free: 5, forgive: true }]
}

/** The counter of wrong setup codes from an address. */
export function setupCounter(ip: string): Counter[] {
  return [{ key: keyOf('setup', networkOf(ip)), free: 5, forgive: true }]
}

/** The counters of guesses at the secret or the tokens of an application, from an address. */
export function clientCounters(ip: string, clientId: string): Counter[] {
  const address = networkOf(ip)
  return [
    { key: keyOf('client', address, clientId), free: 20, forgive: false },
    { key: keyOf('client', address), free: 500, forgive: false },
  ]
}

/**
 * The counter of applications that register themselves from an address, whether they fail or not. Within an hour, one
 * address alone cannot register as many as may wait for a person (register_itself.ts).
 */
export function registrationCounter(ip: string): Counter[] {
  return [{ key: keyOf('registration', networkOf(ip)), free: 5, forgive: false }]
}

/** The counter of failed sign-ins with identity providers from an address. */
export function ssoCounter(ip: string): Counter[] {
  return [{ key: keyOf('sso', networkOf(ip)), free: 50, forgive: false }]
}

function keyOf(...parts: string[]): string {
  return digest(JSON.stringify(parts))
}

/** The message for a person who has to wait. */
export function waitText(seconds: number, t: Translate): string {
  const minutes = Math.ceil(seconds / 60)
  return seconds >= 60
    ? t('Too many attempts. Try again in {minutes, plural, one {a minute} other {# minutes}}.', { minutes })
    : t('Too many attempts. Try again in {seconds, plural, one {a second} other {# seconds}}.', { seconds })
}

/** RequestError 429 for a person who has to wait. */
export function tooManyAttempts(seconds: number): RequestError {
  return new RequestError(429, waitReason(seconds), undefined, { headers: { 'retry-after': String(seconds) } })
}

/** Why a person has to wait. */
function waitReason(seconds: number): Reason {
  const wait = /again in (.*)\.$/.exec(waitText(seconds, english))![1]!
  return reason('too_many_attempts', { wait })
}

/** The seconds for which attempts with these counters are refused; 0 for none. It counts nothing. */
export async function waitSecondsOf({ db, now }: World, counters: readonly Counter[]): Promise<number> {
  const found = await withCounters(counters, (some) =>
    db.read.get<{ until: number | null }>(
      sql`select max(until) as until from sign_in_failures where ${inList(
        sql`key`,
        some.map(({ key }) => key),
      )}`,
    ),
  )
  const until = Math.max(...found.map((row) => row?.until ?? 0))
  return Math.max(0, Math.ceil((until - now()) / second))
}

/** Counts an attempt before it is checked. Returns the seconds to wait, 0 to go ahead. */
export async function countAttempt({ db, now }: World, counters: readonly Counter[]): Promise<number> {
  return Math.max(...(await withCounters(counters, (some) => db.write(beginAttempt, some, now()))))
}

/** Takes an attempt back after a success. */
export async function forgive({ db, now }: World, counters: readonly Counter[]): Promise<void> {
  await withCounters(counters, (some) => db.write(forgiveAttempt, some, now()))
}

/** How many keys a counter has. While the machine of one key is down, the next key is used. */
const keysOfOne = 8

/** Uses counters together or, if a machine of the database is down, one by one, under another key if necessary. */
async function withCounters<T>(
  counters: readonly Counter[],
  use: (some: readonly Counter[]) => Promise<T>,
): Promise<T[]> {
  try {
    return [await use(counters)]
  } catch (error) {
    if (!(error instanceof MachineDown)) throw error
  }
  const under = (key: string, number: number) => (number === 0 ? key : keyOf(key, String(number)))
  return Promise.all(
    counters.map((counter) =>
      firstReached(keysOfOne, (number) => use([{ ...counter, key: under(counter.key, number) }])),
    ),
  )
}

/**
 * Counts an attempt before the password is checked, so concurrent attempts are all counted. Returns the seconds to wait,
 * 0 to go ahead; a refused attempt does not prolong the wait.
 */
export const beginAttempt: Operation<readonly Counter[], number> = operation(
  'identity.beginAttempt',
  async (tx, counters) => {
    const rows = new Map<string, { failures: number; last: number; until: number }>()
    // The upsert locks the row, so concurrent attempts are counted one at a time; always in the same order, so they
    // cannot deadlock.
    for (const { key } of counters.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
      await tx.run(sql`insert into sign_in_failures (key, failures, last, until) values (${key}, 0, ${tx.now}, 0)
        on conflict (key) do update set key = excluded.key`)
      rows.set(key, await oneRow(tx, sql`select failures, last, until from sign_in_failures where key = ${key}`))
    }
    // No wait is longer, so one that ends later is from a clock that was ahead.
    const longest = tx.now + longestWaitSeconds * second
    const until = Math.max(0, ...[...rows.values()].map((row) => row.until).filter((end) => end <= longest))
    if (until > tx.now) return Math.ceil((until - tx.now) / second)

    for (const { key, free } of counters) {
      const row = valueAt(rows, key)
      const failures = row.last < tx.now - memorySeconds * second ? 1 : row.failures + 1
      const over = failures - free
      const wait = over < 0 ? 0 : Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** Math.min(over, 20))
      await tx.run(sql`update sign_in_failures
        set failures = ${failures}, last = ${tx.now}, until = ${wait === 0 ? 0 : tx.now + wait * second} where key = ${key}`)
    }
    return 0
  },
)

/** Takes an attempt back after a success. */
export const forgiveAttempt: Operation<readonly Counter[], void> = operation(
  'identity.forgiveAttempt',
  async (tx, counters) => {
    for (const { key, forgive } of counters)
      if (forgive) await tx.run(sql`delete from sign_in_failures where key = ${key}`)
      else await tx.run(sql`update sign_in_failures set failures = failures - 1 where key = ${key} and failures > 0`)
  },
)

/** An IPv4 address, or the /64 network of an IPv6 address: one subscriber has all of its 2^64 addresses. */
function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !ip.includes(':')) return mapped ?? ip
  const [address = ''] = ip.split('%')
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = (tail ?? '').split(':').filter(Boolean)
  while (tail !== undefined && groups.length + rest.length < 8) groups.push('0')
  return [...groups, ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
