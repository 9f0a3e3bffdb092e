import { english } from '../language/messages.ts'
import { byKind, type Kind, kindInWords } from './kinds.ts'
import { type AmountLine, type PersonTime, personProblem, type Tell } from './time.ts'

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

/** Says that an amount is not in the file: what is missing, and the field of the setup if that could have it. */
export function noPlace(
  { person, jobOf }: PersonTime,
  kind: Kind,
  cents: number,
  { field, missing }: { field: string; missing: string },
  tell: Tell,
): void {
  const message = `has ${(cents / 100).toFixed(2)} of “${kindInWords(kind, jobOf, english)}”, but ${missing}`
  tell({ ...personProblem(person, field, message), blocking: field.startsWith('setup.') })
}

/** Names all amounts of a person, for programs that have no place for any. */
export function nameAmounts(time: PersonTime, program: string, tell: Tell): void {
  for (const { kind, cents } of amountSums(time))
    noPlace(
      time,
      kind,
      cents,
      { field: kind, missing: `${program} files have no column for it, so add it there` },
      tell,
    )
}
