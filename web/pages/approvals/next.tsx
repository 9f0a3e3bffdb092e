import { useMe } from '../../api/start.ts'
import { Button } from '../../components/page/button.tsx'
import { t } from '../../language.ts'
import { daysText } from '../../time.ts'
import { nextWaiting, type PayRun } from './run.ts'

/** Leads to the next pay period that waits for approval, if there is one. */
export function Next({ run, onGo }: { run: PayRun; onGo: (day: string) => void }) {
  const { zone } = useMe()
  const next = nextWaiting(run)
  if (!next) return null
  return (
    <Button onClick={() => onGo(next.start_date)}>
      {t('Next: {range}', { range: daysText(next.start_date, next.end_date, zone) })}
    </Button>
  )
}
