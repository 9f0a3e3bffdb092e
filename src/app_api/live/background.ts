import type { World } from '../../world.ts'

/** Work that continues after the response, until it is done or the server stops. */
export class Background {
  readonly #world: World
  readonly #running = new Set<Promise<void>>()
  #closing = false

  constructor(world: World) {
    this.#world = world
  }

  /**
   * Starts `work`, which calls `mayContinue` between its steps and returns when that is false. If `work` throws, `failed`
   * is called with the server's own world.
   */
  start(work: (mayContinue: () => boolean) => Promise<void>, failed: (world: World) => Promise<unknown>): void {
    const { log } = this.#world
    const run = work(() => !this.#closing)
      .catch(async (error) => {
        log.error({ err: error }, 'background work failed')
        await failed(this.#world)
      })
      .catch((error) => log.error({ err: error }, 'could not record that background work failed'))
      .finally(() => this.#running.delete(run))
    this.#running.add(run)
  }

  /** Waits until everything has ended. */
  async close(): Promise<void> {
    this.#closing = true
    await Promise.all(this.#running)
  }
}

/** Yields to other pending work. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
