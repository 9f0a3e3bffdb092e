import { countryOfZone } from '../../../src/rules/settings/countries.ts'
import { cityOf, currentZoneName, genericName, offsetText, zones } from '../../../src/rules/time/zone_names.ts'
import { folded } from '../listing/order.ts'

/** A time zone to choose: its city, its offset and name, and its search terms. */
export type ZoneLine = { key: string; name: string; detail: string; offset: number; folded: string }

/** All time zones as of an instant (microseconds), by city, including `chosen` if the browser's list lacks it. */
export function zoneLines(chosen: string, now: number, language: string | undefined): ZoneLine[] {
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  const known = zones()
  const all = known.includes(chosen) || chosen === '' ? known : [chosen, ...known]
  const order = new Intl.Collator(language)
  return all
    .flatMap((zone) => lineOf(zone, now, language, countries) ?? [])
    .sort((a, b) => order.compare(a.name, b.name) || order.compare(a.key, b.key))
}

/** The offset and city of a zone: `Denver, GMT−7`. */
export function zoneText(zone: string, now: number): string {
  try {
    return `${cityOf(currentZoneName(zone))}, ${offsetText(offsetAt(zone, now))}`
  } catch {
    return zone
  }
}

/** Undefined for a zone that the browser does not know. */
function lineOf(
  zone: string,
  now: number,
  language: string | undefined,
  countries: Intl.DisplayNames,
): ZoneLine | undefined {
  try {
    const offset = offsetAt(zone, now)
    const generic = genericName(zone, now, language)
    const code = countryOfZone(zone)
    const country = code ? countries.of(code) : undefined
    // The name of a zone that has no proper name is just its offset or its country.
    const named = /^(GMT|UTC)|^[+−-]/.test(generic) ? (country ?? '') : generic
    const name = cityOf(zone)
    return {
      ...{ key: zone, name, offset },
      detail: [offsetText(offset), named].filter(Boolean).join(' · '),
      folded: folded(`${name} ${zone.replaceAll('_', ' ')} ${generic} ${country ?? ''}`),
    }
  } catch {
    return undefined
  }
}

function offsetAt(zone: string, now: number): number {
  return new Temporal.ZonedDateTime(BigInt(Math.trunc(now)) * 1000n, zone).offsetNanoseconds / 1e9
}

/**
 * The lines that match all words; those whose city begins with the words come first. An offset, such as `gmt+1`, must
 * match completely.
 */
export function zonesFound<L extends ZoneLine>(lines: readonly L[], words: string): L[] {
  const text = folded(words.replaceAll('_', ' '))
  const wanted = text.split(/\s+/).filter(Boolean)
  const fits = (line: L) =>
    wanted.every((word) => {
      const offset = offsetIn(word)
      return offset === undefined ? line.folded.includes(word) : line.offset === offset
    })
  const begins = (line: L) => (folded(line.name).startsWith(text) ? 0 : 1)
  return lines.filter(fits).sort((a, b) => begins(a) - begins(b))
}

/** The seconds of an offset as people write it: `gmt+1`, `utc-07:00`, `+5:30`. */
function offsetIn(word: string): number | undefined {
  if (word === 'gmt') return 0
  const [, sign, hours, minutes] = /^(?:gmt|utc)?([+−-])(\d{1,2})(?::?(\d\d))?$/.exec(word) ?? []
  if (!sign) return undefined
  return (sign === '+' ? 1 : -1) * (Number(hours) * 3600 + Number(minutes ?? 0) * 60) || 0
}
