import { dropBreakAnswers } from '../company/breaks/break_answers.ts'
import { settleTime } from '../company/pay/pto.ts'
import { visible } from '../company/rights/visible.ts'
import { Refusal } from '../engine/errors.ts'
import { anyOf, before, day, ids, since, tristate, words } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { sql } from '../engine/sql.ts'
import { reason } from '../rules/refusals/reason.ts'
import { noteText } from '../rules/time/history_notes.ts'
import { recordedOffsets } from '../rules/time/timesheets.ts'
import { followTimesheets } from './time_off/follow_timesheets.ts'
import type { Facts } from './timesheets/change.ts'
import { changeOf, checkChange, checkDay, isNotLocked, isUnexplained, mayEdit, ownerOf } from './timesheets/checks.ts'
import { lookUpShown, relatedOf } from './timesheets/choices.ts'
import { changedContent, newContent } from './timesheets/content.ts'
import { deleteWithTombstone, loadForDelete } from './timesheets/delete.ts'
import { loadAroundDeleted, loadFacts, noFacts } from './timesheets/facts.ts'
import { findTimesheets, jobcodesAndBelow, jobcodeType, userFilters } from './timesheets/find.ts'
import { lunchAfterDeletion } from './timesheets/lunch.ts'
import { fields, reasonMax, reasonOf, recordHistory } from './timesheets/record.ts'
import { save } from './timesheets/save.ts'

/** Time worked. At most one timesheet runs per user, and no two regular ones of a user overlap. */
export const timesheets = resource<typeof fields, Facts>('timesheets', {
  about: 'Time worked by a user against a jobcode.',
  example: { user_id: 5102, jobcode_id: 7003, type: 'regular', start: '2026-03-02T08:00:00-07:00', end: '' },
  volatile: true,
  order: sql`date, "start", id`,
  fields,
  extras: ['origin_hint', 'origin_hint_start', 'origin_hint_end'],
  ignores: (item, before) => ((before?.type ?? item.type) === 'regular' ? ['state', 'date', 'duration'] : ['state']),
  filters: {
    ids: anyOf('id'),
    start_date: day((value) => sql`date >= ${value}`, { about: 'On or after this date.' }),
    end_date: day((value) => sql`date <= ${value}`, { about: 'On or before this date.' }),
    modified_since: since(),
    modified_before: before(),
    ...userFilters,
    payroll_ids: words('payroll_id', { about: 'Time of users with these payroll ids.' }),
    jobcode_ids: ids(jobcodesAndBelow, { about: 'These jobcodes and all below them; 0 is time without a jobcode.' }),
    jobcode_type: jobcodeType(),
    on_the_clock: tristate('no', (value) => (value === 'yes' ? sql`"end" is null` : sql`"end" is not null`)),
  },
  demands: [['ids'], ['start_date'], ['modified_since'], ['modified_before']],
  beside: {
    late: {
      schema: { type: 'string', enum: ['no', 'yes'], default: 'no' },
      about:
        'Whether the items are punches from a device that may have been offline: your own clock-ins and clock-outs may then be up to 72 hours old. The history records that they were sent later.',
    },
    reason: {
      schema: { type: 'string', maxLength: reasonMax },
      about:
        'Why the time is changed, for the history. When approved time is changed, the web app must send it; if another application does not, the history notes that. A DELETE takes it as a parameter.',
      deletes: true,
    },
  },
  visible: visible('timesheets'),
  find: findTimesheets,
  related: relatedOf,
  prepare: lookUpShown,
  async facts(items, ctx, verb) {
    ctx.work.reason = reasonOf(ctx.options)
    if (verb !== 'remove') return loadFacts(items, ctx)
    await loadForDelete(items, ctx)
    await loadAroundDeleted(items, ctx)
    return noFacts
  },
  recorded: recordedOffsets,
  async afterChanges(changes, work) {
    await settleTime(changes, work)
    await followTimesheets(changes, work)
    recordHistory(changes, work)
    await dropBreakAnswers(changes, work)
  },
  create(draft, ctx, facts, item) {
    const owner = ownerOf(draft.user_id, ctx)
    const after = newContent(draft, item, owner, ctx, facts)
    const change = changeOf(undefined, after, { owner, ctx, facts, newChoices: true })
    checkChange(change)
    return save(change, item)
  },
  update(before, patch, ctx, facts, item) {
    const owner = ownerOf(before.user_id, ctx, true)
    const after = changedContent(before, patch, item, ctx, facts)
    const change = changeOf(before, after, { owner, ctx, facts, newChoices: patch.customfields !== undefined })
    if (!change.any) return before
    checkChange(change)
    return save(change, item)
  },
  remove(row, ctx) {
    const owner = ownerOf(row.user_id, ctx, true)
    if (!mayEdit(row, owner, ctx)) throw new Refusal(417, 'deleting_timesheet_not_allowed')
    isNotLocked({ before: row })
    checkDay(row.date, owner, ctx, 409)
    deleteWithTombstone(row, ctx)
    lunchAfterDeletion(row, ctx)
    if (isUnexplained([row.date], owner, ctx)) ctx.work.origin(row.id, noteText('unexplained'), ctx.now)
  },
  // All notes of a request go into one message.
  joinable: ({ notes }) => notes === undefined || notes === '',
  sideEffects(rows, { work }, facts) {
    const numbers = rows.flatMap((row) => facts.effects.get(row.id) ?? [])
    const gone = numbers.flatMap((number) => work.get('timesheets_deleted', number) ?? [])
    return {
      timesheets: numbers.flatMap((number) => work.get('timesheets', number) ?? []),
      ...(gone.length > 0 && { timesheets_deleted: gone }),
    }
  },
  absent: { status: 404, reason: reason('timesheet_gone') },
})
