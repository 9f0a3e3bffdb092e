import { randomBytes, randomUUID } from 'node:crypto'
import { type Logger, pino } from 'pino'
import type { Db } from './engine/sql.ts'
import type { PushAnswer } from './rules/delivering.ts'

/** All that the program may know of the outside. Tests hand in another one. */
export interface World {
  readonly db: Db
  /** Microseconds since the epoch. */
  readonly now: () => number
  readonly random: (bytes: number) => Buffer
  readonly uuid: () => string
  readonly log: Logger
  /** How mail leaves; undefined where none is set up. */
  readonly post: Post | undefined
  /** How push messages leave. */
  readonly push: Push
}

/** A mail as it goes out. */
export type Letter = {
  /** The same for each attempt to send it. */
  readonly id: string
  readonly companyId: number
  /** Whose name it is sent in; the address is the post's. */
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where a program that shows mail may end mails of this kind, with one click (RFC 8058). */
  readonly unsubscribe?: string | undefined
}

/**
 * What became of a letter. refused: never will it be taken. later: not now, this one. away: none is taken now. unknown:
 * it was handed over and no answer came, so it may have arrived. `status`: what the mail server answered, or 0.
 */
export type Handed = {
  readonly state: 'sent' | 'refused' | 'later' | 'away' | 'unknown'
  readonly status: number
  readonly error: string
}

/** A way to send mail. */
export interface Post {
  send(letter: Letter): Promise<Handed>
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
export function realWorld(db: Db, log: Logger, now: () => number = machineClock, post?: Post, push = noPush): World {
  return { db, now, random: randomBytes, uuid: randomUUID, log, post, push }
}

/** Lines of JSON on standard error; secrets never reach them. */
export function logger(level: string): Logger {
  return pino(
    { level, redact: ['req.headers.authorization', 'req.headers.cookie', 'password', 'client_secret', 'token'] },
    pino.destination({ dest: 2, sync: true }),
  )
}
