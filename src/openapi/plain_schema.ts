import type { Schema } from '../wire/endpoint.ts'

/**
 * Simplifies a JSON Schema for readers and type generators: value lists as `enum`, maps as `additionalProperties`, and
 * `null` as an additional type.
 */
export function plainSchema(schema: Schema): Schema {
  const {
    const: only,
    additionalProperties,
    patternProperties,
    anyOf,
    properties,
    items,
    ...rest
  } = schema as {
    const?: unknown
    additionalProperties?: boolean
    patternProperties?: Record<string, Schema>
    anyOf?: Schema[]
    properties?: Record<string, Schema>
    items?: Schema
  } & Schema
  if (anyOf) return union(anyOf.map(plainSchema), rest)
  const values = (only === undefined ? rest.enum : [only]) as unknown[] | undefined
  return {
    ...(values?.every((value) => typeof value === 'string') ? { type: 'string' } : {}),
    ...rest,
    ...(values ? { enum: values } : {}),
    ...(additionalProperties === false ? { additionalProperties } : {}),
    ...(patternProperties ? mapOf(patternProperties) : {}),
    ...(properties ? { properties: mapValues(properties, plainSchema) } : {}),
    ...(items ? { items: plainSchema(items) } : {}),
  }
}

/** A union of schemas; a union of one schema and null becomes that schema with null as an additional type. */
function union(schemas: readonly Schema[], rest: Schema): Schema {
  const flat = schemas.flatMap((schema) => (schema.anyOf as Schema[] | undefined) ?? [schema])
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

function mapOf(patternProperties: Record<string, Schema>): Schema {
  const [[pattern, schema] = ['', {}]] = Object.entries(patternProperties)
  return {
    ...(pattern === '^.*$' ? {} : { propertyNames: { pattern } }),
    additionalProperties: plainSchema(schema),
  }
}

function mapValues<From, To>(of: Record<string, From>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, to(value)]))
}
