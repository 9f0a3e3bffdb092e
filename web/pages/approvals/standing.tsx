import './lacks.css'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { t } from '../../language.ts'
import { fileHoursText } from '../reports/file_hours.ts'
import type { Lack } from './lacks.ts'
import type { Checked } from './use_checks.ts'

/** Whether a file can be made: how many people it is for, or how many settings it lacks. */
export function Standing({
  checked,
  people = 0,
  lacks,
}: {
  checked: Checked | undefined
  people: number | undefined
  lacks: readonly Lack[]
}) {
  if (!checked) return <p className="quiet">{t('Checking…')}</p>
  const count = lacks.filter(({ blocking }) => blocking).length
  if (count > 0)
    return (
      <p className="payrun-lacking">
        <TriangleAlert size={15} aria-hidden="true" />{' '}
        {t('{count, plural, one {# setting is missing} other {# settings are missing}}', { count })}
      </p>
    )
  const differs = fileHoursText(checked.totals)
  return (
    <p className="payrun-ready">
      <CircleCheck size={15} aria-hidden="true" />{' '}
      {t('Ready: {count, plural, one {# person} other {# people}}', { count: people })}
      {differs && <span className="quiet"> · {differs}</span>}
    </p>
  )
}
