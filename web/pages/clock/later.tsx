import { Suspense } from 'react'
import { later, loadable } from '../../components/dialogs/later.tsx'
import { Card, Skeleton } from '../../components/page/page.tsx'
import type { Entry } from './entries.ts'

/** What an administrator has left to set up. */
export const NextSteps = later(() => import('../welcome/next_steps.tsx'))

/** The questions before an entry ends. */
export const Questions = later(() => import('./questions/questions.tsx'))

/** The question before the location is sent. */
export const PlaceDialog = later(() => import('./questions/place_dialog.tsx'))

/** The warning about an entry that has been running for a long time. */
export const Forgotten = later(() => import('./forgotten.tsx'))

const day = loadable(() => import('./day.tsx'))
// Loaded along with the entries. With the overtime rules, the first load would be too large.
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

/** Shown until the day is loaded. */
export function DaySkeleton() {
  return (
    <Card className="clock-day">
      <Skeleton lines={4} height={56} />
    </Card>
  )
}
