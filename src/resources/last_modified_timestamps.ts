import type { ReadContext } from '../engine/context.ts'
import { words } from '../engine/filters.ts'
import { printUtc } from '../rules/time/calendar.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { quirks } from '../wire/quirks.ts'
import { parameters, parseQuery, type Search } from '../wire/request.ts'
import { loadCurrentUser } from './current_user.ts'
import { effectiveSettingsChanged } from './effective_settings.ts'
import { resources } from './index.ts'

/** The endpoints reported if a request names none, in this order. */
const usual = [
  'current_user',
  'customfields',
  'customfielditems',
  'effective_settings',
  'geolocations',
  'jobcodes',
  'jobcode_assignments',
  'timesheets',
  'timesheets_deleted',
  'users',
  'reminders',
  'locations',
  'geofence_configs',
]

const filters = {
  endpoints: words('endpoints', { about: 'Names of endpoints, separated by commas; the common ones if omitted.' }),
}

/** The description for the reference. */
export const lastModifiedTimestampsEndpoint: Endpoint = {
  method: 'get',
  path: '/last_modified_timestamps',
  name: 'getLastModifiedTimestamps',
  summary: 'Shows when records last changed',
  about: 'When anything behind each endpoint last changed, so that clients request only what is new.',
  query: filters,
  answer: {
    type: 'object',
    required: ['results'],
    properties: {
      results: {
        type: 'object',
        required: ['last_modified_timestamps'],
        properties: {
          last_modified_timestamps: {
            type: 'object',
            description: 'Date-times by endpoint.',
            additionalProperties: { type: 'string' },
            examples: [{ jobcodes: '2026-03-02T15:00:00+00:00', timesheets: '2026-03-02T15:04:05+00:00' }],
          },
        },
      },
    },
  },
  statuses: { 304: '' },
}

const known = new Set([
  ...usual,
  ...resources.filter((resource) => quirks.get(resource.name)?.listed !== false).map(({ name }) => name),
])

/**
 * When anything behind each endpoint last changed, as JSON text. The company's row holds these instants and is written
 * in the same transaction as each change, so none is ever older than a record that can be read.
 */
export async function lastModifiedTimestamps(search: Search, ctx: ReadContext): Promise<string> {
  const { values } = parseQuery(parameters(search), filters)
  const names = Array.isArray(values.endpoints) ? values.endpoints.map(String) : usual
  const { row } = ctx.company
  const changes: Record<string, number | undefined> = JSON.parse(row.last_modified)
  if (names.includes('current_user')) changes.current_user = (await loadCurrentUser(ctx)).last_modified
  // Settings that were removed with sample data left no row.
  if (names.includes('effective_settings'))
    changes.effective_settings = Math.max(changes.effective_settings ?? 0, (await effectiveSettingsChanged(ctx)) ?? 0)
  const printed = names
    .filter((name) => known.has(name))
    .map((name) => [name, printUtc(Math.max(changes[name] ?? 0, row.created))])
  return JSON.stringify({ results: { last_modified_timestamps: Object.fromEntries(printed) } })
}
