create table projects (
  company_id integer not null,
  id integer not null,
  jobcode_id integer not null,
  parent_jobcode_id integer not null,
  name text not null,
  name_key text /* postgres: collate "C" */ not null,
  status text not null,
  description text not null,
  start_date text not null,
  due_date text not null,
  completed_date text not null,
  active integer not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index projects_jobcode on projects (company_id, jobcode_id);
create index projects_parent on projects (company_id, parent_jobcode_id);
create index projects_order on projects (company_id, name_key, id);
create index projects_modified on projects (company_id, last_modified);

create table estimates (
  company_id integer not null,
  id integer not null,
  project_id integer not null,
  active integer not null,
  estimate_by text not null,
  estimate_by__id integer not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index estimates_active on estimates (company_id, project_id) where active = 1;
create index estimates_modified on estimates (company_id, last_modified);

create table estimate_items (
  company_id integer not null,
  id integer not null,
  estimate_id integer not null,
  type text not null,
  type_id integer not null,
  estimated_seconds integer not null,
  active integer not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index estimate_items_active on estimate_items (company_id, estimate_id, type_id) where active = 1;
create index estimate_items_modified on estimate_items (company_id, last_modified);

create table project_activities (
  company_id integer not null,
  id integer not null,
  project_id integer not null,
  user_id integer not null,
  activity_type text not null,
  active integer not null,
  linked_objects text not null,
  followers text not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index project_activities_feed on project_activities (company_id, project_id, id);
create index project_activities_modified on project_activities (company_id, last_modified);

create table project_notes (
  company_id integer not null,
  id integer not null,
  project_id integer not null,
  user_id integer not null,
  note text not null,
  active integer not null,
  files text not null,
  activity_id integer not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index project_notes_project on project_notes (company_id, project_id, id);
create index project_notes_modified on project_notes (company_id, last_modified);

create table project_activity_replies (
  company_id integer not null,
  id integer not null,
  project_activity_id integer not null,
  project_id integer not null,
  user_id integer not null,
  note text not null,
  active integer not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index project_activity_replies_activity on project_activity_replies (company_id, project_activity_id, id);
create index project_activity_replies_modified on project_activity_replies (company_id, last_modified);

create table project_activity_read_times (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  project_id integer not null,
  latest_read_time bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index project_activity_read_times_pair on project_activity_read_times (company_id, user_id, project_id);
