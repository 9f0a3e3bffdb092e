import { useRecords } from '../../api/queries.ts'
import { SelectField, TextField } from '../../components/fields/field.tsx'
import { t } from '../../language.ts'
import type { Plan } from './plan.ts'

/** How much time a project may take: in total, or for each choice of a custom field. */
export function EstimateFields({
  plan,
  error,
  onChange,
}: {
  plan: Plan
  error: string | undefined
  onChange: (plan: Plan) => void
}) {
  const fields = useRecords('customfields', { active: 'yes' })
  const lists =
    fields.data?.filter(({ type, applies_to }) => type === 'managed-list' && applies_to === 'timesheet') ?? []
  const set = (id: number, text: string) => onChange({ ...plan, hours: { ...plan.hours, [id]: text } })
  return (
    <>
      <SelectField
        label={t('Estimate')}
        value={plan.by}
        onChange={({ target }) => onChange({ ...plan, by: target.value === 'none' ? 'none' : Number(target.value) })}
      >
        <option value="none">{t('No estimate')}</option>
        <option value={0}>{t('One total')}</option>
        {lists.map(({ id, name }) => (
          <option key={id} value={id}>
            {t('By {field}', { field: name })}
          </option>
        ))}
      </SelectField>
      {plan.by === 0 && (
        <TextField
          label={t('Estimated hours')}
          placeholder="120"
          autoComplete="off"
          error={error}
          value={plan.hours[0] ?? ''}
          onChange={({ target }) => set(0, target.value)}
        />
      )}
      {plan.by !== 'none' && plan.by !== 0 && <Choices by={plan.by} plan={plan} error={error} onSet={set} />}
    </>
  )
}

function Choices({
  by,
  plan,
  error,
  onSet,
}: {
  by: number
  plan: Plan
  error: string | undefined
  onSet: (id: number, text: string) => void
}) {
  const items = useRecords('customfielditems', { customfield_id: by, active: 'yes' })
  return (
    <fieldset className="projects-choices">
      <legend className="label">{t('Estimated hours')}</legend>
      {error && (
        <small className="error" role="alert">
          {error}
        </small>
      )}
      {items.data?.map(({ id, name }) => (
        <TextField
          key={id}
          label={name}
          autoComplete="off"
          value={plan.hours[id] ?? ''}
          onChange={({ target }) => onSet(id, target.value)}
        />
      ))}
    </fieldset>
  )
}
