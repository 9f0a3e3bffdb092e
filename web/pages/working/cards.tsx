import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useJobs } from '../../components/jobs/jobs.ts'
import { isWindowed, useWindowed } from '../../components/listing/windowed.ts'
import type { Person } from './board.ts'
import { PersonCard } from './card.tsx'

/** The space between cards in pixels, as in the style sheet. */
const gap = 12

/** People as cards. In a long list, cards are equally tall, and only those in view are rendered. */
export function Cards({ people }: { people: readonly Person[] }) {
  const { pathOf } = useJobs()
  const list = useRef<HTMLUListElement>(null)
  const columns = useColumns(list)
  const height = heightOf(people)
  const row = height + gap
  const { first, end } = useWindowed(list, people.length, row, columns)
  const rowsOf = (count: number) => Math.ceil(count / columns)
  const even = isWindowed(people.length) && {
    'data-even': true,
    style: {
      '--height': `${height}px`,
      paddingTop: rowsOf(first) * row,
      paddingBottom: rowsOf(people.length - end) * row,
    } as CSSProperties,
  }
  return (
    <ul ref={list} className="working-cards" {...even}>
      {people.slice(first, end).map((person) => (
        <PersonCard key={person.id} person={person} job={person.running ? pathOf(person.running.jobId) : ''} />
      ))}
    </ul>
  )
}

/** The height of the tallest card: with a job, the jobs above it, and a place. */
function heightOf(people: readonly Person[]): number {
  if (people.some(({ place }) => place)) return 128
  return people.some(({ running }) => running) ? 104 : 86
}

/** How many cards are beside each other. */
function useColumns(list: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setColumns(getComputedStyle(list.current).gridTemplateColumns.split(' ').length)
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [list])
  return columns
}
