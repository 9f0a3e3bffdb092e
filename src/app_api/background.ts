import type { World } from '../world.ts'

/** Work that goes on after the answer: as long as the server runs, and no longer. */
export class Background {
  readonly #world: World
  readonly #running = new Set<Promise<void>>()
  #closing = false

  constructor(world: World) {
    this.#world = world
  }

  /**
   * Begins. `work` asks `goesOn` between its steps and ends when that is false; `failed` is called with the server's own
   * world when it throws.
   */
  start(work: (goesOn: () => boolean) => Promise<void>, failed: (world: World) => Promise<unknown>): void {
    const { log } = this.#world
    const run = work(() => !this.#closing)
      .catch(async (error) => {
        log.error({ err: error }, 'work in the background failed')
        await failed(this.#world)
      })
      .catch((error) => log.error({ err: error }, 'that work in the background failed could not be written down'))
      .finally(() => this.#running.delete(run))
    this.#running.add(run)
  }

  /** Waits until everything has ended. */
  async close(): Promise<void> {
    this.#closing = true
    await Promise.all(this.#running)
  }
}

/** Lets whatever else waits go first. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
