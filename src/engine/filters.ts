import { isDate, paddedDate } from '../rules/time/calendar.ts'
import type { Query, ReadContext } from './context.ts'
import { Refusal } from './errors.ts'
import { parseBoolean, parseInstantField, parseInteger } from './fields.ts'
import { all, fold, inList, name, raw, type Sql, sql } from './sql.ts'
import { idMax, listMax } from './table.ts'

/** A filter of a listing: how its text is parsed, its default, and its condition in SQL. */
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

/** A filter that a query without it has as well. */
type Defaulted<T> = Filter<T> & { readonly initial: T }

type ValueOf<F> = F extends Filter<infer T> ? T : never

/** The values of a query with these filters; those of the filters in `Given`, and defaults, are never missing. */
export type ValuesOfFilters<F extends Filters, Given extends keyof F = never> = {
  [K in keyof F as F[K] extends { readonly initial: unknown } ? K : K & Given]: ValueOf<F[K]>
} & { [K in keyof F]?: ValueOf<F[K]> }

type Options = { about?: string; aliases?: readonly string[] }

/** Rows whose field is one of these ids. */
export function anyOf(field: string, options: Options = {}): Filter<number[]> {
  return { ...idFilter(options), condition: (ids) => inList(name(field), ids) }
}

/** Rows whose field is none of these ids. */
export function noneOf(field: string, options: Options = {}): Filter<number[]> {
  return { ...idFilter(options), condition: (ids) => sql`not (${inList(name(field), ids)})` }
}

/** A list of ids with a custom condition. */
export function ids(condition: Filter<number[]>['condition'], options: Options = {}): Filter<number[]> {
  return { ...idFilter(options), condition }
}

/** One number. */
export function exactlyNumber(field: string, options: Options = {}): Filter<number> {
  return {
    parse: (given, label) => parseInteger(given[0], label, 0, idMax),
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

/** Options of a filter by words: the form in which they are compared, and which words are allowed. */
type WordOptions = Options & { key?: (text: string) => string; among?: readonly string[] }

/** Rows whose text is one of these. */
export function words(field: string, options: WordOptions = {}): Filter<string[]> {
  return {
    parse: (given, label) => splitWords(given, label, options.among),
    condition: (values) =>
      options.key ? inList(name(`${field}_key`), values.map(options.key)) : inList(name(field), values),
    schema: { type: 'string' },
    ...rest({ about: 'Several are separated by commas.', ...options }),
  }
}

/** No searchable text is longer, and databases limit the length of patterns. */
const patternMax = 255

/** Text in which `*` matches any characters, anchored at both ends, ignoring case. */
export function pattern(field: string, options: Options = {}): Filter<string> {
  return {
    parse: (given, label) => {
      const text = clean(given.join(','), label)
      if (text.length > patternMax) throw new Refusal(417, 'too_long', { field: label, max: patternMax })
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

type Tristate = 'yes' | 'no' | 'both'

/** yes, no or both, for a field that is 0 or 1. */
export function state(field: string, initial: Tristate, options: Options = {}): Defaulted<Tristate> {
  return tristate(initial, (value) => sql`${name(field)} = ${value === 'yes' ? 1 : 0}`, options)
}

/** yes, no or both, with custom conditions for yes and no. */
export function tristate(
  initial: Tristate,
  condition: (value: 'yes' | 'no', ctx: ReadContext) => Sql,
  options: Options = {},
): Defaulted<Tristate> {
  return {
    parse: parseTristate,
    initial,
    condition: (value, ctx) => (value === 'both' ? sql`1 = 1` : condition(value, ctx)),
    schema: { type: 'string', enum: ['yes', 'no', 'both'], default: initial },
    ...rest(options),
  }
}

/** One of a few words; `every` matches all rows. */
export function choice<const W extends string>(
  allowed: readonly W[],
  initial: NoInfer<W>,
  condition: (value: W, ctx: ReadContext) => Sql,
  options: Options & { every?: NoInfer<W> } = {},
): Defaulted<W> {
  return {
    parse: (given, label) => {
      const word = given.join(',').trim().toLowerCase()
      const found = allowed.find((one) => one === word)
      if (found !== undefined) return found
      throw new Refusal(417, 'not_one_of', { field: label, choices: allowed.join(', ') })
    },
    initial,
    condition: (value, ctx) => (value === options.every ? sql`1 = 1` : condition(value, ctx)),
    schema: { type: 'string', enum: allowed, default: initial },
    ...rest(options),
  }
}

/** A flag that changes something other than which rows are found. */
export function flag(initial: boolean, options: Options = {}): Defaulted<boolean> {
  return {
    parse: (given, label) => parseBoolean(given[0], label),
    initial,
    condition: () => sql`1 = 1`,
    schema: { type: 'boolean', default: initial },
    ...rest(options),
  }
}

/** Rows whose instant is at or after this. Stored instants are finer than printed ones, so nothing is missed. */
export const since = instants('>=', 'At or after this instant.')

/** Rows whose instant is before this. */
export const before = instants('<', 'Before this instant.')

/** Rows whose instant is after this. */
export const after = instants('>', 'After this instant.')

/** A calendar date with a custom condition. */
export function day(condition: (value: string) => Sql, options: Options = {}): Filter<string> {
  return {
    parse: (given, label) => {
      const value = paddedDate(given.join(',').trim())
      if (isDate(value)) return value
      throw new Refusal(417, 'not_a_day', { field: label })
    },
    condition,
    schema: { type: 'string', format: 'date' },
    ...rest(options),
  }
}

/** The conditions of a query, joined, except for those of some filters. */
export async function conditions(
  query: Query,
  filters: Filters,
  ctx: ReadContext,
  except: readonly string[] = [],
): Promise<Sql> {
  const parts: Sql[] = []
  for (const label in query.values)
    if (!except.includes(label)) parts.push(await filters[label]!.condition(query.values[label], ctx))
  return all(parts)
}

/** Words separated by commas, in one parameter or several. */
function splitWords(given: string[], label: string, among?: readonly string[]): string[] {
  const words = given
    .flatMap((value) => value.split(','))
    .map((word) => clean(word, label).trim())
    .filter((word) => word !== '')
  if (words.length > listMax) throw new Refusal(417, 'too_many_values', { field: label, max: listMax })
  const strange = among && words.some((word) => !among.includes(word))
  if (strange) throw new Refusal(417, 'not_any_of', { field: label, choices: among.join(', ') })
  return words
}

/** yes, no or both, in any form that clients send. */
export function parseTristate(given: string[], label: string): Tristate {
  const word = given.join(',').trim().toLowerCase()
  if (word === 'both') return word
  try {
    return parseBoolean(word, label) ? 'yes' : 'no'
  } catch {
    throw new Refusal(417, 'not_yes_no_both', { field: label })
  }
}

function clean(value: string, label: string): string {
  if (value.includes('\0') || !value.isWellFormed()) throw new Refusal(417, 'unstorable_text', { field: label })
  return value
}

function idFilter(options: Options): Omit<Filter<number[]>, 'condition'> {
  return {
    parse: (given, label) => [...new Set(splitWords(given, label).map((word) => parseInteger(word, label, -1, idMax)))],
    schema: { type: 'string', examples: ['5102,5103'] },
    ...rest({ about: 'Ids, separated by commas.', ...options }),
  }
}

function instants(operator: '<' | '>' | '>=', about: string) {
  return (field = 'last_modified', options: Options = {}): Filter<number> => ({
    parse: (given, label) => parseInstantField(given.at(-1), label),
    condition: (value) => sql`${name(field)} ${raw(operator)} ${value}`,
    schema: { type: 'string', format: 'date-time' },
    ...rest({ about, ...options }),
  })
}

function rest(options: Options): { aliases: readonly string[]; about: string } {
  return { aliases: options.aliases ?? [], about: options.about ?? '' }
}
