import { entriesByPerson, kindOf, listOf, type Types } from '../company/worked_time.ts'
import { type Handle, indexHint, inList, type Sql, sql } from '../engine/sql.ts'
import { hoursOfDate, isShifted } from '../rules/overtime/workdays.ts'
import { calendarsOf, type Entry, type Policy, type Rule } from '../rules/overtime.ts'

// Most rules depend only on how much is worked on each workday. Then the database sums the dates, and entries are read
// only for dates on which a workday begins in the middle of work.

/**
 * The time that matches `where`, which must name the company and whole days, by person: where the rules allow, one entry
 * per workday of work and per date and jobcode of paid time off, otherwise the timesheets.
 */
export async function workedDays(
  where: Sql,
  policies: ReadonlyMap<number, Policy>,
  types: Types,
  handle: Handle,
  companyId: number,
): Promise<Map<number, readonly Entry[]>> {
  const sheets = new Sheets([...policies].flatMap(([id, policy]) => (isByWorkday(policy) ? [] : [id])))
  if (sheets.people.size === policies.size) return entriesByPerson(where, types, handle, undefined)
  const off = await daysOff(where, types, handle, companyId)
  const found = new Map<number, Entry[]>()
  for (const [user_id, date, seconds, first, last] of await sumsOfDates(where, [...policies.values()], handle)) {
    const policy = policies.get(user_id)
    if (!policy || sheets.people.has(user_id)) continue
    const parts = off.size > 0 ? off.get(`${user_id}/${date}`) : undefined
    const hours = first === undefined ? undefined : hoursOfDate(date, policy)
    if (hours && (first! < hours.from || last! > hours.to)) sheets.want(user_id, date)
    else addDay(listOf(found, user_id), date, seconds, parts, types)
  }
  for (const [user_id, entries] of await sheets.read(where, types, handle)) listOf(found, user_id).push(...entries)
  return found
}

/** Kinds of rules that count the work of a day, regardless of the time of day. */
const kindsByDay: readonly Rule['kind'][] = ['daily', 'weekly', 'fortnight', 'seventh_day']

/** Whether the hours of a policy depend only on how much is worked on each workday. */
function isByWorkday(policy: Policy): boolean {
  // Whether a rule applies to a job depends on each entry.
  if (policy.isPaidBelow) return false
  // If workdays start at an hour other than midnight, a holiday is part of two of them.
  const holidays = calendarsOf(policy).every(({ split, dayStart }) => !split || !dayStart)
  return policy.rules.every(({ kind }) => kindsByDay.includes(kind) || (kind === 'holiday' && holidays))
}

type DateSum = readonly [user_id: number, date: string, seconds: number, first?: number, last?: number]

/** Each person's sums on each date, with first and last instants if some workdays differ from dates. */
async function sumsOfDates(where: Sql, policies: readonly Policy[], handle: Handle): Promise<readonly DateSum[]> {
  const shifted = policies.flatMap(calendarsOf).some(isShifted)
  const times = shifted ? sql`, min("start"), max("end")` : sql``
  // Summing a whole day and subtracting what was not work is faster than joining each entry with its jobcode.
  const rows = await handle.tuples<[number, string, number, ...number[]]>(
    sql`select user_id, date, sum(duration)${times} from timesheets ${indexHint('timesheets_user_date')}
      where ${where} group by user_id, date`,
  )
  return rows as readonly (readonly unknown[])[] as readonly DateSum[]
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

/** Adds a day of work as one entry, and its paid time off as one per jobcode. */
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
    if (types.get(part.jobcode_id) === 'pto') add(part.jobcode_id, part.seconds)
  }
  if (worked > 0) add(0, worked)
}

const listMax = 500

/** Timesheets to be read individually: all of some people's, and those of others on some dates. */
class Sheets {
  readonly people: ReadonlySet<number>
  readonly #dates = new Map<number, Set<string>>()

  constructor(people: readonly number[]) {
    this.people = new Set(people)
  }

  want(user_id: number, date: string): void {
    const dates = this.#dates.get(user_id)
    if (dates) dates.add(date)
    else this.#dates.set(user_id, new Set([date]))
  }

  async read(where: Sql, types: Types, handle: Handle): Promise<Map<number, readonly Entry[]>> {
    if (this.people.size === 0 && this.#dates.size === 0) return new Map()
    const people = [...this.people, ...this.#dates.keys()]
    const dates = [...new Set([...this.#dates.values()].flatMap((own) => [...own]))]
    const ofPeople = people.length > listMax ? sql`1 = 1` : inList(sql`user_id`, people)
    const onDates = this.people.size > 0 || dates.length > listMax ? sql`1 = 1` : inList(sql`date`, dates)
    const read = await entriesByPerson(sql`${where} and ${ofPeople} and ${onDates}`, types, handle, undefined)
    return new Map(
      [...read].map(([user_id, entries]) => {
        if (this.people.has(user_id)) return [user_id, entries]
        const own = this.#dates.get(user_id)
        return [user_id, entries.filter(({ date }) => own?.has(date))]
      }),
    )
  }
}
