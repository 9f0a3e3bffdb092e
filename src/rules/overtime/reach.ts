import { second } from '../calendar.ts'
import { onHoliday, secondsWithin, withinHours } from './hours.ts'
import type { Policy, Rule } from './rule.ts'
import { type Place, rollingAt, type Shift } from './shifts.ts'
import type { Piece } from './workdays.ts'

/** Whether a rule applies to a second, and for how many seconds that stays the same. */
export type Reach = { applies: boolean; seconds: number }

/** A second of a person's time: `done` seconds into its entry, after `ofDay` seconds of its workday. */
export type Spot = {
  piece: Piece
  done: number
  ofDay: number
  place: Place | undefined
  isSeventh: boolean
  weekSeconds: number
  policy: Policy
  /** Seconds of the workday that each rule of kind 'clock' or 'holiday' has counted. */
  withinOf: Map<Rule, number>
}

/** Whether a rule that counts a day or less applies at a spot. */
export function reach(rule: Rule, spot: Spot): Reach {
  return reaches[rule.kind as keyof typeof reaches](rule, spot)
}

/** Whether a rule of kind 'clock' or 'holiday' counts the time at a spot. */
export function isWithin(rule: Rule, spot: Spot): boolean {
  return spanAt(rule, spot).applies
}

/** Not reached, however long the time. */
export const never: Reach = { applies: false, seconds: Infinity }

const reaches = {
  daily: (rule: Rule, { ofDay }: Spot) => beyond(rule, ofDay),
  seventh_day: (rule: Rule, { isSeventh, weekSeconds, ofDay }: Spot) =>
    isSeventh && (rule.weekOverSeconds === undefined || weekSeconds > rule.weekOverSeconds)
      ? beyond(rule, ofDay)
      : never,
  consecutive: (rule: Rule, { place, done }: Spot) => (place ? beyond(rule, place.before + done) : never),
  rolling_day: rollingDay,
  rest: withinRest,
  clock: withinSpan,
  holiday: withinSpan,
}

/** Manual time has no start from which 24 hours could run; it counts by workday. */
function rollingDay(rule: Rule, { piece: { entry }, place, done, ofDay }: Spot): Reach {
  if (!place) return beyond(rule, ofDay)
  const { worked, left } = rollingAt(entry, place, done)
  const { applies, seconds } = beyond(rule, worked)
  return { applies, seconds: Math.min(seconds, left) }
}

function withinRest(rule: Rule, { piece: { entry }, place, done }: Spot): Reach {
  const previousEnd = place?.shift.previousEnd ?? null
  if (previousEnd === null) return never
  const left = Math.ceil((previousEnd - entry.start) / second + rule.afterSeconds) - done
  return left > 0 ? { applies: true, seconds: left } : never
}

function withinSpan(rule: Rule, spot: Spot): Reach {
  const span = spanAt(rule, spot)
  if (!span.applies) return span
  const { applies, seconds } = beyond(rule, spot.withinOf.get(rule) ?? 0)
  return { applies, seconds: Math.min(seconds, span.seconds) }
}

function spanAt(rule: Rule, { piece, done, place, policy }: Spot): Reach {
  if (rule.kind === 'holiday') {
    const { inside, seconds } = onHoliday(piece, done, policy)
    return { applies: inside, seconds }
  }
  const { inside, seconds } = withinHours(rule, piece, done)
  if (!inside || rule.overSeconds === undefined) return { applies: inside, seconds }
  const { zone } = piece.calendar
  const long = place && zone !== undefined && within(rule, place.shift, zone) > rule.overSeconds
  return { applies: Boolean(long), seconds }
}

const sums = new WeakMap<Shift, Map<Rule, number>>()

/** The same for every second of a shift, so it is summed once. */
function within(rule: Rule, shift: Shift, zone: string): number {
  const known = sums.get(shift) ?? new Map<Rule, number>()
  sums.set(shift, known)
  const sum = known.get(rule) ?? secondsWithin(rule, shift, zone)
  known.set(rule, sum)
  return sum
}

/** Whether a count has passed the rule's threshold. */
export function beyond({ afterSeconds }: Rule, position: number): Reach {
  if (position >= afterSeconds) return { applies: true, seconds: Infinity }
  return { applies: false, seconds: afterSeconds - position }
}
