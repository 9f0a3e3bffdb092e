import { randomBytes, randomUUID } from 'node:crypto'
import { type Logger, pino } from 'pino'
import type { Db } from './engine/sql.ts'
import type { PushAnswer } from './rules/notifications/delivery.ts'

/** All that the program may know of the outside. Tests hand in another one. */
export interface World {
  readonly db: Db
  /** Microseconds since the epoch. */
  readonly now: () => number
  readonly random: (bytes: number) => Buffer
  readonly uuid: () => string
  readonly log: Logger
  /** How mail leaves; undefined where none is set up. */
  readonly mailer: Mailer | undefined
  /** How push messages leave. */
  readonly push: Push
}

/** A mail as it goes out. */
export type Email = {
  /** The same for each attempt to send it. */
  readonly id: string
  readonly companyId: number
  /** Whose name it is sent in; the address is the mailer's. */
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where a program that shows mail may end mails of this kind, with one click (RFC 8058). */
  readonly unsubscribe?: string | undefined
}

/**
 * What became of an email. refused: it will never be accepted. later: not accepted for now. away: the server accepts no
 * mail for now. unknown: it was handed over and no answer came, so it may have arrived. `status`: the server's, or 0.
 */
export type SendResult = {
  readonly state: 'sent' | 'refused' | 'later' | 'away' | 'unknown'
  readonly status: number
  readonly error: string
}

/** A way to send mail. */
export interface Mailer {
  send(email: Email): Promise<SendResult>
}

/** A push message as it goes to the push service of a browser. */
export type PushRequest = { endpoint: string; headers: Record<string, string>; body: Uint8Array }

/** A push service as this process knows it: whether it is being sent to, until when it is left alone, whether the last
 *  thing that was heard of it was bad. */
export type PushHost = { busy: boolean; restsUntil: number; troubled: boolean }

/** A way to send push messages. `send` never throws. */
export interface Push {
  readonly hosts: Map<string, PushHost>
  send(request: PushRequest): Promise<PushAnswer>
}

/** Where nothing is to leave: a command, which sends nothing. */
export const noPush: Push = {
  hosts: new Map(),
  send: async () => ({ outcome: 'unsent', error: 'nothing is sent from here' }),
}

/** The clock of the machine, in microseconds. */
export const machineClock = (): number => Date.now() * 1000

/** The world as it is. `now` can be replaced, so that time can be moved. */
export function realWorld(
  db: Db,
  log: Logger,
  now: () => number = machineClock,
  mailer?: Mailer,
  push = noPush,
): World {
  return { db, now, random: randomBytes, uuid: randomUUID, log, mailer, push }
}

/** Lines of JSON on standard error; secrets never reach them. */
export function logger(level: string): Logger {
  return pino(
    { level, redact: ['req.headers.authorization', 'req.headers.cookie', 'password', 'client_secret', 'token'] },
    pino.destination({ dest: 2, sync: true }),
  )
}
