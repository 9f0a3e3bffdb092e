import type { Db } from '../engine/sql.ts'
import { Durations } from './durations.ts'

// What a database tells about itself to those who watch over a server.

/** From this many seconds on, a commit is slow; below the second number, it is fast. */
const slowFrom = 1
const fastBelow = 0.5

/** Commits are fast again only this long after the last slow one, in milliseconds, so that few lines are logged. */
const calmMs = 60_000

/** How long commits take, without what comes before them. */
export class Commits {
  readonly durations = new Durations()
  /** The seconds of the slowest commit since they became slow; undefined while they are fast. */
  slowest: number | undefined
  #slowAt = 0

  /** Notes a commit, at a time in milliseconds of the monotonic clock. */
  readonly took = (seconds: number, at = performance.now()): void => {
    this.durations.add(seconds)
    if (seconds >= slowFrom) {
      this.slowest = Math.max(seconds, this.slowest ?? 0)
      this.#slowAt = at
    } else if (seconds < fastBelow && at - this.#slowAt >= calmMs) this.slowest = undefined
  }
}

/**
 * What is wrong with the file of the embedded database, in a sentence for the operator, and the file into which what is
 * open was saved, '' for none.
 */
export type FileTrouble = { detail: string; saved: string }

/** The file of the embedded database. */
export interface EmbeddedFile {
  readonly path: string
  /** What is wrong with the file, as far as is known. */
  readonly trouble: FileTrouble | undefined
  /** Has the writer look at it, and save what is open if the file is gone. `now`: for the name of the copy. */
  look(now: number): Promise<FileTrouble | undefined>
}

/** Whether the database has become too new for this program. */
export interface Floor {
  /** What has changed it, in a sentence, as far as is known. While this is set, nothing is written. */
  readonly passed: string | undefined
  look(): Promise<string | undefined>
}

/** What is watched of a database: its commits, its floor, and the file if it is embedded. */
export type Watched = { commits: Commits; floor?: Floor; file?: EmbeddedFile }

/** A database that is watched, if a server has opened it. */
export type WatchedDb = Db & { watched?: Watched }
