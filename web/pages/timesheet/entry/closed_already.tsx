import { useAnswer } from '../../../api/queries.ts'
import { Notice } from '../../../components/page/page.tsx'
import { t } from '../../../language.ts'

/** Says that a day is closed, by whatever closed it last, and what becomes of a change by who may still make one. */
export function ClosedAlready({
  userId,
  date,
  closed,
}: {
  userId: number
  date: string
  closed: 'submitted' | 'approved'
}) {
  const { data } = useAnswer(
    'setup',
    '/api/console/time_locks',
    { user_id: userId, date },
    { enabled: closed === 'approved' },
  )
  return (
    <Notice kind="warn">
      {data?.paid
        ? t('This day is already paid: the next pay run pays the difference.')
        : closed === 'approved'
          ? t('This day is already approved.')
          : t('This day is already submitted.')}{' '}
      {t('You can still change it. The history keeps the original.')}
    </Notice>
  )
}
