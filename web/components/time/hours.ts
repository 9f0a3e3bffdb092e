import { useMemo } from 'react'
import { shownUnits } from '../../../src/rules/pay/shown_units.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { locale } from '../../language.ts'
import { grouped, hours } from '../../time.ts'

/** Formats durations the company's way: `7:30`, or `7.50` with decimal hours. */
export function useHours(): (seconds: number) => string {
  return useIsDecimal() ? decimalHours : hours
}

/** Formats sums of hours, with separated thousands. */
export function useSums(): (seconds: number) => string {
  const hours = useHours()
  return (seconds) => grouped(hours(seconds))
}

/** The unit in which `useHours` shows durations, in seconds. Parts are rounded to it so that they add up. */
export function useShownUnit(): number {
  return useIsDecimal() ? shownUnits.decimal : shownUnits.hhmm
}

/** Whether durations are shown in hours and minutes. */
export function useShowsMinutes(): boolean {
  return !useIsDecimal()
}

function useIsDecimal(): boolean {
  return useMe().settings.time_entry?.mtc_format_time_display === 'decimal'
}

/** Seconds in a usual day of work of each person, for converting hours to days. */
export function useUsualDays(): (userId: number) => number {
  const { data } = useAnswer('setup', '/api/console/usual_days')
  return useMemo(() => {
    const own = new Map(data?.people.map(({ user_id, seconds }) => [user_id, seconds]))
    return (userId) => own.get(userId) ?? data?.seconds ?? eightHours
  }, [data])
}

/** Seconds in a usual day of work of a person, by default the user. */
export function useDaySeconds(userId?: number): number {
  const { user } = useMe()
  return useUsualDays()(userId ?? user.id)
}

const eightHours = 8 * 3600

/** Whether times use the 12-hour clock. */
export function useTwelve(): boolean {
  return Number(useMe().settings.general?.time_format) !== 24
}

let twoDecimals: Intl.NumberFormat | undefined

function decimalHours(seconds: number): string {
  twoDecimals ??= new Intl.NumberFormat(locale(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  })
  return twoDecimals.format(seconds / 3600).replace('-', '−')
}
