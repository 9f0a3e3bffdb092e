import { useAnswer } from '../../api/queries.ts'
import { t } from '../../language.ts'

/** Says what becomes of pay that changes from a day on, by its beginning if null, if pay runs have paid days since then. */
export function PaidAlready({ from, userId }: { from: string | null; userId: number | undefined }) {
  const { data } = useAnswer('time', '/api/console/pay_runs', from ? { start_date: from } : {})
  const hasPaid = data?.pay_runs.some(
    ({ state, user_ids }) =>
      state !== 'open' && (user_ids.length === 0 || userId === undefined || user_ids.includes(userId)),
  )
  return hasPaid && <p>{t('What is already paid stays as it was: the next pay run pays the difference.')}</p>
}
