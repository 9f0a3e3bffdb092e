import { firstOf, paired } from '../elements.ts'
import type { Entry, Stretch } from '../overtime/rule.ts'
import type { Range } from '../time/calendar.ts'

// Hours are shown in minutes or hundredths of an hour. A person's paid time of each kind within the dates shown is
// rounded once; its parts (pay periods, then jobs, then days, then entries) are rounded so that they add up to it, and
// every other sum adds up shown figures. So figures add up, and are the same on screen and in files.

/** Seconds rounded to whole units, half up. */
export function shownSeconds(seconds: number, unit: number): number {
  return Math.floor((seconds + unit / 2) / unit) * unit
}

/**
 * Rounds each part down or up to whole units, so that together they are `total`, by default their rounded sum. Those
 * with the largest remainders are rounded up, the earlier of equal ones first.
 */
export function shares(parts: readonly number[], unit: number, total?: number): number[] {
  const sum = parts.reduce((all, part) => all + part, 0)
  const whole = Math.round((total ?? shownSeconds(sum, unit)) / unit)
  const exact = parts.map((part) => ({ whole: Math.floor(part / unit), rest: part - Math.floor(part / unit) * unit }))
  return adjusted(exact, whole).map((one) => one * unit)
}

/** Whole parts of whole sums: each part is the exact one rounded down or up so that they add up to `total`. */
export function centShares(parts: readonly number[], total: number): number[] {
  return adjusted(
    parts.map((part) => ({ whole: Math.floor(part), rest: part - Math.floor(part) })),
    total,
  )
}

/** The whole parts, with as much added, or taken from those above 0, as makes them add up to `total`. */
function adjusted(parts: readonly { whole: number; rest: number }[], total: number): number[] {
  let missing = total - parts.reduce((all, { whole }) => all + whole, 0)
  if (missing === 0) return parts.map(({ whole }) => whole)
  const slots = parts.map((part) => ({ ...part }))
  const order = slots.toSorted((a, b) => b.rest - a.rest)
  while (missing > 0 && order.length > 0)
    for (const slot of order.slice(0, Math.ceil(missing))) {
      slot.whole += 1
      missing -= 1
    }
  for (const slot of order.toReversed()) {
    if (missing >= 0) break
    if (slot.whole === 0) continue
    slot.whole -= 1
    missing += 1
  }
  return slots.map(({ whole }) => whole)
}

/** A way to divide a whole into whole parts near the exact ones. */
type Divide = (parts: readonly number[], total: number) => number[]

/** A line that gets a share of a total. */
type Slot<T> = { line: T; share: number }

/**
 * Divides a total level by level: among the groups of the first key, each group’s share among those of the next, and so
 * on down to the lines. Returns the shares in the order of the lines.
 */
export function sharesByLevel<T>(
  lines: readonly T[],
  sizeOf: (line: T) => number,
  levels: readonly ((line: T) => number | string)[],
  divide: Divide,
  total: number,
): number[] {
  const slots = lines.map((line) => ({ line, share: 0, size: sizeOf(line) }))
  const share = (own: typeof slots, level: number, whole: number): void => {
    const [first] = own
    if (first === undefined) return
    if (own.length === 1) {
      first.share = whole
      return
    }
    const keyOf = levels[level]
    if (!keyOf) {
      const sizes = own.map(({ size }) => size)
      for (const [slot, given] of paired(own, divide(sizes, whole))) slot.share = given
      return
    }
    // In the order of their keys, so the result does not depend on the order of the lines.
    const key = keyOf(first.line)
    const groups = own.every(({ line }) => keyOf(line) === key)
      ? [own]
      : [...Map.groupBy(own, ({ line }) => keyOf(line))].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
    const sums = groups.map((group) => group.reduce((sum, { size }) => sum + size, 0))
    for (const [group, given] of paired(groups, divide(sums, whole))) share(group, level + 1, given)
  }
  if (slots.length > 0) share(slots, 0, total)
  return slots.map(({ share }) => share)
}

/**
 * The shares of a person’s lines: each kind is divided among pay periods (`periodOf`), then among jobs, then among the
 * job’s dates, then among its lines. So a pay period and a job have the same hours on every page and in every file,
 * whether lines are days or entries.
 */
export function sharesByJob<T extends { seconds: number; jobcode_id: number; date: string }>(
  lines: readonly T[],
  kindOf: (line: T) => string,
  unit: number,
  periodOf: (date: string) => string = () => '',
): number[] {
  const levels = [(line: T) => periodOf(line.date), (line: T) => line.jobcode_id, (line: T) => line.date]
  const secondsOf = ({ seconds }: T) => seconds
  return sharesOfKinds(lines, kindOf, (own) => {
    // Whole units are shown as they are.
    if (own.every(({ seconds }) => seconds % unit === 0)) return own.map(secondsOf)
    const total = own.reduce((all, { seconds }) => all + seconds, 0)
    const divide: Divide = (parts, whole) => shares(parts, unit, whole)
    return sharesByLevel(own, secondsOf, levels, divide, shownSeconds(total, unit))
  })
}

/** The shares of lines, separately for each kind; `totals` has the hours of kinds that are shown elsewhere, too. */
export function sharesByKind<T extends { seconds: number }>(
  lines: readonly T[],
  kindOf: (line: T) => string,
  unit: number,
  totals: ReadonlyMap<string, number> = new Map(),
): number[] {
  return sharesOfKinds(lines, kindOf, (own, kind) => {
    const seconds = own.map((line) => line.seconds)
    return shares(seconds, unit, totals.get(kind))
  })
}

/** The shares of lines in their order; `shared` divides the lines of one kind. */
export function sharesOfKinds<T>(
  lines: readonly T[],
  kindOf: (line: T) => string,
  shared: (own: readonly T[], kind: string) => number[],
): number[] {
  const slots = lines.map((line): Slot<T> => ({ line, share: 0 }))
  for (const [kind, own] of Map.groupBy(slots, ({ line }) => kindOf(line))) {
    const given = shared(
      own.map(({ line }) => line),
      kind,
    )
    for (const [slot, share] of paired(own, given)) slot.share = share
  }
  return slots.map(({ share }) => share)
}

/** The parts of a payroll report’s row that are shown. */
type Pay = {
  total_re_seconds: number
  total_pto_seconds: number
  total_work_seconds: number
  overtime_seconds?: Record<string, number> | undefined
  pto_seconds?: Record<string, number> | undefined
  overtime_by_rule: Record<string, number>
}

/** A person’s pay totals as they are shown: each kind rounded once, the total their sum. */
export function shownPay<T extends Pay>(pay: T, unit: number): T & { overtime_seconds: Record<string, number> } {
  const each = (seconds: Record<string, number> = {}) =>
    Object.fromEntries(Object.entries(seconds).map(([key, value]) => [key, shownSeconds(value, unit)]))
  const sum = (seconds: Record<string, number>) => Object.values(seconds).reduce((all, value) => all + value, 0)
  const overtime_seconds = each(pay.overtime_seconds)
  const total_re_seconds = shownSeconds(pay.total_re_seconds, unit)
  const pto_seconds = pay.pto_seconds && each(pay.pto_seconds)
  const total_pto_seconds = pto_seconds ? sum(pto_seconds) : shownSeconds(pay.total_pto_seconds, unit)
  const rules = Object.keys(pay.overtime_by_rule)
  const byRule = shares(Object.values(pay.overtime_by_rule), unit, sum(overtime_seconds))
  return {
    ...pay,
    total_re_seconds,
    overtime_seconds,
    total_pto_seconds,
    ...(pto_seconds && { pto_seconds }),
    total_work_seconds: total_re_seconds + sum(overtime_seconds) + total_pto_seconds,
    overtime_by_rule: Object.fromEntries(paired(rules, byRule)),
  }
}

/** The kind of work that a stretch is rounded with: regular, or a rate of overtime. */
export function kindOfStretch({ rule, multiplier }: Pick<Stretch, 'rule' | 'multiplier'>): string {
  return rule === null ? 'regular' : String(multiplier)
}

/**
 * A person’s paid time within the range with the seconds to show: stretches of work, and entries of paid time off. An
 * entry’s stretches of one kind on one day are rounded together; the first one gets the total.
 */
export function shownTime(
  stretches: readonly Stretch[],
  entries: readonly Entry[],
  range: Range,
  unit: number,
): { stretches: Stretch[]; entries: Entry[] } {
  const inside = ({ date }: { date: string }) => date >= range.start_date && date <= range.end_date
  const groups = Map.groupBy(stretches.filter(inside), (one) => `${one.entryId} ${one.date} ${kindOfStretch(one)}`)
  const worked = [...groups.values()].map((own) => {
    const { date, jobcode_id } = firstOf(own)
    const seconds = own.reduce((sum, { seconds }) => sum + seconds, 0)
    return { own, kind: kindOfStretch(firstOf(own)), date, jobcode_id, seconds }
  })
  const shown = sharesByJob(worked, ({ kind }) => kind, unit)
  const off = entries.filter((entry) => entry.kind === 'pto' && entry.seconds > 0 && inside(entry))
  const shownOff = sharesByJob(off, ({ jobcode_id }) => String(jobcode_id), unit)
  return {
    stretches: paired(worked, shown).flatMap(([{ own }, seconds]) =>
      own.map((stretch, place) => ({ ...stretch, seconds: place === 0 ? seconds : 0 })),
    ),
    entries: paired(off, shownOff).map(([entry, seconds]) => ({ ...entry, seconds })),
  }
}

/**
 * Displayed seconds of entries by id, whether whole or in parts: those within the range as `shownTime` divides them, the rest of each entry rounded
 * individually.
 */
export function shownByEntry(
  entries: readonly Entry[],
  stretches: readonly Stretch[],
  shown: ReturnType<typeof shownTime>,
  { start_date, end_date }: Range,
  unit: number,
): Map<number, number> {
  const isIn = ({ date }: { date: string }) => date >= start_date && date <= end_date
  const ofEntry = ({ entryId: id, seconds }: Stretch) => ({ id, seconds })
  const paidOff = entries.filter((entry) => entry.kind === 'pto' && entry.seconds > 0 && isIn(entry))
  const inside = sumById([...stretches.filter(isIn).map(ofEntry), ...paidOff])
  const given = sumById([...shown.stretches.map(ofEntry), ...shown.entries])
  return new Map(
    [...sumById(entries)].map(([id, seconds]) => [
      id,
      (given.get(id) ?? 0) + shownSeconds(Math.max(0, seconds - (inside.get(id) ?? 0)), unit),
    ]),
  )
}

function sumById(parts: readonly { id: number; seconds: number }[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { id, seconds } of parts) sums.set(id, (sums.get(id) ?? 0) + seconds)
  return sums
}
