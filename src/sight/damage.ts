import { RequestError } from '../engine/errors.ts'
import { damageIn } from '../rules/thrown.ts'

/** Without further errors, damage that nothing can check for is forgotten after this long, in milliseconds. */
const forgottenMs = 3_600_000

/** Whether the database has turned out to be damaged, from the errors of requests and background work. */
export class Damage {
  /** What was found last; undefined if nothing was, or a later check of the whole database found it intact. */
  problem: string | undefined
  /** When it was last noticed, in milliseconds of the monotonic clock. */
  at = Number.NEGATIVE_INFINITY
  readonly #listeners: (() => void)[] = []

  /** Has a function called when damage is noticed that was not known. */
  onNotice(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Looks at the error of a request or of background work. */
  note(error: unknown): void {
    const found = foundIn(error)
    if (found === undefined) return
    this.at = performance.now()
    if (this.problem !== undefined) return
    this.problem = found
    for (const noticed of this.#listeners) noticed()
  }

  /** The result of a check of the whole database that began at an instant of the monotonic clock. */
  checked(problem: string | undefined, began: number): void {
    if (problem === undefined && this.at > began) return
    this.problem = problem
    if (problem !== undefined) this.at = performance.now()
  }

  /** Forgets what was noticed long ago, if nothing can check the whole database. */
  fade(now = performance.now()): void {
    if (now - this.at > forgottenMs) this.problem = undefined
  }
}

function foundIn(error: unknown): string | undefined {
  const damage = damageIn(error)
  if (damage) return damage.message.split('\n')[0]
  // An error that comes from another thread has lost its cause.
  if (error instanceof RequestError && error.reason.code === 'database_damaged') return error.message
  return undefined
}
