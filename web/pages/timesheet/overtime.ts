import { type Rule, readRules } from '../../../src/rules/overtime.ts'
import { multipliers } from '../../../src/rules/payroll.ts'
import type { Owner } from './owner.ts'
import type { Pay } from './week.ts'

// Overtime in words.

/** A kind of overtime in a week: its name and seconds. */
export type Premium = { multiplier: number; name: string; seconds: number; reason: string }

/** The overtime of a day or week, lowest rate first; empty without overtime. */
export function premiumsOf(pay: Pay, owner: Owner): Premium[] {
  const rules = readRules(owner.rules.overtime)
  return multipliers(rules).flatMap((multiplier) => {
    const seconds = pay.overtime_seconds[multiplier] ?? 0
    if (seconds === 0) return []
    const made = rules.filter((rule) => rule.multiplier === multiplier && (pay.overtime_by_rule[rule.name] ?? 0) > 0)
    const reason = new Intl.ListFormat(undefined).format(made.map(reasonOf))
    return [{ multiplier, name: premiumName(multiplier), seconds, reason }]
  })
}

/** `Overtime`, `Double time`, `Overtime × 1.75`. */
function premiumName(multiplier: number): string {
  if (multiplier === 1.5) return 'Overtime'
  return multiplier === 2 ? 'Double time' : `Overtime × ${multiplier}`
}

function reasonOf({ kind, afterSeconds }: Rule): string {
  const hours = `${Math.round(afterSeconds / 36) / 100} h`
  switch (kind) {
    case 'daily':
      return `over ${hours} a day`
    case 'weekly':
      return `over ${hours} a week`
    case 'seventh_day':
      return afterSeconds === 0 ? 'seventh day in a row' : `over ${hours} on the seventh day in a row`
    case 'rest':
      return `less than ${hours} of rest before`
  }
}
