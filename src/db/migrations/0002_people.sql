-- pto_balances: seconds by PTO jobcode, as JSON; the ledger less the paid time off taken, kept in step with both.
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
  pto_balances text not null default '{}',
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

-- The latest invitation of each person. hash is the SHA-256 of the token in the link, '' until the link is made and
-- sent. accepted: when a password was set with it, 0 for not yet.
create table invitations (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  contact_method text not null,
  contact_info text not null,
  hash text not null,
  created_by_user_id integer not null,
  expires bigint not null,
  accepted bigint not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index invitations_user on invitations (company_id, user_id);
create unique index invitations_hash on invitations (company_id, hash) where hash <> '';
