/** Where the responses of a resource differ from the usual envelope. Existing clients depend on each of these. */
export interface Quirks {
  /** A listing repeats `more` inside `results`, and with `all` the supplemental data as well. */
  readonly repeats?: 'more' | 'all'
  /** The resource has no listing. */
  readonly listed?: false
  /** PUT does the same as POST: it finds the record by its natural key. */
  readonly putCreates?: true
  /** Name of the map in the results of writes, if it is not the resource's name. */
  readonly results?: string
  /** Name of the section in supplemental data, if it is not the resource's name. */
  readonly section?: string
  /** Responses to writes contain the outcome of each item, without its record. */
  readonly bare?: true
  /** Responses to writes include `more`, which is always false. */
  readonly writesMore?: true
  /** Writes whose results are keyed by id; refused items without an id by position. */
  readonly keyedById?: readonly ('create' | 'update')[]
  /** The `id` of a result is a number after a delete, or text after a create. */
  readonly idForms?: { readonly remove?: 'number'; readonly create?: 'text' }
  /** Status of refused items, instead of the usual 417. */
  readonly refusedAs?: 400
  /** `_status_message` of an outcome, by verb and status. */
  readonly messages?: Readonly<Record<string, string>>
  /** A delete without ids is refused. */
  readonly idsRequired?: true
}

/** The quirks of each resource, by its name. Most have none. */
export const quirks: ReadonlyMap<string, Quirks> = new Map(
  Object.entries<Quirks>({
    files: { keyedById: ['update'], messages: { 'create 200': 'Uploaded', 'remove 404': 'File not found!' } },
    groups: { writesMore: true },
    invitations: {
      listed: false,
      bare: true,
      results: 'invites',
      refusedAs: 400,
      messages: { 'create 201': 'Created' },
    },
    jobcode_assignments: { messages: { 'remove 417': 'Expectation Failed!' }, idForms: { remove: 'number' } },
    managed_clients: { repeats: 'more' },
    notifications: { repeats: 'more', idsRequired: true },
    project_activities: { repeats: 'more' },
    project_activity_read_times: { putCreates: true, refusedAs: 400 },
    project_activity_replies: { refusedAs: 400 },
    project_notes: { refusedAs: 400 },
    reminders: { idForms: { create: 'text' } },
    schedule_calendars: { section: 'calendars' },
    schedule_events: { repeats: 'all' },
    time_off_request_entries: { keyedById: ['create', 'update'] },
    time_off_requests: { keyedById: ['create', 'update'] },
  }),
)
