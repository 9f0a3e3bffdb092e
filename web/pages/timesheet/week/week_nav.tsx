import { CalendarSearch, ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays } from '../../../../src/rules/time/calendar.ts'
import { TextField } from '../../../components/fields/field.tsx'
import { ButtonLink } from '../../../components/page/button.tsx'
import { t } from '../../../language.ts'
import { rangeText } from '../../../time.ts'

/** The visible week, with links to its neighbors and a field to go to any date. */
export function WeekNav({
  dates,
  chosen,
  now,
  linkTo,
  onGo,
  onPass,
}: {
  dates: readonly string[]
  /** The marked day. */
  chosen: string | undefined
  now: string
  linkTo: (date: string) => string
  onGo: (date: string) => void
  /** Called with the date in the link when the user navigates to another week. */
  onPass: (date: string) => void
}) {
  const first = dates[0]!
  return (
    <div className="timesheet-nav">
      <ButtonLink
        kind="quiet"
        icon={<ChevronLeft size={20} aria-hidden="true" />}
        label={t('Previous week')}
        href={linkTo(addDays(first, -7))}
        onClick={() => onPass(addDays(first, -7))}
      />
      <h2 aria-live="polite">{rangeText(first, dates[6]!)}</h2>
      <ButtonLink
        kind="quiet"
        icon={<ChevronRight size={20} aria-hidden="true" />}
        label={t('Next week')}
        href={linkTo(addDays(first, 7))}
        onClick={() => onPass(addDays(first, 7))}
      />
      <div className="timesheet-jump">
        <TextField
          label={t('Go to date')}
          hideLabel
          type="date"
          value={chosen ?? (dates.includes(now) ? now : first)}
          onChange={({ target }) => target.value && onGo(target.value)}
        />
        <CalendarSearch size={20} aria-hidden="true" />
      </div>
      {!dates.includes(now) && <ButtonLink href={linkTo(now)}>{t('This week')}</ButtonLink>}
    </div>
  )
}
