import { useState } from 'react'
import { addDays, daysBetween } from '../../../src/rules/calendar.ts'
import { seriesMax, seriesOf } from '../../../src/rules/hours_report.ts'
import { useAnswer } from '../../api/queries.ts'
import { Bars, type Series } from '../../components/bars.tsx'
import { useHours, useShownUnit } from '../../components/hours.ts'
import { type Jobs, useJobs } from '../../components/jobs.ts'
import { Card, Empty, Loaded, Notice, Skeleton } from '../../components/page.tsx'
import { seriesColor } from '../../components/series.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { Entries } from './entries.tsx'
import { FilterBar, type Filters, questionOfFilters, useFilters } from './filters.tsx'
import { ReportsPage } from './frame.tsx'
import { useJobCosts } from './gross.tsx'
import { JobsTable } from './jobs_table.tsx'
import { type ByJob, shownJobs } from './shown_jobs.ts'

/** Most days the report covers. */
const daysMax = 31
const others = 'others'

/** Hours by job and day. */
export default function JobsReport() {
  const { filters } = useFilters()
  const days = daysBetween(filters.start, filters.end) + 1
  return (
    <ReportsPage>
      <FilterBar />
      {days > daysMax ? (
        <Notice kind="warn" title={t('This report covers at most {count} days.', { count: daysMax })}>
          {t('Choose a shorter date range, or download hours by job under Files.')}
        </Notice>
      ) : (
        <Report filters={filters} />
      )}
    </ReportsPage>
  )
}

function Report({ filters }: { filters: Filters }) {
  const report = useAnswer('time', '/api/v1/reports/payroll_by_jobcode', {
    ...questionOfFilters(filters),
    supplemental_data: 'no',
  })
  return (
    <Loaded of={report} skeleton={<Skeleton lines={2} height={300} />}>
      {({ results }) => <Shown report={results.payroll_by_jobcode_report} filters={filters} />}
    </Loaded>
  )
}

function Shown({ report, filters }: { report: ByJob; filters: Filters }) {
  const jobs = useJobs()
  const [open, setOpen] = useState<number>()
  const costs = useJobCosts(filters)
  const [hours, unit] = [useHours(), useShownUnit()]
  const rows = shownJobs(report, unit).sort((a, b) => b.seconds - a.seconds)
  // Premium for breaks is of no job.
  if ((costs?.get(0)?.cost_cents ?? 0) > 0 && !rows.some(({ id }) => id === 0)) rows.push({ id: 0, seconds: 0 })
  const total = rows.reduce((sum, row) => sum + row.seconds, 0)
  if (rows.length === 0)
    return (
      <Card>
        <Empty title={t('No time on these dates')}>{t('Try other dates, another group, or everyone.')}</Empty>
      </Card>
    )
  const nameOfJob = (id: number) => (id === 0 ? t('No job') : jobs.pathOf(id) || t('Job {id}', { id }))
  // Too many jobs would be too many colors, so the chart then shows the jobs at the top of the tree.
  const isMany = rows.length > seriesMax
  const keyOf = (id: number) => (isMany ? topOf(jobs, id) : id)
  const sums = new Map<number, number>()
  for (const { id, seconds } of rows) sums.set(keyOf(id), (sums.get(keyOf(id)) ?? 0) + seconds)
  const largest = [...sums].sort(([, a], [, b]) => b - a).map(([id]) => id)
  const own = seriesOf(largest.map((id) => ({ key: String(id), total: sums.get(id)! })))
  const series: Series[] = own.map((key, index) => ({ key, name: nameOfJob(Number(key)), color: seriesColor(index) }))
  if (own.length === 0) series.push({ key: others, name: t('All jobs'), color: seriesColor(0) })
  else if (own.length < largest.length) series.push({ key: others, name: t('Others'), color: 'var(--series-8)' })
  const colors = new Map(series.map(({ key, color }) => [key, color]))
  const seriesKey = (id: number) => (own.includes(String(keyOf(id))) ? String(keyOf(id)) : others)
  return (
    <>
      <Card title={t('Hours by job')}>
        <Bars
          bars={barsOf(report, filters, seriesKey)}
          series={series}
          about={t('Hours of each day by job, {hours} in total. The table below lists the hours of each job.', {
            hours: hours(total),
          })}
          format={hours}
          step={3600}
        />
      </Card>
      <Card>
        <JobsTable
          rows={rows.map((row) => ({ ...row, name: nameOfJob(row.id), color: colors.get(seriesKey(row.id)) }))}
          costs={costs}
          onOpen={setOpen}
        />
      </Card>
      {open !== undefined && (
        <Entries title={nameOfJob(open)} filters={filters} jobcodeId={open} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

/** The top-level job that a job is below; the job itself at the top level. */
function topOf(jobs: Jobs, id: number): number {
  const parent = jobs.byId.get(id)?.record.parent_id
  return parent ? topOf(jobs, parent) : id
}

function barsOf({ by_user }: ByJob, { start, end }: Filters, seriesOf: (jobcodeId: number) => string) {
  const days = new Map<string, Map<string, number>>()
  for (const { dates } of Object.values(by_user))
    for (const [date, jobs] of Object.entries(dates)) {
      const values = days.get(date) ?? new Map<string, number>()
      days.set(date, values)
      for (const { jobcode_id: id, total_work_seconds: seconds } of Object.values(jobs)) {
        const key = seriesOf(id)
        values.set(key, (values.get(key) ?? 0) + seconds)
      }
    }
  return Array.from({ length: daysBetween(start, end) + 1 }, (_, index) => {
    const date = addDays(start, index)
    return {
      key: date,
      label: dateText(date, { month: 'numeric', day: 'numeric' }),
      values: days.get(date) ?? new Map<string, number>(),
    }
  })
}
