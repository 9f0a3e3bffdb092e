import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRecords } from '../../api/queries.ts'
import { useConsent } from '../../components/dialogs/consent.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Button } from '../../components/page/button.tsx'
import { Notice } from '../../components/page/page.tsx'
import type { Refused } from '../../components/page/refusals.ts'
import { centsText } from '../../components/time/money.ts'
import { addAmounts, type NewAmount } from '../../components/time/pay_amounts.ts'
import { t } from '../../language.ts'
import { amountColumns, amountsOfSheet, type BadRow, refusedRow } from './amounts_file.ts'

/** What was read from a file, or why it could not be read. */
type Read = {
  name: string
  amounts: readonly NewAmount[]
  lines: readonly number[]
  bad: readonly BadRow[]
  problem?: string
}

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
  const [found, setFound] = useState<Read>()
  const [busy, setBusy] = useState(false)
  const { alter, dialog } = useConsent((day) =>
    t('Time through {day} is approved. Some of it would be paid differently than it was approved.', { day }),
  )
  const take = async (file: File | undefined) => {
    if (!file || !people.data) return
    try {
      const { readSheet } = await import('../import/reading.ts')
      setFound({ name: file.name, ...amountsOfSheet(await readSheet(file), people.data) })
    } catch (error) {
      setFound({ name: file.name, amounts: [], lines: [], bad: [], problem: (error as Error).message })
    }
  }
  const { amounts, lines, bad } = found ?? { amounts: [], lines: [], bad: [] }
  const isReady = amounts.length > 0 && bad.length === 0
  const run = async () => {
    setBusy(true)
    try {
      await alter((consent) => addAmounts(amounts, consent))
      onClose()
    } catch (error) {
      const row = refusedRow(error as Refused, lines)
      setFound({ ...found!, ...(row ? { bad: [row] } : { problem: (error as Error).message }) })
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
            {found ? t('Choose another file') : t('Choose a file')}
          </Button>
          {isReady && (
            <Button kind="primary" busy={busy} onClick={() => void run()}>
              {t('Import {count, plural, one {# amount} other {# amounts}}', { count: amounts.length })}
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
        {found && <Found found={found} />}
      </div>
      {dialog}
    </Dialog>
  )
}

function Found({ found: { name, amounts, bad, problem } }: { found: Read }) {
  if (problem !== undefined)
    return (
      <Notice kind="bad" title={name}>
        {problem}
      </Notice>
    )
  if (bad.length === 0) {
    const people = new Set(amounts.map(({ user_id }) => user_id)).size
    const cents = amounts.reduce((sum, one) => sum + centsOf(one), 0)
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
