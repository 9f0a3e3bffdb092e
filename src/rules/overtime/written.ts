import { elementAt, hasKey } from '../elements.ts'
import { Refused } from '../refusals/reason.ts'
import { overtime } from '../refusals/subjects/overtime.ts'
import { isDate, weekdayNames } from '../time/calendar.ts'
import { presets } from './presets.ts'
import { dayMinutes, maxRules, type Rule, ruleKinds } from './rule.ts'

/** A rule as people write it: hours instead of seconds, times and days of the week as text. */
type WrittenRule = {
  name: string
  kind: Rule['kind']
  after_hours: number
  multiplier: number
  days?: string[]
  dates?: string[]
  start?: string
  end?: string
  over_hours?: number
  week_over_hours?: number
  whole_shift?: boolean
  fortnight_starts?: string
  adds?: boolean
  pay_below?: number
  from?: string
  until?: string
}

/**
 * Parses rules as people write them: the name of a preset, or a list of `{"name": "rest", "kind": "rest",
 * "after_hours": 11, "multiplier": 1.5}`. Throws Refused, which says what is wrong.
 */
export function readRules(chosen: unknown): readonly Rule[] {
  if (hasKey(presets, chosen)) return presets[chosen]
  const names = Object.keys(presets).join(', ')
  if (!Array.isArray(chosen)) throw new Refused(overtime, 'overtime_rules_malformed', { presets: names })
  if (chosen.length > maxRules) throw new Refused(overtime, 'too_many_overtime_rules', { max: maxRules })
  const rules = readAll(chosen)
  const twice = rules.find((rule, index) => rules.findIndex((other) => other.name === rule.name) < index)
  if (twice) throw new Refused(overtime, 'rules_of_one_name', { name: twice.name })
  return rules
}

/** Parses any number of written rules, including rules of the same name that apply one after the other. */
export function readAll(written: readonly unknown[]): readonly Rule[] {
  return written.map((rule, index) => readRule(rule, `rule ${index + 1}`))
}

/** The rules in the form that `readRules` takes. */
export function writtenRules(rules: readonly Rule[]): WrittenRule[] {
  return rules.map((rule) => {
    const { name, kind, afterSeconds, multiplier, days, dates, overSeconds, weekOverSeconds, starts } = rule
    const isClock = kind === 'clock'
    return {
      ...{ name, kind, after_hours: afterSeconds / 3600, multiplier },
      ...(days && { days: days.map((day) => elementAt(dayNames, day)) }),
      ...(dates && { dates: [...dates] }),
      ...(isClock && { start: clockText(rule.startMinute ?? 0), end: clockText(rule.endMinute ?? dayMinutes) }),
      ...(overSeconds !== undefined && { over_hours: overSeconds / 3600 }),
      ...(weekOverSeconds !== undefined && { week_over_hours: weekOverSeconds / 3600 }),
      ...(rule.wholeShift && { whole_shift: true }),
      ...(starts !== undefined && { fortnight_starts: starts }),
      ...(rule.adds && { adds: true }),
      ...(rule.payBelow !== undefined && { pay_below: rule.payBelow }),
      ...(rule.from !== undefined && { from: rule.from }),
      ...(rule.until !== undefined && { until: rule.until }),
    }
  })
}

/** Days of the week as rules write them, by `weekday`. */
export const dayNames: readonly string[] = weekdayNames.map((name) => name.toLowerCase())

/** Minutes of the day as `22:30`. */
export function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function readRule(given: unknown, which: string): Rule {
  const { name, kind: wanted, after_hours, multiplier, ...more }: Record<string, unknown> = Object(given)
  const kind = ruleKinds.find((one) => one === wanted)
  const malformed = (property: string, expected: string) =>
    new Refused(overtime, 'rule_property_malformed', { rule: which, property, expected })
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_]{0,39}$/.test(name))
    throw malformed('name', 'up to 40 lowercase letters, digits and _')
  if (!kind) throw malformed('kind', `one of ${ruleKinds.join(', ')}`)
  const hoursMax = kind === 'fortnight' ? 336 : 168
  if (typeof after_hours !== 'number' || !(after_hours >= 0 && after_hours <= hoursMax))
    throw malformed('after_hours', `a number from 0 to ${hoursMax}`)
  if (typeof multiplier !== 'number' || !(multiplier > 1 && multiplier <= 10))
    throw malformed('multiplier', 'a number above 1, at most 10')
  const basics = { name, kind, afterSeconds: Math.round(after_hours * 3600), multiplier }
  return { ...basics, ...readMore(more, basics.kind, which) }
}

/** The parts that only some kinds have. Unknown names are ignored, as in earlier versions. */
function readMore(given: Record<string, unknown>, kind: Rule['kind'], which: string): Partial<Rule> {
  const more: Partial<Rule> = {}
  for (const [key, part] of Object.entries(parts)) {
    const value = given[key]
    if (value === undefined || value === null) continue
    if (!part.kinds.includes(kind))
      throw new Refused(overtime, 'rule_property_of_other_kinds', {
        rule: which,
        property: key,
        kinds: part.kinds.join(', '),
      })
    const read = part.read(value)
    if (!read)
      throw new Refused(overtime, 'rule_property_malformed', { rule: which, property: key, expected: part.expected })
    Object.assign(more, read)
  }
  if (kind === 'clock' && (more.startMinute === undefined || more.endMinute === undefined))
    throw new Refused(overtime, 'rule_without_times', { rule: which })
  if (kind === 'clock' && more.startMinute === more.endMinute)
    throw new Refused(overtime, 'rule_without_length', { rule: which })
  if (more.from !== undefined && more.until !== undefined && more.until <= more.from)
    throw new Refused(overtime, 'rule_ends_before_it_starts', { rule: which })
  return more
}

type Part = { kinds: readonly Rule['kind'][]; expected: string; read: (value: unknown) => Partial<Rule> | undefined }

const parts: Readonly<Record<string, Part>> = {
  days: { kinds: ['clock'], expected: `a list of ${dayNames.join(', ')}`, read: readDays },
  dates: { kinds: ['clock'], expected: 'a list of days of the year such as 05-01', read: readDates },
  start: {
    kinds: ['clock'],
    expected: 'a time such as 22:00',
    read: (value) => clock('startMinute', value, 23 * 60 + 59),
  },
  end: {
    kinds: ['clock'],
    expected: 'a time such as 06:00, at most 24:00',
    read: (value) => clock('endMinute', value, dayMinutes),
  },
  over_hours: { kinds: ['clock'], expected: 'a number from 0 to 24', read: (value) => hours('overSeconds', value, 24) },
  week_over_hours: {
    kinds: ['seventh_day'],
    expected: 'a number from 0 to 168',
    read: (value) => hours('weekOverSeconds', value, 168),
  },
  fortnight_starts: {
    kinds: ['fortnight'],
    expected: 'a date such as 2026-01-04',
    read: (value) => date('starts', value),
  },
  whole_shift: { kinds: ['rest'], expected: 'true or false', read: (value) => flag('wholeShift', value) },
  adds: { kinds: ['clock', 'holiday'], expected: 'true or false', read: (value) => flag('adds', value) },
  pay_below: {
    kinds: ruleKinds,
    expected: 'an hourly rate above 0',
    read: (value) => (typeof value === 'number' && value > 0 && value <= 1e6 ? { payBelow: value } : undefined),
  },
  from: { kinds: ruleKinds, expected: 'a date such as 2026-07-01', read: (value) => date('from', value) },
  until: { kinds: ruleKinds, expected: 'a date such as 2026-07-01', read: (value) => date('until', value) },
}

function date(key: 'starts' | 'from' | 'until', value: unknown): Partial<Rule> | undefined {
  return typeof value === 'string' && isDate(value) ? { [key]: value } : undefined
}

function readDays(value: unknown): Partial<Rule> | undefined {
  if (!Array.isArray(value) || value.length === 0 || new Set(value).size < value.length) return undefined
  const days = value.map((name) => dayNames.indexOf(String(name)))
  return days.includes(-1) ? undefined : { days: days.sort((a, b) => a - b) }
}

/** Days of the year, in order; February 29 is one of them. */
function readDates(value: unknown): Partial<Rule> | undefined {
  if (!Array.isArray(value) || value.length === 0 || new Set(value).size < value.length) return undefined
  const isDay = (day: unknown) => typeof day === 'string' && /^\d\d-\d\d$/.test(day) && isDate(`2028-${day}`)
  return value.every(isDay) ? { dates: [...value].sort() } : undefined
}

function flag(key: 'adds' | 'wholeShift', value: unknown): Partial<Rule> | undefined {
  if (typeof value !== 'boolean') return undefined
  return value ? { [key]: value } : {}
}

function clock(key: 'startMinute' | 'endMinute', value: unknown, max: number): Partial<Rule> | undefined {
  const [, hour, minute] = typeof value === 'string' ? (/^(\d\d):([0-5]\d)$/.exec(value) ?? []) : []
  const minutes = Number(hour) * 60 + Number(minute)
  return minutes <= max ? { [key]: minutes } : undefined
}

function hours(key: 'overSeconds' | 'weekOverSeconds', value: unknown, max: number): Partial<Rule> | undefined {
  return typeof value === 'number' && value >= 0 && value <= max ? { [key]: Math.round(value * 3600) } : undefined
}
