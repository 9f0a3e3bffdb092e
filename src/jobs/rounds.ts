import type { Config } from '../config.ts'
import { answerRequests } from '../identity/password_resets.ts'
import { alert } from '../notifications/alerts.ts'
import { dispatchDue } from '../notifications/dispatch.ts'
import { recoverExpiredPushes } from '../notifications/expired_leases.ts'
import { deliverMails } from '../notifications/mails.ts'
import { deliverPushes } from '../notifications/pushes.ts'
import { remind } from '../notifications/reminders.ts'
import type { World } from '../world.ts'
import { accrueDue } from './accruals.ts'
import { clockOutForgotten } from './auto_clock_out.ts'
import { deleteOld } from './retention.ts'

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
  await deleteOld(world)
  await answerRequests(world)
  await recoverExpiredPushes(world)
}
