import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { placeAfter } from '../jobs/job_list.tsx'
import './search_list.css'

/** An entry of the list; `detail` is shown next to its name. */
export type Line = { key: string; name: string; detail?: string | undefined }

/** A search field over a list. The field keeps the focus, and its keys move through the list. */
export function SearchList<L extends Line>({
  groups,
  chosen,
  words,
  label,
  hint,
  listLabel,
  onPhones,
  status,
  onWords,
  onChoose,
}: {
  /** The matching lines, in order. Groups show their label, if any, above their lines. */
  groups: readonly { label?: string; lines: readonly L[] }[]
  /** The key of the currently chosen line. */
  chosen?: string
  words: string
  label: string
  /** The placeholder of the field; its label by default. */
  hint?: string
  listLabel: string
  /** Whether the field is initially focused even on phones, where the keyboard then hides the list. */
  onPhones?: boolean
  /** The status of the search, such as that nothing was found. */
  status: ReactNode
  onWords: (words: string) => void
  onChoose: (line: L) => void
}) {
  const [active, setActive] = useState(0)
  const search = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    if (onPhones || matchMedia('(pointer: fine)').matches) search.current?.focus()
  }, [onPhones])
  const lines = groups.flatMap((group) => group.lines)
  const current = lines[active]
  const onKeyDown = (event: KeyboardEvent) => {
    const to = placeAfter(event.key, active, lines.length)
    if (to !== undefined) {
      setActive(to)
      document.getElementById(`${id}-${lines[to]!.key}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && current) onChoose(current)
    else return
    event.preventDefault()
  }
  const optionOf = (line: L) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search field.
    <div
      key={line.key}
      id={`${id}-${line.key}`}
      role="option"
      tabIndex={-1}
      aria-selected={chosen === undefined ? line === current : line.key === chosen}
      data-active={line === current || undefined}
      data-chosen={line.key === chosen || undefined}
      onClick={() => onChoose(line)}
    >
      <span>{line.name}</span>
      {line.detail && <small>{line.detail}</small>}
    </div>
  )
  return (
    <div className="search-list">
      <div className="field">
        <input
          ref={search}
          type="search"
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={current && `${id}-${current.key}`}
          autoComplete="off"
          placeholder={hint ?? label}
          value={words}
          onChange={(event) => {
            onWords(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={listLabel}>
        {groups.map((group) =>
          group.label === undefined ? (
            group.lines.map(optionOf)
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
            <div key={group.label} role="group" aria-label={group.label}>
              <p aria-hidden="true">{group.label}</p>
              {group.lines.map(optionOf)}
            </div>
          ),
        )}
      </div>
      <p className="quiet" role="status">
        {status}
      </p>
    </div>
  )
}
