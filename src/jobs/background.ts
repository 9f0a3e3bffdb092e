import type { Config } from '../config.ts'
import type { Exporter } from '../exports/exporter.ts'
import { answerRequests } from '../identity/links/password_resets.ts'
import { sendDueAlerts } from '../notifications/alerts.ts'
import { dispatchDue } from '../notifications/dispatch.ts'
import { recoverExpiredPushes } from '../notifications/expired_leases.ts'
import { deliverMails } from '../notifications/mails.ts'
import { PushSender } from '../notifications/pushes.ts'
import { sendDueReminders } from '../notifications/reminders.ts'
import { WebhookSender } from '../webhooks/sender.ts'
import type { World } from '../world.ts'
import { accrueDue } from './accruals.ts'
import { tellAuditHeads } from './audit_heads.ts'
import { clockOutForgotten } from './auto_clock_out.ts'
import { deleteOld } from './delete_old.ts'
import { payHolidays } from './holiday_pay.ts'
import { endDueInspections } from './inspections.ts'
import { applyDueRates } from './pay_rates.ts'
import { reportFiles, sendDueReports } from './saved_reports.ts'
import { hasTurn } from './turns.ts'

/**
 * Why a step does something. time: only because time has passed; such a step waits while the machine's clock is in doubt,
 * because what it does cannot be undone, or only with effort. request: someone has asked for it, or changed something.
 * server: the server's own upkeep, which changes no records.
 */
type Cause = 'time' | 'request' | 'server'

/** A part of a loop, with its cause. */
type Step = { cause: Cause; run: (world: World, background: BackgroundWork) => unknown }

const byTime = (run: Step['run']): Step => ({ cause: 'time', run })
const onRequest = (run: Step['run']): Step => ({ cause: 'request', run })
const forServer = (run: Step['run']): Step => ({ cause: 'server', run })

/**
 * A loop of background work. `name` is in log lines and metrics. `seconds` are from the start of a run to that of the
 * next one; in each interval only one of several servers runs it. A loop that `needs` something runs on each server that
 * has it, by the machine's time, so it is not among what is due. The steps run in order, and a failure does not stop the
 * rest. A step does not wait for other services that may be slow: it leaves that to a sender.
 */
type Loop = {
  name: string
  seconds: number
  needs?: keyof Needs
  steps: readonly Step[]
}

/**
 * What only a server with timers has: its event streams, a place for backups, a clock that no one moves, proxies, what
 * watches over it, the memory of its last day, the wish to know of new releases, and a service manager that wants to hear
 * that it is alive.
 */
type Needs = {
  live?: { beat(): Promise<void>; close(): void }
  backup?: () => Promise<void>
  watchClock?: () => unknown
  lookUpProxies?: () => Promise<void>
  watch?: () => Promise<void>
  keepHistory?: () => Promise<void>
  checkDatabase?: () => Promise<void>
  lookForRelease?: () => Promise<void>
  tellAlive?: () => Promise<void>
  lookAfterCertificate?: () => Promise<void>
}

/** A loop that only calls what a server has for it. */
function upkeep(name: string, seconds: number, needs: Exclude<keyof Needs, 'live'>): Loop {
  return { name, seconds, needs, steps: [forServer((_, given) => given.needs[needs]?.())] }
}

/** All background work. */
const loops: readonly Loop[] = [
  {
    name: 'a background round',
    seconds: 30,
    steps: [
      byTime(clockOutForgotten),
      byTime(accrueDue),
      byTime(payHolidays),
      byTime(applyDueRates),
      byTime(sendDueReminders),
      byTime(sendDueAlerts),
      byTime(sendDueReports),
      byTime(endDueInspections),
      byTime(deleteOld),
      forServer(tellAuditHeads),
      onRequest(answerRequests),
      byTime(recoverExpiredPushes),
    ],
  },
  {
    name: 'dispatching notifications',
    seconds: 2,
    steps: [onRequest(dispatchDue), onRequest((_, { pushes }) => pushes.begin())],
  },
  {
    name: 'sending mails',
    seconds: 10,
    steps: [onRequest((world, { config, mailing }) => deliverMails(world, config, mailing))],
  },
  { name: 'queueing for webhooks', seconds: 1, steps: [onRequest((_, { webhooks }) => webhooks.begin())] },
  upkeep('a backup', 10, 'backup'),
  { name: 'checking for changes', seconds: 1, needs: 'live', steps: [forServer((_, { needs }) => needs.live?.beat())] },
  upkeep('looking up proxies', 15, 'lookUpProxies'),
  upkeep('watching the clock', 30, 'watchClock'),
  upkeep('watching over the server', 2, 'watch'),
  upkeep('remembering the last day', 60, 'keepHistory'),
  upkeep('checking the database', 600, 'checkDatabase'),
  upkeep('looking for a newer version', 3600, 'lookForRelease'),
  upkeep('looking after the certificate', 60, 'lookAfterCertificate'),
  upkeep('telling the service manager', 5, 'tellAlive'),
]

/** Runs background work, by timers or all that is due at once. Several processes that do so do not conflict. */
export class BackgroundWork {
  readonly config: Config
  readonly needs: Needs
  readonly mailing: NonNullable<Parameters<typeof deliverMails>[2]>
  readonly pushes: PushSender
  readonly webhooks: WebhookSender
  readonly #world: World

  /** Without an exporter, reports wait. Once `goesOn` returns false, nothing more is sent. */
  constructor(
    world: World,
    config: Config,
    { exporter, goesOn = () => true, ...needs }: { exporter?: Exporter; goesOn?: () => boolean } & Needs = {},
  ) {
    this.#world = world
    this.config = config
    this.needs = needs
    this.mailing = { goesOn, ...(exporter && { attach: reportFiles(world, exporter) }) }
    this.pushes = new PushSender(world, config, goesOn)
    this.webhooks = new WebhookSender(world, config, goesOn)
  }

  /** The loops for timers, each with a function that runs it if it is this server's turn. `only`: just what needs this. */
  loops(only?: keyof Needs): { name: string; seconds: number; run: () => Promise<void> }[] {
    return loops
      .filter(({ needs }) => (only ? needs === only : !needs || this.needs[needs]))
      .map((loop) => {
        const { name, seconds, needs } = loop
        const run = async () => {
          if (this.#rests(loop)) return
          if (needs || (await hasTurn(this.#world, name, seconds))) await this.#run(loop)
        }
        return { name, seconds, run }
      })
  }

  /** Runs all that is due once, and waits until what it has begun to send is sent. */
  async runDue(): Promise<void> {
    for (const loop of loops) {
      if (loop.needs || this.#rests(loop)) continue
      await this.#run(loop)
      await this.ended()
    }
  }

  /** Waits for everything that is being sent. */
  async ended(): Promise<void> {
    const ends = await Promise.allSettled([this.pushes.ended(), this.webhooks.ended()])
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  /** Whether a loop rests because the database is too new for this program: all but what watches over it. */
  #rests({ needs }: Loop): boolean {
    if (this.#world.sight.database.floor?.passed === undefined) return false
    // The streams end, so that browsers connect to another server.
    if (needs === 'live') this.needs.live?.close()
    return needs !== 'watch' && needs !== 'tellAlive'
  }

  /** The error of the first step that fails is thrown at the end. What is only due by the time waits for a clock that is trusted. */
  async #run({ name, steps }: Loop): Promise<void> {
    const { clock } = this.#world.sight
    const failures: unknown[] = []
    for (const { cause, run } of steps)
      try {
        // It may have been set since the last look.
        clock.refresh()
        if (cause === 'time' && clock.isDoubtful()) continue
        await run(this.#world, this)
      } catch (error) {
        this.#world.sight.damage.note(error)
        failures.push(error)
      }
    for (const err of failures.slice(1)) this.#world.log.error({ err }, `another step of ${name} failed`)
    if (failures.length > 0) throw failures[0]
  }
}
