import { useQueries } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type RoundingVersion, roundedByDate } from '../../../src/rules/time_rounding.ts'
import { recordsQuery, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Dialog } from '../../components/dialog.tsx'
import { useHours } from '../../components/hours.ts'
import { useJobs } from '../../components/jobs.ts'
import { nameOf } from '../../components/names.ts'
import { Empty, Loaded } from '../../components/page.tsx'
import { roundingIn } from '../../components/rounding.ts'
import { t } from '../../language.ts'
import { dateText, writtenTime } from '../../time.ts'
import { entryOf, type Sheet } from '../timesheet/week.ts'
import { type Filters, questionOfFilters } from './filters.tsx'
import { type Kept, keeps } from './hours_rows.ts'

const shownMax = 500

/** The entries behind a number in a report. */
export function Entries({
  title,
  filters,
  kept = {},
  onClose,
}: {
  title: string
  filters: Filters
  kept?: Kept
  onClose: () => void
}) {
  const me = useMe()
  const hours = useHours()
  const jobs = useJobs()
  const people = useRecords('users', { active: 'both' })
  const rounding = roundingIn(me.rounding)
  // The total of a day includes all of its jobs.
  const ofDays = rounding.some((version) => version.rounding?.of === 'day')
  const entries = useRecords('timesheets', {
    ...questionOfFilters(filters),
    ...(kept.job === undefined || ofDays ? {} : { jobcode_ids: [kept.job] }),
    on_the_clock: 'no',
  })
  const { item, isLoading } = useItem(kept.item ?? '')
  const byId = new Map(people.data?.map((user) => [user.id, nameOf(user)]))
  const twelve = Number(me.settings.general?.time_format) !== 24
  return (
    <Dialog title={title} size="large" onClose={onClose}>
      <Loaded of={jobs.ready && !isLoading ? entries : { ...entries, data: undefined }}>
        {(found) => {
          const seconds = secondsById(found, jobs, rounding)
          const rows = found
            .filter((entry) => keeps(kept, entry, jobs, item))
            .sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id)
          if (rows.length === 0) return <Empty title={t('No entries')}>{t('They may have just been moved.')}</Empty>
          return (
            <>
              <ul className="rows">
                {rows.slice(0, shownMax).map((entry) => (
                  <li key={entry.id}>
                    <div>
                      <Link href={`/timesheet/${entry.date}?user=${entry.user_id}`}>
                        {byId.get(entry.user_id) ?? t('Person {id}', { id: entry.user_id })}
                      </Link>
                      <p className="quiet">
                        {dateText(entry.date)}
                        {entry.start && entry.end && entry.type === 'regular'
                          ? ` · ${writtenTime(entry.start, twelve)} – ${writtenTime(entry.end, twelve)}`
                          : ` · ${t('entered manually')}`}
                        {kept.job === undefined && ` · ${jobs.pathOf(entry.jobcode_id) || t('no job')}`}
                      </p>
                      {entry.notes && <p>{entry.notes}</p>}
                    </div>
                    <strong className="number">{hours(seconds.get(entry.id) ?? entry.duration)}</strong>
                  </li>
                ))}
              </ul>
              {rows.length > shownMax && (
                <p className="quiet">
                  {t('The newest {count} of {all}. The timesheets file has all of them.', {
                    count: shownMax,
                    all: rows.length,
                  })}
                </p>
              )}
            </>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

/** The custom field item with an id; none for ''. */
function useItem(id: string) {
  const fields = useRecords('customfields', { active: 'both' }, { enabled: id !== '' })
  const lists = useQueries({
    queries: (id === '' ? [] : (fields.data ?? [])).map((field) =>
      recordsQuery('customfielditems', { customfield_id: field.id, active: 'both' }),
    ),
  })
  const item = lists.flatMap(({ data = [] }) => data).find((one) => String(one.id) === id)
  return { item, isLoading: fields.isLoading || lists.some((list) => list.isLoading) }
}

/** The paid seconds of entries, by id. */
function secondsById(
  sheets: readonly Sheet[],
  jobs: Parameters<typeof entryOf>[2],
  rounding: readonly RoundingVersion[],
): Map<number, number> {
  const people = Map.groupBy(sheets, ({ user_id }) => user_id).values()
  const entries = [...people].flatMap((own) =>
    roundedByDate(
      own.map((sheet) => entryOf(sheet, sheet.duration, jobs)),
      rounding,
    ),
  )
  return new Map(entries.map(({ id, seconds }) => [id, seconds]))
}
