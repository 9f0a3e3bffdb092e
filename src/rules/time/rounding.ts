import { paired, valueAt } from '../elements.ts'
import type { Entry } from '../overtime/rule.ts'
import type { Settings } from '../settings/settings.ts'
import { second } from './calendar.ts'

// Rounding is a view of a person's time, as 29 CFR 785.48(b) allows: punches stay as they are, and everything that
// shows, sums or pays hours uses the same rounded ones. Paid time off is never rounded, and neither is time that is
// still running.

/** How a company rounds: the minutes, the direction, and whether it rounds starts and ends or a day's total. */
export type Rounding = { minutes: number; direction: (typeof directions)[number]; of: 'punches' | 'day' }

const directions = ['nearest', 'up', 'down'] as const

/** The rounding that section `rounding` of the settings asks for; undefined if it is off. */
export function roundingOf(section: Settings | undefined): Rounding | undefined {
  const minutes = Number(section?.minutes ?? 0)
  if (!section || !(minutes > 0)) return undefined
  return {
    minutes,
    direction: directions.find((one) => one === section.direction) ?? 'nearest',
    of: section.of === 'day' ? 'day' : 'punches',
  }
}

/** A company's rounding and the first date on which it applies; null for always. Undefined if it was off. */
export type RoundingVersion = { from: string | null; rounding: Rounding | undefined }

/** The same for rounding that changed over time, given oldest first: the date of an entry decides. */
export function roundedByDate(entries: readonly Entry[], versions: readonly RoundingVersion[]): readonly Entry[] {
  const [only, ...others] = versions
  if (only && others.length === 0) return rounded(entries, only.rounding)
  if (versions.every(({ rounding }) => !rounding)) return entries
  const versionOf = ({ date }: Entry) => versions.findLast(({ from }) => (from ?? '') <= date)
  const parts = Map.groupBy(entries, versionOf)
  const found = new Map([...parts].flatMap(([version, own]) => paired(own, rounded(own, version?.rounding))))
  return entries.map((entry) => valueAt(found, entry))
}

/** One person's finished entries with rounded times and seconds, in the same order. Pass whole days. */
export function rounded(entries: readonly Entry[], rounding: Rounding | undefined): readonly Entry[] {
  if (!rounding) return entries
  return rounding.of === 'punches' ? entries.map((entry) => withPunches(entry, rounding)) : withDays(entries, rounding)
}

/** Hours that were typed in are not punches and stay as they are. */
function withPunches(entry: Entry, rounding: Rounding): Entry {
  if (entry.manual || entry.kind === 'pto') return entry
  // Rounds in the entry's local time.
  const at = (instant: number) => {
    const clock = instant / second + (entry.offset ?? 0)
    return (roundedSeconds(clock, rounding) - (entry.offset ?? 0)) * second
  }
  const [start, end] = [at(entry.start), at(entry.end)]
  return { ...entry, start, end, seconds: (end - start) / second }
}

/**
 * The last work of a day absorbs the difference of the total; if it is too short, the work before it takes the rest.
 */
function withDays(entries: readonly Entry[], rounding: Rounding): Entry[] {
  const worked = entries.filter(({ kind, seconds }) => (kind === 'work' || kind === 'paid_break') && seconds > 0)
  const changes = new Map<Entry, number>()
  for (const day of Map.groupBy(worked, ({ date }) => date).values()) {
    const total = day.reduce((sum, { seconds }) => sum + seconds, 0)
    let change = roundedSeconds(total, rounding) - total
    for (const entry of day.toSorted((a, b) => b.start - a.start || b.id - a.id)) {
      const own = Math.max(change, -entry.seconds)
      changes.set(entry, own)
      change -= own
    }
  }
  return entries.map((entry) => {
    const change = changes.get(entry) ?? 0
    if (change === 0) return entry
    return { ...entry, end: entry.end + change * second, seconds: entry.seconds + change }
  })
}

/** Rounds seconds to a multiple of the minutes; exact values stay, and nearest rounds half up. */
function roundedSeconds(seconds: number, { minutes, direction }: Rounding): number {
  const unit = minutes * 60
  const steps = seconds / unit
  if (direction === 'up') return Math.ceil(steps) * unit
  return (direction === 'down' ? Math.floor(steps) : Math.floor(steps + 0.5)) * unit
}
