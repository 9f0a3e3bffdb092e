import { Check, ChevronsLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '../../api/start.ts'
import { t } from '../../language.ts'
import { daysText } from '../../time.ts'
import { type PayRun, type Period, stripOf } from './run.ts'

/** The pay periods, oldest first, with the number of people pending in each. */
export function Periods({ run, onGo }: { run: PayRun; onGo: (day: string) => void }) {
  const me = useMe()
  const [all, setAll] = useState(false)
  const strip = useRef<HTMLOListElement>(null)
  const chosen = run.start_date
  const shown = stripOf(run.periods, chosen, all)
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
              <strong>{daysText(period.start_date, period.end_date, me.zone)}</strong> <Standing period={period} />
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Standing({ period: { running, people, waiting } }: { period: Period }) {
  if (running) return <small>{t('Running@@period')}</small>
  if (waiting > 0) return <small>{t('{count} to approve', { count: waiting })}</small>
  if (people === 0) return <small>{t('No time')}</small>
  return (
    <small>
      <Check size={14} aria-hidden="true" /> {t('Approved')}
    </small>
  )
}
