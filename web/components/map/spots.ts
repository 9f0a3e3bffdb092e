import {
  circle,
  type Layer,
  type Map as LeafletMap,
  latLng,
  latLngBounds,
  layerGroup,
  marker,
  type Tooltip,
} from 'leaflet'
import { useEffect, useRef } from 'react'
import { iconOf, pointOf } from './leaflet.ts'
import type { Position } from './position.ts'

/** Something to show on a map: a location with its geofence, or where someone was. */
export type MapSpot = Position & {
  key: string | number
  name: string
  kind: 'place' | 'person'
  /** The radius of the circle around it, in meters; 0 for none. */
  radius: number
  onOpen?: () => void
}

const nearest = 16

/** Draws the spots, and shows all of them whenever their positions change. */
export function useSpots(shown: LeafletMap | undefined, spots: readonly MapSpot[]): void {
  const latest = useRef(spots)
  latest.current = spots
  const drawn = JSON.stringify(spots)
  const placed = JSON.stringify(spots.map(({ latitude, longitude, radius }) => [latitude, longitude, radius]))

  // biome-ignore lint/correctness/useExhaustiveDependencies: positions are compared by value.
  useEffect(() => {
    if (!shown || latest.current.length === 0) return
    const all = latLngBounds(latest.current.map(pointOf))
    for (const spot of latest.current) if (spot.radius > 0) all.extend(latLng(pointOf(spot)).toBounds(spot.radius * 2))
    shown.fitBounds(all, { padding: [40, 40], maxZoom: nearest, animate: false })
  }, [shown, placed])

  // biome-ignore lint/correctness/useExhaustiveDependencies: spots are compared by value.
  useEffect(() => {
    if (!shown) return
    const names: Tooltip[] = []
    const layers = latest.current.flatMap((spot): Layer[] => {
      const pin = pinOf(spot, () => latest.current.find(({ key }) => key === spot.key)?.onOpen?.())
      names.push(pin.getTooltip()!)
      const fence = circle(pointOf(spot), { radius: spot.radius, className: 'map-fence', interactive: false })
      return spot.radius > 0 ? [fence, pin] : [pin]
    })
    const group = layerGroup(layers).addTo(shown)
    const tidy = () => hideOverlaps(names)
    shown.on('zoomend moveend resize', tidy)
    tidy()
    return () => {
      shown.off('zoomend moveend resize', tidy)
      group.remove()
    }
  }, [shown, drawn])
}

function pinOf(spot: MapSpot, open: () => void) {
  // The list next to the map does the same by keyboard.
  const pin = marker(pointOf(spot), { icon: iconOf(spot.kind), keyboard: false, title: spot.name })
  pin.on('add', () => {
    pin.getElement()!.setAttribute('role', 'img')
    pin.getElement()!.setAttribute('aria-label', spot.name)
  })
  if (spot.onOpen) pin.on('click', open)
  const name = document.createElement('span')
  name.textContent = spot.name
  return pin.bindTooltip(name, { permanent: true, direction: 'auto', offset: [8, 0], className: 'map-name' })
}

/** Hides names that would cover another. */
function hideOverlaps(names: readonly Tooltip[]): void {
  const taken: DOMRect[] = []
  for (const name of names) {
    const box = name.getElement()?.getBoundingClientRect()
    if (!box) continue
    const covers = taken.some(
      (other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
    )
    name.getElement()!.classList.toggle('map-hidden', covers)
    if (!covers) taken.push(box)
  }
}
