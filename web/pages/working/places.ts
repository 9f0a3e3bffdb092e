import { locale, t } from '../../language.ts'

/** Where a person was: at a known place, or at coordinates. */
export type Place = { name: string; known: boolean; latitude: number; longitude: number; at: string }

type Point = { latitude: number; longitude: number }
type Location = Point & { label: string; formatted_address: string }

/** A person further away than this, in meters, is not at a place. */
const nearMeters = 300

/** The known place that a point is at, or the point itself. */
export function nearest(point: Point & { at: string }, locations: readonly Location[]): Place {
  const { latitude, longitude, at } = point
  const near = locations
    .filter((location) => location.latitude !== 0 || location.longitude !== 0)
    .map((location) => ({ location, meters: distance(point, location) }))
    .filter(({ meters }) => meters <= nearMeters)
    .sort((a, b) => a.meters - b.meters)[0]?.location
  const name = near ? near.label || near.formatted_address : degrees(point)
  return { name, known: near !== undefined, latitude, longitude, at }
}

/** The address of an outside map that shows the point. */
export function mapLink({ latitude, longitude }: Point): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}

/** Meters between two points, by the haversine formula. */
function distance(a: Point, b: Point): number {
  const radians = (angle: number) => (angle * Math.PI) / 180
  const [up, across] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)]
  const h =
    Math.sin(up / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(across / 2) ** 2
  return 2 * 6_371_000 * Math.asin(Math.sqrt(h))
}

function degrees({ latitude, longitude }: Point): string {
  const format = new Intl.NumberFormat(locale(), { minimumFractionDigits: 4, maximumFractionDigits: 4 })
  const [up, across] = [format.format(Math.abs(latitude)), format.format(Math.abs(longitude))]
  const north = latitude < 0 ? t('{degrees}° S', { degrees: up }) : t('{degrees}° N', { degrees: up })
  const east = longitude < 0 ? t('{degrees}° W', { degrees: across }) : t('{degrees}° E', { degrees: across })
  return `${north}, ${east}`
}
