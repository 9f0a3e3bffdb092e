import { addDays } from '../../../src/rules/time/calendar.ts'
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
  /** As typed; undefined for what the person would work on each day. */
  hours: string | undefined
  start: string
  end: string
  note: string
  approved: boolean
}

/** The maximum number of entries in one request. */
const entriesMax = 100
/** The maximum number of days from the first to the last. */
const daysMax = 366

/** The form as it opens: one whole day. */
export function newForm(userId: number, from: string): RequestForm {
  const turned = new Set<string>()
  const times = { part: false, from, to: from, turned, hours: undefined, start: '13:00', end: '17:00' }
  return { userId, kind: undefined, ...times, note: '', approved: false }
}

/** The form after the first day changes. The last day is never before it. */
export function withFirstDay({ part, to }: RequestForm, from: string): Partial<RequestForm> {
  return { from, to: part || from > to ? from : to }
}

/** The chosen kind, or the first of the likely ones if the person does not have it. */
export function kindAmong(
  kinds: readonly { id: number }[],
  chosen: number | undefined,
  likely: readonly number[] = [],
): number | undefined {
  return [chosen, ...likely].find((id) => kinds.some((kind) => kind.id === id)) ?? kinds[0]?.id
}

/** The kinds that a person probably wants: what they asked for last, then what they have a balance of, the largest first. */
export function likelyKinds(
  requests: readonly { created: string; kinds: readonly number[] }[],
  balances: Readonly<Record<string, number>>,
): number[] {
  const last = requests.toSorted((a, b) => instant(b.created) - instant(a.created))[0]
  const had = Object.entries(balances).filter(([, seconds]) => seconds > 0)
  return [...(last?.kinds ?? []), ...had.sort((a, b) => b[1] - a[1]).map(([id]) => Number(id))]
}

/** How far ahead the next working day is looked for. */
export const aheadDays = 14

/** The next date after `today` on which the person would work; tomorrow if there is none soon. */
export function nextWorkday(today: string, own: PersonDays): string {
  const ahead = datesFrom(addDays(today, 1), addDays(today, aheadDays))
  return ahead.find((date) => isWorkday(date, own)) ?? addDays(today, 1)
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

/** How long a person would work on a date, the length of their usual day, both in seconds, and their holidays. */
export type PersonDays = { expected: (date: string) => number; usual: number; holidays: Holidays }

/** The requested dates: those on which the person would work, and those that were toggled. */
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

/** Whether the person would work on the date. */
export function isWorkday(date: string, { expected }: PersonDays): boolean {
  return expected(date) > 0
}

/** Seconds requested for a day; undefined while the form cannot be read. */
export function secondsOn(date: string, form: RequestForm, own: PersonDays, zone: string): number | undefined {
  if (form.part) return secondsOfPart(form, zone)
  return form.hours === undefined ? own.expected(date) || own.usual : readHours(form.hours)
}

/** The hours of each day as the field shows them: as typed, what all days have, or '' if they differ. */
export function hoursShown(
  form: RequestForm,
  days: readonly string[],
  own: PersonDays,
  text: (seconds: number) => string,
) {
  if (form.hours !== undefined) return form.hours
  const lengths = new Set(days.map((date) => own.expected(date) || own.usual))
  return lengths.size > 1 ? '' : text([...lengths][0] ?? own.usual)
}

function secondsOfPart(form: RequestForm, zone: string): number | undefined {
  if (!form.from || !isTimeOfDay(form.start) || !isTimeOfDay(form.end)) return undefined
  return (instant(isoOf(form.from, form.end, zone)) - instant(isoOf(form.from, form.start, zone))) / 1e6
}

/** Errors of the form by field; empty if it can be sent. */
export function problemsOf(form: RequestForm, days: readonly string[], zone: string): Record<string, string> {
  const problems: Record<string, string> = {}
  if (form.kind === undefined) problems.kind = t('Choose a type of time off.')
  if (!form.from) problems.from = t('Enter the first day.')
  if (form.part) {
    const seconds = secondsOfPart(form, zone)
    if (seconds === undefined || seconds <= 0) problems.end = t('Enter both times. The end must be after the start.')
    return problems
  }
  if (!form.to || form.to < form.from) problems.to = t('The last day can’t be before the first.')
  else if (days.length === 0) problems.days = t('Choose at least one day.')
  else if (days.length > entriesMax) problems.to = t('Request up to {count} days at a time.', { count: entriesMax })
  const seconds = form.hours === undefined ? undefined : readHours(form.hours)
  if (form.hours !== undefined && (seconds === undefined || seconds < 60 || seconds > 86400))
    problems.hours = t('Enter the hours per day, like 8 or 7:30.')
  return problems
}

/** The entries as the API takes them, one per day. */
export function entriesOf(form: RequestForm, days: readonly string[], own: PersonDays, zone: string): Item[] {
  const entries = days.map((date) => ({
    duration: secondsOn(date, form, own, zone) ?? 0,
    jobcode_id: form.kind,
    date,
  }))
  if (!form.part) return entries.map((entry) => ({ ...entry, entry_method: 'manual' }))
  const times = { start_time: isoOf(form.from, form.start, zone), end_time: isoOf(form.from, form.end, zone) }
  return entries.map(({ date: _, ...entry }) => ({ ...entry, ...times, entry_method: 'regular' }))
}

/** The toast after saving: `Time off added: Nov 23 – 27.` */
export function savedText({ approved }: RequestForm, days: readonly string[]): string {
  const when = days.length === 1 ? dateText(days[0]!) : rangeText(days[0]!, days.at(-1)!)
  return approved ? t('Time off added: {when}.', { when }) : t('Time off requested: {when}.', { when })
}
