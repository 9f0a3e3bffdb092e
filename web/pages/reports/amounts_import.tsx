import { Upload } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useRecords } from '../../api/queries.ts'
import { useConsent } from '../../components/dialogs/consent.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Button } from '../../components/page/button.tsx'
import { Notice } from '../../components/page/page.tsx'
import type { Refused } from '../../components/page/refusals.ts'
import { centsText } from '../../components/time/money.ts'
import { addAmounts, type NewAmount } from '../../components/time/pay_amounts.ts'
import { t } from '../../language.ts'
import { type Answers, isAnswered } from '../import/file/columns.ts'
import type { FileChoices, FileContent, Sheet } from '../import/file/sheet.ts'
import { Decisions, Questions, Shapes } from '../import/questions.tsx'
import {
  type AmountsRead,
  amountColumnName,
  amountColumns,
  amountsOfSheet,
  type BadRow,
  isAmountHeading,
  refusedRow,
} from './amounts_file.ts'

/** A file with its table, as the user wants it read, or why it could not be. */
type Opened = {
  name: string
  content?: FileContent
  sheet?: Sheet
  wanted: FileChoices
  answers: Answers
  problem?: string
}

const noAnswers: Answers = {}

/** Imports amounts of pay from a CSV file: all of its rows, or none. */
export function AmountsImport() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Upload size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('Import amounts')}
      </Button>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const people = useRecords('users', { active: 'both' })
  const input = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState<Opened>()
  const [refused, setRefused] = useState<{ bad?: BadRow; problem?: string }>({})
  const [busy, setBusy] = useState(false)
  const { alter, dialog } = useConsent((day) =>
    t('Time through {day} is approved. Some of it would be paid differently than it was approved.', { day }),
  )
  const open = async (name: string, contentFor: () => Promise<FileContent>, wanted: FileChoices) => {
    setRefused({})
    try {
      const content = await contentFor()
      const { sheetOf } = await import('../import/file/sheet.ts')
      const sheet = await sheetOf(content, isAmountHeading, wanted)
      setOpened({ name, content, sheet, wanted, answers: {} })
    } catch (error) {
      setOpened({ name, wanted, answers: {}, problem: (error as Error).message })
    }
  }
  const take = (file: File | undefined) =>
    file && open(file.name, async () => (await import('../import/file/sheet.ts')).contentOf(file), {})
  const sheet = opened?.sheet
  const answers = opened?.answers ?? noAnswers
  const read = useMemo(
    () => (sheet && people.data ? amountsOfSheet(sheet, people.data, answers) : undefined),
    [sheet, people.data, answers],
  )
  const asks = read !== undefined && !isAnswered(read.questions, answers)
  const isReady = read !== undefined && !asks && read.amounts.length > 0 && read.bad.length === 0 && !refused.bad
  const run = async () => {
    if (!read) return
    setBusy(true)
    try {
      await alter((consent) => addAmounts(read.amounts, consent))
      onClose()
    } catch (error) {
      const bad = refusedRow(error as Refused, read.lines)
      setRefused(bad ? { bad } : { problem: (error as Error).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('Import amounts')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind={isReady ? 'plain' : 'primary'} disabled={!people.data} onClick={() => input.current?.click()}>
            {opened ? t('Choose another file') : t('Choose a file')}
          </Button>
          {isReady && (
            <Button kind="primary" busy={busy} onClick={() => void run()}>
              {t('Import {count, plural, one {# amount} other {# amounts}}', { count: read.amounts.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="form">
        <p className="quiet">
          {t('Columns: {names}. A person is named by username, payroll number, ID or full name.', {
            names: Object.values(amountColumns)
              .map((column) => t(column))
              .join(', '),
          })}
        </p>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('CSV file of amounts')}
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        {opened && read && sheet && (
          <>
            <Shapes
              sheet={sheet}
              onWanted={(wanted) =>
                void open(opened.name, async () => opened.content!, { ...opened.wanted, ...wanted })
              }
            />
            {read.questions.length > 0 && (
              <Questions
                asked={{ questions: read.questions, answers }}
                nameOf={amountColumnName}
                onAnswers={(answers) => {
                  setRefused({})
                  setOpened({ ...opened, answers })
                }}
              />
            )}
            <Decisions of={{ decisions: read.decisions, sheet }} nameOf={amountColumnName} />
          </>
        )}
        {asks && (
          <Notice kind="warn" title={t('Some values can be read in two ways.')}>
            {t('Choose what they mean above.')}
          </Notice>
        )}
        {opened && !asks && (
          <Found name={opened.name} read={read} problem={opened.problem ?? refused.problem} refused={refused.bad} />
        )}
      </div>
      {dialog}
    </Dialog>
  )
}

type FoundProps = {
  name: string
  read: AmountsRead | undefined
  problem: string | undefined
  refused: BadRow | undefined
}

function Found({ name, read, problem, refused }: FoundProps) {
  if (problem !== undefined)
    return (
      <Notice kind="bad" title={name}>
        {problem}
      </Notice>
    )
  if (!read) return null
  const bad = refused ? [refused] : read.bad
  if (bad.length === 0) {
    const people = new Set(read.amounts.map(({ user_id }) => user_id)).size
    const cents = read.amounts.reduce((sum, one) => sum + centsOf(one), 0)
    return (
      <Notice kind="good" title={name}>
        {t('{amount} for {count, plural, one {# person} other {# people}}', {
          amount: centsText(cents),
          count: people,
        })}
      </Notice>
    )
  }
  return (
    <Notice kind="bad" title={t('Nothing is imported until these rows can be read')}>
      <ul>
        {bad.slice(0, 50).map(({ line, text }) => (
          <li key={line}>{t('Row {line}: {problem}', { line, problem: text })}</li>
        ))}
        {bad.length > 50 && <li>{t('… and {count} more', { count: bad.length - 50 })}</li>}
      </ul>
    </Notice>
  )
}

function centsOf({ amount, quantity = 0, unit_rate = 0 }: NewAmount): number {
  return Math.round((amount ?? quantity * unit_rate) * 100)
}
