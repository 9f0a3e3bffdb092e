import { filtersSet, type HoursView, hoursQuestion, readView } from '../../../src/rules/report_view.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Card, Empty, Loaded, Skeleton } from '../../components/page.tsx'
import { t } from '../../language.ts'
import { useFilters } from './filters.tsx'
import { ReportsPage } from './frame.tsx'
import { HoursChart } from './hours_chart.tsx'
import { HoursExport } from './hours_export.tsx'
import { HoursFilters } from './hours_filters.tsx'
import type { Hours } from './hours_rows.ts'
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
      <HoursChart report={report} />
      <Card title={t('Hours')} actions={<HoursExport question={question} />}>
        <HoursTable key={JSON.stringify(question)} report={report} view={view} />
      </Card>
    </>
  )
}
