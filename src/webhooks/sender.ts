import { acrossCompanies } from '../company/all_companies.ts'
import type { Config } from '../config.ts'
import { type Sql, sql } from '../engine/sql.ts'
import { type Keys, loadKeys } from '../identity/factors/secrets.ts'
import { second } from '../rules/time/calendar.ts'
import type { HookAnswer } from '../rules/webhooks/attempts.ts'
import { ownStream } from '../rules/webhooks/events.ts'
import { freeSlots, type Sending, slotsFor } from '../rules/webhooks/slots.ts'
import type { World } from '../world.ts'
import { queueChanges } from './queue.ts'
import { openSecret } from './secrets.ts'
import { type Claimed, claimStreams, isHealthy, leaseSeconds, type Outcome, settleStream } from './streams.ts'
import { answerMs } from './transport.ts'

/**
 * No request starts that could end within the last seconds of its stream's lease, because the clocks of servers may
 * differ by that much.
 */
const clocksApartSeconds = 10

/** For how many companies the last turn is remembered. */
const turnsMax = 10_000

/** Sends the changes of all companies to their webhooks. It knows what this process is sending, and whose turn is next. */
export class WebhookSender {
  readonly #world: World
  readonly #config: Config
  readonly #goesOn: () => boolean
  readonly #underWay = new Map<Promise<void>, Sending>()
  /** When companies had their last turn: the number of the turn, by company. */
  readonly #turns = new Map<number, number>()
  /** It is looking for streams to send, and has to look once more. */
  #filling: Promise<void> | undefined
  #again = false

  /** Once `goesOn` returns false, it starts nothing more. */
  constructor(world: World, config: Config, goesOn = () => true) {
    this.#world = world
    this.#config = config
    this.#goesOn = goesOn
  }

  /** Queues changes, and starts sending them without waiting for responses. */
  async begin(): Promise<void> {
    if (!this.#goesOn()) return
    const send = () => this.#send()
    await queueChanges(this.#world, this.#goesOn, send)
    await send()
  }

  /** Waits until everything is sent, including what becomes due meanwhile. */
  async ended(): Promise<void> {
    while (this.#underWay.size > 0) {
      await Promise.race(this.#underWay.keys())
      await this.begin()
    }
  }

  get #sending(): Sending[] {
    return [...this.#underWay.values()]
  }

  /**
   * Starts sending what is due, as long as there are slots, without waiting for responses. Finished streams free slots
   * for the next ones. Companies take turns: those with the fewest streams in progress come first, then those that have
   * waited longest.
   */
  async #send(): Promise<void> {
    this.#again = true
    this.#filling ??= (async () => {
      try {
        while (this.#again) {
          this.#again = false
          while (this.#goesOn() && (await this.#beginTurn()));
        }
      } finally {
        this.#filling = undefined
      }
    })()
    await this.#filling
  }

  /** Starts a turn: some streams of each company, as long as there are slots. False if there was nothing to start. */
  async #beginTurn(): Promise<boolean> {
    const { db, now, uuid, sight } = this.#world
    const companies = await this.#companiesInTurn()
    if (companies.length === 0) return false
    const keys = await loadKeys(this.#world, this.#config)
    if (this.#turns.size > turnsMax) this.#turns.clear()
    let turn = Math.max(0, ...this.#turns.values())
    let begun = 0
    for (const companyId of companies) {
      const { all: max, troubled: troubledMax } = slotsFor(companyId, companies.length, this.#sending)
      if (max === 0) break
      const judged = sight.clock.judging(now())
      const claim = { companyId, max, troubledMax, ahead: this.#ahead, uuid: uuid(), judged }
      const { streams, count } = await db.write(claimStreams, claim, now())
      for (const stream of streams) this.#begin(stream, keys)
      begun += count
      turn += 1
      this.#turns.set(companyId, turn)
    }
    return begun > 0
  }

  /** The companies that have something to send and may, in the order of their turns. */
  async #companiesInTurn(): Promise<number[]> {
    const sending = this.#sending
    const free = freeSlots(sending)
    if (free.all === 0) return []
    const isDue = this.#isDue(free.troubled === 0)
    const due = await acrossCompanies<{ company_id: number; waiting: number }>(
      this.#world,
      (own) => sql`select company_id, min(due) as waiting from webhook_streams
        where ${own} and ${isDue} group by company_id order by waiting`,
    )
    const count = (companyId: number) => sending.filter((stream) => stream.companyId === companyId).length
    const turnOf = (companyId: number) => this.#turns.get(companyId) ?? 0
    return due
      .map(({ company_id: id }) => id)
      .filter((id) => slotsFor(id, due.length, sending).all > 0)
      .sort((a, b) => count(a) - count(b) || turnOf(a) - turnOf(b))
  }

  #isDue(onlyHealthy: boolean): Sql {
    const now = this.#world.now()
    const due = sql`(due <= ${now} or due > ${now + this.#ahead})`
    return onlyHealthy ? sql`${due} and ${isHealthy(sql`webhook_streams.company_id`)}` : due
  }

  /** The latest that a stream can be due from now on; a later one was written by a clock that was ahead. */
  get #ahead(): number {
    return (Math.max(86_400, ...this.#config.webhookRetries) + leaseSeconds) * second
  }

  #begin(stream: Claimed, keys: Keys): void {
    const { log } = this.#world
    const sending: Promise<void> = this.#sendStream(stream, keys)
      .catch((error) => log.error({ err: error }, 'sending to a webhook failed'))
      .finally(() => {
        this.#underWay.delete(sending)
        if (this.#goesOn()) void this.#send().catch((error) => log.error({ err: error }, 'sending webhooks failed'))
      })
    this.#underWay.set(sending, { companyId: stream.companyId, isTroubled: stream.isTroubled })
  }

  /** Sends a stream's next deliveries in order, until one fails, and stores the responses. */
  async #sendStream(stream: Claimed, keys: Keys): Promise<void> {
    const { hooks, db, now, uuid, log } = this.#world
    const { companyId, webhookId, resource, lease, url, deliveries } = stream
    const secrets = stream.secrets.flatMap((secret) => openSecret(keys, companyId, secret) ?? [])
    const until = performance.now() + (leaseSeconds - clocksApartSeconds) * 1000 - answerMs
    const outcomes: Outcome[] = []
    for (const { number, event, body, attempts } of deliveries) {
      if (performance.now() > until || (outcomes.length > 0 && !this.#goesOn())) break
      const sent = now()
      const answer: HookAnswer =
        secrets.length === 0
          ? {
              outcome: 'unanswered',
              error: 'the secret cannot be read: CLOCKHOUSE_SECRET has changed',
              milliseconds: 0,
            }
          : await hooks.send({ url, id: event, body, secrets })
      const isDelivered = answer.outcome === 'answered' && answer.status >= 200 && answer.status < 300
      hooks.counts[isDelivered ? 'delivered' : 'failed'] += 1
      outcomes.push({ number, attempts: attempts + 1, sent, answer })
      if (!isDelivered && resource !== ownStream) break
    }
    const input = { companyId, webhookId, resource, lease, outcomes, retrySeconds: this.#config.webhookRetries }
    const settled = { ...input, uuid: uuid() }
    await db.write(settleStream, settled, now()).catch(async (error) => {
      log.warn({ err: error }, 'what webhooks answered could not be stored; trying once more')
      await db.write(settleStream, settled, now())
    })
  }
}
