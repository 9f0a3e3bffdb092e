import { second, weekOf } from '../calendar.ts'
import { type Entry, overtime, type Policy, type Rule } from '../overtime.ts'
import { hoursText } from './format_times.ts'

/** Somebody on the clock is near overtime by a rule, or in it. */
type OvertimeAlert = {
  kind: 'overtime-near' | 'overtime'
  rule: Rule
  /** What of the rule is told once: first date of the workweek, or the day. */
  period: string
  /** Until it begins; 0 once it has. */
  leftSeconds: number
}

/**
 * What comes of it that an entry is running: one alert for each rule that makes overtime of the person's day or workweek
 * with it as it is now, or as it will be within so many seconds. `finished` is their other time of that workweek, and for
 * rules of rest of the day before.
 */
export function overtimeAlerts(
  finished: readonly Entry[],
  running: Omit<Entry, 'end' | 'seconds' | 'manual'>,
  policy: Policy,
  now: number,
  nearSeconds: number,
): OvertimeAlert[] {
  if (running.kind === 'unpaid' || running.kind === 'pto') return []
  const elapsed = Math.max(0, Math.floor((now - running.start) / second))
  const week = weekOf(running.date, policy.weekStart)
  const overtimeAfter = (seconds: number) => {
    const entry: Entry = { ...running, end: running.start + seconds * second, seconds, manual: false }
    const stretches = overtime([...finished, entry], policy)
    return ({ name, kind }: Rule) =>
      stretches
        .filter((stretch) => stretch.rule === name)
        .filter(({ date }) => (kind === 'weekly' ? weekOf(date, policy.weekStart) === week : date === running.date))
        .reduce((sum, stretch) => sum + stretch.seconds, 0)
  }
  // A second more, so that what begins right at the end of them is there.
  const soon = overtimeAfter(elapsed + nearSeconds + 1)
  const due = policy.rules.filter((rule) => soon(rule) > 0)
  if (due.length === 0) return []
  const already = overtimeAfter(elapsed)
  return due.map((rule) => {
    const period = rule.kind === 'weekly' ? week : running.date
    const leftSeconds = already(rule) > 0 ? 0 : Math.max(0, nearSeconds + 1 - soon(rule))
    return { kind: leftSeconds > 0 ? 'overtime-near' : 'overtime', rule, period, leftSeconds }
  })
}

/** `Maya Torres has 39:10 hours this week; overtime begins at 40:00.` */
export function overtimeWords(name: string, { rule, leftSeconds }: OvertimeAlert): string {
  const what = rule.multiplier >= 2 ? 'double time' : 'overtime'
  const begins = hoursText(rule.afterSeconds)
  if (rule.kind === 'rest') return `${name} works ${what} now: it is less than ${begins} hours since the shift before.`
  if (rule.afterSeconds === 0 && rule.kind === 'seventh_day')
    return `${name} works ${what} now: it is the seventh day in a row.`
  const span = { daily: 'today', weekly: 'this week', seventh_day: 'on the seventh day in a row' }[rule.kind]
  if (leftSeconds === 0) return `${name} has reached ${begins} hours ${span} and works ${what} now.`
  return `${name} has ${hoursText(rule.afterSeconds - leftSeconds)} hours ${span}; ${what} begins at ${begins}.`
}
