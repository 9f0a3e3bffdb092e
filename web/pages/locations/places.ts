import type { Records } from '../../api/records.ts'
import type { MapSpot } from '../../components/map/spots.ts'

/** A location. */
export type Place = Records['locations']
/** A geofence: a circle around a location. */
export type Fence = Records['geofence_configs']

/** The display name of a location. */
export function placeName({
  label,
  formatted_address,
  country,
}: Pick<Place, 'label' | 'formatted_address' | 'country'>): string {
  return label || formatted_address || country
}

/** Whether a location has coordinates. */
export function isPlaced({ latitude, longitude }: Place): boolean {
  return latitude !== 0 || longitude !== 0
}

/** The geofence of a location. */
export function fenceOf(place: Place, fences: readonly Fence[]): Fence | undefined {
  return fences.find(({ type_id }) => type_id === place.id)
}

/** The locations that have coordinates, as a map shows them, with their geofences. */
export function mapSpots(places: readonly Place[], fences: readonly Fence[], open?: (id: number) => void): MapSpot[] {
  return places.filter(isPlaced).map((place) => {
    const fence = fenceOf(place, fences)
    const { id: key, latitude, longitude } = place
    const radius = fence?.enabled ? fence.radius : 0
    const spot = { key, latitude, longitude, radius, name: placeName(place), kind: 'place' } as const
    return open ? { ...spot, onOpen: () => open(key) } : spot
  })
}

/** A location on a flat map, in meters east and south of the center; accurate enough for one company's area. */
type Spot = { place: Place; x: number; y: number; radius: number }

const metersPerDegree = 111_320

/** Projects the locations onto a flat map, in meters. */
export function spotsOf(places: readonly Place[], fences: readonly Fence[]): Spot[] {
  const placed = places.filter(isPlaced)
  if (placed.length === 0) return []
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const [lat, long] = [middle(placed.map((one) => one.latitude)), middle(placed.map((one) => one.longitude))]
  return placed.map((place) => {
    const fence = fenceOf(place, fences)
    return {
      place,
      x: (place.longitude - long) * metersPerDegree * Math.cos((lat * Math.PI) / 180),
      y: (lat - place.latitude) * metersPerDegree,
      radius: fence?.enabled ? fence.radius : 0,
    }
  })
}
