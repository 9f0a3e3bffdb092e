import { useState } from 'react'
import { t } from '../../language.ts'
import { isWindowed, useOnPaper } from '../listing/windowed.ts'
import { Button } from '../page/button.tsx'
import './pay_table.css'

/** A line of what a person is paid: what for, how it is reckoned, and its figures as they are shown. */
export type PayLine = { words: string; notes: readonly string[]; hours: string; pay: string }

/** A person with the sums and the lines of their pay, and notes about all of it. */
export type PayPerson = {
  id: number
  name: string
  hours: string
  pay: string
  lines: readonly PayLine[]
  notes?: readonly string[]
}

type Props = {
  label: string
  people: readonly PayPerson[]
  total: { hours: string; pay: string }
  /** False for hours only. */
  money?: boolean
}

const peopleAtFirst = 20

/** What people are paid, line by line. */
export function PayTable({ label, people, total, money = true }: Props) {
  const [isWhole, setWhole] = useState(false)
  const onPaper = useOnPaper()
  // Their lines would make the page many times as long, and slow.
  const rest = isWhole || onPaper || !isWindowed(people.length) ? 0 : people.length - peopleAtFirst
  return (
    <div className="scroll">
      <table className="pay-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{money ? t('Person and rate') : t('Person')}</th>
            <th scope="col" className="number">
              {t('Hours')}
            </th>
            {money && (
              <th scope="col" className="number">
                {t('Pay')}
              </th>
            )}
          </tr>
        </thead>
        {people.slice(0, people.length - rest).map((person) => (
          <Person key={person.id} person={person} money={money} />
        ))}
        <tfoot>
          <tr>
            <th scope="row">{t('Total')}</th>
            <td className="number">{total.hours}</td>
            {money && <td className="number">{total.pay}</td>}
          </tr>
        </tfoot>
      </table>
      {rest > 0 && <Button onClick={() => setWhole(true)}>{t('Show {count} more', { count: rest })}</Button>}
    </div>
  )
}

function Person({ person: { name, hours, pay, lines, notes = [] }, money }: { person: PayPerson; money: boolean }) {
  return (
    <tbody>
      <tr className="pay-table-person">
        <th scope="row">{name}</th>
        <td className="number">{hours}</td>
        {money && <td className="number">{pay}</td>}
      </tr>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a person have no identity of their own
        <tr key={index}>
          <td>
            <span>{line.words}</span>
            {line.notes.map((note, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: neither have their parts
              <small key={place}>{note}</small>
            ))}
          </td>
          <td className="number">{line.hours}</td>
          {money && <td className="number">{line.pay}</td>}
        </tr>
      ))}
      {notes.map((note) => (
        <tr key={note}>
          <td colSpan={money ? 3 : 2} className="quiet">
            {note}
          </td>
        </tr>
      ))}
    </tbody>
  )
}
