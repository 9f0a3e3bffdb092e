import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { useWeekStart } from '../../components/calendar/dates.ts'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { presetNames } from '../settings/overtime_rules.ts'
import { daysText } from '../settings/pattern_form.ts'
import { followsOf } from '../settings/what_follows.ts'
import type { Step } from './steps.ts'

/** What the settings of the steps that can be confirmed are now, in words; undefined while they are loading. */
export function useDefaults(): Partial<Record<Step['name'], string>> | undefined {
  const { company } = useMe()
  const hours = useHours()
  const weekStart = useWeekStart()
  const settings = useAnswer('setup', '/api/console/settings', { for: 'company' })
  const pattern = useAnswer('setup', '/api/console/working_pattern', { for: 'company' })
  const { data } = settings
  if (settings.error || pattern.error) return {}
  if (!data || !pattern.data) return undefined
  const read = (section: string, key: string) => data.settings[section]?.[key]
  return {
    pay_period: followsOf('pay-period', read, { zone: company.zone, hours })[0] ?? '',
    working_pattern: daysText(pattern.data.today.days, weekStart, (seconds) => lengthText(seconds, hours)),
    overtime: overtimeText(data.overtime, read),
  }
}

/** `8 hours`: without the word, `8:00` reads as a time. */
function lengthText(seconds: number, hours: (seconds: number) => string): string {
  const count = seconds / 3600
  return Number.isInteger(count)
    ? t('{count, plural, one {# hour} other {# hours}}', { count })
    : t('{hours} hours', { hours: hours(seconds) })
}

type Rules = string | readonly unknown[] | null

function overtimeText(rules: Rules, read: (section: string, key: string) => unknown): string {
  if (Array.isArray(rules)) return t(presetNames.own!)
  if (rules !== 'settings') return t(presetNames[String(rules ?? 'none')] ?? presetNames.none!)
  if (Number(read('general', 'calculate_overtime')) !== 1) return t(presetNames.none!)
  return t('Overtime begins after {count} hours a week.', { count: Number(read('general', 'weekly_regular_hours')) })
}
