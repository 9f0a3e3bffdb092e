import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import { accessLine } from '../sight/access_lines.ts'
import type { RequestCounts } from '../sight/request_counts.ts'
import type { Seen } from '../sight/requests.ts'
import { apiPath, consolePath } from '../wire/endpoint.ts'
import type { World } from '../world.ts'
import type { HttpConnections } from './connections.ts'

/** What is not in the history: what monitors ask all the time, and answers that wait for something to happen. */
const uncounted = new Set(['/livez', '/readyz', '/metrics', `${consolePath}/events`, `${apiPath}/changes`])

/** Reports each finished request: to the history, and as an access line, metrics, and a trace, if these are on. */
export function observer(
  { sight }: World,
  { accessLog }: Config,
  counts: RequestCounts | undefined,
): HttpConnections['ended'] {
  const { history } = sight
  return (seen: Seen, response: ServerResponse, bytes: number) => {
    const seconds = (performance.now() - seen.started) / 1000
    const aborted = !response.writableFinished
    const status = response.statusCode
    if (!aborted && !uncounted.has(seen.route)) history.answered(status, seconds)
    counts?.add(seen.route, seen.method, status, seconds)
    sight.traces?.tell(seen, { status, parent: headerOf(response.req, 'traceparent') })
    if (accessLog === 'no' || (accessLog === 'errors' && status < 400)) return
    accessLine(sight.lines, seen, { status, bytes, seconds, aborted, address: seen.address })
  }
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
