import { useMemo, useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { BackLink } from '../../components/page/back.tsx'
import { Page } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import './import.css'
import { CheckStep } from './check_step.tsx'
import { ColumnsStep } from './columns_step.tsx'
import { FileStep } from './file_step.tsx'
import type { Choices, Kind, Plan } from './plan.ts'
import { guess, type Mapping, orderIn, rowsOf, type Sheet } from './reading.ts'
import { RunStep } from './run_step.tsx'

const steps = [msg('File'), msg('Columns'), msg('Check'), msg('Import')] as const

/** Imports people or jobs from a file: choose the file, match its columns, check the preview, import. */
export function ImportPage<Known>({ kind }: { kind: Kind<Known> }) {
  const [sheet, setSheet] = useState<Sheet>()
  const [mapping, setMapping] = useState<Mapping>([])
  const [choices, setChoices] = useState<Choices>({ update: true, dates: 'month' })
  const [checked, setChecked] = useState(false)
  const [going, setGoing] = useState<{ plan: Plan; without: ReadonlySet<number> }>()
  const rows = useMemo(() => (sheet ? rowsOf(sheet.lines, mapping) : []), [sheet, mapping])
  const step = going ? 3 : checked ? 2 : sheet ? 1 : 0
  const begin = (read: Sheet) => {
    const guessed = guess(read.headers, kind.columns)
    setSheet(read)
    setMapping(guessed)
    setChoices({ ...choices, dates: orderIn(rowsOf(read.lines, guessed), kind.dates) })
  }
  const again = () => {
    setSheet(undefined)
    setChecked(false)
    setGoing(undefined)
  }
  return (
    <Page title={t(kind.words.title)} about={<BackLink href={kind.home}>{t(kind.words.home)}</BackLink>}>
      <ol className="import-steps" aria-label={t('Steps')}>
        {steps.map((name, at) => (
          <li key={name} aria-current={at === step ? 'step' : undefined} data-done={at < step}>
            <span>{at + 1}</span> {t(name)}
          </li>
        ))}
      </ol>
      {step === 0 && <FileStep kind={kind} onRead={begin} />}
      {step === 1 && sheet && (
        <ColumnsStep
          kind={kind}
          sheet={sheet}
          rows={rows}
          mapping={mapping}
          onMapping={setMapping}
          choices={choices}
          onChoices={setChoices}
          onBack={again}
          onNext={() => setChecked(true)}
        />
      )}
      {step === 2 && (
        <CheckStep
          kind={kind}
          rows={rows}
          choices={choices}
          onBack={() => setChecked(false)}
          onGo={(plan, without) => setGoing({ plan, without })}
        />
      )}
      {going && sheet && (
        <RunStep kind={kind} sheet={sheet} plan={going.plan} without={going.without} onAgain={again} />
      )}
    </Page>
  )
}
