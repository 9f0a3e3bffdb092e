import { filtersSet, type HoursView, hoursQuestion, readView } from '../../../../src/rules/reports/view.ts'
import { useAnswer } from '../../../api/queries.ts'
import { useMe } from '../../../api/start.ts'
import { Empty } from '../../../components/page/page.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../filters.tsx'

/** The hours report for the filters in the URL; `layout` contains what the page itself determines. */
export function useHoursReport(layout: Partial<HoursView> = {}) {
  const me = useMe()
  const { filters, search } = useFilters()
  const view = { ...readView(search), ...layout }
  const question = hoursQuestion(view, filters, me.is_admin)
  const report = useAnswer('time', '/api/console/hours', question as never)
  return { filters, view, question, report }
}

/** The text if the report has no rows. */
export function NoHours({ view }: { view: HoursView }) {
  return (
    <Empty title={t('No time on these dates')}>
      {filtersSet(view).length > 0 ? t('Try other dates, or remove a filter.') : t('Try other dates.')}
    </Empty>
  )
}
