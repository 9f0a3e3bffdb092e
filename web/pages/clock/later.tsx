import { Suspense } from 'react'
import { later, loadable } from '../../components/later.tsx'
import { Card, Skeleton } from '../../components/page.tsx'
import type { Entry } from './entries.ts'

/** The questions before an entry ends. */
export const Questions = later(() => import('./questions.tsx'))

/** The question before the location is sent. */
export const PlaceDialog = later(() => import('./place_dialog.tsx'))

/** The warning about an entry that has been running for a long time. */
export const Forgotten = later(() => import('./forgotten.tsx'))

const day = loadable(() => import('./day.tsx'))
// While the entries load. Rules of overtime are too long for the first load.
void day.load()

/** The time worked today and this week, below the clock. */
export function Day(props: {
  entries: readonly Entry[]
  /** Clocks in as in an entry; undefined while that is not possible. */
  onContinue: ((entry: Entry) => void) | undefined
}) {
  return (
    <Suspense fallback={<DaySkeleton />}>
      <day.page {...props} />
    </Suspense>
  )
}

/** What stands for the day until it is there. */
export function DaySkeleton() {
  return (
    <Card className="clock-day">
      <Skeleton lines={4} height={56} />
    </Card>
  )
}
