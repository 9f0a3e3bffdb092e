import { hash } from 'node:crypto'
import { rawEndpoint } from '../files/raw.ts'
import { oauthEndpoints } from '../oauth/described.ts'
import { reports } from '../reports/index.ts'
import { currentUserEndpoint } from '../resources/current_user.ts'
import { effectiveSettingsEndpoint } from '../resources/effective_settings.ts'
import { resources } from '../resources/index.ts'
import { lastModifiedTimestampsEndpoint } from '../resources/last_modified_timestamps.ts'
import { type Api, type Document, openapi } from './openapi.ts'

/** All that this server offers to programs. */
export const api: Api = {
  resources,
  reports,
  endpoints: [
    currentUserEndpoint,
    effectiveSettingsEndpoint,
    rawEndpoint,
    lastModifiedTimestampsEndpoint,
    ...oauthEndpoints,
  ],
}

/** The API as an OpenAPI document, for a server that is reached at `origin`. */
export function describeApi(origin: string): Document {
  return openapi(api, origin)
}

const somewhere = 'https://clockhouse.invalid'
let template: string | undefined

/** The document as text, with its ETag. It is made once; only where the server is reached differs between requests. */
export function servedDescription(origin: string): { text: string; etag: string } {
  template ??= JSON.stringify(describeApi(somewhere))
  const text = template.replaceAll(somewhere, () => JSON.stringify(origin).slice(1, -1))
  return { text, etag: `"${hash('sha256', text, 'base64url')}"` }
}
