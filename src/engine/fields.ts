import { identityKey } from '../rules/text/identity.ts'
import { isLonger } from '../rules/text/length.ts'
import { isDate, parseInstant, printUtc } from '../rules/time/calendar.ts'
import type { Context, ReadContext } from './context.ts'
import { Refusal } from './errors.ts'
import { fold, type SqlValue } from './sql.ts'
import { type Column, type Item, idMax, integerMax, listMax, type Values } from './table.ts'

/** read-write, set on create only, read-only, write-only, or `sent`: write-only and on create only. */
type Access = 'read-write' | 'create' | 'read-only' | 'write-only' | 'sent'

/** How a field's value is parsed, stored, loaded, printed and described. */
export interface Field<T> extends Column<T> {
  readonly access: Access
  readonly required: boolean
  /** The value is unique in the company, so an item of an update may use it instead of the id. */
  readonly identifies: boolean
  /** Who may see it: 0 everyone, 1 managers, 2 administrators, 3 no one. */
  readonly clearance: 0 | 1 | 2 | 3
  readonly initial: (ctx: Context) => T
  /** Reads a client's JSON value. Throws a Refusal (417) that names the field. */
  readonly parse: (value: unknown, name: string) => T
  /** JSON text. */
  print(value: T, row: Values, ctx: ReadContext): string
  /** JSON Schema of the printed value. */
  readonly schema: Record<string, unknown>
  /** JSON Schema of the value in a write, if it differs. */
  readonly sent?: Record<string, unknown>
  readonly about: string
}

/** Fields by name, in the order in which they are printed. */
// biome-ignore lint/suspicious/noExplicitAny: fields of all value types live in one record
export type Fields = Record<string, Field<any>>

/** The initial value of a field that has none of its own: a decision refuses it or sets one. */
export const notGiven: never = null as never

/** The field of a name; a bug if there is none. */
export function fieldNamed(fields: Fields, name: string): Field<unknown> {
  const field = fields[name]
  if (!field) throw new Error(`There is no field ${name}`)
  return field
}

/** A record in memory, typed by its fields; those that are computed when printed are not in it. */
export type ValuesOf<F extends Fields> = {
  -readonly [K in keyof F as F[K] extends Field<undefined> ? never : K]: F[K] extends Field<infer T> ? T : never
}

/** Options of every field kind. */
export interface Options<T> {
  access?: Access
  required?: boolean
  initial?: (ctx: Context) => T
  clearance?: 0 | 1 | 2 | 3
  about?: string
}

function field<T>(
  options: Options<T>,
  kind: Pick<Field<T>, 'parse' | 'schema'> & Partial<Field<T>> & { empty: T },
): Field<T> {
  const { empty, ...rest } = kind
  return {
    access: options.access ?? 'read-write',
    required: options.required ?? false,
    stored: true,
    identifies: false,
    clearance: options.clearance ?? 0,
    initial: options.initial ?? (() => empty),
    load: (column) => column as T,
    save: (value) => value as SqlValue,
    print: (value) => JSON.stringify(value),
    about: options.about ?? '',
    ...rest,
  }
}

/** The record's id. */
export function id(): Field<number> {
  return integer({ access: 'read-only', about: 'Identifies the record within the company.' })
}

/** A whole number; also accepted as a numeric string. */
export function integer(options: Options<number> & { min?: number; max?: number } = {}): Field<number> {
  const { min = 0, max = integerMax } = options
  return field(options, {
    empty: 0,
    parse: (value, name) => parseInteger(value, name, min, max),
    print: String,
    // Computed values have no bounds: a UTC offset may be negative.
    schema: options.access === 'read-only' ? { type: 'integer' } : { type: 'integer', minimum: min, maximum: max },
  })
}

/** A whole number that may be unknown. */
export function nullableInteger(options: Options<number> = {}): Field<number | null> {
  const stored = { load: numberOrNull, save: (value: number | null) => value }
  return { ...integer(options), ...stored, initial: () => null, print: String }
}

/** A number with two decimals, such as an hourly rate, or an `exact` one; also accepted as a numeric string. */
export function decimal(options: Options<number> & { min?: number; max: number; exact?: true }): Field<number> {
  const { min = 0, max, exact } = options
  return field(options, {
    empty: 0,
    parse: (value, name) => {
      const number = typeof value === 'string' && numeric.test(value) ? Number(value) : value
      if (typeof number !== 'number' || !Number.isFinite(number) || number < min || number > max)
        throw new Refusal(417, 'not_a_number', { field: name, min, max })
      // Adding 0 makes -0 a plain 0.
      return (exact ? number : Math.round(number * 100) / 100) + 0
    },
    print: String,
    schema: { type: 'number', minimum: min, maximum: max },
  })
}

const numeric = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?\s*$/i

/** The id of a record of another resource; 0 is none. */
export function ref(resource: string, options: Options<number> = {}): Field<number> {
  const base = integer({ max: idMax, ...options })
  const schema = { ...base.schema, 'x-refers-to': resource }
  return { ...base, schema, about: options.about ?? `Id of a record of ${resource}; 0 is none.` }
}

/** Options of a text field. */
export type TextOptions = Options<string> & {
  max?: number
  min?: 0 | 1
  pattern?: RegExp
  expect?: string
  /** Also stored folded, or, for a name or an address with which people sign in, only in lower case. */
  folded?: boolean | 'identity'
  identifies?: boolean
  trim?: boolean
}

/** Text of at most `max` characters (255 by default), well-formed and without NUL. */
export function text(options: TextOptions = {}): Field<string> {
  const { max = 255, min = 0, pattern, expect } = options
  return field(options, {
    empty: '',
    key: options.folded === 'identity' ? identityKey : options.folded ? fold : undefined,
    identifies: options.identifies ?? false,
    parse: (value, name) => {
      const parsed = parseText(value, name)
      const result = options.trim ? parsed.trim() : parsed
      if (isLonger(result, max)) throw new Refusal(417, 'too_long', { field: name, max })
      if (result.length < min) throw new Refusal(417, 'empty', { field: name })
      if (pattern && result !== '' && !pattern.test(result))
        throw new Refusal(417, 'malformed', { field: name, expected: String(expect) })
      return result
    },
    schema: { type: 'string', ...(min > 0 ? { minLength: min } : {}), maxLength: max },
  })
}

/** True or false; also accepted as yes and no, 1 and 0. */
export function bool(options: Options<boolean> = {}): Field<boolean> {
  return field(options, {
    empty: false,
    parse: parseBoolean,
    load: (column) => column === 1,
    save: (value) => (value ? 1 : 0),
    print: String,
    schema: { type: 'boolean' },
  })
}

/** One of a few words. */
export function oneOf<const W extends readonly string[]>(words: W, options: Options<W[number]> = {}): Field<W[number]> {
  return field<W[number]>(options, {
    empty: words[0]!,
    parse: (value, name) => {
      if (typeof value === 'string' && words.includes(value)) return value
      throw new Refusal(417, 'not_one_of', { field: name, choices: words.join(', ') })
    },
    schema: { type: 'string', enum: words },
  })
}

/** A calendar date, YYYY-MM-DD. `unset` means no date. */
export function date(options: Options<string> & { unset?: string } = {}): Field<string> {
  const unset = options.unset ?? ''
  return field(options, {
    empty: unset,
    parse: (value, name) => {
      if (value === '' || value === '0000-00-00') return unset
      if (typeof value === 'string' && isDate(value)) return value
      throw new Refusal(417, 'not_a_day', { field: name })
    },
    schema: { type: 'string', pattern: '^(\\d{4}-\\d\\d-\\d\\d)?$', examples: ['2026-03-02'] },
  })
}

/** The pattern of instants as text, with an offset or `Z`; '' is none. Instant fields are known by it. */
export const instantPattern = '^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:?\\d\\d))?$'

/** An instant, printed in UTC; 0 is none and prints as ''. */
export function instant(options: Options<number> = {}): Field<number> {
  return field(options, {
    empty: 0,
    parse: parseInstantField,
    print: (value) => (value === 0 ? '""' : `"${printUtc(value)}"`),
    schema: { type: 'string', pattern: instantPattern, examples: ['2026-03-02T15:00:00+00:00'] },
  })
}

function numberOrNull(column: SqlValue): number | null {
  return typeof column === 'number' ? column : null
}

/** An instant that may be null, such as the end of a running timesheet. */
export function nullableInstant(options: Options<number> = {}) {
  return { ...instant(options), load: numberOrNull, save: (value: number | null): SqlValue => value }
}

/** A list of record ids, stored as text between commas, printed as numbers or as strings. */
export function idList(options: Options<number[]> & { as?: 'numbers' | 'strings' } = {}): Field<number[]> {
  return field(options, {
    empty: [],
    parse: (value, name) => {
      const entries = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value]
      const given = entries.filter((entry) => !(typeof entry === 'string' && entry.trim() === ''))
      if (given.length > listMax) throw new Refusal(417, 'too_many_numbers', { field: name, max: listMax })
      return [...new Set(given.map((entry) => parseInteger(entry, name, 1, idMax)))]
    },
    load: (column) => (column === '' ? [] : String(column).slice(1, -1).split(',').map(Number)),
    save: (value) => (value.length === 0 ? '' : `,${value.join(',')},`),
    print: (value) => JSON.stringify(options.as === 'strings' ? value.map(String) : value),
    schema: {
      type: 'array',
      items: options.as === 'strings' ? { type: 'string' } : { type: 'integer', minimum: 1, maximum: idMax },
    },
  })
}

/** A map such as custom field → chosen item, stored as JSON. The resource decides how it prints. */
export function map<T extends object>(
  options: Options<T> & Pick<Field<T>, 'parse' | 'print'> & { schema?: Record<string, unknown> },
): Field<T> {
  return field<T>(options, {
    empty: {} as T,
    load: (column) => JSON.parse(column === '' ? '{}' : String(column)),
    save: (value) => JSON.stringify(value),
    parse: options.parse,
    print: options.print,
    schema: options.schema ?? { type: ['object', 'string'], additionalProperties: { type: 'string' } },
  })
}

/** Prints a value from the fields of the record that it reads. */
interface Derived {
  print(row: Values, ctx: ReadContext): string
}

/** A value that is computed when the record is printed, not stored. */
export function derived(
  schema: Record<string, unknown>,
  print: Derived['print'],
  options: Options<undefined> = {},
): Field<undefined> {
  return field<undefined>(
    { ...options, access: 'read-only' },
    {
      empty: undefined,
      stored: false,
      parse: (_, name) => {
        throw new Refusal(417, 'invalid_params', { names: name })
      },
      print: (_, row, ctx) => print(row, ctx),
      schema,
    },
  )
}

/** False for write-only fields. */
export function isShown({ access }: Pick<Field<unknown>, 'access'>): boolean {
  return access !== 'write-only' && access !== 'sent'
}

/** A field that clients can neither see nor set. */
export function hidden<T>(kind: Field<T>): Field<T> {
  return { ...kind, access: 'read-only', clearance: 3 }
}

/** Text without NUL and lone surrogates; numbers are accepted and become text. */
export function parseText(value: unknown, name: string): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') throw new Refusal(417, 'not_text', { field: name })
  if (value.includes('\0') || !value.isWellFormed()) throw new Refusal(417, 'unstorable_text', { field: name })
  return value
}

/** A client's value as a number or NaN, for lookups before validation. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
}

/** A whole number within bounds, from a number or its digits. */
export function parseInteger(value: unknown, name: string, min: number, max: number): number {
  const number = typeof value === 'string' && /^\s*-?\d{1,16}\s*$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number)) throw new Refusal(417, 'not_whole', { field: name })
  if (number < min || number > max) throw new Refusal(417, 'out_of_range', { field: name, min, max })
  return number
}

/** True or false, in any form that clients send. */
export function parseBoolean(value: unknown, name: string): boolean {
  if (value === true || value === 1) return true
  if (value === false || value === 0) return false
  if (typeof value === 'string') {
    const word = value.trim().toLowerCase()
    if (word === 'true' || word === 'yes' || word === '1') return true
    if (word === 'false' || word === 'no' || word === '0') return false
  }
  throw new Refusal(417, 'not_boolean', { field: name })
}

/** An instant from an ISO 8601 date-time with an offset. */
export function parseInstantField(value: unknown, name: string): number {
  const parsed = typeof value === 'string' ? parseInstant(value) : undefined
  if (parsed) return parsed.instant
  throw new Refusal(417, 'not_a_date_time', { field: name })
}

/** True for an object that is not an array. */
export function isRecord(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The properties of a value from outside; none if it is not an object. */
export function propertiesOf(value: unknown): Item {
  return isRecord(value) ? value : {}
}

/** A value from outside if it is text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A value from outside if it is a number. */
export function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
