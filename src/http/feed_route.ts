import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Live } from '../app_api/live.ts'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import { RequestError } from '../engine/errors.ts'
import { gone, type Shares } from '../shares/fair_shares.ts'
import { feedQuery, readFeed } from '../webhooks/feed.ts'
import type { World } from '../world.ts'
import { bytesOf, jsonHeaders } from './answers.ts'
import type { Authenticate, Authenticated } from './authenticate.ts'
import { queryIn } from './pages.ts'

type Deps = { world: World; live: Live; authenticate: Authenticate; shares: Shares }

/**
 * Serves the feed of changes. A waiting request takes up only its connection, no share of the work and no database
 * connection. Each time something has changed, it is authenticated again.
 */
export function serveFeed(app: FastifyInstance, url: string, { world, live, authenticate, shares }: Deps): void {
  app.get(url, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    let caller = await authenticate(request, reply, world.now())
    let query = feedQuery(queryIn(request.raw.url!))
    const wait = query.wait > 0 ? new Wait(request, live, query.wait) : undefined
    try {
      for (;;) {
        const read = async (hasWaited: boolean) => {
          if (hasWaited) caller = await authenticate(request, reply, world.now(), true)
          const ctx = {
            actor: caller.actor,
            now: world.now(),
            company: new CompanySnapshot(caller.company, world.db.read),
          }
          return readFeed(query, ctx, world.db.read)
        }
        const page = await shares.here.run(caller.actor, 0, () => request.raw.socket.destroyed, read)
        if (page === gone) return reply.hijack()
        if (!page.isEmpty || !wait || !(await wait.forChange(caller))) return send(reply, page.text)
        query = { ...query, cursor: page.cursor }
        caller = await authenticate(request, reply, world.now(), true)
      }
    } finally {
      wait?.stop()
    }
  })
}

function send(reply: FastifyReply, text: string): FastifyReply {
  return reply.headers(jsonHeaders).send(bytesOf(text))
}

/** Waits for changes in a company until the time is up, the client disconnects or the server stops. */
class Wait {
  readonly #live: Live
  readonly #beats: number
  readonly #socket: FastifyRequest['raw']['socket']
  #leave: (() => void) | undefined
  #version = 0
  #over = false
  #wake: () => void = () => {}

  constructor({ raw }: FastifyRequest, live: Live, seconds: number) {
    this.#live = live
    this.#beats = seconds
    this.#socket = raw.socket
    this.#socket.once('close', this.#end)
  }

  /** Waits until the company's data is newer than the caller's. Returns false when the wait is over. */
  async forChange({ actor, company }: Authenticated): Promise<boolean> {
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

  #listen({ companyId, userId }: Authenticated['actor']): void {
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
