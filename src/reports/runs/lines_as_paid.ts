import { paired } from '../../rules/elements.ts'
import type { FrozenLine } from '../../rules/pay/frozen_time.ts'
import { grossLines, grossSum } from '../../rules/pay/gross_lines.ts'
import type { PaidBeside } from '../../rules/pay/payer.ts'
import type { Range } from '../../rules/pay/payroll.ts'
import type { PeriodPart } from '../../rules/pay/period_parts.ts'
import { breakPremiumKind, isMoneyKind, timeOffJobcode } from '../../rules/payroll_files/kinds.ts'
import { centsOfLines, type HowPaid, type PaidLine, paidLines, partKey } from '../../rules/payroll_files/time.ts'
import type { PaidTime } from '../overtime.ts'
import type { PaidRuns } from './paid_runs.ts'

type How = HowPaid & { unprovided: readonly PaidBeside[] }

/**
 * A person’s lines on all jobs: paid days as runs paid them, and the time of `unpaid` as it is known now. With `prices`,
 * each line has its cents. `daily`: the time has one entry a day, and so have paid days.
 */
export function linesAsPaid(
  time: PaidTime,
  unpaid: readonly PeriodPart[],
  how: How & { daily?: boolean },
  paid: PaidRuns | undefined,
): PaidLine[] {
  const known = paid?.filesLinesOf(time.user.id) ?? []
  const shown = how.prices ? known : known.filter(({ kind }) => !isMoneyKind(kind))
  const frozen = how.daily ? daily(shown) : shown.map((line) => lineOf(line, how))
  return [...frozen, ...linesAsKnown(time, unpaid, how)]
}

function lineOf({ entry_id, date, jobcode_id, kind, seconds, cost, billed }: FrozenLine, { prices }: How): PaidLine {
  const line = { entry_id, date, jobcode_id, kind, seconds }
  return prices ? { ...line, cents: { cost, billed } } : line
}

/** The hours of lines with all work of a day and kind in one line, on no job. */
function daily(lines: readonly FrozenLine[]): PaidLine[] {
  const found = new Map<string, PaidLine>()
  for (const { entry_id, date, jobcode_id: job, kind, seconds } of lines) {
    const isWork = timeOffJobcode(kind) === undefined && kind !== breakPremiumKind
    const jobcode_id = isWork ? 0 : job
    const key = `${date} ${kind} ${jobcode_id}`
    const known = found.get(key)
    if (known) known.seconds += seconds
    else found.set(key, { entry_id, date, jobcode_id, kind, seconds })
  }
  return [...found.values()]
}

/**
 * A person’s lines on all jobs as their time was recorded. With `prices`, the entries of paid days have what runs paid for
 * them.
 */
export function linesAsRecorded(
  time: PaidTime,
  { range, unpaid }: { range: Range; unpaid: readonly PeriodPart[] },
  how: How,
  paid: PaidRuns | undefined,
): PaidLine[] {
  const { user } = time
  if (!how.prices || !paid?.has(user.id)) return linesAsKnown(time, unpaid, how)
  const open = paid.unpaid(user.id)
  const isOpen = ({ date }: PaidLine) => open.some(({ start_date, end_date }) => date >= start_date && date <= end_date)
  // What was paid for an entry is on the first of its lines.
  const frozen = Map.groupBy(paid.filesLinesOf(user.id), keyOf)
  const recorded = linesAsKnown(time, [{ range, before: [] }], { unprovided: how.unprovided }).filter(
    (line) => !isOpen(line),
  )
  for (const line of recorded) {
    const own = frozen.get(keyOf(line)) ?? []
    frozen.delete(keyOf(line))
    const sum = (of: 'cost' | 'billed') => own.reduce((all, one) => all + one[of], 0)
    line.cents = { cost: sum('cost'), billed: sum('billed') }
  }
  return [...recorded, ...linesAsKnown(time, unpaid, how)]
}

const keyOf = ({ entry_id, date }: Pick<PaidLine, 'entry_id' | 'date'>) => partKey(entry_id, date)

function linesAsKnown({ stretches, entries }: PaidTime, parts: readonly PeriodPart[], how: How): PaidLine[] {
  const { prices, unprovided } = how
  return parts.flatMap((part) => {
    const lines = paidLines(stretches, entries, part.range, how)
    if (prices) {
      const cents = centsOfLines(lines, grossSum(grossLines(stretches, entries, prices.payer, [part], unprovided)))
      for (const [line, own] of paired(lines, cents)) line.cents = own
    }
    return lines
  })
}
