import { MachineDown } from '../engine/errors.ts'
import { operation, sql } from '../engine/sql.ts'
import { second } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'

/**
 * Whether this server may run a loop now, whose runs are `seconds` apart. Looking for due work in a distributed
 * database queries all its machines, so in each interval only the first server does it. If several do, there is no
 * harm: a server claims the work that it finds before it starts.
 */
export async function hasTurn(
  { db, now, random }: Pick<World, 'db' | 'now' | 'random'>,
  loop: string,
  seconds: number,
): Promise<boolean> {
  if (!db.isSpread) return true
  // By chance, so that the turns do not always go to the same server, which may be the one that reaches no mail server.
  const fifths = 4 + (random(1).readUInt8() % 3)
  try {
    return await db.write(takeTurn, { loop, length: seconds * second, fifths }, now())
  } catch (error) {
    if (error instanceof MachineDown) return true
    throw error
  }
}

/** `length`: of the interval, in microseconds; a turn is free after so many fifths of it. */
type Turn = { loop: string; length: number; fifths: number }

/** Takes a turn unless another server had one just before. A server whose clock is ahead does not keep it for longer. */
export const takeTurn = operation('jobs.takeTurn', async (tx, { loop, length, fifths }: Turn) => {
  const taken = await tx.run(sql`insert into counters (name, last) values (${`turn ${loop}`}, ${tx.now})
    on conflict (name) do update set last = excluded.last
    where counters.last <= ${tx.now - (length * fifths) / 5} or counters.last > ${tx.now + length}`)
  return taken > 0
})
