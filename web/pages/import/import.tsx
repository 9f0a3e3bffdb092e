import { useMemo, useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { toastError } from '../../components/dialogs/toast.ts'
import { BackLink } from '../../components/page/back.tsx'
import { Page } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import './import.css'
import { CheckStep } from './check_step.tsx'
import { ColumnsStep } from './columns_step.tsx'
import { type Answers, readingOf } from './file/columns.ts'
import { contentOf, type FileChoices, type FileContent, type Sheet, sheetOf } from './file/sheet.ts'
import { FileStep } from './file_step.tsx'
import type { Kind, Mistake, Plan } from './plan.ts'
import { guess, isHeadingOf, type Mapping, problemsOf, rowsOf } from './reading.ts'
import { RunStep } from './run_step.tsx'

const steps = [msg('File'), msg('Columns'), msg('Check'), msg('Import')] as const

/** A file with its table, as the user wants it read. */
type Opened = { content: FileContent; sheet: Sheet; wanted: FileChoices; mapping: Mapping; answers: Answers }

const none: Pick<Opened, 'mapping' | 'answers'> = { mapping: [], answers: {} }

/** Imports people or jobs from a file: choose the file, match its columns, check the preview, import. */
export function ImportPage<Known>({ kind }: { kind: Kind<Known> }) {
  const [opened, setOpened] = useState<Opened>()
  const [update, setUpdate] = useState(true)
  const [checked, setChecked] = useState(false)
  const [going, setGoing] = useState<{ plan: Plan; mistakes: readonly Mistake[] }>()
  const sheet = opened?.sheet
  const mapping = opened?.mapping ?? none.mapping
  const answers = opened?.answers ?? none.answers
  const rows = useMemo(() => (sheet ? rowsOf(sheet.lines, mapping) : []), [sheet, mapping])
  const found = useMemo(() => (sheet ? problemsOf(sheet, rows, kind.columns) : []), [sheet, rows, kind])
  const { reading, questions, decisions } = useMemo(
    () => readingOf(kind, (key) => rows.map(({ value }) => value(key)), answers),
    [kind, rows, answers],
  )
  const choices = useMemo(() => ({ ...reading, update }), [reading, update])
  const step = going ? 3 : checked ? 2 : sheet ? 1 : 0
  const open = async (content: FileContent, wanted: FileChoices) => {
    const sheet = await sheetOf(content, isHeadingOf(kind.columns), wanted)
    setOpened({ content, sheet, wanted, mapping: guess(sheet.headers, kind.columns), answers: {} })
  }
  const again = () => {
    setOpened(undefined)
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
      {step === 0 && <FileStep kind={kind} onFile={async (file) => open(await contentOf(file), {})} />}
      {step === 1 && opened && (
        <ColumnsStep
          kind={kind}
          sheet={opened.sheet}
          mapping={mapping}
          onMapping={(mapping) => setOpened({ ...opened, mapping })}
          asked={{ questions, answers }}
          onAnswers={(answers) => setOpened({ ...opened, answers })}
          onWanted={(wanted) => void open(opened.content, { ...opened.wanted, ...wanted }).catch(toastError)}
          update={update}
          onUpdate={setUpdate}
          onBack={again}
          onNext={() => setChecked(true)}
        />
      )}
      {step === 2 && sheet && (
        <CheckStep
          kind={kind}
          rows={rows}
          choices={choices}
          found={found}
          decisions={{ decisions, sheet }}
          onBack={() => setChecked(false)}
          onGo={(plan, mistakes) => setGoing({ plan, mistakes })}
        />
      )}
      {going && sheet && <RunStep kind={kind} sheet={sheet} plan={going.plan} found={going.mistakes} onAgain={again} />}
    </Page>
  )
}
