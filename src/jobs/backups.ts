import { backupInstant, backupName, expiredBackups, isBackupDue, partSuffix } from '../rules/backup_names.ts'
import { messageOf } from '../rules/thrown.ts'
import { hour, second } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'

/** How long to wait after a failed check or backup, and after a successful one, because buckets charge per request. */
const retryAfter = hour / 4
const lookAfter = hour / 12

/** How many times as many backups are kept while the database is damaged, which some damage is for good. */
const keptInDamage = 3

/** The folder of the backups, such as one on disk from db/backup/folder.ts. */
interface Folder {
  names(): Promise<string[]>
  files(): Promise<KeptFile[]>
  make(file: { name: string; part: string; now: number }): Promise<readonly string[]>
  remove(names: readonly string[]): Promise<void>
  lend<T>(name: string, use: (file: string) => Promise<T>): Promise<T>
}

type KeptFile = { name: string; bytes: number; isWhole: boolean }

/** Where backups are, for people; the version in their names; how often they are made, in hours; how many are kept. */
type Settings = { place: string; version: string; hours: number; keep: number }

/** A backup that was made. `problem`: what in the database contradicts itself, '' if nothing does. */
type Made = { name: string; problem: string }

/**
 * The backups of a server. The file names say when each was made, so it does not matter how often a server starts or how
 * many servers share the folder.
 */
export class Backups {
  /** Their folder, or the bucket. */
  readonly place: string
  /** Why the last attempt failed, and when; undefined if it did not, or since the start of the server. */
  failure: { at: number; problem: string } | undefined
  readonly #parts: Pick<World, 'now'> & { mayMake?: () => boolean }
  readonly #folder: Folder
  readonly #settings: Settings
  /** What was damaged in the database when a backup was made, by its name. */
  readonly #damaged = new Map<string, string>()
  #running: Promise<Made> | undefined
  #restsUntil = 0

  /** `mayMake`: false while what would be copied is not what the server has open. */
  constructor(parts: Pick<World, 'now'> & { mayMake?: () => boolean }, folder: Folder, settings: Settings) {
    this.place = settings.place
    this.#parts = parts
    this.#folder = folder
    this.#settings = settings
  }

  /** Whether one is being made. */
  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Makes a backup if one is due, and then deletes the oldest ones. */
  async whenDue(): Promise<void> {
    const at = this.#parts.now()
    if (at < this.#restsUntil || !this.#mayMake()) return
    this.#restsUntil = at + retryAfter
    if (await this.#noting(async () => isBackupDue(await this.#folder.names(), this.#settings.hours, at))) {
      const { problem } = await this.makeNow()
      if (problem !== '') throw new Error(`a backup was made, but the database is damaged: ${problem}`)
    }
    this.#restsUntil = at + lookAfter
  }

  /** Makes a backup, also if none is due. If one is being made, waits for that. */
  makeNow(): Promise<Made> {
    this.#running ??= this.#noting(() => this.#make()).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** The backups, newest first. `isWhole`: false if the file is not what was stored. `problem`: as of `Made`. */
  async list(): Promise<(KeptFile & { instant: number; problem: string })[]> {
    const files = await this.#folder.files()
    return files
      .flatMap((file) => {
        const instant = backupInstant(file.name)
        return instant === undefined ? [] : [{ ...file, instant, problem: this.#damaged.get(file.name) ?? '' }]
      })
      .sort((one, other) => other.instant - one.instant)
  }

  /** Runs a function with the file of a backup. */
  lend<T>(name: string, use: (file: string) => Promise<T>): Promise<T> {
    return this.#folder.lend(name, use)
  }

  #mayMake(): boolean {
    return this.#parts.mayMake?.() ?? true
  }

  async #make(): Promise<Made> {
    if (!this.#mayMake()) throw new Error('the file of the database is no longer the one that the server has open')
    const { version, hours, keep } = this.#settings
    const there = await this.#folder.names()
    let at = this.#parts.now()
    // Of two in one second, the later one does not replace the other.
    while (there.includes(backupName(version, at))) at += second
    const name = backupName(version, at)
    const contradictions = await this.#folder.make({ name, part: `${name}${partSuffix}`, now: at })
    const problem = contradictions.join('; ')
    if (problem !== '') this.#damaged.set(name, problem)
    // More of the older ones are kept while there is damage, because they may have what is damaged as it was.
    const kept = problem === '' ? keep : keptInDamage * keep
    await this.#folder.remove(expiredBackups([...there, name], { keep: kept, hours, now: at }))
    return { name, problem }
  }

  /** Runs, and remembers why it failed. */
  async #noting<T>(run: () => Promise<T>): Promise<T> {
    try {
      const done = await run()
      this.failure = undefined
      return done
    } catch (error) {
      this.failure = { at: this.#parts.now(), problem: messageOf(error) }
      throw error
    }
  }
}
