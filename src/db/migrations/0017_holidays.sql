-- A company's calendars of holidays. One applies to everyone who is not in a group with a calendar of its own.
-- jobcode_id and seconds: the paid time off that a holiday grants; 0 for none. paid_to: the last date processed.
create table holiday_calendars (
  company_id integer not null,
  id integer not null,
  name text not null,
  is_default integer not null,
  jobcode_id integer not null,
  seconds integer not null,
  weekends integer not null,
  paid_to text /* postgres: collate "C" */ not null,
  created bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index holiday_calendars_paid on holiday_calendars (paid_to);

create table holidays (
  company_id integer not null,
  calendar_id integer not null,
  date text /* postgres: collate "C" */ not null,
  name text not null,
  primary key (company_id, calendar_id, date)
) /* sqlite: without rowid */;

-- Groups with a calendar of their own.
create table holiday_groups (
  company_id integer not null,
  group_id integer not null,
  calendar_id integer not null,
  primary key (company_id, group_id)
) /* sqlite: without rowid */;

-- The holidays for which people were granted paid time off, so that each is granted once, even if the timesheet is
-- deleted later.
create table holiday_grants (
  company_id integer not null,
  user_id integer not null,
  date text /* postgres: collate "C" */ not null,
  calendar_id integer not null,
  jobcode_id integer not null,
  timesheet_id integer not null,
  created bigint not null,
  primary key (company_id, user_id, date)
) /* sqlite: without rowid */;
create index holiday_grants_timesheet on holiday_grants (company_id, timesheet_id);
