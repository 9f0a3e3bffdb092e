import { addDays, daysBetween, localDate } from '../../../../src/rules/time/calendar.ts'
import { isTimeOfDay } from '../../../components/fields/time_of_day.ts'
import { t } from '../../../language.ts'
import { inputTime, instant, isoOf } from '../../../time.ts'
import type { ShiftFields } from '../changes.ts'
import type { Shift } from './shifts.ts'
import type { TemplateFields } from './templates.ts'

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
    lastDate: lastDateOf(date, times),
    to: times.to,
    title: '',
    notes: '',
    location: '',
    color: '#888888',
  }
}

/** The date on which a shift of less than a day ends: one that ends at six in the morning ends the next day. */
function lastDateOf(date: string, { from, to }: { from: string; to: string }): string {
  return to > from || date === '' ? date : addDays(date, 1)
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
  if (isTimeOfDay(patch.from ?? patch.to ?? '') && next.date && daysBetween(next.date, next.lastDate) <= 1)
    next.lastDate = lastDateOf(next.date, next)
  return next
}

/** The form filled from a template. The people and the day stay; a job that is not offered any more is left out. */
export function filledFrom(
  form: ShiftForm,
  { jobcode_id, all_day, start_time, end_time, title, notes, location, color }: TemplateFields,
  offersJob: (id: number) => boolean,
): ShiftForm {
  const job = offersJob(jobcode_id) ? jobcode_id : 0
  const filled = { ...form, jobcode_id: job, allDay: all_day, title, notes, location, color }
  if (start_time === null || end_time === null) return filled
  const times = { from: start_time, to: end_time }
  return { ...filled, ...times, lastDate: lastDateOf(form.date, times) }
}

/** What a template takes from a form whose times are valid: everything except the people and the day. */
export function templateOf({ jobcode_id, allDay, from, to, title, notes, location, color }: ShiftForm): TemplateFields {
  const times = allDay ? { start_time: null, end_time: null } : { start_time: from, end_time: to }
  const texts = { title: title.trim(), notes: notes.trim(), location: location.trim() }
  return { jobcode_id, all_day: allDay, ...times, ...texts, color }
}

/** Why a form cannot be a template; undefined if it can. */
export function templateProblem(form: ShiftForm): string | undefined {
  const fits = form.allDay || form.lastDate === lastDateOf(form.date, form)
  return fits ? undefined : t('A template can last up to 24 hours.')
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
