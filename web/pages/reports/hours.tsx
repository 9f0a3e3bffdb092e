import { msg } from '../../../src/rules/language/messages.ts'
import { filtersSet, type HoursView, hoursQuestion, readView } from '../../../src/rules/report_view.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Bars } from '../../components/bars.tsx'
import { useHours } from '../../components/hours.ts'
import { Card, Empty, Loaded, Skeleton } from '../../components/page.tsx'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { useFilters } from './filters.tsx'
import { ReportsPage } from './frame.tsx'
import { HoursExport } from './hours_export.tsx'
import { HoursFilters } from './hours_filters.tsx'
import { type Hours, nameOfRow, seriesColors } from './hours_rows.ts'
import { HoursTable } from './hours_table.tsx'
import { SavedReports } from './saved_reports.tsx'

/** Hours by job, person or date, with subtotals. */
export default function HoursReport() {
  const me = useMe()
  const { filters, search } = useFilters()
  const view = readView(search)
  const question = hoursQuestion(view, filters, me.is_admin)
  const report = useAnswer('time', '/api/console/hours', question as never)
  return (
    <ReportsPage actions={<SavedReports />}>
      <HoursFilters view={view} />
      <Loaded of={report} skeleton={<Skeleton lines={2} height={300} />}>
        {(found) => <Shown report={found} view={view} question={question} />}
      </Loaded>
    </ReportsPage>
  )
}

function Shown({ report, view, question }: { report: Hours; view: HoursView; question: Record<string, string> }) {
  if (report.rows.length === 0)
    return (
      <Card>
        <Empty title={t('No time on these dates')}>
          {filtersSet(view).length > 0 ? t('Try other dates, or remove a filter.') : t('Try other dates.')}
        </Empty>
      </Card>
    )
  return (
    <>
      <Chart report={report} />
      <Card title={t('Hours')} actions={<HoursExport question={question} />}>
        <HoursTable key={JSON.stringify(question)} report={report} view={view} />
      </Card>
    </>
  )
}

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

function Chart({ report: { chart, rows, total, columns } }: { report: Hours }) {
  const hours = useHours()
  const colors = seriesColors(chart.series)
  const names = new Map(rows.filter(({ level }) => level === 0).map((row) => [row.key, nameOfRow(row)]))
  const series =
    chart.series.length > 0
      ? chart.series.map(({ key, name }) => ({ key, name: names.get(key) ?? t(name), color: colors.get(key)! }))
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
