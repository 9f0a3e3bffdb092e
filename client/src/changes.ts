import type { paths } from './api.d.ts'
import { type Api, unwrap } from './connect.ts'
import { ClockhouseError } from './errors.ts'
import { paginate } from './pages.ts'
import type { ListPath, RecordOf } from './resource_types.ts'

type Feed = paths['/changes']['get']['responses'][200]['content']['application/json']

/** A resource whose changes can be followed. */
export type FollowedType = Feed['results']['changes'][number]['type']

/** A record of a type, as its list returns it. */
type RecordOfType<T extends FollowedType> = `/${T}` extends ListPath ? RecordOf<`/${T}`> : never

/** A change of a record. Its `type` determines the type of `record`. */
export type Change<T extends FollowedType = FollowedType> = T extends FollowedType
  ? {
      readonly type: T
      readonly id: number
      /** `found`: the record existed when following began. */
      readonly change: 'found' | 'created' | 'updated' | 'archived' | 'deleted' | 'hidden'
      /** The record after the change, or as it was before its deletion, or null if it is now hidden. */
      readonly record: RecordOfType<T> | null
      /** Increases with every change in the company; absent for `found`. */
      readonly sequence?: number
      readonly user_id?: number
      readonly application?: string
      readonly time?: string
    }
  : never

/** Some changes, in order. */
export type ChangePage<T extends FollowedType = FollowedType> = {
  readonly changes: readonly Change<T>[]
  /** Store it together with the changes, to continue from there. Undefined while the lists are being read. */
  readonly cursor: string | undefined
  /** True for the first page of a copy made from the lists: empty your own copy before you apply this page. */
  readonly restarted: boolean
}

/** What to follow, and where to start. */
export type FollowOptions<T extends FollowedType> = {
  readonly types: readonly T[]
  /** The cursor of an earlier page. Without a cursor, or if it has expired, following begins with all records. */
  readonly cursor?: string | undefined
  /**
   * Seconds that a request waits for changes, up to 50, the default. With 0, following ends after the last known
   * change.
   */
  readonly wait?: number
  readonly signal?: AbortSignal
}

/**
 * Follows the changes of some resources, beginning with all of their records. A copy to which every page is applied is
 * exact.
 */
export async function* follow<T extends FollowedType>(
  api: Api,
  options: FollowOptions<T>,
): AsyncGenerator<ChangePage<T>> {
  let { cursor } = options
  for (;;) {
    if (cursor === undefined) {
      const next = (await ask(api, options, 'now')).cursor
      yield* everything(api, options)
      yield { changes: [], cursor: next, restarted: false }
      cursor = next
    }
    try {
      for await (const page of changesFrom(api, options, cursor)) yield page
      return
    } catch (error) {
      // The cursor has expired, so read the lists again.
      if (!(error instanceof ClockhouseError) || error.status !== 410) throw error
      cursor = undefined
    }
  }
}

async function* changesFrom<T extends FollowedType>(
  api: Api,
  options: FollowOptions<T>,
  from: string,
): AsyncGenerator<ChangePage<T>> {
  const { wait = 50 } = options
  let cursor = from
  for (;;) {
    const { results, cursor: next, more } = await ask(api, options, cursor, wait)
    if (results.changes.length > 0 || next !== cursor)
      yield { changes: results.changes as unknown as Change<T>[], cursor: next, restarted: false }
    cursor = next
    if (wait === 0 && !more) return
  }
}

function ask<T extends FollowedType>(
  api: Api,
  { types, signal }: FollowOptions<T>,
  cursor: string,
  wait = 0,
): Promise<Feed> {
  const query = { cursor, types: [...types] as FollowedType[], wait }
  // The server takes the types as one comma-separated value.
  const querySerializer = (given: Record<string, unknown>) =>
    new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)])).toString()
  return unwrap(api.GET('/changes', { params: { query }, querySerializer, ...(signal ? { signal } : {}) }))
}

/** All records of some resources, as changes. */
async function* everything<T extends FollowedType>(
  api: Api,
  { types, signal }: FollowOptions<T>,
): AsyncGenerator<ChangePage<T>> {
  yield { changes: [], cursor: undefined, restarted: true }
  for (const type of types) {
    let changes: Change<T>[] = []
    const queries = await queriesFor(api, type, signal)
    const found = new Set<number>()
    for (const filters of queries)
      for await (const record of paginate(api, `/${type}` as ListPath, filters as never, signal ? { signal } : {})) {
        const id = Number((record as { id: number }).id)
        if (found.has(id)) continue
        if (queries.length > 1) found.add(id)
        changes.push({ type, id, change: 'found', record } as unknown as Change<T>)
        if (changes.length < 200) continue
        yield { changes, cursor: undefined, restarted: false }
        changes = []
      }
    if (changes.length > 0) yield { changes, cursor: undefined, restarted: false }
  }
}

type Filters = Record<string, string | number>

const since = '1970-01-01T00:00:00Z'

/** Filters that make a list return all of its records. Lists not named here need `active=both`. */
const filtersForAll: Partial<Record<FollowedType, Filters>> = {
  customfields: { active: 'both', applies_to: 'all' },
  files: { active: 'both', uploaded_by_user_ids: 0 },
  geofence_configs: { active: 'both' },
  geolocations: { modified_since: since },
  jobcode_assignments: { active: 'both', type: 'all' },
  jobcodes: { active: 'both', type: 'all' },
  notifications: { user_id: 0 },
  project_activities: { active: 'both', modified_since: since },
  project_activity_replies: { active: 'both', modified_since: since },
  time_off_request_entries: { start_time: '1900-01-01T00:00:00Z' },
  timesheets: { start_date: '1900-01-01', on_the_clock: 'both' },
  timesheets_deleted: { modified_since: since },
}

/** The queries that together return all records of a resource. Some lists require the ids of a parent resource. */
async function queriesFor(api: Api, type: FollowedType, signal?: AbortSignal): Promise<Filters[]> {
  const idsOf = async (path: ListPath): Promise<number[]> => {
    const ids: number[] = []
    const filters = filtersForAll[path.slice(1) as FollowedType] ?? { active: 'both' }
    for await (const { id } of paginate(api, path, filters as never, signal ? { signal } : {})) ids.push(Number(id))
    return ids
  }
  if (type === 'customfielditems')
    return (await idsOf('/customfields')).map((customfield_id) => ({ active: 'both', customfield_id }))
  if (type === 'schedule_events') {
    const calendars = (await idsOf('/schedule_calendars')).join()
    // A shift of a team exists once for the team and once for each person.
    return (calendars === '' ? [] : ['instance', 'base']).map((team_events) => ({
      active: 'both',
      active_users: -1,
      draft: 'both',
      modified_since: since,
      schedule_calendar_ids: calendars,
      team_events,
    }))
  }
  return [filtersForAll[type] ?? { active: 'both' }]
}
