import { RequestError } from '../../engine/errors.ts'
import { elementAt } from '../../rules/elements.ts'
import { type Language, localeOf } from '../../rules/language/languages.ts'
import { datesOfDay, type Holiday, importYearsMax, mergedByDate, years } from '../../rules/time/holidays.ts'

// Public holidays by country and region. The package and its data are large, so they are loaded when first used.

/** A part of a country with its own holidays; `code` as in ISO 3166-2, or with a further part, as in BY-A. */
type Region = { code: string; name: string }

/** What to import. The region may be omitted. */
type PublicHolidays = {
  country: string
  region?: string | undefined
  years: readonly number[]
  /** English if omitted. */
  language?: Language
}

/** The countries whose public holidays are known, by name. */
export async function countries(language: Language = 'en'): Promise<Region[]> {
  const source = new (await load())()
  const known = regionsOf(source.getCountries('en'))
  if (language === 'en') return known
  const names = new Intl.DisplayNames(localeOf(language), { type: 'region' })
  return known
    .map(({ code, name }) => ({ code, name: names.of(code) ?? name }))
    .sort((a, b) => a.name.localeCompare(b.name, language))
}

/** The regions of a country. RequestError 417 if it is not known. */
export async function regions(country: string, language: Language = 'en'): Promise<Region[]> {
  const source = new (await load())()
  const code = countryOf(source, country)
  const states = regionsOf(source.getStates(code, language))
  return states.flatMap((state) => [
    state,
    ...regionsOf(source.getRegions(code, state.code, language)).map((part) => ({
      code: `${state.code}-${part.code}`,
      name: `${state.name}, ${part.name}`,
    })),
  ])
}

/** The public holidays of a country or region. RequestError 417 names what is unknown. */
export async function publicHolidays({ country, region, years: wanted, language }: PublicHolidays): Promise<Holiday[]> {
  checkYears(wanted)
  const Source = await load()
  const code = countryOf(new Source(), country)
  const parts = region ? await partsOf(code, region) : []
  const source = new Source([code, ...parts].join('.'), { types: ['public'] })
  const days = wanted.flatMap((year) => daysOf(source, year, language))
  return mergedByDate(
    days
      .filter(({ type }) => type === 'public')
      .flatMap(({ date, start, end, name }) =>
        datesOfDay({ start: date, hours: (end.getTime() - start.getTime()) / 3_600_000, name }),
      ),
  )
}

/**
 * The holidays of a year, named in the language, otherwise in the country's variety of English, otherwise in English.
 */
function daysOf(source: Source, year: number, language: Language = 'en') {
  const [own = ''] = source.getLanguages()
  const inOwn = source.getHolidays(year)
  if (own.startsWith(language)) return inOwn
  const inEnglish = own.startsWith('en') ? inOwn : source.getHolidays(year, 'en')
  if (language === 'en') return inEnglish
  // Names that the package cannot translate are in the country's own language.
  return source
    .getHolidays(year, language)
    .map((day, at) => (day.name === inOwn[at]?.name ? elementAt(inEnglish, at) : day))
}

function checkYears(wanted: readonly number[]): void {
  const wrong = wanted.find((year) => !Number.isInteger(year) || year < years.first || year > years.last)
  if (wrong !== undefined)
    throw new RequestError(417, 'year_out_of_range', { first: years.first, last: years.last, year: wrong })
  if (wanted.length === 0 || wanted.length > importYearsMax)
    throw new RequestError(417, 'years_too_many', { max: importYearsMax })
}

type Source = InstanceType<Awaited<ReturnType<typeof load>>>

async function load() {
  return (await import('date-holidays')).default
}

function countryOf(source: Source, wanted: string): string {
  const code = wanted.trim().toUpperCase()
  if (!Object.hasOwn(source.getCountries('en') ?? {}, code))
    throw new RequestError(417, 'no_such_country', { country: wanted.slice(0, 40) })
  return code
}

async function partsOf(country: string, wanted: string): Promise<string[]> {
  const known = await regions(country)
  const found = known.find(({ code }) => code.toUpperCase() === wanted.trim().toUpperCase())
  if (found) return found.code.split('-')
  const codes = known.map(({ code }) => code).join(', ')
  throw new RequestError(417, 'no_such_region', {
    country,
    region: wanted.slice(0, 40),
    regions: codes ? `its regions are: ${codes}` : 'it has no regions',
  })
}

function regionsOf(names: Record<string, string> | undefined): Region[] {
  return Object.entries(names ?? {})
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
