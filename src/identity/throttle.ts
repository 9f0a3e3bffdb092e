import { type Operation, operation, sql } from '../engine/sql.ts'
import { second } from '../rules/calendar.ts'
import type { Account } from './names.ts'
import { digest } from './secrets.ts'

/** One thing that failed sign-ins are counted by. */
interface Counter {
  readonly key: string
  /** Failures that cost nothing; each further one doubles the wait. */
  readonly free: number
  /** A success wipes the slate: no for addresses, or an attacker's own account would buy new attempts. */
  readonly forgive: boolean
}

const firstWaitSeconds = 2
const longestWaitSeconds = 900

/** Failures are forgotten when nothing happened for this long. */
const memorySeconds = 86_400

/** What is tried: each is counted for itself. */
type Attempt = 'sign-in' | 'passkey' | 'link' | 'forgotten'

/**
 * What an attempt counts against. From a device where this person has signed in before only that device's own failures
 * count, so that nobody who tries passwords elsewhere, or behind the same address, can lock the owner out.
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
  ]
}

/**
 * What an attempt counts against that only somebody can make who has shown already who they are, from wherever. A device
 * that the person has used before is counted apart.
 */
export function ownCounter(what: 'confirm' | 'code', { companyId, userId }: Account, device = ''): Counter[] {
  return [{ key: keyOf(what, String(companyId), String(userId), device), free: 5, forgive: true }]
}

function keyOf(...parts: string[]): string {
  return digest(JSON.stringify(parts))
}

/** What somebody is told who has to wait. */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const minute = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `Too many attempts. Try again in ${seconds >= 60 ? minute : seconds === 1 ? 'a second' : `${seconds} seconds`}.`
}

/**
 * Counts an attempt before the password is looked at, so that a thousand at once are not one. Gives the seconds to wait,
 * 0 for go ahead; a refused attempt does not prolong the wait.
 */
export const beginAttempt: Operation<readonly Counter[], number> = operation(
  'identity.beginAttempt',
  async (tx, counters) => {
    const rows = new Map<string, { failures: number; last: number; until: number }>()
    // Inserting over it locks the row, so that simultaneous attempts are counted one after the other; always in the
    // same order, so that none waits for another in a circle.
    for (const { key } of counters.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
      await tx.run(sql`insert into sign_in_failures (key, failures, last, until) values (${key}, 0, ${tx.now}, 0)
        on conflict (key) do update set key = excluded.key`)
      rows.set(key, (await tx.get(sql`select failures, last, until from sign_in_failures where key = ${key}`))!)
    }
    const until = Math.max(...[...rows.values()].map((row) => row.until))
    if (until > tx.now) return Math.ceil((until - tx.now) / second)

    for (const { key, free } of counters) {
      const row = rows.get(key)!
      const failures = row.last < tx.now - memorySeconds * second ? 1 : row.failures + 1
      const over = failures - free
      const wait = over < 0 ? 0 : Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** Math.min(over, 20))
      await tx.run(sql`update sign_in_failures
        set failures = ${failures}, last = ${tx.now}, until = ${wait === 0 ? 0 : tx.now + wait * second} where key = ${key}`)
    }
    return 0
  },
)

/** Takes the attempt back, because the password was right. */
export const forgiveAttempt: Operation<readonly Counter[], void> = operation(
  'identity.forgiveAttempt',
  async (tx, counters) => {
    for (const { key, forgive } of counters)
      if (forgive) await tx.run(sql`delete from sign_in_failures where key = ${key}`)
      else await tx.run(sql`update sign_in_failures set failures = failures - 1 where key = ${key} and failures > 0`)
  },
)

/** An IPv4 address, or the network of an IPv6 one: whoever has one of those has all of its 2^64 addresses. */
function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !ip.includes(':')) return mapped ?? ip
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = (tail ?? '').split(':').filter(Boolean)
  while (tail !== undefined && groups.length + rest.length < 8) groups.push('0')
  return [...groups, ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
