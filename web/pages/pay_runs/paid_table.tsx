import './pay_runs.css'
import { useShownUnit, useSums } from '../../components/time/hours.ts'
import { centsText, rateOf } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import { rangeText } from '../../time.ts'
import { causeText, isAdjustment, lineText, type PaidLine, type PaidPerson, shownHours, shownSum } from './words.ts'

/** What people are paid, line by line. Adjustments name the days that they belong to, and why they are due. */
export function PaidTable({ people, label }: { people: readonly PaidPerson[]; label: string }) {
  const hasMoney = people.some(({ lines }) => lines.some(({ amount_cents }) => amount_cents !== 0))
  return (
    <div className="scroll">
      <table className="pay-runs-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('Person and rate')}</th>
            <th scope="col" className="number">
              {t('Hours')}
            </th>
            {hasMoney && (
              <th scope="col" className="number">
                {t('Pay')}
              </th>
            )}
          </tr>
        </thead>
        {people.map((person) => (
          <Person key={person.user_id} person={person} hasMoney={hasMoney} />
        ))}
      </table>
    </div>
  )
}

function Person({ person, hasMoney }: { person: PaidPerson; hasMoney: boolean }) {
  const hours = useSums()
  const unit = useShownUnit()
  const shown = shownHours(person.lines, unit)
  return (
    <tbody>
      <tr className="pay-runs-person">
        <th scope="row">{person.name || t('Person {id}', { id: person.user_id })}</th>
        <td className="number">{signed(shownSum([person], unit), hours)}</td>
        {hasMoney && <td className="number">{centsText(person.amount_cents)}</td>}
      </tr>
      {person.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a run never change
        <tr key={index} className={isAdjustment(line) ? 'pay-runs-adjustment' : ''}>
          <td>
            {lineText(line)}
            {line.rate !== null && <span className="quiet"> · {rateText(line)}</span>}
            {isAdjustment(line) && (
              <small>
                {t('For {range}: {cause}', {
                  range: rangeText(line.start_date, line.end_date),
                  cause: causeText(line),
                })}
              </small>
            )}
          </td>
          <td className="number">{line.seconds === 0 ? '–' : signed(shown[index] ?? 0, hours)}</td>
          {hasMoney && <td className="number">{centsText(line.amount_cents)}</td>}
        </tr>
      ))}
    </tbody>
  )
}

function rateText({ rate, per }: PaidLine): string {
  const amount = rateOf(rate ?? 0)
  if (per === 'week') return t('{amount} a week', { amount })
  if (per === 'month') return t('{amount} a month', { amount })
  return per === 'year' ? t('{amount} a year', { amount }) : amount
}

/** Hours with a minus if they were paid too much. */
function signed(seconds: number, hours: (seconds: number) => string): string {
  return seconds < 0 ? `−${hours(-seconds)}` : hours(seconds)
}
