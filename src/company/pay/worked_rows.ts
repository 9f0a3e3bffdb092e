import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { type Handle, indexHint, inList, type Sql, sql } from '../../engine/sql.ts'
import { datesAround, movedMax } from '../../rules/overtime/needed.ts'
import { calendarsOf, type Policy } from '../../rules/overtime/overtime.ts'
import { byWorkday } from '../../rules/overtime/parts.ts'
import { startOfWorkday } from '../../rules/overtime/workdays.ts'
import { addDays, daysBetween, type Range, second } from '../../rules/time/calendar.ts'
import { longestEntryDays } from '../../rules/time/timesheets.ts'
import { clocksFor } from '../company_clocks.ts'
import { type ColumnsOfEntry, companyRounding, entryOf, loadRules, policyOf, typesOfJobcodes } from './worked_time.ts'

// Finished time for reports that sum it up by job or custom field: by workday, and rounded as it is paid.

/** A part of a finished timesheet on one workday. */
export type WorkedRow = { user_id: number; jobcode_id: number; customfields: string; seconds: number }

/**
 * The timesheets of `whose` that match `which`, and within a range only their parts on its days. `hint` names an index
 * for `which`; `near` has the dates of all that match, if they are fewer than those around the range.
 */
type Wanted = { whose: Sql; which: Sql; hint?: string; range?: Range; near?: readonly Range[] }

/**
 * The finished time that is wanted, as it is rounded. Where neither rounding nor the division among days matters, let the
 * database sum up the durations instead.
 */
export async function workedRows(wanted: Wanted, company: CompanySnapshot, handle: Handle): Promise<WorkedRow[]> {
  await loadRules(company)
  const types = await typesOfJobcodes(company)
  const rounding = companyRounding(company)
  const roundsDays = rounding?.some((version) => version.rounding?.of === 'day') ?? false
  const rows = roundsDays ? await rowsOfDays(wanted, handle) : await rowsAlone(wanted, handle)
  const byUser = Map.groupBy(rows, ([user]) => user)
  await company.look('users', byUser.keys())
  const policies = new Map([...byUser.keys()].map((id) => [id, policyOf(company.existing('users', id), company)]))
  const { range } = wanted
  const clocks = range && (await clocksFor([...new Set(policies.values())], wanted.near ?? range, company, handle))
  return [...byUser].flatMap(([user_id, own]) => {
    const customfields = new Map(own.flatMap((row) => (Number(row[10]) === 1 ? [[row[1], row[9]]] : [])))
    const entries = own.map((row) => entryOf(row, types, clocks))
    return byWorkday(entries, policies.get(user_id)!, rounding).flatMap(({ id, date, jobcode_id, seconds }) => {
      const chosen = customfields.get(id)
      if (chosen === undefined || (range && (date < range.start_date || date > range.end_date))) return []
      return [{ user_id, jobcode_id, customfields: chosen, seconds }]
    })
  })
}

type Row = readonly [
  ...ColumnsOfEntry,
  tz_str: string,
  start_offset: number | null,
  customfields: string,
  wanted: number,
]

const columns = sql`select user_id, id, date, "start", duration, jobcode_id, type, tz_str, start_offset, customfields`

async function rowsAlone({ whose, which, hint, range, near }: Wanted, handle: Handle): Promise<readonly Row[]> {
  const dates = near?.map(onDates) ?? [range ? reachingInto(range) : sql`1 = 1`]
  const rows: (readonly Row[])[] = []
  for (const where of dates)
    rows.push(
      await handle.tuples<Row>(sql`${columns}, 1 as wanted from timesheets ${hint ? indexHint(hint) : sql``}
        where ${whose} and "end" is not null and ${which} and ${where}`),
    )
  return rows.flat()
}

/** The same with all time of the days of what is wanted, because the total of a day is rounded as a whole. */
async function rowsOfDays({ whose, which, range }: Wanted, handle: Handle): Promise<readonly Row[]> {
  const finished = sql`${whose} and "end" is not null`
  const meant = sql`${columns}, case when ${which} then 1 else 0 end as wanted from timesheets where ${finished}`
  if (range) return handle.tuples<Row>(sql`${meant} and ${reachingInto(range)}`)
  const days = await handle.tuples<[date: string, longest: number]>(
    sql`select date, max(duration) from timesheets where ${finished} and ${which} group by date`,
  )
  const dates = days.flatMap(([date, longest]) =>
    Array.from({ length: 2 * movedMax + 1 + Math.floor(longest / 86_400) }, (_, n) => addDays(date, n - movedMax)),
  )
  const near = [...new Set(dates)].sort()
  const [first, last] = [near[0], near.at(-1)]
  if (first === undefined || last === undefined) return []
  const nearby = near.length > listMax ? sql`date between ${first} and ${last}` : inList(sql`date`, near)
  return handle.tuples<Row>(sql`${meant} and (${nearby} or duration > 86400)
    and user_id in (select user_id from timesheets where ${finished} and ${which})`)
}

/** The most dates in a list. */
const listMax = 500

/** Condition on timesheets that selects those of which a part may belong to a day of the range. */
function reachingInto({ start_date, end_date }: Range): Sql {
  const { first, last, since } = datesAround({ first: start_date, last: end_date })
  return sql`date between ${since} and ${last} and (date >= ${first} or duration > 86400)`
}

/** Zone rules that have changed since time was recorded may move it by some hours. */
const movedMicros = 3 * 3600 * second

/**
 * Conditions on timesheets: each of `whole` selects others of those that certainly belong to the days of the range under
 * any of the policies; `edges` has the rest of which a part may, which are on the dates of `near`. Far from the edges, the
 * date is certain. `whole` uses only columns that all indexes of sums have.
 */
export function partsOfRange(
  range: Range,
  policies: readonly Policy[],
): { whole: Sql[]; edges: Sql; near: readonly Range[] } {
  const { start_date, end_date } = range
  const starts = (day: string) =>
    policies
      .flatMap(calendarsOf)
      .flatMap(({ zone, dayStart }) => (zone === undefined ? [] : [startOfWorkday(day, zone, dayStart)]))
  const [firsts, lasts] = [starts(start_date), starts(addDays(end_date, 1))]
  const certain = sql`("end" <= ${Math.min(...lasts) - movedMicros}
    and "end" - cast(duration as bigint) * 1000000 >= ${Math.max(...firsts) + movedMicros})`
  // So is the date of time of up to a day, which is not so far away from it.
  const far = { start_date: addDays(start_date, movedMax), end_date: addDays(end_date, -movedMax) }
  const surely = sql`((${onDates(far)} and duration <= 86400) or ${certain})`
  const touches = sql`"end" > ${Math.min(...firsts) - movedMicros} and "start" < ${Math.max(...lasts) + movedMicros}`
  const inner = {
    start_date: addDays(start_date, movedMax),
    end_date: addDays(end_date, -movedMax - longestEntryDays),
  }
  // Of a few weeks, one sum is faster than those of the middle and both sides.
  const isLong = daysBetween(inner.start_date, inner.end_date) >= 28
  // The dates of the range that are not far from its edges, and with those around it.
  const sides = (first: string, last: string): Range[] =>
    isLong
      ? [
          { start_date: first, end_date: addDays(inner.start_date, -1) },
          { start_date: addDays(inner.end_date, 1), end_date: last },
        ]
      : [{ start_date: first, end_date: last }]
  const { first, since, last } = datesAround({ first: start_date, last: end_date })
  return {
    whole: [
      ...(isLong ? [onDates(inner)] : []),
      ...sides(start_date, end_date).map((dates) => sql`${onDates(dates)} and ${surely}`),
    ],
    // The first condition is quickly decided, and few meet it.
    edges: sql`(duration > 86400 or (date >= ${first} and not ${onDates(far)}))
      and not (${onDates(range)} and ${certain}) and (${onDates(range)} or (${touches}))`,
    near: sides(since, last),
  }
}

function onDates({ start_date, end_date }: Range): Sql {
  return sql`(date between ${start_date} and ${end_date})`
}
