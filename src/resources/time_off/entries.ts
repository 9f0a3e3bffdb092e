import { zoneFor } from '../../company/settings/settings.ts'
import type { Context } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import { resourceNamed } from '../../engine/resource.ts'
import { differing, type Item, type RecordOf } from '../../engine/table.ts'
import { seenBy, sights } from '../../rules/people/sight.ts'
import { instantOf, localDate } from '../../rules/time/calendar.ts'
import { decisionError, mayApproveTimeOff, oversees, type Status, statusOf } from '../../rules/time/time_off.ts'
import { durationOf, spanError } from '../../rules/time/timesheets.ts'
import { isBreak } from '../jobcodes.ts'
import { holidayIsPaidOnce, jobcodeIsUsable, ownerOf } from '../timesheets/checks.ts'
import { leaveFits, leaveOf } from '../timesheets/leave.ts'
import { book, rebook, unbook } from '../timesheets/time_off.ts'
import type { User } from '../users/record.ts'
import { entriesMax, type Facts } from './facts.ts'
import { notifyOwnerOfEntry } from './notices.ts'

type Entry = RecordOf<'time_off_request_entries'>
type TimeOffRequest = RecordOf<'time_off_requests'>

// Rules for entries, shared by all endpoints that write them. The caller updates the request afterwards.

/** Adds an entry to a request. Properties the item omits come from the request. */
export function addEntry(draft: Entry, request: TimeOffRequest, ctx: Context, facts: Facts, item: Item): Entry {
  const owner = ownerOf(request.user_id, ctx)
  if (draft.user_id !== 0 && draft.user_id !== owner.id) throw new Refusal(417, 'not_the_requests_user')
  if (!request.active) throw new Refusal(417, 'request_archived')
  if (!draft.active) throw new Refusal(417, 'must_be_active', { kind: 'entry' })
  const decided = request.status === 'denied' || request.status === 'canceled'
  if (decided && !oversees(ctx.actor, owner)) throw new Refusal(417, 'request_decided', { status: request.status })
  const approves = mayApproveTimeOff(ctx.actor, owner)
  const status = item.status ? draft.status : request.status === 'approved' && approves ? 'approved' : 'pending'
  checkNewStatus(status, owner, ctx)
  const entry = { ...draft, user_id: owner.id, status: 'pending' as const, tz_string: zoneFor(ctx.company, owner) }
  Object.assign(entry, timesOf(entry))
  checkWork(entry, owner, ctx, facts)
  checkDay(entry, owner, ctx, facts)
  const made = ctx.work.insert('time_off_request_entries', entry)
  return status === 'approved' ? setStatus(made, status, owner, ctx, facts) : made
}

/** Changes an entry's content or status, or archives it. */
export function changeEntry(before: Entry, patch: Partial<Entry>, ctx: Context, facts: Facts): Entry {
  const owner = ownerOf(before.user_id, ctx, true)
  const { status, active, ...content } = changes(before, patch)
  if (status === undefined && active === undefined && Object.keys(content).length === 0) return before
  if (!before.active) throw new Refusal(417, 'archived_entry_unchangeable')
  if (Object.keys(content).length > 0) rewrite(before, content, owner, ctx, facts)
  if (status !== undefined) {
    const error = decisionError(ctx.actor, owner, before.status, status)
    if (error) throw new Refusal(error.status, error.why)
    setStatus(current(before.id, ctx), status, owner, ctx, facts)
  }
  if (active === false) archiveEntry(current(before.id, ctx), owner, ctx)
  const after = current(before.id, ctx)
  for (const id of new Set([before.time_off_request_id, after.time_off_request_id])) follow(id, ctx)
  if (after.status !== before.status && after.status !== 'pending') notifyOwnerOfEntry(after, owner, ctx)
  return after
}

/** Sets an entry's status without checking rights; creates or deletes its timesheet. */
export function setStatus(entry: Entry, status: Status, owner: User, ctx: Context, facts: Facts): Entry {
  if (entry.status === status) return entry
  if (entry.status === 'approved') unbook(entry, owner, ctx)
  if (status === 'pending') checkDay(entry, owner, ctx, facts)
  const decided = status === 'approved' || status === 'denied'
  return ctx.work.change('time_off_request_entries', entry.id, {
    status,
    approver_user_id: decided ? ctx.actor.userId : status === 'pending' ? 0 : entry.approver_user_id,
    approved_timesheet_id: status === 'approved' ? book(entry, ownerOf(owner.id, ctx), ctx, facts).id : 0,
  })
}

/** Refuses a status that a new entry cannot have. */
export function checkNewStatus(status: Status, owner: User, { actor }: Context): void {
  if (status === 'denied' || status === 'canceled') throw new Refusal(417, 'status_not_settable')
  if (status === 'approved' && !mayApproveTimeOff(actor, owner))
    throw new Refusal(403, 'approving_time_off_not_allowed')
}

/** Updates a request to match its entries: the list of them, and its status. */
export function follow(requestId: number, ctx: Pick<Context, 'work'>): void {
  const request = ctx.work.get('time_off_requests', requestId)
  if (!request?.active) return
  const entries = activeEntries(requestId, ctx)
  if (entries.length > entriesMax) throw new Refusal(417, 'too_many_entries', { count: entriesMax })
  ctx.work.change('time_off_requests', requestId, {
    time_off_request_entries: entries.map((entry) => entry.id),
    status: statusOf(entries.map((entry) => entry.status)),
  })
}

/** The entries of a request that are not archived, in id order. */
export function activeEntries(requestId: number, { work }: Pick<Context, 'work'>): Entry[] {
  return work
    .all('time_off_request_entries')
    .filter((entry) => entry.active && entry.time_off_request_id === requestId)
    .sort((a, b) => a.id - b.id)
}

/**
 * Archives an entry. Requesters may withdraw one that is still pending; for anything else, it takes someone who
 * oversees them.
 */
function archiveEntry(entry: Entry, owner: User, ctx: Context): void {
  const acts = oversees(ctx.actor, owner)
  if (!acts && entry.status !== 'pending')
    throw new Refusal(403, 'decided_entry_not_archivable', { status: entry.status })
  if (entry.status === 'approved') unbook(entry, owner, ctx)
  ctx.work.change('time_off_request_entries', entry.id, {
    active: false,
    status: 'canceled',
    approver_user_id: acts ? ctx.actor.userId : entry.approver_user_id,
    approved_timesheet_id: 0,
  })
}

/**
 * Changes an entry's content. Only those who may approve can change an approved one, and its timesheet changes with it.
 */
function rewrite(before: Entry, content: Partial<Entry>, owner: User, ctx: Context, facts: Facts): void {
  checkRewrite(before, content, owner, ctx)
  const after = { ...before, ...content }
  if (content.duration === undefined) after.duration = keptDuration(before, after)
  Object.assign(after, timesOf(after))
  checkWork(after, owner, ctx, facts)
  const stands = after.status === 'pending' || after.status === 'approved'
  if (stands && adds(before, after)) checkDay(after, owner, ctx, facts)
  if (before.status === 'approved') rebook(after, owner, ctx, facts)
  ctx.work.change('time_off_request_entries', before.id, after)
}

function checkRewrite(before: Entry, content: Partial<Entry>, owner: User, ctx: Context): void {
  if (content.user_id !== undefined) throw new Refusal(417, 'not_the_requests_user')
  const approved = before.status === 'approved'
  if (approved && !mayApproveTimeOff(ctx.actor, owner)) throw new Refusal(417, 'approved_entry_needs_approver')
  if (!approved && before.status !== 'pending' && !oversees(ctx.actor, owner))
    throw new Refusal(417, 'entry_decided', { status: before.status })
  if (approved && content.entry_method) throw new Refusal(417, 'approved_entry_method_unchangeable')
  if (content.time_off_request_id !== undefined) checkMove(before, content.time_off_request_id, ctx)
}

/** The duration after a change of times: the full new span (0) if it was the full old span. */
function keptDuration(before: Entry, after: Entry): number {
  if (after.entry_method !== 'regular' || after.start_time >= after.end_time) return after.duration
  const whole = before.entry_method === 'manual' || before.duration === lengthOf(before)
  return whole ? 0 : Math.min(before.duration, lengthOf(after))
}

/** The request an entry belongs to. The refusal does not reveal whether another person's request exists. */
export function requestNamed(id: number, { actor, work }: Context): TimeOffRequest {
  const request = work.get('time_off_requests', id)
  if (request) return request
  if (seenBy(actor, sights.time_off_requests) === 'all') throw new Refusal(417, 'no_such_request', { id })
  throw new Refusal(403, 'adding_entries_not_allowed', { id })
}

function checkMove(entry: Entry, requestId: number, ctx: Context): void {
  const target = requestNamed(requestId, ctx)
  if (target.user_id !== entry.user_id) throw new Refusal(417, 'request_of_another_user')
  if (!target.active) throw new Refusal(417, 'request_archived')
  if (entry.status !== 'pending') throw new Refusal(417, 'only_pending_moved')
}

/** All times derived from those given for an entry. */
function timesOf(entry: Entry): Pick<Entry, 'date' | 'duration' | 'start_time' | 'end_time'> {
  const { entry_method, date, duration, tz_string: zone } = entry
  if (entry_method === 'manual') {
    if (date === '') throw new Refusal(417, 'manual_date_required', { kind: 'entry' })
    if (date < '1900-01-01' || date > '2200-12-31') throw new Refusal(417, 'day_out_of_range')
    if (duration < 1 || duration > 86400) throw new Refusal(417, 'entry_duration_required')
    return { date, duration, start_time: instantOf(date, 0, zone), end_time: instantOf(date, 86399, zone) }
  }
  const { start_time, end_time } = entry
  if (start_time === null) throw new Refusal(417, 'regular_time_required', { field: 'start_time' })
  if (end_time === null) throw new Refusal(417, 'regular_time_required', { field: 'end_time' })
  const error = spanError({ start: start_time, end: end_time }, 0, false)
  if (error?.code === 'end_not_after_start') throw new Refusal(417, 'entry_end_not_after_start')
  if (error) throw new Refusal(417, { ...error, field: 'end_time' })
  if (duration > lengthOf(entry)) throw new Refusal(417, 'longer_than_span', { length: lengthOf(entry) })
  return { date: localDate(start_time, zone), duration: duration || lengthOf(entry), start_time, end_time }
}

function lengthOf({ start_time, end_time }: Pick<Entry, 'start_time' | 'end_time'>): number {
  return durationOf({ start: start_time, end: end_time })
}

function checkWork(entry: Entry, owner: User, ctx: Context, facts: Facts): void {
  const jobcode = ctx.work.get('jobcodes', entry.jobcode_id)
  if (entry.jobcode_id === 0 || (jobcode && isBreak(jobcode))) throw new Refusal(417, 'break_not_allowed')
  jobcodeIsUsable({ after: entry, owner, ctx, facts })
}

/** Refuses time off that does not fit its day, because of what was requested or booked before, or of a paid holiday. */
function checkDay(entry: Entry, owner: User, ctx: Context, facts: Facts): void {
  holidayIsPaidOnce({ before: undefined, after: entry, ctx, facts })
  leaveFits(leaveOf(entry, ctx), owner, ctx, facts.shifts)
}

/** Whether a change puts time off where there was none; shorter time off always fits. */
function adds(before: Entry, after: Entry): boolean {
  const placed = ['date', 'start_time', 'end_time', 'jobcode_id'] as const
  return after.duration > before.duration || placed.some((name) => before[name] !== after[name])
}

/** The values of the patch that differ from the record. The times of a manual entry follow from its date. */
function changes(row: Entry, patch: Partial<Entry>): Partial<Entry> {
  const manual = (patch.entry_method ?? row.entry_method) === 'manual'
  const { start_time: _, end_time: __, ...others } = patch
  return differing(resourceNamed('time_off_request_entries').fields, row, manual ? others : patch)
}

function current(id: number, { work }: Context): Entry {
  return work.existing('time_off_request_entries', id)
}
