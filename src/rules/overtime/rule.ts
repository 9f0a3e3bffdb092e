import { second } from '../time/calendar.ts'

/** Kinds of overtime rules. */
export const ruleKinds = [
  'daily',
  'weekly',
  'fortnight',
  'seventh_day',
  'rest',
  'consecutive',
  'rolling_day',
  'clock',
  'holiday',
] as const

/** Kinds that count a span of several days; a second that another rule pays as well or better does not count there. */
export const longKinds: readonly Rule['kind'][] = ['weekly', 'fortnight']

/**
 * Pays `multiplier` (no effect unless above 1) for seconds worked beyond `afterSeconds`
 * - 'daily': of a workday; 'weekly': of a workweek; 'fortnight': of 14 days;
 * - 'seventh_day': of the seventh consecutive day worked in a workweek;
 * - 'consecutive': of a shift, which midnight does not end;
 * - 'rolling_day': of 24 hours that begin when work begins;
 * - 'clock': within the hours from `startMinute` to `endMinute`, counted from their first second, across midnight too;
 *   'holiday': of the date of a holiday;
 *
 * or within `afterSeconds` of the end of the previous shift ('rest').
 */
export type Rule = {
  name: string
  kind: (typeof ruleKinds)[number]
  afterSeconds: number
  multiplier: number
  /** 'clock': the days of the week on which the hours begin, 0 = Sunday; every day if omitted. */
  days?: readonly number[]
  /** 'clock': the days of the year on which the hours begin, such as '05-01', in every year. */
  dates?: readonly string[]
  /** 'clock': minutes of the day, 0 to 1440. The hours pass midnight if the end is not after the start. */
  startMinute?: number
  endMinute?: number
  /** 'clock': only shifts with more than this within the hours. */
  overSeconds?: number
  /** 'rest': the whole shift, if the rest before it was shorter and the previous shift began on an earlier date. */
  wholeShift?: true
  /** 'seventh_day': only workweeks with more than this. */
  weekOverSeconds?: number
  /** 'fortnight': a date on which 14 days begin; by default `Policy.anchor`. */
  starts?: string
  /** 'clock' and 'holiday': what is above 1 is added to the multiplier of whichever rule pays. */
  adds?: true
  /** Only for time that is paid less than this per hour. */
  payBelow?: number
  /** The workdays on which the rule applies: from this date … */
  from?: string
  /** … to the day before this one. */
  until?: string
}

/** How a person's time is divided into workdays and workweeks. */
export type Calendar = {
  /** The first workday on which it applies; always if omitted. */
  from?: string
  /** First day of the workweek, 0 = Sunday. */
  weekStart: number
  /** Whether paid time off counts toward the thresholds. */
  ptoCounts: boolean
  /** If it does, the only jobcodes of paid time off that count; all if omitted. */
  ptoJobcodes?: ReadonlySet<number>
  /** What several rules with `adds` pay for the same second: all of them if omitted, or only the highest. */
  stacking?: 'highest'
  /** The zone of the working pattern; without one, the entries' own dates are the workdays. */
  zone?: string
  /** Whether dates of entries may be of another zone than this one. */
  datesDiffer?: boolean
  /** The hour at which workdays and the workweek start, 0 to 23; 0 if omitted. */
  dayStart?: number
  /** Whether a shift across the start of a workday is split there; otherwise it belongs to the day on which it starts. */
  split?: boolean
  /** A shorter pause is a break within a shift, a longer one ends it; 4 hours if omitted. */
  pauseSeconds?: number
  /** A date on which 14 days begin. */
  anchor?: string
}

/** The rules for one person, and the workdays and workweeks that they use. */
export type Policy = Calendar & {
  rules: readonly Rule[]
  /** The previous calendars, oldest first; each applies until the next one does. */
  earlier?: readonly Calendar[]
  /** Dates of holidays in the zone of the working pattern. */
  holidays?: ReadonlySet<string>
  /** Whether time on a job on a workday is paid less than the rule's `payBelow`; true for all time if omitted. */
  isPaidBelow?: (rule: Rule, jobcode_id: number, day: string) => boolean
}

/** One finished timesheet of the person. Instants in microseconds; `seconds` is the time that counts. */
export type Entry = {
  id: number
  /** Day of the start in the person's zone; of a part, its workday. */
  date: string
  start: number
  end: number
  seconds: number
  kind: 'work' | 'paid_break' | 'pto' | 'unpaid'
  jobcode_id: number
  /** Only date and seconds are real; start and end are placeholders. */
  manual: boolean
  /** Paid as time worked because a break was not provided; not a timesheet, and only its date and seconds are real. */
  premium?: true
  /** The UTC offset of the entry in seconds; only rounding uses it. */
  offset?: number
  /** If a zone's rules have changed since: its recorded offset is this many seconds ahead of the current one. */
  moved?: { zone: string; seconds: number }
  /** If it is the part of a timesheet on one workday: the day on which the timesheet starts, and its calendar. */
  part?: { began: string; calendar: Calendar }
}

/**
 * Seconds of one entry with the same pay. rule is the name of the rule that made them overtime; null = regular. loading
 * is the part of the multiplier that is pay for the work itself; none if omitted. `premium`: that of the entry.
 */
export type Stretch = {
  entryId: number
  date: string
  jobcode_id: number
  seconds: number
  multiplier: number
  rule: string | null
  loading?: number
  premium?: true
}

/** How time on a jobcode of this type counts; regular ones may go without. */
export function kindOfType(type: string = 'regular'): Entry['kind'] {
  if (type === 'regular') return 'work'
  return type === 'pto' || type === 'paid_break' ? type : 'unpaid'
}

/** The day on which the timesheet of an entry starts, in the person's zone. */
export function beganOn({ date, part }: Pick<Entry, 'date' | 'part'>): string {
  return part?.began ?? date
}

/** The calendars of a policy, oldest first. */
export function calendarsOf(policy: Policy): readonly Calendar[] {
  return policy.earlier ? [...policy.earlier, policy] : [policy]
}

/** The calendar that applies on a workday. */
export function calendarOn(policy: Policy, day: string): Calendar {
  if (!policy.earlier || day >= (policy.from ?? '')) return policy
  return policy.earlier.findLast(({ from = '' }) => from <= day) ?? policy
}

/** Whether paid time off on a jobcode counts toward the thresholds. */
export function countsOff(jobcode_id: number, { ptoCounts, ptoJobcodes }: Calendar): boolean {
  return ptoCounts && (!ptoJobcodes || ptoJobcodes.has(jobcode_id))
}

/** The most rules that one person may have at a time. */
export const maxRules = 16

/** Whether a rule depends on the position of an entry in its shift. */
export function needsPlace({ kind, overSeconds }: Rule): boolean {
  return kind === 'rest' || kind === 'consecutive' || kind === 'rolling_day' || overSeconds !== undefined
}

/** The time of day at which a whole day ends, in minutes. */
export const dayMinutes = 1440

/** Whether the hours of a rule of kind 'clock' are whole days. */
export function isWholeDays({ startMinute = 0, endMinute = dayMinutes }: Rule): boolean {
  return startMinute === 0 && endMinute === dayMinutes
}

/** Microseconds by which the zone's recorded offset was ahead of the current one when the entry was recorded. */
export function movedBy({ moved }: Pick<Entry, 'moved'>, zone: string): number {
  return moved?.zone === zone ? moved.seconds * second : 0
}
