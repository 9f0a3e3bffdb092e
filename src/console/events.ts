import { RequestError } from '../engine/errors.ts'
import { type ConsoleEndpoint, endpoint } from './endpoint.ts'

/** A stream that says when something in the company has changed. */
export const eventEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/events',
    about:
      'A stream of server-sent events: each `change` says `version` and `setup_version` of the company; ask again for what you show. Ends now and then; connect again.',
    who: 'everybody',
    async run({ actor: { companyId, userId }, live, reply }) {
      const { raw } = reply
      const stop = live.listen({
        companyId,
        userId,
        end: () => raw.end(),
        // A reader that takes nothing is cut off instead of being kept in memory.
        tell: (state) => {
          const more = raw.write(state ? `event: change\ndata: ${JSON.stringify(state)}\n\n` : ': alive\n\n')
          if (!more && raw.writableLength > 65_536) raw.destroy()
        },
      })
      if (!stop)
        throw new RequestError(429, 'too many streams of events are open', { headers: { 'retry-after': '30' } })
      reply.hijack()
      raw.once('close', stop)
      raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-accel-buffering': 'no',
      })
      raw.write('retry: 2000\n\n')
      return reply
    },
  }),
]
