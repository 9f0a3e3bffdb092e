import './lacks.css'
import { useState } from 'react'
import { Link } from 'wouter'
import { useMe } from '../../api/start.ts'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'
import { IdsDialog } from './ids_dialog.tsx'
import { type Lack, namesText } from './lacks.ts'
import type { Checked } from './use_checks.ts'

/** What the file lacks, one line for each setting. */
export function Lacks({
  checked,
  lacks,
  onSetUp,
  onFixed,
}: {
  checked: Checked
  lacks: readonly Lack[]
  onSetUp: (() => void) | undefined
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
                  {line.text}{' '}
                  <span className="quiet">
                    {where === 'person' && me.is_admin ? <Links people={line.people} /> : namesText(line.people)}
                  </span>
                </p>
              ))}
            </div>
            {ids && me.may('manage_users') && (
              <button type="button" className="link" onClick={() => setOpen(lack)}>
                {t('Enter them here')}
              </button>
            )}
            {where === 'setup' && onSetUp && (
              <button type="button" className="link" aria-label={t('Set it: {setting}', { setting })} onClick={onSetUp}>
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

const linksMax = 8

function Links({ people }: { people: Lack['lines'][number]['people'] }) {
  const more = people.length - linksMax
  const links = people.slice(0, linksMax).map(({ id, name }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Link href={`/people/${id}`}>{name}</Link>
    </span>
  ))
  return more > 0 ? rich(t('<names/> and {count} more', { count: more }), { names: () => links }) : links
}
