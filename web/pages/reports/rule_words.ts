import { msg } from '../../../src/rules/language/messages.ts'
import { t } from '../../language.ts'

/** The overtime rules that come with the product, by name. Custom rules have the names that the company gave them. */
const rules: Readonly<Record<string, string>> = {
  consecutive: msg('Consecutive overtime@@overtime rule'),
  daily: msg('Daily overtime@@overtime rule'),
  daily_double: msg('Daily double time@@overtime rule'),
  fortnight: msg('Two-week overtime@@overtime rule'),
  holiday: msg('Holiday@@overtime rule'),
  monday_early: msg('Early Monday@@overtime rule'),
  night: msg('Night@@overtime rule'),
  night_double: msg('Night double time@@overtime rule'),
  saturday: msg('Saturday@@overtime rule'),
  saturday_double: msg('Saturday double time@@overtime rule'),
  saturday_late: msg('Late Saturday@@overtime rule'),
  seventh_day: msg('Seventh-day overtime@@overtime rule'),
  seventh_day_double: msg('Seventh-day double time@@overtime rule'),
  sunday: msg('Sunday@@overtime rule'),
  weekly: msg('Weekly overtime@@overtime rule'),
  weekly_25: msg('Weekly overtime 25%@@overtime rule'),
  weekly_50: msg('Weekly overtime 50%@@overtime rule'),
  weekly_double: msg('Weekly double time@@overtime rule'),
}

/** The name of an overtime rule in words. */
export function ruleText(name: string): string {
  return rules[name] ? t(rules[name]) : name.replaceAll('_', ' ')
}
