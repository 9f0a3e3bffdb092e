import { type BreakRule, countAlike, readBreakRules } from './breaks.ts'

/**
 * Parses break rules to be saved. Throws an Error that says what is wrong, including contradictions.
 *
 * Each rule requires a separate break, except that of breaks in parts only the longest is due. So two rules are
 * compatible if they start to apply at different hours of work, require their breaks by different hours, or count
 * different breaks.
 */
export function acceptBreakRules(chosen: unknown): readonly BreakRule[] {
  const rules = readBreakRules(chosen)
  for (const [index, a] of rules.entries())
    for (const b of rules.slice(index + 1)) {
      const words = countAlike(a, b) && between(a, b)
      if (words) throw new Error(words)
    }
  return rules
}

function between(a: BreakRule, b: BreakRule): string | undefined {
  if (a.part_minutes !== undefined && b.part_minutes !== undefined) return ofParts(a, b)
  if (a.after_hours !== b.after_hours || a.by_hours !== b.by_hours) return undefined
  if (a.minutes !== b.minutes)
    return `rules ${a.name} and ${b.name} contradict each other: both ask for a ${a.kind} break in shifts over ${a.after_hours} hours, one for ${a.minutes} and one for ${b.minutes} minutes`
  return `rules ${a.name} and ${b.name} would count the same break twice: both ask for a ${a.kind} break in shifts over ${a.after_hours} hours`
}

/** Of breaks in parts, only the longest is due, so a rule for longer shifts must require a longer one. */
function ofParts(a: BreakRule, b: BreakRule): string | undefined {
  const [early, late] = a.after_hours <= b.after_hours ? [a, b] : [b, a]
  if (early.after_hours < late.after_hours && early.minutes < late.minutes) return undefined
  const [wins, never] = early.minutes < late.minutes ? [late, early] : [early, late]
  return `rule ${never.name} contradicts rule ${wins.name}, which already asks for ${wins.minutes} minutes in those shifts`
}
