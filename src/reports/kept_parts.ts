import type { Entry, Policy } from '../rules/overtime.ts'
import type { FinishedTime } from './overtime.ts'

// While some people punch, the time of most others has not changed since the last report. A report's part about a
// person depends only on that time and the person's rules, so it is cached. Any change of settings, people, jobs, rates
// or holidays creates new rule objects.

/** Most entries cached for a report, of all companies together. */
const entriesMax = 50_000

/** The parts of a report that are about one person. */
export class KeptParts<T> {
  #kept = new WeakMap<Policy, Map<string, { entries: readonly Entry[]; part: T }>>()
  #count = 0

  /** The part made from the same entries, or else a new one. `question` is everything else that it depends on. */
  of(question: string, { user, policy, entries }: FinishedTime, make: () => T): T {
    let parts = this.#kept.get(policy)
    const key = `${user.id} ${question}`
    const known = parts?.get(key)
    if (known && isSameTime(known.entries, entries)) return known.part
    const part = make()
    this.#count += entries.length - (known?.entries.length ?? 0)
    if (this.#count > entriesMax) {
      this.#kept = new WeakMap()
      this.#count = entries.length
      parts = undefined
    }
    parts ??= new Map()
    this.#kept.set(policy, parts.set(key, { entries, part }))
    return part
  }
}

function isSameTime(before: readonly Entry[], now: readonly Entry[]): boolean {
  if (before.length !== now.length) return false
  for (let at = 0; at < now.length; at++) if (!isSame(before[at]!, now[at]!)) return false
  return true
}

function isSame(a: Entry, b: Entry): boolean {
  return (
    a.id === b.id &&
    a.seconds === b.seconds &&
    a.start === b.start &&
    a.end === b.end &&
    a.jobcode_id === b.jobcode_id &&
    a.kind === b.kind &&
    a.manual === b.manual &&
    a.date === b.date &&
    a.offset === b.offset &&
    a.moved?.zone === b.moved?.zone &&
    a.moved?.seconds === b.moved?.seconds
  )
}
