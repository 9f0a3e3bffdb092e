import { propertiesOf } from '../engine/fields.ts'
import type { Schema } from '../wire/endpoint.ts'

/**
 * Simplifies a JSON Schema for readers and type generators: value lists as `enum`, maps as `additionalProperties`, and
 * `null` as an additional type.
 */
export function plainSchema(schema: Schema): Schema {
  const { const: only, additionalProperties, patternProperties, anyOf, properties, items, ...rest } = schema
  if (anyOf) return union(schemasIn(anyOf).map(plainSchema), rest)
  const values = only === undefined ? rest.enum : [only]
  return {
    ...(Array.isArray(values) && values.every((value) => typeof value === 'string') ? { type: 'string' } : {}),
    ...rest,
    ...(values ? { enum: values } : {}),
    ...(additionalProperties === false ? { additionalProperties } : {}),
    ...(patternProperties ? mapOf(propertiesOf(patternProperties)) : {}),
    ...(properties ? { properties: plainProperties(propertiesOf(properties)) } : {}),
    ...(items ? { items: plainSchema(propertiesOf(items)) } : {}),
  }
}

/** The schemas in a list of a schema, such as `anyOf`. */
export function schemasIn(list: unknown): Schema[] {
  return Array.isArray(list) ? list.map(propertiesOf) : []
}

/** A union of schemas; a union of one schema and null becomes that schema with null as an additional type. */
function union(schemas: readonly Schema[], rest: Schema): Schema {
  const flat = schemas.flatMap((schema) => (schema.anyOf ? schemasIn(schema.anyOf) : [schema]))
  const inner = schemas.find(({ anyOf, description }) => anyOf && description)
  const [one, ...more] = flat.filter(({ type }) => type !== 'null')
  if (!one || more.length > 0 || flat.length === 1 || typeof one.type !== 'string')
    return { ...(inner && { description: inner.description }), ...rest, anyOf: flat }
  // A null among the values would be just as correct, but Spectral stops at one.
  if (one.enum) {
    const { description, ...choice } = one
    return { ...(description ? { description } : {}), ...rest, anyOf: [choice, { type: 'null' }] }
  }
  return { ...one, ...rest, type: [one.type, 'null'] }
}

function mapOf(patternProperties: Schema): Schema {
  const [[pattern, schema] = ['', {}]] = Object.entries(patternProperties)
  return {
    ...(pattern === '^.*$' ? {} : { propertyNames: { pattern } }),
    additionalProperties: plainSchema(propertiesOf(schema)),
  }
}

function plainProperties(properties: Schema): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, plainSchema(propertiesOf(value))]))
}
