import { useRecords } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { Check, SelectField, TextField } from '../../components/fields/field.tsx'
import type { Form } from '../../components/fields/form.tsx'
import { Card } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { PermissionChoice } from './permissions.tsx'
import type { PersonValues } from './values.ts'

type Props = { form: Form<PersonValues>; groups: readonly Records['groups'][] }

/** The form of everything about a person. */
export function PersonFields({ form, groups, locked, isMe = false }: Props & { locked: boolean; isMe?: boolean }) {
  const { values } = form
  return (
    <>
      <Contact form={form} isMe={isMe} />
      <Employment form={form} groups={groups} />
      {!locked && (
        <Card title={t('Role and permissions')}>
          <PermissionChoice
            name={`${values.first_name} ${values.last_name}`.trim()}
            value={values.permissions}
            onChange={(permissions) => form.set({ permissions })}
          />
        </Card>
      )}
    </>
  )
}

function Contact({ form, isMe }: { form: Form<PersonValues>; isMe: boolean }) {
  return (
    <Card title={t('Name and contact')}>
      <div className="form">
        <div className="form-row">
          <TextField {...form.text('first_name')} required maxLength={64} autoComplete="off" />
          <TextField {...form.text('last_name')} required maxLength={64} autoComplete="off" />
        </div>
        <div className="form-row">
          <TextField
            {...form.text('display_name')}
            maxLength={128}
            autoComplete="off"
            hint={t('If different from first and last name.')}
          />
          <TextField
            {...form.text('username')}
            required
            maxLength={128}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint={t('Used to sign in.')}
          />
        </div>
        <div className="form-row">
          <TextField
            {...form.text('email')}
            type="email"
            maxLength={254}
            autoComplete="off"
            disabled={isMe}
            hint={isMe ? t('You change your own in your profile.') : undefined}
          />
          <TextField {...form.text('mobile_number')} type="tel" maxLength={32} autoComplete="off" />
        </div>
      </div>
    </Card>
  )
}

function Employment({ form, groups }: Props) {
  const me = useMe()
  const fields = useRecords('customfields', { applies_to: 'user' })
  return (
    <Card title={t('Employment')}>
      <div className="form">
        <div className="form-row">
          <TextField {...form.text('job_title')} maxLength={128} />
          <SelectField {...form.text('group_id')}>
            <option value="0">{t('No group')}</option>
            {groups.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="form-row">
          <TextField {...form.text('employee_number')} inputMode="numeric" maxLength={10} />
          <TextField {...form.text('payroll_id')} maxLength={64} hint={t('Their ID in your payroll software.')} />
        </div>
        <div className="form-row">
          <TextField {...form.text('hire_date')} type="date" />
          <TextField {...form.text('term_date')} type="date" />
        </div>
        {me.is_admin && (
          <div className="form-row">
            <TextField
              {...form.text('pay_rate')}
              inputMode="decimal"
              hint={t('Visible to administrators only. A change applies from today.')}
            />
            <SelectField {...form.text('pay_interval')}>
              <option value="hour">{t('Hour')}</option>
              <option value="year">{t('Year')}</option>
            </SelectField>
          </div>
        )}
        <div className="form-row">
          <Check
            {...form.check('salaried')}
            hint={t('For your payroll software. What is paid follows from the pay rates.')}
          />
          <Check {...form.check('exempt')} hint={t('Not eligible for overtime.')} />
        </div>
        {(fields.data ?? []).map((field) => (
          <OwnField
            key={field.id}
            field={field}
            value={form.values.customfields[field.id] ?? ''}
            onChange={(value) => form.set({ customfields: { ...form.values.customfields, [field.id]: value } })}
          />
        ))}
      </div>
    </Card>
  )
}

/** A custom field of the company. */
function OwnField({
  field: { id, name, type },
  value,
  onChange,
}: {
  field: Records['customfields']
  value: string
  onChange: (value: string) => void
}) {
  const items = useRecords('customfielditems', { customfield_id: id }, { enabled: type === 'managed-list' })
  if (type === 'free-form')
    return <TextField label={name} value={value} maxLength={255} onChange={(event) => onChange(event.target.value)} />
  const names = (items.data ?? []).map((item) => item.name)
  return (
    <SelectField label={name} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t('None@@choice')}</option>
      {[...new Set([...names, ...(value ? [value] : [])])].map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </SelectField>
  )
}
