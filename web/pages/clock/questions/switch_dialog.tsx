import { useState } from 'react'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { CustomFields } from '../../../components/fields/custom_fields.tsx'
import { TextArea } from '../../../components/fields/field.tsx'
import { type FieldValues, fieldProblems, useFieldRules } from '../../../components/fields/field_rules.ts'
import { Button } from '../../../components/page/button.tsx'
import { t } from '../../../language.ts'
import type { Said } from '../act.ts'
import { useClockJobs } from '../jobs.ts'

/** Asks for what is required before a switch: about the entry that ends and the one that starts. */
export function SwitchDialog({
  jobId,
  values: before,
  notes: written,
  onClose,
  onGo,
}: {
  jobId: number
  values: FieldValues
  /** The draft of the required note on the ending entry; undefined if none is missing. */
  notes: string | undefined
  onClose: () => void
  onGo: (values: FieldValues, said: Said) => void
}) {
  const jobs = useClockJobs()
  const rules = useFieldRules(undefined, jobs)
  const [values, setValues] = useState(before)
  const [notes, setNotes] = useState(written ?? '')
  const [tried, setTried] = useState(false)
  const fields = rules.fieldsOf(jobId, values)
  const problems = fieldProblems(fields, values)
  const noteMissing = written !== undefined && notes.trim() === ''
  const job = jobs.byId.get(jobId)?.name
  const go = () => {
    setTried(true)
    if (noteMissing || Object.keys(problems).length > 0) return
    onGo(values, written === undefined ? {} : { notes })
  }
  return (
    <Dialog
      title={job ? t('Switch to {job}', { job }) : t('Switch to another job')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" onClick={go}>
            {t('Switch@@button')}
          </Button>
        </>
      }
    >
      <div className="form">
        {written !== undefined && (
          <TextArea
            label={t('What did you work on until now?')}
            required
            value={notes}
            error={tried && noteMissing ? t('Enter what you worked on first.') : undefined}
            onChange={(event) => setNotes(event.target.value)}
          />
        )}
        <CustomFields fields={fields} values={values} onChange={setValues} problems={tried ? problems : {}} />
      </div>
    </Dialog>
  )
}
