import { SelectField, TextField } from '../../components/fields/field.tsx'
import { t } from '../../language.ts'
import { dateText, deviceZone, today } from '../../time.ts'
import type { From } from './form.ts'

/** Asks when a change takes effect. `usual` describes the default once time has been approved. */
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
        hint={approvedTo && t('Time is approved through {day}.', { day: dateText(approvedTo, { dateStyle: 'long' }) })}
        value={choice}
        onChange={({ target }) => onChange(froms[target.value])}
      >
        <option value="usual">{approvedTo ? usual : t('The beginning, for all time')}</option>
        <option value="day">{t('A day you choose')}</option>
        {approvedTo && <option value="always">{t('The beginning, for all time')}</option>}
      </SelectField>
      {choice === 'day' && (
        <TextField
          label={t('First day')}
          type="date"
          required
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </>
  )
}
