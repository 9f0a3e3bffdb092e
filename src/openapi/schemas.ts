import type { Context } from '../engine/context.ts'
import { type Field, isRecord, isShown } from '../engine/fields.ts'
import type { AnyResource } from '../engine/resource.ts'
import { refusals } from '../rules/refusals/table.ts'
import { apiPath, type Schema } from '../wire/endpoint.ts'
import { type Quirks, quirks } from '../wire/quirks.ts'
import { refusedSchema } from './codes.ts'
import { withDefaultsAside } from './document.ts'
import { exampleId, sampleItem } from './examples.ts'
import { pascal, reference } from './names.ts'

/** The schemas of a resource: its record, the items of writes, their outcomes, and the envelopes around them. */
export function schemasOf(resource: AnyResource): Record<string, Schema> {
  const type = pascal(resource.name)
  const { bare, listed }: Quirks = quirks.get(resource.name) ?? {}
  const writes = resource.create || resource.update
  return {
    ...(bare ? {} : { [`${type}Record`]: recordSchema(resource) }),
    ...(listed === false ? {} : { [`${type}List`]: listSchema(resource) }),
    ...(resource.create ? { [`${type}Create`]: createSchema(resource) } : {}),
    ...(resource.update ? { [`${type}Update`]: updateSchema(resource) } : {}),
    ...(writes ? writeSchemas(resource) : {}),
    ...(resource.remove ? { [`${type}Deletion`]: deletionSchema(resource) } : {}),
  }
}

function writeSchemas(resource: AnyResource): Record<string, Schema> {
  const type = pascal(resource.name)
  const path = `${apiPath}/${resource.name}`
  return {
    [`${type}Refused`]: refusedSchema(`POST ${path}`, `PUT ${path}`),
    [`${type}Result`]: resultSchema(resource),
    [`${type}Batch`]: batchSchema(resource),
  }
}

const more = { type: 'boolean', description: 'Whether there is another page.' }

function fieldsOf(resource: AnyResource): [string, Field<unknown>][] {
  return Object.entries<Field<unknown>>(resource.fields).filter(([, field]) => field.clearance < 3)
}

/** The record schemas of resources, by schema name. */
export function recordSchemas(resources: readonly AnyResource[]): Record<string, Schema> {
  return Object.fromEntries(resources.map((resource) => [`${pascal(resource.name)}Record`, recordSchema(resource)]))
}

function recordSchema(resource: AnyResource): Schema {
  const shown = fieldsOf(resource).filter(([, field]) => isShown(field))
  return {
    type: 'object',
    description: resource.about,
    required: shown.filter(([, field]) => field.clearance === 0).map(([label]) => label),
    properties: Object.fromEntries(shown.map(([label, field]) => [label, recordProperty(field)])),
  }
}

function listSchema(resource: AnyResource): Schema {
  const { name } = resource
  const { repeats }: Quirks = quirks.get(resource.name) ?? {}
  const extra = extraOf(resource)
  const inside = { ...(repeats ? { more } : {}), ...(repeats === 'all' ? extra : {}) }
  return {
    type: 'object',
    required: ['results', 'more'],
    properties: {
      results: {
        ...resultsOf(name, mapOf(reference(`${pascal(name)}Record`)), inside),
        required: [name, ...(repeats ? ['more'] : [])],
      },
      more,
      ...extra,
    },
  }
}

/** Supplemental data, if responses of the resource have any. */
function extraOf(resource: AnyResource): Record<string, Schema> {
  return resource.related ? { supplemental_data: reference('Supplemental') } : {}
}

function resultsOf(label: string, map: Schema, more: Record<string, Schema> = {}): Schema {
  return { type: 'object', required: [label, ...Object.keys(more)], properties: { [label]: map, ...more } }
}

function createSchema(resource: AnyResource): Schema {
  const writable = fieldsOf(resource).filter(([, field]) => field.access !== 'read-only')
  const needed = writable.filter(([, field]) => field.required).map(([label]) => label)
  return itemSchema(resource, propertiesOf(writable, true), needed, resource.example)
}

function updateSchema(resource: AnyResource): Schema {
  const fields = fieldsOf(resource)
  const writable = fields.filter(([, field]) => !['read-only', 'create', 'sent'].includes(field.access))
  const id = { type: 'integer', description: 'The record.' }
  const needed = fields.some(([, field]) => field.identifies) ? [] : ['id']
  const description = 'Omitted properties stay unchanged. Read-only properties may be sent back unchanged.'
  const { type, ...rest } = itemSchema(resource, { id, ...propertiesOf(writable, false) }, needed)
  return { type, description, ...rest }
}

function itemSchema(
  { fields, extras = [] }: AnyResource,
  properties: Record<string, Schema>,
  needed: string[],
  example?: Schema,
): Schema {
  const extra = extras.filter((label) => !Object.hasOwn(fields, label))
  const description = 'Accepted, but not a property of the record.'
  return {
    type: 'object',
    ...(needed.length > 0 ? { required: needed } : {}),
    properties: { ...properties, ...Object.fromEntries(extra.map((label) => [label, { description }])) },
    examples: [example ?? sampleItem(properties, needed)],
  }
}

function resultSchema(resource: AnyResource): Schema {
  const done = reference('Done')
  const accepted = quirks.get(resource.name)?.bare
    ? done
    : { allOf: [done, createdOr(resource, recordSchema(resource))] }
  return { anyOf: [accepted, reference(`${pascal(resource.name)}Refused`)] }
}

function batchSchema(resource: AnyResource): Schema {
  const { name } = resource
  const { keyedById, results = name, writesMore }: Quirks = quirks.get(resource.name) ?? {}
  const extra = extraOf(resource)
  return {
    type: 'object',
    required: ['results', ...Object.keys(extra)],
    properties: {
      results: {
        ...resultsOf(results, mapOf(reference(`${pascal(name)}Result`), keyedById ? exampleId : 1)),
        description: keyedById
          ? 'Outcomes by record id, or by position in the request (starting at 1) if there is none.'
          : 'Outcomes by position in the request, starting at 1.',
      },
      ...(writesMore ? { more } : {}),
      ...extra,
    },
  }
}

function deletionSchema(resource: AnyResource): Schema {
  const numeric = quirks.get(resource.name)?.idForms?.remove === 'number'
  const id = numeric ? { type: 'integer' } : { type: 'string', examples: [String(exampleId)] }
  const _status_message = { type: 'string', examples: ['OK, deleted'] }
  const done = { type: 'object', required: ['id'], properties: { _status_message, id } }
  const refused = refusedSchema(`DELETE ${apiPath}/${resource.name}`)
  const outcome = { anyOf: [{ allOf: [reference('Done'), done] }, refused] }
  return { type: 'object', required: ['results'], properties: { results: resultsOf(resource.name, mapOf(outcome)) } }
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
  return withDefaultsAside({
    ...(field.sent ?? field.schema),
    ...(field.about ? { description: field.about } : {}),
    ...(isShown(field) ? {} : { writeOnly: true }),
    ...(value === undefined ? {} : { default: value }),
  })
}

/** The printed default of a field on create; undefined if it depends on the request or on the rest of the item. */
export function defaultOf(field: Field<unknown>): unknown {
  try {
    const initial = field.initial(nothing)
    return initial === null ? undefined : JSON.parse(field.print(initial, {}, nothing))
  } catch {
    return undefined
  }
}

/** A placeholder for the context of a request. Accessing any property throws. */
const nothing = new Proxy({} as Context, {
  get: () => {
    throw new Error('There is no request')
  },
})

/** Schemas that are shared by all resources. */
export function commonSchemas(resources: readonly AnyResource[]): Record<string, Schema> {
  const sections = resources
    .filter((resource) => !quirks.get(resource.name)?.bare)
    .map((resource) => [
      quirks.get(resource.name)?.section ?? resource.name,
      mapOf(reference(`${pascal(resource.name)}Record`)),
    ])
  const Supplemental = {
    type: 'object',
    description: 'Records that the results refer to, by resource and id.',
    properties: Object.fromEntries(sections),
    examples: [{}],
  }
  return { ...errorSchemas, ...outcomeSchemas, Supplemental }
}

const errorSchemas: Record<string, Schema> = {
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
            description: 'The status phrase, a colon and the reason.',
            examples: ['Expectation Failed: limit must be between 1 and 200'],
          },
          detail: {
            type: 'string',
            description: 'The sentence without the status phrase; only in the web app.',
            examples: ['limit must be between 1 and 200'],
          },
          reason: reference('Reason'),
        },
      },
    },
  },
  Reason: {
    type: 'object',
    description:
      'Why something was refused, for programs: the code does not change when the sentence does. Errors of a whole request have it only in the web app.',
    required: ['code'],
    properties: {
      code: { type: 'string', enum: Object.keys(refusals).sort(), examples: ['required'] },
      field: { type: 'string', description: 'The property or parameter at fault.', examples: ['name'] },
      values: {
        type: 'object',
        description: 'What the sentence fills in, by name.',
        additionalProperties: { type: ['string', 'number'] },
        examples: [{ max: 30 }],
      },
    },
  },
  OAuthError: {
    type: 'object',
    description: 'A rejected access token, authorization code, refresh token or application.',
    required: ['error', 'error_description'],
    properties: {
      error: { type: 'string', examples: ['invalid_grant'] },
      error_description: { type: 'string', examples: ['The access token provided has expired'] },
    },
  },
}

const outcomeSchemas: Record<string, Schema> = {
  Done: {
    type: 'object',
    description: 'The outcome of an item that was accepted.',
    required: ['_status_code', '_status_message'],
    properties: {
      _status_code: {
        type: 'integer',
        enum: [200, 201, 202],
        description: '201: other records changed as well. 202: the record already existed.',
      },
      _status_message: { type: 'string', examples: ['Created'] },
    },
  },
  Refused: {
    type: 'object',
    description:
      'The outcome of an item that was refused, with the properties that were sent; for 409, with the current record.',
    required: ['_status_code', '_status_message', '_status_extra'],
    properties: {
      _status_code: { type: 'integer', enum: [400, 403, 404, 406, 409, 417] },
      _status_message: { type: 'string', examples: ['Expectation Failed'] },
      _status_extra: {
        type: 'string',
        description: 'The reason; names the invalid property.',
        examples: ['name is required'],
      },
      _status_reason: reference('Reason'),
    },
  },
}

/** The record in an outcome, where its id may be text. */
function createdOr(resource: AnyResource, record: Schema): Schema {
  if (quirks.get(resource.name)?.idForms?.create !== 'text') return reference(`${pascal(resource.name)}Record`)
  const id = { type: ['integer', 'string'], description: 'Text, not a number, in the response to a create.' }
  return { ...record, properties: { ...(isRecord(record.properties) && record.properties), id } }
}

/** A map by record id, or by position in the request. */
function mapOf(schema: Schema, key = exampleId): Schema {
  return { type: 'object', propertyNames: { examples: [String(key)] }, additionalProperties: schema }
}
