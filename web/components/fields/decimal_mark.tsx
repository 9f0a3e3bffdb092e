import { useState } from 'react'
import { locale, t } from '../../language.ts'
import { Check } from './field.tsx'

/** The storage key of the choice, which this device remembers. */
const key = 'decimal_mark'

/** Whether CSV files have decimal commas, as this person’s language writes them, and how to change it. */
export function useDecimalCommas(): [isChosen: boolean, choose: (isChosen: boolean) => void] {
  const [isChosen, setChosen] = useState(() => isOffered() && localStorage.getItem(key) === 'comma')
  return [
    isChosen,
    (isChosen) => {
      if (isChosen) localStorage.setItem(key, 'comma')
      else localStorage.removeItem(key)
      setChosen(isChosen)
    },
  ]
}

/** What to ask for a file, if it is CSV with decimal commas. */
export function decimalMarkOf(format: string, isChosen: boolean): { decimal_mark?: 'comma' } {
  return isChosen && format === 'csv' ? { decimal_mark: 'comma' } : {}
}

/** Offers decimal commas and semicolons in CSV files, to people whose language writes them. */
export function DecimalCommas({ of: [isChosen, choose] }: { of: ReturnType<typeof useDecimalCommas> }) {
  if (!isOffered()) return null
  return (
    <Check
      label={t('CSV with decimal commas and semicolons')}
      hint={t('As spreadsheets in your language expect it.')}
      checked={isChosen}
      onChange={(event) => choose(event.target.checked)}
    />
  )
}

function isOffered(): boolean {
  return new Intl.NumberFormat(locale())
    .formatToParts(1.5)
    .some(({ type, value }) => type === 'decimal' && value === ',')
}
