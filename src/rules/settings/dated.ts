import { lastOf } from '../elements.ts'
import { entryOf } from './forms.ts'

// Settings that pay depends on take effect from a date. The setting itself has the newest value; the previous values of
// a level are stored with their end dates, so hours of those days are still paid the same.

/** A previous value of a level, and the first day on which it no longer applied; null: nothing was set there. */
export type EarlierValue = { until: string; value: unknown }

/** Our own section with earlier values, by `earlierKey`. */
export const earlierSection = 'earlier'

/** The key under which the earlier values of a setting are stored. */
export function earlierKey(section: string, key: string): string {
  return `${section}.${key}`
}

/** Whether a change of a setting takes effect from a date. */
export function isDated(section: string, key: string): boolean {
  if (section === 'break_rules' || section === 'working_pattern') return true
  return entryOf(section, key)?.dated ?? false
}

/** The value on a date; '' is before all dates. `earlier` is oldest first. */
export function valueOn<T>(current: T, earlier: readonly EarlierValue[], date: string): T {
  const then = earlier.find(({ until }) => date < until)
  return then ? (then.value as T) : current
}

/** The earlier values after another one takes effect on a date; null for always. */
export function earlierWith(
  current: unknown,
  earlier: readonly EarlierValue[],
  next: unknown,
  from: string | null,
): EarlierValue[] {
  if (from === null) return []
  const then = earlier.find(({ until }) => until >= from)
  const valueBefore = then ? then.value : current
  const before = [...earlier.filter(({ until }) => until < from), { until: from, value: valueBefore }]
  while (before.length > 0 && isSame(lastOf(before).value, next)) before.pop()
  return before
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
