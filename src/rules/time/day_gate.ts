// The gate for paid hours on a day: whatever adds time off to a day looks here at what stands on it already. Refusals and
// what an approver is told come from the same function. Instants are microseconds, durations seconds.

/** Time off on a day. One that is entered by its length has no times of the clock. */
export type Leave = {
  date: string
  seconds: number
  /** Whether it is paid. */
  paid: boolean
  start?: number
  end?: number
}

/** What is known about a day of a person besides their time off. */
export type DayFacts = {
  /** The seconds that the person would work; 0 on a day off. */
  expected: number
  /** Whether someone chose these hours for them; otherwise they are the usual ones, which may be wrong. */
  isChosen: boolean
  /** The name of a holiday that is paid, so that it takes no paid time off. */
  holiday: string | undefined
  /** Whether time off may be longer than the day, or on a day off. */
  allowsMore: boolean
}

/** Why time off does not fit a day. `other` is the one that is there already; `total` are the seconds of all together. */
export type LeaveProblem<L> =
  | { kind: 'leave_on_holiday'; name: string }
  | { kind: 'leave_twice'; other: L; total: number }
  | { kind: 'leave_beyond_day'; total: number; expected: number }
  | { kind: 'leave_on_day_off' }

/** The hours of a day for which nothing else is known. */
const usualDay = 8 * 3600

/** Why time off cannot be added to a day on which other time off stands; undefined if it can. */
export function leaveProblem<L extends Leave>(
  asked: Leave,
  others: readonly L[],
  { expected, holiday, allowsMore }: DayFacts,
): LeaveProblem<L> | undefined {
  if (asked.paid && holiday !== undefined) return { kind: 'leave_on_holiday', name: holiday }
  const overlapping = others.find((other) => sharesTime(asked, other))
  const here = others.filter(({ date }) => date === asked.date)
  const total = here.reduce((sum, { seconds }) => sum + seconds, asked.seconds)
  if (overlapping) return { kind: 'leave_twice', other: overlapping, total }
  const [other] = asked.start === undefined ? here : here.filter(({ start }) => start === undefined)
  if (other && total > (expected || usualDay)) return { kind: 'leave_twice', other, total }
  if (allowsMore || total <= expected) return undefined
  return expected === 0 ? { kind: 'leave_on_day_off' } : { kind: 'leave_beyond_day', total, expected }
}

function sharesTime(one: Leave, other: Leave): boolean {
  if (one.start === undefined || one.end === undefined || other.start === undefined || other.end === undefined)
    return false
  return one.start < other.end && other.start < one.end
}

/** Whether time off leaves no room for the work on a day, or work and time off together are too much for it. */
export function isWorkInLeave(work: number, leave: number, { expected }: Pick<DayFacts, 'expected'>): boolean {
  const day = expected || usualDay
  return leave >= day * wholeShare || leave + work > day + longerBy
}

// Time off of at least this share of a day is the whole day; with less, work and time off together may last an hour
// longer than the day, as people clock in early.
const wholeShare = 7 / 8
const longerBy = 3600
