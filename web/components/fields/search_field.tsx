import { Search } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import './search_field.css'

/** A field that narrows what is below it; `label` is read out and shown while it is empty. */
export function SearchField({
  label,
  value,
  onChange,
  onKeyDown,
  className = '',
}: {
  label: string
  value: string
  onChange: (words: string) => void
  onKeyDown?: (event: KeyboardEvent) => void
  /** Where it stands among others. */
  className?: string
}) {
  const id = useId()
  return (
    <div className={`field search-field ${className}`}>
      <label htmlFor={id} className="unseen">
        {label}
      </label>
      <Search size={18} aria-hidden="true" />
      <input
        id={id}
        type="search"
        placeholder={label}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
