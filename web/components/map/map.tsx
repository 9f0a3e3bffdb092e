import { lazy, Suspense } from 'react'
import { useMe } from '../../api/start.ts'
import { Skeleton } from '../page.tsx'
import type { Position } from './position.ts'
import type { MapSpot } from './spots.ts'

// The library is loaded only where a map is shown, and only if this server is set up for one.
const Spots = lazy(() => import('./spots_map.tsx'))
const Editor = lazy(() => import('./position_map.tsx'))

/** Whether this server is set up to show maps. */
export function useHasMap(): boolean {
  // An answer from the cache of an earlier version says nothing.
  return Boolean(useMe().map)
}

/** Places and people on a map. Show the same in a list next to it. Only if `useHasMap`. */
export function SpotsMap(props: { label: string; spots: readonly MapSpot[]; small?: boolean }) {
  return (
    <Suspense fallback={<Skeleton lines={1} height={props.small ? 220 : 320} />}>
      <Spots {...props} />
    </Suspense>
  )
}

/** A map on which a location and the radius of its geofence are set. Only if `useHasMap`. */
export function PositionMap(props: {
  at: Position | undefined
  /** Meters; undefined without a geofence. */
  radius: number | undefined
  /** What the map shows while there is no location. */
  around: readonly Position[]
  onMove: (to: Position) => void
  onRadius: (meters: number) => void
}) {
  return (
    <Suspense fallback={<Skeleton lines={1} height={280} />}>
      <Editor {...props} />
    </Suspense>
  )
}
