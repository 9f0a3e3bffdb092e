import { offsetSeconds } from '../../../../src/rules/time/calendar.ts'
import { type Rounding, rounded } from '../../../../src/rules/time/rounding.ts'
import { roundingIn } from '../../../components/time/rounding.ts'
import { t } from '../../../language.ts'
import { readHours } from '../../../time.ts'
import { storedHours } from '../typed.ts'
import type { Owner } from '../week/owner.ts'

/** How a person's hours are rounded on a date; undefined if they are not. */
export function roundingOn({ rules }: Owner, date: string): Rounding | undefined {
  return roundingIn(rules.rounding).findLast(({ from }) => (from ?? '') <= date)?.rounding
}

/**
 * The length of an entry that is being edited. `seconds` is exact; `counted` is what is paid, if a single entry
 * determines that.
 */
type Counted = { seconds: number; counted: number | undefined }

/**
 * Times being edited, in microseconds, rounded as punches are. If a day's total is rounded, a single entry has no
 * rounded length.
 */
export function countedTimes(
  { start, end, zone }: { start: number; end: number; zone: string },
  rounding: Rounding | undefined,
): Counted {
  const seconds = Math.round((end - start) / 1e6)
  if (!rounding) return { seconds, counted: seconds }
  if (rounding.of === 'day') return { seconds, counted: undefined }
  const entry = { id: 0, date: '', start, end, seconds, kind: 'work', jobcode_id: 0, manual: false } as const
  const [found] = rounded([{ ...entry, offset: offsetSeconds(start, zone) }], rounding)
  return { seconds, counted: found!.seconds }
}

/** `8:00 (7:53 before rounding)`, or `7:53 before rounding the day` if the day's total is rounded. */
export function countedText({ seconds, counted }: Counted, hours: (seconds: number) => string): string {
  if (counted === undefined) return t('{hours} before rounding the day', { hours: hours(seconds) })
  if (hours(counted) === hours(seconds)) return hours(seconds)
  return t('{hours} ({exact} before rounding)', { hours: hours(counted), exact: hours(seconds) })
}

/**
 * The note next to hours that are being typed: how they are stored, if not as typed, and if a day's total is rounded, that
 * they are the hours before rounding.
 */
export function typedNote(
  text: string,
  { owner, date, kind = 'regular' }: { owner: Owner; date: string; kind: string | undefined },
  hours: (seconds: number) => string,
): string | undefined {
  const seconds = readHours(text.trim())
  if (seconds === undefined) return undefined
  const isRounded = kind === 'regular' || kind === 'paid_break'
  if (isRounded && roundingOn(owner, date)?.of === 'day') return countedText({ seconds, counted: undefined }, hours)
  const stored = storedHours(seconds)
  return stored && t('saved as {hours} h', { hours: stored })
}
