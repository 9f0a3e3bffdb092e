// What removing the sample data does to each table: a test demands that every table is named here.

/**
 * Rows that go with the sample: their own id is of the sample, or one of these columns names a record that goes. Parents
 * come before what belongs to them.
 */
export const goesWith: Readonly<Record<string, readonly string[]>> = {
  users: ['id'],
  groups: ['id'],
  jobcodes: ['id'],
  customfields: ['id'],
  customfielditems: ['id', 'customfield_id'],
  customfielditem_filters: ['id', 'customfield_id', 'customfielditem_id', 'applies_to_id'],
  customfielditem_jobcode_filters: ['id'],
  customfielditem_user_filters: ['id'],
  jobcode_assignments: ['id', 'user_id', 'jobcode_id'],
  timesheets: ['id', 'user_id', 'jobcode_id'],
  timesheets_deleted: ['id', 'user_id', 'jobcode_id'],
  timesheet_history: ['timesheet_id'],
  break_answers: ['timesheet_id', 'user_id'],
  corrections: ['id', 'timesheet_id', 'user_id'],
  sent_back: ['user_id'],
  time_off_requests: ['id', 'user_id'],
  time_off_request_entries: ['id', 'user_id', 'jobcode_id', 'time_off_request_id'],
  time_off_request_notes: ['id', 'user_id', 'time_off_request_id'],
  pto_ledger: ['user_id', 'jobcode_id'],
  pto_policies: ['jobcode_id', 'scope_id'],
  pay_rates: ['user_id', 'jobcode_id'],
  schedule_events: ['id', 'user_id', 'jobcode_id', 'base_id'],
  projects: ['id', 'jobcode_id'],
  estimates: ['id', 'project_id'],
  estimate_items: ['id', 'estimate_id', 'type_id'],
  project_activities: ['id', 'project_id', 'user_id'],
  project_notes: ['id', 'project_id', 'user_id', 'activity_id'],
  project_activity_replies: ['id', 'project_activity_id', 'project_id', 'user_id'],
  project_activity_read_times: ['id', 'project_id', 'user_id'],
  locations: ['id'],
  locations_map: ['id', 'x_id', 'location_id'],
  geofence_configs: ['id', 'type_id'],
  geolocations: ['id', 'user_id'],
  files: ['id'],
  file_links: ['file_id', 'object_id'],
  file_parts: ['file_id'],
  holiday_calendars: ['id'],
  holidays: ['calendar_id'],
  holiday_groups: ['group_id', 'calendar_id'],
  holiday_grants: ['user_id', 'jobcode_id', 'timesheet_id'],
  notifications: ['id', 'user_id'],
  deliveries: ['user_id', 'notification_id'],
  push_devices: ['user_id'],
  notification_choices: ['user_id'],
  reminders: ['id', 'user_id'],
  group_reminders: ['group_id'],
  mails: ['user_id'],
  settings: ['scope_id'],
  invitations: ['user_id'],
  sessions: ['user_id'],
  password_resets: ['user_id'],
  totp: ['user_id'],
  recovery_codes: ['user_id'],
  passkeys: ['user_id'],
  access_tokens: ['user_id'],
  consents: ['user_id'],
  oauth_records: ['user_id'],
  calendar_feeds: ['user_id'],
  idempotency_keys: ['user_id'],
}

/** Columns that say who did something to a record that stays: they become 0, the server. */
export const authors: readonly (readonly [table: string, column: string])[] = [
  ['timesheets', 'created_by_user_id'],
  ['timesheets', 'time_off_entry_id'],
  ['timesheets_deleted', 'created_by_user_id'],
  ['timesheet_history', 'user_id'],
  ['corrections', 'decided_by_user_id'],
  ['sent_back', 'sent_by_user_id'],
  ['time_off_request_entries', 'approver_user_id'],
  ['time_off_request_entries', 'approved_timesheet_id'],
  ['schedule_events', 'created_by_user_id'],
  ['schedule_events', 'told_user_id'],
  ['estimates', 'estimate_by__id'],
  ['files', 'uploaded_by_user_id'],
  ['holiday_grants', 'calendar_id'],
  ['invitations', 'created_by_user_id'],
  ['applications', 'created_by'],
  ['jobcodes', 'project_id'],
  ['locations', 'geofence_config_id'],
]

/** Tables without anything of the sample, or of which only what lists the sample is changed. */
export const stays: readonly string[] = [
  'companies',
  'managed_clients',
  'schedule_calendars',
  'applications',
  'outbox',
  // Keys of sent alerts name a person or an entry.
  'sent_alerts',
]

/** Values of the company's records that list records of others: what goes is taken out of them. */
export const lists: Readonly<Record<string, readonly string[]>> = {
  users: ['pto_balances', 'customfields'],
  jobcodes: ['required_customfields', 'filtered_customfielditems', 'customfields', 'locations'],
  customfields: ['required_customfields'],
  customfielditems: ['required_customfields'],
  customfielditem_jobcode_filters: ['filtered_customfielditems'],
  customfielditem_user_filters: ['filtered_customfielditems'],
  locations: ['linked_objects'],
  project_activities: ['followers', 'linked_objects'],
  time_off_requests: ['time_off_request_entries', 'time_off_request_notes'],
}

/** What the company sees go, in the order of telling. */
export const counted = [
  'users',
  'groups',
  'jobcodes',
  'timesheets',
  'schedule_events',
  'time_off_requests',
  'projects',
  'locations',
  'customfields',
  'files',
  'holiday_calendars',
] as const
