import { SelectField, TextField } from '../../components/field.tsx'
import { dateText, deviceZone, today } from '../../time.ts'
import type { From } from './form.ts'

/** Asks from when a change holds. `usual` says what it is by default once time is approved. */
export function FromField({
  label,
  usual,
  approvedTo,
  value,
  onChange,
}: {
  label: string
  usual: string
  approvedTo: string | null
  value: From
  onChange: (from: From) => void
}) {
  const choice = value === undefined ? 'usual' : value === null ? 'always' : 'day'
  const froms: Record<string, From> = { always: null, day: today(deviceZone()) }
  return (
    <>
      <SelectField
        label={label}
        hint={approvedTo && `Time is approved through ${dateText(approvedTo, { dateStyle: 'long' })}.`}
        value={choice}
        onChange={({ target }) => onChange(froms[target.value])}
      >
        <option value="usual">{approvedTo ? usual : 'The beginning, for all time'}</option>
        <option value="day">A day you choose</option>
        {approvedTo && <option value="always">The beginning, for all time</option>}
      </SelectField>
      {choice === 'day' && (
        <TextField
          label="First day"
          type="date"
          required
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </>
  )
}
