import { useState } from 'react'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Card, Empty, Loaded, Skeleton } from '../../components/page.tsx'
import { t } from '../../language.ts'
import { Entries } from './entries.tsx'
import { FilterBar, type Filters, questionOfFilters, useFilters } from './filters.tsx'
import { ReportsPage } from './frame.tsx'
import { HoursChart } from './hours_chart.tsx'
import { type Hours, type JobRow, jobRows } from './hours_rows.ts'
import { JobsTable } from './jobs_table.tsx'

/** Hours by job: the jobs of the hours report as a list, largest first. */
export default function JobsReport() {
  const me = useMe()
  const { filters } = useFilters()
  const report = useAnswer('time', '/api/console/hours', {
    ...questionOfFilters(filters),
    group_by: 'job',
    ...(me.is_admin ? { money: 'yes' as const } : {}),
  })
  return (
    <ReportsPage>
      <FilterBar />
      <Loaded of={report} skeleton={<Skeleton lines={2} height={300} />}>
        {(found) => <Shown report={found} filters={filters} />}
      </Loaded>
    </ReportsPage>
  )
}

function Shown({ report, filters }: { report: Hours; filters: Filters }) {
  const [open, setOpen] = useState<JobRow>()
  const rows = jobRows(report)
  if (rows.length === 0)
    return (
      <Card>
        <Empty title={t('No time on these dates')}>{t('Try other dates, another group, or everyone.')}</Empty>
      </Card>
    )
  return (
    <>
      <HoursChart report={report} />
      <Card title={t('Hours by job')}>
        <JobsTable rows={rows} onOpen={setOpen} />
      </Card>
      {open && <Entries title={open.name} filters={filters} jobcodeId={open.id} onClose={() => setOpen(undefined)} />}
    </>
  )
}
