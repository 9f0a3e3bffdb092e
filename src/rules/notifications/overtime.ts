import { second } from '../calendar.ts'
import { reasonOf } from '../overtime/words.ts'
import { spanOf, workdayOf } from '../overtime/workdays.ts'
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
  // Now, not soon: an alert about the day must not be about the next one.
  const today = workdayOf(running, running.start + elapsed * second, policy)
  const overtimeAfter = (seconds: number) => {
    const entry: Entry = { ...running, end: running.start + seconds * second, seconds, manual: false }
    const stretches = overtime([...finished, entry], policy)
    return (due: Rule) => {
      const { first, last } = spanOf(due, today, policy)
      const theirs = stretches.filter(
        ({ rule, date }) => rule?.split('+').includes(due.name) && date >= first && date <= last,
      )
      return theirs.reduce((sum, stretch) => sum + stretch.seconds, 0)
    }
  }
  // One second more, to include overtime that begins exactly at the end.
  const soon = overtimeAfter(elapsed + nearSeconds + 1)
  const due = policy.rules.filter((rule) => soon(rule) > 0)
  if (due.length === 0) return []
  const already = overtimeAfter(elapsed)
  return due.map((rule) => {
    const period = spanOf(rule, today, policy).first
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
  if (rule.afterSeconds === 0 || leftSeconds === 0) {
    const span = spans[rule.kind]
    if (rule.afterSeconds === 0 || !span) return `${name} is working ${what}: ${reasonOf(rule)}.`
    return `${name} has reached ${begins} hours ${span} and is working ${what}.`
  }
  const span = spans[rule.kind]
  if (!span) return `${name} will be working ${what} in ${hoursText(leftSeconds)} hours: ${reasonOf(rule)}.`
  return `${name} has ${hoursText(rule.afterSeconds - leftSeconds)} hours ${span}; ${what} begins at ${begins}.`
}

const spans: Partial<Record<Rule['kind'], string>> = {
  daily: 'today',
  weekly: 'this week',
  fortnight: 'in these 14 days',
  seventh_day: 'on the seventh day in a row',
  consecutive: 'in a row',
  rolling_day: 'in 24 hours',
}
