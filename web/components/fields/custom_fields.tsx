import { useId } from 'react'
import { t } from '../../language.ts'
import { Field, SelectField } from './field.tsx'
import type { FieldValues, ShownField } from './field_rules.ts'

/** Inputs for a timesheet's custom fields. */
export function CustomFields({
  fields,
  values,
  onChange,
  problems = {},
}: {
  fields: readonly ShownField[]
  values: FieldValues
  onChange: (values: FieldValues) => void
  problems?: Readonly<Record<string, string>>
}) {
  const id = useId()
  return fields.map((field) => {
    const value = values[field.id] ?? ''
    const change = (to: string) => onChange({ ...values, [field.id]: to })
    const frame = {
      label: field.name,
      error: problems[field.id],
      ...(field.required && { hint: t('Required for this job') }),
    }
    if (field.kind === 'list')
      return (
        <SelectField
          key={field.id}
          {...frame}
          required={field.required}
          value={value}
          onChange={(event) => change(event.target.value)}
        >
          <option value="">{t('Choose…')}</option>
          {[...new Set([...field.choices, ...(value === '' ? [] : [value])])].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
      )
    return (
      <Field key={field.id} {...frame}>
        {(props) => (
          <>
            <input
              {...props}
              required={field.required}
              list={`${id}-${field.id}`}
              maxLength={nameMax}
              autoComplete="off"
              value={value}
              onChange={(event) => change(event.target.value)}
            />
            <datalist id={`${id}-${field.id}`}>
              {field.choices.slice(0, suggestionsMax).map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </Field>
    )
  })
}

const nameMax = 128
const suggestionsMax = 200
