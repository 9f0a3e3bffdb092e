import { usualPauseSeconds } from '../overtime/shifts.ts'
import type { BreakRule } from './break_rules.ts'
import { second } from './calendar.ts'

// How the meal and rest breaks were taken that were due within a shift. A shift is all time that a person records without
// the pause that ends one; time off the clock within it is an unpaid break. Works on one person at a time and on plain
// values. Instants are microseconds.

/** One entry of the person. A running entry has no end yet. */
export type EntryWithBreaks = {
  id: number
  date: string
  start: number
  end: number | null
  seconds: number
  type: 'regular' | 'manual'
  kind: 'work' | 'paid_break' | 'unpaid_break' | 'pto' | 'unpaid_time_off'
  jobcode_id?: number
}

/** How the breaks that a rule requires in one shift were taken. */
export type BreakFinding = {
  rule: BreakRule
  /** The day on which the shift began, and its entries. */
  date: string
  timesheet_ids: number[]
  /** 'unbroken': taken, but with too long a stretch of work before or after it. */
  outcome: 'taken' | 'late' | 'short' | 'missed' | 'unbroken'
  /** How many were due, and how many of them were taken in full. */
  due: number
  taken: number
  /** The length of the break that was taken, in seconds; 0 if it was missed. */
  seconds: number
  /** Seconds worked before it began, in the whole shift if it was missed, or in the longest stretch if that was too long. */
  worked: number
  /** Whether the person may waive it. */
  waivable: boolean
  /** Whether the stretch that is too long still goes on. */
  goesOn?: boolean
  /** The person's answer about it. */
  answer?: BreakAnswer['answer']
}

/** People's possible answers about a break that was due: they took it, chose not to, or could not. */
export const breakAnswerKinds = ['taken', 'waived', 'prevented'] as const

/** An answer, stored with an entry of the shift. */
export type BreakAnswer = { timesheet_id: number; rule: string; answer: (typeof breakAnswerKinds)[number] }

/** Break rules, the first day to whose shifts they apply, null for always, and the pause that ends a shift. */
export type BreakVersion = { from: string | null; rules: readonly BreakRule[]; pauseSeconds?: number }

/** The version for shifts that begin on a day. `versions` are oldest first. */
export function versionOn(versions: readonly BreakVersion[], date: string): BreakVersion | undefined {
  return versions.findLast(({ from }) => (from ?? '') <= date)
}

/** The versions if any of them requires breaks within the dates, otherwise none. */
export function breakVersionsIn(
  versions: readonly BreakVersion[],
  { start_date, end_date }: { start_date: string; end_date: string },
): readonly BreakVersion[] {
  const asks = versions.some(({ from, rules }, index) => {
    const until = versions[index + 1]?.from ?? undefined
    return rules.length > 0 && (from ?? '') <= end_date && (until === undefined || until > start_date)
  })
  return asks ? versions : []
}

/** How every break that was due was taken, by shift. In a running shift, only overdue breaks are judged. */
export function breakFindings(
  entries: readonly EntryWithBreaks[],
  versions: readonly BreakVersion[],
  now: number,
  answers: readonly BreakAnswer[] = [],
): BreakFinding[] {
  if (versions.length === 0) return []
  const said = new Map(answers.map(({ timesheet_id, rule, answer }) => [`${timesheet_id} ${rule}`, answer]))
  return shiftsOf(entries, versions, now)
    .flatMap((shift) => judged(shift, versionOn(versions, shift.date)?.rules ?? []))
    .map((found) => {
      const answer = found.timesheet_ids.map((id) => said.get(`${id} ${found.rule.name}`)).findLast(Boolean)
      return answer ? { ...found, answer } : found
    })
}

/**
 * Whether an approver should look at it. A break that was waived where that is possible is settled, and so is a paid break
 * that was taken but not recorded. An unpaid one must be recorded; otherwise its time is paid.
 */
export function isOpen(finding: BreakFinding): boolean {
  const { outcome, answer, rule } = finding
  const unrecorded = outcome === 'missed' && answer === 'taken' && rule.pay === 'paid'
  return outcome !== 'taken' && !isWaived(finding) && !unrecorded
}

/** Whether the person waived it and could. */
export function isWaived({ answer, waivable }: BreakFinding): boolean {
  return answer === 'waived' && waivable
}

/** A pause within a shift. `worked`: seconds worked before it. */
type Pause = { paid: boolean; seconds: number; worked: number; used: boolean; untimed?: true }

type Shift = { date: string; ids: number[]; worked: number; pauses: Pause[]; runs: boolean }

function shiftsOf(entries: readonly EntryWithBreaks[], versions: readonly BreakVersion[], now: number): Shift[] {
  const timed = entries
    .filter(({ type, kind }) => type === 'regular' && kind !== 'pto' && kind !== 'unpaid_time_off')
    .sort((a, b) => a.start - b.start || a.id - b.id)
  const shifts: Shift[] = []
  let last = 0
  for (const entry of timed) {
    const before = shifts.at(-1)
    const gap = Math.floor((entry.start - last) / second)
    const { pauseSeconds = usualPauseSeconds } = versionOn(versions, entry.date) ?? {}
    const isNew = !before || gap >= pauseSeconds
    const shift = isNew ? { date: entry.date, ids: [], worked: 0, pauses: [], runs: false } : before
    if (isNew) shifts.push(shift)
    else if (gap > 0) pause(shift, false, gap)
    addEntry(shift, entry, now)
    last = entry.end ?? Math.max(now, entry.start)
  }
  const manual = Map.groupBy(entries.filter(isManualBreak), ({ date }) => date)
  for (const shift of shifts) {
    // A pause before or after all work is not a break.
    shift.pauses = shift.pauses.filter(({ worked }) => worked > 0 && (shift.runs || worked < shift.worked))
    // Only the length of a manual break is known. It is assumed to be on time, and counts for the day's first shift.
    for (const { kind, seconds } of manual.get(shift.date) ?? [])
      shift.pauses.push({ paid: kind === 'paid_break', seconds, worked: 0, used: false, untimed: true })
    manual.delete(shift.date)
  }
  return shifts
}

function isManualBreak({ type, kind }: EntryWithBreaks): boolean {
  return type === 'manual' && (kind === 'paid_break' || kind === 'unpaid_break')
}

function addEntry(shift: Shift, { id, start, end, kind }: EntryWithBreaks, now: number): void {
  const seconds = Math.max(0, Math.floor(((end ?? now) - start) / second))
  shift.ids.push(id)
  shift.runs = end === null
  if (kind !== 'work') pause(shift, kind === 'paid_break', seconds)
  if (kind !== 'unpaid_break') shift.worked += seconds
}

/** Adds a pause, or lengthens the one before it. */
function pause(shift: Shift, paid: boolean, seconds: number): void {
  const last = shift.pauses.at(-1)
  const end = last && last.worked + (last.paid ? last.seconds : 0)
  if (last && last.paid === paid && end === shift.worked) last.seconds += seconds
  else shift.pauses.push({ paid, seconds, worked: shift.worked, used: false })
}

/** The findings of one shift. Rules take their breaks in order, and no break counts for two rules. */
function judged(shift: Shift, rules: readonly BreakRule[]): BreakFinding[] {
  const due = rules.filter((rule) => dueIn(shift, rule) > 0 && (!shift.runs || isOverdue(shift, rule)))
  const split = due.filter(({ part_minutes }) => part_minutes !== undefined).sort((a, b) => b.minutes - a.minutes)
  const findings = due.flatMap((rule) => {
    if (rule.part_minutes !== undefined)
      return rule === split.find((other) => countAlike(rule, other))
        ? [inStretches(shift, judgeSplit(shift, rule))]
        : []
    return [rule.every_hours === undefined ? inStretches(shift, judgeOne(shift, rule)) : judgeMany(shift, rule)]
  })
  const taken = new Set(findings.filter(({ due, taken }) => taken >= due).map(({ rule }) => rule.name))
  return findings.map((finding) => ({ ...finding, waivable: isWaivable(shift, finding.rule, taken) }))
}

/** Whether a break may be waived in a shift, of whose breaks these were taken. */
function isWaivable(
  { worked }: Shift,
  { waivable_to_hours: hours, waivable_after: other }: BreakRule,
  taken: ReadonlySet<string>,
): boolean {
  if (hours === undefined) return true
  return hours > 0 && worked <= hours * 3600 && (other === undefined || taken.has(other))
}

/** The finding, or if the break was taken but work went on too long at a stretch without one, that. */
function inStretches(shift: Shift, found: BreakFinding): BreakFinding {
  const { outcome, rule } = found
  if (rule.stretch_hours === undefined || outcome !== 'taken') return found
  const stretches = stretchesOf(shift, rule)
  const worked = Math.max(...stretches)
  if (worked <= rule.stretch_hours * 3600) return found
  return { ...found, outcome: 'unbroken', worked, goesOn: shift.runs && stretches.at(-1) === worked }
}

/** The seconds worked between the breaks that count for a rule; none if the time of one of them is unknown. */
function stretchesOf({ pauses, worked: all }: Shift, { pay, minutes, part_minutes = minutes }: BreakRule): number[] {
  const breaks = pauses.filter(
    ({ paid, seconds }) => seconds >= part_minutes * 60 && (pay === 'any' || paid === (pay === 'paid')),
  )
  if (breaks.some(({ untimed }) => untimed)) return [0]
  let since = 0
  const before = breaks.map(({ paid, seconds, worked }) => {
    const stretch = worked - since
    since = worked + (paid ? seconds : 0)
    return stretch
  })
  return [...before, all - since]
}

/** Whether a break can count for either of two rules. */
export function countAlike(a: BreakRule, b: BreakRule): boolean {
  return a.kind === b.kind && (a.pay === b.pay || a.pay === 'any' || b.pay === 'any')
}

/** How many breaks a rule requires. */
function dueIn({ worked }: Shift, { after_hours, at_least, every_hours }: BreakRule): number {
  const after = after_hours * 3600
  if (at_least ? worked < after : worked <= after) return 0
  if (every_hours === undefined) return 1
  const every = every_hours * 3600
  return Math.floor(worked / every) + (worked % every > every / 2 ? 1 : 0)
}

function isOverdue({ worked }: Shift, { by_hours, stretch_hours }: BreakRule): boolean {
  const hours = by_hours ?? stretch_hours
  return hours !== undefined && worked > hours * 3600
}

function judgeOne(shift: Shift, rule: BreakRule): BreakFinding {
  const free = freeFor(shift, rule)
  const full = free.find(({ seconds }) => seconds >= rule.minutes * 60)
  const found = full ?? longest(free)
  if (!found) return finding(shift, rule, 'missed')
  found.used = true
  const part = { seconds: found.seconds, worked: found.worked, taken: full ? 1 : 0 }
  if (!full) return finding(shift, rule, 'short', part)
  return finding(shift, rule, isLate(found, rule) ? 'late' : 'taken', part)
}

function judgeMany(shift: Shift, rule: BreakRule): BreakFinding {
  const count = dueIn(shift, rule)
  const free = freeFor(shift, rule)
  const full = free.filter(({ seconds }) => seconds >= rule.minutes * 60).slice(0, count)
  for (const one of full) one.used = true
  const part = { due: count, taken: full.length }
  if (full.length === count) return finding(shift, rule, 'taken', { ...part, seconds: rule.minutes * 60 })
  const short = free.filter(({ used }) => !used).slice(0, count - full.length)
  for (const one of short) one.used = true
  if (short.length < count - full.length) return finding(shift, rule, 'missed', part)
  return finding(shift, rule, 'short', { ...part, seconds: Math.max(...short.map(({ seconds }) => seconds)) })
}

function judgeSplit(shift: Shift, rule: BreakRule): BreakFinding {
  const parts = freeFor(shift, rule).filter(({ seconds }) => seconds >= rule.part_minutes! * 60)
  const [first] = parts
  if (!first) return finding(shift, rule, 'missed')
  for (const one of parts) one.used = true
  const seconds = parts.reduce((sum, one) => sum + one.seconds, 0)
  const part = { seconds, worked: first.worked }
  if (seconds < rule.minutes * 60) return finding(shift, rule, 'short', part)
  return finding(shift, rule, isLate(first, rule) ? 'late' : 'taken', { ...part, taken: 1 })
}

function freeFor({ pauses }: Shift, { pay }: BreakRule): Pause[] {
  return pauses.filter(({ paid, used }) => !used && (pay === 'any' || paid === (pay === 'paid')))
}

function longest(pauses: readonly Pause[]): Pause | undefined {
  return pauses.toSorted((a, b) => b.seconds - a.seconds)[0]
}

function isLate({ worked }: Pause, { by_hours }: BreakRule): boolean {
  return by_hours !== undefined && worked > by_hours * 3600
}

function finding(
  { date, ids, worked }: Shift,
  rule: BreakRule,
  outcome: BreakFinding['outcome'],
  part: Partial<BreakFinding> = {},
): BreakFinding {
  return { rule, date, timesheet_ids: ids, outcome, due: 1, taken: 0, seconds: 0, worked, waivable: true, ...part }
}
