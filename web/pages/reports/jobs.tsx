import { useState } from 'react'
import type { HoursView } from '../../../src/rules/reports/view.ts'
import { Card, Loaded, Skeleton } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { Entries } from './entries.tsx'
import type { Filters } from './filters.tsx'
import { ReportsPage } from './frame.tsx'
import { HoursChart } from './hours/hours_chart.tsx'
import { HoursExport } from './hours/hours_export.tsx'
import { HoursFilters } from './hours/hours_filters.tsx'
import { NoHours, useHoursReport } from './hours/hours_question.tsx'
import { type Hours, type JobRow, jobRows } from './hours/hours_rows.ts'
import { JobsTable } from './jobs_table.tsx'

/** Hours by job: the jobs of the hours report as a list, largest first. */
export default function JobsReport() {
  const { filters, view, question, report } = useHoursReport({ by: 'job', within: '', sort: 'total' })
  return (
    <ReportsPage>
      <HoursFilters view={view} />
      <Loaded of={report} skeleton={<Skeleton lines={2} height={300} />}>
        {(found) => <Shown report={found} {...{ view, question, filters }} />}
      </Loaded>
    </ReportsPage>
  )
}

type Props = { report: Hours; view: HoursView; question: Record<string, string>; filters: Filters }

function Shown({ report, view, question, filters }: Props) {
  const [open, setOpen] = useState<JobRow>()
  const rows = jobRows(report)
  if (rows.length === 0)
    return (
      <Card>
        <NoHours view={view} />
      </Card>
    )
  return (
    <>
      <HoursChart report={report} />
      <Card title={t('Hours by job')} actions={<HoursExport question={question} />}>
        <JobsTable rows={rows} onOpen={setOpen} />
      </Card>
      {open && (
        <Entries
          title={open.name}
          filters={filters}
          kept={{ job: open.id, item: view.item }}
          figure={open.seconds}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
