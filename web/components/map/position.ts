import { metersIn, type Units } from './lengths.ts'

/** A point on earth, in degrees. */
export type Position = { latitude: number; longitude: number }

/** The limits of a geofence's radius, in meters. */
export const radiusLimits = { min: 50, max: 1000 }

const metersPerDegree = 111_320

/** The position in two coordinate fields; undefined while they are empty or invalid. */
export function positionOf(latitude: string, longitude: string): Position | undefined {
  const [north, east] = [degreesOf(latitude, 90), degreesOf(longitude, 180)]
  return north === undefined || east === undefined || (north === 0 && east === 0)
    ? undefined
    : { latitude: north, longitude: east }
}

function degreesOf(text: string, max: number): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'))
  return Math.abs(value) <= max ? value : undefined
}

/** A radius as typed, in meters within its limits; undefined while it is not a number. */
export function radiusOf(text: string, units: Units): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? clampRadius(metersIn(value, units)) : undefined
}

/** The nearest allowed radius, in steps of 5 meters. */
export function clampRadius(meters: number): number {
  return Math.min(radiusLimits.max, Math.max(radiusLimits.min, Math.round(meters / 5) * 5))
}

/** The radius after a key on its handle, or undefined for other keys. */
export function radiusAfter(key: string, meters: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: 10,
    ArrowUp: 10,
    ArrowLeft: -10,
    ArrowDown: -10,
    PageUp: 50,
    PageDown: -50,
    Home: -Number.MAX_VALUE,
    End: Number.MAX_VALUE,
  }
  const step = steps[key]
  return step === undefined ? undefined : clampRadius(meters + step)
}

/** How far an arrow key moves the marker right and down: 10 pixels, or 1 with Shift. */
export function stepOf(key: string, fine: boolean): [x: number, y: number] | undefined {
  const length = fine ? 1 : 10
  const steps: Record<string, [number, number]> = {
    ArrowRight: [length, 0],
    ArrowLeft: [-length, 0],
    ArrowDown: [0, length],
    ArrowUp: [0, -length],
  }
  return steps[key]
}

/** The point that many meters east. */
export function eastOf({ latitude, longitude }: Position, meters: number): Position {
  return { latitude, longitude: longitude + meters / (metersPerDegree * Math.cos((latitude * Math.PI) / 180)) }
}
