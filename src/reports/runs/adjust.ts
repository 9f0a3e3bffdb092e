import {
  ofPeople,
  type PaidDays,
  type PaidInputs,
  paidHours,
  paidInputs,
  type RunLine,
  rowUses,
  runLines,
} from '../../company/pay/pay_runs.ts'
import { type Handle, type Sql, sql } from '../../engine/sql.ts'
import { listMax } from '../../engine/table.ts'
import { addedUp, type Cause, causeOf, differences, lineKey, overlaps } from '../../rules/pay/adjustments.ts'
import {
  type AdjustedHours,
  type FrozenTime,
  hoursBeyond,
  hoursLess,
  unpacked,
  unpackedHours,
} from '../../rules/pay/frozen_time.ts'
import { type GrossLine, payoutKind } from '../../rules/pay/gross_lines.ts'
import type { Range } from '../../rules/time/calendar.ts'
import type { DuePay } from './due_pay.ts'

/**
 * What earlier runs have paid: the days of each person, and what was paid for them. Runs add up over the years, and
 * little of what they paid changes afterwards, so the pay is loaded only for the people who are asked about.
 */
export class PaidBefore {
  readonly #since: Sql
  readonly #days: ReadonlyMap<number, readonly PaidInputs[]>
  #hours: ReadonlyMap<number, readonly PaidDays[]> = new Map()
  #lines: ReadonlyMap<string, readonly RunLine[]> = new Map()

  private constructor(since: Sql, days: readonly PaidInputs[]) {
    this.#since = since
    this.#days = Map.groupBy(days, ({ user_id }) => user_id)
  }

  /** Loads the days of these people, or of everyone, with one query. Days before `since` are left out. */
  static async load(
    ids: readonly number[] | undefined,
    since: string,
    companyId: number,
    handle: Handle,
  ): Promise<PaidBefore> {
    const known = sql`p.end_date >= ${since}`
    const days = sql`${ofPeople(ids)} and ${known} and p.adjusts <> ${rowUses.other}`
    return new PaidBefore(known, await paidInputs(days, companyId, handle))
  }

  /** Loads what was paid to the people with any of these days, for `adjustment`, with two queries. */
  async loadPay(asked: ReadonlyMap<number, readonly unknown[]>, companyId: number, handle: Handle): Promise<void> {
    const ids = [...asked].flatMap(([id, days]) => (days.length > 0 ? [id] : []))
    if (ids.length === 0) return
    const people = ofPeople(ids.length > listMax ? undefined : ids)
    const known = sql`${people} and ${this.#since}`
    const hours = await paidHours(sql`${known} and p.adjusts <> ${rowUses.other}`, companyId, handle)
    const lines = await runLines(known, companyId, handle)
    this.#hours = Map.groupBy(hours, ({ user_id }) => user_id)
    this.#lines = Map.groupBy(
      // Neither depends on the hours of the days.
      lines.filter(({ cause, line }) => cause !== 'entered' && line.kind !== payoutKind),
      keyOf,
    )
  }

  /** The days that runs paid to a person, each with its run, in the order in which they were paid. */
  rangesOf(userId: number): PaidInputs[] {
    return (this.#days.get(userId) ?? []).filter(({ adjusts }) => adjusts === rowUses.paid)
  }

  /** The runs that paid a person days of a range. */
  runsOf(userId: number, range: Range): number[] {
    return this.rangesOf(userId).flatMap((days) => (overlaps(days, range) ? [days.pay_run_id] : []))
  }

  /** The ids of the entries that were paid to a person for days, as far as runs have paid or adjusted them. */
  entriesOf({ user, range }: DuePay): readonly number[] {
    return (this.#days.get(user.id) ?? []).findLast((days) => isSame(days, range))?.inputs.ids ?? []
  }

  /** The adjustment that is due for days that a run paid; undefined if it paid what is due. Call after `loadPay`. */
  adjustment(due: DuePay): Adjustment | undefined {
    const { user, range } = due
    const paid = addedUp((this.#lines.get(keyOf({ user_id: user.id, ...range })) ?? []).map(({ line }) => line))
    const lines = differences(due.lines, paid)
    if (lines.length === 0) return undefined
    const last = (this.#days.get(user.id) ?? []).findLast((days) => isSame(days, range))
    const same = (this.#hours.get(user.id) ?? []).filter((days) => isSame(days, range))
    const hours = same.flatMap(({ adjusts, paid }) =>
      adjusts === rowUses.adjusted ? unpackedHours(paid) : hoursOf(unpacked(paid)),
    )
    return {
      due,
      isNew: last === undefined,
      // Time of someone whom no run has paid for these days.
      cause: last ? causeOf(last.inputs, due.inputs) : 'late_entry',
      lines: inOrder(lines, due.lines),
      hours: hoursBeyond(hoursOf(due.freeze()), hours),
    }
  }
}

/** What a run owes for days that earlier runs paid, and why. `isNew`: they paid the days to others only. */
export type Adjustment = {
  due: DuePay
  isNew: boolean
  cause: Cause
  lines: readonly GrossLine[]
  hours: readonly AdjustedHours[]
}

function keyOf({ user_id, start_date, end_date }: Range & { user_id: number }): string {
  return `${user_id} ${start_date} ${end_date}`
}

function isSame(a: Range, b: Range): boolean {
  return a.start_date === b.start_date && a.end_date === b.end_date
}

/** Lines in the order in which they are due; those that are no longer due come last. */
function inOrder<L extends GrossLine>(lines: readonly L[], due: readonly GrossLine[]): L[] {
  const places = new Map(due.map((line, place) => [lineKey(line), place]))
  const placeOf = (line: L) => places.get(lineKey(line)) ?? due.length
  return lines.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Hours by job and kind, as payroll files name them. */
function hoursOf({ lines }: Pick<FrozenTime, 'lines'>): AdjustedHours[] {
  return hoursLess(
    lines.map(({ jobcode_id, kind, seconds, billed }) => ({ jobcode_id, kind, seconds, billed })),
    [],
  )
}
