import { dayRuleOf, today as todayBy } from '../../../src/rules/time/today.ts'
import { patternZone, useMe } from '../../api/start.ts'
import { Card, Skeleton } from '../../components/page/page.tsx'
import { useHours, useShownUnit } from '../../components/time/hours.ts'
import { useSeconds } from '../../components/time/now.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { workedUntil } from '../clock/counted.ts'
import { useEntries } from '../clock/entries.ts'
import { useClockJobs } from '../clock/jobs.ts'
import { useOwnRules } from '../clock/rules.ts'
import type { useToday } from './use_today.ts'

/** The user's week as a small chart: each day's hours worked beside those planned. */
export function Week({ answer }: { answer: ReturnType<typeof useToday> }) {
  const planned = answer.data?.own?.week
  const worked = useWorked()
  if (!planned && answer.error) return null
  return (
    <Card
      className="today-week"
      title={t('My week')}
      actions={
        <ul className="today-legend" aria-hidden="true">
          <li className="worked">{t('Worked@@hours of a chart')}</li>
          <li className="planned">{t('Planned@@hours of a chart')}</li>
        </ul>
      }
    >
      {planned && worked ? <Chart planned={planned} worked={worked} /> : <Skeleton lines={1} height={176} />}
    </Card>
  )
}

/** Seconds worked by date, as the timesheet shows them, and the current workday. */
type Worked = { byDate: ReadonlyMap<string, number>; week: number; today: string }

function useWorked(): Worked | undefined {
  const me = useMe()
  const entries = useEntries()
  const jobs = useClockJobs()
  const rules = useOwnRules()
  const unit = useShownUnit()
  const now = useSeconds() * 1e6
  if (!entries.data || !jobs.ready) return undefined
  const rule = dayRuleOf(me.settings.general ?? {}, { own: me.zone, pattern: patternZone(me) })
  const hidden = me.isOn('general', 'hide_working_time')
  const counted = hidden ? entries.data.filter(({ end }) => end !== '') : entries.data
  const { byDate, week } = workedUntil(now, counted, { me, jobs, rules, unit })
  return { byDate, week, today: todayBy(now, rule).first }
}

type Planned = readonly { date: string; planned_seconds: number }[]

function Chart({ planned, worked: { byDate, week, today } }: { planned: Planned; worked: Worked }) {
  const hours = useHours()
  const days = planned.map(({ date, planned_seconds }) => ({
    date,
    planned: planned_seconds,
    worked: byDate.get(date) ?? 0,
  }))
  const most = Math.max(8 * 3600, ...days.flatMap((day) => [day.planned, day.worked]))
  const height = (seconds: number) => ({ height: `${(100 * seconds) / most}%` })
  const sum = days.reduce((all, day) => all + day.planned, 0)
  return (
    <>
      <ol className="today-bars">
        {days.map(({ date, planned, worked }) => (
          <li key={date} className="today-day" data-today={date === today || undefined}>
            <span className="today-hours" aria-hidden="true">
              {worked > 0 ? hours(worked) : ''}
            </span>
            <span className="today-bar" aria-hidden="true">
              <span className="planned" style={height(planned)} />
              <span className="worked" style={height(worked)} />
            </span>
            <span aria-hidden="true">{dateText(date, { weekday: 'short' })}</span>
            <span className="unseen">
              {t('{day}: {worked} worked, {planned} planned', {
                day: dateText(date, { weekday: 'long' }),
                worked: hours(worked),
                planned: hours(planned),
              })}
            </span>
          </li>
        ))}
      </ol>
      <p className="today-sum">
        {sum > 0
          ? t('{worked} of {planned} planned hours this week', { worked: hours(week), planned: hours(sum) })
          : t('{worked} hours this week', { worked: hours(week) })}
      </p>
    </>
  )
}
