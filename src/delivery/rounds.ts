import { sweep } from '../oauth/sweep.ts'
import type { World } from '../world.ts'
import { clockOut } from './clock_out.ts'

/** One round of everything that is due. Rounds of several processes do not get in each other's way. */
export async function rounds({ db, now }: World): Promise<void> {
  await db.write(clockOut, {}, now())
  await db.write(sweep, null, now())
}
