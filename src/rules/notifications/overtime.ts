import { second, weekOf } from '../calendar.ts'
import { type Entry, overtime, type Policy, type Rule } from '../overtime.ts'
import { hoursText } from './format_times.ts'

/** A person on the clock is near overtime by a rule, or has reached it. */
type OvertimeAlert = {
  kind: 'overtime-near' | 'overtime'
  rule: Rule
  /** The period the alert is sent once for: the first date of the workweek, or the day. */
  period: string
  /** Seconds until overtime begins; 0 once it has. */
  leftSeconds: number
}

/**
 * The alerts for a running entry: one for each rule by which the person's day or workweek has overtime now, or will
 * have within `nearSeconds`. `finished` is the person's other time in that workweek and, for rest rules, on the day
 * before.
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
  // One second more, to include overtime that begins exactly at the end.
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
  if (rule.kind === 'rest') return `${name} is working ${what}: fewer than ${begins} hours since the previous shift.`
  if (rule.afterSeconds === 0 && rule.kind === 'seventh_day')
    return `${name} is working ${what}: this is the seventh day in a row.`
  const span = { daily: 'today', weekly: 'this week', seventh_day: 'on the seventh day in a row' }[rule.kind]
  if (leftSeconds === 0) return `${name} has reached ${begins} hours ${span} and is working ${what}.`
  return `${name} has ${hoursText(rule.afterSeconds - leftSeconds)} hours ${span}; ${what} begins at ${begins}.`
}
