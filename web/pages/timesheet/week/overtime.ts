import { reasonOf } from '../../../../src/rules/overtime/words.ts'
import { premiumName } from '../../../components/time/premium_name.ts'
import { locale, t } from '../../../language.ts'
import type { Owner } from './owner.ts'
import { rulesIn } from './policy.ts'
import type { Pay } from './week.ts'

// Overtime in words.

/** A kind of overtime in a week: its name and seconds. */
type Premium = { multiplier: number; name: string; seconds: number; reason: string }

/** The overtime of a day or week, lowest rate first; empty without overtime. `first` is the first day of the week. */
export function premiumsOf(pay: Pay, owner: Owner, first: string): Premium[] {
  const rules = rulesIn(owner.rules, first)
  const rates = Object.keys(pay.overtime_seconds).map(Number)
  return rates
    .sort((a, b) => a - b)
    .flatMap((multiplier) => {
      const seconds = pay.overtime_seconds[multiplier] ?? 0
      if (seconds === 0) return []
      // Rules that add to a rate change it, so only the names of the rules tell where the rate comes from.
      const names = Object.keys(pay.overtime_by_rule).flatMap((name) => name.split('+'))
      const added = rules.filter((rule) => rule.adds && names.includes(rule.name))
      const made = rules.filter((rule) => rule.multiplier === multiplier && names.includes(rule.name))
      const reasons = [...new Set((made.length > 0 ? made : added).map((rule) => reasonOf(rule, t)))]
      const reason = new Intl.ListFormat(locale()).format(reasons)
      return [{ multiplier, name: premiumName(multiplier), seconds, reason }]
    })
}
