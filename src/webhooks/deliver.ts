import { acrossCompanies } from '../company/all_companies.ts'
import type { Config } from '../config.ts'
import { type Operation, operation, type Sql, sql, type Tx } from '../engine/sql.ts'
import { type Keys, loadKeys } from '../identity/secrets.ts'
import { uuidsFrom } from '../resources/notifications.ts'
import { second } from '../rules/calendar.ts'
import { lastOf } from '../rules/elements.ts'
import { type HookAnswer, verdictOf } from '../rules/webhooks/attempts.ts'
import { ownStream } from '../rules/webhooks/events.ts'
import type { World } from '../world.ts'
import { queueChanges } from './queue.ts'
import { openSecret } from './secrets.ts'
import { isAllowed, switchOff, withoutAccess } from './switch_off.ts'
import { answerMs } from './transport.ts'

/**
 * How long a process holds a stream, and so how long a stream stands still if its process is killed. No request starts
 * that could end within the last seconds, because the clocks of servers may differ by that much.
 */
const leaseSeconds = 30
const clocksApartSeconds = 10

/** How many deliveries of a stream are sent, one after the other, before their outcomes are stored. */
const batchMax = 50

/**
 * How many streams a process sends at the same time: in total, per company, and for receivers in trouble, which failed,
 * were slow, or have never responded. So these never take the slots of receivers that respond.
 */
const streamsMax = { all: 128, company: 8, troubled: 64, troubledOfCompany: 3 }

/** A receiver that takes longer to respond counts as in trouble. */
const quickMs = 2000

/** For how many companies the last turn is remembered. */
const turnsMax = 10_000

type Settings = Pick<Config, 'webhookRetries' | 'secret'>

/** Queues changes and sends until nothing is due anymore. */
export async function deliverWebhooks(world: World, config: Config): Promise<void> {
  const { underWay } = world.hooks
  for (;;) {
    await beginWebhooks(world, config)
    if (underWay.size === 0) return
    await Promise.race(underWay.keys())
  }
}

/** Queues changes, and starts sending them without waiting for responses. */
export async function beginWebhooks(world: World, config: Settings, goesOn = () => true): Promise<void> {
  const send = () => sendWebhooks(world, config, goesOn)
  await queueChanges(world, goesOn, send)
  await send()
}

/**
 * Starts sending what is due, as long as there are slots, without waiting for responses. Finished streams free slots
 * for the next ones. Companies take turns: those with the fewest streams in progress come first, then those that have
 * waited longest.
 */
async function sendWebhooks(world: World, config: Settings, goesOn = () => true): Promise<void> {
  const { hooks } = world
  hooks.again = true
  hooks.filling ??= (async () => {
    try {
      while (hooks.again) {
        hooks.again = false
        while (goesOn() && (await beginTurn(world, config, goesOn)));
      }
    } finally {
      hooks.filling = undefined
    }
  })()
  await hooks.filling
}

/** Starts a turn: some streams of each company, as long as there are slots. False if there was nothing to start. */
async function beginTurn(world: World, config: Settings, goesOn: () => boolean): Promise<boolean> {
  const { db, hooks, now } = world
  const { turns } = hooks
  const room = roomIn(hooks)
  if (room.all <= 0) return false
  const due = await acrossCompanies<{ company_id: number; waiting: number }>(
    world,
    (own) => sql`select company_id, min(due) as waiting from webhook_streams
      where ${own} and ${isDue(now(), room.troubled <= 0, config)} group by company_id order by waiting`,
  )
  const companies = due
    .map(({ company_id }) => ({ companyId: company_id, room: roomIn(hooks, company_id) }))
    .filter(({ room }) => room.all > 0)
    .sort((a, b) => b.room.all - a.room.all || (turns.get(a.companyId) ?? 0) - (turns.get(b.companyId) ?? 0))
  if (companies.length === 0) return false
  const keys = await loadKeys(world, config as Config)
  if (turns.size > turnsMax) turns.clear()
  let turn = Math.max(0, ...turns.values())
  let begun = 0
  for (const { companyId } of companies) {
    const left = roomIn(hooks, companyId)
    const share = Math.max(1, Math.floor(roomIn(hooks).all / companies.length))
    const max = Math.min(left.all, share, roomIn(hooks).all)
    if (max <= 0) break
    const troubledMax = Math.max(0, Math.min(left.troubled, roomIn(hooks).troubled))
    const { streams, count } = await db.write(
      claimStreams,
      { companyId, max, troubledMax, ahead: aheadOf(config), uuid: world.uuid() },
      now(),
    )
    for (const stream of streams) begin(stream, keys, world, config, goesOn)
    begun += count
    turn += 1
    turns.set(companyId, turn)
  }
  return begun > 0
}

function begin(stream: Claimed, keys: Keys, world: World, config: Settings, goesOn: () => boolean): void {
  const { hooks, log } = world
  const sending: Promise<void> = sendStream(stream, keys, world, config, goesOn)
    .catch((error) => log.error({ err: error }, 'sending to a webhook failed'))
    .finally(() => {
      hooks.underWay.delete(sending)
      if (goesOn())
        void sendWebhooks(world, config, goesOn).catch((error) => log.error({ err: error }, 'sending webhooks failed'))
    })
  hooks.underWay.set(sending, { companyId: stream.companyId, isTroubled: stream.isTroubled })
}

function roomIn({ underWay }: World['hooks'], companyId?: number): { all: number; troubled: number } {
  let [all, troubled] =
    companyId === undefined ? [streamsMax.all, streamsMax.troubled] : [streamsMax.company, streamsMax.troubledOfCompany]
  for (const stream of underWay.values()) {
    if (companyId !== undefined && stream.companyId !== companyId) continue
    all -= 1
    if (stream.isTroubled) troubled -= 1
  }
  return { all, troubled }
}

/** A stream leased by this process, with its next deliveries. */
type Claimed = {
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
type Outcome = { number: number; attempts: number; sent: number; answer: HookAnswer }

/** Sends a stream's next deliveries in order, until one fails, and stores the responses. */
async function sendStream(
  stream: Claimed,
  keys: Keys,
  world: World,
  { webhookRetries }: Settings,
  goesOn: () => boolean,
): Promise<void> {
  const { hooks, db, now } = world
  const { companyId, webhookId, resource, lease, url, deliveries } = stream
  const secrets = stream.secrets.flatMap((secret) => openSecret(keys, companyId, secret) ?? [])
  const until = performance.now() + (leaseSeconds - clocksApartSeconds) * 1000 - answerMs
  const outcomes: Outcome[] = []
  for (const { number, event, body, attempts } of deliveries) {
    if (performance.now() > until || (outcomes.length > 0 && !goesOn())) break
    const sent = now()
    const answer: HookAnswer =
      secrets.length === 0
        ? { outcome: 'unanswered', error: 'the secret cannot be read: CLOCKHOUSE_SECRET has changed', milliseconds: 0 }
        : await hooks.send({ url, id: event, body, secrets })
    const isDelivered = answer.outcome === 'answered' && answer.status >= 200 && answer.status < 300
    hooks.counts[isDelivered ? 'delivered' : 'failed'] += 1
    outcomes.push({ number, attempts: attempts + 1, sent, answer })
    if (!isDelivered && resource !== ownStream) break
  }
  const input = { ...{ companyId, webhookId, resource, lease, outcomes }, retrySeconds: webhookRetries }
  const settled = { ...input, uuid: world.uuid() }
  await db.write(settleStream, settled, now()).catch(async (error) => {
    world.log.warn({ err: error }, 'what webhooks answered could not be stored; trying once more')
    await db.write(settleStream, settled, now())
  })
}

/** The latest that a stream can be due from now on; a later one was written by a clock that was ahead. */
function aheadOf({ webhookRetries }: Settings): number {
  return (Math.max(86_400, ...webhookRetries) + leaseSeconds) * second
}

function isDue(now: number, onlyHealthy: boolean, config: Settings): Sql {
  const due = sql`(due <= ${now} or due > ${now + aheadOf(config)})`
  return onlyHealthy ? sql`${due} and ${isHealthy(sql`webhook_streams.company_id`)}` : due
}

/** Condition on a stream: its last attempt did not fail, and its webhook's receiver is known to respond. */
function isHealthy(company: Sql): Sql {
  return sql`failures = 0 and exists (select 1 from webhooks w
    where w.company_id = ${company} and w.id = webhook_streams.webhook_id and w.quick = 1)`
}

type ClaimInput = { companyId: number; max: number; troubledMax: number; ahead: number; uuid: string }
type Stream = { webhook_id: number; resource: string; lease: number; isTroubled: boolean }

/**
 * Claims streams of a company that are due, each for this process alone until its lease ends. `count`: how many were
 * found, including empty ones, which end.
 */
export const claimStreams: Operation<ClaimInput, { streams: Claimed[]; count: number }> = operation(
  'webhooks.claim',
  async (tx, { companyId, max, troubledMax, ahead, uuid }) => {
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
    for (const stream of streams) claimed.push(...(await claim(tx, companyId, stream, uuids)))
    return { streams: claimed, count: streams.length }
  },
)

async function claim(tx: Tx, companyId: number, stream: Stream, uuids: () => string): Promise<Claimed[]> {
  const { webhook_id: webhookId, resource, lease, isTroubled } = stream
  type Hook = { url: string; secret: string; old_secret: string; old_until: number; active: number; allowed: number }
  const hook = await tx.get<Hook>(sql`select url, secret, old_secret, old_until, active,
      ${isAllowed(companyId, tx.now)} as allowed from webhooks where company_id = ${companyId} and id = ${webhookId}`)
  if (hook?.allowed === 0 && resource !== ownStream) {
    await switchOff(tx, { companyId, webhookId, reason: withoutAccess, uuids })
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
