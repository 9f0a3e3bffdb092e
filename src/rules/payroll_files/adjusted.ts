import type { AdjustedHours } from '../pay/frozen_time.ts'
import type { GrossLine } from '../pay/gross_lines.ts'
import type { Range } from '../time/calendar.ts'
import { breakPremiumKind, isMoneyKind, type Kind, kindOfWork, salaryKind, timeOffJobcode } from './kinds.ts'
import type { PaidLine } from './time.ts'

/** What a run paid besides its own days, by the days that it belongs to. */
type Besides = Range & { line: GrossLine }

/**
 * What a run paid besides its own days as lines of files, each on the last of the days that it belongs to: its hours, and
 * with `money` what they are billed and its amounts, which may come without hours. An amount has the job of its hours if they are all of one.
 */
export function adjustedLines(
  hours: readonly (AdjustedHours & Range)[],
  besides: readonly Besides[],
  money: boolean,
): PaidLine[] {
  const notes = ({ start_date, end_date }: Range) => `Adjustment for ${start_date} to ${end_date}`
  const ofHours = hours.map(({ jobcode_id, kind, seconds, billed, ...range }): PaidLine => {
    const cents = money ? { cents: { cost: 0, billed } } : {}
    return { entry_id: 0, date: range.end_date, jobcode_id, kind, seconds, notes: notes(range), ...cents }
  })
  if (!money) return ofHours
  const ofMoney = besides.map(({ line, ...range }): PaidLine => {
    const kind = kindOf(
      line,
      hours.filter(({ end_date }) => end_date === range.end_date),
    )
    const jobcode_id = timeOffJobcode(kind) ?? jobOf(line, range, kind, hours)
    const cents = { cost: line.amount_cents, billed: 0 }
    return { entry_id: 0, date: range.end_date, jobcode_id, kind, seconds: 0, notes: notes(range), cents }
  })
  return [...ofHours, ...ofMoney]
}

/** The job of the hours that an amount pays; 0 if they are of several jobs, or if it pays none. */
function jobOf({ seconds }: GrossLine, range: Range, kind: Kind, hours: readonly (AdjustedHours & Range)[]): number {
  const own = hours.filter(
    (one) => one.kind === kind && one.start_date === range.start_date && one.end_date === range.end_date,
  )
  const [first, ...others] = own
  const isOne = others.every(({ jobcode_id }) => jobcode_id === first?.jobcode_id)
  const sum = own.reduce((all, one) => all + one.seconds, 0)
  return first && isOne && seconds !== 0 && sum === seconds ? first.jobcode_id : 0
}

/** The kind of hours that an amount belongs to. */
function kindOf({ kind, multiplier }: GrossLine, hours: readonly AdjustedHours[]): Kind {
  if (isMoneyKind(kind)) return kind
  if (kind === 'deduction') return salaryKind
  if (kind === 'break_premium') return breakPremiumKind
  if (kind === 'work') return kindOfWork({ multiplier, rule: multiplier === 1 ? null : 'paid' })
  // A line of time off does not name its kind.
  return hours.find((one) => timeOffJobcode(one.kind) !== undefined)?.kind ?? 'regular'
}
