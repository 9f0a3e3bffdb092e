import { Refused } from '../refusals/reason.ts'
import { overtime } from '../refusals/subjects/overtime.ts'
import { type BreakRule, readBreakRules } from './break_rules.ts'
import { countAlike } from './breaks.ts'

/**
 * Parses break rules to be saved. Throws Refused, which says what is wrong, including contradictions.
 *
 * Each rule requires a separate break, except that of breaks in parts only the longest is due. So two rules are
 * compatible if they start to apply at different hours of work, require their breaks by different hours, or count
 * different breaks.
 */
export function acceptBreakRules(chosen: unknown): readonly BreakRule[] {
  const rules = readBreakRules(chosen)
  for (const [index, a] of rules.entries())
    for (const b of rules.slice(index + 1)) {
      const refused = countAlike(a, b) && between(a, b)
      if (refused) throw refused
    }
  return rules
}

function between(a: BreakRule, b: BreakRule): Refused | undefined {
  if (a.part_minutes !== undefined && b.part_minutes !== undefined) return ofParts(a, b)
  if (a.after_hours !== b.after_hours || a.by_hours !== b.by_hours) return undefined
  const both = { a: a.name, b: b.name, kind: a.kind, hours: a.after_hours }
  if (a.minutes !== b.minutes)
    return new Refused(overtime, 'break_rules_contradict', { ...both, minutes: a.minutes, others: b.minutes })
  return new Refused(overtime, 'break_counted_twice', both)
}

/** Of breaks in parts, only the longest is due, so a rule for longer shifts must require a longer one. */
function ofParts(a: BreakRule, b: BreakRule): Refused | undefined {
  const [early, late] = a.after_hours <= b.after_hours ? [a, b] : [b, a]
  if (early.after_hours < late.after_hours && early.minutes < late.minutes) return undefined
  const [wins, never] = early.minutes < late.minutes ? [late, early] : [early, late]
  return new Refused(overtime, 'break_rule_never_applies', { a: never.name, b: wins.name, minutes: wins.minutes })
}
