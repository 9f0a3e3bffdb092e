import { loadSettings } from '../../company/settings/settings.ts'
import type { Context } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { inList, operation, sql } from '../../engine/sql.ts'
import { isId } from '../../engine/table.ts'
import { hour, localDate, parseInstant } from '../../rules/time/calendar.ts'
import { noteText } from '../../rules/time/history_notes.ts'
import { durationOf } from '../../rules/time/timesheets.ts'
import { addClockActivity } from '../projects/feed.ts'
import { idsOfLunches, loadLunch, stretchReach, takeLunch } from './lunch.ts'
import { wholeSecond } from './record.ts'

// Running entries, and how the server ends them.

type Punched = { companyId: number; userId: number; id: number; end?: string }

/**
 * Refuses a punch for an entry that has ended meanwhile, unless it ended at that very second: that is the same punch, sent
 * again. Throws RequestError 404, 409.
 */
export const refuseIfEnded = operation('refuseIfEnded', async (tx, { companyId, userId, id, end }: Punched) => {
  const entry = await tx.get<{ end: number | null }>(
    sql`select "end" from timesheets where company_id = ${companyId} and user_id = ${userId} and id = ${id}`,
  )
  if (!entry) throw new RequestError(404, 'no_such_timesheet_of_yours', { field: 'id', id })
  const at = end === undefined ? undefined : parseInstant(end)?.instant
  if (entry.end === null || (at !== undefined && wholeSecond(at) === entry.end)) return
  throw new RequestError(409, 'timesheet_ended', { id })
})

/** The history's text for an automatic clock-out. */
export const clockedOut = noteText('clockedOut')

/** Loads the running timesheets of these users and what follows them, for `closeRunning`. */
export async function loadRunning(
  userIds: readonly number[],
  { work, company }: Pick<Context, 'work' | 'company'>,
): Promise<void> {
  await company.look('users', userIds)
  await loadSettings(company)
  const valid = userIds.filter((id) => isId(id))
  const running = await work.load('timesheets', sql`"end" is null and ${inList(sql`user_id`, valid)}`, {
    index: 'timesheets_running',
  })
  if (running.length === 0) return
  await loadLunch(userIds, { work, company })
  // An activity, and the parts that a lunch cuts out.
  await work.reserve((1 + idsOfLunches) * running.length + 256)
  const first = Math.min(...running.map((sheet) => sheet.start))
  const owners = running.map((sheet) => sheet.user_id)
  // Earlier entries may belong to the same stretch from which a lunch is deducted.
  const from = first - stretchReach
  const near = await work.load(
    'timesheets',
    sql`${inList(sql`user_id`, owners)} and date >= ${localDate(from - 24 * hour, 'UTC')} and "start" >= ${from} and type = 'regular'`,
    { index: 'timesheets_user_date' },
  )
  await company.look(
    'jobcodes',
    [...running, ...near].map((sheet) => sheet.jobcode_id),
  )
}

/**
 * Clocks a user out at an instant, or at the start of the next entry if earlier, takes the lunch that is due, and records
 * the reason in the history. Returns the span that was closed.
 */
export function closeRunning(
  userId: number,
  at: number,
  ctx: Pick<Context, 'work' | 'company'>,
  why: string,
): { start: number; end: number } | undefined {
  const { work } = ctx
  const own = work.all('timesheets', (sheet) => sheet.user_id === userId && sheet.type === 'regular')
  const running = own.find((sheet) => sheet.end === null)
  if (!running) return undefined
  const next = own.flatMap(({ start, end }) => (end !== null && end > start && start >= running.start ? [start] : []))
  const end = Math.max(Math.min(wholeSecond(at), ...next), running.start)
  const span = { start: running.start, end }
  const closed = work.change('timesheets', running.id, { end, duration: durationOf(span) })
  addClockActivity(work, running, closed)
  // The part that ends now is the one whose end the server has set.
  const changed = takeLunch([closed], ctx, closed.id).flatMap((id) => work.get('timesheets', id) ?? [])
  const last = changed.find((part) => part.end === end && part.jobcode_id === running.jobcode_id) ?? closed
  work.origin(last.id, why, end)
  return span
}
