import { addDays } from '../../../../src/rules/time/calendar.ts'
import { roundManual } from '../../../../src/rules/time/timesheets.ts'
import type { Item } from '../../../api/records.ts'
import type { FieldValues } from '../../../components/fields/field_rules.ts'
import type { Refused } from '../../../components/page/refusals.ts'
import { t } from '../../../language.ts'
import { instant, isoAt, readHours } from '../../../time.ts'
import type { Sheet } from '../week/week.ts'
import { readSpan, type TypedSpan } from './span.ts'

/** The values of an entry's form. */
export type Draft = {
  kind: Sheet['type']
  jobId: number | undefined
  span: TypedSpan
  hours: string
  notes: string
  values: FieldValues
  files: readonly number[]
  /** Why approved time is changed. */
  reason: string
}

/** Where a new entry goes. */
export type Place = {
  date: string
  jobId?: number | undefined
  kind?: Sheet['type']
  hours?: string
  /** The times to prefill. */
  start?: string
  end?: string
}

/** Errors by part of the form. `clash` is the id of the overlapping entry. */
export type Problems = {
  job?: string
  date?: string
  start?: string
  end?: string
  hours?: string
  notes?: string
  reason?: string
  fields?: Record<string, string>
  clash?: number
  general?: string
}

/** The form of a new entry. */
export function newDraft({ date, jobId, kind = 'regular', hours = '', start = '', end = '' }: Place): Draft {
  const span = { date, start, end, endDate: undefined, startTurn: undefined, endTurn: undefined }
  return { kind, jobId, span, hours, notes: '', values: {}, files: [], reason: '' }
}

/**
 * When a new entry on a day probably starts: when the day's last entry ended, or now. Undefined if neither is on that
 * day. `now` is the local date and time, as the API writes it.
 */
export function usualStart(date: string, sheets: readonly Pick<Sheet, 'type' | 'start' | 'end'>[], now: string) {
  const timed = sheets.filter(({ type }) => type === 'regular')
  const last = timed.reduce<(typeof timed)[number] | undefined>(
    (last, sheet) => (last && instant(last.start) > instant(sheet.start) ? last : sheet),
    undefined,
  )
  const from = last ? last.end : now
  return from.slice(0, 10) === date ? from.slice(11, 16) : undefined
}

/** The form of an existing entry. */
export function draftOf(sheet: Sheet, hoursText: (seconds: number) => string): Draft {
  const { type: kind, jobcode_id: jobId, notes, customfields, attached_files: files } = sheet
  const lastDate = sheet.end === '' ? sheet.date : sheet.end.slice(0, 10)
  const isLong = sheet.end !== '' && instant(sheet.end) - instant(sheet.start) >= 86_400e6
  const span: TypedSpan = {
    date: sheet.date,
    start: sheet.start.slice(11, 16),
    end: sheet.end.slice(11, 16),
    endDate: isLong || lastDate > addDays(sheet.date, 1) ? lastDate : undefined,
    startTurn: undefined,
    endTurn: undefined,
  }
  const values = typeof customfields === 'string' ? {} : customfields
  return { kind, jobId, span, hours: hoursText(sheet.duration), notes, values, files, reason: '' }
}

/** The times of a draft as the API takes them, or what is wrong with them. */
export function timesIn(
  draft: Draft,
  zone: string,
  sheet: Sheet | undefined,
): { times: Item } | { problems: Problems } {
  if (draft.span.date === '') return { problems: { date: t('Choose a date.') } }
  if (draft.kind === 'manual') {
    const duration = readHours(draft.hours)
    if (duration === undefined) return { problems: { hours: t('Enter hours like 7:30, 7.5, or 7h 30m.') } }
    if (duration <= 0 || duration > 86400) return { problems: { hours: t('Enter more than 0 and up to 24 hours.') } }
    return { times: { date: draft.span.date, duration } }
  }
  const running = sheet?.on_the_clock === true && draft.span.end === ''
  const read = readSpan(draft.span, zone, sheet)
  const { start, end } = read
  if (running && start !== undefined) return { times: { start: isoAt(start, zone), end: '' } }
  if (start === undefined || end === undefined) return { problems: read.problems }
  return { times: { start: isoAt(start, zone), end: isoAt(end, zone) } }
}

/** The server's refusal as an error of the form, at the field it concerns. */
export function placed({ message, reason }: Refused): Problems {
  const id = reason?.values?.id
  if ((reason?.code === 'overlaps' || reason?.code === 'on_the_clock') && id) return { clash: Number(id) }
  if (reason?.field === 'customfields' && id) return { fields: { [id]: message } }
  return { [parts[reason?.field ?? ''] ?? 'general']: message }
}

/** The parts of the form by the fields of the API. */
const parts: Readonly<Record<string, 'job' | 'hours' | 'start' | 'end' | 'date'>> = {
  jobcode_id: 'job',
  duration: 'hours',
  start: 'start',
  end: 'end',
  date: 'date',
}

/** The fields of a sheet that a draft changes; the others are not sent. */
export function changesTo(sheet: Sheet, item: Item): Item {
  const known: Item = { ...sheet }
  const sameTime = (name: string) =>
    (name === 'start' || name === 'end') &&
    item[name] !== '' &&
    known[name] !== '' &&
    instant(String(item[name])) === instant(String(known[name]))
  const differs = (name: string) => JSON.stringify(item[name]) !== JSON.stringify(known[name]) && !sameTime(name)
  const changed = Object.fromEntries(Object.entries(item).filter(([name]) => differs(name)))
  // The server rounds durations, so what was shown may come back slightly different.
  if (sheet.type === 'manual' && roundManual(Number(item.duration)) === sheet.duration) delete changed.duration
  if (typeof changed.customfields === 'object' && typeof sheet.customfields === 'object') {
    const before = sheet.customfields
    const values = Object.entries(changed.customfields as Record<string, string>)
    const newValues = values.filter(([id, value]) => value !== (before[id] ?? ''))
    if (newValues.length === 0) delete changed.customfields
    else changed.customfields = Object.fromEntries(newValues)
  }
  return changed
}
