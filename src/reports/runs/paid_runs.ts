import {
  hasPaid,
  ofPeople,
  type PaidDays,
  paidHours,
  type RunLine,
  rowUses,
  runLines,
} from '../../company/pay/pay_runs.ts'
import { type Handle, sql } from '../../engine/sql.ts'
import { type Entry, overtime, type Stretch } from '../../rules/overtime/overtime.ts'
import { addedUp, contains, isNothing, overlaps, uncovered } from '../../rules/pay/adjustments.ts'
import {
  type AdjustedHours,
  entriesOff,
  type FrozenLine,
  type FrozenPremium,
  type FrozenTime,
  hasBilled,
  hasPremium,
  linesWithin,
  unpacked,
  unpackedHours,
} from '../../rules/pay/frozen_time.ts'
import { type GrossLine, payoutKind } from '../../rules/pay/gross_lines.ts'
import type { Range } from '../../rules/pay/payroll.ts'
import { premiumByKind } from '../../rules/time/break_premiums.ts'
import type { FinishedTime } from '../overtime.ts'

/** Days of a person as a run paid them. The hours are unpacked when they are needed. */
class Frozen implements Range {
  readonly user_id: number
  readonly pay_run_id: number
  readonly revision: number
  readonly start_date: string
  readonly end_date: string
  readonly #paid: string
  #time: FrozenTime | undefined

  constructor({ user_id, pay_run_id, revision, start_date, end_date, paid }: PaidDays) {
    this.user_id = user_id
    this.pay_run_id = pay_run_id
    this.revision = revision
    this.start_date = start_date
    this.end_date = end_date
    this.#paid = paid
  }

  get time(): FrozenTime {
    this.#time ??= unpacked(this.#paid)
    return this.#time
  }

  get isBilled(): boolean {
    return hasBilled(this.#paid)
  }

  get unprovided(): readonly FrozenPremium[] {
    return hasPremium(this.#paid) ? this.time.unprovided : []
  }
}

/** A person's time for a report of pay. */
type PaidPart = { stretches: readonly Stretch[]; entries: readonly Entry[] }

/** What pay runs have paid in a range of dates, so that the days of a closed run stay as they were. */
export class PaidRuns {
  readonly #range: Range
  readonly #days: ReadonlyMap<number, readonly Frozen[]>
  readonly #others: ReadonlyMap<number, readonly PaidDays[]>
  readonly #lines: ReadonlyMap<number, readonly RunLine[]>
  readonly #files = new Map<number, readonly FrozenLine[]>()

  private constructor(range: Range, rows: readonly PaidDays[], lines: readonly RunLine[]) {
    this.#range = range
    const paid = rows.filter(({ adjusts }) => adjusts === rowUses.paid)
    this.#days = Map.groupBy(
      paid.map((row) => new Frozen(row)),
      ({ user_id }) => user_id,
    )
    this.#others = Map.groupBy(
      rows.filter(({ adjusts }) => adjusts !== rowUses.paid),
      ({ user_id }) => user_id,
    )
    this.#lines = Map.groupBy(lines, ({ user_id }) => user_id)
  }

  /**
   * Loads what runs have paid for the dates to these people, or to all; undefined if they have paid nothing. `ofHours`: for
   * reports that have no use for the lines of `linesOf`.
   */
  static async within(
    range: Range,
    companyId: number,
    handle: Handle,
    ids?: readonly number[],
    { ofHours = false } = {},
  ): Promise<PaidRuns | undefined> {
    if (!(await hasPaid(range, companyId, handle))) return undefined
    const { start_date, end_date } = range
    const inside = sql`r.start_date >= ${start_date} and r.end_date <= ${end_date}`
    const touching = sql`p.end_date >= ${start_date} and p.start_date <= ${end_date}`
    const days = sql`(p.adjusts = ${rowUses.paid} and ${touching}) or (p.adjusts <> ${rowUses.paid} and ${inside})`
    // Only runs at the end of employment pay out balances, and the texts of all other lines need not be searched.
    const isPayout = sql`r.kind = 'final' and p.line like ${`%"kind":"${payoutKind}"%`}`
    const lines = ofHours
      ? sql`(p.cause = '' and ${touching} and ${isPayout}) or (p.cause <> '' and ${inside})`
      : sql`(p.cause = '' and ${touching}) or (${inside})`
    return new PaidRuns(
      range,
      await paidHours(sql`${ofPeople(ids)} and (${days})`, companyId, handle),
      // Lines of a run's own days are within its dates.
      await runLines(
        sql`r.end_date >= ${start_date} and r.start_date <= ${end_date} and ${ofPeople(ids)} and (${lines})`,
        companyId,
        handle,
      ),
    )
  }

  /** Loads what one run has paid. */
  static async of(runId: number, range: Range, companyId: number, handle: Handle): Promise<PaidRuns> {
    const own = sql`p.pay_run_id = ${runId}`
    return new PaidRuns(range, await paidHours(own, companyId, handle), await runLines(own, companyId, handle))
  }

  /** The ids of everyone who was paid something. */
  people(): number[] {
    return [...new Set([...this.#lines.keys(), ...this.#others.keys()])]
  }

  /** Whether any of a person's days was paid. */
  has(userId: number): boolean {
    return this.#days.has(userId)
  }

  /** Names what runs have paid to a person for their days: the same text, the same hours. */
  keyOf(userId: number): string {
    const days = this.#days.get(userId) ?? []
    return days.map(({ pay_run_id, revision, start_date }) => `${pay_run_id}.${revision}.${start_date}`).join()
  }

  /** The dates of the range that were not paid to a person. */
  unpaid(userId: number): Range[] {
    return uncovered(this.#range, this.#days.get(userId) ?? [])
  }

  /** The days that runs paid to a person and that lie within the range, in the order in which they were paid. */
  daysWithin(userId: number): readonly Range[] {
    return (this.#days.get(userId) ?? []).filter((days) => contains(this.#range, days))
  }

  /** A person's time: paid days as they were paid, and with `all` the others as they are known now. */
  timeOf(person: FinishedTime, all = true): PaidPart {
    const days = this.#days.get(person.user.id) ?? []
    const isPaid = ({ date }: { date: string }) =>
      days.some(({ start_date, end_date }) => date >= start_date && date <= end_date)
    const isOpen = all && this.unpaid(person.user.id).length > 0
    const known = isOpen ? overtime(person.entries, person.policy).filter((stretch) => !isPaid(stretch)) : []
    const others = person.entries.filter(
      (entry) => (all || entry.kind === 'unpaid') && (entry.kind !== 'pto' || !isPaid(entry)),
    )
    return {
      stretches: [...days.flatMap(({ time }) => time.stretches), ...known],
      entries: [
        ...others.filter(({ kind }) => kind !== 'pto' || all),
        ...days.flatMap(({ time }) => entriesOff(time.off)),
      ],
    }
  }

  /** The lines of files of a person's paid days within the range. */
  filesLinesOf(userId: number): readonly FrozenLine[] {
    const known = this.#files.get(userId)
    if (known) return known
    const { start_date, end_date } = this.#range
    const isInside = ({ date }: FrozenLine) => date >= start_date && date <= end_date
    const lines = (this.#days.get(userId) ?? []).flatMap((days) =>
      contains(this.#range, days) ? days.time.lines : days.time.lines.filter(isInside),
    )
    this.#files.set(userId, lines)
    return lines
  }

  /** The time of a person that is billed, as it is in files: of paid days within the range, and of adjustments. */
  billedOf(userId: number): { seconds: number; billed: number }[] {
    const isBilled = (this.#days.get(userId) ?? []).some((days) => days.isBilled)
    const lines = isBilled ? this.filesLinesOf(userId) : []
    return [...lines, ...this.otherHours(userId)].filter(({ billed }) => billed !== 0)
  }

  /** The premiums for breaks: of paid days as they were paid, of others as they are known now. */
  unprovided(userId: number, known: readonly FrozenPremium[] = []): FrozenPremium[] {
    const days = this.#days.get(userId) ?? []
    const isPaid = ({ date }: { date: string }) =>
      days.some(({ start_date, end_date }) => date >= start_date && date <= end_date)
    const { start_date, end_date } = this.#range
    return [
      ...days.flatMap(({ unprovided }) => unprovided).filter(({ date }) => date >= start_date && date <= end_date),
      ...known.filter((one) => !isPaid(one)),
    ]
  }

  /** The premium by kind of break, in seconds; undefined for a person to whom none is paid. */
  premium(userId: number, known: readonly FrozenPremium[] | undefined): Record<string, number> | undefined {
    const premiums = this.unprovided(userId, known)
    return premiums.length === 0 && !known ? undefined : premiumByKind(premiums)
  }

  /** The days of a person in a run that contain a date, as a pay period; undefined if no run has it. */
  periodOf(userId: number, date: string): { start: string; end: string } | undefined {
    // A balance that is paid out belongs to the last day, which is one of the run's own.
    const rows = [...(this.#days.get(userId) ?? []), ...(this.#others.get(userId) ?? [])]
    const found = rows.find(({ start_date, end_date }) => date >= start_date && date <= end_date)
    return found && { start: found.start_date, end: found.end_date }
  }

  /** The lines of a person's own days: those of runs, and those of the days that none has paid. */
  linesOf(userId: number, unpaid: readonly GrossLine[]): GrossLine[] {
    const own = this.#lines.get(userId) ?? []
    const paid = (this.#days.get(userId) ?? []).map((days) => {
      const lines = own.filter((line) => isOwn(line) && isOf(line, days)).map(({ line }) => line)
      return contains(this.#range, days) ? lines : linesWithin(lines, days.time, this.#range)
    })
    const parts = unpaid.length > 0 ? [...paid, unpaid] : paid
    const [only, ...others] = parts
    // Within days that were paid together, no two lines have the same key.
    return only && others.length === 0 ? only.filter((line) => !isNothing(line)) : addedUp(parts.flat())
  }

  /** Lines besides those of a person's own days: adjustments, and balances that were paid out. */
  besides(userId: number): RunLine[] {
    return (this.#lines.get(userId) ?? []).filter((line) => !isOwn(line))
  }

  /** Their hours, each with the days that they belong to. */
  otherHours(userId: number): (AdjustedHours & Range)[] {
    return (this.#others.get(userId) ?? []).flatMap(({ start_date, end_date, paid }) =>
      unpackedHours(paid).map((hours) => ({ ...hours, start_date, end_date })),
    )
  }
}

function isOwn({ cause, line }: RunLine): boolean {
  return cause === '' && line.kind !== payoutKind
}

function isOf(line: RunLine, days: Frozen): boolean {
  return line.pay_run_id === days.pay_run_id && overlaps(line, days)
}
