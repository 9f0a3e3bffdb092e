import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import { accessLine } from '../sight/access_lines.ts'
import type { RequestCounts } from '../sight/request_counts.ts'
import type { Seen } from '../sight/requests.ts'
import type { World } from '../world.ts'
import type { HttpConnections } from './connections.ts'

/** Reports each finished request: an access line, metrics, and a trace. Undefined if all are off. */
export function observer(
  { sight }: World,
  { accessLog }: Config,
  counts: RequestCounts | undefined,
): HttpConnections['ended'] {
  if (accessLog === 'no' && !counts && !sight.traces) return undefined
  return (seen: Seen, response: ServerResponse, bytes: number) => {
    const seconds = (performance.now() - seen.started) / 1000
    const aborted = !response.writableFinished
    const status = response.statusCode
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
