import { type KeyboardEvent, useState } from 'react'
import { writtenTime } from '../../time.ts'
import { useTwelve } from '../time/hours.ts'
import { Field } from './field.tsx'
import { isTimeOfDay, readTimeOfDay, steppedTime, timeProblem } from './time_of_day.ts'
import './time_field.css'

const stepMinutes = 5
const usualTime = '09:00'

/**
 * A time of day, typed the way people write it and shown in their 12- or 24-hour format, which the browser's own field
 * does not follow. `value` is `HH:MM`, '' if empty, or the typed text if it is not a time.
 */
export function TimeField({
  label,
  value,
  after,
  hint,
  error,
  required,
  onChange,
}: {
  label: string
  value: string
  /** The time that this one follows, such as the start for an end. */
  after?: string | undefined
  hint?: string | undefined
  error?: string | undefined
  required?: boolean
  onChange: (value: string) => void
}) {
  const twelve = useTwelve()
  const [typed, setTyped] = useState<string>()
  const said = isTimeOfDay(value) ? writtenTime(`2000-01-01T${value}:00Z`, twelve) : ''
  const isTyping = typed !== undefined
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setTyped(undefined)
    const from = isTimeOfDay(value) ? value : after && isTimeOfDay(after) ? after : usualTime
    onChange(steppedTime(from, step))
  }
  return (
    <Field label={label} hint={hint} error={(isTyping ? undefined : timeProblem(value)) ?? error}>
      {(props) => (
        <span className="time-field">
          <input
            {...props}
            inputMode={twelve ? 'text' : 'decimal'}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required={required}
            aria-keyshortcuts="ArrowUp ArrowDown"
            value={typed ?? (said || value)}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => {
              setTyped(target.value)
              onChange(readTimeOfDay(target.value, { twelve, after }) ?? target.value.trim())
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setTyped(undefined)}
          />
          <output className="time-field-said">
            {isTyping && said.toLowerCase() !== typed.trim().toLowerCase() && said}
          </output>
        </span>
      )}
    </Field>
  )
}

const steps: Record<string, number> = { ArrowUp: stepMinutes, ArrowDown: -stepMinutes }
