import { type Sql, sql } from '../engine/sql.ts'

// All tables with personal data: what people may download, and what anonymizing does to it. A test checks that every
// table with a column that refers to a person is here.

/** A table with rows about people. */
type PersonalTable = {
  /** The rows of a person. */
  of: (userId: number, companyId: number) => Sql
  /** The rows to download, if not all of them: those that the person may see anyway. */
  shown?: (userId: number, companyId: number) => Sql
  /** Columns that are not downloaded: secrets, and duplicates. True: the table is not downloaded at all. */
  hidden?: readonly string[] | true
  /** Columns with pay, or true for the whole table. Only administrators see pay, so others' downloads leave it out. */
  pay?: readonly string[] | true
  /** What anonymizing does: the rows stay, stay with these columns changed, or are deleted. */
  after: 'stays' | 'goes' | Readonly<Record<string, string | number>>
}

const own = (userId: number) => sql`user_id = ${userId}`
const goes = { of: own, after: 'goes' } as const
const stays = { of: own, after: 'stays' } as const
const secret = { of: own, hidden: true, after: 'goes' } as const

/** Condition on rows about the person's time, including deleted time. */
const ofTheirTime = (userId: number, companyId: number) => sql`timesheet_id in (select id from timesheets t
    where t.company_id = ${companyId} and t.user_id = ${userId}
  union all select id from timesheets_deleted d
    where d.company_id = ${companyId} and d.user_id = ${userId})`

/** All of them, by name. The record of the person itself is changed by a unit of work. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  users: {
    of: (userId) => sql`id = ${userId}`,
    hidden: ['password', 'login_pin', 'first_name_key', 'last_name_key', 'username_key', 'email_key'],
    pay: ['pay_rate', 'pay_interval'],
    after: 'stays',
  },
  timesheets: { of: own, after: { notes: '' } },
  timesheets_deleted: { of: own, after: { notes: '' } },
  timesheet_history: { of: ofTheirTime, after: { reason: '' } },
  time_off_requests: stays,
  time_off_request_entries: stays,
  time_off_request_notes: { of: own, after: { note: '' } },
  pto_ledger: { of: own, after: { reason: '' } },
  pto_policies: { of: (userId) => sql`scope = 'user' and scope_id = ${userId}`, after: 'stays' },
  pay_rates: { ...stays, pay: true },
  time_locks: stays,
  inspections: { of: own, after: { authority: '' } },
  // The contents of a hold are between the company and its lawyers.
  legal_holds: { ...stays, hidden: true },
  holiday_grants: stays,
  break_answers: stays,
  corrections: { of: own, after: { reason: '', message: '' } },
  sent_back: { of: own, after: { message: '' } },
  schedule_events: { ...stays, shown: (userId) => sql`user_id = ${userId} and draft = 0` },
  jobcode_assignments: stays,
  customfielditem_filters: {
    of: (userId) => sql`applies_to = 'users' and applies_to_id = ${userId}`,
    after: 'stays',
  },
  settings: { of: (userId) => sql`scope = 'user' and scope_id = ${userId}`, after: 'stays' },
  project_notes: stays,
  project_activities: stays,
  project_activity_replies: stays,
  project_activity_read_times: stays,
  files: { of: (userId) => sql`uploaded_by_user_id = ${userId}`, after: 'stays' },
  geolocations: goes,
  notifications: goes,
  deliveries: goes,
  notification_choices: goes,
  reminders: goes,
  mails: { ...goes, hidden: ['link'] },
  saved_reports: goes,
  push_devices: { ...goes, hidden: ['hash', 'p256dh', 'auth', 'endpoint'] },
  sessions: { ...goes, hidden: ['hash'] },
  access_tokens: { ...goes, hidden: ['hash', 'payload'] },
  consents: goes,
  calendar_feeds: { ...goes, hidden: ['hash'] },
  passkeys: { ...goes, hidden: ['credential', 'public_key', 'challenge'] },
  invitations: { ...goes, hidden: ['hash'] },
  password_resets: { ...goes, hidden: ['hash'] },
  sso_people: goes,
  scim_records: { of: (userId) => sql`kind = 'users' and record_id = ${userId}`, after: 'goes' },
  totp: secret,
  recovery_codes: secret,
  oauth_records: secret,
  idempotency_keys: secret,
  // Earlier states of records. Anonymizing deletes them, and followers of the feed start over.
  changes: {
    of: (userId) => sql`resource = 'users' and record_id = ${userId}
      or record like ${`%"user_id":${userId},%`} or record like ${`%"user_id":${userId}}%`}`,
    hidden: true,
    after: 'goes',
  },
  audit_lines: {
    of: (userId) => sql`user_company = 0 and user_id = ${userId} or record_type = 'users' and record_id = ${userId}`,
    // Lines by the person are about others, and addresses belong to the authors.
    shown: (userId) => sql`record_type = 'users' and record_id = ${userId}`,
    hidden: ['salt', 'personal', 'digest'],
    after: { salt: '', personal: '' },
  },
}
