import type { Entry } from '../../../src/rules/overtime/rule.ts'
import { addDays, isZone } from '../../../src/rules/time/calendar.ts'
import { payPeriodOf } from '../../../src/rules/time/pay_periods.ts'
import { rounded, roundingOf } from '../../../src/rules/time/rounding.ts'
import { cityOf } from '../../../src/rules/time/zone_names.ts'
import { t } from '../../language.ts'
import { clockTime, dateText, daysText, isoAt, serverNow, today, weekDates } from '../../time.ts'

type Read = (section: string, key: string) => unknown

/** What the sentences need besides the settings: the company's zone, and how hours are written. */
export type Written = { zone: string; hours: (seconds: number) => string }

/** What follows from the settings of a section, as sentences with today's dates; none for most sections. */
export function followsOf(id: string, read: Read, written: Written): string[] {
  return sentences[id]?.(read, written) ?? []
}

const sentences: Readonly<Record<string, (read: Read, written: Written) => string[]>> = {
  time: timeThere,
  'pay-period': periods,
  rounding: roundedDay,
  clock: clockedOut,
  schedule: newShift,
}

const periodKeys = ['type', 'end_date', 'first_end_day', 'last_end_day', 'month_end_day'].map((key) => `payroll_${key}`)

/** `Current period: Nov 22 – Dec 5, pay run from Dec 6.` */
function periods(read: Read, { zone }: Written): string[] {
  const settings = Object.fromEntries(periodKeys.map((key) => [key, read('general', key)]))
  const current = payPeriodOf(today(zone), settings)
  const next = payPeriodOf(addDays(current.end, 1), settings)
  return [
    t('Current period: {period}, pay run from {day}.', {
      period: daysText(current.start, current.end, zone),
      day: dateText(next.start, { month: 'short', day: 'numeric' }),
    }),
    t('The next one: {period}.', { period: daysText(next.start, next.end, zone) }),
  ]
}

/** `It is 2:05 PM in Denver now.` */
function timeThere(read: Read): string[] {
  const zone = String(read('general', 'tz'))
  if (!isZone(zone)) return []
  const now = serverNow()
  const week = weekDates(today(zone, now), Number(read('general', 'week_start')))
  return [
    t('It is {time} in {place} now.', {
      time: clockTime(isoAt(now, zone), zone, isTwelve(read)),
      place: cityOf(zone),
    }),
    t('This workweek: {period}.', { period: daysText(week[0]!, week.at(-1)!, zone) }),
  ]
}

const day = '2026-01-05'

/** `8:07 AM – 3:53 PM (7:46) is paid as 8:00 AM – 4:00 PM (8:00).` */
function roundedDay(read: Read, { hours }: Written): string[] {
  const keys = ['minutes', 'direction', 'of']
  const rounding = roundingOf(Object.fromEntries(keys.map((key) => [key, String(read('rounding', key))])))
  if (!rounding) return [t('Hours are paid as they were worked.')]
  const at = (time: string) => Date.parse(`${day}T${time}:00Z`) * 1000
  const times = { date: day, start: at('08:07'), end: at('15:53'), seconds: 27_960 }
  const worked: Entry = { id: 1, kind: 'work', jobcode_id: 0, manual: false, ...times }
  const twelve = isTwelve(read)
  const clock = (micros: number) => clockTime(isoAt(micros, 'UTC'), 'UTC', twelve)
  const text = ({ start, end, seconds }: Entry) => `${clock(start)} – ${clock(end)} (${hours(seconds)})`
  const [paid = worked] = rounded([worked], rounding)
  return [t('{worked} is paid as {paid}.', { worked: text(worked), paid: text(paid) })]
}

/** `Someone who clocks in at 8:00 AM and forgets to clock out is clocked out at 8:00 PM.` */
function clockedOut(read: Read, { hours }: Written): string[] {
  const number = (key: string) => Number(read('general', key))
  const limit = number('clockout_override_hours')
  const [start, length, longest] = [8, number('lunch_length'), number('lunch_threshold')]
  const clock = (hour: number) => hourText(hour, read)
  const said = []
  if (number('clockout_override') === 1 && limit > 0 && start + limit < 24)
    said.push(
      t('Someone who clocks in at {start} and forgets to clock out is clocked out at {end}.', {
        start: clock(start),
        end: clock(start + limit),
      }),
    )
  if (number('lunch_deduct') === 1 && length > 0 && length < longest + 1)
    said.push(
      t('An entry of {worked} h counts {paid} h.', {
        worked: hours((longest + 1) * 3600),
        paid: hours((longest + 1 - length) * 3600),
      }),
    )
  return said
}

/** `A new shift is from 8:00 AM to 5:00 PM.` */
function newShift(read: Read): string[] {
  const [start, end] = ['start', 'end'].map((side) => String(read('schedule', `business_hours_${side}`)))
  const clock = (time = '') => clockTime(`${day}T${time.slice(0, 5)}:00Z`, 'UTC', isTwelve(read))
  if (![start, end].every((time) => /^\d\d:\d\d/.test(time ?? ''))) return []
  return [t('A new shift is from {start} to {end}.', { start: clock(start), end: clock(end) })]
}

function hourText(hour: number, read: Read): string {
  const minutes = Math.round(hour * 60)
  const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return clockTime(`${day}T${time}:00Z`, 'UTC', isTwelve(read))
}

function isTwelve(read: Read): boolean {
  return Number(read('general', 'time_format')) === 12
}
