import { Check, SelectField, TextField } from '../../components/field.tsx'
import type { Form, Scope, SettingsForm } from './form.ts'
import type { Asked } from './plan.ts'

/** The controls of some settings, without those that do not apply now. */
export function SettingList({ asked, form, scope }: { asked: readonly Asked[]; form: SettingsForm; scope: Scope }) {
  const forms = form.question.data?.forms ?? {}
  const applies = ({ section, key, when }: Asked) => {
    const shape = forms[section]?.[key]
    if (!shape || (shape.company_only && scope.for !== 'company')) return false
    if (!when) return true
    const value = String(form.value(section, when.key))
    return when.is ? when.is.split(' ').includes(value) : value === '1'
  }
  return asked.filter(applies).map((one) => (
    <div key={`${one.section}.${one.key}`} className="settings-one">
      <Setting asked={one} shape={forms[one.section]![one.key]!} form={form} />
      {scope.for !== 'company' && <Own asked={one} form={form} />}
    </div>
  ))
}

function Setting({ asked, shape, form }: { asked: Asked; shape: Form; form: SettingsForm }) {
  const { section, key, label, hint, words } = asked
  const value = String(form.value(section, key) ?? '')
  const change = (to: string | number) => form.change(section, key, to)
  const error = form.problem(section, key)
  const frame = { label, hint, error }
  if (shape.kind === 'flag')
    return (
      <Check
        label={label}
        hint={error ?? hint}
        checked={value === '1'}
        onChange={({ target }) => change(target.checked ? 1 : 0)}
      />
    )
  const choices = shape.kind === 'zone' ? form.question.data!.zones : (shape.choices ?? (words && Object.keys(words)))
  if (choices)
    return (
      <SelectField {...frame} value={value} onChange={({ target }) => change(target.value)}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {words?.[choice] ?? String(choice).replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
    )
  if (shape.kind === 'number')
    return (
      <TextField
        {...frame}
        type="number"
        min={shape.min}
        max={shape.max}
        step={shape.decimals === 0 ? 1 : 0.25}
        value={value}
        onChange={({ target }) => change(target.value)}
      />
    )
  const type = shape.kind === 'date' || shape.kind === 'time' ? shape.kind : 'text'
  return (
    <TextField
      {...frame}
      type={type}
      maxLength={shape.max}
      value={type === 'time' ? value.slice(0, 5) : value}
      onChange={({ target }) => change(target.value)}
    />
  )
}

/** Whether a group or person overrides the setting, and a button to remove the override. */
function Own({ asked: { section, key, label }, form }: { asked: Asked; form: SettingsForm }) {
  const isOwn = form.question.data?.set[section]?.[key] !== undefined
  if (!isOwn) return <small className="hint">Company default</small>
  return (
    <small className="hint">
      Overridden here.{' '}
      <button
        type="button"
        className="link"
        aria-label={`${label}: use company default`}
        onClick={() => form.save.mutate({ settings: { [section]: { [key]: null } } }, { onSuccess: form.reset })}
      >
        Use company default
      </button>
    </small>
  )
}
