import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CustomFields } from '../../components/custom_fields.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextArea } from '../../components/field.tsx'
import { type FieldValues, fieldProblems, useFieldRules } from '../../components/field_rules.ts'
import { useJobs } from '../../components/jobs.ts'
import type { Said } from './act.ts'

/** What must be said before the job can change: of the entry that ends, and of the one that begins. */
export function SwitchDialog({
  jobId,
  values: before,
  notes: written,
  onClose,
  onGo,
}: {
  jobId: number
  values: FieldValues
  /** What stands in the note that the ending entry must have; undefined when nothing is missing there. */
  notes: string | undefined
  onClose: () => void
  onGo: (values: FieldValues, said: Said) => void
}) {
  const jobs = useJobs()
  const rules = useFieldRules()
  const [values, setValues] = useState(before)
  const [notes, setNotes] = useState(written ?? '')
  const [tried, setTried] = useState(false)
  const fields = rules.fieldsOf(jobId, values)
  const problems = fieldProblems(fields, values)
  const noteMissing = written !== undefined && notes.trim() === ''
  const go = () => {
    setTried(true)
    if (noteMissing || Object.keys(problems).length > 0) return
    onGo(values, written === undefined ? {} : { notes })
  }
  return (
    <Dialog
      title={`Switch to ${jobs.byId.get(jobId)?.name ?? 'another job'}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={go}>
            Switch
          </Button>
        </>
      }
    >
      <div className="form">
        {written !== undefined && (
          <TextArea
            label="Note on what you did until now"
            required
            value={notes}
            error={tried && noteMissing ? 'Write what you worked on first.' : undefined}
            onChange={(event) => setNotes(event.target.value)}
          />
        )}
        <CustomFields fields={fields} values={values} onChange={setValues} problems={tried ? problems : {}} />
      </div>
    </Dialog>
  )
}
