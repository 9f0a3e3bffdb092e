import { addDays, daysBetween, localDate } from '../../../src/rules/calendar.ts'
import { isTimeOfDay } from '../../components/time_of_day.ts'
import { t } from '../../language.ts'
import { inputTime, instant, isoOf } from '../../time.ts'
import type { ShiftFields } from './changes.ts'
import type { Shift } from './shifts.ts'

/** The values of a shift's form: dates and times as the fields show them. */
export type ShiftForm = {
  people: ReadonlySet<number>
  jobcode_id: number
  allDay: boolean
  date: string
  from: string
  lastDate: string
  to: string
  title: string
  notes: string
  location: string
  color: Shift['record']['color']
}

/**
 * What the form opens with: an existing shift, or a new one on a date, optionally for a person or copied from another.
 */
export type Subject = { shift: Shift } | { date: string; userId?: number | undefined; like?: Shift }

/** The form as it opens. New shifts last from the start to the end of the company's business day. */
export function firstForm(subject: Subject, settings: Record<string, string | number>): ShiftForm {
  if ('shift' in subject) return formOf(subject.shift)
  if (subject.like) return formOf(subject.like)
  const time = (key: string, usual: string) => String(settings[key] || usual).slice(0, 5)
  const times = { from: time('business_hours_start', '08:00'), to: time('business_hours_end', '17:00') }
  return emptyForm(subject.date, times, subject.userId)
}

/** A form for a new shift on a date. */
function emptyForm(date: string, times: { from: string; to: string }, userId?: number): ShiftForm {
  return {
    people: new Set(userId === undefined ? [] : [userId]),
    jobcode_id: 0,
    allDay: false,
    date,
    from: times.from,
    lastDate: times.to > times.from ? date : addDays(date, 1),
    to: times.to,
    title: '',
    notes: '',
    location: '',
    color: '#888888',
  }
}

/** The form of an existing shift. */
export function formOf({ record, people, start, end, zone }: Shift): ShiftForm {
  const { jobcode_id, all_day: allDay, title, notes, location, color } = record
  const date = localDate(start, zone)
  const times = allDay
    ? { from: '08:00', to: '17:00', lastDate: date }
    : { from: inputTime(record.start, zone), to: inputTime(record.end, zone), lastDate: localDate(end, zone) }
  return { people: new Set(people), jobcode_id, allDay, date, ...times, title, notes, location, color }
}

/** The form after a change. The end moves along with the start and is never before it. */
export function changed(form: ShiftForm, patch: Partial<ShiftForm>): ShiftForm {
  const next = { ...form, ...patch }
  if (patch.date && form.date) next.lastDate = addDays(patch.date, Math.max(0, daysBetween(form.date, form.lastDate)))
  // A shift that ends at six in the morning ends the next day.
  if (isTimeOfDay(patch.from ?? patch.to ?? '') && next.date && daysBetween(next.date, next.lastDate) <= 1)
    next.lastDate = next.to > next.from ? next.date : addDays(next.date, 1)
  return next
}

/** Start and end of the shift, in microseconds since the epoch; undefined while incomplete. */
export function spanOf(form: ShiftForm, zone: string): { start: number; end: number } | undefined {
  const { date, lastDate, from, to, allDay } = form
  if (!date || (!allDay && !(lastDate && isTimeOfDay(from) && isTimeOfDay(to)))) return undefined
  if (allDay)
    return { start: instant(isoOf(date, '00:00', zone)), end: instant(isoOf(addDays(date, 1), '00:00', zone)) }
  return { start: instant(isoOf(date, from, zone)), end: instant(isoOf(lastDate, to, zone)) }
}

/** What is wrong with the times; undefined if they are valid. */
export function problemOf(form: ShiftForm, zone: string): string | undefined {
  const span = spanOf(form, zone)
  if (!span) return t('Enter a day and both times.')
  if (span.end <= span.start) return t('End time must be after start time.')
  if (span.end - span.start > 31 * 86400e6) return t('A shift can last up to 31 days.')
  return undefined
}

/** The fields as the API takes them. */
export function fieldsOf(form: ShiftForm, zone: string): ShiftFields {
  const { people, jobcode_id, allDay: all_day, title, notes, location, color } = form
  const times = {
    start: isoOf(form.date, all_day ? '00:00' : form.from, zone),
    end: all_day ? isoOf(addDays(form.date, 1), '00:00', zone) : isoOf(form.lastDate, form.to, zone),
  }
  const same = { jobcode_id, all_day, title: title.trim(), notes: notes.trim(), location: location.trim(), color }
  return { ...same, ...times, timezone: zone, assigned_user_ids: [...people] }
}

/** The toast after saving. */
export function savedText(isDraft: boolean, wasPublished: boolean): string {
  if (isDraft) return t('Draft saved. Only schedulers can see it.')
  return wasPublished ? t('Shift saved.') : t('Shift published.')
}
