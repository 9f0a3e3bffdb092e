import { byKind, type Kind } from './kinds.ts'
import { hoursNamed, personNotice, type Tell } from './problems.ts'
import type { AmountLine, PersonTime } from './time.ts'

// Amounts in files for payroll programs: each has a place of its own for them, or names what it leaves out.

/** The sum of a person’s amounts of each kind, in the order of files; kinds that add up to 0 are left out. */
export function amountSums({
  amounts = [],
}: Pick<PersonTime, 'amounts'>): { kind: AmountLine['kind']; cents: number }[] {
  return [...Map.groupBy(amounts, ({ kind }) => kind)]
    .map(([kind, own]) => ({ kind, cents: own.reduce((sum, { cents }) => sum + cents, 0) }))
    .filter(({ cents }) => cents !== 0)
    .sort((a, b) => byKind(a.kind, b.kind))
}

/** The values of a problem with an amount: its kind and how much it is. */
export function amountNamed(kind: Kind, cents: number, { jobOf }: Pick<PersonTime, 'jobOf'>) {
  return { ...hoursNamed(kind, jobOf), amount: (cents / 100).toFixed(2) }
}

/** Names all amounts of a person, for programs that have no place for any. */
export function nameAmounts(time: PersonTime, program: string, tell: Tell): void {
  for (const { kind, cents } of amountSums(time))
    tell(personNotice(time.person, kind, 'amount_without_place', { ...amountNamed(kind, cents, time), program }))
}
