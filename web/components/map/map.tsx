import { useMe } from '../../api/start.ts'
import { later } from '../dialogs/later.tsx'
import { Skeleton } from '../page/page.tsx'

// The library is loaded only where a map is shown, and only if this server is set up for one.

/** Whether this server is set up to show maps. */
export function useHasMap(): boolean {
  // An answer cached by an earlier version lacks this value.
  return Boolean(useMe().map)
}

/** Places and people on a map. Show the same in a list next to it. Use it only if `useHasMap` is true. */
export const SpotsMap = later(
  () => import('./spots_map.tsx'),
  ({ small }) => <Skeleton lines={1} height={small ? 220 : 320} />,
)

/** A map for setting a location and the radius of its geofence. Use it only if `useHasMap` is true. */
export const PositionMap = later(
  () => import('./position_map.tsx'),
  () => <Skeleton lines={1} height={280} />,
)
