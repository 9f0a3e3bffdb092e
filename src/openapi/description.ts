import { hash } from 'node:crypto'
import { appEndpointGroups, publicEndpointGroups } from '../app_api/index.ts'
import { rawEndpoint } from '../files/raw.ts'
import { oauthEndpoints } from '../oauth/described.ts'
import { reports } from '../reports/index.ts'
import { currentUserEndpoint } from '../resources/current_user.ts'
import { effectiveSettingsEndpoint } from '../resources/effective_settings.ts'
import { resources } from '../resources/index.ts'
import { lastModifiedTimestampsEndpoint } from '../resources/last_modified_timestamps.ts'
import { timeOffRequestNotes } from '../resources/time_off/request_notes.ts'
import { changesEndpoint } from '../webhooks/feed.ts'
import { appOpenapi } from './app_api.ts'
import type { Document } from './document.ts'
import { type Api, openapi } from './openapi.ts'

/** The whole public API of this server. */
export const api: Api = {
  resources,
  besides: [timeOffRequestNotes],
  reports,
  endpoints: [
    currentUserEndpoint,
    effectiveSettingsEndpoint,
    rawEndpoint,
    changesEndpoint,
    lastModifiedTimestampsEndpoint,
    ...oauthEndpoints,
  ],
  groups: publicEndpointGroups,
}

/** The API as an OpenAPI document, for the server at this public URL. */
export function describeApi(server: string): Document {
  return openapi(api, server)
}

/** The web app's own API as an OpenAPI document. */
export function describeAppApi(server: string): Document {
  return appOpenapi(appEndpointGroups, resources, server)
}

const placeholder = 'https://clockhouse.invalid'
const templates = new Map<typeof describeApi, string>()

/** A document as text, with its ETag. It is created once; only the server's URL differs between requests. */
export function servedDescription(describe: typeof describeApi, server: string): { text: string; etag: string } {
  const template = templates.get(describe) ?? JSON.stringify(describe(placeholder))
  templates.set(describe, template)
  const text = template.replaceAll(placeholder, () => JSON.stringify(server).slice(1, -1))
  return { text, etag: `"${hash('sha256', text, 'base64url')}"` }
}
