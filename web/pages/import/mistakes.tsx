import type { ReactNode } from 'react'
import { Card } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import type { Mistake } from './plan.ts'

const shownMax = 100

/** Problems by row and column. */
export function Mistakes({
  mistakes,
  title,
  about,
  actions,
}: {
  mistakes: readonly Mistake[]
  title: string
  about: string
  actions?: ReactNode
}) {
  return (
    <Card title={title} actions={actions}>
      <p className="quiet">{about}</p>
      <table className="import-mistakes" aria-label={title}>
        <thead>
          <tr>
            <th scope="col" className="number">
              {t('Row')}
            </th>
            <th scope="col">{t('Column')}</th>
            <th scope="col">{t('Problem')}</th>
          </tr>
        </thead>
        <tbody>
          {mistakes.slice(0, shownMax).map(({ line, column, text }) => (
            <tr key={`${line} ${column} ${text}`}>
              <th scope="row" className="number">
                {line || '–'}
              </th>
              <td>{column || t('Entire row')}</td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {mistakes.length > shownMax && (
        <p className="quiet">{t('And {count} more.', { count: mistakes.length - shownMax })}</p>
      )}
    </Card>
  )
}
