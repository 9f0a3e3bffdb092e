import { msg } from '../../../src/rules/language/messages.ts'
import { useRecords } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'
import { ask } from '../../api/request.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { Check, SelectField, TextField } from '../../components/fields/field.tsx'
import { type Form, FormProblem, useForm } from '../../components/fields/form.tsx'
import { Button } from '../../components/page/button.tsx'
import { FieldProblem } from '../../components/page/refusals.ts'
import { nameOf } from '../../components/people/names.ts'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { asksDay, type PolicyValues, policyOf, valuesOf } from './policy_form.ts'
import { type Policy, schedules } from './words.ts'

const path = '/api/console/pto_policies'
const labels = {
  whose: msg('For@@whom'),
  every: msg('Granted'),
  seconds: msg('Hours'),
  per_worked: msg('Per hours worked'),
  month: msg('Year begins in'),
  day: msg('On day'),
  cap: msg('Maximum balance'),
  carry_over: msg('Carries over'),
  paid_out: msg('Pay out the balance in the final pay run'),
}

/** Creates, changes or deletes the policy by which a kind of time off accrues for everyone, a group or a person. */
export function PolicyDialog({
  kind,
  policy,
  others,
  onClose,
}: {
  kind: Records['jobcodes']
  policy: Policy | undefined
  others: readonly Policy[]
  onClose: () => void
}) {
  const hours = useHours()
  const taken = new Set(others.map((other) => `${other.for} ${other.id}`))
  const first = taken.has('company 0') ? '' : 'company 0'
  const form = useForm(valuesOf(policy, first, hours), labels)
  const save = form.onSubmit(async (_, values) => {
    if (values.whose === '') throw new FieldProblem('whose', t('choose a group or a person'))
    const body = { jobcode_id: kind.id, ...policyOf(values) }
    await changing(() => ask('PUT', path, { body }))
    toast(t('Policy saved.'))
    onClose()
  })
  const remove = () => {
    const { for: scope, id } = policy!
    const query = { jobcode_id: kind.id, for: scope, ...(scope !== 'company' && { id }) }
    changing(() => ask('DELETE', path, { query })).then(() => {
      toast(t('Policy deleted. Hours already granted stay.'))
      onClose()
    }, toastError)
  }
  return (
    <Dialog
      title={kind.name}
      onClose={onClose}
      footer={
        <>
          {policy && (
            <Button kind="quiet" onClick={remove}>
              {t('Delete')}
            </Button>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="pto-policy" kind="primary" busy={form.busy}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <form id="pto-policy" ref={form.ref} className="form" onSubmit={save} noValidate>
        <FormProblem text={form.general} />
        {!policy && <Whose form={form} taken={taken} />}
        <Terms form={form} />
        <p className="hint">{t('Changes apply from today. Hours already granted stay.')}</p>
      </form>
    </Dialog>
  )
}

function Whose({ form, taken }: { form: Form<PolicyValues>; taken: ReadonlySet<string> }) {
  const groups = useRecords('groups', { active: 'yes' })
  const users = useRecords('users', { active: 'yes' })
  return (
    <SelectField
      {...form.text('whose')}
      hint={t('A person’s policy comes before their group’s, and that before everyone’s.')}
    >
      {taken.has('company 0') ? (
        <option value="">{t('Choose…')}</option>
      ) : (
        <option value="company 0">{t('Everyone')}</option>
      )}
      <optgroup label={t('A group')}>
        {groups.data
          ?.filter(({ id }) => !taken.has(`group ${id}`))
          .map(({ id, name }) => (
            <option key={id} value={`group ${id}`}>
              {name}
            </option>
          ))}
      </optgroup>
      <optgroup label={t('A person')}>
        {users.data
          ?.filter(({ id }) => !taken.has(`user ${id}`))
          .map((user) => (
            <option key={user.id} value={`user ${user.id}`}>
              {nameOf(user)}
            </option>
          ))}
      </optgroup>
    </SelectField>
  )
}

function Terms({ form }: { form: Form<PolicyValues> }) {
  const { every } = form.values
  return (
    <>
      <SelectField {...form.text('every')}>
        {Object.entries(schedules).map(([value, name]) => (
          <option key={value} value={value}>
            {t(name)}
          </option>
        ))}
      </SelectField>
      <div className="form-row">
        <TextField {...form.text('seconds')} placeholder={every === 'worked' ? '1' : '8'} autoComplete="off" required />
        {every === 'worked' && <TextField {...form.text('per_worked')} autoComplete="off" required />}
      </div>
      <div className="form-row">
        <TextField {...form.text('cap')} hint={t('Accrual stops there. Empty: no limit.')} autoComplete="off" />
        <TextField
          {...form.text('carry_over')}
          hint={t('Into a new year. Empty: all of it. 0: nothing.')}
          autoComplete="off"
        />
      </div>
      <Check {...form.check('paid_out')} />
      {asksDay(form.values) && (
        <div className="form-row">
          <SelectField {...form.text('month')}>
            {Array.from({ length: 12 }, (_, index) => (
              <option
                key={dateText(`2001-${String(index + 1).padStart(2, '0')}-01`, { month: 'long' })}
                value={index + 1}
              >
                {dateText(`2001-${String(index + 1).padStart(2, '0')}-01`, { month: 'long' })}
              </option>
            ))}
          </SelectField>
          <TextField {...form.text('day')} type="number" min={1} max={31} />
        </div>
      )}
    </>
  )
}
