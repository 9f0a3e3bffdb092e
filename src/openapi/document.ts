import type { Filters } from '../engine/filters.ts'
import type { Endpoint, Parameter, Schema } from '../wire/endpoint.ts'
import { reference } from './schemas.ts'

// What the documents of both APIs share: their form, and the parts that every operation is made of.

/** A body by media type. */
export type Content = Record<string, { schema: Schema; example?: unknown }>

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
    description?: string
    required?: boolean
    style?: 'deepObject'
    schema: Schema
  }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Schema>
}

/** An OpenAPI 3.1 document. */
export type Document = {
  openapi: '3.1.0'
  info: Schema
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<'securitySchemes' | 'responses' | 'schemas', Record<string, Schema>>
}

/** An operation with its method, in small letters, and its path. */
export type Entry = readonly [method: string, path: string, operation: Operation]

/** Puts a document together. Operations of one path stay in their order. */
export function documentOf(
  base: string,
  info: { title: string; summary: string; description: string },
  { entries, ...rest }: Pick<Document, 'tags' | 'components'> & { entries: readonly Entry[] },
): Document {
  const paths: Document['paths'] = {}
  for (const [method, path, operation] of entries) paths[path] = { ...paths[path], [method]: operation }
  return {
    openapi: '3.1.0',
    info: { ...info, version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: base, description: 'This server' }],
    ...rest,
    paths,
  }
}

/** The endpoint of the document that describes the endpoint. */
export const itself: Endpoint = {
  method: 'get',
  path: '/openapi.json',
  name: 'getOpenapi',
  summary: 'Describes this API',
  about: 'This document: OpenAPI 3.1, for generators of clients and for browsers of APIs.',
  open: 'anybody',
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

/** What a request with an access token is authorized by. */
export const bearer = [{ bearer: [] }, { oauth2: [] }]

/** The operation of a route that is no resource and no report. */
export function endpointOperation(endpoint: Endpoint): Entry {
  const { method, path, name, summary, about, query = {}, form, open, answer, media = [], statuses = {} } = endpoint
  const content = form && { 'application/x-www-form-urlencoded': { schema: form } }
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
      security: open === 'anybody' ? [] : open === 'application' ? [{ application: [] }, {}] : bearer,
      ...(Object.keys(query).length > 0 ? { parameters: parametersOf(query) } : {}),
      ...(content ? { requestBody: { required: true, content } } : {}),
      responses: { ...(open ? {} : failures()), ...success, ...Object.fromEntries(further) },
    },
  ]
}

/** The tag of such a route: its path. */
export function tagOf({ path }: Endpoint): string {
  return path.slice(1)
}

/** Filters as parameters of the query. */
export function parametersOf(filters: Filters | Record<string, Parameter>, required: readonly string[] = []) {
  return Object.entries<Parameter>(filters).map(([name, filter]) => {
    const aliases = filter.aliases?.length ? ` Also called ${filter.aliases.join(', ')}.` : ''
    return {
      name,
      in: 'query' as const,
      description: (filter.about + aliases).trim() || `By \`${name}\`.`,
      ...(filter.required || required.includes(name) ? { required: true } : {}),
      ...(filter.schema.type === 'object' ? ({ style: 'deepObject' } as const) : {}),
      schema: filter.schema,
    }
  })
}

/** A body of JSON, which must be sent. */
export function jsonBody(schema: Schema): NonNullable<Operation['requestBody']> {
  return { required: true, content: { 'application/json': { schema } } }
}

/** The responses of a request: the answer, and what can go wrong with every request. */
export function answers(schema: Schema, ...more: number[]): Record<string, Schema> {
  return { 200: { description: 'Done.', content: { 'application/json': { schema } } }, ...failures(...more) }
}

/** What can go wrong with every request, and with this one. */
export function failures(...more: number[]): Record<string, Schema> {
  const statuses = [...more, 401, 403, 417, 429, 499].sort((a, b) => a - b)
  return {
    ...Object.fromEntries(statuses.map((status) => [status, response(status)])),
    default: reference('Failure', 'responses'),
  }
}

/** A response that many operations share. */
export function response(status: number): Schema {
  return reference(`Status${status}`, 'responses')
}

/** JSON with a schema of the document. */
export const jsonOf = (name: string) => ({ 'application/json': { schema: reference(name) } })

/** The responses that operations share, by status, with what each status means. */
export function sharedResponses(meanings: Readonly<Record<number, string>>): Record<string, Schema> {
  const shared = Object.entries(meanings).map(([status, description]) => [
    `Status${status}`,
    {
      description,
      ...(status === '304' ? {} : { content: jsonOf(status === '401' ? 'OAuthError' : 'Error') }),
      ...(status === '429'
        ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } }
        : {}),
    },
  ])
  const Failure = { description: 'Anything else that went wrong.', content: jsonOf('Error') }
  return { ...Object.fromEntries(shared), Failure }
}

/** A response of an endpoint of its own. OAuth answers 400 and 401 in its own shape. */
function plain(status: number, description: string, open: Endpoint['open']): Schema {
  if (status < 400) return { description }
  return { description, content: jsonOf(!open || status === 499 ? 'Error' : 'OAuthError') }
}
