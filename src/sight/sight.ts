import type { Db } from '../engine/sql.ts'
import { Clock } from './clock.ts'
import { Connections } from './connections.ts'
import { Damage } from './damage.ts'
import { Faults } from './faults.ts'
import { History } from './history.ts'
import type { BackupKeeper, Restorer } from './keeper.ts'
import { Requests } from './requests.ts'
import { Rounds } from './rounds.ts'
import { SecurityLog } from './security.ts'
import type { Traces } from './traces.ts'
import { Commits, type Watched, type WatchedDb } from './watched.ts'
import type { Examine, Watcher } from './watcher.ts'
import { Writes } from './writes.ts'

type Line = (details: object, text: string) => void

/** The parts of a log that this folder uses. */
type Log = { info: Line; warn: Line; error: Line }

/** Health, metrics, request ids and log lines of a server, for monitoring. */
export class Sight {
  readonly requests: Requests
  readonly writes = new Writes()
  readonly rounds = new Rounds()
  readonly damage = new Damage()
  readonly connections = new Connections()
  history = new History()
  faults = new Faults()
  readonly security: SecurityLog
  readonly clock: Clock
  /** For lines that are logged even if only warnings are. */
  readonly lines: Log
  /** What the database tells about itself. */
  database: Watched = { commits: new Commits() }
  /** Watches over the server; undefined in a command. */
  guardian: Watcher | undefined
  /** The certificate of the server, if it has one of its own. */
  certificate: { problem(): string | undefined } | undefined
  /** Makes the backups of the server; undefined if no place for them is set, or in a command. */
  backups: BackupKeeper | undefined
  /** Restores backups; undefined if they are restored by the command alone, as with PostgreSQL. */
  restorer: Restorer | undefined
  /** Looks at the setup of the server; undefined in a command. */
  examine: Examine | undefined
  /** A version that is newer than this one, if the server looks for it and has found one. */
  newerVersion: string | undefined
  /** The sender of request traces, if tracing is on. */
  traces: Traces | undefined

  /** `start` is the prefix of request ids. */
  constructor(start: string, log: Log, lines: Log) {
    this.requests = new Requests(start)
    this.security = new SecurityLog(lines)
    this.clock = new Clock(log)
    this.lines = lines
  }

  /** Goes on with what a former server of this process remembers. */
  continue({ history, faults }: Sight): void {
    this.history = history
    this.faults = faults
  }

  /** Turns on traces of requests. */
  trace(traces: Traces): void {
    this.traces = traces
    this.requests.withParts = true
  }

  /** The database, with its writes watched. */
  watch(db: WatchedDb): Db {
    if (db.watched) this.database = db.watched
    return this.writes.over(db, this.security.after)
  }
}
