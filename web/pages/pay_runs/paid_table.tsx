import { useShownUnit, useSums } from '../../components/time/hours.ts'
import { centsText } from '../../components/time/money.ts'
import { adjustmentText, payLineParts, payLineText } from '../../components/time/pay_lines.ts'
import { PayTable } from '../../components/time/pay_table.tsx'
import { t } from '../../language.ts'
import { hasMoney, hoursLineText, isAdjustment, type PaidPerson, shownHours, shownSum, signed } from './words.ts'

/** What people are paid, line by line. Adjustments name the days that they belong to, and why they are due. */
export function PaidTable({ people, label }: { people: readonly PaidPerson[]; label: string }) {
  const [hours, unit] = [useSums(), useShownUnit()]
  const money = hasMoney(people)
  return (
    <PayTable
      label={label}
      money={money}
      people={people.map((person) => {
        const shown = shownHours(person.lines, unit)
        return {
          id: person.user_id,
          name: person.name || t('Person {id}', { id: person.user_id }),
          hours: signed(shownSum([person], unit), hours),
          pay: centsText(person.amount_cents),
          lines: person.lines.map((line, index) => ({
            words: money ? payLineText(line) : hoursLineText(line),
            notes: [...(money ? payLineParts(line, unit) : []), ...(isAdjustment(line) ? [adjustmentText(line)] : [])],
            hours: line.seconds === 0 ? '–' : signed(shown[index] ?? 0, hours),
            pay: centsText(line.amount_cents),
          })),
        }
      })}
      total={{
        hours: signed(shownSum(people, unit), hours),
        pay: centsText(people.reduce((sum, { amount_cents }) => sum + amount_cents, 0)),
      }}
    />
  )
}
