import type { BreakRule } from './break_rules.ts'
import { type BreakFinding, isWaived } from './breaks.ts'

// What is paid for breaks that were not provided.

/**
 * What is paid on a day for breaks of a kind. `worked`: it is time worked, and counts toward overtime; otherwise it is paid
 * at the regular rate beside the work. `timesheet_ids`: the entries of the shift.
 */
export type BreakPremium = {
  kind: BreakRule['kind']
  date: string
  seconds: number
  worked: boolean
  timesheet_ids: readonly number[]
}

/**
 * What is paid for breaks that were not provided, but not for those that the person waived, or took without recording
 * them. By default, one hour a day for meals and one for rests (California Labor Code section 226.7(c); United Parcel
 * Service v. Superior Court (2011) 196 Cal.App.4th 57). Of several rules that are paid by the day, the longest premium of
 * each kind is paid; what is paid by the break is paid for every one.
 */
export function breakPremiums(findings: readonly BreakFinding[]): BreakPremium[] {
  const byDay = new Map<string, BreakPremium>()
  const byBreak: BreakPremium[] = []
  for (const finding of findings) {
    if (!isOwed(finding)) continue
    const premium = premiumOf(finding)
    if (finding.rule.premium_per === 'break') {
      byBreak.push(premium)
      continue
    }
    const key = `${premium.kind} ${premium.date}`
    if (premium.seconds > (byDay.get(key)?.seconds ?? 0)) byDay.set(key, premium)
  }
  return [...byDay.values(), ...byBreak]
}

function isOwed(finding: BreakFinding): boolean {
  const { outcome, answer } = finding
  return outcome !== 'taken' && !isWaived(finding) && !(outcome === 'missed' && answer === 'taken')
}

function premiumOf({ rule, date, due, taken, timesheet_ids }: BreakFinding): BreakPremium {
  const { kind, premium_minutes = 60, premium_per, premium_worked = false } = rule
  // A break that was late, or after too long a stretch of work, was taken but not provided as it was due.
  const count = premium_per === 'break' ? Math.max(1, due - taken) : 1
  return { kind, date, seconds: count * premium_minutes * 60, worked: premium_worked, timesheet_ids }
}

/** Seconds of premium by kind of break. */
export function premiumByKind(
  premiums: readonly Pick<BreakPremium, 'kind' | 'seconds'>[],
): Record<BreakRule['kind'], number> {
  const sums = { meal: 0, rest: 0 }
  for (const { kind, seconds } of premiums) sums[kind] += seconds
  return sums
}
