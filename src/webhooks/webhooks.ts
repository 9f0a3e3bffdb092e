import type { Config } from '../config.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { inList, lockExisting, name, type Operation, oneRow, operation, type Sql, sql, type Tx } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { loadKeys } from '../identity/factors/secrets.ts'
import { readsType } from '../rules/people/sight.ts'
import { reason } from '../rules/refusals/reason.ts'
import { hour } from '../rules/time/calendar.ts'
import { eventsOf, type Filter, gapEvent, ownStream, unknownType } from '../rules/webhooks/events.ts'
import type { World } from '../world.ts'
import { resourcesOf, toldResources } from './queue.ts'
import { newSecret } from './secrets.ts'
import { isAllowed } from './switch_off.ts'
import { addressProblem } from './transport.ts'

/** The events that a webhook can subscribe to. */
export const eventNames = eventsOf(toldResources.map(({ name }) => name))

/** The settings of a webhook. */
export type WebhookChoices = {
  url: string
  description: string
  types: readonly string[]
  filter: Filter
  payload: 'thin' | 'full'
  active: boolean
}

/** A webhook, without its secret. Instants in microseconds. */
export type Webhook = WebhookChoices & {
  id: number
  /** Why the server switched it off; '' if it did not. */
  offReason: string
  /** Until when messages are also signed with the previous secret. */
  oldUntil: number
  /** The sequence in the change log up to which deliveries are queued. */
  position: number
  waiting: number
  /** The most failed attempts in a row of any stream, and when the next attempt is due, 0 for none. */
  failures: number
  due: number
  created: number
  createdBy: number
  /** The client id of the application that added it; '' for a person. */
  clientId: string
}

/**
 * The caller. A person sees all webhooks of the company, an application those that it added, and a token with scopes
 * those whose events are about records that it may read.
 */
type Asking = Pick<Actor, 'companyId' | 'granted' | 'scopes'>

const urlMax = 2000
const descriptionMax = 200
const idsMax = 1000

/** The webhooks that the caller may see, oldest first; only one if its id is given. */
export async function webhooksOf(
  handle: Tx | World['db']['read'],
  { companyId, granted, scopes }: Asking,
  id?: number,
): Promise<Webhook[]> {
  type Row = Omit<Webhook, 'types' | 'filter' | 'active'> & { types: string; filter: string; active: number }
  const one = id === undefined ? sql`1 = 1` : sql`w.id = ${id}`
  const own = granted === undefined ? sql`1 = 1` : sql`w.client_id = ${granted}`
  const rows = await handle.all<Row>(sql`select w.id, w.url, w.description, w.types, w.filter, w.payload, w.active,
      w.off_reason as "offReason", w.old_until as "oldUntil", w.position, w.waiting, w.created,
      w.created_by_user_id as "createdBy", w.client_id as "clientId", coalesce(s.failures, 0) as failures, coalesce(s.due, 0) as due
    from webhooks w left join (select webhook_id, max(failures) as failures, max(due) as due from webhook_streams
      where company_id = ${companyId} and failures > 0 group by webhook_id) s on s.webhook_id = w.id
    where w.company_id = ${companyId} and ${one} and ${own} order by w.id`)
  const found = rows.map(({ types, filter, active, ...row }) => ({
    ...row,
    types: types.split(','),
    filter: JSON.parse(filter),
    active: active === 1,
  }))
  return found.filter(({ types }) => unreadable(types, scopes) === undefined)
}

/** The resources whose deliveries a token with these scopes may see; undefined for all. */
export function readableResources(scopes: string | undefined): string[] | undefined {
  if (!scopes) return undefined
  const readable = toldResources.map(({ name }) => name).filter((name) => readsType({ scopes }, name))
  return [...readable, ownStream, gapEvent]
}

/** A resource of these events that a token with these scopes may not read. */
function unreadable(types: readonly string[], scopes: string | undefined): string | undefined {
  return resourcesOf(types).find(({ name }) => !readsType({ scopes }, name))?.name
}

/** The webhook with this id. RequestError 404. */
export async function webhookNamed(handle: World['db']['read'], asking: Asking, id: number): Promise<Webhook> {
  const [found] = await webhooksOf(handle, asking, id)
  if (!found) throw absent(id)
  return found
}

function absent(id: number): RequestError {
  return new RequestError(404, 'no_such_webhook', { id })
}

function checkAddress(config: Config, url: string): void {
  const problem = url.length > urlMax ? reason('address_too_long') : addressProblem(config, url)
  if (problem) throw new RequestError(417, { ...problem, field: 'url' })
}

/** Refuses invalid settings with RequestError 417, naming the property. */
async function check(
  { db }: World,
  config: Config,
  { companyId, scopes }: Asking,
  { url, description, types, filter = {} }: Partial<WebhookChoices>,
): Promise<void> {
  if (url !== undefined) checkAddress(config, url)
  if (description !== undefined && description.length > descriptionMax)
    throw new RequestError(417, 'longer_than', { field: 'description', max: descriptionMax })
  if (types?.length === 0) throw new RequestError(417, 'no_event_types')
  const unknown = types && unknownType(types, eventNames)
  if (unknown !== undefined) throw new RequestError(417, 'no_such_event', { name: unknown.slice(0, 60) })
  const closed = unreadable(types ?? [], scopes)
  if (closed) throw new RequestError(403, 'type_scope_missing', { scope: `${closed}:read` })
  for (const [property, table] of filtered) {
    const ids = [...new Set(filter[property] ?? [])]
    if (ids.length > idsMax) throw new RequestError(417, 'too_many_ids', { field: `filter.${property}`, max: idsMax })
    const found = await db.read.all<{ id: number }>(
      sql`select id from ${name(table)} where company_id = ${companyId} and ${inList(sql`id`, ids)}`,
    )
    const missing = ids.find((id) => !found.some((row) => row.id === id))
    if (missing !== undefined)
      throw new RequestError(417, 'no_such_record', {
        field: `filter.${property}`,
        kind: table.slice(0, -1),
        id: missing,
      })
  }
}

const filtered = [
  ['user_ids', 'users'],
  ['group_ids', 'groups'],
  ['jobcode_ids', 'jobcodes'],
] as const

/**
 * Adds a webhook, which gets all changes from now on; an application's webhook only while it has access. Its secret is
 * returned only here. Throws RequestError 417.
 */
export async function createWebhook(
  world: World,
  config: Config,
  { userId, ...asking }: Asking & { userId: number },
  choices: WebhookChoices,
): Promise<{ id: number; secret: string }> {
  const { companyId, granted: clientId = '' } = asking
  await check(world, config, asking, choices)
  const { text, sealed } = newSecret(world, await loadKeys(world, config), companyId)
  const input = { companyId, userId, clientId, secret: sealed, max: config.webhooksMax, choices }
  return { id: await world.db.write(insertWebhook, input, world.now()), secret: text }
}

type NewWebhook = {
  companyId: number
  userId: number
  clientId: string
  secret: string
  max: number
  choices: WebhookChoices
}

/** Stores a webhook and returns its id. */
export const insertWebhook: Operation<NewWebhook, number> = operation(
  'webhooks.insert',
  async (tx, { companyId, userId, clientId, secret, max, choices }) => {
    const id = await UnitOfWork.takeId(tx, companyId)
    const { last_change } = await lockExisting(tx, companyId)
    const known = await oneRow<{ count: number }>(
      tx,
      sql`select count(*) as count from webhooks where company_id = ${companyId}`,
    )
    if (known.count >= max) throw new RequestError(417, 'too_many_webhooks', { max })
    const { url, description, types, filter, payload, active } = choices
    await tx.run(sql`insert into webhooks (company_id, id, url, description, types, filter, payload, active, secret,
        old_secret, old_until, position, last_number, waiting, off_reason, created, created_by_user_id, changed, client_id)
      values (${companyId}, ${id}, ${url}, ${description}, ${types.join()}, ${JSON.stringify(filter)}, ${payload},
        ${active ? 1 : 0}, ${secret}, '', 0, ${last_change}, 0, 0, '', ${tx.now}, ${userId}, ${tx.now}, ${clientId})`)
    return id
  },
)

/**
 * Changes a webhook; `skipWaiting` drops queued deliveries and all changes until now. Anyone who switches on a webhook of a
 * person who is no longer an administrator takes it over. Throws RequestError 404, 417.
 */
export async function changeWebhook(
  world: World,
  config: Config,
  { id, userId, ...asking }: Asking & { id: number; userId: number },
  { skipWaiting = false, ...patch }: Partial<WebhookChoices> & { skipWaiting?: boolean },
): Promise<void> {
  const { companyId } = asking
  const before = await webhookNamed(world.db.read, asking, id)
  await check(world, config, asking, patch)
  const takesOver = patch.active === true && !(await hasAccess(world, companyId, id))
  if (takesOver && before.clientId !== '') throw new RequestError(417, 'without_access')
  const createdBy = takesOver ? userId : before.createdBy
  const { url, description, types, filter, payload, active } = { ...before, ...patch }
  const choices = { url, description, types, filter, payload, active }
  const change = { companyId, id, choices, createdBy, skipWaiting }
  if (!(await world.db.write(updateWebhook, change, world.now()))) throw absent(id)
}

async function hasAccess({ db, now, sight }: World, companyId: number, id: number): Promise<boolean> {
  const found = await db.read.get<{ allowed: number }>(
    sql`select ${isAllowed(companyId, sight.clock.judging(now()))} as allowed from webhooks where company_id = ${companyId} and id = ${id}`,
  )
  return found?.allowed === 1
}

type Change = { companyId: number; id: number; choices: WebhookChoices; createdBy: number; skipWaiting: boolean }

/** Stores the changed settings. A webhook that is switched on continues where it stopped. False if there is none. */
export const updateWebhook: Operation<Change, boolean> = operation(
  'webhooks.update',
  async (tx, { companyId, id, choices, createdBy, skipWaiting }) => {
    const { last_change } = await lockExisting(tx, companyId)
    const { url, description, types, filter, payload, active } = choices
    const one = sql`company_id = ${companyId} and id = ${id}`
    const changed = await tx.run(sql`update webhooks set url = ${url}, description = ${description},
      types = ${types.join()}, filter = ${JSON.stringify(filter)}, payload = ${payload}, active = ${active ? 1 : 0},
      created_by_user_id = ${createdBy}, off_reason = case when ${active ? 1 : 0} = 1 then '' else off_reason end, changed = ${tx.now} where ${one}`)
    if (changed === 0) return false
    if (skipWaiting) {
      await skipQueued(tx, companyId, id, sql`1 = 1`)
      await tx.run(sql`update webhooks set position = ${last_change}, waiting = 0 where ${one}`)
    }
    if (active) await resume(tx, companyId, id)
    return true
  },
)

async function skipQueued(tx: Tx, companyId: number, id: number, condition: Sql): Promise<void> {
  await tx.run(sql`update webhook_deliveries set state = 'skipped'
    where company_id = ${companyId} and webhook_id = ${id} and state = 'queued' and ${condition}`)
}

/** Makes all queued deliveries due now, and resets their attempts. */
async function resume(tx: Tx, companyId: number, id: number): Promise<void> {
  const queued = sql`company_id = ${companyId} and webhook_id = ${id} and state = 'queued'`
  await tx.run(sql`update webhook_deliveries set attempts = 0 where ${queued} and attempts > 0`)
  await tx.run(sql`update webhooks set waiting = (select count(*) from webhook_deliveries where ${queued})
    where company_id = ${companyId} and id = ${id}`)
  await tx.run(sql`update webhook_streams set due = ${tx.now}, failures = 0
    where company_id = ${companyId} and webhook_id = ${id} and failures > 0`)
  await tx.run(sql`insert into webhook_streams (company_id, webhook_id, resource, due, lease, failures)
    select distinct company_id, webhook_id, resource, cast(${tx.now} as bigint), 0, 0 from webhook_deliveries
      where ${queued}
    on conflict (company_id, webhook_id, resource) do nothing`)
}

/**
 * Replaces the secret. For these hours, messages are also signed with the old one. Returns the new one's text. Throws
 * RequestError 404.
 */
export async function rotateWebhookSecret(
  world: World,
  config: Config,
  { companyId, id, overlapHours }: { companyId: number; id: number; overlapHours: number },
): Promise<string> {
  const { text, sealed } = newSecret(world, await loadKeys(world, config), companyId)
  if (!(await world.db.write(replaceSecret, { companyId, id, secret: sealed, overlapHours }, world.now())))
    throw absent(id)
  return text
}

type Replacement = { companyId: number; id: number; secret: string; overlapHours: number }

/** Stores a new secret next to the previous one. False if there is no such webhook. */
export const replaceSecret: Operation<Replacement, boolean> = operation(
  'webhooks.replaceSecret',
  async (tx, { companyId, id, secret, overlapHours }) => {
    await tx.lockCompany(companyId)
    const until = overlapHours === 0 ? 0 : tx.now + overlapHours * hour
    const kept = overlapHours === 0 ? sql`''` : sql`secret`
    const changed = await tx.run(sql`update webhooks set old_secret = ${kept}, secret = ${secret}, old_until = ${until}
      where company_id = ${companyId} and id = ${id}`)
    return changed > 0
  },
)

const removedMax = 1000

/** Deletes a webhook and its deliveries. RequestError 404. */
export async function deleteWebhook({ db, now }: World, companyId: number, id: number): Promise<void> {
  if (!(await db.write(removeWebhook, { companyId, id }, now()))) throw absent(id)
  while (await db.write(removeDeliveries, { companyId, id }, now()));
}

/** Deletes a webhook. False if there is none. */
export const removeWebhook: Operation<{ companyId: number; id: number }, boolean> = operation(
  'webhooks.remove',
  async (tx, { companyId, id }) => {
    await tx.lockCompany(companyId)
    await tx.run(sql`delete from webhook_streams where company_id = ${companyId} and webhook_id = ${id}`)
    return (await tx.run(sql`delete from webhooks where company_id = ${companyId} and id = ${id}`)) > 0
  },
)

/** Deletes some deliveries of a deleted webhook. False if there are no more. */
export const removeDeliveries: Operation<{ companyId: number; id: number }, boolean> = operation(
  'webhooks.removeDeliveries',
  async (tx, { companyId, id }) => {
    const own = sql`company_id = ${companyId} and webhook_id = ${id}`
    const removed = await tx.run(sql`delete from webhook_deliveries where ${own} and number in
      (select number from webhook_deliveries where ${own} order by number limit ${removedMax})`)
    return removed === removedMax
  },
)
