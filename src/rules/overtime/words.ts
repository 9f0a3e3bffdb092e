import { weekdayNames } from '../calendar.ts'
import { isWholeDays, type Rule } from './rule.ts'
import { clockText } from './written.ts'

/** What a rule pays for, such as `over 8 h a day` or `from 22:00 to 06:00`. */
export function reasonOf(rule: Rule): string {
  return reasons[rule.kind](rule)
}

const reasons: Readonly<Record<Rule['kind'], (rule: Rule) => string>> = {
  daily: (rule) => `over ${hoursOf(rule)} a day`,
  weekly: (rule) => `over ${hoursOf(rule)} a week`,
  fortnight: (rule) => `over ${hoursOf(rule)} in 14 days`,
  seventh_day: (rule) => `${beyond(rule, 'seventh day in a row', 'on the seventh day in a row')}${ofLongWeek(rule)}`,
  rest: (rule) => `less than ${hoursOf(rule)} of rest before`,
  consecutive: (rule) => `over ${hoursOf(rule)} in a row`,
  rolling_day: (rule) => `over ${hoursOf(rule)} in 24 hours`,
  clock: (rule) => beyond(rule, clockWords(rule), clockWords(rule)),
  holiday: (rule) => beyond(rule, 'holiday', 'on a holiday'),
}

/** `Sat, Sun from 22:00 to 06:00`. */
export function clockWords(rule: Rule): string {
  const days = rule.days?.map((day) => weekdayNames[day]).join(', ')
  if (isWholeDays(rule)) return days ?? 'all day'
  const hours = `from ${clockText(rule.startMinute ?? 0)} to ${clockText(rule.endMinute ?? 0)}`
  return days ? `${days} ${hours}` : hours
}

function beyond(rule: Rule, always: string, when: string): string {
  return rule.afterSeconds === 0 ? always : `over ${hoursOf(rule)} ${when}`
}

function ofLongWeek({ weekOverSeconds }: Rule): string {
  return weekOverSeconds === undefined ? '' : ` of a week over ${inHours(weekOverSeconds)}`
}

function hoursOf({ afterSeconds }: Rule): string {
  return inHours(afterSeconds)
}

function inHours(seconds: number): string {
  return `${Math.round(seconds / 36) / 100} h`
}
