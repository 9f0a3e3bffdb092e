import { sql } from '../engine/sql.ts'
import { msg } from '../rules/language/messages.ts'
import { type Entry, goes, own, secret, stamped, stays } from './entry.ts'

const user = { user_id: 'users' }
const name = sql`name`
const fields = { customfields: { to: 'customfields', as: 'keys' } } as const

/** Condition on rows about the person's time, including deleted time. */
const ofTheirTime = (userId: number, companyId: number) => sql`timesheet_id in (select id from timesheets t
    where t.company_id = ${companyId} and t.user_id = ${userId}
  union all select id from timesheets_deleted d
    where d.company_id = ${companyId} and d.user_id = ${userId})`

/** Condition on the rows of a scope, such as settings. */
const ofTheirScope = (userId: number) => sql`scope = 'user' and scope_id = ${userId}`

/**
 * Every table of the database, by name. Retention, the removal of sample data, people's data, the audit and Citus follow
 * from these entries. A download of a person's data contains tables in this order.
 */
export const tables: Readonly<Record<string, Entry>> = {
  companies: {},
  company_names: { distributedBy: null },
  counters: { distributedBy: 'name' },
  migrations: { distributedBy: null },
  server_secrets: { distributedBy: null },
  server_clock: { distributedBy: null },
  managed_clients: {
    revocable: true,
    keeps: { managed_company_id: 'companies' },
    ...{ audited: { kind: 'settings' }, called: { as: msg('a managed company') } },
  },
  retention_choices: {},

  users: {
    ...{ sampled: true, own: {}, keeps: { group_id: 'groups' }, lists: ['pto_balances', 'customfields'] },
    audited: {
      kind: 'people',
      kinds: {
        permissions: 'rights',
        pay_rate: 'pay',
        pay_interval: 'pay',
        submitted_to: 'approvals',
        approved_to: 'approvals',
        password: 'sign_ins',
        require_password_change: 'sign_ins',
      },
      personal: [
        ...['first_name', 'last_name', 'display_name', 'username', 'email', 'mobile_number', 'job_title', 'gender'],
        ...['employee_number', 'payroll_id', 'customfields'],
      ],
      without: ['pto_balances', 'last_active', 'email_verified', 'email_vouched_by', 'email_vouched_at', 'login_pin'],
    },
    called: { by: sql`first_name || ' ' || last_name` },
    unlogged: ['last_active'],
    // The record itself is changed by a unit of work.
    personal: {
      of: (userId) => sql`id = ${userId}`,
      hidden: ['password', 'login_pin', 'first_name_key', 'last_name_key', 'username_key', 'email_key'],
      pay: ['pay_rate', 'pay_interval'],
      after: 'stays',
    },
  },
  groups: {
    ...{ sampled: true, own: {}, holds: { manager_ids: { to: 'users', as: 'list' } } },
    audited: { kind: 'people', kinds: { manager_ids: 'rights' } },
    called: { by: name, as: msg('group “{name}”') },
  },
  jobcodes: {
    ...{ sampled: true, own: {}, mentions: { project_id: 'projects' }, keeps: { parent_id: 'jobcodes' } },
    lists: ['required_customfields', 'filtered_customfielditems', 'customfields', 'locations'],
    audited: { kind: 'jobs', without: ['has_children', 'filtered_customfielditems', 'locations'] },
    called: { by: name, as: msg('job “{name}”') },
  },
  customfields: {
    ...{ sampled: true, lists: ['required_customfields'] },
    ...{ audited: { kind: 'jobs' }, called: { by: name, as: msg('custom field “{name}”') } },
  },
  customfielditems: {
    ...{ sampled: true, belongsTo: { customfield_id: 'customfields' }, lists: ['required_customfields'] },
    called: { by: name, as: msg('custom field item “{name}”') },
  },
  customfielditem_jobcode_filters: {
    ...{ sampled: true, belongsTo: { id: 'jobcodes' }, lists: ['filtered_customfielditems'] },
  },
  customfielditem_user_filters: {
    ...{ sampled: true, belongsTo: { id: ['users', 'groups'] }, lists: ['filtered_customfielditems'] },
  },

  timesheets: {
    ...{ sampled: true, belongsTo: { ...user, jobcode_id: 'jobcodes' }, holds: fields },
    // What the server itself enters for sample people, such as holiday pay, belongs to the sample.
    own: { unless: { user_id: sql`created_by_user_id = 0` } },
    mentions: { created_by_user_id: 'users', time_off_entry_id: 'time_off_request_entries' },
    kept: { days: 'chosen', column: 'date', isDate: true, key: ['company_id', 'id'], only: sql`"end" is not null` },
    personal: { of: own, after: { notes: '', last_modified: stamped } },
  },
  timesheets_deleted: {
    ...{ sampled: true, belongsTo: { ...user, jobcode_id: 'jobcodes' }, mentions: { created_by_user_id: 'users' } },
    kept: { days: 'chosen', column: 'date', isDate: true, key: ['company_id', 'id'] },
    personal: { of: own, after: { notes: '', last_modified: stamped } },
  },
  timesheet_history: {
    ...{ belongsTo: { timesheet_id: ['timesheets', 'timesheets_deleted'] }, mentions: user },
    personal: { of: ofTheirTime, after: { reason: '' } },
  },
  time_off_requests: {
    ...{ sampled: true, belongsTo: user, lists: ['time_off_request_entries', 'time_off_request_notes'] },
    personal: stays,
  },
  time_off_request_entries: {
    sampled: true,
    own: { only: sql`active = 1 and status in ('pending', 'approved')` },
    belongsTo: { ...user, jobcode_id: 'jobcodes', time_off_request_id: 'time_off_requests' },
    mentions: { approver_user_id: 'users', approved_timesheet_id: 'timesheets' },
    personal: stays,
  },
  time_off_request_notes: {
    ...{ sampled: true, belongsTo: { ...user, time_off_request_id: 'time_off_requests' } },
    personal: { of: own, after: { note: '', last_modified: stamped } },
  },
  pto_ledger: {
    ...{ belongsTo: { ...user, jobcode_id: 'jobcodes' }, personal: { of: own, after: { reason: '' } } },
  },
  pto_policies: {
    ...{ belongsTo: { jobcode_id: 'jobcodes', scope_id: ['groups', 'users'] } },
    personal: { of: ofTheirScope, after: 'stays' },
  },
  pay_rates: { belongsTo: { ...user, jobcode_id: 'jobcodes' }, personal: { ...stays, pay: true } },
  // Like rates, they are kept with what was paid by them; a deleted author is no longer named.
  pay_amounts: {
    ...{ belongsTo: user, mentions: { author: 'users', corrects: 'pay_amounts' } },
    personal: { of: own, pay: true, after: { note: '' } },
    called: { as: msg('amount of pay') },
  },
  pay_runs: {
    mentions: { closed_by_user_id: 'users', sent_by_user_id: 'users', created_by_user_id: 'users' },
    lists: ['user_ids'],
    audited: { kind: 'pay', without: ['revision', 'people', 'seconds', 'adjustments', 'rules'] },
    called: { by: sql`start_date || ' – ' || end_date`, as: msg('pay run {name}') },
  },
  // What was paid stays, whatever happens to the person and the run.
  pay_run_people: { keeps: { ...user, pay_run_id: 'pay_runs' }, personal: { ...stays, pay: true, hidden: ['inputs'] } },
  pay_run_lines: {
    keeps: { ...user, pay_run_id: 'pay_runs' },
    personal: { of: own, pay: true, after: { reason: '' } },
  },
  pay_run_marks: { keeps: { pay_run_id: 'pay_runs' } },
  pay_run_files: { keeps: { pay_run_id: 'pay_runs' }, mentions: { created_by_user_id: 'users' } },
  time_locks: { belongsTo: user, mentions: { changed_by_user_id: 'users' }, personal: stays },
  inspections: {
    ...{ belongsTo: user, mentions: { created_by_user_id: 'users', ended_by_user_id: 'users' } },
    personal: { of: own, after: { authority: '' } },
  },
  legal_holds: {
    ...{ sampled: true, belongsTo: user, mentions: { created_by_user_id: 'users', released_by_user_id: 'users' } },
    // The contents of a hold are between the company and its lawyers.
    personal: { ...stays, hidden: true },
  },
  holiday_calendars: {
    ...{ sampled: true, own: {}, keeps: { jobcode_id: 'jobcodes' } },
    called: { by: name, as: msg('holiday calendar “{name}”') },
  },
  holidays: { belongsTo: { calendar_id: 'holiday_calendars' } },
  holiday_groups: { belongsTo: { group_id: 'groups', calendar_id: 'holiday_calendars' } },
  holiday_grants: {
    belongsTo: { ...user, jobcode_id: 'jobcodes', timesheet_id: 'timesheets' },
    mentions: { calendar_id: 'holiday_calendars' },
    // So that no date is granted twice.
    outlives: 'timesheets',
    personal: stays,
  },
  break_answers: { belongsTo: { ...user, timesheet_id: 'timesheets' }, personal: stays },
  lunch_answers: { belongsTo: user, personal: stays },
  corrections: {
    ...{ sampled: true, belongsTo: { ...user, timesheet_id: 'timesheets' }, mentions: { decided_by_user_id: 'users' } },
    personal: { of: own, after: { reason: '', message: '' } },
  },
  sent_back: {
    ...{ belongsTo: user, mentions: { sent_by_user_id: 'users' }, personal: { of: own, after: { message: '' } } },
  },

  schedule_calendars: { audited: { kind: 'settings' }, called: { by: name, as: msg('schedule “{name}”') } },
  schedule_events: {
    ...{ sampled: true, belongsTo: { ...user, jobcode_id: 'jobcodes', base_id: 'schedule_events' } },
    ...{ own: { only: sql`active = 1` }, holds: { assigned_user_ids: { to: 'users', as: 'list' }, ...fields } },
    mentions: { created_by_user_id: 'users', told_user_id: 'users' },
    keeps: { schedule_calendar_id: 'schedule_calendars' },
    personal: { ...stays, shown: (userId) => sql`user_id = ${userId} and draft = 0` },
  },
  shift_templates: {
    ...{ sampled: true, mentions: { jobcode_id: 'jobcodes' } },
    called: { by: name, as: msg('shift template “{name}”') },
  },
  jobcode_assignments: {
    ...{ sampled: true, belongsTo: { ...user, jobcode_id: 'jobcodes' }, personal: stays },
    audited: { kind: 'jobs', only: ({ user_id }) => user_id !== 0 },
    called: { as: msg('a job assignment') },
  },
  customfielditem_filters: {
    sampled: true,
    belongsTo: {
      ...{ customfield_id: 'customfields', customfielditem_id: 'customfielditems' },
      applies_to_id: ['users', 'groups', 'jobcodes'],
    },
    personal: { of: (userId) => sql`applies_to = 'users' and applies_to_id = ${userId}`, after: 'stays' },
    ...{ audited: { kind: 'jobs' }, called: { as: msg('a choice of custom field items') } },
  },
  settings: {
    ...{ belongsTo: { scope_id: ['groups', 'users'] }, personal: { of: ofTheirScope, after: 'stays' } },
  },

  projects: {
    ...{ sampled: true, belongsTo: { jobcode_id: 'jobcodes' }, keeps: { parent_jobcode_id: 'jobcodes' } },
    ...{ audited: { kind: 'jobs' }, called: { by: name, as: msg('project “{name}”') } },
  },
  project_notes: {
    sampled: true,
    belongsTo: { ...user, project_id: 'projects', activity_id: 'project_activities' },
    personal: stays,
  },
  project_activities: {
    ...{ sampled: true, belongsTo: { ...user, project_id: 'projects' }, lists: ['followers', 'linked_objects'] },
    personal: stays,
  },
  project_activity_replies: {
    sampled: true,
    belongsTo: { ...user, project_id: 'projects', project_activity_id: 'project_activities' },
    personal: stays,
  },
  project_activity_read_times: {
    ...{ sampled: true, belongsTo: { ...user, project_id: 'projects' }, personal: stays },
  },
  estimates: {
    ...{ sampled: true, belongsTo: { project_id: 'projects' }, mentions: { estimate_by__id: 'customfields' } },
  },
  estimate_items: { sampled: true, belongsTo: { estimate_id: 'estimates', type_id: 'customfielditems' } },
  locations: {
    ...{ sampled: true, mentions: { geofence_config_id: 'geofence_configs' }, lists: ['linked_objects'] },
    audited: { kind: 'jobs' },
    called: { by: sql`coalesce(nullif(label, ''), nullif(addr1, ''), city)`, as: msg('location “{name}”') },
  },
  locations_map: { sampled: true, belongsTo: { x_id: 'jobcodes', location_id: 'locations' } },
  geofence_configs: {
    ...{ sampled: true, belongsTo: { type_id: 'locations' } },
    ...{ audited: { kind: 'jobs' }, called: { as: msg('a geofence') } },
  },
  files: {
    ...{ sampled: true, own: { only: sql`active = 1` }, mentions: { uploaded_by_user_id: 'users' } },
    kept: { days: 'chosen', column: 'created', key: ['company_id', 'id'], only: sql`active = 1` },
    personal: { of: (userId) => sql`uploaded_by_user_id = ${userId}`, after: 'stays' },
  },
  file_links: {
    belongsTo: { file_id: 'files', object_id: 'any' },
    connects: { file_id: 'files', object_id: ['timesheets', 'project_notes'] },
  },
  file_parts: { belongsTo: { file_id: 'files' } },
  geolocations: {
    ...{ sampled: true, belongsTo: user, personal: goes },
    kept: { days: 'chosen', column: 'created', key: ['company_id', 'id'] },
  },

  notifications: {
    ...{ sampled: true, belongsTo: user, personal: goes, unlogged: ['state', 'channels', 'read_at'] },
    kept: {
      ...{ days: 'chosen', column: 'delivery_time', key: ['company_id', 'id'] },
      only: sql`state in ('delivered', 'discarded', 'failed')`,
    },
  },
  deliveries: {
    revocable: true,
    ...{ belongsTo: { ...user, notification_id: 'notifications' }, keeps: { device_id: 'push_devices' } },
    personal: goes,
  },
  notification_choices: { belongsTo: user, personal: goes },
  reminders: { sampled: true, belongsTo: user, personal: goes },
  group_reminders: { belongsTo: { group_id: 'groups' } },
  mails: {
    revocable: true,
    ...{ belongsTo: user, personal: { ...goes, hidden: ['link'] } },
    keeps: { record_id: ['invitations', 'password_resets'], delivery_id: 'deliveries' },
    kept: { days: 'chosen', column: 'created', key: ['company_id', 'id'] },
  },
  outbox: {},
  // Keys of sent alerts name a person or an entry.
  sent_alerts: { kept: { days: 100, column: 'created', key: ['company_id', 'key'] } },
  saved_reports: {
    ...{ sampled: true, belongsTo: user, personal: goes },
    called: { by: name, as: msg('report “{name}”') },
  },
  push_devices: {
    revocable: true,
    belongsTo: user,
    personal: { ...goes, hidden: ['hash', 'p256dh', 'auth', 'endpoint'] },
  },

  // Expired codes and tokens are kept for a while, so a client that still presents one learns that it has expired.
  oauth_records: {
    ...{ belongsTo: user, personal: secret, access: true },
    kept: [
      { days: 0, column: 'expires', key: ['company_id', 'hash'], only: sql`kind = 'Interaction'` },
      { days: 7, column: 'expires', key: ['company_id', 'hash'] },
    ],
  },
  sessions: {
    ...{ belongsTo: user, personal: { ...goes, hidden: ['hash'] }, access: true },
    kept: { days: 'chosen', column: 'last_seen', key: ['company_id', 'hash'] },
  },
  access_tokens: {
    ...{ belongsTo: user, personal: { ...goes, hidden: ['hash', 'payload'] }, access: true },
    kept: { days: 30, column: 'expires', key: ['company_id', 'hash'] },
  },
  consents: { belongsTo: user, personal: goes, access: true },
  calendar_feeds: { belongsTo: user, personal: { ...goes, hidden: ['hash'] }, access: true },
  passkeys: {
    revocable: true,
    belongsTo: user,
    personal: { ...goes, hidden: ['credential', 'public_key', 'challenge'] },
  },
  invitations: {
    ...{ belongsTo: user, mentions: { created_by_user_id: 'users' }, unlogged: ['accepted', 'expires'] },
    ...{ personal: { ...goes, hidden: ['hash'] }, access: true },
    kept: { days: 30, column: 'expires', key: ['company_id', 'id'] },
  },
  password_resets: {
    ...{ belongsTo: user, personal: { ...goes, hidden: ['hash'] }, access: true },
    kept: { days: 30, column: 'expires', key: ['company_id', 'id'] },
  },
  password_requests: { revocable: true, distributedBy: 'id', kept: { days: 1, column: 'created', key: ['id'] } },
  sign_in_failures: { distributedBy: 'key', kept: { days: 2, column: 'last', key: ['key'] } },
  totp: { revocable: true, belongsTo: user, personal: secret },
  recovery_codes: { revocable: true, belongsTo: user, personal: secret },
  sso_providers: { revocable: true },
  sso_domains: { revocable: true },
  sso_people: { revocable: true, belongsTo: user, personal: goes },
  sso_used_states: { distributedBy: 'hash', kept: { days: 1, column: 'created', key: ['hash'] } },
  scim_tokens: { revocable: true, mentions: { created_by_user_id: 'users' } },
  scim_records: {
    belongsTo: { record_id: ['users', 'groups'] },
    personal: { of: (userId) => sql`kind = 'users' and record_id = ${userId}`, after: 'goes' },
  },
  scim_requests: {
    belongsTo: { record_id: ['users', 'groups'] },
    personal: { of: (userId) => sql`kind = 'users' and record_id = ${userId}`, hidden: ['token'], after: 'goes' },
    kept: { days: 90, column: 'created', key: ['company_id', 'id'] },
  },
  applications: { revocable: true, mentions: { created_by: 'users' } },

  idempotency_keys: {
    ...{ belongsTo: user, personal: secret },
    kept: { days: 7, column: 'given', key: ['company_id', 'user_id', 'key'] },
  },
  page_ends: { kept: { days: 0, column: 'expires', key: ['company_id', 'hash'] } },
  changes: {
    ...{ belongsTo: { record_id: 'any' }, mentions: user },
    kept: { days: 'change_log_days', column: 'changed', key: ['company_id', 'sequence'] },
    // Earlier states of records. Anonymizing deletes them, and followers of the feed start over.
    personal: {
      of: (userId) => sql`resource = 'users' and record_id = ${userId}
      or record like ${`%"user_id":${userId},%`} or record like ${`%"user_id":${userId}}%`}`,
      hidden: true,
      after: 'goes',
    },
  },
  webhooks: { revocable: true, mentions: { created_by_user_id: 'users' }, called: { as: msg('webhook {name}') } },
  webhook_streams: { revocable: true, keeps: { webhook_id: 'webhooks' } },
  webhook_deliveries: {
    revocable: true,
    keeps: { webhook_id: 'webhooks', record_id: 'any' },
    kept: {
      ...{ days: 'chosen', column: 'created', key: ['company_id', 'webhook_id', 'number'] },
      // The webhook's position is past the queued deliveries, so nothing would queue them again.
      only: sql`state <> 'queued'`,
    },
  },
  audit_lines: {
    // The audit keeps everything that happened, even to deleted records.
    keeps: { ...user, record_id: 'any' },
    personal: {
      of: (userId) => sql`user_company = 0 and user_id = ${userId} or record_type = 'users' and record_id = ${userId}`,
      // Lines by the person are about others, and addresses belong to the authors.
      shown: (userId) => sql`record_type = 'users' and record_id = ${userId}`,
      hidden: ['salt', 'personal', 'digest'],
      after: { salt: '', personal: '' },
    },
  },
}
