import { randomBytes, randomUUID } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { type Logger, pino } from 'pino'
import { noteInAudit } from './audit/write.ts'
import type { Db } from './engine/sql.ts'
import type { PushAnswer } from './rules/notifications/delivery.ts'
import type { HookAnswer } from './rules/webhooks/attempts.ts'
import { idsOf, underWay } from './sight/requests.ts'
import { Sight } from './sight/sight.ts'
import type { WatchedDb } from './sight/watched.ts'

/** Everything outside the program. Tests pass in their own. */
export interface World {
  readonly db: Db
  /** Microseconds since the epoch. */
  readonly now: () => number
  readonly random: (bytes: number) => Buffer
  readonly uuid: () => string
  readonly log: Logger
  /** Sends mail; undefined if no mail server is set up. */
  readonly mailer: Mailer | undefined
  /** Sends push messages. */
  readonly push: Push
  /** Sends to webhooks. */
  readonly hooks: Hooks
  /** The TXT records of a domain, each in its parts. Throws if there are none or the lookup fails. */
  readonly resolveTxt: ResolveTxt
  /** Health, metrics and log lines about the server's own work. */
  readonly sight: Sight
}

/** Looks up TXT records. */
type ResolveTxt = (domain: string) => Promise<string[][]>

/** Looks up TXT records with the machine's name servers, for a few seconds at most. */
const systemTxt: ResolveTxt = (domain) => new Resolver({ timeout: 3000, tries: 2 }).resolveTxt(domain)

/** An outgoing email. */
export type Email = {
  /** The same for every attempt to send it. */
  readonly id: string
  readonly companyId: number
  /** The sender's display name; the address is the mailer's. */
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Attached files. */
  readonly attachments?: readonly Attachment[]
  /** The URL for one-click unsubscribing (RFC 8058). */
  readonly unsubscribe?: string | undefined
}

/** A file attached to an email. */
export type Attachment = { readonly name: string; readonly content: Buffer }

/**
 * The outcome of sending an email. refused: it will never be accepted. later: not accepted for now. away: the server
 * accepts no mail for now. unknown: there was no response, so it may have arrived. `status`: the server's, or 0.
 */
export type SendResult = {
  readonly state: 'sent' | 'refused' | 'later' | 'away' | 'unknown'
  readonly status: number
  readonly error: string
}

/** Sends mail. */
export interface Mailer {
  send(email: Email): Promise<SendResult>
  /** Greets the mail server and signs in, without sending anything. Returns why that fails. */
  problem?(): Promise<string | undefined>
  /** Calls this after each email that the mail server did not take. */
  onFailure?(hear: () => void): void
}

/** A push message as it is sent to a browser's push service. */
export type PushRequest = { endpoint: string; headers: Record<string, string>; body: Uint8Array }

/** The state of a push service in this process: whether a request is in progress, when it may be called again
 *  (microseconds), and whether its last response was an error. */
export type PushHost = { busy: boolean; restsUntil: number; troubled: boolean }

/** Sends push messages. `send` never throws. */
export interface Push {
  readonly hosts: Map<string, PushHost>
  send(request: PushRequest): Promise<PushAnswer>
}

/** A `Push` that sends nothing, for commands. */
const noPush: Push = {
  hosts: new Map(),
  send: async () => ({ outcome: 'unsent', error: 'nothing is sent from here' }),
}

/** A message to a webhook, with its address and the secrets to sign it with. */
export type HookRequest = { url: string; id: string; body: string; secrets: readonly string[] }

/** Sends to webhooks. `send` never throws. */
export interface Hooks {
  /** Attempts since the start, for monitoring. */
  readonly counts: { delivered: number; failed: number }
  send(request: HookRequest): Promise<HookAnswer>
}

/** `Hooks` that send nothing, for commands. */
const noHooks: Hooks = {
  counts: { delivered: 0, failed: 0 },
  send: async () => ({ outcome: 'unanswered', error: 'nothing is sent from here', milliseconds: 0 }),
}

/** The machine's clock, in microseconds since the epoch. */
export const machineClock = (): number => Date.now() * 1000

/** The real world. `now` can be replaced to move time. */
export function realWorld(
  db: WatchedDb,
  log: Logger,
  now: () => number = machineClock,
  mailer?: Mailer,
  push = noPush,
  resolveTxt = systemTxt,
  hooks = noHooks,
): World {
  const sight = new Sight(randomBytes(5).toString('hex'), log, alwaysInfo(log))
  const heard = keepingFaults(log, sight, now)
  const watched = sight.watch(db)
  sight.security.note = (companyId, entry, origin) => {
    const noted = watched.write(noteInAudit, { companyId, entry }, now(), [], origin)
    noted.catch((error: unknown) => heard.error({ err: error }, 'a refusal is missing in the audit'))
  }
  return { db: watched, now, random: randomBytes, uuid: randomUUID, log: heard, mailer, push, hooks, resolveTxt, sight }
}

/** The same log, whose errors the server also keeps for those who administer it, even if nothing is logged. */
function keepingFaults(log: Logger, sight: Sight, now: () => number): Logger {
  const own = log.child({})
  const write = own.error.bind(own)
  own.error = (details: object | string, ...rest: []) => {
    const [text] = rest as string[]
    if (typeof details === 'string') sight.faults.note({}, details, now())
    else sight.faults.note(details, text ?? '', now())
    write(details as object, ...rest)
  }
  return own
}

/** A log whose lines of level info are written even if only warnings are logged. */
function alwaysInfo(log: Logger): Logger {
  return log.level === 'warn' ? log.child({}, { level: 'info' }) : log
}

/** Logs lines of JSON to standard error, with secrets redacted and with the current request. */
export function logger(level: string): Logger {
  return pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'password', 'client_secret', 'token'],
      mixin: () => {
        const request = underWay.getStore()
        if (!request) return {}
        const { method, route, asker } = request
        return { ...idsOf(request), method, route, company: asker?.companyId, user: asker?.userId }
      },
    },
    pino.destination({ dest: 2, sync: true }),
  )
}
