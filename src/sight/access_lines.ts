import { idsOf, type Seen } from './requests.ts'

/** How a request ended. */
type Ending = {
  status: number
  /** The size of the response, including headers. */
  bytes: number
  seconds: number
  /** True if the client disconnected before it had the whole response. */
  aborted: boolean
  address: string
}

/** The part of a log that the lines go to. */
type Log = { info(details: object, text: string): void }

/**
 * Writes a line for a request. It contains the pattern of the path, never the path itself or the query, which may
 * contain tokens and codes.
 */
export function accessLine(log: Log, seen: Seen, ending: Ending): void {
  const { method, route, asker } = seen
  const { seconds, aborted, ...rest } = ending
  const line = { ...idsOf(seen), method, route, ...rest, ms: Math.round(seconds * 10_000) / 10 }
  const who = asker && { company: asker.companyId, user: asker.userId, application: asker.application }
  log.info({ ...line, ...who, ...(aborted && { aborted }) }, 'request')
}
