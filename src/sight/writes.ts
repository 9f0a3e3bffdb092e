import { MachineDown, RequestError } from '../engine/errors.ts'
import type { Db, Origin } from '../engine/sql.ts'
import { codeOf } from '../rules/thrown.ts'
import { Durations } from './durations.ts'
import { probe } from './probe.ts'
import { type Seen, underWay } from './requests.ts'
import type { WatchedDb } from './watched.ts'

/** Called after a successful write, with its request. */
type After = (name: string, input: unknown, output: unknown, request: Seen | undefined) => void

/** PostgreSQL's codes for writes that waited too long for others, which do not mean that the database is broken. */
const passing = ['55P03', '57014', '40001', '40P01']

/** Watches the writes: whether they are stored, how long that takes, and how many are in progress. */
export class Writes {
  /** From the request to the acknowledgement. */
  readonly durations = new Durations()
  underWay = 0
  failed = 0
  /** Why the last write was not stored; undefined after a successful write by a request or the probe. */
  problem: string | undefined
  /** When such a write was last stored, in milliseconds of the monotonic clock. */
  storedAt = Number.NEGATIVE_INFINITY
  /** The command that writes, if this is not a server. */
  command: { name: string; account: string } | undefined
  /** Called when writes begin or cease to fail, and for each that the file of the database is not there for. */
  changed: () => void = () => {}

  /** The same database, with its writes watched. Nothing is written to one that is too new for this program. */
  over(db: WatchedDb, after: After): Db {
    const floor = db.watched?.floor
    const write: Db['write'] = (operation, input, now, moved, origin) => {
      if (floor?.passed) return Promise.reject(new RequestError(503, 'program_too_old'))
      const started = performance.now()
      const request = underWay.getStore()
      this.underWay += 1
      const answer = db.write(operation, input, now, moved, origin ?? this.#originOf(operation.name, request))
      answer.then(
        (output) => {
          // Rounds often find nothing to do; then nothing was stored, whatever the state of the disk.
          this.#ended(started, request !== undefined || operation.name === probe.name)
          after(operation.name, input, output, request)
        },
        (error) => this.#refused(error),
      )
      return answer
    }
    return { ...db, write }
  }

  /** Where a write comes from, for the audit. */
  #originOf(write: string, request: Seen | undefined): Origin {
    if (this.command) return { source: 'command', program: this.command.name, account: this.command.account }
    if (!request) return { source: 'server', program: write }
    const { asker, address } = request
    if (!asker) return { source: 'request', program: '', address }
    const { userId, companyId, home, application } = asker
    return { source: 'request', program: application, address, userId, userCompany: home?.companyId ?? companyId }
  }

  #ended(started: number, isStored: boolean): void {
    const now = performance.now()
    this.underWay -= 1
    this.durations.add((now - started) / 1000)
    if (!isStored) return
    this.storedAt = now
    if (this.problem === undefined) return
    this.problem = undefined
    this.changed()
  }

  #refused(error: unknown): void {
    this.underWay -= 1
    if (isWithoutFile(error)) {
      this.failed += 1
      this.changed()
      return
    }
    const reason = reasonOf(error)
    if (reason === undefined) return
    this.failed += 1
    // The other machines still store changes.
    if (error instanceof MachineDown) return
    const isNew = this.problem === undefined
    this.problem = reason
    if (isNew) this.changed()
  }
}

/** Whether the file of the database was not at its path. The guardian finds out what happened to it. */
function isWithoutFile(error: unknown): boolean {
  return error instanceof RequestError && error.reason.code === 'database_file_gone'
}

/** Why a write could not be stored; undefined for a refusal, which says nothing about the database. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof RequestError) || error.status !== 503 || !(error.cause instanceof Error)) return undefined
  return passing.includes(codeOf(error.cause)) ? undefined : error.cause.message.split('\n')[0]
}
