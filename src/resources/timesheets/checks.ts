import { settingsFor } from '../../company/settings/settings.ts'
import { type Context, may } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import { differing, type RecordOf } from '../../engine/table.ts'
import { mayApprove, mayManageTime } from '../../rules/people/access.ts'
import { clockTolerance, offlinePunchAgeMax, spanError } from '../../rules/time/timesheets.ts'
import { checkFiles } from '../files/links.ts'
import { isBreak } from '../jobcodes.ts'
import type { Change, Facts } from './change.ts'
import { choicesAreOffered, requiredFieldsAreSet } from './choices.ts'
import { isTimeOff, leaveFits, leaveIn } from './leave.ts'
import { fields, type Timesheet } from './record.ts'

type User = RecordOf<'users'>

/** Compares a timesheet before and after. */
export function changeOf(
  before: Timesheet | undefined,
  after: Timesheet,
  { owner, ctx, facts, newChoices }: Pick<Change, 'owner' | 'ctx' | 'facts' | 'newChoices'>,
): Change {
  const differs = (name: keyof Timesheet) => before?.[name] !== after[name]
  return {
    ...{ before, after, owner, ctx, facts, newChoices },
    any: !before || storedDiffers(before, after),
    closing: before?.end === null && after.end !== null,
    reopening: before !== undefined && before.end !== null && after.end === null,
    moved: differs('start') || differs('end'),
    newDay: differs('date'),
    newJob: differs('jobcode_id'),
  }
}

/** Which changes a check applies to, and the check, which throws a Refusal. */
type Check = readonly [applies: (change: Change) => boolean, check: (change: Change) => void]

/** Checks for changes that are not allowed. The first one to fail, in this order, determines the answer. */
const checks: readonly Check[] = [
  [({ reopening }) => reopening, ownerIsActive],
  [(change) => isNew(change) || change.reopening, ownerTracksTime],
  [always, actorMayRecord],
  [always, isNotLocked],
  [always, daysAreOpen],
  [({ newJob }) => newJob, jobcodeIsUsable],
  [({ newDay, newJob }) => newDay || newJob, holidayIsPaidOnce],
  [(change) => change.moved && isRegular(change), spanIsPossible],
  [addsLeave, leaveFitsDay],
  [always, filesAreAvailable],
  [always, choicesAreOffered],
  [({ closing, newJob, newChoices }) => closing || newJob || newChoices, requiredFieldsAreSet],
]

/** Runs all checks that apply. */
export function checkChange(change: Change): void {
  for (const [applies, check] of checks) if (applies(change)) check(change)
}

function always(): boolean {
  return true
}

function isNew({ before }: Change): boolean {
  return before === undefined
}

/** Whether someone in the app adds time off to a day. */
function addsLeave({ before, after, newDay, newJob, ctx }: Change): boolean {
  if (!ctx.actor.signedIn || after.end === null || !isTimeOff(after.jobcode_id, ctx.work)) return false
  return newDay || newJob || after.duration > (before?.duration ?? 0)
}

function leaveFitsDay({ after, owner, ctx, facts }: Change): void {
  leaveFits(leaveIn(after, ctx), owner, ctx, facts.shifts)
}

function isRegular({ after }: Change): boolean {
  return after.type === 'regular'
}

/**
 * Other people's time takes a manager, your own past time a permission, or for its notes the company's consent; clocking
 * in and out now takes only time_tracking.
 */
function actorMayRecord({ before, after, owner, ctx }: Change): void {
  if (mayEdit(after, owner, ctx)) return
  if (owner.id !== ctx.actor.userId) throw new Refusal(417, 'recording_not_allowed')
  if (onlyNotesDiffer(before, after) && everyoneEditsNotes(owner, ctx)) return
  const tolerance = ctx.options.late === 'yes' ? offlinePunchAgeMax : clockTolerance
  const isNow = (instant: number) => instant >= ctx.now - tolerance && instant <= ctx.now + clockTolerance
  const clockIn = !before && after.end === null && isNow(after.start)
  const whileRunning = before?.end === null && after.start === before.start && (after.end === null || isNow(after.end))
  if (!clockIn && !whileRunning) throw new Refusal(417, 'past_time_not_allowed')
}

function onlyNotesDiffer(before: Timesheet | undefined, after: Timesheet): boolean {
  return before !== undefined && !storedDiffers(before, { ...after, notes: before.notes })
}

function everyoneEditsNotes(owner: User, { company }: Context): boolean {
  return Number(settingsFor(company, owner).general.settings.timesheet_edit_notes_for_all_users) === 1
}

/** Neither the day of the time nor the one that it moves to may be closed. */
function daysAreOpen({ before, after, newDay, owner, ctx }: Change): void {
  if (before) checkDay(before.date, owner, ctx, 409)
  if (newDay) checkDay(after.date, owner, ctx, before ? 409 : 417)
}

function filesAreAvailable({ before, after, ctx, facts }: Change): void {
  const added = after.attached_files.filter((file) => !before?.attached_files.includes(file))
  if (added.length > 0) checkFiles(added, 'attached_files', facts.files, ctx.work)
}

/** The person whose time it is. Throws a Refusal (417) if there is none, or if they are archived. */
export function ownerOf(userId: number, { work }: Context, archivedToo = false): User {
  const owner = work.get('users', userId)
  if (!owner) throw noActiveUser(userId)
  if (!archivedToo) ownerIsActive({ owner })
  return owner
}

/** An archived person's time can be corrected, but cannot run again. */
function ownerIsActive({ owner }: Pick<Change, 'owner'>): void {
  if (!owner.active) throw noActiveUser(owner.id)
}

function noActiveUser(id: number): Refusal {
  return new Refusal(417, 'no_active_user', { field: 'user_id', id })
}

/** Whether the actor may change this time regardless of its date: as a manager, or as the owner with the permission. */
export function mayEdit(sheet: Pick<Timesheet, 'user_id'>, owner: User, { actor }: Context): boolean {
  return mayManageTime(actor, owner) || (sheet.user_id === actor.userId && may(actor, 'manage_my_timesheets'))
}

/** Refuses a person who may not track time. */
export function ownerTracksTime({ owner }: Pick<Change, 'owner'>): void {
  if (!owner.permissions.time_tracking) throw new Refusal(403, 'time_tracking_off')
}

/** Refuses to change a locked timesheet. */
export function isNotLocked({ before }: { before: Pick<Timesheet, 'locked'> | undefined }): void {
  if (before && before.locked > 0) throw new Refusal(409, 'timesheet_locked')
}

/** Submitted and approved time can only be changed by those who approve it; manage_timesheets alone is not enough. */
export function checkPeriod(date: string, owner: User, { actor }: Context, status: number): void {
  if (!mayApprove(actor, owner)) refuseClosed(date, owner, status)
}

/**
 * The same for an entry itself. In addition, people who change approved time in the web app must give a reason. The
 * vendor's API does not ask for one; there, the history names the application and notes that it gave no reason.
 */
export function checkDay(date: string, owner: User, ctx: Context, status: number): void {
  checkPeriod(date, owner, ctx, status)
  if (ctx.actor.signedIn && ctx.work.reason === '' && date <= owner.approved_to)
    throw new Refusal(417, 'reason_required', { date: owner.approved_to })
}

/** Whether approved time is changed without a reason, which the vendor’s API does not require; the history notes it. */
export function isUnexplained(days: readonly string[], owner: User, { work }: Pick<Context, 'work'>): boolean {
  return work.reason === '' && days.some((date) => date <= owner.approved_to)
}

/** The same check for every actor. */
export function refuseClosed(date: string, owner: User, status: number): void {
  if (date <= owner.approved_to) throw new Refusal(status, 'time_approved', { date: owner.approved_to })
  if (date <= owner.submitted_to) throw new Refusal(status, 'time_submitted', { date: owner.submitted_to })
}

/** Refuses a span that no timesheet can have. */
export function spanIsPossible({ after, ctx, closing }: Pick<Change, 'after' | 'ctx' | 'closing'>): void {
  const error = spanError(after, ctx.now, closing)
  if (error) throw new Refusal(417, error)
}

/** Refuses a jobcode the person cannot record time on. Users who manage the person's time may use unassigned ones. */
export function jobcodeIsUsable({
  after: { jobcode_id },
  owner,
  ctx: { work, actor },
  facts,
}: Pick<Change, 'owner' | 'ctx'> & {
  after: Pick<Timesheet, 'jobcode_id'>
  facts: Pick<Facts, 'assigned'>
}): void {
  if (jobcode_id === 0) return
  const jobcode = work.get('jobcodes', jobcode_id)
  if (!jobcode) throw new Refusal(417, 'no_such_jobcode', { field: 'jobcode_id', id: jobcode_id })
  if (!jobcode.active) throw new Refusal(417, 'jobcode_archived', { field: 'jobcode_id', name: jobcode.name })
  if (jobcode.has_children) throw new Refusal(417, 'jobcode_has_jobcodes_below', { name: jobcode.name })
  const assigned = isBreak(jobcode) || jobcode.assigned_to_all || facts.assigned.get(`${owner.id}/${jobcode.id}`)
  if (!assigned && !mayManageTime(actor, owner)) throw new Refusal(417, 'jobcode_not_assigned', { name: jobcode.name })
}

/** Refuses paid time off on a day for which the person has holiday pay, which is for the whole day. */
export function holidayIsPaidOnce({
  before,
  after: { user_id, jobcode_id, date },
  ctx: { work },
  facts: { holidayPay },
}: Pick<Change, 'before' | 'ctx'> & {
  after: Pick<Timesheet, 'user_id' | 'jobcode_id' | 'date'>
  facts: Pick<Facts, 'holidayPay'>
}): void {
  const paid = holidayPay.get(`${user_id}/${date}`)
  if (paid === undefined || paid === before?.id || work.get('jobcodes', jobcode_id)?.type !== 'pto') return
  throw new Refusal(417, 'holiday_paid_already', { date, id: paid })
}

function storedDiffers(before: Timesheet, after: Timesheet): boolean {
  return Object.keys(differing(fields, before, after)).length > 0
}
