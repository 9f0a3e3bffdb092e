import { BadgeCheck, Lock } from 'lucide-react'
import { t } from '../../../language.ts'
import type { Closed } from './week.ts'

/** Shows that a day was submitted or approved; `short` shows an icon, with the word for screen readers only. */
export function ClosedBadge({ closed, short = false }: { closed: Closed; short?: boolean }) {
  if (!closed) return null
  const Icon = closed === 'approved' ? BadgeCheck : Lock
  const name = closed === 'approved' ? t('Approved') : t('Submitted')
  return (
    <span className={short ? 'timesheet-closed' : `badge ${closed === 'approved' ? 'good' : 'info'}`} title={name}>
      <Icon size={14} aria-hidden="true" />
      <span className={short ? 'unseen' : undefined}>{name}</span>
    </span>
  )
}
