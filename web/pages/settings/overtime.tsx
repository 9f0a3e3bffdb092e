import { useState } from 'react'
import { SelectField } from '../../components/fields/field.tsx'
import { Card } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import type { From, Rule, Scope, SettingsForm } from './form.ts'
import { FromField } from './from_field.tsx'
import { CardProblem, HoldsFrom, requestOf } from './holds_from.tsx'
import { newRule, presetNames, ruleText } from './overtime_rules.ts'
import { overtimeSettings, thresholdSettings, workdaySettings } from './plan.ts'
import { Effects, Preview } from './preview.tsx'
import { RuleList } from './rule_list.tsx'
import { useCardForm } from './save_bar.tsx'
import { SettingList } from './setting.tsx'

/** Choice of the overtime rules: a preset, the thresholds in the settings, or custom rules. */
export function Overtime({ form, scope }: { form: SettingsForm; scope: Scope }) {
  const { overtime, presets, approved_to } = form.question.data!
  const [from, setFrom] = useState<From>()
  const [chosen, setChosen] = useState<string | Rule[] | null>()
  const current = chosen === undefined ? overtime : chosen
  const kind = Array.isArray(current) ? 'own' : (current ?? '')
  const title = t('Overtime')
  const settings = [...overtimeSettings, ...thresholdSettings, ...workdaySettings]
  const changed = form.changed(settings)
  const isChanged = chosen !== undefined || Object.keys(changed).length > 0
  const rules = Array.isArray(current) ? current : (presets[current ?? ''] ?? [])

  const change = {
    ...requestOf(form, changed),
    ...(chosen === undefined ? {} : { overtime: chosen, ...(from !== undefined && { overtime_from: from }) }),
  }

  const reset = () => {
    setChosen(undefined)
    setFrom(undefined)
    form.reset(settings)
  }
  const save = async () => {
    await form.saveCard(title, change)
    reset()
    return undefined
  }
  const card = useCardForm(title, isChanged, save, reset)
  const choose = (name: string) => {
    if (name === '') return setChosen(null)
    setChosen(name === 'own' ? (rules.length > 0 ? rules : [newRule(0)]) : name)
  }

  return (
    <Card title={title} className="settings-overtime">
      <p className="quiet">
        {t('Each hour is paid once, under the rule that pays most. Reports show which rule applied.')}
      </p>
      <form {...card}>
        <SettingList settings={overtimeSettings} form={form} scope={scope} />
        <SelectField label={t('Overtime rules')} value={kind} onChange={({ target }) => choose(target.value)}>
          {scope.for !== 'company' && <option value="">{t('Company default')}</option>}
          {['settings', ...Object.keys(presets), 'own'].map((name) => (
            <option key={name} value={name}>
              {t(presetNames[name] ?? name)}
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
          <FromField
            label={t('Rules apply from')}
            usual={t('The day after approved time')}
            approvedTo={approved_to}
            value={from}
            onChange={setFrom}
          />
        )}
        <SettingList settings={workdaySettings} form={form} scope={scope} />
        <HoldsFrom form={form} changed={changed} />
        {isChanged && (
          <Preview key={JSON.stringify(change)}>
            <Effects scope={scope} change={change} />
          </Preview>
        )}
        <CardProblem form={form} title={title} />
      </form>
    </Card>
  )
}
