import { msg, type Translate } from '../language/messages.ts'
import { type Entry, overtime, type Policy, type Rule } from '../overtime/overtime.ts'
import { reasonOf } from '../overtime/words.ts'
import { spanOf, workdayOf } from '../overtime/workdays.ts'
import { second } from '../time/calendar.ts'
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
  // This uses now, not soon, because an alert about today must not be about the next day.
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
export function overtimeWords(name: string, { rule, leftSeconds }: OvertimeAlert, t: Translate): string {
  const what = rule.multiplier >= 2 ? 'double' : 'overtime'
  const begins = hoursText(rule.afterSeconds)
  if (rule.kind === 'rest') return t(rested[what], { name, hours: begins })
  if (rule.afterSeconds === 0 && rule.kind === 'seventh_day') return t(onSeventhDay[what], { name })
  const words = spans[rule.kind]
  const given = { name, reason: reasonOf(rule, t), hours: hoursText(leftSeconds) }
  if (rule.afterSeconds === 0 || (leftSeconds === 0 && !words)) return t(working[what], given)
  if (!words) return t(soon[what], given)
  if (leftSeconds === 0) return t(words.reached[what], { name, hours: begins })
  return t(words.near[what], { name, hours: hoursText(rule.afterSeconds - leftSeconds), begins })
}

type Words = { overtime: string; double: string }

const rested: Words = {
  overtime: msg('{name} is working overtime: fewer than {hours} hours since the previous shift.'),
  double: msg('{name} is working double time: fewer than {hours} hours since the previous shift.'),
}

const onSeventhDay: Words = {
  overtime: msg('{name} is working overtime: this is the seventh day in a row.'),
  double: msg('{name} is working double time: this is the seventh day in a row.'),
}

const working: Words = {
  overtime: msg('{name} is working overtime: {reason}.'),
  double: msg('{name} is working double time: {reason}.'),
}

const soon: Words = {
  overtime: msg('{name} will be working overtime in {hours} hours: {reason}.'),
  double: msg('{name} will be working double time in {hours} hours: {reason}.'),
}

const spans: Partial<Record<Rule['kind'], { reached: Words; near: Words }>> = {
  daily: {
    reached: {
      overtime: msg('{name} has reached {hours} hours today and is working overtime.'),
      double: msg('{name} has reached {hours} hours today and is working double time.'),
    },
    near: {
      overtime: msg('{name} has {hours} hours today; overtime begins at {begins}.'),
      double: msg('{name} has {hours} hours today; double time begins at {begins}.'),
    },
  },
  weekly: {
    reached: {
      overtime: msg('{name} has reached {hours} hours this week and is working overtime.'),
      double: msg('{name} has reached {hours} hours this week and is working double time.'),
    },
    near: {
      overtime: msg('{name} has {hours} hours this week; overtime begins at {begins}.'),
      double: msg('{name} has {hours} hours this week; double time begins at {begins}.'),
    },
  },
  fortnight: {
    reached: {
      overtime: msg('{name} has reached {hours} hours in these 14 days and is working overtime.'),
      double: msg('{name} has reached {hours} hours in these 14 days and is working double time.'),
    },
    near: {
      overtime: msg('{name} has {hours} hours in these 14 days; overtime begins at {begins}.'),
      double: msg('{name} has {hours} hours in these 14 days; double time begins at {begins}.'),
    },
  },
  seventh_day: {
    reached: {
      overtime: msg('{name} has reached {hours} hours on the seventh day in a row and is working overtime.'),
      double: msg('{name} has reached {hours} hours on the seventh day in a row and is working double time.'),
    },
    near: {
      overtime: msg('{name} has {hours} hours on the seventh day in a row; overtime begins at {begins}.'),
      double: msg('{name} has {hours} hours on the seventh day in a row; double time begins at {begins}.'),
    },
  },
  consecutive: {
    reached: {
      overtime: msg('{name} has reached {hours} hours in a row and is working overtime.'),
      double: msg('{name} has reached {hours} hours in a row and is working double time.'),
    },
    near: {
      overtime: msg('{name} has {hours} hours in a row; overtime begins at {begins}.'),
      double: msg('{name} has {hours} hours in a row; double time begins at {begins}.'),
    },
  },
  rolling_day: {
    reached: {
      overtime: msg('{name} has reached {hours} hours in 24 hours and is working overtime.'),
      double: msg('{name} has reached {hours} hours in 24 hours and is working double time.'),
    },
    near: {
      overtime: msg('{name} has {hours} hours in 24 hours; overtime begins at {begins}.'),
      double: msg('{name} has {hours} hours in 24 hours; double time begins at {begins}.'),
    },
  },
}
