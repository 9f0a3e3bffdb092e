import { RequestError } from '../engine/errors.ts'
import { inList, lockExisting, type Operation, operation, type Sql, sql } from '../engine/sql.ts'
import { printUtc } from '../rules/time/calendar.ts'
import { ownStream, testEvent } from '../rules/webhooks/events.ts'
import type { World } from '../world.ts'
import { addDeliveries } from './queue.ts'

// The log of deliveries, and replaying them.

/** The states of a delivery; `failed` is an unsuccessful test. */
export const deliveryStates = ['queued', 'delivered', 'failed', 'skipped'] as const

/** A delivery and its last response. Instants in microseconds, 0 for never. */
export type Delivery = {
  number: number
  event: string
  type: string
  resource: string
  recordId: number
  sequence: number
  state: (typeof deliveryStates)[number]
  attempts: number
  status: number
  error: string
  milliseconds: number
  created: number
  sent: number
}

/** A delivery with the body of the request and the beginning of the body of the response. */
type WholeDelivery = Delivery & { body: string; answer: string }

const columns = sql`number, event, type, resource, record_id as "recordId", sequence, state, attempts, status, error,
  milliseconds, created, sent`

/** The most deliveries that one request replays. */
export const replayMax = 1000

type Which = { companyId: number; webhookId: number }

/** Deliveries of a webhook; with `resources`, only those about records of these resources. */
type Some = Which & { resources?: readonly string[] | undefined }

function of({ companyId, webhookId, resources }: Some): Sql {
  const own = sql`company_id = ${companyId} and webhook_id = ${webhookId}`
  return resources ? sql`${own} and ${inList(sql`resource`, resources)}` : own
}

/** The deliveries of a webhook, newest first. */
export function deliveriesOf(
  handle: World['db']['read'],
  which: Some,
  { before, state, limit }: { before: number | undefined; state: string | undefined; limit: number },
): Promise<Delivery[]> {
  const earlier = before === undefined ? sql`1 = 1` : sql`number < ${before}`
  const alike = state === undefined ? sql`1 = 1` : sql`state = ${state}`
  return handle.all<Delivery>(sql`select ${columns} from webhook_deliveries
    where ${of(which)} and ${earlier} and ${alike} order by number desc limit ${limit}`)
}

/** A delivery with its request and its response. Throws RequestError 404. */
export async function deliveryNumbered(
  handle: World['db']['read'],
  which: Some,
  number: number,
): Promise<WholeDelivery> {
  const found = await handle.get<WholeDelivery>(sql`select ${columns}, body, answer from webhook_deliveries
    where ${of(which)} and number = ${number}`)
  if (!found) throw new RequestError(404, 'no_such_delivery', { number })
  return found
}

/** Queues a test message, which is sent once, even while the webhook is switched off. Returns its number. */
export const queueTest: Operation<Which, number> = operation('webhooks.test', async (tx, which) => {
  const { companyId, webhookId } = which
  await tx.lockCompany(companyId)
  const hook = await tx.get<{ last_number: number }>(sql`select last_number from webhooks
    where company_id = ${companyId} and id = ${webhookId}`)
  if (!hook) throw new RequestError(404, 'no_such_webhook', { id: webhookId })
  const number = hook.last_number + 1
  const event = `msg_${companyId.toString(36)}_${webhookId.toString(36)}_test_${number}`
  const body = JSON.stringify({ type: testEvent, timestamp: printUtc(tx.now), data: { webhook_id: webhookId } })
  const message = { event, type: testEvent, resource: ownStream, recordId: 0, sequence: 0, body }
  addDeliveries(tx, { companyId, webhookId, lastNumber: hook.last_number }, [message])
  tx.post(sql`update webhooks set last_number = ${number}, waiting = waiting + 1
    where company_id = ${companyId} and id = ${webhookId}`)
  return number
})

/** Which deliveries to send again: one by its number, or those of a time range, perhaps only in one state. */
type Replay = Some & { number?: number; from?: number; until?: number; state?: string }

/**
 * Queues deliveries again, with the same message ids, after those already queued; except those that were emptied
 * because a person was anonymized. Returns how many. Throws RequestError 404, and 417 if there are too many for one
 * request.
 */
export const replayDeliveries: Operation<Replay, number> = operation(
  'webhooks.replay',
  async (tx, { number, from, until, state, ...which }) => {
    const { companyId, webhookId } = which
    await tx.lockCompany(companyId)
    const hook = await tx.get<{ last_number: number }>(sql`select last_number from webhooks
      where company_id = ${companyId} and id = ${webhookId}`)
    if (!hook) throw new RequestError(404, 'no_such_webhook', { id: webhookId })
    // A body is empty after its person was anonymized.
    const ended = sql`state <> 'queued' and body <> ''`
    const conditions = [
      ...(number === undefined ? [] : [sql`number = ${number}`]),
      ...(from === undefined ? [] : [sql`created >= ${from}`]),
      ...(until === undefined ? [] : [sql`created < ${until}`]),
      ...(state === undefined ? [] : [sql`state = ${state}`]),
    ]
    const wanted = conditions.reduce((all, one) => sql`${all} and ${one}`, sql`${of(which)} and ${ended}`)
    type Row = { event: string; type: string; resource: string; recordId: number; sequence: number; body: string }
    const found = await tx.all<Row>(sql`select event, type, resource, record_id as "recordId", sequence, body
      from webhook_deliveries where ${wanted} order by number limit ${replayMax + 1}`)
    if (number !== undefined && found.length === 0) throw new RequestError(404, 'no_ended_delivery', { number })
    if (found.length > replayMax) throw new RequestError(417, 'too_many_deliveries', { max: replayMax })
    addDeliveries(tx, { companyId, webhookId, lastNumber: hook.last_number }, found)
    tx.post(sql`update webhooks set last_number = ${hook.last_number + found.length},
      waiting = waiting + ${found.length} where company_id = ${companyId} and id = ${webhookId}`)
    return found.length
  },
)

/**
 * Makes a webhook read the change log again after a sequence. Deliveries already queued from there on are skipped,
 * because they are queued again. Returns the number of changes. Throws RequestError 404, 410.
 */
export const rewindWebhook: Operation<Which & { sequence: number }, number> = operation(
  'webhooks.rewind',
  async (tx, { sequence, ...which }) => {
    const { companyId, webhookId } = which
    const { last_change } = await lockExisting(tx, companyId)
    if (sequence > last_change) throw new RequestError(410, 'sequence_in_future', { last: last_change })
    const next = await tx.get<{ sequence: number }>(sql`select sequence from changes
      where company_id = ${companyId} and sequence > ${sequence} order by sequence limit 1`)
    if (sequence < last_change && next?.sequence !== sequence + 1)
      throw new RequestError(410, 'sequence_gone', { sequence, next: (next?.sequence ?? last_change + 1) - 1 })
    await tx.run(sql`update webhook_deliveries set state = 'skipped'
      where ${of(which)} and state = 'queued' and sequence > ${sequence}`)
    const queued = sql`(select count(*) from webhook_deliveries where ${of(which)} and state = 'queued')`
    const changed = await tx.run(sql`update webhooks set position = ${sequence}, waiting = ${queued}
      where company_id = ${companyId} and id = ${webhookId}`)
    if (changed === 0) throw new RequestError(404, 'no_such_webhook', { id: webhookId })
    return last_change - sequence
  },
)
