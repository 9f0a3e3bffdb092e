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
  /** The error; screen readers announce it when it appears. */
  error?: string | undefined
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
}

/** A control with its label, hint and error, linked for accessibility. `children` gets the props of the control. */
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
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'unseen' : undefined}>
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy(id, { hint, error }), 'aria-invalid': error ? true : undefined })}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

type Notes = Pick<Frame, 'hint' | 'error'>

/** The ids of the notes below a control, for `aria-describedby`. */
export function describedBy(id: string, { hint, error }: Notes): string | undefined {
  return [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
}

/** The hint and the error below a control with this id. */
export function FieldNotes({ id, hint, error }: Notes & { id: string }) {
  return (
    <>
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
    </>
  )
}

/** A one-line input: text, number, date or time. */
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

/** A multi-line text input. */
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

/** A dropdown; its children are options. */
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

/** A checkbox. */
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
