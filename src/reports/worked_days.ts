import { entriesByPerson, kindOf, listOf, type Types } from '../company/pay/worked_time.ts'
import { type Handle, indexHint, inList, type Sql, sql } from '../engine/sql.ts'
import { asksTimes, asksTyped, canSum, DatesInDetail, type DaySum } from '../rules/overtime/day_sums.ts'
import type { Entry, Policy } from '../rules/overtime/overtime.ts'

// On most days, pay depends only on how much a person worked. So the database returns sums by date, and individual
// entries are read only for the other days.

/**
 * The time that matches `where`, which must name the company and whole days, by person: where the rules allow, one entry
 * per workday of work and per date and jobcode of time off, otherwise the timesheets.
 */
export async function workedDays(
  where: Sql,
  policies: ReadonlyMap<number, Policy>,
  types: Types,
  handle: Handle,
  companyId: number,
): Promise<Map<number, readonly Entry[]>> {
  const sheets = new Sheets([...policies].flatMap(([id, policy]) => (canSum(policy) ? [] : [id])))
  if (sheets.people.size === policies.size) return entriesByPerson(where, types, handle)
  const off = await daysOff(where, types, handle, companyId)
  const found = new Map<number, Entry[]>()
  const sums = await sumsOfDates(where, [...policies.values()], handle)
  for (let first = 0, until = 0; first < sums.length; first = until) {
    const [user_id] = sums[first]!
    for (until = first; until < sums.length && sums[until]![0] === user_id; ) until++
    const policy = policies.get(user_id)
    if (!policy || sheets.people.has(user_id)) continue
    const parts = (date: string) => (off.size > 0 ? off.get(`${user_id}/${date}`) : undefined)
    const dates = asksTimes(policy) ? new DatesInDetail(policy) : undefined
    if (dates) for (let at = first; at < until; at++) dates.add(daySum(sums[at]!, parts(sums[at]![1])))
    const detailed = dates?.found() ?? none
    sheets.want(user_id, detailed)
    const entries: Entry[] = []
    for (let at = first; at < until; at++) {
      const date = sums[at]![1]
      if (!detailed.has(date)) addDay(entries, date, sums[at]![2], parts(date), types)
    }
    found.set(user_id, entries)
  }
  for (const [user_id, entries] of await sheets.read(where, types, handle)) listOf(found, user_id).push(...entries)
  return found
}

const none: ReadonlySet<string> = new Set()

type DateSum = readonly [user_id: number, date: string, seconds: number, ...times: number[]]

/** The time of each person by date; if pay depends on it, also its start and end, and whether any of it was typed. */
async function sumsOfDates(where: Sql, policies: readonly Policy[], handle: Handle): Promise<readonly DateSum[]> {
  const times = policies.some(asksTimes) ? sql`, min("start"), max("end")` : sql``
  const typed = policies.some(asksTyped) ? sql`, max(case when type = 'manual' then 1 else 0 end)` : sql``
  // Summing all time and subtracting what was not work is faster than checking the jobcode of each entry.
  return handle.tuples<DateSum>(
    sql`select user_id, date, sum(duration)${times}${typed} from timesheets ${indexHint('timesheets_user_date')}
      where ${where} group by user_id, date order by user_id, date`,
  )
}

function daySum(sum: DateSum, off: readonly PartOff[] | undefined): DaySum {
  const [date, seconds, from, to] = [sum[1], sum[2], sum[3]!, sum[4]!]
  if (!off) return { date, seconds, from, to, isWork: sum[5] !== 1 }
  return { date, seconds: off.reduce((left, part) => left - part.seconds, seconds), from, to, isWork: false }
}

type PartOff = { jobcode_id: number; seconds: number }

/** Time that is not work, by person and date; no query if there are no jobcodes for such time. */
async function daysOff(
  where: Sql,
  types: Types,
  handle: Handle,
  companyId: number,
): Promise<ReadonlyMap<string, PartOff[]>> {
  const found = new Map<string, PartOff[]>()
  if (!types.values().some((type) => type !== 'paid_break')) return found
  const rows = await handle.tuples<[user_id: number, date: string, jobcode_id: number, seconds: number]>(
    sql`select user_id, date, jobcode_id, sum(duration) from timesheets ${indexHint('timesheets_jobcode')}
      where ${where} and jobcode_id in (select id from jobcodes where company_id = ${companyId}
        and type in ('pto', 'unpaid_break', 'unpaid_time_off')) group by user_id, date, jobcode_id`,
  )
  for (const [user_id, date, jobcode_id, seconds] of rows)
    listOf(found, `${user_id}/${date}`).push({ jobcode_id, seconds })
  return found
}

/** Adds a day of work as one entry, and its time off as one per jobcode. */
function addDay(
  entries: Entry[],
  date: string,
  seconds: number,
  off: readonly PartOff[] | undefined,
  types: Types,
): void {
  const add = (jobcode_id: number, seconds: number) => {
    const kind = kindOf(types, jobcode_id)
    entries.push({ id: entries.length, date, start: 0, end: 0, seconds, kind, jobcode_id, manual: true })
  }
  let worked = seconds
  for (const part of off ?? []) {
    worked -= part.seconds
    if (types.get(part.jobcode_id) !== 'unpaid_break') add(part.jobcode_id, part.seconds)
  }
  if (worked > 0) add(0, worked)
}

const listMax = 500

/** Timesheets to be read individually: all of some people's, and those of others on some dates. */
class Sheets {
  readonly people: ReadonlySet<number>
  readonly #dates = new Map<number, ReadonlySet<string>>()

  constructor(people: readonly number[]) {
    this.people = new Set(people)
  }

  want(user_id: number, dates: ReadonlySet<string>): void {
    if (dates.size > 0) this.#dates.set(user_id, dates)
  }

  async read(where: Sql, types: Types, handle: Handle): Promise<Map<number, readonly Entry[]>> {
    if (this.people.size === 0 && this.#dates.size === 0) return new Map()
    const people = [...this.people, ...this.#dates.keys()]
    const dates = [...new Set([...this.#dates.values()].flatMap((own) => [...own]))]
    const ofPeople = people.length > listMax ? sql`1 = 1` : inList(sql`user_id`, people)
    const onDates = this.people.size > 0 || dates.length > listMax ? sql`1 = 1` : inList(sql`date`, dates)
    const read = await entriesByPerson(sql`${where} and ${ofPeople} and ${onDates}`, types, handle)
    return new Map(
      [...read].map(([user_id, entries]) => {
        if (this.people.has(user_id)) return [user_id, entries]
        const own = this.#dates.get(user_id)
        return [user_id, entries.filter(({ date }) => own?.has(date))]
      }),
    )
  }
}
