-- A request groups entries and notes, and keeps their ids as text between commas (',7,12,').
create table time_off_requests (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  time_off_request_notes text not null,
  time_off_request_entries text not null,
  status text not null,
  active integer not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index time_off_requests_user on time_off_requests (company_id, user_id, id);
create index time_off_requests_modified on time_off_requests (company_id, last_modified);

create table time_off_request_notes (
  company_id integer not null,
  id integer not null,
  time_off_request_id integer not null,
  user_id integer not null,
  note text not null,
  active integer not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index time_off_request_notes_request on time_off_request_notes (company_id, time_off_request_id);

-- A manual entry keeps 00:00:00 and 23:59:59 of its date in the owner's zone as its times.
create table time_off_request_entries (
  company_id integer not null,
  id integer not null,
  time_off_request_id integer not null,
  status text not null,
  approver_user_id integer not null,
  date text /* postgres: collate "C" */ not null,
  entry_method text not null,
  duration integer not null,
  start_time bigint not null,
  end_time bigint not null,
  tz_string text not null,
  jobcode_id integer not null,
  user_id integer not null,
  approved_timesheet_id integer not null,
  active integer not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index time_off_request_entries_request on time_off_request_entries (company_id, time_off_request_id);
create index time_off_request_entries_user on time_off_request_entries (company_id, user_id, id);
create index time_off_request_entries_start on time_off_request_entries (company_id, start_time);
create index time_off_request_entries_date on time_off_request_entries (company_id, date);
create index time_off_request_entries_jobcode on time_off_request_entries (company_id, jobcode_id);
create index time_off_request_entries_approver on time_off_request_entries (company_id, approver_user_id);
create index time_off_request_entries_status on time_off_request_entries (company_id, status, id);
create index time_off_request_entries_modified on time_off_request_entries (company_id, last_modified);

-- Paid time off that was granted, accrued, adjusted, or has expired, in seconds. Lines are never changed or deleted.
-- key names the reason for a line, so that it is written once. worked: the time that an accrual by hours has counted.
create table pto_ledger (
  company_id integer not null,
  user_id integer not null,
  jobcode_id integer not null,
  key text not null,
  date text /* postgres: collate "C" */ not null,
  seconds integer not null,
  worked bigint not null,
  reason text not null,
  author text not null,
  created bigint not null,
  primary key (company_id, user_id, jobcode_id, key)
) /* sqlite: without rowid */;

-- How paid time off accrues, for the company, a group, or a person. done_to: the last date that was processed.
create table pto_policies (
  company_id integer not null,
  jobcode_id integer not null,
  scope text not null,
  scope_id integer not null,
  every text not null,
  seconds integer not null,
  per_worked integer not null,
  turn text not null,
  cap integer not null,
  carry_over integer not null,
  done_to text /* postgres: collate "C" */ not null,
  primary key (company_id, jobcode_id, scope, scope_id)
) /* sqlite: without rowid */;
create index pto_policies_done on pto_policies (done_to);
