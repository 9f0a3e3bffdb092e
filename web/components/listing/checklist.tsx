import { type ReactNode, useDeferredValue, useId, useMemo, useState } from 'react'
import { t } from '../../language.ts'
import './checklist.css'
import { SearchField } from '../fields/search_field.tsx'
import { Skeleton } from '../page/page.tsx'
import { type Offered, offers } from '../page/things.ts'
import { finder, folded } from './order.ts'

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
  /** Undefined while they load. */
  options: readonly Option[] | undefined
  /** What the options are. */
  things: Offered
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

const noOptions: readonly Option[] = []

function Choices({
  label,
  options: loaded,
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
  const options = loaded ?? noOptions
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
        {kind === 'checkbox' && chosen.size > 0 && (
          <span className="quiet">
            {' · '}
            {t('{count, plural, one {# selected} other {# selected}}', { count: chosen.size })}
          </span>
        )}
      </legend>
      {hint && <small className="hint">{hint}</small>}
      {options.length >= searchMin && (
        <SearchField label={t(offers[things].search)} value={words} onChange={setWords} />
      )}
      <div className="checklist-box">
        {onAll && found.length > 1 && (
          <label className="checklist-row all">
            <input type="checkbox" checked={all} onChange={() => onAll(ids, !all)} />
            <span>{words === '' ? t(offers[things].all) : t('All {count} found', { count: found.length })}</span>
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
        {!loaded && <Skeleton lines={5} height={36} />}
        {loaded && found.length === 0 && (
          <p className="quiet checklist-none" role="status">
            {options.length === 0 ? t(offers[things].none) : t(offers[things].unmatched, { words: words.trim() })}
          </p>
        )}
        {found.length > shownMax && (
          <p className="quiet checklist-none" role="status">
            {t('{count} more. Type part of a name to find them.', { count: found.length - shownMax })}
          </p>
        )}
      </div>
    </fieldset>
  )
}
