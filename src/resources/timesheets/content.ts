import { zoneFor } from '../../company/settings/settings.ts'
import type { Context } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import type { Item } from '../../engine/table.ts'
import { instantOf, localDate, parseInstant, second } from '../../rules/time/calendar.ts'
import { durationOf, hoursOf, roundManual } from '../../rules/time/timesheets.ts'
import type { User } from '../users/record.ts'
import type { Facts } from './change.ts'
import { choose } from './choices.ts'
import type { Timesheet } from './record.ts'

/** A new timesheet as described by an item, with all derived values. It has no id yet. */
export function newContent(draft: Timesheet, item: Item, owner: User, ctx: Context, facts: Facts): Timesheet {
  const zone = zoneFor(ctx.company, owner)
  const customfields = choose({}, draft.customfields, ctx, facts.fields)
  const sheet = { ...draft, id: 0, tz_str: zone, location: ctx.actor.application, customfields }
  if (draft.type === 'manual') return { ...sheet, ...manualTimes(draft, zone) }
  if (draft.start === null) throw new Refusal(417, 'required', { field: 'start' })
  if (item.end === undefined) throw new Refusal(417, 'end_required')
  return { ...sheet, ...regularTimes(draft, zone, item.start) }
}

/** A timesheet as it will be after an update. */
export function changedContent(
  before: Timesheet,
  patch: Partial<Timesheet>,
  item: Item,
  ctx: Context,
  facts: Facts,
): Timesheet {
  const { date, duration, customfields, ...rest } = patch
  const chosen = customfields ? choose(before.customfields, customfields, ctx, facts.fields) : before.customfields
  const sheet = { ...before, ...rest, customfields: chosen }
  if (before.type === 'manual') {
    const given = { date: date || before.date, duration: duration ?? before.duration }
    const times = date || duration !== undefined ? manualTimes(given, before.tz_str) : {}
    return { ...sheet, start: before.start, end: before.end, ...times }
  }
  sheet.start ??= before.start
  if (sheet.start === before.start) return { ...sheet, duration: durationOf(sheet) }
  const times = regularTimes(sheet, before.tz_str, item.start)
  // On a different day, a different lunch is due.
  if (times.date === before.date) return { ...sheet, ...times }
  return { ...sheet, ...times, lunch_taken: false, lunch_start: null, lunch_end: null, lunch_edge: false }
}

/** The values derived from the date and duration of manual time. */
export function manualTimes(sheet: Pick<Timesheet, 'date' | 'duration'>, zone: string) {
  if (sheet.date === '') throw new Refusal(417, 'manual_date_required', { kind: 'timesheet' })
  // Microseconds of instants far from now exceed what numbers represent exactly.
  if (sheet.date < '1900-01-01' || sheet.date > '2200-12-31') throw new Refusal(417, 'day_out_of_range')
  if (sheet.duration === null) throw new Refusal(417, 'manual_duration_required')
  if (sheet.duration < 0 || sheet.duration > 86400)
    throw new Refusal(417, 'out_of_range', { field: 'duration', min: 0, max: 86400 })
  const start = instantOf(sheet.date, 8 * 3600, zone)
  const duration = roundManual(sheet.duration)
  return { start, end: start + duration * second, duration, date: sheet.date, tz: hoursOf(start, zone) }
}

/** The values derived from start and end. `tz` is the offset that was sent, in whole hours. */
export function regularTimes(sheet: Pick<Timesheet, 'start' | 'end'>, zone: string, sent: unknown) {
  const offset = typeof sent === 'string' ? parseInstant(sent)?.offsetSeconds : undefined
  const tz = offset === undefined ? hoursOf(sheet.start, zone) : Math.trunc(offset / 3600)
  return { duration: durationOf(sheet), date: localDate(sheet.start, zone), tz: tz === 0 ? 0 : tz }
}
