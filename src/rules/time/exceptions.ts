import { msg, type Translate } from '../language/messages.ts'
import {
  type BreakAnswer,
  type BreakFinding,
  type BreakVersion,
  breakFindings,
  type EntryWithBreaks,
  isOpen,
} from './breaks.ts'
import { addDays, daysBetween, second, weekOf } from './calendar.ts'
import { type DayFacts, isWorkInLeave, type LeaveProblem, leaveProblem } from './day_gate.ts'
import { expectedDays, type PublishedShift } from './expected_work.ts'
import { usualPatternDays } from './working_pattern.ts'

// Time exceptions: what an approver should review because something is missing or implausible. Works on one person at a
// time and on plain values, so the server and a page get the same result. Instants are microseconds, durations seconds.

/** One entry of the person. A running entry has no end and no seconds yet. */
export type EntryToCheck = EntryWithBreaks & {
  notes: string
  /** The server clocked the person out, and the end has not been corrected since. */
  clockedOut?: boolean
  /** It is the pay for a holiday. */
  holidayPay?: boolean
}

/** Approved time off that has no timesheet. */
export type TimeOffToCheck = { date: string; seconds: number }

/** What to check, and the limits beyond which it is an exception. */
export type ExceptionRules = {
  /** First and last date to check; entries outside serve only as neighbors. */
  start_date: string
  end_date: string
  /** Today's date in the person's zone; the day is not over yet. */
  today: string
  now: number
  /** Seconds beyond which an entry is long. */
  longSeconds: number
  /** Shortest rest between two shifts, in seconds. */
  restSeconds: number
  /** A pause of this length ends a shift, in seconds; 4 hours if omitted. */
  pauseSeconds?: number
  /** The last date approved; changes by the server before it are worth another look. */
  approvedTo: string
  notesRequired: boolean
  weekStart: number
  /** What is known about a date; by default, eight hours from Monday to Friday, which no one has chosen. */
  dayOf?: (date: string) => DayToCheck
  /** The dates on which the person said that they had no lunch, so that none was deducted. */
  noLunch?: readonly string[]
  /** The only kinds to look for; all if omitted. */
  kinds?: ReadonlySet<TimeException['kind']>
  /** The breaks that are due; none if omitted. */
  breakRules?: readonly BreakVersion[]
  /** The person's answers about them. */
  breakAnswers?: readonly BreakAnswer[]
}

/** What is known about a date, and whether it is a holiday, paid or not: people without a shift do not work on it. */
export type DayToCheck = DayFacts & { isHoliday: boolean }

/** Every kind of exception. */
export const exceptionKinds = [
  'running',
  'automatic_clock_out',
  'long',
  'gap',
  'short_rest',
  'overlap_time_off',
  'leave_twice',
  'leave_on_holiday',
  'leave_beyond_day',
  'missing_day',
  'no_notes',
  'break_missed',
  'break_late',
  'break_short',
  'break_unbroken',
  'no_lunch',
] as const

/** One exception. `words` describes it for people. */
export type TimeException = {
  kind: (typeof exceptionKinds)[number]
  date: string
  timesheet_ids: number[]
  words: string
}

/** The default limits. */
export const defaultExceptionRules = { longSeconds: 12 * 3600, restSeconds: 8 * 3600 }

// A pause of at least this length within a day is a gap; one of the second length ends the shift, unless the company sets another.
const gapSeconds = 2 * 3600
const shiftGapSeconds = 4 * 3600

// A week with time on this many days shows on which days a person works.
const severalDays = 3

/** All exceptions within the dates to check, by date. */
export function exceptionsOf(
  entries: readonly EntryToCheck[],
  timeOff: readonly TimeOffToCheck[],
  shifts: readonly PublishedShift[],
  given: ExceptionRules,
  t: Translate,
): TimeException[] {
  const rules = { ...given, dayOf: given.dayOf ?? usualDays(shifts, given.weekStart) }
  const work = entries.filter(({ kind }) => kind === 'work').sort((a, b) => a.start - b.start || a.id - b.id)
  const { kinds } = rules
  const found = checks.flatMap(({ of, check }) =>
    kinds && !of.some((kind) => kinds.has(kind)) ? [] : check({ entries, work, timeOff, shifts, rules, t }),
  )
  return found
    .filter(({ kind, date }) => date >= rules.start_date && date <= rules.end_date && (kinds?.has(kind) ?? true))
    .sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1))
}

/** What a check looks at: all entries, and those of work in their order. */
type Checked = {
  entries: readonly EntryToCheck[]
  work: readonly EntryToCheck[]
  timeOff: readonly TimeOffToCheck[]
  shifts: readonly PublishedShift[]
  rules: Checking
  t: Translate
}

/** The checks in their order, each with the kinds that it finds. */
const checks: readonly { of: readonly TimeException['kind'][]; check: (checked: Checked) => TimeException[] }[] = [
  {
    of: ['running', 'automatic_clock_out', 'long'],
    check: ({ work, rules, t }) => work.flatMap((entry) => ofEntry(entry, rules, t)),
  },
  { of: ['gap', 'short_rest'], check: ({ entries, shifts, rules, t }) => betweenEntries(entries, shifts, rules, t) },
  { of: ['overlap_time_off'], check: ({ entries, timeOff, rules, t }) => onDaysOff(entries, timeOff, rules, t) },
  {
    of: ['leave_twice', 'leave_on_holiday', 'leave_beyond_day'],
    check: ({ entries, timeOff, rules, t }) => leaveIssues(entries, timeOff, rules, t),
  },
  {
    of: ['missing_day'],
    check: ({ entries, timeOff, shifts, rules, t }) => missingDays(entries, timeOff, shifts, rules, t),
  },
  { of: ['no_notes'], check: ({ work, rules, t }) => missingNotes(work, rules, t) },
  {
    of: ['break_missed', 'break_late', 'break_short', 'break_unbroken'],
    check: ({ entries, rules, t }) => breaks(entries, rules, t),
  },
  { of: ['no_lunch'], check: ({ work, rules, t }) => withoutLunch(work, rules, t) },
]

type Checking = ExceptionRules & { dayOf: (date: string) => DayToCheck }

/** The usual days: those of published shifts, and Monday to Friday in weeks without any. */
function usualDays(shifts: readonly PublishedShift[], weekStart: number): (date: string) => DayToCheck {
  const expectedOn = expectedDays(() => ({ days: usualPatternDays, weekStart }), shifts)
  return (date) => {
    const { seconds: expected, isPlanned: isChosen } = expectedOn(date)
    return { expected, isChosen, holiday: undefined, isHoliday: false, allowsMore: true }
  }
}

/** Exceptions of a single entry. */
function ofEntry(entry: EntryToCheck, { now, longSeconds, approvedTo }: ExceptionRules, t: Translate): TimeException[] {
  const exception = (kind: TimeException['kind'], words: string) => ({
    kind,
    date: entry.date,
    timesheet_ids: [entry.id],
    words,
  })
  const running = entry.end === null
  const seconds = running ? Math.max(0, Math.floor((now - entry.start) / second)) : entry.seconds
  return [
    ...(running
      ? [exception('running', t('Still on the clock after {length}', { length: lengthText(seconds, t) }))]
      : []),
    ...(entry.clockedOut
      ? [exception('automatic_clock_out', t(entry.date <= approvedTo ? forgotInApproved : forgot))]
      : []),
    ...(seconds > longSeconds && !running
      ? [exception('long', t('{length} in one entry', { length: lengthText(seconds, t) }))]
      : []),
  ]
}

const forgot = msg('Forgot to clock out; the end time is an automatic estimate')
const forgotInApproved = msg(
  'This day was already approved. Forgot to clock out; the end time is an automatic estimate',
)

/** Pauses too long to be a break, and rests too short between shifts. Manual entries have no real times. */
function betweenEntries(
  entries: readonly EntryToCheck[],
  shifts: readonly PublishedShift[],
  { restSeconds, pauseSeconds = shiftGapSeconds }: ExceptionRules,
  t: Translate,
): TimeException[] {
  const timed = entries
    .filter(({ type, kind }) => type === 'regular' && kind !== 'pto' && kind !== 'unpaid_time_off')
    .sort((a, b) => a.start - b.start || a.id - b.id)
  const found: TimeException[] = []
  for (const [index, entry] of timed.entries()) {
    const before = timed[index - 1]
    if (!before || before.end === null || entry.start <= before.end) continue
    const { end: ended } = before
    const seconds = Math.floor((entry.start - ended) / second)
    const timesheet_ids = [before.id, entry.id]
    const length = lengthText(seconds, t)
    const scheduled = shifts.some(({ start, end }) => start <= ended && end >= entry.start)
    if (seconds >= gapSeconds && (scheduled || (seconds < pauseSeconds && before.date === entry.date)))
      found.push({
        kind: 'gap',
        date: entry.date,
        timesheet_ids,
        words: t('Nothing recorded for {length}', { length }),
      })
    else if (seconds >= pauseSeconds && seconds < restSeconds) {
      const words = t('Only {length} of rest after the previous shift', { length })
      found.push({ kind: 'short_rest', date: entry.date, timesheet_ids, words })
    }
  }
  return found
}

/** Work on a day off, and days on which work and time off together are too long. */
function onDaysOff(
  entries: readonly EntryToCheck[],
  timeOff: readonly TimeOffToCheck[],
  { dayOf }: Checking,
  t: Translate,
): TimeException[] {
  const absent = entries.filter(({ kind }) => kind === 'pto' || kind === 'unpaid_time_off')
  const off = sumsBy([...absent, ...timeOff])
  const worked = entries.filter(({ kind, seconds, end }) => kind === 'work' && (seconds > 0 || end === null))
  return [...off].flatMap(([date, seconds]): TimeException[] => {
    const here = worked.filter((entry) => entry.date === date)
    const total = here.reduce((sum, entry) => sum + entry.seconds, 0)
    if (here.length === 0 || !isWorkInLeave(total, seconds, dayOf(date))) return []
    const timesheet_ids = [...here, ...absent.filter((entry) => entry.date === date)].map(({ id }) => id)
    const words = t('Work and {length} of time off on one day', { length: lengthText(seconds, t) })
    return [{ kind: 'overlap_time_off', date, timesheet_ids, words }]
  })
}

/** Time off that the gate would refuse: it came from a program or an import, or what stands on the day came later. */
function leaveIssues(
  entries: readonly EntryToCheck[],
  timeOff: readonly TimeOffToCheck[],
  { dayOf }: Checking,
  t: Translate,
): TimeException[] {
  const booked = entries.filter(
    ({ kind, holidayPay, end }) => !holidayPay && end !== null && (kind === 'pto' || kind === 'unpaid_time_off'),
  )
  const leaves = [
    ...booked
      .toSorted((a, b) => a.id - b.id)
      .map(({ id, date, seconds, kind, type, start, end }) => {
        const times = type === 'regular' && end !== null ? { start, end } : {}
        return { ids: [id], date, seconds, paid: kind === 'pto', ...times }
      }),
    ...timeOff.map(({ date, seconds }) => ({ ids: [], date, seconds, paid: true })),
  ]
  return leaves.flatMap((leave, index): TimeException[] => {
    const facts = dayOf(leave.date)
    const problem = leaveProblem(leave, leaves.slice(0, index), facts)
    if (!problem || (problem.kind === 'leave_on_day_off' && !facts.isChosen)) return []
    const others = problem.kind === 'leave_twice' ? problem.other.ids : []
    const kind = problem.kind === 'leave_on_day_off' ? 'leave_beyond_day' : problem.kind
    return [{ kind, date: leave.date, timesheet_ids: [...others, ...leave.ids], words: leaveWords(problem, t) }]
  })
}

function leaveWords(problem: LeaveProblem<{ seconds: number }>, t: Translate): string {
  if (problem.kind === 'leave_on_holiday') return t('Paid time off on {name}, a paid holiday', { name: problem.name })
  if (problem.kind === 'leave_on_day_off') return t('Time off on a day off')
  const total = lengthText(problem.total, t)
  if (problem.kind === 'leave_twice') return t('The same hours of time off twice: {length} in all', { length: total })
  const time = lengthText(problem.expected, t)
  return t('{length} of time off on a day of {time}', { length: total, time })
}

/** Days that should have an entry but have none: days with a shift, and others on which the person would have worked. */
function missingDays(
  entries: readonly EntryToCheck[],
  timeOff: readonly TimeOffToCheck[],
  shifts: readonly PublishedShift[],
  { start_date, end_date, today, weekStart, dayOf }: Checking,
  t: Translate,
): TimeException[] {
  const there = new Set([...entries, ...timeOff].map(({ date }) => date))
  const scheduled = new Set(shifts.map(({ date }) => date))
  const isWorked = (date: string) => dayOf(date).expected > 0 && !dayOf(date).isHoliday
  const isMissed = (date: string) =>
    isWorked(date) &&
    hasTimeOnMost(date, there, weekStart, isWorked) &&
    (dayOf(date).isChosen || isUsual(date, there, weekStart))
  const found: TimeException[] = []
  for (let date = start_date; date <= end_date && date < today; date = addDays(date, 1)) {
    if (there.has(date)) continue
    const words = scheduled.has(date) ? t('Scheduled, but no time recorded') : t('No time recorded')
    if (scheduled.has(date) || isMissed(date)) found.push({ kind: 'missing_day', date, timesheet_ids: [], words })
  }
  return found
}

/** Whether the person has time on at least half of the days of the week on which they work, so that they record it. */
function hasTimeOnMost(
  date: string,
  there: ReadonlySet<string>,
  weekStart: number,
  isWorked: (date: string) => boolean,
): boolean {
  const first = weekOf(date, weekStart)
  const days = Array.from({ length: 7 }, (_, index) => addDays(first, index)).filter(isWorked)
  return 2 * days.filter((day) => there.has(day)).length >= days.length
}

/** Whether the person has time on this day of the week in at least half of the other weeks with time on several days. */
function isUsual(date: string, there: ReadonlySet<string>, weekStart: number): boolean {
  const own = weekOf(date, weekStart)
  const weeks = [...Map.groupBy(there, (day) => weekOf(day, weekStart))].flatMap(([first, days]) =>
    first !== own && days.length >= severalDays ? [first] : [],
  )
  const same = weeks.filter((first) => there.has(addDays(first, daysBetween(own, date))))
  return 2 * same.length >= weeks.length
}

function missingNotes(work: readonly EntryToCheck[], { notesRequired }: ExceptionRules, t: Translate): TimeException[] {
  if (!notesRequired) return []
  const bare = work.filter(({ notes, end }) => end !== null && notes.trim() === '')
  return [...Map.groupBy(bare, ({ date }) => date)].map(([date, list]) => ({
    kind: 'no_notes',
    date,
    timesheet_ids: list.map(({ id }) => id),
    words: t('{count, plural, one {Notes are required, but one entry has none} other {# entries have no notes}}', {
      count: list.length,
    }),
  }))
}

/** Breaks that were due and were missed, late or short. */
function breaks(entries: readonly EntryToCheck[], rules: ExceptionRules, t: Translate): TimeException[] {
  const { breakRules = [], breakAnswers, now } = rules
  return breakFindings(entries, breakRules, now, breakAnswers).flatMap((finding): TimeException[] => {
    const { outcome, date, timesheet_ids, answer } = finding
    if (outcome === 'taken' || !isOpen(finding)) return []
    const found = breakWords(finding, t)
    const words = answer ? t(answered[answer], { found }) : found
    return [{ kind: `break_${outcome}`, date, timesheet_ids, words }]
  })
}

/** Days without an automatic lunch, because the person said so. */
function withoutLunch(work: readonly EntryToCheck[], { noLunch = [] }: ExceptionRules, t: Translate): TimeException[] {
  return noLunch.map((date) => {
    const timesheet_ids = work.filter((entry) => entry.date === date).map(({ id }) => id)
    return { kind: 'no_lunch', date, timesheet_ids, words: t('They said they had no lunch, so none is deducted') }
  })
}

const answered = {
  taken: msg('{found}. They said they took it'),
  prevented: msg('{found}. They said they could not take it'),
  waived: msg('{found}. They waived it, which is not possible in this shift'),
}

/** Describes how a break that was due was taken; two of one kind in a shift get different texts. */
export function breakWords({ rule, outcome, due, taken, seconds, worked }: BreakFinding, t: Translate): string {
  const { kind, minutes, after_hours, by_hours, every_hours, stretch_hours } = rule
  const words = breakTexts[kind]
  if (every_hours !== undefined) return t(words.some, { taken, due, minutes })
  const time = lengthText(worked, t)
  if (outcome === 'short') return t(words.short, { minutes, length: lengthText(seconds, t), time })
  if (outcome === 'unbroken') return t(unbroken, { length: time, limit: lengthText((stretch_hours ?? 0) * 3600, t) })
  const limit = lengthText((by_hours ?? after_hours) * 3600, t)
  if (outcome === 'late') return t(words.late, { length: time, due: limit })
  return t(by_hours === undefined ? words.missed : words.missed_by, { minutes, length: time, due: limit })
}

const unbroken = msg('{length} of work without a break; there must be one within {limit}')

const breakTexts = {
  meal: {
    some: msg('{taken} of {due} meal breaks of {minutes} minutes taken'),
    missed: msg('No meal break of {minutes} minutes in {length} of work; one was due after {due}'),
    missed_by: msg('No meal break of {minutes} minutes in {length} of work; one was due within {due}'),
    short: msg('A meal break of {length} after {time} of work; {minutes} minutes were due'),
    late: msg('The meal break began after {length} of work; it was due within {due}'),
  },
  rest: {
    some: msg('{taken} of {due} rest breaks of {minutes} minutes taken'),
    missed: msg('No rest break of {minutes} minutes in {length} of work; one was due after {due}'),
    missed_by: msg('No rest break of {minutes} minutes in {length} of work; one was due within {due}'),
    short: msg('A rest break of {length} after {time} of work; {minutes} minutes were due'),
    late: msg('The rest break began after {length} of work; it was due within {due}'),
  },
}

function sumsBy(list: readonly { date: string; seconds: number }[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { date, seconds } of list) sums.set(date, (sums.get(date) ?? 0) + seconds)
  return sums
}

/** `2 hours 5 minutes`. */
function lengthText(seconds: number, t: Translate): string {
  const all = Math.floor(seconds / 60)
  const [hours, minutes] = [Math.floor(all / 60), all % 60]
  if (hours === 0) return t('{minutes, plural, one {# minute} other {# minutes}}', { minutes })
  if (minutes === 0) return t('{hours, plural, one {# hour} other {# hours}}', { hours })
  return t('{hours, plural, one {# hour} other {# hours}} {minutes, plural, one {# minute} other {# minutes}}', {
    hours,
    minutes,
  })
}
