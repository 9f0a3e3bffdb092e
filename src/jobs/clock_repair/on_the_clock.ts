import { loadSettings, zoneFor } from '../../company/settings/settings.ts'
import { inList, sql } from '../../engine/sql.ts'
import { addClockActivity } from '../../resources/projects/feed.ts'
import { deleteWithTombstone } from '../../resources/timesheets/delete.ts'
import type { Timesheet } from '../../resources/timesheets/record.ts'
import { clockedOut } from '../../resources/timesheets/running.ts'
import { firstOf, lastOf } from '../../rules/elements.ts'
import { addDays, localDate } from '../../rules/time/calendar.ts'
import { noteText } from '../../rules/time/history_notes.ts'
import { longestEntryDays } from '../../rules/time/timesheets.ts'
import { closedFor, nameOf, type Part, type Repair, timeText } from './part.ts'

/** Puts the people back on the clock whom the server has clocked out at a time that has not come. */
export async function backOnTheClock(repair: Repair): Promise<Part> {
  const { work, limit, today } = repair
  const { company } = work
  const closed = await work.load(
    'timesheets',
    sql`type = 'regular' and date >= ${addDays(today, -longestEntryDays - 2)} and last_modified > ${limit}
      and ("end" > ${limit} or "start" > ${limit})`,
    { index: 'timesheets_date' },
  )
  const part = { what: 'clocked out' as const, done: [] as string[], left: [] as string[] }
  if (closed.length === 0) return part
  await loadSettings(company)
  await company.look(
    'users',
    closed.map(({ user_id }) => user_id),
  )
  await company.look(
    'jobcodes',
    closed.map(({ jobcode_id }) => jobcode_id),
  )
  const origins = await originsOf(closed, repair)
  const others = await othersOf(closed, repair)
  await work.reserve(2 * closed.length)
  for (const [userId, entries] of Map.groupBy(closed, ({ user_id }) => user_id)) {
    const stretch = entries.toSorted((a, b) => a.start - b.start)
    const user = company.get('users', userId)
    const [first, last] = [firstOf(stretch), lastOf(stretch)]
    const about = aboutStretch(first, last, nameOf(user, userId), zoneFor(company, user))
    // Entries that people have closed themselves are theirs, whenever they end.
    const isTheirs = origins.get(last.id) !== clockedOut
    const reason = isTheirs
      ? 'a person has recorded it'
      : (closedFor(user, first.date, repair) ?? reasonAgainst(stretch, others.get(userId) ?? [], repair, origins))
    if (reason) part.left.push(`${about}: ${reason}`)
    else {
      reopen(stretch, repair)
      part.done.push(about)
    }
  }
  return part
}

function aboutStretch({ start }: Timesheet, { end }: Timesheet, name: string, zone: string): string {
  const ended = end === null ? '' : `, out ${timeText(end, zone)}`
  return `${name}, clocked in ${timeText(start, zone)}${ended}`
}

/** The first part runs again; the parts behind it, which a lunch has cut off, have not come yet. */
function reopen([running, ...rest]: readonly Timesheet[], { work }: Repair): void {
  for (const part of rest) deleteWithTombstone(part, { work, company: work.company })
  if (!running) return
  const noLunch = { lunch_taken: false, lunch_start: null, lunch_end: null, lunch_edge: false }
  const reopened = work.change('timesheets', running.id, { end: null, duration: 0, ...noLunch })
  addClockActivity(work, running, reopened)
  work.origin(running.id, noteText('clockRepaired'), work.tx.now)
}

function reasonAgainst(
  stretch: readonly Timesheet[],
  others: readonly Other[],
  { limit }: Repair,
  origins: ReadonlyMap<number, string>,
): string | undefined {
  const [first, ...rest] = stretch
  if (!first || first.start > limit) return 'it begins at a time that has not come'
  if (stretch.some(({ locked, attached_files }) => locked > 0 || (attached_files.length > 0 && rest.length > 0)))
    return 'it was locked, or has pictures'
  if (rest.some(({ id, created }) => created <= limit || !origins.has(id))) return 'it was changed since'
  if (others.some(({ end }) => end === null)) return 'the person is on the clock again'
  return others.some(({ start }) => start > first.start) ? 'the person has recorded later time' : undefined
}

type Other = { user_id: number; start: number; end: number | null }

/** Time of these people that begins later, or runs. */
async function othersOf(closed: readonly Timesheet[], { work }: Repair): Promise<Map<number, Other[]>> {
  const companyId = work.company.row.company_id
  const theirs = inList(sql`user_id`, [...new Set(closed.map(({ user_id }) => user_id))])
  const from = localDate(Math.min(...closed.map(({ start }) => start)), 'UTC')
  const rows = await work.tx.all<Other & { id: number }>(
    sql`select id, user_id, "start", "end" from timesheets
      where company_id = ${companyId} and ${theirs} and type = 'regular' and date >= ${addDays(from, -1)}`,
  )
  const known = new Set(closed.map(({ id }) => id))
  return Map.groupBy(
    rows.filter(({ id }) => !known.has(id)),
    ({ user_id }) => user_id,
  )
}

/** Where the newest change of each of these entries came from, if the server made it. */
async function originsOf(closed: readonly Timesheet[], { work }: Repair): Promise<Map<number, string>> {
  const ids = closed.map(({ id }) => id)
  const rows = await work.tx.all<{ timesheet_id: number; version: number; origin: string }>(
    sql`select timesheet_id, version, origin from timesheet_history
      where company_id = ${work.company.row.company_id} and ${inList(sql`timesheet_id`, ids)} and user_id = 0`,
  )
  const versions = new Map(closed.map(({ id, version }) => [id, version]))
  const newest = rows.filter(({ timesheet_id, version }) => versions.get(timesheet_id) === version)
  return new Map(newest.map(({ timesheet_id, origin }) => [timesheet_id, origin]))
}
