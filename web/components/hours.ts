import { useMe } from '../api/start.ts'
import { hours } from '../time.ts'

/** How this company writes durations: `7:30`, or `7.50` where it chose decimal hours. */
export function useHours(): (seconds: number) => string {
  const decimal = useMe().settings.time_entry?.mtc_format_time_display === 'decimal'
  return decimal ? decimalHours : hours
}

/** Seconds of a working day, by which hours are days. */
export function useDaySeconds(): number {
  const hours = Number(useMe().settings.general?.daily_regular_hours)
  return (hours > 0 ? hours : 8) * 3600
}

/** Whether clocks show twelve hours with AM and PM. */
export function useTwelve(): boolean {
  return Number(useMe().settings.general?.time_format) !== 24
}

function decimalHours(seconds: number): string {
  return (seconds / 3600).toFixed(2).replace('-', '−')
}
