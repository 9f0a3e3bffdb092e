import { msg } from '../../../src/rules/language/messages.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { t } from '../../language.ts'
import { dateText, writtenTime } from '../../time.ts'

/** A saved report. */
export type Saved = AnswerOf<'GET /api/console/saved_reports'>['reports'][number]

/** How a report is sent, as in its form; `every` is '' if it is not sent. */
export type SendingForm = {
  every: NonNullable<Saved['schedule']>['every'] | ''
  weekday: number
  hour: number
  format: NonNullable<Saved['schedule']>['format']
  user_ids: readonly number[]
}

/** The names of the intervals at which a report is sent. */
export const everyWords: readonly [SendingForm['every'], string][] = [
  ['', msg('Not sent')],
  ['daily', msg('Every day')],
  ['weekly', msg('Every week')],
  ['monthly', msg('On the first of each month')],
  ['pay_period', msg('After each pay period')],
]

/** The days of the week by number, 0 for Sunday. */
export function weekdayNames(): readonly string[] {
  return Array.from({ length: 7 }, (_, day) => dateText(`2026-02-0${day + 1}`, { weekday: 'long' }))
}

/** An hour of the day: `7:00 AM` or `07:00`. */
export function hourText(hour: number, twelve: boolean): string {
  return writtenTime(`2026-01-01T${String(hour).padStart(2, '0')}:00:00`, twelve)
}

/** The text below a report's name: who can see it, and when it is sent. */
export function aboutSaved({ shared, schedule }: Saved, twelve: boolean): string {
  const who = shared ? t('Shared') : t('Private')
  if (!schedule) return who
  const { every, weekday, hour, format, user_ids } = schedule
  const sent = t(sentWords[every], {
    day: weekdayNames()[weekday]!,
    time: hourText(hour, twelve),
    format: format.toUpperCase(),
    count: user_ids.length,
  })
  return `${who} · ${sent}`
}

const sentWords = {
  daily: msg('every day at {time} as {format} to {count, plural, one {# person} other {# people}}'),
  weekly: msg('every {day} at {time} as {format} to {count, plural, one {# person} other {# people}}'),
  monthly: msg('on the first of each month at {time} as {format} to {count, plural, one {# person} other {# people}}'),
  pay_period: msg('after each pay period at {time} as {format} to {count, plural, one {# person} other {# people}}'),
}

/** The schedule of a form as it is saved. Throws an Error that says what is missing. */
export function scheduleOf(
  { every, weekday, hour, format, user_ids }: SendingForm,
  { shared, owner }: { shared: boolean; owner: number },
): Saved['schedule'] {
  if (every === '') return null
  if (user_ids.length === 0) throw new Error(t('Choose who gets the report.'))
  if (!shared && user_ids.some((id) => id !== owner)) throw new Error(t('Share the report to send it to other people.'))
  return { every, weekday, hour, format, user_ids: [...user_ids] }
}
