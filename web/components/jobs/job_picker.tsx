import { Suspense, useEffect } from 'react'
import { inSentence, t } from '../../language.ts'
import { loadable } from '../dialogs/later.tsx'
import { PickerField } from '../fields/picker_field.tsx'
import { whenIdle } from '../page/idle.ts'
import type { JobDialogProps } from './job_dialog.tsx'
import { useJobs, useJobWord } from './jobs.ts'

const dialog = loadable(() => import('./job_dialog.tsx'))

/** Only the list, without the field. Its code is loaded when the device is idle, or when it is first opened. */
export function JobDialog(props: JobDialogProps) {
  return (
    <Suspense>
      <dialog.page {...props} />
    </Suspense>
  )
}

type Props = Omit<JobDialogProps, 'onClose' | 'onChoose'> & {
  onChange: (id: number) => void
  label?: string
  /** Puts the label above the field, as in a row of other fields. */
  labelAbove?: boolean
  /** What the field says while nothing is selected. */
  none?: string
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
}: Props) {
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
