import type { Entry, Policy } from '../rules/overtime/overtime.ts'
import type { FinishedTime } from './overtime.ts'

// Between two reports, the time of most people does not change. A person's part of a report depends only on their time and
// rules, so it is kept instead of being calculated again. Any change of settings, people, jobs, rates or holidays replaces
// the policy objects, and with them the kept parts.

/** The most that is kept for a report, for all companies together, measured in entries. */
const keptMax = 100_000

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
    this.#count += weightOf(entries) - (known ? weightOf(known.entries) : 0)
    if (this.#count > keptMax) {
      this.#kept = new WeakMap()
      this.#count = weightOf(entries)
      parts = undefined
    }
    parts ??= new Map()
    this.#kept.set(policy, parts.set(key, { entries, part }))
    return part
  }
}

/** How much memory a part takes, measured in entries. */
function weightOf(entries: readonly Entry[]): number {
  return entries.length + 10
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
