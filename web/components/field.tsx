import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'

type Frame = {
  label: string
  hint?: ReactNode
  /** What is wrong with it; said when it appears. */
  error?: string | undefined
  /** The label is there for screen readers only. */
  hideLabel?: boolean
}

/** A label, a control, a hint and what is wrong, tied together. The control gets the props it is called with. */
export function Field({
  label,
  hint,
  error,
  hideLabel,
  children,
}: Frame & {
  children: (props: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
  }) => ReactNode
}) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'unseen' : undefined}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <small id={`${id}-hint`} className="hint">
          {hint}
        </small>
      )}
      {error && (
        <small id={`${id}-error`} className="error" role="alert">
          {error}
        </small>
      )}
    </div>
  )
}

/** One line of text, a number, a date, a time. */
export function TextField({
  label,
  hint,
  error,
  hideLabel = false,
  ...rest
}: Frame & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {(props) => <input {...props} {...rest} />}
    </Field>
  )
}

/** Several lines of text. */
export function TextArea({
  label,
  hint,
  error,
  hideLabel = false,
  ...rest
}: Frame & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {(props) => <textarea rows={3} {...props} {...rest} />}
    </Field>
  )
}

/** A choice of a few; its children are options. */
export function SelectField({
  label,
  hint,
  error,
  hideLabel = false,
  children,
  ...rest
}: Frame & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {(props) => (
        <select {...props} {...rest}>
          {children}
        </select>
      )}
    </Field>
  )
}

/** Something that is on or off. */
export function Check({
  label,
  hint,
  ...rest
}: { label: ReactNode; hint?: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <div className="check">
      <input type="checkbox" id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...rest} />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <small id={`${id}-hint`} className="hint">
            {hint}
          </small>
        )}
      </div>
    </div>
  )
}
