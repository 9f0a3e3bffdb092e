import { useState } from 'react'
import { useAnswer } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { SelectField } from '../../components/fields/field.tsx'
import { t } from '../../language.ts'
import { type Calendar, importText } from './words.ts'

const yearsAhead = 5

/** Adds the public holidays of a country to a calendar. */
export function ImportDialog({ calendar, today, onClose }: { calendar: Calendar; today: string; onClose: () => void }) {
  const now = Number(today.slice(0, 4))
  const [country, setCountry] = useState(String(useMe().settings.general?.country ?? ''))
  const [region, setRegion] = useState('')
  const [first, setFirst] = useState(now)
  const [last, setLast] = useState(now + 1)
  const known = useAnswer('setup', '/api/console/public_holidays').data?.countries ?? []
  const asked = useAnswer('setup', '/api/console/public_holidays', { country }, { enabled: country !== '' })
  const regions = country === '' ? [] : (asked.data?.regions ?? [])
  const years = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  const run = async () => {
    const outcome = await ask('POST', '/api/console/holiday_calendars/{id}/import', {
      params: { id: calendar.id },
      body: { country, years, ...(region !== '' && { region }) },
    })
    toast(importText(outcome))
  }
  const choices = Array.from({ length: yearsAhead + 2 }, (_, index) => now - 1 + index)
  return (
    <ActionDialog
      title={t('Import into {calendar}', { calendar: calendar.name })}
      label={t('Import')}
      run={run}
      disabled={country === '' || years.length === 0}
      onClose={onClose}
    >
      <p>
        {t(
          'Adds public holidays. Dates that already have a holiday stay as they are. Remove those that you don’t observe.',
        )}
      </p>
      <SelectField
        label={t('Country')}
        value={country}
        onChange={({ target }) => {
          setCountry(target.value)
          setRegion('')
        }}
      >
        <option value="">{t('Choose a country')}</option>
        {known.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {regions.length > 0 && (
        <SelectField label={t('Region')} value={region} onChange={({ target }) => setRegion(target.value)}>
          <option value="">{t('Nationwide holidays only')}</option>
          {regions.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <div className="form-row">
        <YearField label={t('From')} year={first} years={choices} onChange={setFirst} />
        <YearField label={t('Through')} year={last} years={choices} onChange={setLast} />
      </div>
    </ActionDialog>
  )
}

function YearField({
  label,
  year,
  years,
  onChange,
}: {
  label: string
  year: number
  years: readonly number[]
  onChange: (year: number) => void
}) {
  return (
    <SelectField label={label} value={year} onChange={({ target }) => onChange(Number(target.value))}>
      {years.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </SelectField>
  )
}
