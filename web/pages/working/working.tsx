import './working.css'
import { Users } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { refresh, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.tsx'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { useJobWord } from '../../parts/job_picker.tsx'
import { useJobs } from '../../parts/jobs.ts'
import { useToday } from '../../parts/now.ts'
import { Card, Empty, Failed, Page, Skeleton } from '../../parts/page.tsx'
import { finder, inOrder } from '../../parts/search.ts'
import { Segments } from '../../parts/segments.tsx'
import { type Person, useBoard } from './board.ts'
import { PersonCard } from './card.tsx'

type Grouping = 'none' | 'job' | 'place'

/** Who is on the clock right now, on what, where, and for how long. */
export default function WorkingPage() {
  const { zone } = useMe()
  const { people, error, again } = useBoard()
  const today = useToday(zone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: at midnight the day's totals begin anew.
  useEffect(() => void refresh('time'), [today])
  return (
    <Page title="Who’s working" wide about={people && <Counts people={people} />}>
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

/** `5 on the clock, 3 off`, said anew when it changes. */
function Counts({ people }: { people: readonly Person[] }) {
  const on = people.filter(({ running }) => running).length
  const breaks = people.filter(({ running }) => running?.onBreak).length
  return (
    <span role="status">
      {on} on the clock{breaks > 0 && ` (${breaks} on break)`}, {people.length - on} off
    </span>
  )
}

function Board({ people }: { people: readonly Person[] }) {
  const [search, setSearch] = useSearchParams()
  const jobs = useJobs()
  const groups = useRecords('groups', { active: 'yes' })
  const word = useJobWord()
  const words = search.get('q') ?? ''
  const group = search.get('group') ?? ''
  const job = search.get('job') ?? ''
  const by = (search.get('by') ?? 'none') as Grouping
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        before.delete(name)
        if (value !== '' && value !== 'none') before.set(name, value)
        return before
      },
      { replace: true },
    )
  const deferred = useDeferredValue(words)
  const shown = useMemo(() => {
    const finds = finder(deferred)
    const has = new Set(group === '' ? [] : [Number(group)])
    return people.filter(
      (person) =>
        (has.size === 0 || has.has(person.groupId)) &&
        (job === '' || person.running?.jobId === Number(job)) &&
        finds(person.text),
    )
  }, [people, deferred, group, job])
  const on = shown.filter(({ running }) => running)
  const off = shown.filter(({ running }) => !running)
  const inUse = [...new Set(people.flatMap(({ running }) => running?.jobId ?? []))]
  const hasPlaces = people.some(({ place }) => place)
  const groupIds = new Set(people.map(({ groupId }) => groupId))
  const cards = (list: readonly Person[]) => (
    <ul className="working-cards">
      {list.map((person) => (
        <PersonCard key={person.id} person={person} job={person.running ? jobs.pathOf(person.running.jobId) : ''} />
      ))}
    </ul>
  )
  return (
    <>
      <div className="working-filters">
        <TextField
          label="Search"
          type="search"
          placeholder={`Name or ${word.toLowerCase()}`}
          value={words}
          onChange={({ target }) => set('q', target.value)}
        />
        {groupIds.size > 1 && (
          <SelectField label="Group" value={group} onChange={({ target }) => set('group', target.value)}>
            <option value="">All groups</option>
            {(groups.data ?? [])
              .filter(({ id }) => groupIds.has(id))
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            {groupIds.has(0) && <option value="0">No group</option>}
          </SelectField>
        )}
        <SelectField label={word} value={job} onChange={({ target }) => set('job', target.value)}>
          <option value="">Every {word.toLowerCase()}</option>
          {inUse
            .map((id) => ({ id, path: jobs.pathOf(id) }))
            .sort((a, b) => inOrder(a.path, b.path))
            .map(({ id, path }) => (
              <option key={id} value={id}>
                {path}
              </option>
            ))}
        </SelectField>
        <Segments
          label="What people are put together by"
          value={by}
          options={[
            { value: 'none', text: 'People' },
            { value: 'job', text: `${word}s` },
            ...(hasPlaces ? [{ value: 'place' as const, text: 'Places' }] : []),
          ]}
          onChange={(to) => set('by', to)}
        />
      </div>
      {shown.length === 0 ? (
        <Card>
          <Empty
            icon={<Users size={40} aria-hidden="true" />}
            title={people.length === 0 ? 'There is nobody to see yet' : 'Nobody matches'}
            action={
              people.length > 0 && <Button onClick={() => setSearch({}, { replace: true })}>Show everybody</Button>
            }
          >
            {people.length === 0
              ? 'People appear here as soon as the company has some.'
              : 'Search for less, or choose another group.'}
          </Empty>
        </Card>
      ) : (
        <>
          {on.length === 0 ? (
            <p className="quiet">Nobody {people === shown ? '' : 'of these '}is on the clock.</p>
          ) : by === 'none' ? (
            <Part title="On the clock" count={on.length}>
              {cards(on)}
            </Part>
          ) : (
            grouped(on, by, jobs.pathOf).map(([title, members]) => (
              <Part key={title} title={title} count={members.length}>
                {cards(members)}
              </Part>
            ))
          )}
          {off.length > 0 && (
            <Part title="Off the clock" count={off.length}>
              {cards(off)}
            </Part>
          )}
        </>
      )}
    </>
  )
}

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section className="working-part">
      <h2>
        {title} <span className="working-count">{count}</span>
      </h2>
      {children}
    </section>
  )
}

/** People by their job or place, in the order of its name; those of whom it is not known come last. */
function grouped(people: readonly Person[], by: Grouping, pathOf: (id: number) => string): [string, Person[]][] {
  const nameIn = ({ running, place }: Person) =>
    by === 'job' ? pathOf(running?.jobId ?? 0) : place?.known ? place.name : elsewhere
  const known = [...Map.groupBy(people, nameIn)]
  return known.sort(([a], [b]) => Number(a === elsewhere) - Number(b === elsewhere) || inOrder(a, b))
}

const elsewhere = 'Somewhere else, or not known'
