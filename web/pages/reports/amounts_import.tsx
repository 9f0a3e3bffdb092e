import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRecords } from '../../api/queries.ts'
import { useConsent } from '../../components/dialogs/consent.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Button } from '../../components/page/button.tsx'
import { Notice } from '../../components/page/page.tsx'
import { addAmounts, type NewAmount } from '../../components/time/pay_amounts.ts'
import { t } from '../../language.ts'
import { amountColumns, amountsOfSheet, type BadRow } from './amounts_file.ts'

/** What was read from a file, or why it could not be read. */
type Read = { name: string; amounts: readonly NewAmount[]; bad: readonly BadRow[]; problem?: string }

/** Imports amounts of pay from a CSV file: all of its rows, or none. */
export function AmountsImport() {
  const people = useRecords('users', { active: 'both' })
  const input = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<Read>()
  const take = async (file: File | undefined) => {
    if (!file || !people.data) return
    try {
      const { readSheet } = await import('../import/reading.ts')
      setFound({ name: file.name, ...amountsOfSheet(await readSheet(file), people.data) })
    } catch (error) {
      setFound({ name: file.name, amounts: [], bad: [], problem: (error as Error).message })
    }
  }
  return (
    <div className="no-print">
      <Button icon={<Upload size={18} aria-hidden="true" />} onClick={() => input.current?.click()}>
        {t('Import amounts')}
      </Button>
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
      {found && <Checked found={found} onClose={() => setFound(undefined)} />}
    </div>
  )
}

function Checked({ found: { name, amounts, bad, problem }, onClose }: { found: Read; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const { alter, dialog } = useConsent((day) =>
    t('Time through {day} is approved. Some of it would be paid differently than it was approved.', { day }),
  )
  const isReady = amounts.length > 0 && bad.length === 0
  const run = async () => {
    setBusy(true)
    try {
      await alter((consent) => addAmounts(amounts, consent))
      onClose()
    } catch (error) {
      setRefused((error as Error).message)
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
          <Button kind="primary" busy={busy} disabled={!isReady} onClick={() => void run()}>
            {t('Import {count, plural, one {# amount} other {# amounts}}', { count: amounts.length })}
          </Button>
        </>
      }
    >
      {[problem, refused].filter(Boolean).map((text) => (
        <Notice key={text} kind="bad">
          {text}
        </Notice>
      ))}
      <p>
        {t('{name}: {count, plural, one {# amount} other {# amounts}} to import.', { name, count: amounts.length })}
      </p>
      <p className="quiet">
        {t('Columns: {names}. A person is named by username, payroll number, ID or full name.', {
          names: Object.values(amountColumns)
            .map((column) => t(column))
            .join(', '),
        })}
      </p>
      {bad.length > 0 && (
        <Notice kind="bad" title={t('Nothing is imported until these rows can be read')}>
          <ul>
            {bad.slice(0, 50).map(({ line, text }) => (
              <li key={line}>{t('Row {line}: {problem}', { line, problem: text })}</li>
            ))}
          </ul>
        </Notice>
      )}
      {dialog}
    </Dialog>
  )
}
