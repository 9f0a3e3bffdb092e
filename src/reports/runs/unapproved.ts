import { type Handle, inList, sql } from '../../engine/sql.ts'
import { listMax } from '../../engine/table.ts'
import { datesAround } from '../../rules/overtime/needed.ts'
import { overlaps } from '../../rules/pay/adjustments.ts'
import type { Range } from '../../rules/time/calendar.ts'
import type { DuePay } from './due_pay.ts'

// Time is approved by the date of its entry, in the person's zone. Its workday, on which it is paid, may be another one, so
// whether days are approved is asked of the entries of which they have a part.

/** An entry that is not approved. */
type OpenEntry = { id: number; user_id: number; date: string; deleted: number }

/** People's time that is not approved, among the days that a run considers. */
export class UnapprovedTime {
  readonly #entries: ReadonlyMap<number, readonly OpenEntry[]>

  private constructor(entries: readonly OpenEntry[]) {
    this.#entries = Map.groupBy(entries, ({ user_id }) => user_id)
  }

  /** That of a company which does not approve time. */
  static readonly none = new UnapprovedTime([])

  /** Loads it with one query, for these people or for everyone. */
  static async load(
    ranges: readonly Range[],
    ids: readonly number[] | undefined,
    companyId: number,
    handle: Handle,
  ): Promise<UnapprovedTime> {
    const [start] = ranges.map(({ start_date }) => start_date).sort()
    const end = ranges
      .map(({ end_date }) => end_date)
      .sort()
      .at(-1)
    if (start === undefined || end === undefined) return UnapprovedTime.none
    const { first, last, since } = datesAround({ first: start, last: end })
    const people = ids && ids.length <= listMax ? inList(sql`t.user_id`, ids) : sql`1 = 1`
    const where = sql`t.company_id = ${companyId} and ${people} and t.date between ${since} and ${last}
      and (t.date >= ${first} or t.duration > 86400) and t.date > u.approved_to`
    const owner = sql`join users u on u.company_id = ${companyId} and u.id = t.user_id`
    const entries = await handle.all<OpenEntry>(
      sql`select t.id, t.user_id, t.date as date, 0 as deleted from timesheets t ${owner} where ${where}
        union all select t.id, t.user_id, t.date as date, 1 as deleted from timesheets_deleted t ${owner} where ${where}
        order by date`,
    )
    return new UnapprovedTime(entries)
  }

  /** The first date of unapproved time that days of a person have, or of which they have a part. */
  firstIn(userId: number, days: readonly Pick<DuePay, 'range' | 'inputs'>[]): string | undefined {
    const open = this.#entries.get(userId)
    if (!open) return undefined
    const parts = new Set(days.flatMap(({ inputs }) => inputs.ids))
    const isOn = (date: string) => days.some(({ range }) => overlaps(range, { start_date: date, end_date: date }))
    return open.find(({ id, date, deleted }) => deleted === 0 && (parts.has(id) || isOn(date)))?.date
  }

  /** Whether what runs paid for days may change until they are approved: entries that they have, or that were deleted. */
  mayChange({ user, range, inputs }: DuePay, paid: readonly number[]): boolean {
    const open = this.#entries.get(user.id)
    if (!open) return false
    const before = new Set(paid)
    const isGone = open.some(({ id, deleted }) => deleted === 1 && before.has(id))
    return isGone || this.firstIn(user.id, [{ range, inputs }]) !== undefined
  }
}
