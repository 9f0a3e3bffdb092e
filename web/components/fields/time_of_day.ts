import { t } from '../../language.ts'

// Times of day as people type them. A time is `HH:MM`; text that is not a time stays as typed, for the error message.

const dayMinutes = 1440
const halfMinutes = 720

/**
 * How to read a typed time: `twelve` is whether the person uses the 12-hour clock, `after` is the time that it follows,
 * such as the start for an end.
 */
type Reading = { twelve?: boolean; after?: string | undefined }

/**
 * Reads a time of day as `HH:MM`: `9`, `9a`, `930`, `9.30`, `17.30`, `5p`, `5:30 pm`, `17h30`, `noon`. Undefined if it
 * is not a time. With the 12-hour clock, a time without a or p that follows another time is the first possible one
 * after it: `5` after nine in the morning is five in the afternoon. A leading zero, as in `05:00`, means the 24-hour
 * clock.
 */
export function readTimeOfDay(text: string, { twelve = false, after = '' }: Reading = {}): string | undefined {
  const given = text.trim().toLowerCase()
  if (given === 'noon') return '12:00'
  if (given === 'midnight') return '00:00'
  const match =
    /^(?:(\d{1,2})|(\d{1,2})\s*[:.,h ]\s*(\d{2})|(\d{1,2})(\d{2}))[:.]?\s*(?:([ap])\.?(?:m\.?)?|h|uhr)?$/.exec(given)
  if (!match) return undefined
  const written = match[1] ?? match[2] ?? match[4]!
  const [hour, minute] = [Number(written), Number(match[3] ?? match[5] ?? 0)]
  if (minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return undefined
  const half = match[6]
  if (half) return halfDayTime(hour, minute, half === 'p')
  const minutes = hour * 60 + minute
  const isOpen = twelve && isTimeOfDay(after) && hour >= 1 && hour <= 12 && !written.startsWith('0')
  return timeOfMinutes(isOpen ? firstAfter(minutesOf(after), minutes) : minutes)
}

/** A time with a or p. `17:30 pm` is understood, `13a` is not. */
function halfDayTime(hour: number, minute: number, isAfternoon: boolean): string | undefined {
  if (hour === 0 || hour > (isAfternoon ? 23 : 12)) return undefined
  return timeOfMinutes((hour % 12) * 60 + minute + (isAfternoon ? halfMinutes : 0))
}

/** The first of the two times of day with this clock face that is later than `after`. */
function firstAfter(after: number, minutes: number): number {
  const wait = (at: number) => (at - after + dayMinutes - 1) % dayMinutes
  const other = minutes + halfMinutes
  return wait(minutes) <= wait(other) ? minutes : other
}

/** Whether the text is a time, `HH:MM`. */
export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** Why a time was not understood; undefined if it was understood or is empty. */
export function timeProblem(value: string): string | undefined {
  return value === '' || isTimeOfDay(value) ? undefined : t('Enter a time like 9, 9:30, 5p, or 17:30.')
}

/** The next multiple of a number of minutes: for 8:02, 5 minutes give 8:05, and −5 minutes give 8:00. */
export function steppedTime(time: string, step: number): string {
  const size = Math.abs(step)
  const steps = minutesOf(time) / size
  return timeOfMinutes((step > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * size)
}

/** Minutes since midnight of a time. */
function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** The time of day this many minutes after midnight; more than a day wraps around. */
export function timeOfMinutes(minutes: number): string {
  const within = ((minutes % dayMinutes) + dayMinutes) % dayMinutes
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`
}
