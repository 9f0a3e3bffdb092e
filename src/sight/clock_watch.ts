import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { type Db, type Handle, operation, sql } from '../engine/sql.ts'
import { type Clock, type Known, pauseMax, type Reading } from './clock.ts'

// What a server needs so that a wrong clock is noticed from its first moment: a clock that runs evenly, and a beat in the
// database, which says when the machine's clock was last known to be right.

const [millisecond, minute, day] = [1000, 60_000_000, 86_400_000_000]

/** A beat is stored this often, in microseconds. An idle server writes nothing else. */
const beatEvery = 10 * minute

/** A database without a beat is from an earlier version, and a company may have been idle for so long. Milliseconds. */
const idleMax = (30 * day) / millisecond

/** The beat as it is stored. Microseconds. */
export type Beat = { beat: number; steady: number; boot: string }

/** The last time at which the clock was known to be right; undefined before the first beat. */
export function lastBeat(handle: Pick<Handle, 'get'>): Promise<Beat | undefined> {
  return handle.get<Beat>(sql`select beat, steady, boot from server_clock where id = 1`)
}

/** Stores a beat. A person's confirmation, which is `forced`, may set it back. */
export const storeBeat = operation(
  'clock.beat',
  async (tx, { steady, boot, forced = false }: { steady: number; boot: string; forced?: boolean }): Promise<void> => {
    const newer = forced ? sql`1 = 1` : sql`server_clock.beat < excluded.beat`
    await tx.run(sql`insert into server_clock (id, beat, steady, boot) values (1, ${tx.now}, ${steady}, ${boot})
      on conflict (id) do update set beat = excluded.beat, steady = excluded.steady, boot = excluded.boot
      where ${newer}`)
  },
)

type Parts = { db: Pick<Db, 'read' | 'write'>; now: () => number; sight: { clock: Clock } }

/** Reads both clocks. The even one also counts while the machine sleeps. */
export function readClocks(now: () => number): Reading {
  return { wall: now() / millisecond, steady: steadyMilliseconds() }
}

/** Compares the clock with what the database knows, and watches it from now on. Call before anything depends on it. */
export async function beginWatch({ db, now, sight }: Parts): Promise<void> {
  const known = await knownTime(db.read)
  sight.clock.read = () => readClocks(now)
  if (known) sight.clock.begin(known, readClocks(now))
  else sight.clock.refresh()
  await storeIfDue({ db, now, sight })
}

/** Looks at the clock, and stores a beat if one is due. While the clock is in doubt, a confirmation is looked for. */
export async function watchClock(parts: Parts): Promise<void> {
  const { db, now, sight } = parts
  sight.clock.refresh()
  if (sight.clock.isDoubtful()) {
    const confirmed = await lastBeat(db.read)
    if (confirmed && confirmed.boot.startsWith(confirmation) && Math.abs(confirmed.beat - now()) < confirmsFor)
      sight.clock.confirm()
  }
  await storeIfDue(parts)
}

/** A person says that the clock is right. Other servers on the database, and the next start, learn it from the beat. */
export async function confirmClock({ db, now, sight }: Parts): Promise<void> {
  await db.write(storeBeat, { ...ownBeat(confirmation), forced: true }, now())
  sight.clock.confirm()
}

/** Stores the time before the server stops, so that the next start knows it well. */
export async function endWatch({ db, now, sight }: Parts): Promise<void> {
  sight.clock.refresh()
  if (sight.clock.read && !sight.clock.isDoubtful()) await db.write(storeBeat, ownBeat(), now()).catch(() => undefined)
}

/** Marks the beat of a confirmation. */
const confirmation = 'confirmed '

/** For how long before and after it a confirmation convinces a server, in microseconds. */
const confirmsFor = 15 * minute

async function storeIfDue({ db, now, sight }: Parts): Promise<void> {
  if (sight.clock.isDoubtful()) return
  const at = now()
  const known = stored.get(sight)
  if (known !== undefined && at - known < beatEvery && at >= known) return
  stored.set(sight, at)
  // Whether the disk is full is found out, and told, by others; the next beat is stored when it has space.
  await db
    .write(storeBeat, { ...ownBeat(), forced: known !== undefined && at < known }, at)
    .catch(() => stored.delete(sight))
}

/** When each server last stored a beat. */
const stored = new WeakMap<Parts['sight'], number>()

function ownBeat(mark = ''): { steady: number; boot: string } {
  return { steady: Math.round(steadyMilliseconds() * millisecond), boot: mark + bootId() }
}

/** The newest time that the database knows; undefined if it is empty. */
async function knownTime(handle: Pick<Handle, 'get'>): Promise<Known | undefined> {
  const beat = await lastBeat(handle)
  if (beat) {
    const isSameStart = beat.boot.replace(confirmation, '') === bootId() && bootId() !== ''
    const wall = beat.beat / millisecond
    return { wall, ...(isSameStart && { steady: beat.steady / millisecond }), offMax: pauseMax }
  }
  const newest = await newestStamp(handle)
  return newest === 0 ? undefined : { wall: newest / millisecond, offMax: idleMax }
}

/** The newest change of all companies, in microseconds; 0 if there is none. */
export async function newestStamp(handle: Pick<Handle, 'get'>): Promise<number> {
  const row = await handle.get<{ newest: number | null }>(sql`select max(stamp) as newest from companies`)
  return Number(row?.newest ?? 0)
}

function steadyMilliseconds(): number {
  try {
    return uptime() * 1000
  } catch {
    // Not known on this system: then a machine that has slept looks like one whose clock was set.
    return performance.now()
  }
}

let knownBoot: string | undefined

/** Which start of the machine this is; '' if the system does not tell. */
function bootId(): string {
  try {
    knownBoot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    knownBoot = ''
  }
  return knownBoot
}
