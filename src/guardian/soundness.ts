import type { Sight } from '../sight/sight.ts'

/** The hour of the night, by the machine's time zone, in which the database is checked. */
const nightHour = 3

/** Times in milliseconds: a check counts for one night; a server that is off at night is checked after it has started. */
const oneNightMs = 20 * 3_600_000
const longestMs = 36 * 3_600_000
const startedMs = 3_600_000

/** After damage was noticed, the whole database is checked, but no more often than this. */
const noticedMs = 600_000

type Parts = {
  /** Microseconds since the epoch. */
  now: () => number
  sight: Pick<Sight, 'damage' | 'database'>
  /** Reads the whole database on a thread; what is wrong with it, in sentences. */
  problems: () => Promise<string[]>
  log: { error(details: object, text: string): void }
}

/** Checks each night, and when damage was noticed, whether the whole embedded database is intact. */
export class Soundness {
  readonly #parts: Parts
  readonly #started = performance.now()
  #checkedAt: number | undefined
  #running: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    parts.sight.damage.onNotice(() => {
      if (this.#sinceLast() > noticedMs) void this.#check()
    })
  }

  /** Checks the database if it is time for that. */
  async whenDue(): Promise<void> {
    if (this.#isDue()) await this.#check()
  }

  #sinceLast(): number {
    return this.#checkedAt === undefined ? Number.POSITIVE_INFINITY : performance.now() - this.#checkedAt
  }

  #isDue(): boolean {
    const { now, sight } = this.#parts
    const since = this.#sinceLast()
    if (sight.damage.problem !== undefined && since > noticedMs) return true
    const isNight = new Date(now() / 1000).getHours() === nightHour
    return (isNight && since > oneNightMs) || (since > longestMs && performance.now() - this.#started > startedMs)
  }

  #check(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #run(): Promise<void> {
    const { sight, problems, log } = this.#parts
    // Another file at the path says nothing about the one that is open.
    if (sight.database.file?.trouble) return
    const began = performance.now()
    this.#checkedAt = began
    try {
      const found = await problems()
      sight.damage.checked(found.length > 0 ? found.join('; ') : undefined, began)
    } catch (error) {
      log.error({ err: error }, 'the database could not be checked')
    }
  }
}
