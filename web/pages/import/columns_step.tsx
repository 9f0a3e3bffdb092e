import { Check, SelectField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Notice } from '../../components/page/page.tsx'
import { locale, t } from '../../language.ts'
import { type Answers, isAnswered } from './file/columns.ts'
import type { FileChoices, Sheet } from './file/sheet.ts'
import { headingOf, type Kind } from './plan.ts'
import { type Asked, Questions, Shapes } from './questions.tsx'
import type { Mapping } from './reading.ts'

type Props<Known> = {
  kind: Kind<Known>
  sheet: Sheet
  mapping: Mapping
  onMapping: (mapping: Mapping) => void
  asked: Asked
  onAnswers: (answers: Answers) => void
  onWanted: (wanted: FileChoices) => void
  update: boolean
  onUpdate: (update: boolean) => void
  onBack: () => void
  onNext: () => void
}

/** Maps the columns of the file; most are recognized by their headings. */
export function ColumnsStep<Known>({
  kind,
  sheet,
  mapping,
  onMapping,
  asked,
  onAnswers,
  onWanted,
  update,
  onUpdate,
  onBack,
  onNext,
}: Props<Known>) {
  const missing = missingOf(kind, mapping)
  const answered = isAnswered(asked.questions, asked.answers)
  // An import column maps to at most one file column, so it is taken from its previous one.
  const choose = (at: number, key: string) =>
    onMapping(mapping.map((before, index) => (index === at ? key : before === key ? '' : before)))
  return (
    <>
      <Card title={t('Match columns')}>
        <p className="quiet">
          {t('{count, plural, one {{file}: {count} row.} other {{file}: {count} rows.}}', {
            file: sheet.name,
            count: sheet.lines.length,
          })}{' '}
          {t('Match each column to a field. Skipped columns are ignored.')}
        </p>
        <ul className="import-columns">
          {sheet.headers.map((header, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headings may be the same, and columns never move.
            <li key={at}>
              <div className="two-lines">
                <strong>{header || t('Column {number}', { number: at + 1 })}</strong>
                <small>{samplesOf(sheet, at) || t('Empty')}</small>
              </div>
              <SelectField
                label={
                  header
                    ? t('Field for {column}', { column: header })
                    : t('Field for column {number}', { number: at + 1 })
                }
                hideLabel
                value={mapping[at] ?? ''}
                onChange={(event) => choose(at, event.target.value)}
              >
                <option value="">{t('Skip')}</option>
                {kind.columns.map(({ key, name }) => (
                  <option key={key} value={key}>
                    {t(name)}
                  </option>
                ))}
              </SelectField>
            </li>
          ))}
        </ul>
      </Card>
      {asked.questions.length > 0 && (
        <Card title={t('What these values mean')} className="import-choices">
          <Questions asked={asked} nameOf={(key) => headingOf(kind.columns, key)} onAnswers={onAnswers} />
        </Card>
      )}
      <Card title={t('Options')} className="import-choices">
        <Shapes sheet={sheet} onWanted={onWanted} />
        <Check
          label={t(kind.words.update)}
          hint={t(kind.words.updateHint)}
          checked={update}
          onChange={(event) => onUpdate(event.target.checked)}
        />
      </Card>
      {missing.length > 0 && (
        <Notice
          kind="warn"
          title={t('The import needs {columns}.', {
            columns: new Intl.ListFormat(locale()).format(missing.map((need) => t(need))),
          })}
        >
          {t('Choose its column above.')}
        </Notice>
      )}
      {!answered && (
        <Notice kind="warn" title={t('Some values can be read in two ways.')}>
          {t('Choose what they mean above.')}
        </Notice>
      )}
      <div className="actions">
        <Button kind="primary" disabled={missing.length > 0 || !answered} onClick={onNext}>
          {t('Check rows')}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {t('Choose another file')}
        </Button>
      </div>
    </>
  )
}

/** Required fields that no column is mapped to yet. */
function missingOf<Known>(kind: Kind<Known>, mapping: Mapping): string[] {
  const needs = [...new Set(kind.columns.flatMap(({ needed }) => needed ?? []))]
  return needs.filter((need) => !kind.columns.some(({ key, needed }) => needed === need && mapping.includes(key)))
}

const samplesMax = 3

function samplesOf({ lines }: Sheet, at: number): string {
  const texts = new Set<string>()
  for (const { cells, problem } of lines) {
    if (cells[at] && !problem) texts.add(cells[at])
    if (texts.size === samplesMax) break
  }
  return [...texts].join(', ').slice(0, 100)
}
