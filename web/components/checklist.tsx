import { Search } from 'lucide-react'
import { type ReactNode, useDeferredValue, useId, useMemo, useState } from 'react'
import './checklist.css'
import { finder, folded } from './search.ts'

/** An option in a list. */
export type Option = {
  id: number
  name: string
  /** A description, which the search covers too. */
  about?: string | undefined
}

const shownMax = 200
const searchMin = 8

type Props = {
  /** The accessible name of the list. */
  label: string
  options: readonly Option[]
  /** What the options are, for the search: `people`. */
  things: string
  hint?: ReactNode
}

/** A multiple-choice list, with a search field if it is long. Selected options are at the top when it opens. */
export function CheckList({
  chosen,
  onChange,
  ...rest
}: Props & { chosen: ReadonlySet<number>; onChange: (chosen: ReadonlySet<number>) => void }) {
  return (
    <Choices
      {...rest}
      chosen={chosen}
      kind="checkbox"
      onTurn={(id) => onChange(chosen.symmetricDifference(new Set([id])))}
      onAll={(ids, on) => onChange(on ? chosen.union(new Set(ids)) : chosen.difference(new Set(ids)))}
    />
  )
}

/** A single-choice list, with a search field if it is long. */
export function RadioList({
  chosen,
  onChange,
  ...rest
}: Props & { chosen: number | undefined; onChange: (id: number) => void }) {
  const set = useMemo(() => new Set(chosen === undefined ? [] : [chosen]), [chosen])
  return <Choices {...rest} chosen={set} kind="radio" onTurn={onChange} />
}

function Choices({
  label,
  options,
  things,
  hint,
  chosen,
  kind,
  onTurn,
  onAll,
}: Props & {
  chosen: ReadonlySet<number>
  kind: 'checkbox' | 'radio'
  onTurn: (id: number) => void
  onAll?: (ids: number[], on: boolean) => void
}) {
  const [words, setWords] = useState('')
  const searched = useDeferredValue(words)
  const [first] = useState(chosen)
  const id = useId()
  const texts = useMemo(
    () =>
      options
        .map((option) => ({ option, text: folded(`${option.name} ${option.about ?? ''}`) }))
        .sort((a, b) => Number(first.has(b.option.id)) - Number(first.has(a.option.id))),
    [options, first],
  )
  const found = useMemo(() => {
    const holds = finder(searched)
    return texts.filter(({ text }) => holds(text)).map(({ option }) => option)
  }, [texts, searched])
  const ids = found.map((option) => option.id)
  const all = ids.length > 0 && ids.every((one) => chosen.has(one))
  return (
    <fieldset className="checklist">
      <legend>
        {label}
        {kind === 'checkbox' && chosen.size > 0 && <span className="quiet"> · {chosen.size} selected</span>}
      </legend>
      {hint && <small className="hint">{hint}</small>}
      {options.length >= searchMin && (
        <div className="field checklist-search">
          <label htmlFor={`${id}-search`} className="unseen">
            Search {things}
          </label>
          <Search size={18} aria-hidden="true" />
          <input
            id={`${id}-search`}
            type="search"
            placeholder={`Search ${things}`}
            autoComplete="off"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
      )}
      <div className="checklist-box">
        {onAll && found.length > 1 && (
          <label className="checklist-row all">
            <input type="checkbox" checked={all} onChange={() => onAll(ids, !all)} />
            <span>{words === '' ? `All ${things}` : `All ${found.length} found`}</span>
          </label>
        )}
        {found.slice(0, shownMax).map(({ id: one, name, about }) => (
          <label key={one} className="checklist-row">
            <input type={kind} name={id} checked={chosen.has(one)} onChange={() => onTurn(one)} />
            <span>
              {name}
              {about && <small>{about}</small>}
            </span>
          </label>
        ))}
        {found.length === 0 && (
          <p className="quiet checklist-none" role="status">
            {options.length === 0 ? `There are no ${things} yet.` : `No ${things} match “${words.trim()}”.`}
          </p>
        )}
        {found.length > shownMax && (
          <p className="quiet checklist-none" role="status">
            {found.length - shownMax} more. Type part of a name to find them.
          </p>
        )}
      </div>
    </fieldset>
  )
}
