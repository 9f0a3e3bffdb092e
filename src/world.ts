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
}

/** The clock of the machine, in microseconds. */
export const machineClock = (): number => Date.now() * 1000

/** The world as it is. `now` can be replaced, so that time can be moved. */
export function realWorld(db: Db, log: Logger, now: () => number = machineClock): World {
  return { db, now, random: randomBytes, uuid: randomUUID, log }
}

/** Lines of JSON on standard error; secrets never reach them. */
export function logger(level: string): Logger {
  return pino(
    { level, redact: ['req.headers.authorization', 'req.headers.cookie', 'password', 'client_secret', 'token'] },
    pino.destination({ dest: 2, sync: true }),
  )
}
