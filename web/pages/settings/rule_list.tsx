import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Check, SelectField, TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { t } from '../../language.ts'
import type { Rule } from './form.ts'
import {
  type Detail,
  detailsOf,
  hasSpan,
  kinds,
  newRule,
  typedDetail,
  weekdays,
  withDay,
  withDetail,
  withKind,
} from './overtime_rules.ts'

type Change = (rule: Rule) => void

/** A company's own overtime rules. */
export function RuleList({ rules, onChange }: { rules: readonly Rule[]; onChange: (rules: Rule[]) => void }) {
  return (
    <fieldset className="form">
      <legend className="label">{t('Rules')}</legend>
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id, and their names are edited here.
        <div key={index} className="settings-rule">
          <RuleFields
            rule={rule}
            onChange={(made) => onChange(rules.map((other, at) => (at === index ? made : other)))}
          />
          <Button
            label={t('Remove {name}', { name: rule.name })}
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
          {t('Add rule')}
        </Button>
      </div>
    </fieldset>
  )
}

function RuleFields({ rule, onChange }: { rule: Rule; onChange: Change }) {
  return (
    <>
      <TextField
        label={t('Name in reports')}
        pattern="[a-z][a-z0-9_]*"
        title={t('Lowercase letters, digits, and _')}
        required
        maxLength={40}
        value={rule.name}
        onChange={({ target }) => onChange({ ...rule, name: target.value })}
      />
      <SelectField
        label={t('Applies to hours')}
        value={rule.kind}
        onChange={({ target }) => onChange(withKind(rule, target.value as Rule['kind']))}
      >
        {Object.entries(kinds).map(([kind, words]) => (
          <option key={kind} value={kind}>
            {t(words, { hours: '…' })}
          </option>
        ))}
      </SelectField>
      <TextField
        label={hasSpan(rule) ? t('After hours of that time') : t('Hours')}
        hint={rule.kind === 'clock' ? t('Counted from the first second of that time, across midnight too.') : undefined}
        type="number"
        min={0}
        max={rule.kind === 'fortnight' ? 336 : 168}
        step={0.25}
        required
        value={rule.after_hours}
        onChange={({ target }) => onChange({ ...rule, after_hours: target.valueAsNumber })}
      />
      <TextField
        label={t('Rate multiplier')}
        type="number"
        min={1.01}
        max={10}
        step={0.01}
        required
        value={rule.multiplier}
        onChange={({ target }) => onChange({ ...rule, multiplier: target.valueAsNumber })}
      />
      {rule.kind === 'clock' && <ClockFields rule={rule} onChange={onChange} />}
      {detailsOf(rule, 'kind').map((detail) => (
        <DetailField key={detail.key} detail={detail} rule={rule} onChange={onChange} />
      ))}
      {hasSpan(rule) && (
        <Check
          label={t('Add to what other rules pay')}
          hint={t(
            'Otherwise the hours are paid by whichever rule pays most. Where several rules add, a setting decides.',
          )}
          checked={rule.adds === true}
          onChange={({ target }) => onChange({ ...rule, adds: target.checked })}
        />
      )}
      {rule.kind === 'rest' && (
        <Check
          label={t('Pay the whole shift')}
          hint={t('Otherwise only until there would have been enough rest. Not for a second shift of the same day.')}
          checked={rule.whole_shift === true}
          onChange={({ target }) => onChange({ ...rule, whole_shift: target.checked })}
        />
      )}
      <Limits rule={rule} onChange={onChange} />
    </>
  )
}

/** For whom and when the rule applies; collapsed while it applies to everyone at all times. */
function Limits({ rule, onChange }: { rule: Rule; onChange: Change }) {
  const limits = detailsOf(rule, 'all')
  const [open, setOpen] = useState(limits.some(({ key }) => rule[key] !== undefined))
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="settings-limits">
      <summary>{t('Limit to some people or dates')}</summary>
      <div className="settings-limits-fields">
        {limits.map((detail) => (
          <DetailField key={detail.key} detail={detail} rule={rule} onChange={onChange} />
        ))}
      </div>
    </details>
  )
}

function DetailField({ detail, rule, onChange }: { detail: Detail; rule: Rule; onChange: Change }) {
  const { label, hint, input } = detail
  return (
    <TextField
      label={t(label)}
      hint={t(hint)}
      {...input}
      value={typedDetail(rule, detail)}
      onChange={({ target }) => onChange(withDetail(rule, detail, target.value))}
    />
  )
}

function ClockFields({ rule, onChange }: { rule: Rule; onChange: Change }) {
  const clock = { pattern: '([01][0-9]|2[0-4]):[0-5][0-9]', title: t('A time such as 22:00'), required: true, size: 5 }
  return (
    <>
      <TextField
        label={t('From@@time of day')}
        {...clock}
        value={rule.start ?? ''}
        onChange={({ target }) => onChange({ ...rule, start: target.value })}
      />
      <TextField
        label={t('To@@time of day')}
        hint={t('24:00 is the end of the day; an earlier time is on the next day.')}
        {...clock}
        value={rule.end ?? ''}
        onChange={({ target }) => onChange({ ...rule, end: target.value })}
      />
      <fieldset className="settings-days">
        <legend className="label">{t('Days on which the hours begin')}</legend>
        {weekdays().map(({ value, label }) => (
          <Check
            key={value}
            label={label}
            checked={rule.days?.includes(value) ?? true}
            onChange={({ target }) => onChange(withDay(rule, value, target.checked))}
          />
        ))}
      </fieldset>
    </>
  )
}
