import type { Context } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import { type Field, type Fields, isRecord, isShown, parseInteger, parseText } from '../engine/fields.ts'
import { resourceNamed } from '../engine/resource.ts'
import { ownIdsFrom, type Values } from '../engine/table.ts'
import type { List, Part } from './lists.ts'
import type { Company } from './shapes.ts'

/** A record that was not imported, and why. `id` is 0 for something that is no record. */
export type Problem = { list: string; id: number; message: string }

/** Longest text that is kept although this server would not take it from a client. */
const textMax = 4000

/** Fields whose values this server must understand. */
const strict = new Set(['due_time', 'due_days_of_week', 'distribution_methods', 'color', 'applies_to'])

/**
 * Reads a record of the API as the values to store. Fields that the API does not show are missing: they keep what they
 * have. Throws a Refusal that names the property.
 */
export function readRecord(list: List, part: Part | undefined, record: Values, company: Company): Values {
  const { fields } = resourceNamed(list.resource)
  const given = { ...list.values?.(record, company), ...part?.is }
  const row: Values = { id: idOf(record) }
  for (const [name, field] of Object.entries(fields as Fields)) {
    if (!field.stored || name === 'id') continue
    if (Object.hasOwn(given, name)) row[name] = given[name]
    else if (isShown(field) && field.clearance < 3) row[name] = parsedValue(record[name], field, name)
  }
  if ('active' in fields && !('active' in record) && isShown(fields.active) && fields.active.clearance < 3)
    throw new Refusal(417, 'active is missing')
  return row
}

/** The id of a record. Throws a Refusal if it has none, or one that this server gives to its own records. */
export function idOf(record: Values): number {
  return parseInteger(record.id, 'id', 1, ownIdsFrom - 1)
}

/** The records of an answer; what is none becomes a problem. */
export function recordsIn(body: Values, list: List, problems: Problem[]): Values[] {
  const map = isRecord(body.results) ? body.results[list.resource] : undefined
  if (Array.isArray(map) && map.length === 0) return []
  if (!isRecord(map)) throw new Refusal(417, `results.${list.resource} must be an object`)
  return Object.entries(map).flatMap(([key, record]) => {
    if (isRecord(record)) return [record]
    problems.push({ list: list.name, id: Number(key) || 0, message: 'the record is no object' })
    return []
  })
}

/** What a field holds that a new record does not set. */
export function emptyValue(field: Field<unknown>): unknown {
  return field.initial({ actor: { userId: 0 }, now: 0, uuid: () => '' } as unknown as Context)
}

function parsedValue(value: unknown, field: Field<unknown>, name: string): unknown {
  if (value === undefined || value === null) {
    if (field.required) throw new Refusal(417, `${name} is missing`)
    return emptyValue(field)
  }
  try {
    return field.parse(value, name)
  } catch (error) {
    // Text is kept as it is, even where this server has a narrower idea of a name or a code.
    const { type, enum: words, pattern } = field.schema
    const isText = type === 'string' && !words && !pattern && !strict.has(name)
    if (!isText || typeof value !== 'string' || value.length > textMax) throw error
    return parseText(value, name)
  }
}
