import { lastOf } from '../elements.ts'
import { searchKey } from '../text/search_key.ts'

// Time zones by their familiar names. Runtimes still list a few by the names of older releases.

/** Names of older releases of the time zone database, and the current ones. */
const currentNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Etc/UTC': 'UTC',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The current name of a zone. */
export function currentZoneName(zone: string): string {
  return currentNames[zone] ?? zone
}

let allZones: readonly string[] | undefined

/** Time zones to choose from, by their current names. They are listed when first asked for: it takes a phone 0.15 s. */
export function zones(): readonly string[] {
  allZones ??= [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentZoneName).sort()])]
  return allZones
}

/** The city of a zone: `New York` for `America/New_York`. */
export function cityOf(zone: string): string {
  return lastOf(zone.split('/')).replaceAll('_', ' ')
}

/** The zone for a typed name, former name, or city. Undefined if there is none, or more than one. */
export function zoneMeant(typed: string): string | undefined {
  const text = plain(typed)
  const named = zones().find((zone) => plain(zone) === text)
  if (named) return named
  const former = Object.keys(currentNames).find((zone) => plain(zone) === text)
  if (former) return currentNames[former]
  const cities = zones().filter((zone) => plain(cityOf(zone)) === text)
  return cities.length === 1 ? cities[0] : undefined
}

/** Names by language and zone, cached because finding one is slow, and lists have hundreds. */
const genericNames = new Map<string, string>()

/**
 * The common name for a zone's time around an instant (microseconds), in winter and summer: `Mountain Time`. Some zones
 * are named by their offset, `GMT+3`. `language` is a BCP 47 tag. Throws RangeError for a zone that the runtime does
 * not know.
 */
export function genericName(zone: string, now: number, language: string | undefined): string {
  const key = `${language} ${zone}`
  const known = genericNames.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' })
  const name = format.formatToParts(now / 1000).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  genericNames.set(key, name)
  return name
}

/** An offset in seconds: `GMT+5:30`. */
export function offsetText(seconds: number): string {
  const minutes = Math.abs(Math.round(seconds / 60))
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return seconds === 0 ? 'GMT' : `GMT${seconds < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest}`
}

function plain(text: string): string {
  return searchKey(text.replaceAll('_', ' '))
}
