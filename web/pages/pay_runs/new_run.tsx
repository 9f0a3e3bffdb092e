import { useState } from 'react'
import { useLocation } from 'wouter'
import { msg } from '../../../src/rules/language/messages.ts'
import { useRecords } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { SelectField, TextField } from '../../components/fields/field.tsx'
import { PersonPicker } from '../../components/people/person_picker.tsx'
import { t } from '../../language.ts'
import { runKindWords } from './words.ts'

/** The kinds of runs for one person, and what they pay. */
const kinds = {
  final: msg('The days through their last one, what has changed since, and balances that are paid out at the end.'),
  off_cycle: msg('These days, and what has changed since the last pay run.'),
  correction: msg('Only what has changed since the last pay run.'),
} as const

/** Closes a run for one person, beside those of pay periods. */
export function NewRun({ onClose }: { onClose: () => void }) {
  const people = useRecords('users', { active: 'both' })
  const [, navigate] = useLocation()
  const [kind, setKind] = useState<keyof typeof kinds>('final')
  const [userId, setUserId] = useState(0)
  const [dates, setDates] = useState({ start_date: '', end_date: '' })
  const hasDates = kind !== 'correction'
  const isComplete = userId !== 0 && (!hasDates || (dates.start_date !== '' && dates.end_date !== ''))
  const run = async () => {
    const body = { kind, user_ids: [userId], ...(hasDates && dates), close: true }
    const { pay_run } = await ask('POST', '/api/console/pay_runs', { body })
    navigate(`/pay_runs/${pay_run.id}`)
  }
  return (
    <ActionDialog
      title={t('Pay run for one person')}
      label={t('Close pay run')}
      run={run}
      disabled={!isComplete}
      onClose={onClose}
    >
      <SelectField
        label={t('Kind')}
        hint={t(kinds[kind])}
        value={kind}
        onChange={({ target }) => setKind(target.value as keyof typeof kinds)}
      >
        {Object.keys(kinds).map((name) => (
          <option key={name} value={name}>
            {t(runKindWords[name as keyof typeof kinds])}
          </option>
        ))}
      </SelectField>
      <PersonPicker label={t('Person')} people={people.data ?? []} value={userId} onChange={setUserId} />
      {hasDates && (
        <div className="form-row">
          <TextField
            label={t('From')}
            type="date"
            value={dates.start_date}
            onChange={({ target }) => setDates({ ...dates, start_date: target.value })}
          />
          <TextField
            label={t('To')}
            type="date"
            value={dates.end_date}
            onChange={({ target }) => setDates({ ...dates, end_date: target.value })}
          />
        </div>
      )}
    </ActionDialog>
  )
}
