import type { AppEndpoint, AppEndpointGroup } from '../app_api/endpoint.ts'
import type { AnyResource } from '../engine/resource.ts'
import type { Schema } from '../wire/endpoint.ts'
import {
  type Content,
  type Document,
  documentOf,
  type Entry,
  endpointOperation,
  failures,
  itself,
  jsonBody,
  type Operation,
  sharedResponses,
  tagOf,
} from './document.ts'
import { plainSchema } from './plain_schema.ts'
import { commonSchemas, pascal, recordSchemas } from './schemas.ts'

/** Path prefix of the app's own API. */
export const appPrefix = '/api/console'

/** The web app's own API as an OpenAPI document. `resources` are those whose records its responses may contain. */
export function appOpenapi(
  groups: readonly AppEndpointGroup[],
  resources: readonly AnyResource[],
  origin: string,
): Document {
  const entries: Entry[] = [
    ...groups.flatMap(({ name, endpoints }) => endpoints.map((endpoint) => entryOf(endpoint, name))),
    endpointOperation(itself),
  ]
  const tags = groups.map(({ name, about }) => ({ name, description: about }))
  const responses = sharedResponses(meanings)
  return documentOf(
    origin + appPrefix,
    {
      title: 'Clockhouse app API',
      summary: 'Endpoints of the web app that are not part of the public API.',
      description: introduction,
    },
    {
      tags: [...tags, { name: tagOf(itself), description: itself.about }],
      entries,
      components: { securitySchemes, responses, schemas: schemasIn([entries, responses], resources) },
    },
  )
}

const introduction = `Endpoints for the web app that do not belong to the public API. They may change with the web app, so other \
programs should use the public API.

A request is authorized by a browser session, or by an access token as in the public API. With a session, requests that change \
data must come from the server's own pages. Request and response bodies are JSON; instants are ISO 8601 in UTC, dates YYYY-MM-DD, \
durations in seconds. Every change is made in one transaction, and only if the user still has permission to make it.

Errors have the body \`{"error": {"code", "message"}}\`; 401 has \`{"error", "error_description"}\`, as in OAuth.`

const meanings: Record<number, string> = {
  304: 'Nothing has changed since the response with the ETag in `If-None-Match`.',
  400: 'The body is not JSON.',
  401: 'You are not signed in, or the access token is not valid.',
  403: 'You do not have permission to do this.',
  404: 'The record does not exist, or you do not have permission to see it.',
  415: 'The body is not `application/json`.',
  417: 'A field is missing, unknown or invalid. The message names it and says what was expected.',
  429: 'Too many requests. `Retry-After` is the number of seconds to wait.',
  499: 'The company does not allow requests from this address.',
  500: 'Something went wrong on the server; its log has the details.',
  503: 'The server is busy, stopping, or cannot reach its database. Send the request again after `Retry-After` seconds.',
}

const securitySchemes: Record<string, Schema> = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'clockhouse',
    description: 'A browser session. Over https the cookie is named `__Host-clockhouse`.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'An access token, as for the public API.' },
}

function entryOf(endpoint: AppEndpoint, tag: string): Entry {
  const { method, about, path, who, firstPartyOnly, body } = endpoint
  const parameters = [...parametersIn('path', endpoint.params), ...parametersIn('query', endpoint.query)]
  const notes = [
    ...(who === 'administrators' ? ['For administrators only.'] : []),
    ...(firstPartyOnly ? ['Not available to applications: tokens granted through OAuth are refused.'] : []),
  ]
  const statuses = [...(body ? [400, 415] : []), ...(path.includes(':') ? [404] : [])]
  const operation: Operation = {
    operationId: idOf(endpoint),
    summary: about.split(/[.:;](?:\s|$)/)[0]!,
    description: [about, ...notes].join('\n\n'),
    tags: [tag],
    security: [{ session: [] }, { bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: jsonBody(jsonSchema(body)) } : {}),
    responses: { 200: { description: 'Done.', content: contentOf(endpoint) }, ...failures(...statuses) },
  }
  return [method.toLowerCase(), path.replaceAll(/:(\w+)/g, '{$1}'), operation]
}

/** `GET /exports/:target/check` as `getExportsByTargetCheck`. */
function idOf({ method, path }: AppEndpoint): string {
  return (
    method.toLowerCase() +
    path
      .split('/')
      .map((part) => pascal(part.replace(':', 'by_')))
      .join('')
  )
}

function contentOf({ answer, media = {} }: AppEndpoint): Content {
  const all = answer ? { 'application/json': answer } : media
  return Object.fromEntries(Object.entries(all).map(([type, schema]) => [type, { schema: jsonSchema(schema) }]))
}

function parametersIn(where: 'path' | 'query', declared: AppEndpoint['query']): NonNullable<Operation['parameters']> {
  const { properties, required = [] } = jsonSchema(declared) as {
    properties: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: where,
    description: String(description ?? 'Id of the record.'),
    ...(required.includes(name) ? { required: true } : {}),
    schema,
  }))
}

/** A declared schema as plain JSON. */
function jsonSchema(declared: unknown): Schema {
  return plainSchema(JSON.parse(JSON.stringify(declared)))
}

/** The schemas that parts of a document refer to. */
function schemasIn(parts: unknown, resources: readonly AnyResource[]): Record<string, Schema> {
  const known: Record<string, Schema> = { ...commonSchemas(resources), ...recordSchemas(resources) }
  const names = JSON.stringify(parts).matchAll(/"#\/components\/schemas\/(\w+)"/g)
  return Object.fromEntries([...new Set(Array.from(names, ([, name]) => name!))].map((name) => [name, known[name]!]))
}
