import type { Db } from '../engine/sql.ts'
import { Clock } from './clock.ts'
import { Requests } from './requests.ts'
import { Rounds } from './rounds.ts'
import { SecurityLog } from './security.ts'
import type { Traces } from './traces.ts'
import { Writes } from './writes.ts'

type Line = (details: object, text: string) => void

/** A log, as far as this folder uses one. */
type Log = { info: Line; warn: Line; error: Line }

/** What a server knows of its own work, for monitoring and for those who read its log. */
export class Sight {
  readonly requests: Requests
  readonly writes: Writes
  readonly rounds = new Rounds()
  readonly security: SecurityLog
  readonly clock: Clock
  /** For lines that are written also where only warnings are logged. */
  readonly lines: Log
  /** Where traces of requests go, if to anywhere. */
  traces: Traces | undefined

  /** `start` begins the ids of requests. */
  constructor(start: string, log: Log, lines: Log) {
    this.requests = new Requests(start)
    this.writes = new Writes(log)
    this.security = new SecurityLog(lines)
    this.clock = new Clock(log)
    this.lines = lines
  }

  /** Makes traces of requests from now on. */
  trace(traces: Traces): void {
    this.traces = traces
    this.requests.withParts = true
  }

  /** The database, with its writes watched. */
  watch(db: Db): Db {
    return this.writes.over(db, (...write) => this.security.after(...write))
  }
}
