import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { t } from '../language.ts'
import { Dialog } from './dialog.tsx'
import './picker.css'
import { finder, folded } from './search.ts'
import { SearchList } from './search_list.tsx'

type FieldProps = {
  label: string
  /** Shows the label to screen readers only. */
  hideLabel?: boolean | undefined
  hint?: ReactNode
  error?: string | undefined
  disabled?: boolean | undefined
  /** The text of the current choice. */
  text: string
}

/** A field that opens a dialog to choose in, which `children` renders. */
export function PickerField({
  label,
  hideLabel,
  hint,
  error,
  disabled,
  text,
  children,
}: FieldProps & { children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <div className="field">
      <span id={`${id}-label`} className={hideLabel ? 'unseen' : 'label'}>
        {label}
      </span>
      <button
        type="button"
        id={id}
        className="picker"
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={described}
        aria-invalid={error ? true : undefined}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        <span>{text}</span>
        <ChevronDown size={18} aria-hidden="true" />
      </button>
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
      {open && children(() => setOpen(false))}
    </div>
  )
}

/** An entry to choose; `detail` is shown next to its name. */
export type Choice = { id: number; name: string; detail?: string | undefined }

type ListProps = {
  /** In order. */
  choices: readonly Choice[]
  /** The id of the chosen entry; 0 for `none`. */
  value: number
  /** The first option, such as `Everyone`. */
  none?: string | undefined
  searchLabel: string
  listLabel: string
  /** The text if nothing matches these words. */
  nothing: (words: string) => string
  onChange: (id: number) => void
}

/** A field for one of many entries. It opens a list that can be searched by name. */
export function ListPicker({
  label,
  hideLabel,
  text,
  ...list
}: Omit<FieldProps, 'text'> & { text?: string } & ListProps) {
  const shown = list.choices.find(({ id }) => id === list.value)?.name ?? (list.value === 0 ? list.none : undefined)
  return (
    <PickerField label={label} hideLabel={hideLabel} text={shown ?? text ?? ''}>
      {(close) => <ListDialog title={label} {...list} onClose={close} />}
    </PickerField>
  )
}

/** The maximum number of entries listed at once; a search finds the others. */
const shownMax = 100

function ListDialog({
  title,
  choices,
  value,
  none,
  searchLabel,
  listLabel,
  nothing,
  onChange,
  onClose,
}: ListProps & { title: string; onClose: () => void }) {
  const [words, setWords] = useState('')
  const known = useMemo(() => {
    const lines = none === undefined ? choices : [{ id: 0, name: none }, ...choices]
    return lines.map((line) => ({
      ...line,
      key: String(line.id),
      folded: folded(`${line.name} ${line.detail ?? ''}`),
    }))
  }, [choices, none])
  const found = useMemo(() => known.filter((line) => finder(words)(line.folded)), [known, words])
  const more = found.length - shownMax
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <SearchList
        groups={[{ lines: found.slice(0, shownMax) }]}
        chosen={String(value)}
        words={words}
        label={searchLabel}
        listLabel={listLabel}
        status={
          found.length === 0
            ? nothing(words.trim())
            : more > 0 && t('{count} more. Type part of a name to find them.', { count: more })
        }
        onWords={setWords}
        onChoose={({ id }) => {
          onClose()
          onChange(id)
        }}
      />
    </Dialog>
  )
}
