import { type Context, may } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import { parseText, type Values } from '../engine/fields.ts'
import { anyOf, before, day, ids, since, tristate, words } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { sql } from '../engine/sql.ts'
import { mayManageTime } from '../rules/access.ts'
import { clockTolerance, durationOf, lateTolerance } from '../rules/timesheets.ts'
import { checkFiles, linkFiles, unlinkFiles } from './files/links.ts'
import { tellClock, tellFiles } from './projects/feed.ts'
import { settleTime } from './pto.ts'
import { zoneFor } from './settings.ts'
import { checkJobcode, checkSpan, checkTracking, manualTimes, ownerOf, regularTimes } from './timesheets/checks.ts'
import { type Choices, checkOffered, checkRequired, choose, lookUpShown, relatedOf } from './timesheets/choices.ts'
import { type Facts, loadFacts } from './timesheets/facts.ts'
import { findTimesheets, jobcodesAndBelow, jobcodeType, userFilters, visibleTime } from './timesheets/find.ts'
import { fields, type Timesheet } from './timesheets/record.ts'
import { bury, checkPeriod, finish, makeRoom } from './timesheets/room.ts'
import type { User } from './users.ts'

/** Time worked. At most one runs per user; two regular ones of a user never share an instant. */
export const timesheets = resource<typeof fields, Facts>('timesheets', {
  about: 'Time worked by a user against a jobcode.',
  example: { user_id: 5102, jobcode_id: 7003, type: 'regular', start: '2026-03-02T08:00:00-07:00', end: '' },
  volatile: true,
  history: 'timesheet_history',
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
        'Whether the items are punches of a device that may have been without network: one’s own clock-ins and clock-outs may then have happened up to 72 hours ago. The history says that they were sent later.',
    },
  },
  visible: visibleTime,
  find: findTimesheets,
  related: relatedOf,
  prepare: lookUpShown,
  facts: loadFacts,
  settle: settleTime,
  create(draft, ctx, facts, item) {
    const owner = ownerOf(draft.user_id, ctx)
    checkTracking(owner)
    const zone = zoneFor(ctx.company, owner)
    const sheet = { ...draft, tz_str: zone, location: ctx.actor.application, customfields: {} as Choices }
    if (draft.type === 'manual') Object.assign(sheet, manualTimes(draft, zone, 'duration' in item))
    else {
      if (draft.start === null) throw new Refusal(417, 'start is required')
      if (item.end === undefined) throw new Refusal(417, 'end is required; "" clocks in')
      Object.assign(sheet, regularTimes(draft, zone, item.start))
    }
    checkRights(sheet, owner, ctx)
    checkPeriod(sheet.date, owner, ctx, 417)
    checkJobcode(sheet, owner, ctx, facts)
    if (sheet.type === 'regular') checkSpan(sheet, ctx, false)
    checkAttached(sheet.attached_files, [], ctx, facts)
    sheet.customfields = choose({}, draft.customfields, ctx, facts.fields)
    checkOffered(sheet, undefined, owner, ctx, facts.fields)
    checkRequired(sheet, owner, ctx, facts.fields)
    const others = sheet.type === 'regular' ? makeRoom({ ...sheet, id: 0 }, owner, ctx, 406) : []
    const made = ctx.work.insert('timesheets', sheet) as Timesheet
    attach(made, [], ctx)
    const happened = made.type === 'regular' ? made.start : ctx.now
    ctx.work.origin(made.id, hint(item, made.end === null ? 'start' : 'end', happened, ctx), happened)
    tellClock(ctx.work, undefined, made)
    return finish(made, others, ctx, facts)
  },
  update(before, patch, ctx, facts, item) {
    const owner = ownerOf(before.user_id, ctx, true)
    const after = {
      ...before,
      ...patch,
      duration: before.duration,
      date: before.date,
      customfields: before.customfields,
    }
    if (patch.customfields) after.customfields = choose(before.customfields, patch.customfields, ctx, facts.fields)
    if (before.type === 'manual') {
      Object.assign(after, { start: before.start, end: before.end })
      if (patch.date === '') delete patch.date
      if (patch.date !== undefined || patch.duration !== undefined)
        Object.assign(after, manualTimes({ ...before, ...patch }, before.tz_str, true))
    } else {
      if (patch.start === null) after.start = before.start
      if (after.start !== before.start) Object.assign(after, regularTimes(after, before.tz_str, item.start))
      else after.duration = durationOf(after)
    }
    if (!differs(before, after)) return before
    const closing = before.end === null && after.end !== null
    if (before.end !== null && after.end === null) checkTracking(ownerOf(before.user_id, ctx))
    checkRights(after, owner, ctx, before)
    if (before.locked > 0) throw new Refusal(409, 'the timesheet is locked')
    checkPeriod(before.date, owner, ctx, 409)
    if (after.date !== before.date) checkPeriod(after.date, owner, ctx, 409)
    if (after.jobcode_id !== before.jobcode_id) checkJobcode(after, owner, ctx, facts)
    checkAttached(after.attached_files, before.attached_files, ctx, facts)
    checkOffered(after, before, owner, ctx, facts.fields)
    const moved = after.start !== before.start || after.end !== before.end
    if (after.type === 'regular' && moved) checkSpan(after, ctx, closing)
    if (closing || after.jobcode_id !== before.jobcode_id || patch.customfields)
      checkRequired(after, owner, ctx, facts.fields)
    const others =
      after.type === 'regular' && (moved || after.jobcode_id !== before.jobcode_id)
        ? makeRoom(after, owner, ctx, 409)
        : []
    const changed = ctx.work.change('timesheets', before.id, after) as Timesheet
    attach(changed, before.attached_files, ctx)
    const happened = closing ? after.end! : ctx.now
    ctx.work.origin(before.id, hint(item, closing ? 'end' : 'start', happened, ctx), happened)
    tellClock(ctx.work, before, changed)
    return moved ? finish(changed, others, ctx, facts) : changed
  },
  remove(row, ctx) {
    const owner = ownerOf(row.user_id, ctx, true)
    if (!mayEdit(row, owner, ctx))
      throw new Refusal(417, 'deleting this timesheet needs the permission manage_timesheets or manage_my_timesheets')
    if (row.locked > 0) throw new Refusal(409, 'the timesheet is locked')
    checkPeriod(row.date, owner, ctx, 409)
    bury(row, ctx)
  },
  sideEffects(rows, { work }, facts) {
    const numbers = rows.flatMap((row) => facts.effects.get(row.id) ?? [])
    return { timesheets: numbers.flatMap((number) => work.get<Timesheet>('timesheets', number) ?? []) }
  },
  absent: { status: 404, message: 'the timesheet does not exist or was deleted before' },
})

/** Others' time needs a manager; one's own past time a permission; clocking in and out now only time_tracking. */
function checkRights(sheet: Timesheet, owner: User, ctx: Context, before?: Timesheet): void {
  if (mayEdit(sheet, owner, ctx)) return
  if (owner.id !== ctx.actor.userId) throw new Refusal(417, 'user_id: you may not record time of this user')
  const tolerance = ctx.options.late === 'yes' ? lateTolerance : clockTolerance
  const isNow = (instant: number) => instant >= ctx.now - tolerance && instant <= ctx.now + clockTolerance
  const clockIn = !before && sheet.end === null && isNow(sheet.start)
  const whileRunning = before?.end === null && sheet.start === before.start && (sheet.end === null || isNow(sheet.end))
  if (!clockIn && !whileRunning)
    throw new Refusal(417, 'recording or changing past time needs the permission manage_my_timesheets')
}

function mayEdit(sheet: Pick<Timesheet, 'user_id'>, owner: User, { actor }: Context): boolean {
  return mayManageTime(actor, owner) || (sheet.user_id === actor.userId && may(actor, 'manage_my_timesheets'))
}

function checkAttached(after: readonly number[], before: readonly number[], { work }: Context, facts: Facts): void {
  const added = after.filter((file) => !before.includes(file))
  checkFiles(added, 'attached_files', facts.files, work)
}

/** Brings the files in step with a timesheet that had these before. */
function attach(sheet: Timesheet, before: readonly number[], { work }: Context): void {
  const { id, attached_files: after } = sheet
  const object = { kind: 'timesheets', id }
  const added = after.filter((file) => !before.includes(file))
  linkFiles(added, object, work)
  tellFiles(work, sheet, added)
  unlinkFiles(
    before.filter((file) => !after.includes(file)),
    object,
    work,
  )
}

function differs(before: Timesheet, after: Timesheet): boolean {
  return Object.entries(fields).some(([name, field]) => {
    const { save } = field as { save: (value: unknown) => unknown }
    return field.stored && save((before as Values)[name]) !== save((after as Values)[name])
  })
}

function hint(item: Values, side: 'start' | 'end', happened: number, { options, now }: Context): string {
  const given = item[`origin_hint_${side}`] ?? item.origin_hint
  const text = typeof given === 'string' ? parseText(given, 'origin_hint').slice(0, 255) : ''
  const sentLater = options.late === 'yes' && now - happened > clockTolerance
  return [text, sentLater && 'sent later, from a device that was offline'].filter(Boolean).join('; ')
}
