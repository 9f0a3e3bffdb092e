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

alter table timesheets add column time_off_entry_id integer not null default 0;
create index timesheets_time_off on timesheets (company_id, time_off_entry_id) where time_off_entry_id <> 0;

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

alter table users add column pto_balances text not null default '{}';
update users set pto_balances = coalesce((
  select /* sqlite: json_group_object(cast(jobcode_id as text), -taken) */ /* postgres: json_object_agg(jobcode_id, -taken)::text */
  from (
    select t.user_id, t.jobcode_id, sum(t.duration) as taken from timesheets t
    join jobcodes j on j.company_id = t.company_id and j.id = t.jobcode_id
    where t.company_id = users.company_id and t.user_id = users.id and j.type = 'pto'
    group by t.user_id, t.jobcode_id
  ) as spent
), '{}');
