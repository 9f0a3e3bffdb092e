import { useState } from 'react'
import { addDays } from '../../../../src/rules/time/calendar.ts'
import type { AnswerOf } from '../../../api/contract.ts'
import { useAnswer } from '../../../api/queries.ts'
import { only, update } from '../../../api/records.ts'
import { toast, toastError } from '../../../components/dialogs/toast.ts'
import { undo } from '../../../components/dialogs/undo.ts'
import { Button, ButtonLink } from '../../../components/page/button.tsx'
import { Notice } from '../../../components/page/page.tsx'
import { useTwelve } from '../../../components/time/hours.ts'
import { momentIn } from '../../../components/time/moment.ts'
import { t } from '../../../language.ts'
import { daysText } from '../../../time.ts'
import { ReopenDialog } from '../../approvals/reopen_dialog.tsx'
import { useShownChange } from '../change.ts'
import type { Lock } from './lock.ts'
import type { Owner } from './owner.ts'

/** Says why the week is locked, and offers the one action that is possible. */
export function Locked({ owner, lock, onPropose }: { owner: Owner; lock: Lock; onPropose: () => void }) {
  const { user } = owner
  const { action, whole, kind } = lock
  const { data } = useAnswer('setup', '/api/console/time_locks', { user_id: user.id, date: lock.date })
  const who = lockerText(data?.[kind], kind, { owner, twelve: useTwelve() })
  const [asking, setAsking] = useState(false)
  const paid = data?.paid
  const isPaid = whole && paid && paid.start_date <= addDays(lock.date, -6) && lock.date <= paid.end_date
  const look = whole ? 'primary' : 'plain'
  const changing = useShownChange(async (to: object) => {
    const before = {
      ...Object.fromEntries(Object.keys(to).map((field) => [field, user[field as 'submitted_to']])),
      id: user.id,
    }
    only(await update('users', [{ id: user.id, ...to }]))
    toast(
      action?.do === 'change' ? action.said : '',
      undo([{ resource: 'users', put: [before] }], () => update('users', [before])),
    )
  })
  const reopening = action?.do === 'change' ? action.reopening : undefined
  const run = () => action?.do === 'change' && changing.mutate(action.dates, { onError: toastError })
  return (
    <Notice kind={kind === 'submitted' ? 'info' : 'good'} title={isPaid ? t('This week is paid.') : lock.title}>
      <div className="timesheet-lock">
        <span>{[who, paid && paidText(paid, owner), lock.text].filter(Boolean).join(' ')}</span>
        {action?.do === 'change' && (
          <Button
            kind={look}
            busy={changing.isPending}
            onClick={() => (reopening?.later.length ? setAsking(true) : run())}
          >
            {action.label}
          </Button>
        )}
        {action?.do === 'propose' && (
          <Button kind={look} onClick={onPropose}>
            {t('Propose missing time')}
          </Button>
        )}
        {action?.do === 'approvals' && (
          <ButtonLink kind={look} href="/approvals">
            {t('Review in Approvals')}
          </ButtonLink>
        )}
      </div>
      {asking && reopening && (
        <ReopenDialog
          userId={user.id}
          name={owner.isMe ? undefined : owner.name}
          reopening={reopening}
          onReopen={run}
          onClose={() => setAsking(false)}
        />
      )}
    </Notice>
  )
}

/** `A pay run has paid it, with Nov 8 – 21.`, and what becomes of a change. */
function paidText(days: { start_date: string; end_date: string }, { rights, rules }: Owner): string {
  const range = daysText(days.start_date, days.end_date, rules.zone)
  return rights.passesClosed
    ? t('A pay run has paid it, with {days}; a change becomes an adjustment.', { days: range })
    : t('A pay run has paid it, with {days}.', { days: range })
}

type Locker = AnswerOf<'GET /api/console/time_locks'>['submitted']

/** `Nora Quinn approved it on Nov 16, 2026, 9:02 AM.`; '' while unknown. */
function lockerText(
  locker: Locker | undefined,
  kind: Lock['kind'],
  { owner: { isMe, user, rules }, twelve }: { owner: Owner; twelve: boolean },
): string {
  if (!locker?.who.name) return ''
  const isOwn = isMe && locker.who.user_id === user.id
  const [name, when] = [locker.who.name, momentIn(rules.zone, locker.at, twelve)]
  if (kind === 'submitted')
    return isOwn ? t('You submitted it on {when}.', { when }) : t('{name} submitted it on {when}.', { name, when })
  return isOwn ? t('You approved it on {when}.', { when }) : t('{name} approved it on {when}.', { name, when })
}
