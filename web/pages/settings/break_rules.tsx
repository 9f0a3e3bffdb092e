import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import type { Alter } from '../../components/dialogs/consent.tsx'
import { Check, SelectField, TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Loaded } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { type BreakRule, changedRule, kindNames, newBreakRule, payNames, presetNames, ruleText } from './break_words.ts'
import { DatedForm } from './dated_form.tsx'
import type { Scope } from './form.ts'
import { BreakEffects } from './preview.tsx'

type Known = AnswerOf<'GET /api/console/break_rules'>

type Props = { scope: Scope; approvedTo: string | null; alter: Alter }

/** Chooses the meal and rest breaks that are due: a preset, or custom rules. */
export function BreakRules(props: Props) {
  const { scope } = props
  const known = useAnswer('setup', '/api/console/break_rules', scope)
  return (
    <Card title={t('Meal and rest breaks')} className="settings-overtime">
      <p className="quiet">
        {t('Breaks that were missed, late, or too short show up in Approvals. Check the law where your people work.')}
      </p>
      <Loaded of={known}>
        {(data) => <Form key={JSON.stringify([data.rules, data.premium])} known={data} {...props} />}
      </Loaded>
    </Card>
  )
}

function Form({ known, scope, approvedTo, alter }: Props & { known: Known }) {
  const isCompany = scope.for === 'company'
  const saved = isCompany ? (known.rules ?? 'none') : known.rules
  const [rules, setRules] = useState(saved)
  const savedPremium = isCompany ? known.premium === true : known.premium
  const [premium, setPremium] = useState(savedPremium)
  const list = typeof rules === 'string' ? (known.presets[rules] ?? []) : (rules ?? [])
  const kind = typeof rules === 'string' ? rules : rules === null ? '' : 'own'
  const choose = (name: string) => {
    if (name === '') return setRules(null)
    setRules(name === 'own' ? (list.length > 0 ? list : [newBreakRule([])]) : name)
  }
  const isChanged = JSON.stringify([rules, premium]) !== JSON.stringify([saved, savedPremium])
  const discard = () => {
    setRules(saved)
    setPremium(savedPremium)
  }
  return (
    <DatedForm
      title={t('Meal and rest breaks')}
      label={t('Breaks are due from')}
      approvedTo={approvedTo}
      alter={alter}
      change={{ rules, premium }}
      isChanged={isChanged}
      send={(body) => ask('PUT', '/api/console/break_rules', { body: { ...scope, ...body } })}
      effects={(change) => <BreakEffects change={{ ...scope, ...change }} />}
      onDiscard={discard}
    >
      <SelectField label={t('Breaks due')} value={kind} onChange={({ target }) => choose(target.value)}>
        {!isCompany && <option value="">{t('Company default')}</option>}
        {[...Object.keys(known.presets), 'own'].map((name) => (
          <option key={name} value={name}>
            {t(presetNames[name] ?? name)}
          </option>
        ))}
      </SelectField>
      {kind === 'own' ? (
        <RuleList rules={list} onChange={setRules} />
      ) : (
        list.length > 0 && (
          <ul className="settings-rules">
            {list.map((rule) => (
              <li key={rule.name}>{ruleText(rule)}</li>
            ))}
          </ul>
        )
      )}
      <SelectField
        label={t('If a break was not provided')}
        value={premium === null ? '' : premium ? 'yes' : 'no'}
        hint={t(
          'The payroll report shows this time separately: an hour a day for each kind, if its rule says nothing else.',
        )}
        onChange={({ target }) => setPremium(target.value === '' ? null : target.value === 'yes')}
      >
        {!isCompany && <option value="">{t('Company default')}</option>}
        <option value="no">{t('No extra pay')}</option>
        <option value="yes">{t('Pay extra for it')}</option>
      </SelectField>
    </DatedForm>
  )
}

function RuleList({ rules, onChange }: { rules: readonly BreakRule[]; onChange: (rules: BreakRule[]) => void }) {
  const replace = (index: number, part: Partial<BreakRule>) =>
    onChange(rules.map((rule, at) => (at === index ? changedRule(rule, part) : rule)))
  return (
    <fieldset className="form">
      <legend className="label">{t('Breaks')}</legend>
      <p className="quiet">{t('Each rule requires its own break; of breaks in parts, only the longest is due.')}</p>
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id, and their names are edited here.
        <div key={index} className="settings-rule">
          <RuleFields
            rule={rule}
            others={rules.slice(0, index).map(({ name }) => name)}
            onChange={(part) => replace(index, part)}
          />
          <Button
            label={t('Remove {name}', { name: rule.name })}
            icon={<X size={18} aria-hidden="true" />}
            onClick={() => onChange(rules.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => onChange([...rules, newBreakRule(rules)])}>
          {t('Add break')}
        </Button>
      </div>
    </fieldset>
  )
}

type Fields = { rule: BreakRule; others: readonly string[]; onChange: (part: Partial<BreakRule>) => void }

function RuleFields({ rule, others, onChange }: Fields) {
  const number = (label: string, name: keyof typeof limits, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      type="number"
      {...limits[name]}
      value={rule[name] ?? ''}
      onChange={({ target }) => onChange({ [name]: target.valueAsNumber })}
    />
  )
  return (
    <>
      <TextField
        label={t('Name')}
        pattern="[a-z][a-z0-9_]*"
        title={t('Lowercase letters, digits, and _')}
        required
        maxLength={40}
        value={rule.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <SelectField
        label={t('Kind')}
        value={rule.kind}
        onChange={({ target }) => onChange({ kind: target.value as BreakRule['kind'] })}
      >
        {Object.entries(kindNames).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {t(name)}
          </option>
        ))}
      </SelectField>
      {number(t('Minutes'), 'minutes')}
      <SelectField
        label={t('Counts@@which breaks')}
        value={rule.pay}
        onChange={({ target }) => onChange({ pay: target.value as BreakRule['pay'] })}
      >
        {Object.entries(payNames).map(([pay, name]) => (
          <option key={pay} value={pay}>
            {t(name)}
          </option>
        ))}
      </SelectField>
      {number(t('Due in more hours than'), 'after_hours')}
      <Check
        label={t('Also in exactly that many hours')}
        checked={rule.at_least === true}
        onChange={({ target }) => onChange({ at_least: target.checked })}
      />
      {number(t('For every … hours'), 'every_hours')}
      {rule.every_hours === undefined && (
        <>
          {number(t('Begins within hours'), 'by_hours')}
          {number(t('Parts of at least … minutes'), 'part_minutes')}
          {number(t('Longest stretch without a break (hours)'), 'stretch_hours')}
        </>
      )}
      <Waiver rule={rule} others={others} number={number} onChange={onChange} />
      <Premium rule={rule} number={number} onChange={onChange} />
    </>
  )
}

type Part = {
  rule: BreakRule
  number: (label: string, name: keyof typeof limits, hint?: string) => ReactNode
  onChange: (part: Partial<BreakRule>) => void
}

/** In which shifts the break may be waived. */
function Waiver({ rule, others, number, onChange }: Part & { others: readonly string[] }) {
  return (
    <>
      {number(t('May be waived up to (hours)'), 'waivable_to_hours', t('0 for never; if empty, always.'))}
      {rule.waivable_to_hours !== undefined && others.length > 0 && (
        <SelectField
          label={t('And only if this was taken')}
          value={rule.waivable_after ?? ''}
          onChange={({ target }) => onChange({ waivable_after: target.value })}
        >
          <option value="">{t('No other break')}</option>
          {others.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
    </>
  )
}

/** What is paid if the break was not provided. */
function Premium({ rule, number, onChange }: Part) {
  return (
    <>
      {number(t('Paid if not provided (minutes)'), 'premium_minutes', t('If empty, one hour a day.'))}
      {rule.premium_minutes !== undefined && (
        <>
          <SelectField
            label={t('Paid')}
            value={rule.premium_per ?? 'day'}
            onChange={({ target }) => onChange({ premium_per: target.value === 'break' ? 'break' : 'day' })}
          >
            <option value="day">{t('Once a day')}</option>
            <option value="break">{t('For each break')}</option>
          </SelectField>
          <Check
            label={t('Counts as work')}
            hint={t('And so toward overtime.')}
            checked={rule.premium_worked === true}
            onChange={({ target }) => onChange({ premium_worked: target.checked })}
          />
        </>
      )}
    </>
  )
}

const hourLimits = { min: 0, max: 24, step: 0.25 }

/** The limits of a rule's numbers. */
const limits = {
  minutes: { min: 1, max: 240, step: 1, required: true },
  after_hours: { ...hourLimits, required: true },
  every_hours: { ...hourLimits, min: 0.5 },
  by_hours: hourLimits,
  part_minutes: { min: 1, max: 240, step: 1 },
  stretch_hours: { ...hourLimits, min: 0.5 },
  waivable_to_hours: hourLimits,
  premium_minutes: { min: 1, max: 240, step: 1 },
} as const
