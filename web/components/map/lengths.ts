import { countryOfZone } from '../../../src/rules/settings/countries.ts'
import { useMe } from '../../api/start.ts'
import { locale, t } from '../../language.ts'

/** The units of lengths, as people of the company's country use them. */
export type Units = 'meters' | 'feet'

/** The countries in which land is measured in feet and miles. */
const inFeet: readonly (string | undefined)[] = ['US', 'LR', 'MM', 'AS', 'GU', 'MP', 'PR', 'VI']

const metersPerFoot = 0.3048
const feetPerMile = 5280

/** The units of a country; of the one in whose zone the company is, if it says none. */
export function unitsOf(country: string, zone: string): Units {
  return inFeet.includes(country || countryOfZone(zone)) ? 'feet' : 'meters'
}

/** The units of the company's country. */
export function useUnits(): Units {
  const { settings, company } = useMe()
  return unitsOf(String(settings.general?.country ?? ''), company.zone)
}

/** A whole number of meters in the units: of the numbers of feet that are stored as these meters, the roundest. */
export function inUnits(meters: number, units: Units): number {
  if (units === 'meters') return meters
  const feet = meters / metersPerFoot
  const round = [100, 50, 10, 5].map((step) => Math.round(feet / step) * step)
  return round.find((each) => metersIn(each, units) === Math.round(meters)) ?? Math.round(feet)
}

/** Whole meters of a number in the units. */
export function metersIn(length: number, units: Units): number {
  return Math.round(units === 'feet' ? length * metersPerFoot : length)
}

/** `500 m`, `2 km`, `655 ft`, `1.5 mi`. */
export function lengthText(meters: number, units: Units): string {
  const number = (value: number) => value.toLocaleString(locale(), { maximumFractionDigits: 1 })
  if (units === 'meters')
    return meters >= 1000
      ? t('{length} km', { length: number(meters / 1000) })
      : t('{radius} m', { radius: number(meters) })
  const feet = inUnits(meters, units)
  return feet >= feetPerMile
    ? t('{length} mi', { length: number(feet / feetPerMile) })
    : t('{length} ft', { length: number(feet) })
}

/** A round length for a scale bar, in meters: 1, 2 or 5 times a power of ten, in the larger unit if it fits; at most `meters`. */
export function roundLength(meters: number, units: Units): number {
  const unit =
    units === 'meters' ? 1 : meters / metersPerFoot < feetPerMile ? metersPerFoot : metersPerFoot * feetPerMile
  const length = meters / unit
  const power = 10 ** Math.floor(Math.log10(length))
  return ([5, 2, 1].map((step) => step * power).find((each) => each <= length) ?? power) * unit
}
