import { t } from '../../language.ts'
import './holiday_name.css'

/**
 * The name of a holiday below a day's heading; nothing on other days. With `oneLine`, a name that does not fit is cut
 * off.
 */
export function HolidayName({ name, oneLine = false }: { name: string | undefined; oneLine?: boolean }) {
  if (name === undefined) return null
  return (
    <span className={oneLine ? 'holiday-name one-line' : 'holiday-name'} title={name}>
      <span className="unseen">{t('Holiday:')} </span>
      {name}
    </span>
  )
}
