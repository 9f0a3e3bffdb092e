import { Card } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { dateWords, numberWords } from './file/columns.ts'
import type { Choices, Kind, Plan, Row } from './plan.ts'

const shownMax = 8

/** The first rows as read, and the outcome of each. */
export function Preview<Known>({
  kind,
  rows,
  plan,
  wrong,
  choices,
}: {
  kind: Kind<Known>
  rows: readonly Row[]
  plan: Plan
  wrong: ReadonlySet<number>
  choices: Choices
}) {
  const first = rows.slice(0, shownMax)
  const columns = kind.columns.filter(({ key }) => first.some(({ value }) => value(key) !== ''))
  const [added, changed] = [new Set(plan.added), new Set(plan.changed)]
  const fate = (line: number): [words: string, look: string] => {
    if (wrong.has(line)) return [t('Problem'), 'bad']
    if (added.has(line)) return [t('Added'), 'good']
    return changed.has(line) ? [t('Changed'), 'info'] : [t('Unchanged'), '']
  }
  const shown = (key: string, text: string) => {
    if (kind.dates.includes(key)) return dateWords(text, choices.orders[key])
    if (kind.wholes.includes(key) && /^\d{1,15}$/.test(text)) return String(Number(text))
    return kind.numbers.includes(key) ? numberWords(text, choices.marks[key]) : text
  }
  return (
    <Card title={rows.length > shownMax ? t('First {count} rows', { count: shownMax }) : t('Rows')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section className="scroll" aria-label={t('Preview')} tabIndex={0}>
        <table className="import-preview" aria-label={t('Preview')}>
          <thead>
            <tr>
              <th scope="col" className="number">
                {t('Row')}
              </th>
              <th scope="col">{t('Result')}</th>
              {columns.map(({ key, name }) => (
                <th key={key} scope="col">
                  {t(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.map(({ line, value }) => {
              const [words, look] = fate(line)
              return (
                <tr key={line}>
                  <th scope="row" className="number">
                    {line}
                  </th>
                  <td>
                    <span className={`badge ${look}`}>{words}</span>
                  </td>
                  {columns.map(({ key }) => (
                    <td key={key}>{shown(key, value(key))}</td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </Card>
  )
}
