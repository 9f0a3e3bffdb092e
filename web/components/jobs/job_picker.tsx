import { Suspense, useEffect } from 'react'
import { inSentence, t } from '../../language.ts'
import { loadable } from '../dialogs/later.tsx'
import { PickerField } from '../fields/picker_field.tsx'
import { whenIdle } from '../page/idle.ts'
import type { JobDialogProps } from './job_dialog.tsx'
import { type JobKind, useJobs, useJobWord } from './jobs.ts'

const dialog = loadable(() => import('./job_dialog.tsx'))

/** Only the list, without the field. Its code is loaded when the device is idle, or when it is first opened. */
export function JobDialog(props: JobDialogProps) {
  return (
    <Suspense>
      <dialog.page {...props} />
    </Suspense>
  )
}

export type JobPickerProps = {
  /** The id of the selected job; 0 is no job, undefined means nothing is selected yet. */
  value: number | undefined
  onChange: (id: number) => void
  /** Whose jobs; by default the signed-in user's. */
  userId?: number | undefined
  label?: string
  /** Puts the label above the field, as in a row of other fields. */
  labelAbove?: boolean
  /** What the field says while nothing is selected. */
  none?: string
  /** The title of the list. */
  title?: string
  /** Kinds to offer besides work. */
  also?: readonly Exclude<JobKind, 'regular'>[]
  /** Whether to offer time without a job. */
  allowNone?: boolean
  /** Whether to offer jobs that the person is not assigned to. */
  every?: boolean
  hint?: string
  error?: string | undefined
  disabled?: boolean
  /**
   * The name of the selected job, if it is known without the tree of jobs, which is then loaded when the list opens.
   */
  text?: string | undefined
}

/** A job field. It opens a searchable list, with recently used jobs first. */
export function JobPicker({
  value,
  onChange,
  label,
  labelAbove,
  none,
  hint,
  error,
  disabled,
  text: known,
  ...choice
}: JobPickerProps) {
  const name = useJobWord()
  const jobs = useJobs(choice.userId, choice.every, known === undefined)
  useEffect(() => whenIdle(() => void dialog.load().catch(() => {})), [])
  const nothing = none ?? t('Choose a {job}', { job: inSentence(name) })
  return (
    <PickerField
      label={label ?? name}
      large={!labelAbove}
      hint={hint}
      error={error}
      disabled={disabled}
      text={value === undefined ? nothing : (known ?? jobs.pathOf(value))}
      isEmpty={value === undefined && !none}
    >
      {(close) => (
        <JobDialog
          value={value}
          onClose={close}
          onChoose={(id) => {
            close()
            onChange(id)
          }}
          {...choice}
        />
      )}
    </PickerField>
  )
}
