import { acrossCompanies } from '../company/all_companies.ts'
import type { Config } from '../config.ts'
import { inList, operation, type Sql, sql, type Tx } from '../engine/sql.ts'
import { pauseAfter, payloadOf, verdictOf } from '../rules/notifications/delivery.ts'
import { type KindName, kinds } from '../rules/notifications/kinds.ts'
import { second } from '../rules/time/calendar.ts'
import type { PushHost, World } from '../world.ts'
import { forUpdate, type Settled, settle } from './delivery_state.ts'
import { authorization, encryptPush, type ServerKey, serverKey, topicOf } from './web_push.ts'

/** Lease of a push: after this long without a result, it counts as lost. Longer than the timeouts of `push_transport.ts`. */
export const leaseSeconds = 60

/** Concurrent pushes to one push service, and concurrent push services. */
const hostMax = 32
const hostsMax = 8

/** Pushes encrypted before yielding to the event loop: each takes a good part of a millisecond. */
const turnMax = 4

/**
 * Sends pushes beside everything else. Several runs may go on at the same time, so a slow push service holds up only
 * itself.
 */
export class PushSender {
  readonly #run: () => Promise<void>
  readonly #log: World['log']
  readonly #underWay = new Set<Promise<void>>()

  /** Once `goesOn` returns false, it starts nothing more. */
  constructor(world: World, config: Config, goesOn?: () => boolean) {
    this.#run = () => deliverPushes(world, config, goesOn)
    this.#log = world.log
  }

  /** Starts sending what is due. */
  begin(): void {
    const run = this.#run()
    this.#underWay.add(run)
    run
      .catch((error) => this.#log.error({ err: error }, 'sending pushes failed'))
      .finally(() => this.#underWay.delete(run))
  }

  /** Waits until everything that was begun is sent. Throws what made it fail. */
  async ended(): Promise<void> {
    await Promise.all(this.#underWay)
  }
}

/**
 * Sends the pushes that are due, to each push service separately, so a slow one does not hold up the others. Each push is
 * sent by the process that claims it, and is retried only if it certainly did not arrive. Once `goesOn` returns false,
 * it stops after the pushes under way.
 */
export async function deliverPushes(world: World, config: Config, goesOn = () => true): Promise<void> {
  const { push, now } = world
  const at = now()
  const due = await acrossCompanies<{ host: string }>(
    world,
    (own) => sql`select host from deliveries
      where ${own} and state = 'queued' and host <> '' group by host having min(due) <= ${at}`,
  )
  const waiting = [...new Set(due.map(({ host }) => host))]
    .map((host) => ({ name: host, host: hostOf(world, host) }))
    .filter(({ host }) => !host.busy && !isPaused(host, at))
  if (waiting.length === 0) return
  const sender = await senderOf(world, config)
  const busy = () => [...push.hosts.values()].filter((host) => host.busy).length
  const ended = await Promise.allSettled(
    Array.from({ length: Math.min(waiting.length, hostsMax - busy()) }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        if (!next.host.busy && goesOn()) await sendTo(next.name, next.host, world, sender, goesOn)
    }),
  )
  for (const result of ended) if (result.status === 'rejected') throw result.reason
}

/** What this process knows about a push service. */
function hostOf({ push }: World, name: string): PushHost {
  const known = push.hosts.get(name) ?? { busy: false, restsUntil: 0, troubled: false }
  push.hosts.set(name, known)
  return known
}

/** Whether pushes to a service are paused. Setting the clock back does not prolong the pause. */
function isPaused({ restsUntil }: PushHost, at: number): boolean {
  return at < restsUntil && restsUntil - at <= 3600 * second
}

/** Sends to one push service until nothing is due, or it has to be paused. */
async function sendTo(name: string, host: PushHost, world: World, sender: Sender, goesOn: () => boolean) {
  host.busy = true
  try {
    let settled: Settled[] = []
    let more = true
    while (more || settled.length > 0) {
      const at = world.now()
      const max = isPaused(host, at) || !goesOn() ? 0 : host.troubled ? 1 : hostMax
      const first = max === 0 ? [] : await firstOf(name, max, world, at)
      const claim = { host: name, wanted: first, settled, judged: world.sight.clock.judging(at) }
      const { claimed, taken } = await world.db.write(claimPushes, claim, at).catch(async (error) => {
        // Retry once if the database was unavailable for a moment, or the pushes sent would count as lost.
        if (settled.length > 0) await world.db.write(claimPushes, { ...claim, wanted: [] }, world.now())
        throw error
      })
      // Pushes that another server is claiming still count as due; without a pause, this would query them again and
      // again.
      more = max > 0 && first.length >= max && taken > 0
      settled = await sendAll(claimed, host, world, sender)
    }
  } finally {
    host.busy = false
  }
}

/** The companies of the first pushes that are due for a push service. */
async function firstOf(host: string, max: number, world: World, at: number): Promise<number[]> {
  const rows = await acrossCompanies<{ company_id: number; due: number }>(
    world,
    (own) => sql`select company_id, due from deliveries
      where ${own} and host = ${host} and state = 'queued' and due <= ${at} order by due, id limit ${max}`,
  )
  return rows.map((row) => row.company_id).slice(0, max)
}

/** A push that this process has claimed. */
type Claimed = {
  company_id: number
  id: number
  notification_id: number
  device_id: number
  user_id: number
  attempts: number
  until: number
  company: string
  kind: KindName
  message: string
  path: string
  endpoint: string
  p256dh: string
  auth: string
}

async function sendAll(claimed: readonly Claimed[], host: PushHost, world: World, sender: Sender): Promise<Settled[]> {
  const sending: Promise<Settled>[] = []
  for (const [index, one] of claimed.entries()) {
    if (index % turnMax === 0) await new Promise((resolve) => setImmediate(resolve))
    sending.push(sendOne(one, host, world, sender))
  }
  return Promise.all(sending)
}

async function sendOne(one: Claimed, host: PushHost, { now }: World, sender: Sender): Promise<Settled> {
  const { company_id: companyId, id, notification_id: notificationId, device_id: deviceId, attempts, until } = one
  const { kind, company: title, message: body, path } = one
  const ttlSeconds = Math.ceil((until - now()) / second)
  const answer = await sender(one, { id: notificationId, delivery: id, kind, title, body, path, ttlSeconds })
  const at = now()
  const rest = pauseAfter(answer, at)
  if (rest > 0) host.restsUntil = Math.max(host.restsUntil, at + rest * second)
  host.troubled = answer.outcome === 'unsent' || answer.outcome === 'unknown'
  return { companyId, id, notificationId, deviceId, attempts, ...verdictOf(answer, attempts, at, until) }
}

/** The subscription a push is sent to, and its owner. */
type Target = { company_id: number; user_id: number; endpoint: string; p256dh: string; auth: string }

/** The content of a push. `id` and `delivery` are the ids of the records, 0 for a test push. */
type Content = {
  id: number
  delivery: number
  kind: KindName
  title: string
  body: string
  path: string
  ttlSeconds: number
}

type Sender = (target: Target, content: Content) => ReturnType<World['push']['send']>

/** Makes a function that sends single pushes on behalf of this installation. */
export async function senderOf(world: World, config: Pick<Config, 'url' | 'mailFrom'>): Promise<Sender> {
  const { push, random, now } = world
  const key = await serverKey(world)
  // One signature for all pushes to a push service in this round.
  const tokens = new Map<string, string>()
  return async (target, { ttlSeconds, ...content }) => {
    const { endpoint, company_id, user_id } = target
    const { origin } = new URL(endpoint)
    const token = tokens.get(origin) ?? tokenFor(key, endpoint, config, now())
    tokens.set(origin, token)
    const topic = topicOf(company_id, user_id, content.kind)
    const body = encrypted(payloadOf({ ...content, tag: topic }), target, random)
    if (!body) return { outcome: 'refused', error: 'the key of the device is not valid' }
    const headers = {
      authorization: token,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(Math.max(0, ttlSeconds)),
      urgency: kinds[content.kind].urgency,
      topic,
    }
    return push.send({ endpoint, headers, body })
  }
}

function encrypted(payload: string, target: Target, random: World['random']): Buffer | undefined {
  try {
    return encryptPush(payload, target, random)
  } catch {
    return undefined
  }
}

function tokenFor(key: ServerKey, endpoint: string, { url, mailFrom }: Pick<Config, 'url' | 'mailFrom'>, now: number) {
  const host = url === '' ? 'localhost' : new URL(url).hostname
  const subject = url.startsWith('https:') ? url : `mailto:${mailFrom || `no-reply@${host}`}`
  return authorization(key, endpoint, subject, now)
}

/** `judged`: the time by which pushes are judged to be too late. */
type Claim = { host: string; wanted: readonly number[]; settled: readonly Settled[]; judged: number }

/**
 * Stores the results of the last pushes to a push service and claims the next ones: for each company as many as it
 * occurs in `wanted`. Pushes that are no longer wanted are failed here. `taken`: the number of both together.
 */
export const claimPushes = operation('push.claim', async (tx, { host, wanted, settled, judged }: Claim) => {
  await settle(tx, settled)
  const due = sql`host = ${host} and state = 'queued' and due <= ${tx.now}`
  // In the order of the companies, so that two processes never wait for each other.
  const companies = [...Map.groupBy(wanted, (companyId) => companyId)].sort(([a], [b]) => a - b)
  const claimed: Candidate[] = []
  for (const [companyId, { length }] of companies) claimed.push(...(await claimOf(tx, companyId, due, length)))
  const late = claimed.filter((row) => row.wanted === 1 && row.until <= judged)
  const unwanted = claimed.filter((row) => row.wanted === 0)
  await settle(tx, [
    ...late.map(failedWith('could not be delivered in time')),
    ...unwanted.map(failedWith(unwantedText)),
  ])
  const sending: Claimed[] = claimed.filter((row) => row.wanted === 1 && row.until > judged)
  return { claimed: sending, taken: claimed.length }
})

/** A claimed push, and whether its person and device still want it. */
type Candidate = Claimed & { wanted: number }

/** Claims the first pushes of a company that no other process is claiming. */
async function claimOf(tx: Tx, companyId: number, due: Sql, max: number): Promise<Candidate[]> {
  const free = await tx.all<{ id: number }>(sql`select id from deliveries
    where company_id = ${companyId} and ${due} order by due, id limit ${max} ${forUpdate(true)}`)
  if (free.length === 0) return []
  const ids = free.map(({ id }) => id)
  await tx.run(sql`update deliveries set state = 'sending', attempts = attempts + 1,
    due = ${tx.now + leaseSeconds * second} where company_id = ${companyId} and ${inList(sql`id`, ids)}`)
  return tx.all<Candidate>(sql`select d.company_id, d.id, d.notification_id,
      d.device_id, d.user_id, d.attempts, d.until, n.kind, n.message, n.path, c.name as company,
      v.endpoint, v.p256dh, v.auth, case when u.active = 1 and v.user_id = d.user_id then 1 else 0 end as wanted
    from deliveries d
    join companies c on c.company_id = d.company_id
    join notifications n on n.company_id = d.company_id and n.id = d.notification_id
    left join push_devices v on v.company_id = d.company_id and v.id = d.device_id
    left join users u on u.company_id = d.company_id and u.id = d.user_id
    where d.company_id = ${companyId} and ${inList(sql`d.id`, ids)}`)
}

const unwantedText = 'the device was removed or now belongs to someone else, or the person was archived'

/** The ids of a delivery, and its number of attempts. */
export type Attempted = Pick<Claimed, 'company_id' | 'id' | 'notification_id' | 'device_id' | 'attempts'>

/** Fails pushes with this error. */
export function failedWith(error: string) {
  return ({ company_id: companyId, id, notification_id, device_id, attempts }: Attempted): Settled => {
    const ids = { companyId, id, notificationId: notification_id, deviceId: device_id }
    return { ...ids, attempts, state: 'failed', status: 0, error, due: 0, gone: false }
  }
}
