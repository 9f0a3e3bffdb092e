import { visible } from '../../company/rights/visible.ts'
import { type Handle, join, sql } from '../../engine/sql.ts'
import type { Correction } from '../../resources/timesheets/corrections.ts'
import { firstOf, lastOf } from '../../rules/elements.ts'
import type { runStates } from '../../rules/pay/adjustments.ts'
import { isReadyToClose } from '../../rules/pay/pay_run.ts'
import type { Range } from '../../rules/pay/payroll.ts'
import { mayApprove } from '../../rules/people/access.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { mayApproveTimeOff } from '../../rules/time/time_off.ts'
import type { ReportContext } from '../../wire/report.ts'
import { approvedBy } from '../approvals.ts'
import { openPeriods } from '../pay_run.ts'
import { listed, whoOf } from './rows.ts'

type Pending = { id: number; time_off_request_id: number; user_id: number; date: string; duration: number } & {
  jobcode_id: number
}

/** What waits for the actor's decision: requests for time off, corrections, and pay periods to approve. */
export async function waitingFor(ctx: ReportContext, handle: Handle) {
  return {
    time_off: await timeOffWaiting(ctx, handle),
    corrections: await correctionsWaiting(ctx, handle),
    ...(await periodsWaiting(ctx, handle)),
  }
}

/** Requests with days to decide, the earliest day off first. */
async function timeOffWaiting({ actor, company }: ReportContext, handle: Handle) {
  const entries = await handle.all<Pending>(
    sql`select id, time_off_request_id, user_id, date, duration, jobcode_id from time_off_request_entries
      where company_id = ${actor.companyId} and ${visible('time_off_request_entries')(actor)} and status = 'pending' and active = 1
      order by date, id`,
  )
  await company.look(
    'users',
    entries.map(({ user_id }) => user_id),
  )
  await company.look(
    'jobcodes',
    entries.map(({ jobcode_id }) => jobcode_id),
  )
  const mine = entries.flatMap((entry) => {
    const user = company.get('users', entry.user_id)
    return user?.active && mayApproveTimeOff(actor, user) ? [{ entry, user }] : []
  })
  const requests = Map.groupBy(mine, ({ entry }) => entry.time_off_request_id)
  const rows = [...requests].map(([id, parts]) => ({
    ...{ ...whoOf(firstOf(parts).user, actor), id },
    start_date: firstOf(parts).entry.date,
    end_date: lastOf(parts).entry.date,
    seconds: parts.reduce((sum, { entry }) => sum + entry.duration, 0),
    kinds: [...new Set(parts.map(({ entry }) => company.get('jobcodes', entry.jobcode_id)?.name ?? ''))],
  }))
  return listed(rows)
}

/** Corrections to accept or decline, the oldest first. */
async function correctionsWaiting({ actor, company }: ReportContext, handle: Handle) {
  const found = await handle.all<Pick<Correction, 'id' | 'user_id' | 'date' | 'reason' | 'created'>>(
    sql`select id, user_id, date, reason, created from corrections
      where company_id = ${actor.companyId} and status = 'pending' order by created, id`,
  )
  await company.look(
    'users',
    found.map(({ user_id }) => user_id),
  )
  const rows = found.flatMap(({ id, user_id, date, reason, created }) => {
    const user = company.get('users', user_id)
    return user && mayApprove(actor, user)
      ? [{ ...whoOf(user, actor), id, date, reason, created: printUtc(created) }]
      : []
  })
  return listed(rows)
}

/** How many pay periods that have ended are shown at least, and the most people named of each. */
const endedMin = 3
const namedMax = 12

/** The last pay periods and all older ones with time to approve, as Approvals offers them. */
async function periodsWaiting(ctx: ReportContext, handle: Handle) {
  const { actor } = ctx
  const { today, periods } = await openPeriods(approvedBy(actor, { values: {} }), ctx, handle)
  const oldest = periods.findIndex(({ waiting }) => waiting > 0)
  const first = Math.max(0, Math.min(oldest < 0 ? periods.length : oldest, periods.length - 1 - endedMin))
  const runs = actor.isAdmin ? await regularRuns(firstOf(periods.slice(first)).start_date, ctx, handle) : []
  const runOf = (period: Range) =>
    runs.find((run) => run.start_date === period.start_date && run.end_date === period.end_date) ?? null
  // Only administrators close pay runs; whether a period has time is asked only where nothing else is left to do.
  const canClose = periods.slice(first).filter((period) => {
    const run = runOf(period)
    return actor.isAdmin && isReadyToClose({ ...period, people: 1 }, run !== null && run.state !== 'open')
  })
  const ready = await withTime(canClose, ctx, handle)
  const shown = periods.slice(first).map(({ open, ...period }) => ({
    ...period,
    pay_run: runOf(period),
    ready: ready.has(period.start_date),
    people: open
      .map((user) => ({ ...whoOf(user, actor), submitted: user.submitted_to >= period.end_date }))
      .sort((a, b) => Number(a.submitted) - Number(b.submitted))
      .slice(0, namedMax),
  }))
  return { today, periods: shown }
}

/** The first days of those periods in which anyone has time. */
async function withTime(periods: readonly Range[], { actor }: ReportContext, handle: Handle): Promise<Set<string>> {
  if (periods.length === 0) return new Set()
  const each = periods.map(
    ({ start_date, end_date }) => sql`select ${start_date} as start_date where exists (
      select 1 from timesheets where company_id = ${actor.companyId} and date between ${start_date} and ${end_date})`,
  )
  const found = await handle.all<{ start_date: string }>(sql`${join(each, ' union all ')}`)
  return new Set(found.map(({ start_date }) => start_date))
}

type Run = { id: number; start_date: string; end_date: string; state: (typeof runStates)[number] } & {
  gross_cents: number
  seconds: number
}

/** Pay runs of whole periods; only administrators see pay. */
async function regularRuns(since: string, { actor }: ReportContext, handle: Handle): Promise<Run[]> {
  return handle.all<Run>(sql`select id, start_date, end_date, state, gross_cents, seconds from pay_runs
    where company_id = ${actor.companyId} and kind = 'regular' and user_ids = '' and start_date >= ${since} order by id desc`)
}
