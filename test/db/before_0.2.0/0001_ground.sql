create table id_blocks (next integer not null);
insert into id_blocks (next) values (0);
/* postgres: create sequence id_block_numbers; */

create table companies (
  company_id integer primary key,
  name text not null,
  client_url text not null unique,
  version bigint not null,
  setup_version bigint not null,
  stamp bigint not null,
  id_next integer not null,
  id_limit integer not null,
  id_spare text not null default '',
  last_modified text not null,
  allowed_addresses text not null default '',
  block_addresses integer not null default 0,
  created bigint not null
);

create table settings (
  company_id integer not null,
  scope text not null,
  scope_id integer not null,
  section text not null,
  key text not null,
  value text not null,
  last_modified bigint not null,
  primary key (company_id, scope, scope_id, section, key)
) /* sqlite: without rowid */;

create table users (
  company_id integer not null,
  id integer not null,
  first_name text /* postgres: collate "C" */ not null,
  first_name_key text /* postgres: collate "C" */ not null,
  last_name text /* postgres: collate "C" */ not null,
  last_name_key text /* postgres: collate "C" */ not null,
  display_name text not null,
  group_id integer not null,
  active integer not null,
  employee_number integer not null,
  salaried integer not null,
  exempt integer not null,
  username text not null,
  username_key text /* postgres: collate "C" */ not null,
  email text not null,
  email_key text /* postgres: collate "C" */ not null,
  email_verified integer not null,
  payroll_id text /* postgres: collate "C" */ not null,
  mobile_number text not null,
  hire_date text not null,
  term_date text not null,
  job_title text not null,
  gender text not null,
  submitted_to text not null,
  approved_to text not null,
  require_password_change integer not null,
  password text not null,
  login_pin text not null,
  pay_rate double precision not null,
  pay_interval text not null,
  permissions text not null,
  customfields text not null,
  last_active bigint not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index users_username on users (company_id, username_key);
create index users_name on users (company_id, last_name_key, first_name_key, id);
create index users_group on users (company_id, group_id);
create index users_modified on users (company_id, last_modified);
create unique index users_employee_number on users (company_id, employee_number) where employee_number <> 0;
create unique index users_payroll_id on users (company_id, payroll_id) where payroll_id <> '';
create index users_email on users (email_key) where email_key <> '';

create table groups (
  company_id integer not null,
  id integer not null,
  active integer not null,
  name text not null,
  name_key text /* postgres: collate "C" */ not null,
  manager_ids text not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index groups_name on groups (company_id, name_key) where active = 1;
create index groups_modified on groups (company_id, last_modified);

create table jobcodes (
  company_id integer not null,
  id integer not null,
  parent_id integer not null,
  name text not null,
  name_key text /* postgres: collate "C" */ not null,
  short_code text not null,
  short_code_key text /* postgres: collate "C" */ not null,
  type text not null,
  billable integer not null,
  billable_rate double precision not null,
  has_children integer not null,
  assigned_to_all integer not null,
  required_customfields text not null,
  filtered_customfielditems text not null,
  project_id integer not null,
  customfields text not null,
  active integer not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index jobcodes_name on jobcodes (company_id, parent_id, name_key);
create unique index jobcodes_short_code on jobcodes (company_id, parent_id, short_code_key) where short_code_key <> '';
create index jobcodes_order on jobcodes (company_id, name_key, id);
create index jobcodes_modified on jobcodes (company_id, last_modified);

create table jobcode_assignments (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  jobcode_id integer not null,
  active integer not null,
  inherited integer not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index jobcode_assignments_pair on jobcode_assignments (company_id, user_id, jobcode_id);
create index jobcode_assignments_order on jobcode_assignments (company_id, jobcode_id, user_id, id);
create index jobcode_assignments_modified on jobcode_assignments (company_id, last_modified);

create table customfields (
  company_id integer not null,
  id integer not null,
  active integer not null,
  name text not null,
  name_key text /* postgres: collate "C" */ not null,
  short_code text not null,
  short_code_key text /* postgres: collate "C" */ not null,
  show_to_all integer not null,
  required integer not null,
  applies_to text not null,
  type text not null,
  regex_filter text not null,
  required_customfields text not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index customfields_name on customfields (company_id, applies_to, name_key);
create index customfields_modified on customfields (company_id, last_modified);

create table customfielditems (
  company_id integer not null,
  id integer not null,
  customfield_id integer not null,
  active integer not null,
  name text not null,
  name_key text /* postgres: collate "C" */ not null,
  short_code text not null,
  short_code_key text /* postgres: collate "C" */ not null,
  required_customfields text not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index customfielditems_name on customfielditems (company_id, customfield_id, name_key);
create unique index customfielditems_short_code on customfielditems (company_id, short_code_key) where short_code_key <> '';
create index customfielditems_modified on customfielditems (company_id, last_modified);

create table timesheets (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  jobcode_id integer not null,
  type text not null,
  "start" bigint not null,
  "end" bigint,
  duration integer not null,
  date text /* postgres: collate "C" */ not null,
  tz integer not null,
  tz_str text not null,
  location text not null,
  locked integer not null,
  notes text not null,
  customfields text not null,
  attached_files text not null,
  created_by_user_id integer not null,
  created bigint not null,
  last_modified bigint not null,
  version integer not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index timesheets_date on timesheets (company_id, date, "start", id, user_id, jobcode_id, type, "end", last_modified);
create index timesheets_user_date on timesheets (company_id, user_id, date, "start", id, jobcode_id, type, "end", duration, last_modified);
create index timesheets_modified on timesheets (company_id, last_modified, id);
create unique index timesheets_running on timesheets (company_id, user_id) where "end" is null;
/* postgres:
create extension if not exists btree_gist schema public;
alter table timesheets add constraint timesheets_apart exclude using gist
  (company_id with =, user_id with =, int8range("start", "end") with &&)
  where (type = 'regular' and "end" is not null and "end" > "start") deferrable initially deferred;
*/

create table timesheets_deleted (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  jobcode_id integer not null,
  type text not null,
  "start" bigint not null,
  "end" bigint,
  duration integer not null,
  date text /* postgres: collate "C" */ not null,
  tz integer not null,
  tz_str text not null,
  location text not null,
  locked integer not null,
  notes text not null,
  customfields text not null,
  created_by_user_id integer not null,
  created bigint not null,
  created_date text /* postgres: collate "C" */ not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index timesheets_deleted_date on timesheets_deleted (company_id, date, "start", id);
create index timesheets_deleted_created on timesheets_deleted (company_id, created_date);
create index timesheets_deleted_modified on timesheets_deleted (company_id, last_modified);

create table timesheet_history (
  company_id integer not null,
  timesheet_id integer not null,
  version integer not null,
  action text not null,
  user_id integer not null,
  application text not null,
  origin text not null,
  happened bigint not null,
  recorded bigint not null,
  old_values text not null,
  new_values text not null,
  primary key (company_id, timesheet_id, version)
) /* sqlite: without rowid */;

create table notifications (
  company_id integer not null,
  id integer not null,
  msg_tracking_id text not null,
  user_id integer not null,
  message text not null,
  method text not null,
  precheck text not null,
  delivery_time bigint not null,
  state text not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index notifications_user on notifications (company_id, user_id, delivery_time, id);
create index notifications_due on notifications (state, delivery_time);
create unique index notifications_tracking on notifications (company_id, msg_tracking_id);

create table access_tokens (
  company_id integer not null,
  hash text not null,
  id integer not null,
  user_id integer not null,
  kind text not null,
  name text not null,
  client_id text not null,
  application text not null,
  grant_id text not null,
  payload text not null,
  created bigint not null,
  expires bigint not null,
  last_used bigint not null,
  primary key (company_id, hash)
) /* sqlite: without rowid */;
create unique index access_tokens_id on access_tokens (company_id, id);
create index access_tokens_grant on access_tokens (company_id, grant_id);
create index access_tokens_user on access_tokens (company_id, user_id);
