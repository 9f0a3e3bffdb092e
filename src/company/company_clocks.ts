import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import { type Handle, indexHint, inList, join, type Sql, sql } from '../engine/sql.ts'
import { elementAt } from '../rules/elements.ts'
import { calendarsOf, type Entry, type Policy } from '../rules/overtime/overtime.ts'
import { isShifted } from '../rules/overtime/workdays.ts'
import type { Range } from '../rules/pay/payroll.ts'
import { addDays, daysBetween, offsetSeconds } from '../rules/time/calendar.ts'

// The UTC offsets in effect when time was recorded, for zones whose rules have changed since.

/**
 * How the company’s offsets have changed since time around the range or ranges was recorded, if they have and pay depends
 * on them.
 */
export async function clocksFor(
  policies: readonly Policy[],
  ranges: Range | readonly Range[],
  company: CompanySnapshot,
  handle: Handle,
): Promise<CompanyClocks | undefined> {
  if (!policies.some(asksClocks)) return undefined
  const zones = new Set(policies.flatMap(calendarsOf).flatMap(({ zone }) => zone ?? []))
  const dates = new Set([ranges].flat().flatMap(datesAround))
  return movedClocks([...dates], [...zones], company, handle)
}

/** Whether pay depends on the company’s offsets: if workdays are not calendar dates, or rules use the time of day. */
function asksClocks(policy: Policy): boolean {
  return calendarsOf(policy).some(isShifted) || policy.rules.some(({ kind }) => kind === 'clock')
}

const datesMax = 400

/** The dates of the range and of the workweeks around it; for a long range, only some of them. */
function datesAround({ start_date, end_date }: Range): string[] {
  const [first, count] = [addDays(start_date, -7), daysBetween(start_date, end_date) + 15]
  const step = Math.ceil(count / datesMax)
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => addDays(first, index * step))
}

/**
 * Recorded offsets in the company's zones: by how many seconds they are ahead of the offsets under the current rules,
 * ordered by start.
 */
export type CompanyClocks = {
  zones: readonly string[]
  seen: readonly { start: number; zone: string; seconds: number }[]
}

/** How the offset that applies to an entry has changed since the entry was recorded, if it has. */
export function movedSince(
  { start, tz_str, start_offset }: { start: number; tz_str: string; start_offset: number | null },
  clocks: CompanyClocks | undefined,
): Entry['moved'] {
  if (clocks && !clocks.zones.includes(tz_str)) {
    const near = nearest(clocks.seen, start)
    return near?.seconds ? near : undefined
  }
  const seconds = start_offset === null ? 0 : start_offset - offsetSeconds(start, tz_str)
  return seconds === 0 ? undefined : { zone: tz_str, seconds }
}

/** The recorded offset nearest to an instant; undefined if there is none. */
function nearest(seen: CompanyClocks['seen'], instant: number): CompanyClocks['seen'][number] | undefined {
  let [low, high] = [0, seen.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (elementAt(seen, middle).start < instant) low = middle + 1
    else high = middle
  }
  const [before, after] = [seen[low - 1], seen[low]]
  if (!before || !after) return before ?? after
  return instant - before.start <= after.start - instant ? before : after
}

/** How many of a date's first and last entries are searched for one in the company's zone. */
const edgeMax = 20

/**
 * The recorded offsets of the company's zones, if time on some of these dates was recorded under different zone rules
 * than the current ones; otherwise undefined. Rules last for weeks at least, so it is enough to look at the first and
 * the last entry of each date, and, for people in other zones, at the first and last entry in the company's zone.
 */
async function movedClocks(
  dates: readonly string[],
  zones: readonly string[],
  { row: { company_id } }: CompanySnapshot,
  handle: Handle,
): Promise<CompanyClocks | undefined> {
  const edge = (order: Sql, count: number, where: Sql) => sql`select (select id from
    (select id, tz_str, "start" from timesheets ${indexHint('timesheets_date')}
      where company_id = ${company_id} and date = days.column1 order by "start" ${order} limit ${count}) as edge
    where ${where} order by "start" ${order} limit 1)
    from (values ${join(dates.map((date) => sql`(cast(${date} as text))`))}) as days`
  const inZone = inList(sql`tz_str`, zones)
  const rows = await handle.tuples<[start: number, zone: string, offset: number]>(
    sql`select "start", tz_str, start_offset from timesheets where company_id = ${company_id}
      and start_offset is not null and id in (${edge(sql`asc`, 1, sql`1 = 1`)} union ${edge(sql`desc`, 1, sql`1 = 1`)}
        union ${edge(sql`asc`, edgeMax, inZone)} union ${edge(sql`desc`, edgeMax, inZone)}) order by "start"`,
  )
  const found = rows.map(([start, zone, offset]) => ({ start, zone, seconds: offset - offsetSeconds(start, zone) }))
  if (found.every(({ seconds }) => seconds === 0)) return undefined
  return { zones, seen: found.filter(({ zone }) => zones.includes(zone)) }
}
