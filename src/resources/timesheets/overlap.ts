import { settingsFor } from '../../company/settings.ts'
import type { Context } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import type { Outcome } from '../../engine/resource.ts'
import { inList, sql } from '../../engine/sql.ts'
import { isId } from '../../engine/table.ts'
import { hour, localDate, printLocal } from '../../rules/calendar.ts'
import { durationOf, hoursOf, liesInside, lunchOf, overlaps, splitAround } from '../../rules/timesheets.ts'
import { isBreak, type Jobcode } from '../jobcodes.ts'
import { addClockActivity } from '../projects/feed.ts'
import type { User } from '../users.ts'
import { checkPeriod } from './checks.ts'
import type { Facts } from './facts.ts'
import { type Timesheet, wholeSecond } from './record.ts'

/**
 * Refuses an entry that would overlap, unless it is a break inside a finished entry, which is then split. Returns the
 * ids of changed records.
 */
export function resolveOverlap(candidate: Timesheet, owner: User, ctx: Context, status: 406 | 409): number[] {
  const { work, now } = ctx
  const own = work
    .all<Timesheet>('timesheets')
    .filter((sheet) => sheet.user_id === candidate.user_id && sheet.type === 'regular')
  const running = candidate.end === null && own.find((sheet) => sheet.end === null && sheet.id !== candidate.id)
  if (running) throw new Refusal(status, `the user is on the clock already (timesheet ${running.id})`)
  const [host, ...more] = overlaps(candidate, own, now)
  if (!host) return []
  if (
    more.length > 0 ||
    !onBreak(candidate, ctx) ||
    onBreak(host, ctx) ||
    host.locked > 0 ||
    !liesInside(candidate, host)
  )
    throw new Refusal(
      status,
      `overlaps timesheet ${host.id} (${printLocal(host.start, host.tz_str)} to ${host.end === null ? 'now' : printLocal(host.end, host.tz_str)})`,
    )
  // The host loses time on its own day, which may be in a different period than the break's.
  checkPeriod(host.date, owner, ctx, status)
  return cut(host, candidate as { start: number; end: number }, ctx)
}

/** Cuts the middle out of a host: the first part keeps the id, the second becomes a new record. */
function cut(host: Timesheet, middle: { start: number; end: number }, { work }: Context): number[] {
  const [first, rest] = splitAround(host as { start: number; end: number }, middle)
  work.change('timesheets', host.id, { ...first, duration: durationOf(first) })
  work.origin(host.id, 'split by a break', middle.start)
  const second = work.insert('timesheets', {
    ...host,
    ...rest,
    created: 0,
    version: 1,
    // Files stay with the part that keeps the id.
    attached_files: [],
    duration: durationOf(rest),
    date: localDate(rest.start, host.tz_str),
    tz: hoursOf(rest.start, host.tz_str),
  })
  work.origin(second.id, `split from ${host.id} by a break`, rest.start)
  return [host.id, second.id]
}

/** Deducts an automatic lunch from a finished entry, with status 201 if other records changed. */
export function deductLunch(sheet: Timesheet, others: number[], ctx: Context, facts: Facts): Outcome<Timesheet> {
  const { general } = settingsFor(ctx.company, ctx.work.get<User>('users', sheet.user_id))
  const lunch = !onBreak(sheet, ctx) && sheet.type === 'regular' ? lunchOf(sheet, general.settings as never) : undefined
  if (lunch) {
    others = [...others, ...cut(sheet, lunch, ctx).slice(1)]
    if (facts.lunchBreak > 0) {
      const booked = {
        ...sheet,
        ...lunch,
        duration: durationOf(lunch),
        jobcode_id: facts.lunchBreak,
        customfields: {},
        notes: '',
        attached_files: [],
        created: 0,
        version: 1,
      }
      const row = ctx.work.insert('timesheets', { ...booked, date: localDate(lunch.start, sheet.tz_str) })
      ctx.work.origin(row.id, 'automatic lunch', lunch.start)
      others.push(row.id)
    }
  }
  if (others.length === 0) return sheet
  facts.effects.set(sheet.id, others)
  return { ...ctx.work.get<Timesheet>('timesheets', sheet.id)!, _status: 201 }
}

function onBreak(sheet: Timesheet, { work }: Context): boolean {
  const jobcode = work.get<Jobcode>('jobcodes', sheet.jobcode_id)
  return jobcode !== undefined && isBreak(jobcode)
}

/** The history's text for an automatic clock-out. */
export const clockedOut = 'clocked out automatically'

/** Loads the running timesheets of these users and what follows them, for `closeRunning`. */
export async function loadRunning(
  userIds: readonly number[],
  { work, company }: Pick<Context, 'work' | 'company'>,
): Promise<void> {
  await company.look('users', userIds)
  const valid = userIds.filter((id) => isId(id))
  const running = await work.load('timesheets', sql`"end" is null and ${inList(sql`user_id`, valid)}`, {
    index: 'timesheets_running',
  })
  if (running.length === 0) return
  await company.look(
    'jobcodes',
    running.map((sheet) => sheet.jobcode_id as number),
  )
  await work.reserve(running.length + 256)
  const first = Math.min(...running.map((sheet) => sheet.start as number))
  const owners = running.map((sheet) => sheet.user_id as number)
  await work.load(
    'timesheets',
    sql`${inList(sql`user_id`, owners)} and date >= ${localDate(first - 24 * hour, 'UTC')} and "start" >= ${first} and type = 'regular'`,
    { index: 'timesheets_user_date' },
  )
}

/**
 * Clocks a user out at an instant, or at the start of the next entry if earlier, and records the reason in the history.
 */
export function closeRunning(userId: number, at: number, { work }: Pick<Context, 'work'>, why: string): void {
  const own = work.all<Timesheet>('timesheets').filter((sheet) => sheet.user_id === userId && sheet.type === 'regular')
  const running = own.find((sheet) => sheet.end === null)
  if (!running) return
  const next = own.flatMap(({ start, end }) => (end !== null && end > start && start >= running.start ? [start] : []))
  const end = Math.max(Math.min(wholeSecond(at), ...next), running.start)
  const closed = work.change('timesheets', running.id, { end, duration: durationOf({ start: running.start, end }) })
  work.origin(running.id, why, end)
  addClockActivity(work, running, closed as Timesheet)
}
