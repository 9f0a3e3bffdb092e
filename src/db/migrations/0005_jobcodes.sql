-- locations: ids of the locations with an active link.
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
  locations text not null default '',
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

-- Which items of a custom field are offered with a jobcode, to a user, or to a group.
create table customfielditem_filters (
  company_id integer not null,
  id integer not null,
  customfield_id integer not null,
  customfielditem_id integer not null,
  applies_to text not null,
  applies_to_id integer not null,
  active integer not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index customfielditem_filters_target on customfielditem_filters (company_id, applies_to_id, customfielditem_id);
create index customfielditem_filters_item on customfielditem_filters (company_id, customfielditem_id);
create index customfielditem_filters_modified on customfielditem_filters (company_id, last_modified);

-- The same by jobcode and by person, changed in the transaction that changes a filter. id is that of the jobcode,
-- user, or group. filtered_customfielditems is JSON, from field to the items of its active filters.
create table customfielditem_jobcode_filters (
  company_id integer not null,
  id integer not null,
  filtered_customfielditems text not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index customfielditem_jobcode_filters_modified on customfielditem_jobcode_filters (company_id, last_modified);

create table customfielditem_user_filters (
  company_id integer not null,
  id integer not null,
  type text not null,
  filtered_customfielditems text not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index customfielditem_user_filters_modified on customfielditem_user_filters (company_id, last_modified);
