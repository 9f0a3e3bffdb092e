import type { IncomingMessage } from 'node:http'
import type { Live } from '../app_api/live/live.ts'
import { RequestError } from '../engine/errors.ts'
import { gone } from '../shares/fair_shares.ts'
import { feedQuery, readFeed } from '../webhooks/feed.ts'
import type { World } from '../world.ts'
import { queryIn } from './answers.ts'
import type { Caller } from './caller.ts'
import type { Door, Way } from './door.ts'
import { corsHeaders } from './headers.ts'

/** `cursors`: the key that seals cursors. */
type Deps = { world: World; live: Live; door: Door; cursors: Buffer }

/**
 * The feed of changes. A waiting request takes up only its connection, no share of the work and no database connection.
 * Each time something has changed, it is authenticated again.
 */
export function feedWay({ world, live, door, cursors }: Deps): Way {
  const run: Way['run'] = async (_ctx, visit, arrived) => {
    let caller = arrived
    let query = feedQuery(queryIn(visit.request.url!))
    const wait = query.wait > 0 ? new Wait(visit.request.socket, live, query.wait) : undefined
    try {
      for (;;) {
        const page = await door.turn(visit, caller, 'here', (ctx, current) => {
          caller = current
          return readFeed(query, ctx, world.db.read, cursors)
        })
        if (page === gone) return () => {}
        if (!page.isEmpty || !wait || !(await wait.forChange(caller))) return page.text
        query = { ...query, cursor: page.cursor }
        caller = await door.again(visit)
      }
    } finally {
      wait?.stop()
    }
  }
  return { headers: door.headers(corsHeaders), share: undefined, run }
}

/** Waits for changes in a company until the time is up, the client disconnects or the server stops. */
class Wait {
  readonly #live: Live
  readonly #beats: number
  readonly #socket: IncomingMessage['socket']
  #leave: (() => void) | undefined
  #version = 0
  #over = false
  #wake: () => void = () => {}

  constructor(socket: IncomingMessage['socket'], live: Live, seconds: number) {
    this.#live = live
    this.#beats = seconds
    this.#socket = socket
    this.#socket.once('close', this.#end)
  }

  /** Waits until the company's data is newer than the caller's. Returns false when the wait is over. */
  async forChange({ actor, company }: Caller): Promise<boolean> {
    if (this.#live.isClosed) this.#end()
    if (!this.#leave && !this.#over) this.#listen(actor)
    if (!this.#over && this.#version <= company.version)
      await new Promise<void>((resolve) => {
        this.#wake = () => {
          if (this.#over || this.#version > company.version) resolve()
        }
      })
    return !this.#over
  }

  stop(): void {
    this.#socket.off('close', this.#end)
    this.#leave?.()
  }

  #listen({ companyId, userId }: Caller['actor']): void {
    this.#leave = this.#live.listen({
      ...{ companyId, userId, beats: this.#beats, end: this.#end },
      tell: (state) => {
        if (state) this.#version = state.version
        this.#wake()
      },
    })
    if (!this.#leave) throw new RequestError(429, 'too_many_waiting', {}, { headers: { 'retry-after': '30' } })
  }

  readonly #end = () => {
    this.#over = true
    this.#wake()
  }
}
