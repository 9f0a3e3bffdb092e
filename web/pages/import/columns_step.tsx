import { Button } from '../../components/button.tsx'
import { Check, SelectField } from '../../components/field.tsx'
import { Card, Notice } from '../../components/page.tsx'
import type { Choices, DateOrder, Kind, Row } from './plan.ts'
import type { Mapping, Sheet } from './reading.ts'
import { isSlashed } from './values.ts'

type Props<Known> = {
  kind: Kind<Known>
  sheet: Sheet
  rows: readonly Row[]
  mapping: Mapping
  onMapping: (mapping: Mapping) => void
  choices: Choices
  onChoices: (choices: Choices) => void
  onBack: () => void
  onNext: () => void
}

/** Asks what each column of the file is; most are found by their headings. */
export function ColumnsStep<Known>({
  kind,
  sheet,
  rows,
  mapping,
  onMapping,
  choices,
  onChoices,
  onBack,
  onNext,
}: Props<Known>) {
  const missing = missingOf(kind, mapping)
  const slashed = kind.dates.flatMap((key) => rows.map(({ value }) => value(key))).find(isSlashed)
  // A column of the import is one column of the file at most: it leaves where it was.
  const choose = (at: number, key: string) =>
    onMapping(mapping.map((before, index) => (index === at ? key : before === key ? '' : before)))
  return (
    <>
      <Card title="What the columns are">
        <p className="quiet">
          {sheet.name}: {sheet.lines.length} {sheet.lines.length === 1 ? 'line' : 'lines'}. Say what each column is;
          those that you leave out are ignored.
        </p>
        <ul className="import-columns">
          {sheet.headers.map((header, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headings may be the same, and columns never move.
            <li key={at}>
              <div className="two-lines">
                <strong>{header || `Column ${at + 1}`}</strong>
                <small>{samplesOf(sheet, at) || 'Empty'}</small>
              </div>
              <SelectField
                label={`What ${header || `column ${at + 1}`} is`}
                hideLabel
                value={mapping[at] ?? ''}
                onChange={(event) => choose(at, event.target.value)}
              >
                <option value="">Leave out</option>
                {kind.columns.map(({ key, name }) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
              </SelectField>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="How to read it">
        {slashed && (
          <SelectField
            label={`${slashed} is`}
            value={choices.dates}
            onChange={(event) => onChoices({ ...choices, dates: event.target.value as DateOrder })}
          >
            <option value="month">month, day, year</option>
            <option value="day">day, month, year</option>
          </SelectField>
        )}
        <Check
          label={`Change ${kind.things[1]} that are there already`}
          hint={`Found by ${kind.sameBy}. What the file leaves empty stays as it is. Otherwise such lines are left out.`}
          checked={choices.update}
          onChange={(event) => onChoices({ ...choices, update: event.target.checked })}
        />
      </Card>
      {missing.length > 0 && (
        <Notice kind="warn" title={`There has to be ${missing.join(' and ')}.`}>
          Choose above which column it is.
        </Notice>
      )}
      <div className="actions">
        <Button kind="primary" disabled={missing.length > 0} onClick={onNext}>
          Check the lines
        </Button>
        <Button kind="quiet" onClick={onBack}>
          Choose another file
        </Button>
      </div>
    </>
  )
}

/** What no column is yet, although one has to be. */
function missingOf<Known>(kind: Kind<Known>, mapping: Mapping): string[] {
  const needs = [...new Set(kind.columns.flatMap(({ needed }) => needed ?? []))]
  return needs.filter((need) => !kind.columns.some(({ key, needed }) => needed === need && mapping.includes(key)))
}

const samplesMax = 3

function samplesOf({ lines }: Sheet, at: number): string {
  const texts = new Set<string>()
  for (const { cells } of lines) {
    if (cells[at]) texts.add(cells[at])
    if (texts.size === samplesMax) break
  }
  return [...texts].join(', ').slice(0, 100)
}
