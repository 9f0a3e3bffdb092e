import { propertiesOf } from '../engine/fields.ts'
import { firstOf, lastOf } from '../rules/elements.ts'
import type { Schema } from '../wire/endpoint.ts'
import { bodyDefault } from './document.ts'
import { schemasIn } from './plain_schema.ts'

type Schemas = Record<string, Schema>

/** An example value for a schema. `name` is the name of the property. */
export function sample(schema: Schema, schemas: Schemas, name = 'text'): unknown {
  const { $ref, anyOf, allOf, examples } = schema
  if (typeof $ref === 'string') return sample(referred($ref, schemas), schemas, name)
  if (anyOf) return sample(firstOf(schemasIn(anyOf)), schemas, name)
  if (allOf) return Object.assign({}, ...schemasIn(allOf).map((part) => sample(part, schemas, name)))
  if (Array.isArray(examples)) return examples[0]
  const usual = schema.default ?? schema[bodyDefault]
  if (usual !== undefined) return usual
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const type = String(Array.isArray(schema.type) ? schema.type[0] : schema.type)
  return (samplers[type] ?? sampleText)(schema, schemas, name)
}

function referred($ref: string, schemas: Schemas): Schema {
  const found = schemas[lastOf($ref.split('/'))]
  if (!found) throw new Error(`There is no schema ${$ref}`)
  return found
}

type Sampler = (schema: Schema, schemas: Schemas, name: string) => unknown

const samplers: Readonly<Record<string, Sampler>> = {
  integer: (schema, _schemas, name) =>
    exampleNumbers[String(schema['x-refers-to'] ?? name)] ?? Math.max(0, Number(schema.minimum ?? 0)),
  number: () => 0,
  boolean: () => false,
  array: ({ items, minItems }, schemas, name) => {
    const element = propertiesOf(items)
    return element.$ref || minItems ? [sample(element, schemas, name)] : []
  },
  object: sampleObject,
}

function sampleText({ format, minLength }: Schema, _schemas: Schemas, name: string): string {
  return exampleTexts[name] ?? exampleTexts[String(format)] ?? (minLength ? name : '')
}

/** The properties of an object, or one entry of a map of objects. */
function sampleObject(schema: Schema, schemas: Schemas, name: string): unknown {
  const properties = Object.entries(propertiesOf(schema.properties))
  const named = properties.map(([key, property]) => [key, sample(propertiesOf(property), schemas, key)])
  const many = propertiesOf(schema.additionalProperties)
  if (named.length > 0 || !(many.$ref ?? many.properties ?? many.anyOf)) return Object.fromEntries(named)
  const { examples } = propertiesOf(schema.propertyNames)
  const key = Array.isArray(examples) ? String(examples[0]) : exampleId
  return { [key]: sample(many, schemas, name) }
}

/** An example item to send: the required properties, and at least two properties. */
export function sampleItem(properties: Record<string, Schema>, required: readonly string[]): Schema {
  const names = [...new Set([...required, ...Object.keys(properties)])].slice(0, Math.max(2, required.length))
  return Object.fromEntries(names.map((name) => [name, sample(propertiesOf(properties[name]), {}, name)]))
}

/** The id of records in examples. */
export const exampleId = 7001

/** Other example values: numbers by the resource they refer to or by property, texts by property or format. */
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
