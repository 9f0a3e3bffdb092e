import { randomBytes, randomUUID } from 'node:crypto'
import { type Logger, pino } from 'pino'
import type { Db } from './engine/sql.ts'

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
}

/** A mail as it goes out. */
export type Letter = {
  /** The same for each attempt to send it. */
  readonly id: string
  /** Whose name it is sent in; the address is the post's. */
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A way to send mail. `send` gives why the address will never do, if so, and throws when it may work later. */
export interface Post {
  send(letter: Letter): Promise<string | undefined>
}

/** The clock of the machine, in microseconds. */
export const machineClock = (): number => Date.now() * 1000

/** The world as it is. `now` can be replaced, so that time can be moved. */
export function realWorld(db: Db, log: Logger, now: () => number = machineClock, post?: Post): World {
  return { db, now, random: randomBytes, uuid: randomUUID, log, post }
}

/** Lines of JSON on standard error; secrets never reach them. */
export function logger(level: string): Logger {
  return pino(
    { level, redact: ['req.headers.authorization', 'req.headers.cookie', 'password', 'client_secret', 'token'] },
    pino.destination({ dest: 2, sync: true }),
  )
}
