import { firstOf, lastOf } from '../elements.ts'
import { second } from './calendar.ts'
import { durationOf } from './timesheets.ts'

// The automatic lunch, as plain values. Instants are microseconds, durations seconds.

type Span = { id: number; start: number; end: number | null }

/** A finished entry that a lunch could be cut out of; not if it is `fixed`. */
type Host = { id: number; start: number; end: number; fixed: boolean; lunch_taken: boolean }

/** The settings of the automatic lunch. */
type LunchSettings = { lunch_deduct: number; lunch_length: number; lunch_threshold: number }

/** The finished entries that follow one another without a pause, around one of them, in order. */
export function stretchAround<S extends Span>(sheet: S, entries: readonly S[]): S[] {
  const finished = entries.filter(({ start, end }) => end !== null && end > start)
  const byStart = new Map(finished.map((entry) => [entry.start, entry]))
  const byEnd = new Map(finished.map((entry) => [entry.end, entry]))
  const stretch = [sheet]
  for (let next = byEnd.get(sheet.start); next; next = byEnd.get(next.start)) stretch.unshift(next)
  for (let next = byStart.get(sheet.end ?? -1); next; next = byStart.get(next.end ?? -1)) stretch.push(next)
  return stretch
}

/**
 * The lunch that is due in a stretch, and the entry from which it is deducted: in the middle of the stretch, if one
 * entry covers it, otherwise in the longest entry. Undefined if none is due, or if one was already taken.
 */
export function lunchIn<H extends Host>(
  stretch: readonly H[],
  settings: LunchSettings,
): { host: H; start: number; end: number } | undefined {
  if (!settings.lunch_deduct || stretch.some(({ lunch_taken }) => lunch_taken)) return undefined
  const length = Math.round(Number(settings.lunch_length) * 3600)
  const begin = firstOf(stretch).start
  const whole = durationOf({ start: begin, end: lastOf(stretch).end })
  if (length <= 0 || whole <= Number(settings.lunch_threshold) * 3600) return undefined
  const ideal = begin + Math.floor((whole - length) / 2) * second
  const middle = ideal + Math.floor(length / 2) * second
  const hosts = stretch.filter((host) => !host.fixed && durationOf(host) > length)
  const longest = hosts.toSorted((a, b) => durationOf(b) - durationOf(a))[0]
  const host = hosts.find(({ start, end }) => start <= middle && middle < end) ?? longest
  if (!host) return undefined
  const start = Math.min(Math.max(ideal, host.start), host.end - length * second)
  return { host, start, end: start + length * second }
}
