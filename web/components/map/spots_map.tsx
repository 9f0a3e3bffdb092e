import './map.css'
import { Frame } from './frame.tsx'
import { useLeaflet } from './leaflet.ts'
import { type MapSpot, useSpots } from './spots.ts'

/** Places and people on a map. */
export default function SpotsMap({
  label,
  spots,
  small = false,
}: {
  label: string
  spots: readonly MapSpot[]
  small?: boolean
}) {
  const { ref, shown, failed } = useLeaflet()
  useSpots(shown, spots)
  return <Frame label={label} box={ref} failed={failed} small={small} />
}
