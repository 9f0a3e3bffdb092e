import { useId } from 'react'
import { Check, FieldNotes } from '../../components/fields/field.tsx'
import { useJobs } from '../../components/jobs/jobs.ts'
import { t } from '../../language.ts'

type Props = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Ids between commas. */
  value: string
  onChange: (value: string) => void
}

/** Chooses kinds of paid time off. */
export function TimeOffKinds({ label, hint, error, value, onChange }: Props) {
  const id = useId()
  const { byId } = useJobs(undefined, true)
  const chosen = value === '' ? [] : value.split(',').map(Number)
  const kinds = [...byId.values()].filter((job) => job.kind === 'pto' && (job.active || chosen.includes(job.id)))
  const choose = (job: number, isOn: boolean) => {
    const others = chosen.filter((one) => one !== job)
    onChange((isOn ? [...others, job] : others).sort((a, b) => a - b).join())
  }
  return (
    <fieldset className="settings-days">
      <legend className="label">{label}</legend>
      {kinds.length === 0 && <p className="quiet">{t('There is no paid time off yet.')}</p>}
      {kinds.map((job) => (
        <Check
          key={job.id}
          label={job.path}
          checked={chosen.includes(job.id)}
          onChange={({ target }) => choose(job.id, target.checked)}
        />
      ))}
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  )
}
