create table schedule_calendars (
  company_id integer not null,
  id integer not null,
  name text not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index schedule_calendars_modified on schedule_calendars (company_id, last_modified);

insert into schedule_calendars (company_id, id, name, created, last_modified)
  select company_id, id_next, 'Schedule', created, created from companies where id_next < id_limit;
update companies set id_next = id_next + 1 where id_next < id_limit;
insert into schedule_calendars (company_id, id, name, created, last_modified)
  select company_id,
    /* sqlite: 4096 * ((select next from id_blocks) + row_number() over (order by company_id)) */
    /* postgres: 4096 * nextval('id_block_numbers') */,
    'Schedule', created, created
  from companies where company_id not in (select company_id from schedule_calendars);
/* sqlite: update id_blocks set next = next + (select count(*) from schedule_calendars s
  join companies c on c.company_id = s.company_id where s.id <> c.id_next - 1) */;
update companies set
    id_next = (select id + 1 from schedule_calendars s where s.company_id = companies.company_id),
    id_limit = (select id + 4096 from schedule_calendars s where s.company_id = companies.company_id)
  where id_next <> (select id + 1 from schedule_calendars s where s.company_id = companies.company_id);

create table schedule_events (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  schedule_calendar_id integer not null,
  jobcode_id integer not null,
  all_day integer not null,
  "start" bigint not null,
  "end" bigint not null,
  active integer not null,
  draft integer not null,
  timezone text not null,
  title text not null,
  notes text not null,
  color text not null,
  customfields text not null,
  assigned_user_ids text not null,
  location text not null,
  kind text not null,
  base_id integer not null,
  created_by_user_id integer not null,
  told_user_id integer not null,
  told_start bigint not null,
  told_end bigint not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index schedule_events_start on schedule_events (company_id, "start", id);
create index schedule_events_user on schedule_events (company_id, user_id, "start", id);
create index schedule_events_base on schedule_events (company_id, base_id, user_id) where base_id <> 0;
create index schedule_events_modified on schedule_events (company_id, last_modified, id);

create table reminders (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  reminder_type text not null,
  due_time text not null,
  due_days_of_week text not null,
  distribution_methods text not null,
  active integer not null,
  enabled integer not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index reminders_type on reminders (company_id, user_id, reminder_type);
create index reminders_modified on reminders (company_id, last_modified);

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
create index invitations_due on invitations (expires) where hash = '';
