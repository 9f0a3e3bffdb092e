import { acrossCompanies, eachCompany } from '../company/all_companies.ts'
import { administrator } from '../company/rights/rights.ts'
import { type CompanyRow, CompanySnapshot } from '../engine/company_snapshot.ts'
import type { ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import type { AnyResource } from '../engine/resource.ts'
import { printRecord } from '../engine/serialize.ts'
import { inList, type Operation, operation, sql, type Tx } from '../engine/sql.ts'
import { uuidsFrom } from '../resources/notifications.ts'
import { printUtc } from '../rules/time/calendar.ts'
import { withoutAccess } from '../rules/webhooks/attempts.ts'
import { actions, type Filter, gapEvent, isWanted, passes, peopleOf, subjectOf } from '../rules/webhooks/events.ts'
import type { World } from '../world.ts'
import { type ChangeRow, changesBehind } from './change_rows.ts'
import { followed } from './feed.ts'
import { type SeenChange, seenChanges } from './sight_of_changes.ts'
import { isAllowed, switchOff } from './switch_off.ts'

/** How many changes are read at once. */
const pageMax = 200

/** The most queued deliveries per webhook; the rest stays in the change log. */
const waitingMax = 1000

/** The resources whose changes webhooks get. A deleted timesheet is sent as a deletion, not as a new record. */
export const toldResources = followed.filter(({ name }) => name !== 'timesheets_deleted')

/** The resources with events to which a webhook subscribes. */
export function resourcesOf(types: readonly string[]): AnyResource[] {
  return toldResources.filter(({ name }) => actions.some((action) => isWanted(types, `${subjectOf(name)}.${action}`)))
}

/** The columns of a webhook that queueing needs. */
type Queueing = { id: number; types: string; filter: string; payload: string; position: number; changed: number }

/**
 * Queues changes for the webhooks of all companies, one page per company in every turn, and calls `afterTurn` after
 * each turn, so queued deliveries do not have to wait for the company that is furthest behind. Servers that do this at
 * the same time do not conflict. A company whose turn failed gets no other one in this call.
 */
export async function queueChanges(
  world: World,
  goesOn = () => true,
  afterTurn: () => Promise<void> = async () => {},
): Promise<void> {
  const failed = new Set<number>()
  for (;;) {
    const found = await acrossCompanies<CompanyRow>(
      world,
      (own) => sql`select * from companies where ${own} and company_id in (
        select w.company_id from webhooks w join companies c on c.company_id = w.company_id
        where w.active = 1 and w.waiting < ${waitingMax} and w.position < c.last_change)`,
    )
    const behind = found.filter(({ company_id }) => !failed.has(company_id))
    if (behind.length === 0 || !goesOn()) return
    await eachCompany(world, behind, async (row) => {
      failed.add(row.company_id)
      await queueOfCompany(row, world)
      failed.delete(row.company_id)
    })
    await afterTurn()
  }
}

/** Queues a page of changes for the webhooks of a company that are at the same position. */
async function queueOfCompany(row: CompanyRow, { db, now, uuid, sight }: World): Promise<void> {
  const { company_id: companyId } = row
  const hooks = await db.read.all<Queueing>(sql`select id, types, filter, payload, position, changed from webhooks
    where company_id = ${companyId} and active = 1 and waiting < ${waitingMax} and position < ${row.last_change}
    order by id`)
  for (const [position, alike] of Map.groupBy(hooks, (hook) => hook.position)) {
    const place = { companyId, sequence: position }
    const ids = alike.map(({ id, changed }) => ({ id, changed }))
    const step = await nextStep(place, alike, row, db.read, now()).catch((error) => {
      if (error instanceof RequestError && error.status === 410) return gapAt(row, position, ids, now())
      throw error
    })
    const judged = sight.clock.judging(now())
    await db.write(queueDeliveries, { companyId, hooks: ids, position, uuid: uuid(), judged, ...step }, now())
  }
}

/** A message to queue for these webhooks. `full` is the body with the record, `thin` the one without. */
type Message = {
  event: string
  type: string
  resource: string
  recordId: number
  sequence: number
  bodies: { thin: string; full: string }
  hooks: readonly { id: number; payload: 'thin' | 'full' }[]
}

type Step = { next: number; messages: readonly Message[] }

async function nextStep(
  place: { companyId: number; sequence: number },
  hooks: readonly Queueing[],
  row: CompanyRow,
  handle: World['db']['read'],
  now: number,
): Promise<Step> {
  const asked = hooks.map(({ id, payload, types, filter }) => {
    const wanted: Filter = JSON.parse(filter)
    return {
      id,
      payload: payload === 'full' ? ('full' as const) : ('thin' as const),
      types: types.split(','),
      filter: wanted,
    }
  })
  const types = resourcesOf(asked.flatMap(({ types }) => types)).map(({ name }) => name)
  const { rows, sequence } = await changesBehind(handle, place, { types, limit: pageMax })
  const company = new CompanySnapshot(row, handle)
  // Webhooks belong to the company, so they see what its administrators see.
  const actor = administrator(row.company_id, '')
  await lookUpPeople(rows, asked, company)
  const groupOf = (userId: number) => company.get('users', userId)?.group_id
  const wanted = rows.flatMap((change) => {
    const type = `${subjectOf(change.resource)}.${change.kind}`
    const states = statesOf(change)
    const found = asked.filter(
      ({ types, filter }) =>
        isWanted(types, type) && states.some((columns) => passes(filter, change.resource, columns, groupOf)),
    )
    return found.length > 0 ? [{ change, type, hooks: found.map(({ id, payload }) => ({ id, payload })) }] : []
  })
  const printed = await printedRecords(
    wanted.map(({ change }) => change),
    { actor, now, company },
    handle,
  )
  const messages = wanted.flatMap(({ change, type, hooks }) => {
    const record = printed.get(change.sequence)
    if (record === undefined) return []
    const { sequence, resource, record_id: recordId } = change
    const event = `msg_${row.company_id.toString(36)}_${sequence.toString(36)}`
    return [{ event, type, resource, recordId, sequence, bodies: bodiesOf(change, type, record), hooks }]
  })
  return { next: sequence, messages }
}

/** The columns of a record after a change, and before it if they differ. */
function statesOf({ record, was }: ChangeRow): Record<string, unknown>[] {
  const columns = JSON.parse(record)
  return was === '' ? [columns] : [columns, { ...columns, ...JSON.parse(was) }]
}

async function lookUpPeople(
  rows: readonly ChangeRow[],
  asked: readonly { filter: Filter }[],
  company: CompanySnapshot,
): Promise<void> {
  if (!asked.some(({ filter }) => filter.group_ids)) return
  const ids = rows.flatMap((change) => statesOf(change).flatMap((columns) => peopleOf(change.resource, columns)))
  await company.look('users', ids)
}

/** The records of changes as JSON, by sequence. */
async function printedRecords(
  changes: readonly ChangeRow[],
  ctx: ReadContext,
  handle: World['db']['read'],
): Promise<ReadonlyMap<number, string>> {
  const printed = new Map<number, string>()
  for (const [type, ofType] of Map.groupBy(changes, ({ resource }) => resource)) {
    const resource = toldResources.find(({ name }) => name === type)!
    const seen: SeenChange[] = await seenChanges(resource, ofType, { actor: ctx.actor, handle })
    await resource.prepare?.(
      seen.flatMap(({ values }) => (values ? [values] : [])),
      ctx,
    )
    for (const { sequence, values } of seen) if (values) printed.set(sequence, printRecord(resource, values, ctx))
  }
  return printed
}

function bodiesOf(change: ChangeRow, type: string, record: string): Message['bodies'] {
  const { resource, record_id: id, sequence, user_id, application, changed } = change
  const data = JSON.stringify({ resource, id, sequence, user_id, application })
  const begin = `{"type":"${type}","timestamp":"${printUtc(changed)}","data":`
  return { thin: `${begin}${data}}`, full: `${begin}${data.slice(0, -1)},"record":${record}}}` }
}

/** The message for a gap in the log, after which the receiver has to read the lists again. */
function gapAt(
  { company_id, last_change }: CompanyRow,
  position: number,
  hooks: readonly { id: number }[],
  now: number,
): Step {
  const event = `msg_${company_id.toString(36)}_gap_${last_change.toString(36)}`
  const data = { after: position, until: last_change }
  const body = JSON.stringify({ type: gapEvent, timestamp: printUtc(now), data })
  const about = { event, type: gapEvent, resource: gapEvent, recordId: 0, sequence: 0 }
  const to = hooks.map(({ id }) => ({ id, payload: 'thin' as const }))
  return { next: last_change, messages: [{ ...about, bodies: { thin: body, full: body }, hooks: to }] }
}

type QueueInput = Step & {
  companyId: number
  hooks: readonly { id: number; changed: number }[]
  /** The position of these webhooks when the changes were read; one that has moved or changed since is left alone. */
  position: number
  uuid: string
  /** The time by which it is judged whether their access has expired. */
  judged: number
}

/** Queues messages and advances the webhooks in one transaction, so that none is left out or queued twice. */
export const queueDeliveries: Operation<QueueInput, void> = operation(
  'webhooks.queue',
  async (tx, { companyId, hooks, position, uuid, judged, next, messages }) => {
    await tx.lockCompany(companyId)
    const ids = hooks.map(({ id }) => id)
    type Hook = { id: number; changed: number; last_number: number; client_id: string; allowed: number }
    const found =
      await tx.all<Hook>(sql`select id, changed, last_number, client_id, ${isAllowed(companyId, judged)} as allowed
      from webhooks where company_id = ${companyId} and ${inList(sql`id`, ids)} and position = ${position} and active = 1`)
    const uuids = uuidsFrom(uuid)
    for (const { id, changed, last_number, client_id, allowed } of found) {
      if (allowed === 0) {
        await switchOff(tx, { companyId, webhookId: id, reason: withoutAccess(client_id), uuids })
        continue
      }
      if (hooks.find((hook) => hook.id === id)!.changed !== changed) continue
      const own = messages.flatMap(({ hooks, bodies, ...message }) => {
        const hook = hooks.find((hook) => hook.id === id)
        return hook ? [{ ...message, body: bodies[hook.payload] }] : []
      })
      addDeliveries(tx, { companyId, webhookId: id, lastNumber: last_number }, own)
      tx.post(sql`update webhooks set position = ${next}, last_number = ${last_number + own.length},
        waiting = waiting + ${own.length} where company_id = ${companyId} and id = ${id}`)
    }
  },
)

/** A delivery before it is queued. */
type NewDelivery = { event: string; type: string; resource: string; recordId: number; sequence: number; body: string }

/** Queues deliveries after those already queued; the caller updates the webhook's own numbers. */
export function addDeliveries(
  tx: Tx,
  { companyId, webhookId, lastNumber }: { companyId: number; webhookId: number; lastNumber: number },
  deliveries: readonly NewDelivery[],
): void {
  for (const [index, { event, type, resource, recordId, sequence, body }] of deliveries.entries()) {
    const own = sql`${companyId}, ${webhookId}, ${lastNumber + 1 + index}`
    tx.post(sql`insert into webhook_deliveries (company_id, webhook_id, number, event, type, resource, record_id,
      sequence, body, state, attempts, status, error, answer, milliseconds, created, sent)
      values (${own}, ${event}, ${type}, ${resource}, ${recordId}, ${sequence}, ${body},
        'queued', 0, 0, '', '', 0, ${tx.now}, 0)`)
  }
  for (const resource of new Set(deliveries.map((delivery) => delivery.resource)))
    tx.post(sql`insert into webhook_streams (company_id, webhook_id, resource, due, lease, failures)
      values (${companyId}, ${webhookId}, ${resource}, ${tx.now}, 0, 0)
      on conflict (company_id, webhook_id, resource) do nothing`)
}
