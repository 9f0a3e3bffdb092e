import './lacks.css'
import { useState } from 'react'
import { Link } from 'wouter'
import { useMe } from '../../api/start.ts'
import { t } from '../../language.ts'
import { IdsDialog } from './ids_dialog.tsx'
import { type Lack, mendedAt } from './lacks.ts'
import type { Checked } from './use_checks.ts'

/** What the file lacks, one line for each setting. */
export function Lacks({
  checked,
  lacks,
  day,
  onSetUp,
  onFixed,
}: {
  checked: Checked
  lacks: readonly Lack[]
  /** The last day of the file. */
  day: string
  /** Opens the form of the program, at the first of the fields with these keys. */
  onSetUp: ((missing: readonly string[]) => void) | undefined
  /** Called when ids of people may have been set. */
  onFixed?: () => void
}) {
  const me = useMe()
  const [open, setOpen] = useState<Lack>()
  if (lacks.length === 0) return null
  const more = checked.problem_count - checked.problems.length
  return (
    <ul className="payrun-lacks">
      {lacks.map((lack) => {
        const { setting, where, people, blocking, lines, ids } = lack
        return (
          <li key={`${setting} ${lines[0]?.text}`} data-blocking={blocking}>
            <strong>
              {people > 1
                ? t('{setting} ({count, plural, one {# person} other {# people}})', { setting, count: people })
                : setting}
            </strong>
            <div>
              {lines.map((line) => (
                <p key={line.text}>
                  {line.text} <Names lack={lack} people={line.people} day={day} />
                </p>
              ))}
            </div>
            {ids && me.may('manage_users') && (
              <button type="button" className="link" onClick={() => setOpen(lack)}>
                {t('Enter them here')}
              </button>
            )}
            {where === 'setup' && onSetUp && (
              <button
                type="button"
                className="link"
                aria-label={t('Set it: {setting}', { setting })}
                onClick={() => onSetUp([lack, ...lacks].flatMap(({ key }) => key ?? []))}
              >
                {t('Set it')}
              </button>
            )}
          </li>
        )
      })}
      {open?.ids && (
        <IdsDialog
          field={open.ids}
          ids={open.lines.flatMap((line) => line.people.map(({ id }) => id))}
          onClose={() => {
            setOpen(undefined)
            onFixed?.()
          }}
        />
      )}
      {more > 0 && <li className="quiet">{t('… and {count} more of the same kinds', { count: more })}</li>}
    </ul>
  )
}

const namesMax = 8

/** The people whom a problem concerns, on request all of them, each with a link to where it is mended. */
function Names({ lack, people, day }: { lack: Lack; people: Lack['lines'][number]['people']; day: string }) {
  const me = useMe()
  const [isWhole, setWhole] = useState(false)
  const more = isWhole ? 0 : people.length - namesMax
  return (
    <span className="quiet">
      {(more > 0 ? people.slice(0, namesMax) : people).map((person, index) => {
        const href = lack.where === 'person' && !me.is_admin ? undefined : mendedAt(lack, person, day)
        return (
          <span key={person.id}>
            {index > 0 && ', '}
            {href ? <Link href={href}>{person.name}</Link> : person.name}
          </span>
        )
      })}{' '}
      {more > 0 && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {t('and {count} more', { count: more })}
        </button>
      )}
    </span>
  )
}
