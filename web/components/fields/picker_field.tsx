import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { describedBy, FieldNotes } from './field.tsx'
import './picker_field.css'

export type PickerFieldProps = {
  label: string
  /** Shows the label to screen readers only. */
  hideLabel?: boolean | undefined
  /** A larger field, with its label inside. */
  large?: boolean | undefined
  hint?: ReactNode
  error?: string | undefined
  disabled?: boolean | undefined
  /** The text of the chosen option. */
  text: string
  /** Whether nothing is chosen yet, so that the text is a prompt. */
  isEmpty?: boolean
  /** The dialog with the options. */
  children: (close: () => void) => ReactNode
}

/** A field that opens a dialog with its options. */
export function PickerField({
  label,
  hideLabel,
  large,
  hint,
  error,
  disabled,
  text,
  isEmpty,
  children,
}: PickerFieldProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="field">
      {!large && (
        <span id={`${id}-label`} className={hideLabel ? 'unseen' : 'label'}>
          {label}
        </span>
      )}
      <button
        type="button"
        id={id}
        className={large ? 'picker large' : 'picker'}
        aria-haspopup="dialog"
        aria-labelledby={large ? undefined : `${id}-label ${id}`}
        aria-describedby={describedBy(id, { hint, error })}
        aria-invalid={error ? true : undefined}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        <span className="picker-text">
          {large && <small>{label}</small>}
          <span className={isEmpty ? 'quiet' : undefined}>{text || '\u00a0'}</span>
        </span>
        <ChevronDown size={18} aria-hidden="true" />
      </button>
      <FieldNotes id={id} hint={hint} error={error} />
      {open && children(() => setOpen(false))}
    </div>
  )
}
