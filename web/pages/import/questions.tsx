import { SelectField } from '../../components/fields/field.tsx'
import { t } from '../../language.ts'
import { type Encoding, encodingNames } from './file/bytes.ts'
import type { Answers, Decision, Question } from './file/columns.ts'
import { separatorNames } from './file/separators.ts'
import type { FileChoices, Sheet } from './file/sheet.ts'

/** What a file does not decide by itself, and the answers so far. */
export type Asked = { questions: readonly Question[]; answers: Answers }

/** How a file is read, where that was guessed: its letters, and the row of its headings. */
export function Shapes({ sheet, onWanted }: { sheet: Sheet; onWanted: (wanted: FileChoices) => void }) {
  return (
    <>
      {sheet.tops.length > 1 && (
        <SelectField
          label={t('Row with the column names')}
          value={sheet.heading}
          onChange={({ target }) => onWanted({ heading: Number(target.value) })}
        >
          {sheet.tops.map(({ number, cells }) => (
            <option key={number} value={number}>
              {t('Row {row}: {cells}', { row: number, cells: cells.filter(Boolean).join(', ').slice(0, 60) })}
            </option>
          ))}
        </SelectField>
      )}
      {sheet.encodings.length > 0 && (
        <SelectField
          label={t('Read special letters as')}
          value={sheet.encoding}
          onChange={({ target }) => onWanted({ encoding: target.value as Encoding })}
        >
          {sheet.encodings.map(({ encoding, sample }) => (
            <option key={encoding} value={encoding}>
              {t('{text} ({encoding})', { text: sample, encoding: encodingNames[encoding] })}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}

/** Asks what the numbers and dates of columns mean that can be read in two ways. */
export function Questions({
  asked: { questions, answers },
  nameOf,
  onAnswers,
}: {
  asked: Asked
  nameOf: (key: string) => string
  onAnswers: (answers: Answers) => void
}) {
  return (
    <>
      <p className="quiet">{t('They can be read in two ways, and nothing in their columns decides.')}</p>
      {questions.map(({ key, sample, choices }) => (
        <SelectField
          key={key}
          label={t('Read “{value}” in {column} as', { value: sample, column: nameOf(key) })}
          value={choices.some(({ value }) => value === answers[key]) ? answers[key] : ''}
          required
          onChange={({ target }) => onAnswers({ ...answers, [key]: target.value })}
        >
          <option value="">{t('Choose')}</option>
          {choices.map(({ value, words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
      ))}
    </>
  )
}

/** How a file was read: its encoding, separator and headings, and what a value of each column means. */
export function Decisions({
  of: { decisions, sheet },
  nameOf,
}: {
  of: { decisions: readonly Decision[]; sheet: Sheet }
  nameOf: (key: string) => string
}) {
  const about = {
    encoding: encodingNames[sheet.encoding],
    separator: t(separatorNames[sheet.separator] ?? sheet.separator),
    row: sheet.heading,
  }
  return (
    <ul className="import-decisions quiet" aria-label={t('How the file is read')}>
      <li>{t('Encoding: {encoding}. Separator: {separator}. Column names: row {row}.', about)}</li>
      {decisions.map(({ key, sample, words }) => (
        <li key={key}>
          {t('{column}: “{value}” is read as {reading}.', { column: nameOf(key), value: sample, reading: words })}
        </li>
      ))}
    </ul>
  )
}
