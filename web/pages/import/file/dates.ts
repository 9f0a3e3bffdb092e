import { folded } from '../../../components/listing/order.ts'

/** The order of day, month and year in dates that are only numbers. */
export type DateOrder = 'month' | 'day' | 'year'

const orders: readonly DateOrder[] = ['month', 'day', 'year']

/**
 * Parses a date as people and programs write it into `YYYY-MM-DD`: `2026-03-02`, `02-Mar-24`, `2. März 2024`, `3/2/2024`,
 * whose order its column decides. Undefined if it is not a date, or if nothing decides.
 */
export function readDate(text: string, order: DateOrder | undefined): string | undefined {
  const found = datesIn(text)
  if (typeof found === 'string' || !found) return found
  const [only, ...others] = new Set(Object.values(found))
  return order ? found[order] : others.length === 0 ? only : undefined
}

/**
 * The order that the dates of a column have in common. `open` are the possible ones if there are several, or if the dates
 * have none in common, with a date that shows the difference; `shown` is one from which the reading can be seen.
 */
export function orderOf(texts: readonly string[]): {
  order?: DateOrder
  open?: { sample: string; orders: readonly DateOrder[] }
  shown?: string
} {
  const found = texts.flatMap((text) => {
    const dates = datesIn(text)
    return dates && typeof dates !== 'string' ? [{ text, dates }] : []
  })
  const [first] = found
  if (!first) return {}
  const common = orders.filter((order) => found.every(({ dates }) => dates[order] !== undefined))
  const possible = common.length > 0 ? common : orders.filter((order) => found.some(({ dates }) => dates[order]))
  const differing = found.find(({ dates }) => new Set(possible.map((order) => dates[order] ?? '')).size > 1)
  const shown = (differing ?? first).text
  if (!differing) return { order: possible[0]!, shown }
  if (common.length === 1) return { order: common[0]!, shown }
  return { open: { sample: differing.text, orders: possible }, shown }
}

/** A date that is certain, or the dates by order; undefined if it is not a date. */
function datesIn(given: string): string | Partial<Record<DateOrder, string>> | undefined {
  const text = given
    .trim()
    .replace(/[T ,]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([AaPp]\.?[Mm]\.?)?(Z|[+-]\d\d:?\d\d)?$/, '')
  const iso = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/.exec(text)
  if (iso && (iso[2] !== '' || text.length === 8)) return dateOf(iso[1]!, iso[3]!, iso[4]!)
  const named = namedDate(text)
  if (named) return named
  const [, first, mark, second, third] = /^(\d{1,2})(\. ?|[-/])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text) ?? []
  if (first === undefined || second === undefined || third === undefined) return undefined
  const day = dateOf(third, second, first)
  // With dots, the day always comes first.
  if (mark?.startsWith('.')) return day
  const found = {
    month: dateOf(third, first, second),
    day,
    // In short dates, the year may come first.
    year: third.length === 2 && first.length === 2 ? dateOf(first, second, third) : undefined,
  }
  // A year of two digits that this century has not come to is none: nothing says what such a date means.
  const isOpen = third.length === 2 && Number(third) >= 30 && Number(third) < 50
  if (isOpen && (dateOf(`20${third}`, first, second) || dateOf(`20${third}`, second, first))) return undefined
  const dates = Object.fromEntries(Object.entries(found).filter(([, date]) => date !== undefined))
  return Object.keys(dates).length > 0 ? dates : undefined
}

/** A date with the name of its month, as in `02-Mar-24`, `2. März 2024`, `2 de marzo de 2024` and `March 2, 2024`. */
function namedDate(text: string): string | undefined {
  const word = String.raw`(\p{L}+)\.?`
  const [, day, name, year] =
    new RegExp(String.raw`^(\d{1,2})(?:\.|er)?[- ](?:de )?${word}[- ,](?:de )? ?(\d{4}|\d{2})$`, 'u').exec(text) ?? []
  if (name !== undefined) return monthNamed(name, (month) => dateOf(year!, month, day!))
  const american = new RegExp(String.raw`^${word}[- ](\d{1,2}),?[- ](\d{4})$`, 'u').exec(text)
  return american ? monthNamed(american[1]!, (month) => dateOf(american[3]!, month, american[2]!)) : undefined
}

let months: ReadonlyMap<string, number> | undefined

function monthNamed(name: string, date: (month: string) => string | undefined): string | undefined {
  months ??= monthsOf(['en', 'de', 'de-AT', 'es', 'fr'])
  const month = months.get(folded(name))
  return month === undefined ? undefined : date(String(month))
}

/** The numbers of months by their names, whole and short. */
function monthsOf(locales: readonly string[]): ReadonlyMap<string, number> {
  const names = locales.flatMap((locale) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(locale, { month, day: 'numeric', timeZone: 'UTC' })
      return Array.from({ length: 12 }, (_, index) => {
        const parts = format.formatToParts(Date.UTC(2024, index, 1))
        const name = parts.find(({ type }) => type === 'month')?.value ?? ''
        return [folded(name.replace('.', '')), index + 1] as const
      })
    }),
  )
  // Excel in German shortens März to Mrz.
  return new Map([...names, ['mrz', 3], ['sept', 9]])
}

/** Whether a date ends with a year of two digits that programs take for different ones, from 30 to 49. */
export function hasOpenYear(text: string): boolean {
  return /\D[34]\d$/.test(text) && !/^\d{4}/.test(text)
}

/** Programs take short years for these: until 2029, and from 1950. Between them they differ. */
function fullYear(year: string): string | undefined {
  if (year.length === 4) return year
  if (year < '30') return `20${year}`
  return year >= '50' ? `19${year}` : undefined
}

function dateOf(shortYear: string, month: string, day: string): string | undefined {
  const year = fullYear(shortYear)
  if (year === undefined) return undefined
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  // April 31 would become May 1.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}
