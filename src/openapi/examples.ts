import type { Schema } from '../engine/endpoint.ts'

/** A value that fits a schema, made of what the schema says. */
export function sample(schema: Schema, schemas: Record<string, Schema>, name = 'text'): unknown {
  const { $ref, anyOf, allOf, examples, items, properties, additionalProperties } = schema as {
    $ref?: string
    anyOf?: Schema[]
    allOf?: Schema[]
    examples?: unknown[]
    items?: Schema
    properties?: Record<string, Schema>
    additionalProperties?: Schema
  }
  if ($ref) return sample(schemas[$ref.split('/').at(-1)!]!, schemas, name)
  if (anyOf) return sample(anyOf[0]!, schemas, name)
  if (allOf) return Object.assign({}, ...allOf.map((part) => sample(part, schemas, name)))
  if (examples) return examples[0]
  if (schema.default !== undefined) return schema.default
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  const other = exampleNumbers[String(schema['x-refers-to'] ?? name)]
  if (type === 'integer') return other ?? Math.max(0, Number(schema.minimum ?? 0))
  if (type === 'number') return 0
  if (type === 'boolean') return false
  if (type === 'array') return items?.$ref ? [sample(items, schemas, name)] : []
  if (type !== 'object')
    return exampleTexts[name] ?? exampleTexts[String(schema.format)] ?? (schema.minLength ? name : '')
  const named = Object.entries(properties ?? {}).map(([key, property]) => [key, sample(property, schemas, key)])
  const many = additionalProperties?.$ref ?? additionalProperties?.properties ?? additionalProperties?.anyOf
  if (named.length > 0 || !additionalProperties || !many) return Object.fromEntries(named)
  const [key] = (schema.propertyNames as { examples: string[] } | undefined)?.examples ?? []
  return { [key ?? exampleId]: sample(additionalProperties, schemas, name) }
}

/** An item as it may be sent: what must be, and one more when there is little of that. */
export function sampleItem(properties: Record<string, Schema>, required: readonly string[]): Schema {
  const names = [...new Set([...required, ...Object.keys(properties)])].slice(0, Math.max(2, required.length))
  return Object.fromEntries(names.map((name) => [name, sample(properties[name]!, {}, name)]))
}

/** The number that records of examples have. */
export const exampleId = 7001

/** Other numbers, by the resource that they refer to or by property; texts by property or format. */
const exampleNumbers: Record<string, number> = {
  id: exampleId,
  users: 5102,
  groups: 41,
  jobcodes: 7003,
  customfields: 301,
  tz: -7,
}
const exampleTexts: Record<string, string> = {
  date: '2026-03-02',
  'date-time': '2026-03-02T15:00:00+00:00',
  name: 'Installation',
  first_name: 'Wanda',
  last_name: 'Worker',
  username: 'wanda',
  email: 'wanda@example.com',
  company_name: 'Northyard',
  client_url: 'northyard',
  message: 'Please submit your time.',
  tz_str: 'America/Denver',
}
