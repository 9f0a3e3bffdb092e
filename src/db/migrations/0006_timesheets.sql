-- "start" and "end" are instants; a running timesheet has no end. A manual one keeps 08:00 local and 08:00 +
-- duration. time_off_entry_id: the time off entry whose approval made the timesheet, otherwise 0.
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
  time_off_entry_id integer not null default 0,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index timesheets_date on timesheets (company_id, date, "start", id, user_id, jobcode_id, type, "end", last_modified);
create index timesheets_user_date on timesheets (company_id, user_id, date, "start", id, jobcode_id, type, "end", duration, last_modified);
create index timesheets_modified on timesheets (company_id, last_modified, id);
create unique index timesheets_running on timesheets (company_id, user_id) where "end" is null;
create index timesheets_time_off on timesheets (company_id, time_off_entry_id) where time_off_entry_id <> 0;
-- Hours by jobcode over any stretch of dates, without reading the timesheets themselves.
create index timesheets_jobcode on timesheets (company_id, jobcode_id, date, user_id, duration, "end");
-- Hours by custom field item. Few timesheets have any, and in the order of dates new ones stay side by side.
create index timesheets_choices on timesheets
  (company_id, date, customfields, user_id, jobcode_id, duration, "end") where customfields <> '{}';
/* postgres:
create extension if not exists btree_gist schema public;
alter table timesheets add constraint timesheets_apart exclude using gist
  (company_id with =, user_id with =, int8range("start", "end") with &&)
  where (type = 'regular' and "end" is not null and "end" > "start") deferrable initially deferred;
*/

-- last_modified is when the timesheet was deleted, created_date the day of its creation in the company's zone.
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

-- Append-only: every change of a timesheet, written in the transaction that made it. Old and new values are JSON.
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
