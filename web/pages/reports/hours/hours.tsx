import type { HoursView } from '../../../../src/rules/reports/view.ts'
import { useMe } from '../../../api/start.ts'
import { Card, Loaded, Skeleton } from '../../../components/page/page.tsx'
import { t } from '../../../language.ts'
import { ReportsPage } from '../frame.tsx'
import { SavedReports } from '../saved_reports.tsx'
import { HoursChart } from './hours_chart.tsx'
import { HoursExport } from './hours_export.tsx'
import { HoursFilters } from './hours_filters.tsx'
import { NoHours, useHoursReport } from './hours_question.tsx'
import type { Hours } from './hours_rows.ts'
import { HoursTable } from './hours_table.tsx'

/** Hours by job, person or date, with subtotals. */
export default function HoursReport() {
  const { view, question, report } = useHoursReport()
  const { inspects } = useMe()
  return (
    <ReportsPage actions={!inspects && <SavedReports />}>
      <HoursFilters view={view} grouped />
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
        <NoHours view={view} />
      </Card>
    )
  return (
    <>
      <HoursChart report={report} />
      <Card title={t('Hours')} actions={<HoursExport question={question} />}>
        <HoursTable key={JSON.stringify(question)} report={report} view={view} />
      </Card>
    </>
  )
}
