import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { type Db, type Handle, operation, sql } from '../engine/sql.ts'
import { type Clock, type Known, pauseMax } from './clock.ts'

// What a server needs so that a wrong clock is noticed from its first moment: a clock that runs evenly, and a beat in the
// database, which says when the machine's clock was last known to be right.

const [millisecond, minute, day] = [1000, 60_000_000, 86_400_000_000]

/** A beat is stored this often, in microseconds. An idle server writes nothing else. */
const beatEvery = 10 * minute

/** A database without a beat is from an earlier version, and a company may have been idle for so long. Milliseconds. */
const idleMax = (30 * day) / millisecond

/** For how long before and after it a confirmation convinces a server, in microseconds. */
const confirmsFor = 15 * minute

/** Marks the beat of a confirmation. */
const confirmation = 'confirmed '

/** What a machine has besides its clock: one that runs evenly, in milliseconds, and the id of its start, '' if unknown. */
type Machine = { steady: () => number; boot: string }

/** The beat as it is stored. Microseconds. */
type Beat = { beat: number; steady: number; boot: string }

/** The last time at which the clock was known to be right; undefined before the first beat. */
export function lastBeat(handle: Pick<Handle, 'get'>): Promise<Beat | undefined> {
  return handle.get<Beat>(sql`select beat, steady, boot from server_clock where id = 1`)
}

/** The newest change of all companies, in microseconds; 0 if there is none. */
export async function newestStamp(handle: Pick<Handle, 'get'>): Promise<number> {
  const row = await handle.get<{ newest: number | null }>(sql`select max(stamp) as newest from companies`)
  return Number(row?.newest ?? 0)
}

/** Stores a beat. One that is `forced`, such as a person's confirmation, may be earlier than the one before. */
export const storeBeat = operation(
  'clock.beat',
  async (tx, { steady, boot, forced }: { steady: number; boot: string; forced: boolean }): Promise<void> => {
    // A server that has learned of a confirmation leaves it to the others for as long as it convinces.
    const confirmed = sql`server_clock.boot like ${`${confirmation}%`} and server_clock.beat > excluded.beat - ${confirmsFor}`
    const wanted = forced ? sql`1 = 1` : sql`server_clock.beat < excluded.beat and not (${confirmed})`
    await tx.run(sql`insert into server_clock (id, beat, steady, boot) values (1, ${tx.now}, ${steady}, ${boot})
      on conflict (id) do update set beat = excluded.beat, steady = excluded.steady, boot = excluded.boot
      where ${wanted}`)
  },
)

type Parts = { db: Pick<Db, 'read' | 'write'>; now: () => number; sight: { clock: Clock } }

/** What it takes to judge the clock. */
type Judged = { db: { read: Pick<Handle, 'get'> }; now: () => number; sight: { clock: Clock } }

/** Compares the clock with what the database knows, and watches it from now on. Call before anything depends on it. */
export async function beginWatch(parts: Parts, machine = thisMachine()): Promise<void> {
  await judgeClock(parts, machine)
  stored.delete(parts.sight)
  await storeIfDue(parts, machine)
}

/** Compares the clock with what the database knows. */
export async function judgeClock({ db, now, sight }: Judged, machine = thisMachine()): Promise<void> {
  const known = await knownTime(db.read, machine)
  const read = () => ({ wall: now() / millisecond, steady: machine.steady() })
  sight.clock.read = read
  if (known) sight.clock.begin(known, read())
  else sight.clock.refresh()
}

/** Looks at the clock, and stores a beat if one is due. While the clock is in doubt, a confirmation is looked for. */
export async function watchClock(parts: Parts, machine = thisMachine()): Promise<void> {
  const { db, now, sight } = parts
  sight.clock.refresh()
  if (sight.clock.isDoubtful()) {
    const last = await lastBeat(db.read)
    if (last?.boot.startsWith(confirmation) && Math.abs(last.beat - now()) < confirmsFor) sight.clock.confirm()
  }
  await storeIfDue(parts, machine)
}

/** A person says that the clock is right. Other servers on the database, and the next start, learn it from the beat. */
export async function confirmClock({ db, now, sight }: Parts, machine = thisMachine()): Promise<void> {
  await db.write(storeBeat, { ...beatOf(machine, confirmation), forced: true }, now())
  sight.clock.refresh()
  sight.clock.confirm()
}

/** Stores the time before the server stops, so that the next start knows it well. */
export async function endWatch(parts: Parts, machine = thisMachine()): Promise<void> {
  if (!parts.sight.clock.read) return
  stored.delete(parts.sight)
  parts.sight.clock.refresh()
  await storeIfDue(parts, machine)
}

/** When each server last stored a beat. */
const stored = new WeakMap<Parts['sight'], number>()

async function storeIfDue({ db, now, sight }: Parts, machine: Machine): Promise<void> {
  if (sight.clock.isDoubtful()) return
  const at = now()
  const known = stored.get(sight)
  const isBack = known !== undefined && at < known
  if (known !== undefined && !isBack && at - known < beatEvery) return
  stored.set(sight, at)
  // Whether the disk is full is found out, and told, by others; the next round tries again.
  await db.write(storeBeat, { ...beatOf(machine), forced: isBack }, at).catch(() => stored.delete(sight))
}

function beatOf({ steady, boot }: Machine, mark = ''): { steady: number; boot: string } {
  return { steady: Math.round(steady() * millisecond), boot: mark + boot }
}

/** The newest time that the database knows; undefined if it is empty. */
async function knownTime(handle: Pick<Handle, 'get'>, machine: Machine): Promise<Known | undefined> {
  const beat = await lastBeat(handle)
  if (beat) {
    const then = Number(beat.steady) / millisecond
    // Of a machine that was set back to an earlier state, the even clock was, too.
    const isSameStart = machine.boot !== '' && beat.boot.replace(confirmation, '') === machine.boot
    const steady = isSameStart && then <= machine.steady() ? { steady: then } : {}
    return { wall: Number(beat.beat) / millisecond, ...steady, offMax: pauseMax }
  }
  const newest = await newestStamp(handle)
  return newest === 0 ? undefined : { wall: newest / millisecond, offMax: idleMax }
}

let known: Machine | undefined

function thisMachine(): Machine {
  known ??= { steady: sinceStart, boot: bootId() }
  return known
}

/** Milliseconds since the machine was started, also those that it has slept. */
function sinceStart(): number {
  try {
    return uptime() * 1000
  } catch {
    // Not known on this system: then a machine that has slept looks like one whose clock was set.
    return performance.now()
  }
}

/** Which start of the machine this is; '' if the system does not tell. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
