import { t } from '../../language.ts'
import './palette.css'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../dialog.tsx'
import { placeAfter } from '../job_list.tsx'
import { type Target, useTargets } from './targets.ts'

/** A search over pages, actions, people and jobs that leads to the chosen one. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const [words, setWords] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const search = useRef<HTMLInputElement>(null)
  // On a phone, too: it is opened to type in it.
  useEffect(() => search.current?.focus(), [])
  const groups = useTargets(words)
  const targets = groups.flatMap((group) => group.targets)
  const open = (target: Target) => {
    onClose()
    // The history entry of the dialog becomes that of the page.
    navigate(target.href, { replace: true, state: { moved: true } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = placeAfter(event.key, active, targets.length)
    if (to !== undefined) {
      setActive(to)
      document.getElementById(`${id}-${targets[to]!.key}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && targets[active]) open(targets[active])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={t('Go to')} onClose={onClose}>
      <div className="palette">
        <div className="field">
          <input
            ref={search}
            type="search"
            role="combobox"
            aria-label={t('Search pages, people, and jobs')}
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={targets[active] && `${id}-${targets[active].key}`}
            autoComplete="off"
            placeholder={t('Pages, people, jobs…')}
            value={words}
            onChange={(event) => {
              setWords(event.target.value)
              setActive(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div id={`${id}-list`} role="listbox" aria-label={t('Found')} className="palette-list">
          {groups.map(({ label, targets: shown }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
            <div key={label} role="group" aria-label={label}>
              <p aria-hidden="true">{label}</p>
              {shown.map((target) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search field.
                <div
                  key={target.key}
                  id={`${id}-${target.key}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={target === targets[active]}
                  className="palette-target"
                  onClick={() => open(target)}
                >
                  <span>{target.name}</span>
                  <small>{target.detail}</small>
                </div>
              ))}
            </div>
          ))}
        </div>
        <p className="quiet" role="status">
          {targets.length === 0 ? t('Nothing matches “{words}”.', { words: words.trim() }) : ''}
        </p>
      </div>
    </Dialog>
  )
}
