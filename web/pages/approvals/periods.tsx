import { Check, ChevronsLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isReadyToClose } from '../../../src/rules/pay/pay_run.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { t } from '../../language.ts'
import { daysText } from '../../time.ts'
import { isClosedPeriod } from '../pay_runs/words.ts'
import { type PayRun, type Period, stripOf } from './run.ts'
import { waitingText } from './words.ts'

/** The pay periods, oldest first, with the number of people pending in each. */
export function Periods({ run, onGo }: { run: PayRun; onGo: (day: string) => void }) {
  const me = useMe()
  const [all, setAll] = useState(false)
  const strip = useRef<HTMLOListElement>(null)
  const chosen = run.start_date
  const shown = stripOf(run.periods, chosen, all)
  const closed = useClosed(shown)
  useEffect(() => {
    const box = strip.current!
    const look = () => {
      const item = box.querySelector<HTMLElement>(`[data-start="${chosen}"]`)
      // Scroll only sideways; the page must not move.
      if (item) box.scrollLeft = item.offsetLeft - box.clientWidth / 2 + item.offsetWidth / 2
    }
    const watch = new ResizeObserver(look)
    watch.observe(box)
    return () => watch.disconnect()
  }, [chosen])
  return (
    <nav aria-label={t('Pay periods')} className="payrun-periods no-print">
      <ol ref={strip}>
        {shown.length < run.periods.length && (
          <li>
            <button type="button" className="payrun-period payrun-more" onClick={() => setAll(true)}>
              <ChevronsLeft size={18} aria-hidden="true" />
              {t('Earlier')}
            </button>
          </li>
        )}
        {shown.map((period) => (
          <li key={period.start_date} data-start={period.start_date}>
            <button
              type="button"
              className="payrun-period"
              aria-current={period.start_date === chosen ? 'true' : undefined}
              data-waiting={period.waiting > 0 && !period.running}
              onClick={() => onGo(period.start_date)}
            >
              <strong>{daysText(period.start_date, period.end_date, me.zone)}</strong>{' '}
              <Standing period={period} isClosed={closed?.has(period.start_date)} />
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The first days of periods whose pay runs are closed. Only administrators see pay runs. */
function useClosed(periods: readonly Period[]): ReadonlySet<string> | undefined {
  const { is_admin } = useMe()
  const range = { start_date: periods[0]?.start_date ?? '', end_date: periods.at(-1)?.end_date ?? '' }
  const enabled = is_admin && periods.length > 0
  const { data } = useAnswer('time', '/api/console/pay_runs', range, { enabled, keep: true })
  return data && new Set(data.pay_runs.filter(isClosedPeriod).map(({ start_date }) => start_date))
}

/** `isClosed`: whether its pay run is closed; undefined if that is not known. */
function Standing({ period, isClosed }: { period: Period; isClosed: boolean | undefined }) {
  const { running, people, waiting, submitted } = period
  if (running) return <small>{t('Running@@period')}</small>
  if (waiting > 0) return <small>{waitingText({ waiting, submitted })}</small>
  if (people === 0) return <small>{t('No time')}</small>
  if (isClosed === false && isReadyToClose(period, isClosed)) return <small>{t('Ready to close')}</small>
  return (
    <small>
      <Check size={14} aria-hidden="true" /> {isClosed ? t('Closed@@pay run') : t('Approved')}
    </small>
  )
}
