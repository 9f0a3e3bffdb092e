import { daysBetween } from '../../../src/rules/time/calendar.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Button } from '../../components/page/button.tsx'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { daysText } from '../../time.ts'
import { laterText, type Reopening } from './reopen.ts'

const path = '/api/console/approvals/days'

/** How many days the server sums up at once. */
const daysMax = 92

type Props = {
  userId: number
  /** Undefined for one’s own time. */
  name: string | undefined
  reopening: Reopening
  onReopen: () => void
  onClose: () => void
}

/** Asks before time is reopened if later time is reopened, too: which periods, and how many hours. */
export function ReopenDialog({ userId: user_id, name, reopening, onReopen, onClose }: Props) {
  const { zone } = useMe()
  const hours = useHours()
  const [start_date, end_date] = [reopening.later[0]!.start, reopening.end]
  const isShort = daysBetween(start_date, end_date) < daysMax
  const { data } = useAnswer('time', path, { user_id, start_date, end_date }, { enabled: isShort })
  const seconds = data?.days.reduce((sum, { shown }) => sum + shown.total_seconds, 0)
  const words = { hours, range: (first: string, last: string) => daysText(first, last, zone) }
  return (
    <Dialog
      title={name ? t('Reopen {name}’s time?', { name }) : t('Reopen your time?')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            kind="primary"
            onClick={() => {
              onClose()
              onReopen()
            }}
          >
            {t('Reopen all')}
          </Button>
        </>
      }
    >
      <p>{laterText(reopening, seconds, words)}</p>
    </Dialog>
  )
}
