import { ChevronDown } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { byName, nameOf } from './names.ts'
import './person_picker.css'
import { t } from '../language.ts'
import { finder, folded } from './search.ts'
import { SearchList } from './search_list.tsx'

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
  const known = useMemo(() => {
    const all = people
      .toSorted(byName)
      .map((person) => ({ id: person.id, name: nameOf(person), detail: detail?.(person) }))
    const lines = none === undefined ? all : [{ id: 0, name: none, detail: undefined }, ...all]
    return lines.map((line) => ({
      ...line,
      key: String(line.id),
      folded: folded(`${line.name} ${line.detail ?? ''}`),
    }))
  }, [people, none, detail])
  const found = useMemo(() => known.filter((line) => finder(words)(line.folded)), [known, words])
  const more = found.length - shownMax
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <SearchList
        groups={[{ lines: found.slice(0, shownMax) }]}
        chosen={String(value)}
        words={words}
        label={t('Search people')}
        listLabel={t('People')}
        status={
          found.length === 0
            ? t('No one matches “{words}”.', { words: words.trim() })
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
