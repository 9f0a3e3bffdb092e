import { useState } from 'react'
import { SelectField, TextField } from '../../components/field.tsx'
import { Card } from '../../components/page.tsx'
import type { Rule, Scope, SettingsForm } from './form.ts'
import { OvertimePreview } from './overtime_preview.tsx'
import { newRule, presetNames, ruleText } from './overtime_rules.ts'
import { overtimeSettings, thresholdSettings, workdaySettings } from './plan.ts'
import { RuleList } from './rule_list.tsx'
import { HoldsFrom, requestOf, SaveRow, saved } from './save_row.tsx'
import { SettingList } from './setting.tsx'

/** Chooses the overtime rules: a preset, the thresholds in the settings, or custom rules. */
export function Overtime({ form, scope }: { form: SettingsForm; scope: Scope }) {
  const { overtime, presets, approved_to } = form.question.data!
  const [from, setFrom] = useState('')
  const [chosen, setChosen] = useState<string | Rule[] | null>()
  const current = chosen === undefined ? overtime : chosen
  const kind = Array.isArray(current) ? 'own' : (current ?? '')
  const settings = [...overtimeSettings, ...thresholdSettings, ...workdaySettings]
  const changed = form.changed(settings)
  const isChanged = chosen !== undefined || Object.keys(changed).length > 0
  const rules = Array.isArray(current) ? current : (presets[current ?? ''] ?? [])

  const change = {
    ...requestOf(form, changed),
    ...(chosen === undefined ? {} : { overtime: chosen, ...(from && { overtime_from: from }) }),
  }

  const choose = (name: string) => {
    if (name === '') return setChosen(null)
    setChosen(name === 'own' ? (rules.length > 0 ? rules : [newRule(0)]) : name)
  }

  return (
    <Card title="Overtime" className="settings-overtime">
      <p className="quiet">Each hour is paid once, under the rule that pays most. Reports show which rule applied.</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          form.save.mutate(change, {
            onSuccess: () => {
              setChosen(undefined)
              setFrom('')
              saved(form)
            },
          })
        }}
      >
        <SettingList settings={overtimeSettings} form={form} scope={scope} />
        <SelectField label="Overtime rules" value={kind} onChange={({ target }) => choose(target.value)}>
          {scope.for !== 'company' && <option value="">Company default</option>}
          {['settings', ...Object.keys(presets), 'own'].map((name) => (
            <option key={name} value={name}>
              {presetNames[name] ?? name}
            </option>
          ))}
        </SelectField>
        {kind === 'settings' && <SettingList settings={thresholdSettings} form={form} scope={scope} />}
        {kind === 'own' && <RuleList rules={rules} onChange={setChosen} />}
        {kind !== 'own' && kind !== 'settings' && rules.length > 0 && (
          <ul className="settings-rules">
            {rules.map((rule) => (
              <li key={rule.name}>{ruleText(rule)}</li>
            ))}
          </ul>
        )}
        {chosen !== undefined && (
          <TextField
            label="Rules hold from"
            hint={
              approved_to
                ? `Time is approved to ${approved_to}. If empty, they hold from the day after.`
                : 'If empty, they hold for all time.'
            }
            type="date"
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
        )}
        <SettingList settings={workdaySettings} form={form} scope={scope} />
        <HoldsFrom form={form} changed={changed} />
        {isChanged && <OvertimePreview key={JSON.stringify(change)} scope={scope} change={change} />}
        <SaveRow form={form} isChanged={isChanged} />
      </form>
    </Card>
  )
}
