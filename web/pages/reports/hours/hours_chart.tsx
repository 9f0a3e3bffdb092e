import { msg } from '../../../../src/rules/language/messages.ts'
import { Bars } from '../../../components/listing/bars.tsx'
import { Card } from '../../../components/page/page.tsx'
import { useHours } from '../../../components/time/hours.ts'
import { t } from '../../../language.ts'
import { dateText } from '../../../time.ts'
import { type Hours, nameOfRow, seriesColors } from './hours_rows.ts'

const charts = {
  day: {
    title: msg('Hours by day'),
    about: msg('Hours of each day, {hours} in total. The table below has all figures.'),
  },
  week: {
    title: msg('Hours by week'),
    about: msg('Hours of each week, {hours} in total. The table below has all figures.'),
  },
  month: {
    title: msg('Hours by month'),
    about: msg('Hours of each month, {hours} in total. The table below has all figures.'),
  },
} as const

const labels = {
  day: { month: 'numeric', day: 'numeric' },
  week: { month: 'numeric', day: 'numeric' },
  month: { month: 'short', year: '2-digit' },
} as const

/** Total hours over time, by the rows of the top level or, if they are few, by job. */
export function HoursChart({ report: { chart, rows, total, columns } }: { report: Hours }) {
  const hours = useHours()
  const colors = seriesColors(chart.series)
  const names = new Map(rows.filter(({ level }) => level === 0).map((row) => [row.key, nameOfRow(row)]))
  const series =
    chart.series.length > 0
      ? chart.series.map(({ key, name }) => ({
          key,
          // Job names come from the company, other names from the app.
          name: names.get(key) ?? (key === 'others' ? t(name) : name),
          color: colors.get(key)!,
        }))
      : [{ key: 'all', name: t('All hours'), color: 'var(--series-1)' }]
  const all = total[columns.findIndex(({ key }) => key === 'total')]!
  const bars = chart.bars.map(({ date, values }) => ({
    key: date,
    label: dateText(date, labels[chart.by]),
    values: new Map(Object.entries(values)),
  }))
  if (all === 0) return null
  return (
    <Card title={t(charts[chart.by].title)}>
      <Bars
        bars={bars}
        series={series}
        about={t(charts[chart.by].about, { hours: hours(all) })}
        format={hours}
        step={3600}
      />
    </Card>
  )
}
