import { Check, SelectField, TextField } from '../../components/fields/field.tsx'
import { TimeField } from '../../components/fields/time_field.tsx'
import { ZonePicker } from '../../components/fields/zone_picker.tsx'
import { t } from '../../language.ts'
import { choicesOf } from './choices.ts'
import type { Scope, SettingsForm } from './form.ts'
import { type ShownSetting, settingsAt } from './plan.ts'
import { TimeOffKinds } from './time_off_kinds.tsx'

/** The controls of some settings, without those that currently do not apply. */
export function SettingList({
  settings,
  form,
  scope,
}: {
  settings: readonly ShownSetting[]
  form: SettingsForm
  scope: Scope
}) {
  const applies = ({ section, when }: ShownSetting) => {
    if (!when) return true
    const value = String(form.value(section, when.key))
    return when.is ? when.is.includes(value) : value === '1'
  }
  return settingsAt(settings, scope)
    .filter(applies)
    .map((one) => (
      <div key={`${one.section}.${one.key}`} className="settings-one" data-setting={one.key}>
        <Setting setting={one} form={form} />
        {scope.for !== 'company' && <Own setting={one} form={form} />}
      </div>
    ))
}

function Setting({ setting, form }: { setting: ShownSetting; form: SettingsForm }) {
  const { section, key, form: shape } = setting
  const label = t(setting.label)
  const hint = setting.help && t(setting.help)
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
  if (shape.kind === 'jobcodes') return <TimeOffKinds {...frame} value={value} onChange={change} />
  if (shape.kind === 'zone') return <ZonePicker {...frame} value={value} onChange={change} />
  if (shape.kind === 'time') return <TimeField {...frame} value={withoutSeconds(value)} onChange={change} />
  const choices = choicesOf(setting)
  if (choices)
    return (
      <SelectField {...frame} value={value} onChange={({ target }) => change(target.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
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
        step={shape.decimals === 0 ? 1 : 'any'}
        value={value}
        onChange={({ target }) => change(target.value)}
      />
    )
  return (
    <TextField
      {...frame}
      type={shape.kind === 'date' ? 'date' : 'text'}
      maxLength={shape.kind === 'text' ? shape.max : undefined}
      value={value}
      onChange={({ target }) => change(target.value)}
    />
  )
}

/** A stored time has seconds; what someone is typing stays as it is. */
function withoutSeconds(value: string): string {
  return value.replace(/^(\d\d:\d\d):\d\d$/, '$1')
}

/** Whether a group or person overrides the setting, and a button to remove the override. */
function Own({ setting: { section, key, label }, form }: { setting: ShownSetting; form: SettingsForm }) {
  const isOwn = form.question.data?.set[section]?.[key] !== undefined
  if (!isOwn) return <small className="hint">{t('Company default')}</small>
  return (
    <small className="hint">
      {t('Overridden here.')}{' '}
      <button
        type="button"
        className="link"
        aria-label={t('{setting}: use company default', { setting: t(label) })}
        onClick={() =>
          form.save.mutate(
            { settings: { [section]: { [key]: null } } },
            { onSuccess: () => form.reset([{ section, key }]) },
          )
        }
      >
        {t('Use company default')}
      </button>
    </small>
  )
}
