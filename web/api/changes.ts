import { volatileResources } from './resource_facts.ts'

/** What changes often, and all that shows it: resources and paths of the app's API. */
const shownOnlyBy: Readonly<Record<string, readonly string[]>> = {
  // To the quarter of an hour; lists of people show it with their next change.
  last_active: [],
  read_messages: ['/api/console/messages'],
  notifications: ['notifications', '/api/console/messages', '/api/console/deliveries'],
  deliveries: ['/api/console/deliveries', '/api/console/outbox'],
  mails: ['/api/console/deliveries', '/api/console/outbox'],
}

/** Resources whose lists show nothing but their own records. */
const alone: ReadonlySet<string> = new Set(['timesheets', 'schedule_events', 'invitations', 'geolocations', 'files'])

/**
 * Whether the answer behind a key of the query cache shows any of the tables that have changed: `[kind, resource or path,
 * query]`, or with the referenced records `[kind, resource, 'beside', query]`. Changes of reference data come otherwise.
 */
export function shows([kind, name, query]: readonly unknown[], changed: readonly string[]): boolean {
  if (kind !== 'time' || typeof name !== 'string') return false
  const seen = changed.filter((table) => shownOnlyBy[table]?.includes(name) ?? true)
  return alone.has(name) && query !== 'beside' ? seen.includes(name) : seen.length > 0
}

/** Whether a change leaves reference data as it is, as far as a page shows it. */
export function leavesReference(changed: readonly string[]): boolean {
  return changed.every((table) => table in shownOnlyBy || volatileResources.has(table))
}
