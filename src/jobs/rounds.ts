import type { Config } from '../config.ts'
import type { Exporter } from '../exports/exporter.ts'
import { answerRequests } from '../identity/password_resets.ts'
import { sendDueAlerts } from '../notifications/alerts.ts'
import { dispatchDue } from '../notifications/dispatch.ts'
import { recoverExpiredPushes } from '../notifications/expired_leases.ts'
import { deliverMails } from '../notifications/mails.ts'
import { deliverPushes } from '../notifications/pushes.ts'
import { sendDueReminders } from '../notifications/reminders.ts'
import { deliverWebhooks } from '../webhooks/deliver.ts'
import type { World } from '../world.ts'
import { accrueDue } from './accruals.ts'
import { tellAuditHeads } from './audit_heads.ts'
import { clockOutForgotten } from './auto_clock_out.ts'
import { payHolidays } from './holiday_pay.ts'
import { endDueInspections } from './inspections.ts'
import { applyDueRates } from './pay_rates.ts'
import { deleteOld } from './retention.ts'
import { reportFiles, sendDueReports } from './saved_reports.ts'

/** Runs everything that is due once; without an exporter, reports wait. Rounds of several processes do not conflict. */
export async function rounds(world: World, config: Config, exporter?: Exporter): Promise<void> {
  await work(world)
  await dispatchDue(world)
  await deliverPushes(world, config)
  await deliverMails(world, config, exporter ? { attach: reportFiles(world, exporter) } : {})
  await deliverWebhooks(world, config)
}

/**
 * Runs everything that is due and does not depend on other services. A failure does not stop the rest; its error is
 * thrown at the end.
 */
export async function work(world: World): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) await step(world).catch((error) => failures.push(error))
  for (const err of failures.slice(1)) world.log.error({ err }, 'another step of a background round failed')
  if (failures.length > 0) throw failures[0]
}

const steps: readonly ((world: World) => Promise<void>)[] = [
  clockOutForgotten,
  accrueDue,
  payHolidays,
  applyDueRates,
  sendDueReminders,
  sendDueAlerts,
  sendDueReports,
  endDueInspections,
  deleteOld,
  tellAuditHeads,
  answerRequests,
  recoverExpiredPushes,
]
