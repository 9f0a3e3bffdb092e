import { addDays, weekday } from '../../../src/rules/time/calendar.ts'
import type { Item } from '../../api/records.ts'
import { datesFrom } from '../../components/calendar/dates.ts'
import { isTimeOfDay } from '../../components/fields/time_of_day.ts'
import type { Holidays } from '../../components/time/holidays.ts'
import { t } from '../../language.ts'
import { dateText, instant, isoOf, rangeText, readHours } from '../../time.ts'

/** The values of a request's form, as the fields show them. */
export type RequestForm = {
  userId: number
  kind: number | undefined
  part: boolean
  from: string
  to: string
  /** Dates toggled manually: working days are requested by default, others are not. */
  turned: ReadonlySet<string>
  hours: string
  start: string
  end: string
  note: string
  approved: boolean
}

/** The maximum number of entries in one request. */
const entriesMax = 100
/** The maximum number of days from the first to the last. */
const daysMax = 366

/** The form as it opens: one whole day. `hours` is the length of a working day. */
export function newForm(userId: number, from: string, hours: string): RequestForm {
  const times = { part: false, from, to: from, turned: new Set<string>(), hours, start: '13:00', end: '17:00' }
  return { userId, kind: undefined, ...times, note: '', approved: false }
}

/** The form after the first day changes. The last day is never before it. */
export function withFirstDay({ part, to }: RequestForm, from: string): Partial<RequestForm> {
  return { from, to: part || from > to ? from : to }
}

/** The chosen kind, or the first one if the person does not have it. */
export function kindAmong(kinds: readonly { id: number }[], chosen: number | undefined): number | undefined {
  return kinds.some(({ id }) => id === chosen) ? chosen : kinds[0]?.id
}

/** While a year is being typed, the date goes through the years 0002, 0020 and 0202, which are not valid dates yet. */
function isTyped(date: string): boolean {
  return date >= '1900'
}

/** The first and last date of the form; `today` stands in for missing ones. */
export function rangeOf({ part, from, to }: RequestForm, today: string): { first: string; last: string } {
  const first = isTyped(from) ? from : today
  return { first, last: part ? first : to || first }
}

/** A person’s days with a shift (`planned`), and their holidays. */
type PersonDays = { planned: ReadonlySet<string>; holidays: Holidays }

/** The requested dates. Working days are Monday to Friday except holidays, and days with a shift. */
export function daysOf({ part, from, to, turned }: RequestForm, own: PersonDays): string[] {
  if (part) return from ? [from] : []
  return datesBetween(from, to).filter((date) => isWorkday(date, own) !== turned.has(date))
}

/** The holidays of the range that are not counted as days off. */
export function holidaysLeftOut(form: RequestForm, own: PersonDays): [date: string, name: string][] {
  if (form.part) return []
  const counted = new Set(daysOf(form, own))
  return datesBetween(form.from, form.to).flatMap((date): [string, string][] => {
    const name = own.holidays.get(date)
    return name === undefined || counted.has(date) ? [] : [[date, name]]
  })
}

/** All dates from the first day to the last, at most a year. */
export function datesBetween(from: string, to: string): string[] {
  if (!isTyped(from) || to < from) return []
  const last = addDays(from, daysMax)
  return datesFrom(from, to < last ? to : last)
}

/** Whether people work on the date. */
export function isWorkday(date: string, { planned, holidays }: PersonDays): boolean {
  return (weekday(date) > 0 && weekday(date) < 6 && !holidays.has(date)) || planned.has(date)
}

/** Seconds requested for each day; undefined while the form cannot be read. */
export function secondsOfDay(form: RequestForm, zone: string): number | undefined {
  if (!form.part) return readHours(form.hours)
  if (!form.from || !isTimeOfDay(form.start) || !isTimeOfDay(form.end)) return undefined
  return (instant(isoOf(form.from, form.end, zone)) - instant(isoOf(form.from, form.start, zone))) / 1e6
}

/** Errors of the form by field; empty if it can be sent. */
export function problemsOf(form: RequestForm, days: readonly string[], zone: string): Record<string, string> {
  const problems: Record<string, string> = {}
  const seconds = secondsOfDay(form, zone)
  if (form.kind === undefined) problems.kind = t('Choose a type of time off.')
  if (!form.from) problems.from = t('Enter the first day.')
  if (form.part) {
    if (seconds === undefined || seconds <= 0) problems.end = t('Enter both times. The end must be after the start.')
    return problems
  }
  if (!form.to || form.to < form.from) problems.to = t('The last day can’t be before the first.')
  else if (days.length === 0) problems.days = t('Choose at least one day.')
  else if (days.length > entriesMax) problems.to = t('Request up to {count} days at a time.', { count: entriesMax })
  if (seconds === undefined || seconds < 60 || seconds > 86400)
    problems.hours = t('Enter the hours per day, like 8 or 7:30.')
  return problems
}

/** The entries as the API takes them, one per day. */
export function entriesOf(form: RequestForm, days: readonly string[], zone: string): Item[] {
  const duration = secondsOfDay(form, zone) ?? 0
  const same = { duration, jobcode_id: form.kind }
  if (!form.part) return days.map((date) => ({ ...same, entry_method: 'manual', date }))
  const times = { start_time: isoOf(form.from, form.start, zone), end_time: isoOf(form.from, form.end, zone) }
  return [{ ...same, ...times, entry_method: 'regular' }]
}

/** The toast after saving: `Time off added: Nov 23 – 27.` */
export function savedText({ approved }: RequestForm, days: readonly string[]): string {
  const when = days.length === 1 ? dateText(days[0]!) : rangeText(days[0]!, days.at(-1)!)
  return approved ? t('Time off added: {when}.', { when }) : t('Time off requested: {when}.', { when })
}
