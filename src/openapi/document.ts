import { isRecord } from '../engine/fields.ts'
import type { Filters } from '../engine/filters.ts'
import { productVersion } from '../sight/version.ts'
import type { Endpoint, Parameter, Schema } from '../wire/endpoint.ts'
import { reference } from './names.ts'

// The parts shared by the documents of both APIs.

/** A body by media type. */
export type Content = Record<string, { schema: Schema; example?: unknown }>

/** A response of an operation, or a reference to a shared one. */
export type Answer = {
  $ref?: string
  description?: string
  headers?: Record<string, Schema>
  content?: Content
  /** The schema of a line of a list with `Accept: application/x-ndjson`; as a second content, generators could not tell. */
  'x-ndjson'?: { schema: Schema }
}

/** One operation of a document. */
export type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Schema[]
  parameters?: {
    name: string
    in: 'query' | 'header' | 'path'
    deprecated?: true
    description?: string
    required?: boolean
    style?: 'deepObject'
    schema: Schema
  }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer>
}

/** An OpenAPI 3.1 document. */
export type Document = {
  openapi: '3.1.0'
  info: { title: string; summary: string; description: string } & Schema
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<'securitySchemes' | 'schemas', Record<string, Schema>> & {
    responses: Record<string, Answer>
    headers?: Record<string, Schema>
  }
}

/** An operation with its method, in lower case, and its path. */
export type Entry = readonly [method: string, path: string, operation: Operation]

/** Headers for idempotency and dry runs of writes. */
export const ofWrites = [
  {
    name: 'Idempotency-Key',
    in: 'header' as const,
    description:
      'A text of your choice for this request. A request with the same key is not executed again and gets the same response.',
    schema: { type: 'string', pattern: '^[!-~]{1,100}$' },
  },
  {
    name: 'x-clockhouse-dry-run',
    in: 'header' as const,
    description: 'With `yes`, the response is the same, but nothing is stored.',
    schema: { type: 'string', enum: ['yes', 'no'], default: 'no' },
  },
]

/** Assembles a document. Operations on the same path keep their order. */
export function documentOf(
  base: string,
  info: { title: string; summary: string; description: string },
  { entries, ...rest }: Pick<Document, 'tags' | 'components'> & { entries: readonly Entry[] },
): Document {
  const paths: Document['paths'] = {}
  for (const [method, path, operation] of entries) paths[path] = { ...paths[path], [method]: operation }
  return {
    openapi: '3.1.0',
    info: {
      ...info,
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      'x-server-version': productVersion(),
    },
    servers: [{ url: base, description: 'This server' }],
    ...rest,
    paths,
  }
}

/** The endpoint that serves the document itself. */
export const itself: Endpoint = {
  method: 'get',
  path: '/openapi.json',
  name: 'getOpenapi',
  summary: 'Describes this API',
  about: 'This document: OpenAPI 3.1, for client generators and API browsers.',
  open: 'everyone',
  answer: {
    type: 'object',
    required: ['openapi', 'info', 'servers', 'tags', 'paths', 'components'],
    properties: {
      openapi: { type: 'string', examples: ['3.1.0'] },
      info: { type: 'object' },
      servers: { type: 'array', items: { type: 'object' } },
      tags: { type: 'array', items: { type: 'object' } },
      paths: { type: 'object' },
      components: { type: 'object' },
    },
  },
  statuses: { 304: '' },
}

/** Security requirement of requests with an access token. */
export const bearer = [{ bearer: [] }, { oauth2: [] }]

/** The operation of a route that is neither a resource nor a report. */
export function endpointOperation(endpoint: Endpoint): Entry {
  const { method, path, name, summary, about, query = {}, open, answer, media = [], statuses = {} } = endpoint
  const content = contentOf(endpoint)
  const further = Object.entries(statuses).map(([status, text]) => [
    status,
    text ? plain(Number(status), text, open) : response(Number(status)),
  ])
  const bytes = media.map((type): [string, { schema: Schema }] => [
    type,
    { schema: { type: 'string', format: 'binary' } },
  ])
  const answered: Content = answer ? { 'application/json': { schema: answer } } : Object.fromEntries(bytes)
  const success = answer || media.length > 0 ? { 200: { description: 'Done.', content: answered } } : {}
  return [
    method,
    path,
    {
      operationId: name,
      summary,
      description: about,
      tags: [tagOf(endpoint)],
      security: open === 'everyone' ? [] : open === 'application' ? [{ application: [] }, {}] : bearer,
      ...(Object.keys(query).length > 0 ? { parameters: parametersOf(query) } : {}),
      ...(content ? { requestBody: { required: true, content } } : {}),
      responses: { ...(open ? {} : failures()), ...success, ...Object.fromEntries(further) },
    },
  ]
}

/** The content of the request body. */
function contentOf({ form, json }: Endpoint): Content | undefined {
  if (form) return { 'application/x-www-form-urlencoded': { schema: form } }
  return json && { 'application/json': { schema: json } }
}

/** The tag of such a route: its path. */
export function tagOf({ path }: Endpoint): string {
  return path.slice(1)
}

/** Filters as query parameters. */
export function parametersOf(filters: Filters | Record<string, Parameter>, required: readonly string[] = []) {
  return Object.entries<Parameter>(filters).map(([name, filter]) => {
    const aliases = filter.aliases?.length ? ` Also called ${filter.aliases.join(', ')}.` : ''
    return {
      name,
      in: 'query' as const,
      description: (filter.about + aliases).trim() || `By \`${name}\`.`,
      ...(filter.deprecated && { deprecated: true as const }),
      ...(filter.required || required.includes(name) ? { required: true } : {}),
      ...(filter.schema.type === 'object' ? ({ style: 'deepObject' } as const) : {}),
      schema: filter.schema,
    }
  })
}

/** A required JSON body. */
export function jsonBody(schema: Schema): NonNullable<Operation['requestBody']> {
  return { required: true, content: { 'application/json': { schema: withDefaultsAside(schema) } } }
}

/** A schema of what clients send, with `x-default` for `default`: generators require properties that have a default. */
export function withDefaultsAside(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key === 'default' ? bodyDefault : key, within(key, value)]),
  )
}

/** The name of a property's default in schemas of what clients send. */
export const bodyDefault = 'x-default'

/** Keywords whose values contain no schemas. */
const valuesOnly = ['default', 'enum', 'const', 'examples', 'required']

function within(key: string, value: unknown): unknown {
  if (valuesOnly.includes(key)) return value
  if (Array.isArray(value)) return value.map((each) => (isRecord(each) ? withDefaultsAside(each) : each))
  if (!isRecord(value)) return value
  if (key !== 'properties') return withDefaultsAside(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isRecord(inner) ? withDefaultsAside(inner) : inner]),
  )
}

/** The responses of a request: success, the failures of every request, and these. */
export function answers(schema: Schema, ...more: number[]): Record<string, Answer> {
  const success = { description: 'Done.', headers: ofEveryAnswer, content: { 'application/json': { schema } } }
  return { 200: success, ...failures(...more) }
}

const header = (description: string, type = 'string'): Schema => ({ description, schema: { type } })

/** The headers of responses, by name. */
export const sharedHeaders: Record<string, Schema> = {
  'X-Request-Id': header('The id of the request in the server’s log.'),
  'X-Clockhouse-Version': header('The version of the server.'),
  'RateLimit-Limit': header('How many requests are allowed in five minutes.', 'integer'),
  'RateLimit-Remaining': header('How many requests are left.', 'integer'),
  'RateLimit-Reset': header('Seconds until the next five minutes begin.', 'integer'),
  Deprecation: header('When something in the request was deprecated, such as `per_page` (RFC 9745).'),
  Sunset: header('When it stops working, if that has been decided (RFC 8594).'),
  ETag: header('The version of the data, for `If-None-Match`.'),
  Link: header(
    'While `more` is true: `<address>; rel="next"`, with a `cursor` (RFC 8288). Relative to the address of the request.',
  ),
  'Idempotency-Replayed': header('`true` if this response repeats the one to an earlier request with the same key.'),
}

/** The headers of every response to a known caller. */
export const ofEveryAnswer: Record<string, Schema> = Object.fromEntries(
  ['X-Request-Id', 'X-Clockhouse-Version', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map((name) => [
    name,
    reference(name, 'headers'),
  ]),
)

/** The failures of every request, and these. */
export function failures(...more: number[]): Record<string, Answer> {
  const statuses = [...more, 401, 403, 417, 429, 499, 500, 503].sort((a, b) => a - b)
  return {
    ...Object.fromEntries(statuses.map((status) => [status, response(status)])),
    default: reference('Failure', 'responses'),
  }
}

/** A shared response. */
export function response(status: number): Answer {
  return reference(`Status${status}`, 'responses')
}

/** JSON with a schema of the document. */
export const jsonOf = (name: string) => ({ 'application/json': { schema: reference(name) } })

/** The shared responses. `meanings` are the descriptions by status. */
export function sharedResponses(meanings: Readonly<Record<number, string>>): Record<string, Answer> {
  const shared = Object.entries(meanings).map(([status, description]) => [
    `Status${status}`,
    {
      description,
      ...(status === '304' ? {} : { content: jsonOf(status === '401' ? 'OAuthError' : 'Error') }),
      ...(status === '429' || status === '503'
        ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } }
        : {}),
    },
  ])
  const Failure = { description: 'Anything else that went wrong.', content: jsonOf('Error') }
  return { ...Object.fromEntries(shared), Failure }
}

/** The shared responses that operations refer to. */
export function usedIn(entries: readonly Entry[], responses: Record<string, Answer>): Record<string, Answer> {
  const text = JSON.stringify(entries)
  return Object.fromEntries(
    Object.entries(responses).filter(([name]) => text.includes(`"#/components/responses/${name}"`)),
  )
}

/** A response of a single endpoint. OAuth has its own format for 400 and 401. */
function plain(status: number, description: string, open: Endpoint['open']): Answer {
  if (status < 400) return { description }
  return { description, content: jsonOf(!open || status === 499 ? 'Error' : 'OAuthError') }
}
