import { type ReactNode, useState } from 'react'
import type { RefusalCode } from '../../../src/rules/refusals/table.ts'
import { ApiError } from '../../api/request.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { ActionDialog } from './action_dialog.tsx'

/** The refusals of changes that are made when they are sent again with `alters_approved`. */
const altersApproved: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'approved_pay_would_change',
  'holiday_in_approved_time',
  'overtime_changes_approved_time',
  'settings_change_approved_time',
])

/** Runs a change; if it would alter how approved time is paid, asks first. `effects` shows what it would do. */
export type Alter = <T>(change: (alters_approved: boolean) => Promise<T>, effects?: ReactNode) => Promise<T>

/**
 * A function that runs such changes, and the dialog that asks. `about` describes the approved time, on or through a
 * day.
 */
export function useConsent(about: (day: string) => ReactNode): { alter: Alter; dialog: ReactNode } {
  const [question, setQuestion] = useState<{ date: string; effects: ReactNode; answer: (yes: boolean) => void }>()
  const alter: Alter = async (change, effects) => {
    try {
      return await change(false)
    } catch (error) {
      const reason = error instanceof ApiError ? error.reason : undefined
      if (!reason || !altersApproved.has(reason.code)) throw error
      const date = String(reason.values?.date ?? '')
      const yes = await new Promise<boolean>((answer) => setQuestion({ date, effects, answer }))
      setQuestion(undefined)
      if (!yes) throw new ApiError(417, t('Nothing was changed.'))
      return change(true)
    }
  }
  const dialog = question && (
    <ActionDialog
      title={t('Change approved time?')}
      label={t('Change it')}
      run={async () => {}}
      onClose={(done) => question.answer(done)}
    >
      <p>{about(question.date && dateText(question.date, { dateStyle: 'long' }))}</p>
      {question.effects}
    </ActionDialog>
  )
  return { alter, dialog }
}
