import { msg } from '../../../src/rules/language/messages.ts'
import { t } from '../../language.ts'

/** The overtime rules that come with the product, by name. Custom rules have the names that the company gave them. */
const rules: Readonly<Record<string, string>> = {
  consecutive: msg('consecutive@@overtime rule'),
  daily: msg('daily@@overtime rule'),
  daily_double: msg('daily double@@overtime rule'),
  fortnight: msg('fortnight@@overtime rule'),
  holiday: msg('holiday@@overtime rule'),
  monday_early: msg('monday early@@overtime rule'),
  night: msg('night@@overtime rule'),
  night_double: msg('night double@@overtime rule'),
  saturday: msg('saturday@@overtime rule'),
  saturday_double: msg('saturday double@@overtime rule'),
  saturday_late: msg('saturday late@@overtime rule'),
  seventh_day: msg('seventh day@@overtime rule'),
  seventh_day_double: msg('seventh day double@@overtime rule'),
  sunday: msg('sunday@@overtime rule'),
  weekly: msg('weekly@@overtime rule'),
  weekly_25: msg('weekly 25@@overtime rule'),
  weekly_50: msg('weekly 50@@overtime rule'),
  weekly_double: msg('weekly double@@overtime rule'),
}

/** The name of an overtime rule in words. */
export function ruleText(name: string): string {
  return rules[name] ? t(rules[name]) : name.replaceAll('_', ' ')
}
