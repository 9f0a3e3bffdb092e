import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { placeAfter } from './job_list.tsx'
import { byName, nameOf } from './names.ts'
import './person_picker.css'
import { t } from '../language.ts'
import { finder, folded } from './search.ts'

type Person = Parameters<typeof nameOf>[0] & { id: number; group_id?: number }

type Props = {
  label: string
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  people: readonly Person[]
  /** The id of the selected person; 0 for `none`. */
  value: number
  /** What is offered besides people, such as `Everyone`. */
  none?: string
  /** The name of a selected person who is not among the people. */
  text?: string | undefined
  /** Shown beside a name, such as the group. */
  detail?: (person: Person) => string | undefined
  onChange: (id: number) => void
}

/** A person field. It opens a list that is searched by name. */
export function PersonPicker({ label, hideLabel, value, text, ...rest }: Props) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const chosen = rest.people.find((person) => person.id === value)
  const shown = chosen ? nameOf(chosen) : ((value === 0 ? rest.none : text) ?? text ?? '')
  return (
    <div className="field">
      <span id={`${id}-label`} className={hideLabel ? 'unseen' : 'label'}>
        {label}
      </span>
      <button
        type="button"
        id={id}
        className="person-picker"
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}`}
        onClick={() => setOpen(true)}
      >
        <span>{shown || t('Choose a person')}</span>
        <ChevronDown size={18} aria-hidden="true" />
      </button>
      {open && <PersonDialog title={label} value={value} {...rest} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** The most people listed at once; a search finds the others. */
const shownMax = 100

type DialogProps = Omit<Props, 'label' | 'hideLabel' | 'text'> & { title: string; onClose: () => void }

function PersonDialog({ title, people, value, none, detail, onChange, onClose }: DialogProps) {
  const [words, setWords] = useState('')
  const [active, setActive] = useState(0)
  const search = useRef<HTMLInputElement>(null)
  const id = useId()
  // On a phone the keyboard would hide the list.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) search.current?.focus()
  }, [])
  const known = useMemo(() => {
    const all = people
      .toSorted(byName)
      .map((person) => ({ id: person.id, name: nameOf(person), more: detail?.(person) }))
    const lines = none === undefined ? all : [{ id: 0, name: none, more: undefined }, ...all]
    return lines.map((line) => ({ ...line, folded: folded(`${line.name} ${line.more ?? ''}`) }))
  }, [people, none, detail])
  const found = useMemo(() => known.filter((line) => finder(words)(line.folded)), [known, words])
  const lines = found.slice(0, shownMax)
  const choose = (chosen: number) => {
    onClose()
    onChange(chosen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = placeAfter(event.key, active, lines.length)
    if (to !== undefined) {
      setActive(to)
      document.getElementById(`${id}-${lines[to]!.id}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && lines[active]) choose(lines[active].id)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <div className="field">
        <input
          ref={search}
          type="search"
          role="combobox"
          aria-label={t('Search people')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={lines[active] && `${id}-${lines[active].id}`}
          autoComplete="off"
          placeholder={t('Search people')}
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t('People')} className="person-picker-list">
        {lines.map((line, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search field.
          <div
            key={line.id}
            id={`${id}-${line.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={line.id === value}
            data-active={index === active || undefined}
            onClick={() => choose(line.id)}
          >
            <span>{line.name}</span>
            {line.more && <small>{line.more}</small>}
          </div>
        ))}
      </div>
      <p className="quiet" role="status">
        {found.length === 0 && t('No one matches “{words}”.', { words: words.trim() })}
        {found.length > shownMax &&
          t('{count} more. Type part of a name to find them.', { count: found.length - shownMax })}
      </p>
    </Dialog>
  )
}
