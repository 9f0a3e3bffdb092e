import { elementAt, firstOf, lastOf } from '../elements.ts'
import { second } from './calendar.ts'
import { durationOf } from './timesheets.ts'

// The automatic lunch, as plain values: what is due follows from the entries as they were before any lunch was cut out
// of them, so it does not matter in which order they arrived. Instants are microseconds, durations seconds.

type Span = { id: number; start: number; end: number | null }

/** A finished entry that a lunch could be cut out of; not if it is `fixed`. */
type Host = { id: number; start: number; end: number; fixed: boolean; lunch_taken: boolean }

/** The settings of the automatic lunch. */
type LunchSettings = { lunch_deduct: number; lunch_length: number; lunch_threshold: number }

/** An entry with times of the clock, as the lunch sees it. */
export type LunchEntry = Span & {
  date: string
  /** `other`: a paid break or time off, which is no time off the clock. */
  kind: 'work' | 'unpaid_break' | 'other'
  fixed: boolean
  /** A lunch was cut out of it, or it is such a lunch. Without the span, it is left alone. */
  lunch_taken: boolean
  lunch_start: number | null
  lunch_end: number | null
  /** Whether the lunch made it shorter, instead of leaving a part on each side. */
  lunch_edge: boolean
  /** Two parts with the same text, and without files of their own, can be one entry again. */
  alike: string
  hasFiles: boolean
}

/** A span of time with the date of its entry. */
export type Touched = { start: number; end: number | null; date: string }

/**
 * What to do about the lunches of a person. `join` is deleted, as `id` takes its time; `drop` are breaks of lunches whose
 * work is gone.
 */
export type LunchPlan = {
  drop: number[]
  giveBack: { id: number; start: number; end: number; date: string; join?: number; lunch: Lunch }[]
  deduct: { id: number; start: number; end: number }[]
}

type Lunch = { start: number; end: number }

/**
 * The lunch that is due in a stretch, and the entry from which it is deducted: in the middle of the stretch, if one
 * entry covers it, otherwise in the longest entry. Undefined if none is due, or if one was already taken.
 */
export function lunchIn<H extends Host>(
  stretch: readonly H[],
  settings: LunchSettings,
): { host: H; start: number; end: number } | undefined {
  if (!settings.lunch_deduct || stretch.some(({ lunch_taken }) => lunch_taken)) return undefined
  const length = lengthOf(settings)
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

function lengthOf({ lunch_length }: Pick<LunchSettings, 'lunch_length'>): number {
  return Math.round(Number(lunch_length) * 3600)
}

type Given = {
  settings: LunchSettings
  /** A pause of this many seconds ends a shift. */
  pauseSeconds: number
  /** The dates on which the person said that they had no lunch. */
  answered: ReadonlySet<string>
  /** Where entries were before and after the change. */
  touched: readonly Touched[]
  /** The changed entry: a lunch that was cut out of it stays where it is as long as one is due. */
  id: number
}

/** What to give back and to deduct after a change of a person's entries, so that the result follows from them alone. */
export function lunchPlan(entries: readonly LunchEntry[], given: Given): LunchPlan {
  const cuts = cutsIn(entries, given.id)
  const drop = orphans(entries)
  const whole = wholeEntries(entries, cuts).filter(({ id }) => !drop.includes(id))
  const work = whole.filter(isWorked).toSorted((a, b) => a.start - b.start || a.id - b.id)
  const plan: LunchPlan = { drop, giveBack: [], deduct: [] }
  // What is left of an entry whose other part is gone has no lunch any more.
  for (const cut of cuts) if (!cut.isInside) plan.giveBack.push(backFrom(cut))
  for (const stretch of stretchesOf(work)) {
    if (!isTouched(stretch, given)) continue
    const ids = new Set(stretch.map(({ id }) => id))
    const here = cuts.filter((cut) => cut.isInside && ids.has(cut.id))
    const wanted = isFree(stretch, whole, given) ? undefined : lunchIn(stretch, given.settings)
    if (wanted && here.some((cut) => stays(cut, wanted, here, given))) continue
    for (const cut of here) plan.giveBack.push(backFrom(cut))
    if (wanted) plan.deduct.push({ id: wanted.host.id, start: wanted.start, end: wanted.end })
  }
  return plan
}

/** A lunch that can be given back: the entry that takes its time, and how far that entry then reaches. */
type Cut = {
  id: number
  start: number
  end: number
  date: string
  lunch: Lunch
  join?: number
  /** The entries on both sides. */
  parts: number[]
  /** Whether there is work on both sides. */
  isInside: boolean
}

function backFrom({ id, start, end, date, join, lunch }: Cut): LunchPlan['giveBack'][number] {
  return { id, start, end, date, ...(join !== undefined && { join }), lunch }
}

/** The lunches as they were deducted; not those that someone has changed since, or that no one may change. */
function cutsIn(entries: readonly LunchEntry[], changedId: number): Cut[] {
  const work = entries.filter(isWorked)
  const startingAt = new Map(work.map((entry) => [entry.start, entry]))
  const endingAt = new Map(work.map((entry) => [entry.end, entry]))
  const found: Cut[] = []
  for (const left of work) {
    const lunch = lunchOf(left)
    if (!lunch || (left.end !== lunch.start && left.start !== lunch.end)) continue
    if (entries.some((entry) => !isAutomatic(entry, lunch) && overlaps(entry, lunch))) continue
    const [before, after] = [endingAt.get(lunch.start), startingAt.get(lunch.end)]
    // The part before the lunch speaks for both.
    if (left.end !== lunch.start && before && !left.lunch_edge && sameLunch(before, lunch)) continue
    if (left.fixed || (!left.lunch_edge && (before?.fixed || after?.fixed))) continue
    found.push(cutOf(left, before, after, { lunch, changedId }))
  }
  return found
}

function cutOf(
  entry: LunchEntry & { end: number },
  before: (LunchEntry & { end: number }) | undefined,
  after: (LunchEntry & { end: number }) | undefined,
  { lunch, changedId }: { lunch: Lunch; changedId: number },
): Cut {
  const { id, start, end, date } = entry
  const parts = [before, after].flatMap((part) => (part ? [part.id] : []))
  const reach = end === lunch.start ? { start, end: lunch.end } : { start: lunch.start, end }
  if (entry.lunch_edge) return { id, ...reach, date, lunch, parts: [id], isInside: true }
  if (!before || !after) return { id, start, end, date, lunch, parts, isInside: false }
  const isSplit = before.id === id && sameLunch(after, lunch) && before.alike === after.alike
  const [kept, other] = after.id === changedId ? [after, before] : [before, after]
  if (isSplit && !other.hasFiles)
    return { id: kept.id, join: other.id, start, end: after.end, date, lunch, parts, isInside: true }
  return { id, ...reach, date, lunch, parts, isInside: true }
}

/** The breaks of lunches that were cut out of entries which are gone. */
function orphans(entries: readonly LunchEntry[]): number[] {
  return entries.flatMap((entry) => {
    const lunch = lunchOf(entry)
    const isAlone =
      lunch && isAutomatic(entry, lunch) && !entries.some((each) => isWorked(each) && sameLunch(each, lunch))
    return isAlone && !entry.fixed ? [entry.id] : []
  })
}

/** The entries as they would be without automatic lunches. */
function wholeEntries(entries: readonly LunchEntry[], cuts: readonly Cut[]): LunchEntry[] {
  const byId = new Map(cuts.map((cut) => [cut.id, cut]))
  const joined = new Set(cuts.map(({ join }) => join))
  return entries.flatMap((entry) => {
    if (joined.has(entry.id) || cuts.some(({ lunch }) => isAutomatic(entry, lunch))) return []
    const { start, end, date } = byId.get(entry.id) ?? entry
    // A break may have split off a part that is not beside the lunch.
    const lunch_taken = entry.lunch_taken && !cuts.some(({ lunch }) => sameLunch(entry, lunch))
    return [{ ...entry, start, end, date, lunch_taken }]
  })
}

function lunchOf({ lunch_start: start, lunch_end: end }: LunchEntry): Lunch | undefined {
  return start === null || end === null ? undefined : { start, end }
}

function sameLunch(entry: LunchEntry, { start, end }: Lunch): boolean {
  return entry.lunch_start === start && entry.lunch_end === end
}

/** Whether the entry is the break as which an automatic lunch was recorded. */
export function isAutomatic(
  { kind, lunch_taken, start, end }: Pick<LunchEntry, 'kind' | 'lunch_taken' | 'start' | 'end'>,
  lunch: Lunch,
): boolean {
  return kind === 'unpaid_break' && lunch_taken && start === lunch.start && end === lunch.end
}

function overlaps({ start, end }: LunchEntry, lunch: Lunch): boolean {
  return end !== start && start < lunch.end && (end ?? Number.POSITIVE_INFINITY) > lunch.start
}

function isWorked(entry: LunchEntry): entry is LunchEntry & { end: number } {
  return entry.kind === 'work' && entry.end !== null && entry.end > entry.start
}

function stretchesOf(work: readonly (LunchEntry & { end: number })[]): (LunchEntry & { end: number })[][] {
  const stretches: (LunchEntry & { end: number })[][] = []
  for (const entry of work) {
    const last = stretches.at(-1)
    if (last && lastOf(last).end === entry.start) last.push(entry)
    else stretches.push([entry])
  }
  return stretches
}

type Stretch = readonly (LunchEntry & { end: number })[]

/** Whether a change may matter to the lunch of a stretch: on the same date, or near it. */
function isTouched(stretch: Stretch, { touched, pauseSeconds }: Given): boolean {
  const [first, last] = [firstOf(stretch).start, lastOf(stretch).end]
  const near = pauseSeconds * second
  return touched.some(
    ({ start, end, date }) =>
      stretch.some((entry) => entry.date === date) || (start < last + near && (end ?? start) > first - near),
  )
}

/**
 * Whether the lunch was taken, or there was none: an unpaid break or time off the clock at least as long as the lunch,
 * between two entries of a day or beside the stretch, within the shift.
 */
function isFree(stretch: Stretch, entries: readonly LunchEntry[], given: Given): boolean {
  const dates = new Set(stretch.map(({ date }) => date))
  if ([...dates].some((date) => given.answered.has(date))) return true
  const length = lengthOf(given.settings)
  const work = entries
    .filter(({ kind, start, end }) => kind === 'work' && end !== start)
    .toSorted((a, b) => a.start - b.start || a.id - b.id)
  const [first, last] = [firstOf(stretch), lastOf(stretch)]
  return work.some((after, index) => {
    const before = index === 0 ? undefined : elementAt(work, index - 1)
    if (!before || before.end === null || after.start <= before.end) return false
    const isBeside = before.id === last.id || after.id === first.id
    const isInShift = isBeside && after.start - before.end < given.pauseSeconds * second
    const isOfDay = before.date === after.date && dates.has(after.date)
    return (isInShift || isOfDay) && offTheClock(before.end, after.start, entries) >= length * second
  })
}

/** The longest time between two instants without a paid break or time off. */
function offTheClock(from: number, to: number, entries: readonly LunchEntry[]): number {
  const inside = entries
    .filter(({ kind, start, end }) => kind === 'other' && start < to && (end ?? to) > from)
    .toSorted((a, b) => a.start - b.start)
  let longest = 0
  let since = from
  for (const { start, end } of inside) {
    longest = Math.max(longest, start - since)
    since = Math.max(since, end ?? to)
  }
  return Math.max(longest, to - since)
}

/** Whether a lunch that was deducted stays: it is where it should be, or in the entry that someone is changing. */
function stays(cut: Cut, wanted: Lunch, here: readonly Cut[], { id }: Given): boolean {
  if (here.length > 1) return false
  const { start, end } = cut.lunch
  if (start === wanted.start && end === wanted.end) return true
  return cut.parts.includes(id) && end - start === wanted.end - wanted.start
}
