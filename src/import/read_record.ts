import type { Context } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import { type Field, type Fields, isShown, parseInteger, parseText } from '../engine/fields.ts'
import { resourceNamed } from '../engine/resource.ts'
import { type AnyRecord, type Item, ownIdsFrom } from '../engine/table.ts'
import type { List, Part } from './lists.ts'
import type { Company } from './shapes.ts'

/** A record that was not imported, and why. `id` is 0 for something that is not a record. */
export type Problem = { list: string; id: number; message: string }

/** The longest text that is stored even if this server would not accept it from a client. */
const textMax = 4000

/** Fields whose values this server must understand. */
const strict = new Set(['due_time', 'due_days_of_week', 'distribution_methods', 'color', 'applies_to'])

/**
 * Converts a record of the API to the values to store. Fields that the API does not show are missing, so they keep
 * their values. Throws a Refusal that names the property.
 */
export function readRecord(list: List, part: Part | undefined, record: Item, company: Company): AnyRecord {
  const { fields } = resourceNamed(list.resource)
  const given = { ...list.values?.(record, company), ...part?.is }
  const row: Item & AnyRecord = { id: idOf(record) }
  for (const [name, field] of Object.entries<Fields[string]>(fields)) {
    if (!field.stored || name === 'id') continue
    if (Object.hasOwn(given, name)) row[name] = given[name]
    else if (isShown(field) && field.clearance < 3) row[name] = parsedValue(record[name], field, name)
  }
  return row
}

/** The id of a record. Throws a Refusal if it has none, or one in the range of this server's own records. */
function idOf(record: Item): number {
  return parseInteger(record.id, 'id', 1, ownIdsFrom - 1)
}

/** The value of a field that a new record does not set. */
export function emptyValue(field: Field<unknown>): unknown {
  return field.initial({ actor: { userId: 0 }, now: 0, uuid: () => '' } as unknown as Context)
}

function parsedValue(value: unknown, field: Field<unknown>, name: string): unknown {
  if (value === undefined || value === null) {
    // An archived record must not be mistaken for an active one.
    if (field.required || name === 'active') throw new Refusal(417, 'property_missing', { field: name })
    return emptyValue(field)
  }
  try {
    return field.parse(value, name)
  } catch (error) {
    if (value === '' && !field.required && name !== 'active') return emptyValue(field)
    // Text is stored as it is, even if this server has stricter rules for a name or a code.
    const { type, enum: words, pattern } = field.schema
    const isText = type === 'string' && !words && !pattern && !strict.has(name)
    if (!isText || typeof value !== 'string' || value.length > textMax) throw error
    return parseText(value, name)
  }
}
