import { isDate } from '../rules/calendar.ts'
import type { ReadContext } from './context.ts'
import { Refusal, RequestError } from './errors.ts'
import { listMax, parseBoolean, parseInstantField, parseInteger } from './fields.ts'
import { all, fold, inList, name, type Sql, sql } from './sql.ts'

/** A filter of a listing: how its text is read, what it is when absent, and the condition that follows. */
export interface Filter<T = unknown> {
  readonly parse: (given: string[], name: string) => T
  readonly initial?: T
  readonly condition: (value: T, ctx: ReadContext) => Sql | Promise<Sql>
  readonly aliases: readonly string[]
  readonly schema: Record<string, unknown>
  readonly about: string
}

/** Filters by name. */
// biome-ignore lint/suspicious/noExplicitAny: filters of all value types live in one record
export type Filters = Record<string, Filter<any>>

type Options = { about?: string; aliases?: readonly string[] }

/** Values of the filters that were given or have a default, the page, and what else a listing asks for. */
export type Query = {
  values: Record<string, unknown>
  /** Names of the filters that the request gave itself. */
  given: ReadonlySet<string>
  page: number
  limit: number
  supplemental: boolean
}

/** Rows whose number, or the field named, is one of these. */
export function anyOf(field: string, options: Options = {}): Filter<number[]> {
  return { ...idFilter(options), condition: (ids) => inList(name(field), ids) }
}

/** Rows whose field is none of these. */
export function noneOf(field: string, options: Options = {}): Filter<number[]> {
  return { ...idFilter(options), condition: (ids) => sql`not (${inList(name(field), ids)})` }
}

/** A list of numbers with a condition of its own. */
export function ids(condition: Filter<number[]>['condition'], options: Options = {}): Filter<number[]> {
  return { ...idFilter(options), condition }
}

/** One number. */
export function exactlyNumber(field: string, options: Options = {}): Filter<number> {
  return {
    parse: (given, label) => parseInteger(given[0], label, 0, 2147483647),
    condition: (value) => sql`${name(field)} = ${value}`,
    schema: { type: 'integer' },
    ...rest(options),
  }
}

/** Rows whose text field is exactly this. */
export function exactly(field: string, options: Options = {}): Filter<string> {
  return {
    parse: (given, label) => clean(given.join(','), label),
    condition: (value) => sql`${name(field)} = ${value}`,
    schema: { type: 'string' },
    ...rest(options),
  }
}

/** What a filter by words can say besides: that case does not count, and which words there are at all. */
type WordOptions = Options & { folded?: boolean; among?: readonly string[] }

/** Rows whose text is one of these. */
export function words(field: string, options: WordOptions = {}): Filter<string[]> {
  return {
    parse: (given, label) => splitWords(given, label, options.among),
    condition: (values) =>
      options.folded ? inList(name(`${field}_key`), values.map(fold)) : inList(name(field), values),
    schema: { type: 'string' },
    ...rest({ about: 'Several are separated by commas.', ...options }),
  }
}

/** No text that is searched is longer, and databases take patterns of a limited length. */
const patternMax = 255

/** Text with `*` for any run of characters, anchored at both ends, without regard to case. */
export function pattern(field: string, options: Options = {}): Filter<string> {
  return {
    parse: (given, label) => {
      const text = clean(given.join(','), label)
      if (text.length > patternMax) throw new Refusal(417, `${label} must be at most ${patternMax} characters`)
      return text
    },
    condition: (value) => {
      const like = fold(value)
        .replaceAll(/[\\%_]/g, '\\$&')
        .replaceAll(/\*+/g, '%')
      return sql`${name(`${field}_key`)} like ${like} escape ${'\\'}`
    },
    schema: { type: 'string' },
    ...rest({ about: '`*` stands for any run of characters; matching begins at the start.', ...options }),
  }
}

/** yes, no or both of a field that is 0 or 1. */
export function state(field: string, initial: 'yes' | 'no' | 'both', options: Options = {}): Filter<string> {
  return tristate(initial, (value) => sql`${name(field)} = ${value === 'yes' ? 1 : 0}`, options)
}

/** yes, no or both with a condition of its own for yes and for no. */
export function tristate(
  initial: 'yes' | 'no' | 'both',
  condition: (value: 'yes' | 'no') => Sql,
  options: Options = {},
): Filter<string> {
  return {
    parse: parseTristate,
    initial,
    condition: (value) => (value === 'both' ? sql`1 = 1` : condition(value as 'yes' | 'no')),
    schema: { type: 'string', enum: ['yes', 'no', 'both'], default: initial },
    ...rest(options),
  }
}

/** One of a few words, of which `every` lets all rows through. */
export function choice(
  allowed: readonly string[],
  initial: string,
  condition: (value: string, ctx: ReadContext) => Sql,
  options: Options & { every?: string } = {},
): Filter<string> {
  return {
    parse: (given, label) => {
      const word = given.join(',').trim().toLowerCase()
      if (allowed.includes(word)) return word
      throw new Refusal(417, `${label} must be one of ${allowed.join(', ')}`)
    },
    initial,
    condition: (value, ctx) => (value === options.every ? sql`1 = 1` : condition(value, ctx)),
    schema: { type: 'string', enum: allowed, default: initial },
    ...rest(options),
  }
}

/** A flag that changes something other than which rows are found, unless it has a condition. */
export function flag(initial: boolean, options: Options = {}): Filter<boolean> {
  return {
    parse: (given, label) => parseBoolean(given[0], label),
    initial,
    condition: () => sql`1 = 1`,
    schema: { type: 'boolean', default: initial },
    ...rest(options),
  }
}

/** Rows whose instant is at or after this. Instants are kept finer than they are shown, so nothing is missed. */
export function since(field = 'last_modified', options: Options = {}): Filter<number> {
  return {
    ...instantFilter({ about: 'At or after this instant.', ...options }),
    condition: (value) => sql`${name(field)} >= ${value}`,
  }
}

/** Rows whose instant is before this. */
export function before(field = 'last_modified', options: Options = {}): Filter<number> {
  return {
    ...instantFilter({ about: 'Before this instant.', ...options }),
    condition: (value) => sql`${name(field)} < ${value}`,
  }
}

/** Rows whose instant is after this. */
export function after(field: string, options: Options = {}): Filter<number> {
  return {
    ...instantFilter({ about: 'After this instant.', ...options }),
    condition: (value) => sql`${name(field)} > ${value}`,
  }
}

/** A calendar date with a condition of its own. */
export function day(condition: (value: string) => Sql, options: Options = {}): Filter<string> {
  return {
    parse: (given, label) => {
      const value = given.join(',').trim()
      if (isDate(value)) return value
      throw new Refusal(417, `${label} must be a date as YYYY-MM-DD`)
    },
    condition,
    schema: { type: 'string', format: 'date' },
    ...rest(options),
  }
}

/** The values of one parameter, from `ids=1,2`, `ids[]=1`, `ids[0]=1` and repetitions of each. Empty ones are absent. */
export function parameters(search: URLSearchParams): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [key, value] of search) {
    if (value.trim() === '') continue
    const label = key.replace(/\[\d*\]$/, '')
    const values = found.get(label)
    if (values) values.push(value)
    else found.set(label, [value])
  }
  return found
}

/** Reads what a listing or report was given. Throws RequestError 417 naming the filter; unknown filters are ignored. */
export function parseQuery(given: Map<string, string[]>, filters: Filters, pageDefault = 200): Query {
  const values: Record<string, unknown> = {}
  const named = new Set<string>()
  try {
    for (const label in filters) {
      const filter = filters[label]!
      const found = [label, ...filter.aliases].map((alias) => given.get(alias)).find((value) => value !== undefined)
      if (found) named.add(label)
      if (found) values[label] = filter.parse(found, label)
      else if (filter.initial !== undefined) values[label] = filter.initial
    }
    const supplemental = given.get('supplemental_data')
    return {
      values,
      given: named,
      ...parsePage(given, pageDefault),
      supplemental: !supplemental || parseTristate(supplemental, 'supplemental_data') !== 'no',
    }
  } catch (error) {
    if (error instanceof Refusal) throw new RequestError(error.status, error.message)
    throw error
  }
}

/** The page asked for: `limit` 1 to 200 or a refusal, `per_page` cut to 50, otherwise the default. */
function parsePage(given: Map<string, string[]>, pageDefault: number): { page: number; limit: number } {
  const page = Number(given.get('page')?.[0])
  const limit = given.get('limit')?.[0]
  const perPage = given.get('per_page')?.[0]
  return {
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, 10_000_000) : 1,
    limit:
      limit !== undefined
        ? parseInteger(limit, 'limit', 1, 200)
        : perPage !== undefined
          ? clampPage(perPage)
          : pageDefault,
  }
}

function clampPage(text: string): number {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 ? Math.min(number, 50) : 50
}

/** The conditions of a query, joined. */
export async function conditions(query: Query, filters: Filters, ctx: ReadContext): Promise<Sql> {
  const parts: Sql[] = []
  for (const label in query.values) parts.push(await filters[label]!.condition(query.values[label], ctx))
  return all(parts)
}

/** Words separated by commas, in one parameter or several, with blanks around them. */
function splitWords(given: string[], label: string, among?: readonly string[]): string[] {
  const words = given
    .flatMap((value) => value.split(','))
    .map((word) => clean(word, label).trim())
    .filter((word) => word !== '')
  if (words.length > listMax) throw new Refusal(417, `${label} must hold at most ${listMax} values`)
  const strange = among && words.some((word) => !among.includes(word))
  if (strange) throw new Refusal(417, `${label} must be any of ${among.join(', ')}`)
  return words
}

/** yes, no or both, in any of the forms that clients send. */
function parseTristate(given: string[], label: string): 'yes' | 'no' | 'both' {
  const word = given.join(',').trim().toLowerCase()
  if (word === 'both') return word
  try {
    return parseBoolean(word, label) ? 'yes' : 'no'
  } catch {
    throw new Refusal(417, `${label} must be yes, no or both`)
  }
}

function clean(value: string, label: string): string {
  if (value.includes('\0') || !value.isWellFormed())
    throw new Refusal(417, `${label} must not hold NUL characters or broken Unicode`)
  return value
}

function idFilter(options: Options): Omit<Filter<number[]>, 'condition'> {
  return {
    parse: (given, label) => [
      ...new Set(splitWords(given, label).map((word) => parseInteger(word, label, -1, 2147483647))),
    ],
    schema: { type: 'string', examples: ['5102,5103'] },
    ...rest({ about: 'Numbers, separated by commas.', ...options }),
  }
}

function instantFilter(options: Options): Omit<Filter<number>, 'condition'> {
  return {
    parse: (given, label) => parseInstantField(given.at(-1), label),
    schema: { type: 'string', format: 'date-time' },
    ...rest(options),
  }
}

function rest(options: Options): { aliases: readonly string[]; about: string } {
  return { aliases: options.aliases ?? [], about: options.about ?? '' }
}
