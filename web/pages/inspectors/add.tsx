import { useState } from 'react'
import { addDays } from '../../../src/rules/time/calendar.ts'
import { useRecords } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { SelectField, TextField } from '../../components/fields/field.tsx'
import { t } from '../../language.ts'
import { today } from '../../time.ts'

/** A link that could not be emailed, and its person. */
export type Let = { username: string; link: string }

const daysUsual = 30
const daysMax = 366

/** Gives a person access: who they are, until when, and what they can see. */
export function AddInspector({ onClose, onMade }: { onClose: () => void; onMade: (made: Let) => void }) {
  const { zone } = useMe()
  const groups = useRecords('groups', { active: 'yes' })
  const [form, setForm] = useState(() => ({
    ...{ first_name: '', last_name: '', authority: '', email: '', records_from: '', records_to: '' },
    end_date: addDays(today(zone), daysUsual),
  }))
  const [group, setGroup] = useState('')
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => setForm({ ...form, [name]: target.value }),
  })
  const run = async () => {
    const body = { ...form, group_ids: group === '' ? [] : [Number(group)] }
    const { username, mailed_to, link } = await ask('POST', '/api/console/inspectors', { body })
    if (link === null) toast(t('Invitation sent to {address}.', { address: mailed_to ?? '' }))
    else onMade({ username, link })
  }
  const lacks = [form.first_name, form.last_name, form.authority, form.end_date].some((text) => text.trim() === '')
  return (
    <ActionDialog title={t('Add an inspector')} label={t('Add')} run={run} disabled={lacks} onClose={onClose}>
      <TextField label={t('First name')} autoComplete="off" maxLength={64} {...field('first_name')} />
      <TextField label={t('Last name')} autoComplete="off" maxLength={64} {...field('last_name')} />
      <TextField
        label={t('Authority or firm')}
        hint={t('Whom they work for.')}
        maxLength={200}
        {...field('authority')}
      />
      <TextField
        label={t('Email')}
        hint={t('The link to set a password is sent there. Without an address it is shown to you.')}
        type="email"
        autoComplete="off"
        {...field('email')}
      />
      <TextField
        label={t('Last day of access')}
        type="date"
        min={today(zone)}
        max={addDays(today(zone), daysMax)}
        {...field('end_date')}
      />
      <TextField
        label={t('Records from')}
        hint={t('Leave it empty for all earlier records, too.')}
        type="date"
        {...field('records_from')}
      />
      <TextField
        label={t('Records until')}
        hint={t('Leave it empty for all later records, too.')}
        type="date"
        {...field('records_to')}
      />
      <SelectField label={t('Group')} value={group} onChange={({ target }) => setGroup(target.value)}>
        <option value="">{t('Everyone')}</option>
        {groups.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </ActionDialog>
  )
}
