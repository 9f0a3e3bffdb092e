import { useQueries } from '@tanstack/react-query'
import { Link } from 'wouter'
import { daysBetween } from '../../../src/rules/time/calendar.ts'
import { recordsQuery, useAnswer, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { useJobs } from '../../components/jobs/jobs.ts'
import { Empty, Loaded } from '../../components/page/page.tsx'
import { nameOf } from '../../components/people/names.ts'
import { useHours, useShownUnit, useSums, useTwelve } from '../../components/time/hours.ts'
import { roundingIn } from '../../components/time/rounding.ts'
import { t } from '../../language.ts'
import { dateText, writtenTime } from '../../time.ts'
import type { Sheet } from '../timesheet/week/week.ts'
import { type EntryLine, type EntryList, entryList, type Rest, roundedAlone } from './entry_list.ts'
import { type Filters, questionOfFilters } from './filters.tsx'
import { type Kept, keeps } from './hours/hours_rows.ts'

const shownMax = 500

/** Over more days, each entry is rounded by itself. */
const daysMax = 400

type Props = {
  title: string
  filters: Filters
  kept?: Kept
  /** The hours in the report, which the list adds up to. */
  figure: number
  /** What the figure has besides these entries, if it is not rounding. */
  rest?: string | undefined
  onClose: () => void
}

/** The entries behind a figure in a report. */
export function Entries({ title, filters, kept = {}, figure, rest, onClose }: Props) {
  const { entries, list } = useEntryList(filters, kept, figure)
  return (
    <Dialog title={title} size="large" onClose={onClose}>
      <Loaded of={list ? entries : { ...entries, data: undefined }}>
        {() =>
          list!.lines.length === 0 ? (
            <Empty title={t('No entries')}>{t('They may have just been moved.')}</Empty>
          ) : (
            <Shown list={list!} names={filters.user === ''} jobs={kept.job === undefined} rest={rest} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** The list of entries behind a figure; undefined while it is loading. */
function useEntryList(filters: Filters, kept: Kept, figure: number) {
  const me = useMe()
  const unit = useShownUnit()
  const jobs = useJobs()
  const rounding = roundingIn(me.rounding)
  // The total of a day includes all of its jobs.
  const ofDays = rounding.some((version) => version.rounding?.of === 'day')
  const ofJob = kept.job === undefined ? {} : { jobcode_ids: [kept.job] }
  const question = questionOfFilters(filters)
  const entries = useRecords('timesheets', { ...question, ...(ofDays ? {} : ofJob), on_the_clock: 'no' })
  const isAsked = daysBetween(filters.start, filters.end) < daysMax
  const asked = useAnswer('time', '/api/console/entry_hours', { ...question, ...ofJob }, { enabled: isAsked })
  const { item, isLoading } = useItem(kept.item ?? '')
  const ready = jobs.ready && !isLoading && !asked.isLoading
  const seconds = asked.data
    ? new Map(asked.data.entries.map(({ id, seconds }) => [id, seconds]))
    : roundedAlone(entries.data ?? [], jobs, rounding, unit)
  const found = entries.data?.filter((entry) => keeps(kept, entry, jobs, item))
  return { entries, list: ready && found ? entryList(found, seconds, jobs, { figure, unit }) : undefined }
}

/** `names` and `jobs`: whether lines say whose they are, and on which job. */
type ShownProps = { list: EntryList; names: boolean; jobs: boolean; rest: string | undefined }

function Shown({ list: { lines, total, rest }, names, jobs, rest: restName }: ShownProps) {
  const sums = useSums()
  const people = useRecords('users', { active: 'both' }, { enabled: names })
  const byId = new Map(people.data?.map((user) => [user.id, nameOf(user)]))
  const nameIn = ({ user_id }: Sheet) => byId.get(user_id) ?? t('Person {id}', { id: user_id })
  return (
    <>
      <ul className="rows">
        {lines.slice(0, shownMax).map((line) => (
          <li key={line.entry.id}>
            <Line line={line} name={names ? nameIn(line.entry) : undefined} withJob={jobs} />
          </li>
        ))}
      </ul>
      {lines.length > shownMax && (
        <p className="quiet">
          {t('The newest {count} of {all}. The timesheets file has all of them.', {
            count: shownMax,
            all: lines.length,
          })}
        </p>
      )}
      <dl className="reports-entries-total">
        {rest && (
          <div className="quiet">
            <dt>{restName ?? restText(rest)}</dt>
            <dd className="number">{sums(rest.seconds)}</dd>
          </div>
        )}
        <div>
          <dt>{t('Total')}</dt>
          <dd className="number">{sums(total)}</dd>
        </div>
      </dl>
    </>
  )
}

function restText({ kind }: Rest): string {
  return kind === 'rounding'
    ? t('Rounding')
    : t('Parts of shifts at the first and last day, and changes since it was paid')
}

/** An entry. Its day leads to the timesheet. */
function Line({ line, name, withJob }: { line: EntryLine; name: string | undefined; withJob: boolean }) {
  const { entry, seconds, isPaid } = line
  const hours = useHours()
  const twelve = useTwelve()
  const { pathOf } = useJobs()
  const { start, end, type, date, user_id, jobcode_id, notes } = entry
  const times =
    start && end && type === 'regular'
      ? `${writtenTime(start, twelve)} – ${writtenTime(end, twelve)}`
      : t('entered manually')
  return (
    <>
      <div className={isPaid ? undefined : 'quiet'}>
        <Link href={`/timesheet/${date}?user=${user_id}`}>{name ? `${name}, ${dateText(date)}` : dateText(date)}</Link>
        <p className="quiet">{[times, withJob && (pathOf(jobcode_id) || t('no job'))].filter(Boolean).join(' · ')}</p>
        {notes && <p>{notes}</p>}
      </div>
      <span className={isPaid ? 'reports-entry-hours' : 'reports-entry-hours quiet'}>
        <strong className="number">{isPaid ? hours(seconds) : `(${hours(seconds)})`}</strong>
        {!isPaid && <small>{t('unpaid, not counted')}</small>}
      </span>
    </>
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
