import { Check, CircleCheck, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../../api/start.ts'
import { toast } from '../../components/dialogs/toast.ts'
import { Button, ButtonLink } from '../../components/page/button.tsx'
import { Card } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { dateText, daysText } from '../../time.ts'
import { decide } from '../time_off/changes.ts'
import { requestNamed } from '../time_off/requests.ts'
import { PersonRow, Rows } from './row.tsx'
import type { ToDecide } from './use_today.ts'

/** Requests for time off and corrections that wait for the user. */
export function Decisions({ waiting: { time_off, corrections } }: { waiting: ToDecide }) {
  const isDone = time_off.count + corrections.count === 0
  return (
    <Card title={t('Waiting for your decision')}>
      {isDone ? (
        <p className="today-fine">
          <CircleCheck size={20} aria-hidden="true" />
          {t('You’re all caught up.')}
        </p>
      ) : (
        <>
          {corrections.count > 0 && (
            <Rows list={corrections} href="/approvals">
              {(row) => <Correction key={row.id} row={row} />}
            </Rows>
          )}
          {time_off.count > 0 && (
            <Rows list={time_off} href="/time_off/waiting">
              {(row) => <Request key={row.id} row={row} />}
            </Rows>
          )}
        </>
      )}
    </Card>
  )
}

/** A request, which can be approved here; the page of requests shows balances, shifts, and who else is off. */
function Request({ row }: { row: ToDecide['time_off']['rows'][number] }) {
  const { id, name, start_date, end_date, seconds, kinds } = row
  const { zone } = useMe()
  const hours = useHours()
  const [busy, setBusy] = useState(false)
  const approve = async () => {
    setBusy(true)
    const request = await requestNamed(id).catch(() => undefined)
    if (request) await decide(request, 'approved', '', name)
    else toast(t('This request could not be loaded. Open it to try again.'))
    setBusy(false)
  }
  return (
    <PersonRow
      name={name}
      href="/time_off/waiting"
      actions={
        <Button icon={<Check size={18} aria-hidden="true" />} busy={busy} onClick={() => void approve()}>
          {rich(t('Approve<unseen> {name}</unseen>', { name }), {
            unseen: (text) => <span className="unseen">{text}</span>,
          })}
        </Button>
      }
    >
      {[daysText(start_date, end_date, zone), hours(seconds), kinds.join(', ')].filter(Boolean).join(' · ')}
    </PersonRow>
  )
}

function Correction({ row }: { row: ToDecide['corrections']['rows'][number] }) {
  const { user_id, name, date, reason } = row
  return (
    <PersonRow
      name={name}
      href={`/approvals?day=${date}&tab=all&person=${user_id}`}
      badge={
        <span className="badge info">
          <PencilLine size={14} aria-hidden="true" /> {t('Correction')}
        </span>
      }
      actions={<ButtonLink href={`/approvals?day=${date}&tab=all&person=${user_id}`}>{t('Review')}</ButtonLink>}
    >
      {dateText(date)} · {t('“{text}”', { text: reason })}
    </PersonRow>
  )
}
