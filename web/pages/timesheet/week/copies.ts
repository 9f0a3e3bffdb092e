import { addDays } from '../../../../src/rules/time/calendar.ts'
import type { Item } from '../../../api/records.ts'
import { isBreak, type Jobs } from '../../../components/jobs/jobs.ts'
import type { Refused } from '../../../components/page/refusals.ts'
import { movedByDays } from '../../../components/time/same_clock.ts'
import { t } from '../../../language.ts'
import { instant, isoAt, writtenOffset } from '../../../time.ts'
import { timesOf } from '../entry/text.ts'
import type { Owner } from './owner.ts'
import type { Sheet, Week } from './week.ts'

/** An entry to add, its text, and why it cannot be added, '' if it can. */
type Copy = { key: string; date: string; text: string; item: Item; reason: string }

/** The entries of the previous week with their times, seven days later. */
export function copiesByTime(
  week: Week,
  owner: Owner,
  jobs: Jobs,
  twelve: boolean,
  hours: (seconds: number) => string,
) {
  const { user, rights } = owner
  return worked(week, jobs).flatMap((sheet): Copy[] => {
    const date = addDays(sheet.date, 7)
    const name = jobs.pathOf(sheet.jobcode_id)
    const { jobcode_id, type } = sheet
    const key = String(sheet.id)
    if (type === 'manual') {
      const item = { user_id: user.id, type, jobcode_id, date, duration: sheet.duration, ...fieldsOf(sheet) }
      const reason = approvedText(date, week)
      return rights.mayHours ? [{ key, date, text: `${name} · ${hours(sheet.duration)}`, item, reason }] : []
    }
    const { start, end } = weekLater(sheet)
    const item = { user_id: user.id, type, jobcode_id, start, end, ...fieldsOf(sheet) }
    // A new break would be taken out of an existing entry.
    const other = isBreak(jobs.byId.get(jobcode_id)) ? inTheWay(start, end, week) : undefined
    const reason = approvedText(date, week) || (other ? overlapText(other, jobs, twelve) : '')
    return [{ key, date, text: `${name} · ${timesOf({ ...sheet, start, end }, twelve)}`, item, reason }]
  })
}

/** The hours of the previous week by day and job, seven days later. */
export function copiesByDay(week: Week, { user }: Owner, jobs: Jobs, hours: (seconds: number) => string) {
  const work = worked(week, jobs).filter(({ jobcode_id }) => jobs.byId.get(jobcode_id)?.kind !== 'unpaid_break')
  const days = Map.groupBy(work, ({ date, jobcode_id }) => `${date}/${jobcode_id}`)
  return [...days].map(([key, sheets]): Copy => {
    const { jobcode_id, date: before } = sheets[0]!
    const date = addDays(before, 7)
    const duration = sheets.reduce((sum, sheet) => sum + sheet.duration, 0)
    const item = { user_id: user.id, type: 'manual', jobcode_id, date, duration, ...fieldsOf(sheets[0]!) }
    const reason = approvedText(date, week)
    return { key, date, text: `${jobs.pathOf(jobcode_id)} · ${hours(duration)}`, item, reason }
  })
}

/** Changing approved time requires a reason, so it is changed entry by entry. */
function approvedText(date: string, { days }: Week): string {
  return days.some((day) => day.date === date && day.closed === 'approved') ? t('This day is approved.') : ''
}

/** What the button says: how many are added, or why none is. `isLooking` while it is unknown what fits. */
export function addText(lines: readonly { fits: boolean; chosen: boolean }[], isLooking: boolean): string {
  const count = lines.filter(({ chosen }) => chosen).length
  if (isLooking) return t('Add')
  if (count > 0) return t('{count, plural, one {Add # entry} other {Add # entries}}', { count })
  return lines.some(({ fits }) => fits) ? t('Nothing selected') : t('Nothing to add')
}

/** Finished work and breaks of the previous week. */
function worked({ before }: Week, { byId }: Jobs): Sheet[] {
  return before.filter(({ on_the_clock, jobcode_id }) => {
    const kind = byId.get(jobcode_id)?.kind
    return !on_the_clock && kind !== 'pto' && kind !== 'unpaid_time_off'
  })
}

function fieldsOf({ customfields }: Sheet): Item {
  return { customfields }
}

/** The same local times, seven days later. */
function weekLater({ start, end, tz_str: zone }: Sheet) {
  const offsets = { startOffset: writtenOffset(start), endOffset: writtenOffset(end) }
  const moved = movedByDays({ start: instant(start), end: instant(end), ...offsets }, 7, zone)
  return { start: isoAt(moved.start, zone), end: isoAt(moved.end, zone) }
}

/** The server's reason for refusing an entry, in words. */
export function refusalOf({ message, reason }: Refused, week: Week, jobs: Jobs, twelve: boolean): string {
  const id = reason?.code === 'overlaps' && reason.values?.id
  const other = week.days.flatMap(({ sheets }) => sheets).find((sheet) => sheet.id === id)
  return other ? overlapText(other, jobs, twelve) : message
}

function overlapText(other: Sheet, jobs: Jobs, twelve: boolean): string {
  return t('It overlaps {entry}.', { entry: `${jobs.pathOf(other.jobcode_id)}, ${timesOf(other, twelve)}` })
}

function inTheWay(start: string, end: string, { days }: Week): Sheet | undefined {
  const timed = days.flatMap(({ sheets }) => sheets).filter(({ type }) => type === 'regular')
  return timed.find(
    (sheet) => instant(sheet.start) < instant(end) && (sheet.end === '' || instant(start) < instant(sheet.end)),
  )
}
