import { type ReactNode, useState } from 'react'
import { ApiError } from '../../api/request.ts'
import { ActionDialog } from '../../components/action_dialog.tsx'
import { dateText } from '../../time.ts'

/** Runs a change; if it would alter how approved time is paid, asks first. */
export type Alter = <T>(change: (alters_approved: boolean) => Promise<T>) => Promise<T>

/** The way to run such changes, and the dialog that asks. */
export function useConsent(): { alter: Alter; dialog: ReactNode } {
  const [question, setQuestion] = useState<{ date: string; answer: (yes: boolean) => void }>()
  const alter: Alter = async (change) => {
    try {
      return await change(false)
    } catch (error) {
      if (!(error instanceof ApiError) || !error.message.includes('alters_approved')) throw error
      const [date = ''] = /\d{4}-\d\d-\d\d/.exec(error.message) ?? []
      const yes = await new Promise<boolean>((answer) => setQuestion({ date, answer }))
      setQuestion(undefined)
      if (!yes) throw new ApiError(417, 'Nothing was changed.')
      return change(true)
    }
  }
  const dialog = question && (
    <ActionDialog
      title="Change approved time?"
      label="Change it"
      run={async () => {}}
      onClose={(done) => question.answer(done)}
    >
      <p>
        {question.date && dateText(question.date, { dateStyle: 'long' })} is approved already. Work on this day would be
        paid differently.
      </p>
    </ActionDialog>
  )
  return { alter, dialog }
}
