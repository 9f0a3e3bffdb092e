import { type BigIntStats, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

// An open file goes on working after it has been removed, replaced or renamed, but nothing that is written to it will
// be at its path. So before the writer acknowledges a change, it compares the files at the paths with those that it has
// opened. A change that was acknowledged was in the file at its path when the client was told so.

const [log, index] = ['-wal', '-shm']

/** Which file it is: the device and the number that the file system gave it. */
type Identity = { dev: bigint; ino: bigint }

/** The files of an open database: its own, its write-ahead log, and the index of that. */
export class OpenFile {
  readonly path: string
  readonly #known = new Map<string, Identity>()
  /** The size of the write-ahead log when it was last looked at, in bytes, and when it was last written to. */
  logBytes = 0
  logChanged = 0n

  /** Remembers which file is at the path, which a connection has just opened. */
  constructor(path: string) {
    this.path = path
    this.trouble()
  }

  /** Compares the files with those that were opened; returns what is wrong, in a sentence. */
  trouble(): string | undefined {
    const own = this.#compare('')
    if (own === 'same') {
      const [ofLog, ofIndex] = [this.#compare(log), this.#compare(index)]
      if (ofLog === 'same' && ofIndex === 'same') return undefined
      return `${this.path}${ofLog === 'same' ? index : log} was removed or replaced while the server had it open`
    }
    const folder = dirname(this.path)
    if (own === 'gone' && !existsSync(folder))
      return `${resolve(folder)} was removed or renamed while the server used it`
    return `${resolve(this.path)} was ${own === 'gone' ? 'removed' : 'replaced by another file'} while the server had it open`
  }

  #compare(suffix: string): 'same' | 'other' | 'gone' {
    const there = this.#stat(suffix)
    if (suffix === log) {
      this.logBytes = Number(there?.size ?? 0)
      this.logChanged = there?.mtimeNs ?? 0n
    }
    // The other two files appear with the first transaction.
    if (!this.#known.has(suffix)) {
      if (there) this.#known.set(suffix, { dev: there.dev, ino: there.ino })
      return 'same'
    }
    if (!there) return 'gone'
    return this.#isOurs(suffix, there) ? 'same' : 'other'
  }

  /** What is at a path; undefined for nothing, and for what cannot be looked at, such as in a folder that was closed. */
  #stat(suffix: string): BigIntStats | undefined {
    try {
      return statSync(this.path + suffix, { bigint: true, throwIfNoEntry: false })
    } catch {
      return undefined
    }
  }

  /** Whether there is a folder to save a copy in. */
  get hasFolder(): boolean {
    return existsSync(dirname(this.path))
  }

  /** The name of a copy of what is open, beside the file. */
  copyAt(now: number): string {
    return join(dirname(this.path), `clockhouse-saved-${inNames(now)}.db`)
  }

  /**
   * After all connections are closed, removes the write-ahead log that SQLite has left beside a file that it is not of;
   * otherwise the next start would apply it to that file. Without a copy of what was open, the log is kept by another
   * name.
   */
  clearAway(saved: string, now: number): void {
    if (this.#isThere('')) return
    if (this.#isThere(index)) rmSync(this.path + index, { force: true })
    if (!this.#isThere(log)) return
    if (saved !== '') rmSync(this.path + log, { force: true })
    else renameSync(this.path + log, join(dirname(this.path), `clockhouse-log-of-another-file-${inNames(now)}`))
  }

  #isThere(suffix: string): boolean {
    const there = this.#stat(suffix)
    return there !== undefined && this.#isOurs(suffix, there)
  }

  #isOurs(suffix: string, { dev, ino }: Identity): boolean {
    const known = this.#known.get(suffix)
    return known?.ino === ino && known.dev === dev
  }
}

/** An instant as part of a file name. */
function inNames(now: number): string {
  return new Date(now / 1000).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
}
