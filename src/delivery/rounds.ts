import type { Config } from '../config.ts'
import { answerRequests } from '../oauth/resets.ts'
import { sweep } from '../oauth/sweep.ts'
import type { World } from '../world.ts'
import { accrueDue } from './accruals.ts'
import { clockOutForgotten } from './clock_out.ts'
import { deliverMails } from './mails.ts'

/** One round of everything that is due. Rounds of several processes do not get in each other's way. */
export async function rounds(world: World, config: Config): Promise<void> {
  await clockOutForgotten(world)
  await accrueDue(world)
  await world.db.write(sweep, null, world.now())
  await answerRequests(world)
  // Last, because a mail server that does not answer takes its time.
  await deliverMails(world, config)
}
