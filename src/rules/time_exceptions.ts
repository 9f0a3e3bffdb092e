import { addDays, second, weekday, weekOf } from './calendar.ts'

// What somebody who approves time should look at: what is missing, what can hardly be. One person at a time, as plain
// values, so that the server and a page come to the same. Instants are microseconds, durations seconds.

/** Some time of the person. A running entry has no end and no seconds yet. */
export type OddEntry = {
  id: number
  date: string
  start: number
  end: number | null
  seconds: number
  type: 'regular' | 'manual'
  kind: 'work' | 'paid_break' | 'unpaid_break' | 'pto' | 'unpaid_time_off'
  notes: string
  /** The server has clocked them out, and nobody has corrected it. */
  clockedOut?: boolean
}

/** Approved time off that no timesheet stands for. */
export type OddTimeOff = { date: string; seconds: number }

/** A published shift of the person, and the date on which it begins. */
export type OddShift = { date: string; start: number; end: number }

/** What is asked, and from where on something is odd. */
export type OddRules = {
  /** First and last date that are looked at; entries from outside only count as neighbours. */
  start_date: string
  end_date: string
  /** The date in the person's zone, which is not over yet. */
  today: string
  now: number
  /** Seconds from which on one entry is long. */
  longSeconds: number
  /** Fewest seconds between two shifts. */
  restSeconds: number
  notesRequired: boolean
  weekStart: number
}

/** Every kind of thing to look at. */
export const exceptionKinds = [
  'running',
  'automatic_clock_out',
  'long',
  'gap',
  'short_rest',
  'overlap_time_off',
  'missing_day',
  'no_notes',
] as const

/** Something to look at. `words` are for a person. */
export type TimeException = {
  kind: (typeof exceptionKinds)[number]
  date: string
  timesheet_ids: number[]
  words: string
}

/** From where on something is odd unless somebody says otherwise. */
export const usualOddRules = { longSeconds: 12 * 3600, restSeconds: 8 * 3600 }

// A pause of at least so long within a day is a gap, one as long as the second ends the shift.
const gapSeconds = 2 * 3600
const shiftGapSeconds = 4 * 3600

// Time off of at least so long is a day off; with less, a day of both may last so long.
const dayOffSeconds = 7 * 3600
const daySeconds = 9 * 3600

// Who has time on so many days from Monday to Friday misses the others.
const usualDays = 3

/** Everything odd within the dates asked about, by date. */
export function exceptionsOf(
  entries: readonly OddEntry[],
  timeOff: readonly OddTimeOff[],
  shifts: readonly OddShift[],
  rules: OddRules,
): TimeException[] {
  const work = entries.filter(({ kind }) => kind === 'work').sort((a, b) => a.start - b.start || a.id - b.id)
  const found = [
    ...work.flatMap((entry) => alone(entry, rules)),
    ...between(entries, shifts, rules),
    ...daysOff(entries, timeOff),
    ...missing(entries, timeOff, shifts, rules),
    ...withoutNotes(work, rules),
  ]
  return found
    .filter(({ date }) => date >= rules.start_date && date <= rules.end_date)
    .sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1))
}

/** What is odd about an entry by itself. */
function alone(entry: OddEntry, { now, longSeconds }: OddRules): TimeException[] {
  const odd = (kind: TimeException['kind'], words: string) => ({
    kind,
    date: entry.date,
    timesheet_ids: [entry.id],
    words,
  })
  const running = entry.end === null
  const seconds = running ? Math.max(0, Math.floor((now - entry.start) / second)) : entry.seconds
  return [
    ...(running ? [odd('running', `Still on the clock, for ${lengthText(seconds)} now`)] : []),
    ...(entry.clockedOut
      ? [odd('automatic_clock_out', 'Forgot to clock out; the end was set automatically and is a guess')]
      : []),
    ...(seconds > longSeconds && !running ? [odd('long', `${lengthText(seconds)} in one entry`)] : []),
  ]
}

/** Pauses too long for a break, and rests too short between shifts. Manual time has no times of its own. */
function between(
  entries: readonly OddEntry[],
  shifts: readonly OddShift[],
  { restSeconds }: OddRules,
): TimeException[] {
  const timed = entries
    .filter(({ type, kind }) => type === 'regular' && kind !== 'pto' && kind !== 'unpaid_time_off')
    .sort((a, b) => a.start - b.start || a.id - b.id)
  const found: TimeException[] = []
  for (const [index, entry] of timed.entries()) {
    const before = timed[index - 1]
    if (!before || before.end === null || entry.start <= before.end) continue
    const seconds = Math.floor((entry.start - before.end) / second)
    const timesheet_ids = [before.id, entry.id]
    const scheduled = shifts.some(({ start, end }) => start <= before.end! && end >= entry.start)
    if (seconds >= gapSeconds && (scheduled || (seconds < shiftGapSeconds && before.date === entry.date)))
      found.push({ kind: 'gap', date: entry.date, timesheet_ids, words: `Nothing recorded for ${lengthText(seconds)}` })
    else if (seconds >= shiftGapSeconds && seconds < restSeconds) {
      const words = `Only ${lengthText(seconds)} of rest since the shift before`
      found.push({ kind: 'short_rest', date: entry.date, timesheet_ids, words })
    }
  }
  return found
}

/** Work on days off, and more than a day of work and time off together. */
function daysOff(entries: readonly OddEntry[], timeOff: readonly OddTimeOff[]): TimeException[] {
  const absent = entries.filter(({ kind }) => kind === 'pto' || kind === 'unpaid_time_off')
  const off = sumsBy([...absent, ...timeOff])
  const worked = entries.filter(({ kind, seconds, end }) => kind === 'work' && (seconds > 0 || end === null))
  return [...off].flatMap(([date, seconds]): TimeException[] => {
    const here = worked.filter((entry) => entry.date === date)
    const total = here.reduce((sum, entry) => sum + entry.seconds, 0)
    if (here.length === 0 || (seconds < dayOffSeconds && seconds + total <= daySeconds)) return []
    const timesheet_ids = [...here, ...absent.filter((entry) => entry.date === date)].map(({ id }) => id)
    const words = `Work and ${lengthText(seconds)} of time off on one day`
    return [{ kind: 'overlap_time_off', date, timesheet_ids, words }]
  })
}

/** Days on which something should be, and nothing is: of a shift, or of a week that has time on its other days. */
function missing(
  entries: readonly OddEntry[],
  timeOff: readonly OddTimeOff[],
  shifts: readonly OddShift[],
  { start_date, end_date, today, weekStart }: OddRules,
): TimeException[] {
  const there = new Set([...entries, ...timeOff].map(({ date }) => date))
  const scheduled = new Set(shifts.map(({ date }) => date))
  const found: TimeException[] = []
  for (let date = start_date; date <= end_date && date < today; date = addDays(date, 1)) {
    if (there.has(date)) continue
    const words = scheduled.has(date)
      ? 'A shift was scheduled, and nothing is recorded'
      : 'Nothing is recorded on this day'
    if (scheduled.has(date) || (scheduled.size === 0 && isMissed(date, there, weekStart)))
      found.push({ kind: 'missing_day', date, timesheet_ids: [], words })
  }
  return found
}

function isMissed(date: string, there: ReadonlySet<string>, weekStart: number): boolean {
  const isWorkday = (day: string) => weekday(day) > 0 && weekday(day) < 6
  const first = weekOf(date, weekStart)
  const week = Array.from({ length: 7 }, (_, index) => addDays(first, index))
  return isWorkday(date) && week.filter((day) => isWorkday(day) && there.has(day)).length >= usualDays
}

function withoutNotes(work: readonly OddEntry[], { notesRequired }: OddRules): TimeException[] {
  if (!notesRequired) return []
  const bare = work.filter(({ notes, end }) => end !== null && notes.trim() === '')
  return [...Map.groupBy(bare, ({ date }) => date)].map(([date, list]) => ({
    kind: 'no_notes',
    date,
    timesheet_ids: list.map(({ id }) => id),
    words: list.length === 1 ? 'Notes are required, and one entry has none' : `${list.length} entries have no notes`,
  }))
}

function sumsBy(list: readonly { date: string; seconds: number }[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { date, seconds } of list) sums.set(date, (sums.get(date) ?? 0) + seconds)
  return sums
}

/** `2 hours 5 minutes`. */
function lengthText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`
  if (hours === 0) return count(rest, 'minute')
  return rest === 0 ? count(hours, 'hour') : `${count(hours, 'hour')} ${count(rest, 'minute')}`
}
