import type { AnswerOf } from '../../api/contract.ts'
import { dateText } from '../../time.ts'

/** A saved report. */
export type Saved = AnswerOf<'GET /api/console/saved_reports'>['reports'][number]

/** How a report is sent, as its form has it; `every` is '' if it is not. */
export type SendingForm = {
  every: NonNullable<Saved['schedule']>['every'] | ''
  weekday: number
  hour: number
  format: NonNullable<Saved['schedule']>['format']
  user_ids: readonly number[]
}

/** Names of how often a report is sent. */
export const everyWords: readonly [SendingForm['every'], string][] = [
  ['', 'Not sent'],
  ['daily', 'Every day'],
  ['weekly', 'Every week'],
  ['monthly', 'On the first of each month'],
  ['pay_period', 'After each pay period'],
]

/** The days of the week by number, 0 for Sunday. */
export const weekdayNames: readonly string[] = Array.from({ length: 7 }, (_, day) =>
  dateText(`2026-02-0${day + 1}`, { weekday: 'long' }),
)

/** An hour of the day: `7:00 AM` or `07:00`. */
export function hourText(hour: number, twelve: boolean): string {
  if (!twelve) return `${String(hour).padStart(2, '0')}:00`
  return `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`
}

/** What is written below a report's name: who sees it, and when it is sent. */
export function aboutSaved({ shared, schedule }: Saved, twelve: boolean): string {
  const who = shared ? 'Shared' : 'Private'
  if (!schedule) return who
  const { every, weekday, hour, format, user_ids } = schedule
  const when = every === 'weekly' ? `every ${weekdayNames[weekday]}` : everyWords.find(([one]) => one === every)![1]
  const people = user_ids.length === 1 ? '1 person' : `${user_ids.length} people`
  return `${who} · ${when.toLowerCase()} at ${hourText(hour, twelve)} as ${format.toUpperCase()} to ${people}`.replace(
    `every ${weekdayNames[weekday]!.toLowerCase()}`,
    `every ${weekdayNames[weekday]}`,
  )
}

/** The schedule of a form as it is saved. Throws an Error that says what is missing. */
export function scheduleOf(
  { every, weekday, hour, format, user_ids }: SendingForm,
  { shared, owner }: { shared: boolean; owner: number },
): Saved['schedule'] {
  if (every === '') return null
  if (user_ids.length === 0) throw new Error('Choose who gets the report.')
  if (!shared && user_ids.some((id) => id !== owner)) throw new Error('Share the report to send it to other people.')
  return { every, weekday, hour, format, user_ids: [...user_ids] }
}
