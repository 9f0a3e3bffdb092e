import { Durations } from './durations.ts'

/** Requests to one route with one method and status. */
type RequestCount = { route: string; method: string; status: number; durations: Durations }

/** Answered requests by route, method and status. */
export class RequestCounts {
  readonly #counts = new Map<string, RequestCount>()

  /** Counts a request. */
  add(route: string, method: string, status: number, seconds: number): void {
    const key = `${status}${method}${route}`
    let count = this.#counts.get(key)
    if (!count) {
      count = { route, method: methods.has(method) ? method : 'other', status, durations: new Durations() }
      this.#counts.set(key, count)
    }
    count.durations.add(seconds)
  }

  all(): IterableIterator<RequestCount> {
    return this.#counts.values()
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
