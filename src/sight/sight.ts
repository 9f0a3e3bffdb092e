import type { Db } from '../engine/sql.ts'
import { Requests } from './requests.ts'
import { Rounds } from './rounds.ts'
import { SecurityLog } from './security.ts'
import { Writes } from './writes.ts'

type Line = (details: object, text: string) => void

/** A log, as far as this folder uses one. */
export type Log = { info: Line; warn: Line; error: Line }

/** What a server knows of its own work, for monitoring and for those who read its log. */
export class Sight {
  readonly requests: Requests
  readonly writes: Writes
  readonly rounds = new Rounds()
  readonly security: SecurityLog

  /** `start` begins the ids of requests. `lines` is for what is written also where only warnings are logged. */
  constructor(start: string, log: Log, lines: Log) {
    this.requests = new Requests(start)
    this.writes = new Writes(log)
    this.security = new SecurityLog(lines)
  }

  /** The database, with its writes watched. */
  watch(db: Db): Db {
    return this.writes.over(db, (...write) => this.security.after(...write))
  }
}
