import { loadApprovers, otherAdministrators } from '../company/rights/approvers.ts'
import { loadSettings, translateFor } from '../company/settings/settings.ts'
import { oneRow, type Sql, sql, type Tx } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { notify } from '../resources/notifications.ts'
import { msg } from '../rules/language/messages.ts'
import { ownStream } from '../rules/webhooks/events.ts'

/**
 * 1 if a row of `webhooks` may receive changes: the person who added it is an administrator, or an administrator's grant to its
 * application is valid. Those of the command line belong to the company.
 */
export function isAllowed(companyId: number, now: number): Sql {
  const isAdministrator = sql`u.active = 1 and u.permissions like '%,admin,%'`
  return sql`case when client_id = '' and (created_by_user_id = 0 or exists (select 1 from users u
      where u.company_id = ${companyId} and u.id = webhooks.created_by_user_id and ${isAdministrator}))
    or exists (select 1 from oauth_records g join users u on u.company_id = g.company_id and u.id = g.user_id
      where g.company_id = ${companyId} and g.client_id = webhooks.client_id and g.kind = 'Grant' and g.expires > ${now}
      and ${isAdministrator}) then 1 else 0 end`
}

type Off = { companyId: number; webhookId: number; reason: string; uuids: () => string }

/** Switches a webhook off and notifies the administrators. Queued deliveries stay until it is switched on again. */
export async function switchOff(tx: Tx, { companyId, webhookId, reason, uuids }: Off): Promise<void> {
  const changed = await tx.run(sql`update webhooks set active = 0, off_reason = ${reason}, changed = ${tx.now}
    where company_id = ${companyId} and id = ${webhookId} and active = 1`)
  if (changed === 0) return
  await tx.run(sql`delete from webhook_streams where company_id = ${companyId} and webhook_id = ${webhookId}
    and resource <> ${ownStream}`)
  const hook = await oneRow<{ url: string }>(
    tx,
    sql`select url from webhooks where company_id = ${companyId}
    and id = ${webhookId}`,
  )
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
  await loadSettings(work.company)
  const { host } = new URL(hook.url)
  const details = { host, what: reason }
  work.audit({ kind: 'exports', event: 'webhook switched off', type: 'webhooks', id: webhookId, details })
  await notifyAdministrators(work, { host, reason }, uuids)
  await work.flush()
}

/** Notifies the administrators that a webhook was switched off, each in their language. */
async function notifyAdministrators(work: UnitOfWork, values: { host: string; reason: string }, uuid: () => string) {
  const { company } = work
  await loadApprovers([], company)
  const ctx = { work, now: work.tx.now, uuid }
  for (const id of otherAdministrators({ id: 0, group_id: 0 }, company)) {
    const t = translateFor(company, company.get('users', id))
    const message = t(switchedOff, values)
    notify({ user_id: id, kind: 'message', message, path: '/developers/webhooks', channels: ['push', 'email'] }, ctx)
  }
}

const switchedOff = msg(
  'The webhook to {host} was switched off: {reason}. Undelivered messages are kept until it is switched on again.',
)
