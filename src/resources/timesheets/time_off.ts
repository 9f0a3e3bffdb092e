import type { Context } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import type { RecordOf } from '../../engine/table.ts'
import { noteText } from '../../rules/time/history_notes.ts'
import type { User } from '../users/record.ts'
import type { Around } from './change.ts'
import {
  checkPeriod,
  holidayIsPaidOnce,
  jobcodeIsUsable,
  ownerTracksTime,
  refuseClosed,
  spanIsPossible,
} from './checks.ts'
import { manualTimes, regularTimes } from './content.ts'
import { deleteWithTombstone } from './delete.ts'
import { leaveFits, leaveOf } from './leave.ts'
import { resolveOverlap } from './overlap.ts'
import type { Timesheet } from './record.ts'

type Entry = RecordOf<'time_off_request_entries'>

/** Creates the timesheet of an approved entry; a Refusal (417) says why it cannot be created. */
export function book(entry: Entry, owner: User, ctx: Context, facts: Around): Timesheet {
  return naming(entry, () => {
    const sheet = {
      ...blank,
      ...contentOf(entry),
      user_id: owner.id,
      tz_str: entry.tz_string,
      type: entry.entry_method,
    }
    Object.assign(sheet, { location: ctx.actor.application, created_by_user_id: ctx.actor.userId })
    ownerTracksTime({ owner })
    leaveFits(leaveOf(entry, ctx), owner, ctx, facts.shifts, { booked: true })
    check(undefined, sheet, owner, ctx, facts)
    const made = ctx.work.insert('timesheets', { ...sheet, time_off_entry_id: entry.id })
    ctx.work.origin(made.id, noteText('timeOffApproved'), ctx.now)
    return made
  })
}

/** Changes the timesheet along with its approved entry. A deleted one is not restored. */
export function rebook(entry: Entry, owner: User, ctx: Context, facts: Around): void {
  const before = ctx.work.get('timesheets', entry.approved_timesheet_id)
  if (!before) return
  naming(entry, () => {
    checkOpen(before, owner, ctx)
    check(before, { ...before, ...contentOf(entry) }, owner, ctx, facts)
    ctx.work.change('timesheets', before.id, contentOf(entry))
    ctx.work.origin(before.id, noteText('timeOffChanged'), ctx.now)
  })
}

/** Deletes the timesheets that the approval of an entry created, even if a break has split them since. */
export function unbook(entry: Entry, owner: User, ctx: Context): void {
  for (const sheet of ctx.work.all('timesheets'))
    if (sheet.time_off_entry_id === entry.id)
      naming(entry, () => {
        checkOpen(sheet, owner, ctx)
        ctx.work.origin(sheet.id, noteText('timeOffWithdrawn'), ctx.now)
        deleteWithTombstone(sheet, ctx)
      })
}

const blank = { locked: 0, notes: '', customfields: {}, attached_files: [], version: 1 }

function contentOf({ entry_method, date, duration, start_time, end_time, tz_string, jobcode_id }: Entry) {
  const regular = { start: start_time, end: end_time }
  const times =
    entry_method === 'manual'
      ? manualTimes({ date, duration }, tz_string)
      : { ...regular, ...regularTimes(regular, tz_string, undefined) }
  return { ...times, jobcode_id }
}

/** The checks for every timesheet. Closed periods apply to approvers as well, as they do not look at each day. */
function check(before: Timesheet | undefined, sheet: object, owner: User, ctx: Context, facts: Around): void {
  const after = { id: 0, ...sheet } as Timesheet
  const change = { before, after, owner, ctx, facts, closing: false }
  refuseClosed(after.date, owner, 417)
  jobcodeIsUsable(change)
  if (!before || before.date !== after.date || before.jobcode_id !== after.jobcode_id) holidayIsPaidOnce(change)
  if (after.type === 'manual') return
  spanIsPossible(change)
  resolveOverlap(after, owner, ctx, 409)
}

function checkOpen(sheet: Timesheet, owner: User, ctx: Context): void {
  if (sheet.locked > 0) throw new Refusal(417, 'timesheet_locked')
  checkPeriod(sheet.date, owner, ctx, 417)
}

/** Turns any Refusal into status 417 and names the date, as an entry is one of several days. */
function naming<T>(entry: Entry, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof Refusal)
      throw new Refusal(417, 'time_off_refused', { date: entry.date, problem: error.message })
    throw error
  }
}
