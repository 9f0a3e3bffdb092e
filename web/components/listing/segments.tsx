import { type ReactNode, useId } from 'react'
import './segments.css'

/** A segmented control for two or three options. */
export function Segments<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: T
  options: readonly { value: T; text: ReactNode }[]
  onChange: (value: T) => void
}) {
  const name = useId()
  return (
    <fieldset className="segments">
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            value={option.value}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </fieldset>
  )
}
