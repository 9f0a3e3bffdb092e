import type { AnswerOf } from '../../api/contract.ts'
import { t } from '../../language.ts'
import { clockTime, dateText, writtenTime } from '../../time.ts'

/** A correction, as the app's API returns it. */
export type Correction = AnswerOf<'GET /api/console/corrections'>['corrections'][number]

/** One line of a correction: what it is about, the value now and the proposed one. */
type CorrectionLine = { label: string; before: string; after: string }

type Words = { pathOf: (id: number) => string; hours: (seconds: number) => string; twelve: boolean; zone: string }

/** What a correction would do, in a few words. */
export function titleOf({ action, date, entry }: Correction, { twelve, hours }: Words): string {
  const day = dateText(date)
  if (action === 'add') return t('Add missing time on {day}', { day })
  const times = entry ? timesOf(entry, twelve, hours) : ''
  if (times === '')
    return action === 'delete' ? t('Delete the entry of {day}', { day }) : t('Change the entry of {day}', { day })
  return action === 'delete'
    ? t('Delete the entry of {day}, {times}', { day, times })
    : t('Change the entry of {day}, {times}', { day, times })
}

function timesOf(entry: NonNullable<Correction['entry']>, twelve: boolean, hours: Words['hours']): string {
  if (entry.type === 'manual') return hours(entry.duration)
  const start = writtenTime(entry.start, twelve)
  return entry.end === '' ? t('{start} – now', { start }) : `${start} – ${writtenTime(entry.end, twelve)}`
}

/** The values that a correction changes. */
export function linesOf({ changes, entry }: Correction, { pathOf, hours, twelve, zone }: Words): CorrectionLine[] {
  const { break: pause } = changes
  const time = (iso: string) => clockTime(iso, zone, twelve)
  const job = (id: number) => pathOf(id) || t('No job')
  const line = <T>(
    label: string,
    before: T | undefined,
    after: T | undefined,
    text: (value: T) => string,
    now: (value: T) => string = text,
  ) =>
    after === undefined
      ? []
      : [{ label, before: before === undefined || before === '' ? '' : now(before), after: text(after) }]
  const recorded = (iso: string) => writtenTime(iso, twelve)
  const lines = [
    ...line(t('Job'), entry?.jobcode_id, changes.jobcode_id, job),
    ...line(t('Start'), entry?.start, changes.start, time, recorded),
    ...line(t('End'), entry?.end, changes.end, time, recorded),
    ...line(t('Day'), entry?.date, changes.date, (date) => dateText(date)),
    ...line(t('Hours'), entry?.duration, changes.duration, hours),
    ...line(t('Notes'), entry?.notes, changes.notes, (text) => text || t('none@@notes')),
    ...(pause
      ? [{ label: job(pause.jobcode_id), before: '', after: `${time(pause.start)} – ${time(pause.end)}` }]
      : []),
  ]
  // Once it is accepted, the entry has the new values.
  return lines.map((each) => (each.before === each.after ? { ...each, before: '' } : each))
}
