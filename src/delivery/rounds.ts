import type { Config } from '../config.ts'
import { answerRequests } from '../oauth/resets.ts'
import { sweep } from '../oauth/sweep.ts'
import type { World } from '../world.ts'
import { accrueDue } from './accruals.ts'
import { alert } from './alerts.ts'
import { clockOutForgotten } from './clock_out.ts'
import { dispatchDue } from './dispatch.ts'
import { deliverMails } from './mails.ts'
import { deliverPushes } from './pushes.ts'
import { recoverPushes } from './recover.ts'
import { remind } from './reminders.ts'
import { sweepDelivered } from './sweep.ts'

/** One round of everything that is due. Rounds of several processes do not get in each other's way. */
export async function rounds(world: World, config: Config): Promise<void> {
  await work(world)
  await dispatchDue(world)
  await deliverPushes(world, config)
  await deliverMails(world, config)
}

/** What is due of all that waits for nobody outside. */
export async function work(world: World): Promise<void> {
  await clockOutForgotten(world)
  await accrueDue(world)
  await remind(world)
  await alert(world)
  await world.db.write(sweep, null, world.now())
  await sweepDelivered(world)
  await answerRequests(world)
  await recoverPushes(world)
}
