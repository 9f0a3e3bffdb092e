import type { AppEndpoint, AppEndpointGroup } from '../app_api/endpoint.ts'
import type { Schema } from '../wire/endpoint.ts'
import { type Content, type Entry, failures, jsonBody, type Operation, ofWrites } from './document.ts'
import { pascal } from './names.ts'
import { plainSchema } from './plain_schema.ts'

/** The operations of endpoints about the same subject. `security`: how their requests are authorized. */
export function operationsOfGroup({ name, endpoints }: AppEndpointGroup, security: Schema[]): Entry[] {
  return endpoints.map((endpoint) => entryOf(endpoint, name, security))
}

function entryOf(endpoint: AppEndpoint, tag: string, security: Schema[]): Entry {
  const { method, about, path, who, firstPartyOnly, asksWhoItIs, body } = endpoint
  const parameters = [
    ...parametersIn('path', endpoint.params),
    ...parametersIn('query', endpoint.query),
    ...(endpoint.acts || endpoint.writesOnce ? ofWrites : []),
  ]
  const notes = [
    ...(who === 'administrators' ? ['For administrators only.'] : []),
    ...(firstPartyOnly ? ['Not available to applications: tokens granted through OAuth are refused.'] : []),
    ...(asksWhoItIs
      ? ['With a browser session: refused unless you have proved within the last ten minutes who you are.']
      : []),
  ]
  // Unexpected bodies are parsed, too, so these statuses are always possible.
  const statuses = [...(method === 'GET' ? [] : [400, 413, 415]), ...(path.includes(':') ? [404] : [])]
  const operation: Operation = {
    operationId: idOf(endpoint),
    summary: about.replace(/[.:;](?:\s[\s\S]*)?$/, ''),
    description: [about, ...notes].join('\n\n'),
    tags: [tag],
    security,
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
