import { Type } from 'typebox'
import { RequestError } from '../../engine/errors.ts'
import { asksForHeaders } from '../../sight/requests.ts'
import { type AppEndpoint, endpoint } from '../endpoint.ts'
import { nullable } from '../format.ts'

/** A stream that reports every change in the company. */
export const eventEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/events',
    about:
      'Streams server-sent events: a `change` event after every change in the company; on each, reload what you show. The stream ends from time to time, and with the token or session; reconnect.',
    who: 'everyone',
    media: {
      'text/event-stream': Type.Object(
        {
          version: Type.Integer({ description: 'Grows with every change.' }),
          setup_version: Type.Integer({ description: 'Grows with every change except those to timesheets.' }),
          changed: nullable(
            Type.Array(Type.String(), {
              description:
                'What has changed since the previous event, such as `timesheets` or `notifications`; null if not all changes are known, as in the first event of a stream.',
            }),
          ),
        },
        { description: 'The data of a `change` event.' },
      ),
    },
    async run({ actor: { companyId, userId }, credential, live, request, reply }) {
      const { raw } = reply
      const stop = live.listen({
        companyId,
        userId,
        credential,
        end: () => raw.end(),
        // A client that stops reading is disconnected, so its events do not pile up in memory.
        tell: (state) => {
          const more = raw.write(state ? `event: change\ndata: ${JSON.stringify(state)}\n\n` : ': alive\n\n')
          if (!more && raw.writableLength > 65_536) raw.destroy()
        },
      })
      if (!stop) throw new RequestError(429, 'too_many_event_streams', {}, { headers: { 'retry-after': '30' } })
      reply.hijack()
      raw.once('close', stop)
      raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-accel-buffering': 'no',
      })
      if (asksForHeaders(request.raw)) raw.end()
      else raw.write('retry: 2000\n\n')
      return reply
    },
  }),
]
