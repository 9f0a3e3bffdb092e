import type { FastifyRequest } from 'fastify'
import { keysOf } from '../rules/elements.ts'
import { languages } from '../rules/language/languages.ts'
import { codeOf } from '../rules/language/messages.ts'
import { countryOfZone, currencies, customsOf, zonesOfCountry } from '../rules/settings/countries.ts'
import { catalog } from '../rules/settings/settings.ts'
import { addDays, offsetSeconds } from '../rules/time/calendar.ts'
import { currentZoneName, genericName, zoneMeant, zones } from '../rules/time/zone_names.ts'
import type { Fields } from './csrf.ts'
import type { Dependencies } from './dependencies.ts'
import { translateForBrowser } from './language.ts'

/** What a new company's form suggests before the browser's own script knows better. */
export type Guess = {
  country: string
  zone: string
  /** The zones to choose from, with their current UTC offset in seconds, and the common name of their time. */
  zones: readonly { name: string; offset: number; called: string }[]
}

/** Guesses the country and zone from the languages of the browser and the zone of this machine. */
export function guessFor({ world }: Dependencies, request: FastifyRequest): Guess {
  const now = world.now()
  const here = likelyZone()
  const country = countryIn(request.headers['accept-language'] ?? '') ?? countryOfZone(here) ?? ''
  const [first, second] = country === '' ? [] : zonesOfCountry(country)
  const zone = countryOfZone(here) !== country && first && !second ? first : here
  const language = codeOf(translateForBrowser(request))
  const described = (name: string) => ({
    name,
    offset: offsetSeconds(now, name),
    called: genericName(name, now, language),
  })
  return { country, zone, zones: zones().map(described) }
}

/** The most likely time zone: that of the machine. */
export function likelyZone(): string {
  const zone = currentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone)
  return zones().includes(zone) ? zone : 'UTC'
}

/** The zone and settings of a new company: as chosen, or else as customary in its country. */
export function placeOf(fields: Fields): { tz: string; settings: Record<string, string | number> } {
  const { country = '', language = '', week_start = '', time_format = '', currency = '' } = fields
  const customs = customsOf(country)
  const week = /^[0-6]$/.test(week_start) ? Number(week_start) : customs?.week_start
  const settings = {
    country: customs ? country : undefined,
    currency: currencies.includes(currency) ? currency : customs?.currency,
    language: languages.find(({ code }) => code === language)?.code,
    date_locale: customs?.date_locale,
    time_format: /^(12|24)$/.test(time_format) ? Number(time_format) : customs?.time_format,
    week_start: week,
    // A pay period ends with a workweek.
    payroll_end_date: week === undefined ? undefined : addDays(catalog.general.payroll_end_date.default, week),
  }
  const changed = keysOf(settings).flatMap((name): [string, string | number][] => {
    const value = settings[name]
    return value === undefined || value === catalog.general[name].default ? [] : [[name, value]]
  })
  return { tz: zoneMeant(fields.tz ?? '')!, settings: Object.fromEntries(changed) }
}

/** The country of the first language that names one: `de-DE,de;q=0.9` is Germany. */
function countryIn(languages: string): string | undefined {
  const regions = languages
    .split(',')
    .map((language) => /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(language)?.[1])
  return regions.map((region) => region?.toUpperCase()).find((region) => region && customsOf(region))
}
