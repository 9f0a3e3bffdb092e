import { MachineDown } from '../engine/errors.ts'
import { operation, sql } from '../engine/sql.ts'
import { second } from '../rules/calendar.ts'
import type { World } from '../world.ts'

/**
 * Whether this server may run a loop now, whose runs are `seconds` apart. Looking for due work in a distributed
 * database queries all its machines, so in each interval only the first server does it. If several do, there is no
 * harm: a server claims the work that it finds before it starts.
 */
export async function hasTurn({ db, now }: Pick<World, 'db' | 'now'>, loop: string, seconds: number): Promise<boolean> {
  if (!db.isSpread) return true
  try {
    return await db.write(takeTurn, { loop, length: seconds * second }, now())
  } catch (error) {
    if (error instanceof MachineDown) return true
    throw error
  }
}

/** Takes a turn unless another server just had one. A server whose clock is ahead does not block turns for longer. */
export const takeTurn = operation('jobs.takeTurn', async (tx, { loop, length }: { loop: string; length: number }) => {
  const taken = await tx.run(sql`insert into counters (name, last) values (${`turn ${loop}`}, ${tx.now})
    on conflict (name) do update set last = excluded.last
    where counters.last <= ${tx.now - (length * 4) / 5} or counters.last > ${tx.now + length}`)
  return taken > 0
})
