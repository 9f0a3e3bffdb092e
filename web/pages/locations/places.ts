import type { Records } from '../../api/records.ts'

/** A place where work is done. */
export type Place = Records['locations']
/** A circle around a place. */
export type Fence = Records['geofence_configs']

/** What people call a place. */
export function placeName({
  label,
  formatted_address,
  country,
}: Pick<Place, 'label' | 'formatted_address' | 'country'>): string {
  return label || formatted_address || country
}

/** Whether it is known where on earth it is. */
export function isPlaced({ latitude, longitude }: Place): boolean {
  return latitude !== 0 || longitude !== 0
}

/** The fence around a place. */
export function fenceOf(place: Place, fences: readonly Fence[]): Fence | undefined {
  return fences.find(({ type_id }) => type_id === place.id)
}

/** A place on a flat picture, in metres east and south of a middle; good enough for where one company works. */
export type Spot = { place: Place; x: number; y: number; radius: number }

const metresPerDegree = 111_320

/** Where the places lie to each other, in metres. */
export function spotsOf(places: readonly Place[], fences: readonly Fence[]): Spot[] {
  const placed = places.filter(isPlaced)
  if (placed.length === 0) return []
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const [lat, long] = [middle(placed.map((one) => one.latitude)), middle(placed.map((one) => one.longitude))]
  return placed.map((place) => {
    const fence = fenceOf(place, fences)
    return {
      place,
      x: (place.longitude - long) * metresPerDegree * Math.cos((lat * Math.PI) / 180),
      y: (lat - place.latitude) * metresPerDegree,
      radius: fence?.enabled ? fence.radius : 0,
    }
  })
}

/** A round length for the scale of the picture: 1, 2 or 5 with zeros, at most `metres`. */
export function roundLength(metres: number): number {
  const power = 10 ** Math.floor(Math.log10(metres))
  return [5, 2, 1].map((step) => step * power).find((length) => length <= metres) ?? power
}

/** `500 m`, `2 km`. */
export function lengthText(metres: number): string {
  return metres >= 1000 ? `${metres / 1000} km` : `${metres} m`
}
