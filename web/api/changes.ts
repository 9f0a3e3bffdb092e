import { volatileResources } from './resource_facts.ts'

/** Resources that change often, and everything that shows them: other resources, and paths of the app's API. */
const shownOnlyBy: Readonly<Record<string, readonly string[]>> = {
  // This time is rounded to a quarter of an hour; lists of people show it with their next change.
  last_active: [],
  read_messages: ['/api/console/messages'],
  notifications: ['notifications', '/api/console/messages', '/api/console/deliveries'],
  deliveries: ['/api/console/deliveries', '/api/console/outbox'],
  mails: ['/api/console/deliveries', '/api/console/outbox'],
}

/** Resources whose lists show only their own records. */
const alone: ReadonlySet<string> = new Set(['timesheets', 'schedule_events', 'invitations', 'geolocations', 'files'])

/**
 * Whether the answer under a key of the query cache shows any of the changed tables. A key is `[kind, resource or path,
 * query]`, or `[kind, resource, 'beside', query]` with the referenced records. Changes of reference data arrive in
 * another way.
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
