import { useDeferredValue, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { finder, inOrder } from '../../components/listing/order.ts'
import { t } from '../../language.ts'
import type { Person } from './board.ts'

/** How people on the clock are grouped. */
type Grouping = 'none' | 'job' | 'place'

/** Which people are shown: `words` match names and jobs, the others are the ids of a group and a job; '' for all. */
type Filter = { words: string; group: string; job: string }

/** Which people of the board are shown and how they are grouped, kept in the URL: `/working?q=ma&by=job`. */
export type Filtered = ReturnType<typeof useFilter>

/** Keeps the board's filter in the URL. */
export function useFilter(people: readonly Person[]) {
  const [search, setSearch] = useSearchParams()
  const [words, group, job] = [search.get('q') ?? '', search.get('group') ?? '', search.get('job') ?? '']
  const by = (search.get('by') ?? 'none') as Grouping
  const deferred = useDeferredValue(words)
  const shown = useMemo(() => matching(people, { words: deferred, group, job }), [people, deferred, group, job])
  const set = (name: 'q' | 'group' | 'job' | 'by', value: string) =>
    setSearch(
      (before) => {
        before.delete(name)
        if (value !== '' && value !== 'none') before.set(name, value)
        return before
      },
      { replace: true },
    )
  return { words, group, job, by, shown, set, clear: () => setSearch({}, { replace: true }) }
}

/** The people who match the whole filter. */
export function matching(people: readonly Person[], { words, group, job }: Filter): Person[] {
  const finds = finder(words)
  return people.filter(
    (person) =>
      (group === '' || person.groupId === Number(group)) &&
      (job === '' || person.running?.jobId === Number(job)) &&
      finds(person.text),
  )
}

/** People by job or place, in order of its name; unknown jobs and places come last. */
export function grouped(
  people: readonly Person[],
  by: Exclude<Grouping, 'none'>,
  pathOf: (id: number) => string,
): [string, Person[]][] {
  const elsewhere = t('Other or unknown location')
  const nameIn = ({ running, place }: Person) =>
    by === 'job' ? pathOf(running?.jobId ?? 0) : place?.known ? place.name : elsewhere
  const known = [...Map.groupBy(people, nameIn)]
  return known.sort(([a], [b]) => Number(a === elsewhere) - Number(b === elsewhere) || inOrder(a, b))
}

/** The text when no one shown is on the clock. */
export function noneOnText(people: readonly Person[], shown: readonly Person[]): string {
  return shown.length < people.length ? t('No one here is on the clock.') : t('No one is on the clock.')
}
