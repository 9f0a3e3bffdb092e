import { type Operation, operation, type Sql, sql, type Tx } from '../engine/sql.ts'
import { uuidsFrom } from '../resources/notifications.ts'
import { lastOf } from '../rules/elements.ts'
import { second } from '../rules/time/calendar.ts'
import { type HookAnswer, verdictOf, withoutAccess } from '../rules/webhooks/attempts.ts'
import { ownStream } from '../rules/webhooks/events.ts'
import { isAllowed, switchOff } from './switch_off.ts'

// The streams of webhooks, one for each of their resources: a process leases those that are due, and then stores what
// their receivers answered.

/** How long a process holds a stream, and so how long a stream stands still if its process is killed. */
export const leaseSeconds = 30

/** How many deliveries of a stream are sent, one after the other, before their outcomes are stored. */
const batchMax = 50

/** A receiver that takes longer to respond counts as in trouble. */
const quickMs = 2000

/** A stream leased by this process, with its next deliveries. */
export type Claimed = {
  companyId: number
  webhookId: number
  resource: string
  lease: number
  isTroubled: boolean
  url: string
  /** Encrypted. */
  secrets: readonly string[]
  deliveries: readonly { number: number; event: string; body: string; attempts: number }[]
}

/** The response to a delivery. */
export type Outcome = { number: number; attempts: number; sent: number; answer: HookAnswer }

/** Condition on a stream: its last attempt did not fail, and its webhook's receiver is known to respond. */
export function isHealthy(company: Sql): Sql {
  return sql`failures = 0 and exists (select 1 from webhooks w
    where w.company_id = ${company} and w.id = webhook_streams.webhook_id and w.quick = 1)`
}

type ClaimInput = {
  companyId: number
  max: number
  troubledMax: number
  ahead: number
  uuid: string
  /** The time by which it is judged whether the access of webhooks has expired. */
  judged: number
}
type Stream = { webhook_id: number; resource: string; lease: number; isTroubled: boolean }

/**
 * Claims streams of a company that are due, each for this process alone until its lease ends. `count`: how many were
 * found, including empty ones, which end.
 */
export const claimStreams: Operation<ClaimInput, { streams: Claimed[]; count: number }> = operation(
  'webhooks.claim',
  async (tx, { companyId, max, troubledMax, ahead, uuid, judged }) => {
    await tx.lockCompany(companyId)
    const own = sql`company_id = ${companyId} and (due <= ${tx.now} or due > ${tx.now + ahead})`
    const find = async (isTroubled: boolean, most: number): Promise<Stream[]> => {
      if (most <= 0) return []
      const condition = isHealthy(sql`${companyId}`)
      const found = await tx.all<Omit<Stream, 'isTroubled'>>(sql`select webhook_id, resource, lease
        from webhook_streams where ${own} and ${isTroubled ? sql`not (${condition})` : condition}
        order by due, webhook_id, resource limit ${most}`)
      return found.map((stream) => ({ ...stream, isTroubled }))
    }
    const healthy = await find(false, max)
    const streams = [...healthy, ...(await find(true, Math.min(max - healthy.length, troubledMax)))]
    const claimed: Claimed[] = []
    const uuids = uuidsFrom(uuid)
    for (const stream of streams) claimed.push(...(await claim(tx, { companyId, judged }, stream, uuids)))
    return { streams: claimed, count: streams.length }
  },
)

async function claim(
  tx: Tx,
  { companyId, judged }: Pick<ClaimInput, 'companyId' | 'judged'>,
  stream: Stream,
  uuids: () => string,
): Promise<Claimed[]> {
  const { webhook_id: webhookId, resource, lease, isTroubled } = stream
  type Texts = Record<'url' | 'secret' | 'old_secret' | 'client_id', string>
  type Hook = Texts & Record<'old_until' | 'active' | 'allowed', number>
  const hook = await tx.get<Hook>(sql`select url, secret, old_secret, old_until, active, client_id,
      ${isAllowed(companyId, judged)} as allowed from webhooks where company_id = ${companyId} and id = ${webhookId}`)
  if (hook?.allowed === 0 && resource !== ownStream) {
    await switchOff(tx, { companyId, webhookId, reason: withoutAccess(hook.client_id), uuids })
    return []
  }
  const deliveries =
    hook && (hook.active === 1 || resource === ownStream)
      ? await tx.all<Claimed['deliveries'][number]>(sql`select number, event, body, attempts from webhook_deliveries
          where company_id = ${companyId} and webhook_id = ${webhookId} and resource = ${resource} and state = 'queued'
          order by number limit ${batchMax}`)
      : []
  const one = streamIs(companyId, webhookId, resource)
  if (!hook || deliveries.length === 0) {
    await tx.run(sql`delete from webhook_streams where ${one}`)
    return []
  }
  await tx.run(
    sql`update webhook_streams set lease = ${lease + 1}, due = ${tx.now + leaseSeconds * second} where ${one}`,
  )
  const secrets = [hook.secret, ...(hook.old_secret !== '' && hook.old_until > tx.now ? [hook.old_secret] : [])]
  return [{ companyId, webhookId, resource, lease: lease + 1, isTroubled, url: hook.url, secrets, deliveries }]
}

function streamIs(companyId: number, webhookId: number, resource: string): Sql {
  return sql`company_id = ${companyId} and webhook_id = ${webhookId} and resource = ${resource}`
}

type SettleInput = {
  companyId: number
  webhookId: number
  resource: string
  lease: number
  outcomes: readonly Outcome[]
  retrySeconds: readonly number[]
  uuid: string
}

/**
 * Stores the responses, and when the stream continues. If another process holds it by now, only successes count,
 * because that process sends the rest itself.
 */
export const settleStream: Operation<SettleInput, void> = operation(
  'webhooks.settle',
  async (tx, { companyId, webhookId, resource, lease, outcomes, retrySeconds, uuid }) => {
    await tx.lockCompany(companyId)
    const one = streamIs(companyId, webhookId, resource)
    const held = await tx.get<{ lease: number }>(sql`select lease from webhook_streams where ${one}`)
    const isOurs = held?.lease === lease
    let ended = 0
    let last: ReturnType<typeof verdictOf> | undefined
    for (const outcome of outcomes) {
      const retries = resource === ownStream ? [] : retrySeconds
      last = verdictOf(outcome.answer, outcome.attempts, { now: tx.now, retrySeconds: retries })
      if (last.state !== 'delivered' && !isOurs) break
      ended += await keepOutcome(tx, { companyId, webhookId, resource }, outcome, last)
    }
    const quick = last?.state === 'delivered' && lastOf(outcomes).answer.milliseconds <= quickMs ? 1 : 0
    await tx.run(sql`update webhooks set waiting = waiting - ${ended}, quick = ${quick}
      where company_id = ${companyId} and id = ${webhookId} and (${ended} > 0 or quick <> ${quick})`)
    if (!isOurs) return
    const failed = last && last.state !== 'delivered' && resource !== ownStream ? last : undefined
    if (failed?.state === 'again')
      return void (await tx.run(
        sql`update webhook_streams set due = ${failed.due}, failures = failures + 1 where ${one}`,
      ))
    // The next claim removes the stream if nothing is queued anymore.
    await tx.run(sql`update webhook_streams set due = ${tx.now}, failures = 0 where ${one}`)
    if (last?.state === 'off' && (failed || last.status === 410))
      await switchOff(tx, { companyId, webhookId, reason: last.error, uuids: uuidsFrom(uuid) })
  },
)

/** Stores the outcome of an attempt. Returns 1 if the delivery has ended, otherwise 0. */
async function keepOutcome(
  tx: Tx,
  { companyId, webhookId, resource }: { companyId: number; webhookId: number; resource: string },
  { number, attempts, sent, answer }: Outcome,
  { state, status, error }: ReturnType<typeof verdictOf>,
): Promise<number> {
  const ended = state === 'delivered' ? 'delivered' : resource === ownStream ? 'failed' : 'queued'
  const text = answer.outcome === 'answered' ? answer.text : ''
  const kept = await tx.run(sql`update webhook_deliveries set state = ${ended}, attempts = ${attempts},
      status = ${status}, error = ${error}, answer = ${text}, milliseconds = ${answer.milliseconds}, sent = ${sent}
    where company_id = ${companyId} and webhook_id = ${webhookId} and number = ${number} and state = 'queued'`)
  return ended === 'queued' ? 0 : kept
}
