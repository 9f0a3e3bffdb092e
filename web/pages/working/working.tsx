import './working.css'
import { Users } from 'lucide-react'
import { useEffect } from 'react'
import { refresh, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { SelectField, TextField } from '../../components/fields/field.tsx'
import { useJobs, useJobsWord, useJobWord } from '../../components/jobs/jobs.ts'
import { inOrder } from '../../components/listing/order.ts'
import { Segments } from '../../components/listing/segments.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Failed, Page, Skeleton } from '../../components/page/page.tsx'
import { useToday } from '../../components/time/now.ts'
import { inSentence, t } from '../../language.ts'
import { type Person, useBoard } from './board.ts'
import { Cards } from './cards.tsx'
import { type Filtered, grouped, noneOnText, useFilter } from './filter.ts'
import { PeopleMap } from './people_map.tsx'

/** Who is on the clock right now, on which job, where, and for how long. */
export default function WorkingPage() {
  const { zone } = useMe()
  const { people, error, again } = useBoard()
  const today = useToday(zone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: at midnight the day's totals start over.
  useEffect(() => void refresh('time'), [today])
  return (
    <Page title={t('Who’s working')} about={people && <Counts people={people} />}>
      {people ? (
        <Board people={people} />
      ) : error ? (
        <Failed error={error} again={again} />
      ) : (
        <Skeleton lines={6} height={84} />
      )}
    </Page>
  )
}

/** `5 on the clock, 3 off`, announced when it changes. */
function Counts({ people }: { people: readonly Person[] }) {
  const on = people.filter(({ running }) => running).length
  const breaks = people.filter(({ running }) => running?.onBreak).length
  const off = people.length - on
  return (
    <span role="status">
      {breaks > 0
        ? t('{on} on the clock ({breaks} on break), {off} off', { on, breaks, off })
        : t('{on} on the clock, {off} off', { on, off })}
    </span>
  )
}

type Props = { people: readonly Person[]; filter: Filtered }

function Board({ people }: { people: readonly Person[] }) {
  const filter = useFilter(people)
  return (
    <>
      <Filters people={people} filter={filter} />
      <PeopleMap people={filter.shown} />
      {filter.shown.length === 0 ? (
        <NoMatch people={people} filter={filter} />
      ) : (
        <Shown people={people} filter={filter} />
      )}
    </>
  )
}

function Filters({ people, filter }: Props) {
  const word = useJobWord()
  const several = useJobsWord()
  const hasPlaces = people.some(({ place }) => place)
  return (
    <div className="working-filters">
      <TextField
        label={t('Search')}
        type="search"
        placeholder={t('Name or {job}', { job: inSentence(word) })}
        value={filter.words}
        onChange={({ target }) => filter.set('q', target.value)}
      />
      <GroupField people={people} filter={filter} />
      <JobField people={people} filter={filter} />
      <Segments
        label={t('Group by')}
        value={filter.by}
        options={[
          { value: 'none', text: t('People') },
          { value: 'job', text: several },
          ...(hasPlaces ? [{ value: 'place' as const, text: t('Places') }] : []),
        ]}
        onChange={(to) => filter.set('by', to)}
      />
    </div>
  )
}

/** A group filter, shown only if the people are in several groups. */
function GroupField({ people, filter }: Props) {
  const groups = useRecords('groups', { active: 'yes' })
  const ids = new Set(people.map(({ groupId }) => groupId))
  if (ids.size < 2) return null
  return (
    <SelectField label={t('Group')} value={filter.group} onChange={({ target }) => filter.set('group', target.value)}>
      <option value="">{t('All groups')}</option>
      {(groups.data ?? [])
        .filter(({ id }) => ids.has(id))
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      {ids.has(0) && <option value="0">{t('No group')}</option>}
    </SelectField>
  )
}

/** A filter by the jobs that people are working on. */
function JobField({ people, filter }: Props) {
  const word = useJobWord()
  const several = useJobsWord()
  const { pathOf } = useJobs()
  const inUse = [...new Set(people.flatMap(({ running }) => running?.jobId ?? []))]
  return (
    <SelectField label={word} value={filter.job} onChange={({ target }) => filter.set('job', target.value)}>
      <option value="">{t('All {jobs}', { jobs: inSentence(several) })}</option>
      {inUse
        .map((id) => ({ id, path: pathOf(id) }))
        .sort((a, b) => inOrder(a.path, b.path))
        .map(({ id, path }) => (
          <option key={id} value={id}>
            {path}
          </option>
        ))}
    </SelectField>
  )
}

function NoMatch({ people, filter }: Props) {
  return (
    <Card>
      <Empty
        icon={<Users size={40} aria-hidden="true" />}
        title={people.length === 0 ? t('No one here yet') : t('No matches')}
        action={people.length > 0 && <Button onClick={filter.clear}>{t('Show everyone')}</Button>}
      >
        {people.length === 0 ? t('People appear here once you add them.') : t('Try a shorter search or another group.')}
      </Empty>
    </Card>
  )
}

/** People on the clock, grouped if a grouping is chosen, and people off the clock. */
function Shown({ people, filter: { shown, by } }: Props) {
  const { pathOf } = useJobs()
  const on = shown.filter(({ running }) => running)
  const off = shown.filter(({ running }) => !running)
  const groups: [string, readonly Person[]][] = by === 'none' ? [[t('On the clock'), on]] : grouped(on, by, pathOf)
  return (
    <>
      {on.length === 0 && <p className="quiet">{noneOnText(people, shown)}</p>}
      {on.length > 0 && groups.map(([title, members]) => <Part key={title} title={title} people={members} />)}
      {off.length > 0 && <Part title={t('Off the clock')} people={off} />}
    </>
  )
}

function Part({ title, people }: { title: string; people: readonly Person[] }) {
  return (
    <section className="working-part">
      <h2>
        {title} <span className="working-count">{people.length}</span>
      </h2>
      <Cards people={people} />
    </section>
  )
}
