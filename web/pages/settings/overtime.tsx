import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { SelectField, TextField } from '../../components/field.tsx'
import { Card } from '../../components/page.tsx'
import type { Rule, Scope, SettingsForm } from './form.ts'
import { overtimeSettings, thresholdSettings } from './plan.ts'
import { SaveRow, saved } from './save_row.tsx'
import { SettingList } from './setting.tsx'

const kinds: Record<Rule['kind'], string> = {
  daily: 'over … hours a day',
  weekly: 'over … hours a workweek',
  seventh_day: 'over … hours on the seventh day in a row',
  rest: 'within … hours of the previous shift',
}

const names: Record<string, string> = {
  settings: 'Hours set below',
  federal: 'United States, federal: over 40 hours a week',
  california: 'California: daily, weekly, and seventh day, with double time',
  own: 'Custom rules',
}

/** Chooses the overtime rules: a preset, the thresholds in the settings, or custom rules. */
export function Overtime({ form, scope }: { form: SettingsForm; scope: Scope }) {
  const { overtime, presets } = form.question.data!
  const [chosen, setChosen] = useState<string | Rule[] | null>()
  const current = chosen === undefined ? overtime : chosen
  const kind = Array.isArray(current) ? 'own' : (current ?? '')
  const settings = [...overtimeSettings, ...thresholdSettings]
  const changed = form.changed(settings)
  const isChanged = chosen !== undefined || Object.keys(changed).length > 0
  const rules = Array.isArray(current) ? current : (presets[current ?? ''] ?? [])

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
          form.save.mutate(
            { settings: changed, ...(chosen === undefined ? {} : { overtime: chosen }) },
            {
              onSuccess: () => {
                setChosen(undefined)
                saved(form)
              },
            },
          )
        }}
      >
        <SettingList settings={overtimeSettings} form={form} scope={scope} />
        <SelectField label="Overtime rules" value={kind} onChange={({ target }) => choose(target.value)}>
          {scope.for !== 'company' && <option value="">Company default</option>}
          {['settings', ...Object.keys(presets), 'own'].map((name) => (
            <option key={name} value={name}>
              {names[name] ?? name}
            </option>
          ))}
        </SelectField>
        {kind === 'settings' && <SettingList settings={thresholdSettings} form={form} scope={scope} />}
        {kind === 'own' && <RuleList rules={rules} onChange={setChosen} />}
        {kind !== 'own' && kind !== 'settings' && rules.length > 0 && (
          <ul className="settings-rules">
            {rules.map((rule) => (
              <li key={rule.name}>
                {rule.multiplier} × {kinds[rule.kind].replace('…', String(rule.after_hours))}
              </li>
            ))}
          </ul>
        )}
        <SaveRow form={form} isChanged={isChanged} />
      </form>
    </Card>
  )
}

function newRule(index: number): Rule {
  return { name: `rule_${index + 1}`, kind: 'weekly', after_hours: 40, multiplier: 1.5 }
}

function RuleList({ rules, onChange }: { rules: readonly Rule[]; onChange: (rules: Rule[]) => void }) {
  const replace = (index: number, part: Partial<Rule>) =>
    onChange(rules.map((rule, at) => (at === index ? { ...rule, ...part } : rule)))
  return (
    <fieldset className="form">
      <legend className="label">Rules</legend>
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id, and their names are edited here.
        <div key={index} className="settings-rule">
          <TextField
            label="Name in reports"
            pattern="[a-z][a-z0-9_]*"
            title="Lowercase letters, digits, and _"
            required
            maxLength={40}
            value={rule.name}
            onChange={({ target }) => replace(index, { name: target.value })}
          />
          <SelectField
            label="Applies to hours"
            value={rule.kind}
            onChange={({ target }) => replace(index, { kind: target.value as Rule['kind'] })}
          >
            {Object.entries(kinds).map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Hours"
            type="number"
            min={0}
            max={168}
            step={0.25}
            required
            value={rule.after_hours}
            onChange={({ target }) => replace(index, { after_hours: target.valueAsNumber })}
          />
          <TextField
            label="Rate multiplier"
            type="number"
            min={1.01}
            max={10}
            step={0.01}
            required
            value={rule.multiplier}
            onChange={({ target }) => replace(index, { multiplier: target.valueAsNumber })}
          />
          <Button
            label={`Remove ${rule.name}`}
            icon={<X size={18} aria-hidden="true" />}
            onClick={() => onChange(rules.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => onChange([...rules, newRule(rules.length)])}
        >
          Add rule
        </Button>
      </div>
    </fieldset>
  )
}
