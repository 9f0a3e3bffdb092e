import { Suspense, useEffect, useState } from 'react'
import { later, loadable } from '../../components/dialogs/later.tsx'
import { Card, Skeleton } from '../../components/page/page.tsx'
import type { Entry } from './entries.ts'

/** The questions before an entry ends. */
export const Questions = later(() => import('./questions/questions.tsx'))

/** The question before the location is sent. */
export const PlaceDialog = later(() => import('./questions/place_dialog.tsx'))

/** The warning about an entry that has been running for a long time. */
export const Forgotten = later(() => import('./forgotten.tsx'))

const day = loadable(() => import('./day.tsx'))

/** Whether a clock was shown before, so that the code below it is loaded or on its way. */
let isAfterFirst = false

/** Whether the clock was drawn. The button comes first: what is below it is most of what a phone would wait for. */
export function useAfterClock(): boolean {
  const [isWanted, setWanted] = useState(isAfterFirst)
  useEffect(() => {
    isAfterFirst = true
    setWanted(true)
  }, [])
  return isWanted
}

/** The time worked today and this week, below the clock. */
export function Day(props: {
  entries: readonly Entry[]
  /** Clocks in as in an entry; undefined while that is not possible. */
  onContinue: ((entry: Entry) => void) | undefined
}) {
  if (!useAfterClock()) return <DaySkeleton />
  return (
    <Suspense fallback={<DaySkeleton />}>
      <day.page {...props} />
    </Suspense>
  )
}

/** Shown until the day is loaded. */
export function DaySkeleton() {
  return (
    <Card className="clock-day">
      <Skeleton lines={4} height={56} />
    </Card>
  )
}
