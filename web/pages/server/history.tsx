import { useEffect } from 'react'
import { useAnswer } from '../../api/queries.ts'
import { Card, Loaded, Skeleton } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'
import { frame, type History, outlinesOf, type Series, seriesOf } from './series.ts'
import { bytesText, numberText, timeText } from './words.ts'

/** How often the history is read, in milliseconds: there is a sample a minute. */
const lookMs = 60_000

/** The last day of the server, in small charts. */
export function ServerHistory() {
  const found = useAnswer('setup', '/api/console/server/history')
  const { refetch } = found
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void refetch(), lookMs)
    return () => clearInterval(timer)
  }, [refetch])
  return (
    <Card title={t('The last 24 hours')}>
      <Loaded of={found} skeleton={<Skeleton lines={2} height={120} />}>
        {(history) =>
          history.steps.length === 0 ? (
            <p className="quiet">
              {t('Collecting since {time}. The first numbers come after a minute.', {
                time: momentText(history.since),
              })}
            </p>
          ) : (
            <>
              <div className="server-charts">
                {chartsOf(history).map((chart) => (
                  <Chart key={chart.name} {...chart} />
                ))}
              </div>
              <p className="hint server-more">{axisText(history)}</p>
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

/** From when to when the charts reach. */
function axisText({ since, steps, step_seconds }: History): string {
  const from = momentText(steps[0]!.from)
  // The steps are aligned, so the first and the last are not whole.
  const isWhole = (steps.length + 1) * step_seconds >= 86_400
  return isWhole
    ? t('From {time} until now. All charts begin at zero.', { time: from })
    : t('Collecting since {time}. All charts begin at zero.', { time: momentText(since) })
}

type ChartOf = { name: string; about: string; text: (value: number) => string; series: Series; more?: string }

/** All charts. One without a value is not drawn. */
function chartsOf(history: History): ChartOf[] {
  const { steps } = history
  const sum = (of: 'requests' | 'errors') => steps.reduce((total, step) => total + step[of], 0)
  const charts: ChartOf[] = [
    {
      name: t('Requests'),
      about: t('a minute'),
      text: numberText,
      series: seriesOf(history, ({ requests, minutes }) => requests / minutes),
      more: t('{count} in all', { count: numberText(sum('requests')) }),
    },
    {
      name: t('Failed requests'),
      about: '',
      text: numberText,
      series: seriesOf(history, ({ errors }) => errors),
      more: t('{count} in all', { count: numberText(sum('errors')) }),
    },
    {
      name: t('Answers'),
      about: t('95% are faster'),
      text: timeText,
      series: seriesOf(history, ({ answer_ms }) => answer_ms),
    },
    {
      name: t('Storing changes'),
      about: t('95% are faster'),
      text: timeText,
      series: seriesOf(history, ({ commit_ms }) => commit_ms),
    },
    { name: t('Memory'), about: '', text: bytesText, series: seriesOf(history, ({ memory }) => memory) },
    { name: t('Database'), about: '', text: bytesText, series: seriesOf(history, ({ database }) => database) },
    { name: t('Free on the disk'), about: '', text: bytesText, series: seriesOf(history, ({ free }) => free) },
    {
      name: t('Waiting to be sent'),
      about: '',
      text: numberText,
      series: seriesOf(history, ({ mails, deliveries }) =>
        mails === null || deliveries === null ? null : mails + deliveries,
      ),
    },
  ]
  return charts.filter(({ series }) => series.points.length > 0)
}

/** A line over an area, with its newest value in words, and its largest one. */
function Chart({ name, about, text, series, more }: ChartOf) {
  const { line, area } = outlinesOf(series)
  const { points, newest } = series
  // In a quiet minute, nothing took any time.
  const now = newest === null ? '–' : text(newest)
  const most = t('{peak} at most', { peak: text(Math.max(...points.map(({ value }) => value))) })
  const beside = more ?? most
  return (
    <figure className="server-chart">
      <figcaption>
        <span>{name}</span>
        <strong>{now}</strong>
        {about && newest !== null && <small>{about}</small>}
      </figcaption>
      <svg
        className="server-chart-picture"
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={[`${name}: ${now} ${about}`.trim(), most, ...(more ? [more] : [])].join(', ')}
      >
        <path d={area} className="server-chart-area" />
        <path d={line} className="server-chart-line" />
      </svg>
      <small>{beside}</small>
    </figure>
  )
}
