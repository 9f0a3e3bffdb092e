import type { Context } from '../engine/context.ts'
import type { Schema } from '../engine/endpoint.ts'
import { type Field, isShown } from '../engine/fields.ts'
import type { AnyResource } from '../engine/resource.ts'
import { exampleId, sampleItem } from './examples.ts'

/** Record, items of writes, their outcomes, and the envelopes around them. */
export function schemasOf(resource: AnyResource): Record<string, Schema> {
  const { name, bare = false } = resource
  const type = pascal(name)
  const fields = Object.entries<Field<unknown>>(resource.fields).filter(([, field]) => field.clearance < 3)
  const shown = fields.filter(([, field]) => isShown(field))
  const writable = fields.filter(([, field]) => field.access !== 'read-only')
  const extra = (resource.extras ?? []).filter((label) => !Object.hasOwn(resource.fields, label))
  const extras = Object.fromEntries(
    extra.map((label) => [label, { description: 'Taken, but no property of the record.' }]),
  )
  const results = (map: Schema, more: Record<string, Schema> = {}, label = name) => ({
    type: 'object',
    required: [label, ...Object.keys(more)],
    properties: { [label]: map, ...more },
  })
  const more = { type: 'boolean', description: 'Ask for the next page.' }
  const supplemental_data = reference('Supplemental')
  const inside = { ...(resource.inside ? { more } : {}), ...(resource.inside === 'all' ? { supplemental_data } : {}) }
  const schemas: Record<string, Schema> = {}
  if (!bare)
    schemas[`${type}Record`] = {
      type: 'object',
      description: resource.about,
      required: shown.filter(([, field]) => field.clearance === 0).map(([label]) => label),
      properties: Object.fromEntries(shown.map(([label, field]) => [label, recordProperty(field)])),
    }
  if (resource.listed !== false)
    schemas[`${type}List`] = {
      type: 'object',
      required: ['results', 'more'],
      properties: {
        results: {
          ...results(mapOf(reference(`${type}Record`)), inside),
          required: [name, ...(resource.inside ? ['more'] : [])],
        },
        more,
        supplemental_data,
      },
    }
  const items = (verb: string, properties: Record<string, Schema>, needed: string[], example?: Schema) => {
    schemas[`${type}${verb}`] = {
      type: 'object',
      ...(verb === 'Update'
        ? { description: 'What is left out stays. Read-only properties may be sent back unchanged.' }
        : {}),
      ...(needed.length > 0 ? { required: needed } : {}),
      properties: { ...properties, ...extras },
      examples: [example ?? sampleItem(properties, needed)],
    }
  }
  if (resource.create) {
    const needed = writable.filter(([, field]) => field.required).map(([label]) => label)
    items('Create', propertiesOf(writable, true), needed, resource.example)
  }
  if (resource.update) {
    const properties = propertiesOf(
      writable.filter(([, field]) => field.access !== 'create' && field.access !== 'sent'),
      false,
    )
    const id = { type: 'integer', description: 'Which record.' }
    items('Update', { id, ...properties }, resource.identify ? [] : ['id'])
  }
  if (resource.create || resource.update) {
    schemas[`${type}Result`] = {
      anyOf: [
        bare ? reference('Done') : { allOf: [reference('Done'), createdOr(resource, schemas[`${type}Record`]!)] },
        reference('Refused'),
      ],
    }
    schemas[`${type}Batch`] = {
      type: 'object',
      required: ['results', 'supplemental_data'],
      properties: {
        results: {
          ...results(mapOf(reference(`${type}Result`), resource.keyedById ? exampleId : 1), {}, resource.result),
          description: resource.keyedById
            ? 'Outcomes by number of the record; by position in the request, which begins at 1, where there is none.'
            : 'Outcomes by position in the request, which begins at 1.',
        },
        supplemental_data,
      },
    }
  }
  if (resource.remove) {
    const id =
      resource.idForms?.remove === 'number' ? { type: 'integer' } : { type: 'string', examples: [String(exampleId)] }
    const _status_message = { type: 'string', examples: ['OK, deleted'] }
    const done = { type: 'object', required: ['id'], properties: { _status_message, id } }
    schemas[`${type}Deletion`] = {
      type: 'object',
      required: ['results'],
      properties: {
        results: results(mapOf({ anyOf: [{ allOf: [reference('Done'), done] }, reference('Refused')] })),
      },
    }
  }
  return schemas
}

function propertiesOf(fields: [string, Field<unknown>][], creating: boolean): Record<string, Schema> {
  return Object.fromEntries(fields.map(([label, field]) => [label, itemProperty(field, creating)]))
}

function recordProperty(field: Field<unknown>): Schema {
  const example = defaultOf(field)
  const plain = ['string', 'number', 'boolean'].includes(typeof example) && example !== '' && example !== 0
  return {
    ...field.schema,
    ...(field.about ? { description: field.about } : {}),
    ...(field.access === 'read-only' ? { readOnly: true } : {}),
    ...(plain && !field.schema.examples ? { examples: [example] } : {}),
  }
}

function itemProperty(field: Field<unknown>, creating: boolean): Schema {
  const value = creating && !field.required ? defaultOf(field) : undefined
  return {
    ...(field.sent ?? field.schema),
    ...(field.about ? { description: field.about } : {}),
    ...(isShown(field) ? {} : { writeOnly: true }),
    ...(value === undefined ? {} : { default: value }),
  }
}

/** What a new record has when an item does not say, as it prints; undefined where that depends on the request. */
export function defaultOf(field: Field<unknown>): unknown {
  try {
    return JSON.parse(field.print(field.initial(nothing), {}, nothing))
  } catch {
    return undefined
  }
}

/** Stands for a request where there is none: whoever asks it anything learns that there is none. */
const nothing = new Proxy({} as Context, {
  get: () => {
    throw new Error('There is no request')
  },
})

/** Schemas that are not of one resource. */
export function commonSchemas(resources: readonly AnyResource[]): Record<string, Schema> {
  const sections = resources
    .filter(({ bare }) => !bare)
    .map(({ name, section = name }) => [section, mapOf(reference(`${pascal(name)}Record`))])
  return {
    Error: {
      type: 'object',
      description: 'A request that was refused as a whole.',
      required: ['error'],
      properties: {
        error: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { type: 'integer', description: 'The HTTP status.' },
            message: {
              type: 'string',
              description: 'Its phrase, a colon and the reason.',
              examples: ['Expectation Failed: limit must be between 1 and 200'],
            },
          },
        },
      },
    },
    OAuthError: {
      type: 'object',
      description: 'A refused access token, authorization code, refresh token or application.',
      required: ['error', 'error_description'],
      properties: {
        error: { type: 'string', examples: ['invalid_grant'] },
        error_description: { type: 'string', examples: ['The access token provided has expired'] },
      },
    },
    Done: {
      type: 'object',
      description: 'The outcome of an item that was accepted.',
      required: ['_status_code', '_status_message'],
      properties: {
        _status_code: {
          type: 'integer',
          enum: [200, 201, 202],
          description: '201: other records changed as well. 202: the record was there before.',
        },
        _status_message: { type: 'string', examples: ['Created'] },
      },
    },
    Refused: {
      type: 'object',
      description:
        'The outcome of an item that was refused, beside the properties that were sent; for 409 beside the record as it stands.',
      required: ['_status_code', '_status_message', '_status_extra'],
      properties: {
        _status_code: { type: 'integer', enum: [400, 403, 404, 406, 409, 417] },
        _status_message: { type: 'string', examples: ['Expectation Failed'] },
        _status_extra: {
          type: 'string',
          description: 'The reason; names the property that is wrong.',
          examples: ['name is required'],
        },
      },
    },
    Supplemental: {
      type: 'object',
      description: 'Records that the results refer to, by resource and number.',
      properties: Object.fromEntries(sections),
      examples: [{}],
    },
  }
}

/** The record, in an outcome: its number may be text there. */
function createdOr(resource: AnyResource, record: Schema): Schema {
  if (resource.idForms?.create !== 'text') return reference(`${pascal(resource.name)}Record`)
  const id = { type: ['integer', 'string'], description: 'Text, not a number, in the answer to a create.' }
  return { ...record, properties: { ...(record.properties as object), id } }
}

/** A map by number of the record, or by position in the request. */
function mapOf(schema: Schema, key = exampleId): Schema {
  return { type: 'object', propertyNames: { examples: [String(key)] }, additionalProperties: schema }
}

/** A `$ref` to a component. */
export function reference(name: string, kind = 'schemas'): Schema {
  return { $ref: `#/components/${kind}/${name}` }
}

/** `jobcode_assignments` as `JobcodeAssignments`. */
export function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
