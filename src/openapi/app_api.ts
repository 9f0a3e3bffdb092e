import type { AppEndpointGroup } from '../app_api/endpoint.ts'
import type { AnyResource } from '../engine/resource.ts'
import type { Schema } from '../wire/endpoint.ts'
import { consolePath } from '../wire/endpoint.ts'
import { operationsOfGroup } from './app_operations.ts'
import { nameCodes, sharedCodes } from './codes.ts'
import {
  type Document,
  documentOf,
  type Entry,
  endpointOperation,
  itself,
  sharedResponses,
  tagOf,
  usedIn,
} from './document.ts'
import { commonSchemas, recordSchemas } from './schemas.ts'

/** The web app's own API as an OpenAPI document. `resources` are those whose records its responses may contain. */
export function appOpenapi(
  groups: readonly AppEndpointGroup[],
  resources: readonly AnyResource[],
  server: string,
): Document {
  const entries: Entry[] = [
    ...groups.flatMap((group) => operationsOfGroup(group, [{ session: [] }, { bearer: [] }])),
    endpointOperation(itself),
  ]
  const tags = groups.map(({ name, about }) => ({ name, description: about }))
  const meanings = sharedResponses(appStatuses)
  const codes = { ...sharedCodes(), ...nameCodes(entries, consolePath, meanings) }
  const responses = usedIn(entries, meanings)
  return documentOf(
    server + consolePath,
    {
      title: 'Clockhouse app API',
      summary: 'Endpoints of the web app that are not part of the public API.',
      description: introduction,
    },
    {
      tags: [...tags, { name: tagOf(itself), description: itself.about }],
      entries,
      components: { securitySchemes, responses, schemas: schemasIn([entries, responses], codes, resources) },
    },
  )
}

const introduction = `Endpoints for the web app that do not belong to the public API. They may change with the web app, so other \
programs should use the public API.

A request is authorized by a browser session, or by an access token as in the public API. With a session, requests that change \
data must come from the server's own pages. Request and response bodies are JSON; instants are ISO 8601 in UTC, dates YYYY-MM-DD, \
durations in seconds. Every change is made in one transaction, and only if the user still has permission to make it.

Errors have the body \`{"error": {"code", "message", "detail", "reason"}}\`; 401 has \`{"error", "error_description"}\`, as in OAuth.`

/** What the statuses of this API mean. */
export const appStatuses: Readonly<Record<number, string>> = {
  304: 'Nothing has changed since the response with the ETag in `If-None-Match`.',
  400: 'The body is not JSON, not in the encoding that its headers name, or an object in it has a name twice.',
  401: 'You are not signed in, or the access token is not valid.',
  403: 'You do not have permission to do this.',
  404: 'The record does not exist, or you do not have permission to see it.',
  413: 'The body is too large. Nothing was changed.',
  415: 'The body is not `application/json`, or its compression or charset is unknown.',
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

/** The schemas that parts of a document refer to, and those that these refer to. */
function schemasIn(
  parts: unknown,
  codes: Record<string, Schema>,
  resources: readonly AnyResource[],
): Record<string, Schema> {
  const known: Record<string, Schema> = { ...commonSchemas(resources), ...recordSchemas(resources), ...codes }
  const found = new Set<string>()
  const addFrom = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name!)) continue
      found.add(name!)
      addFrom(known[name!])
    }
  }
  addFrom(parts)
  return Object.fromEntries([...found].map((name) => [name, known[name]!]))
}
