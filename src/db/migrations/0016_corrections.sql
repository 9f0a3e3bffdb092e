-- Why approved time was changed, as given by the person who changed it.
alter table timesheet_history add column reason text not null default '';

-- Whether an automatic lunch was taken from the stretch of this entry, so none is taken again.
alter table timesheets add column lunch_taken integer not null default 0;

-- Corrections that people propose to their own time, and what became of them. `changes` is JSON; `timesheet_id` is 0
-- until a forgotten entry exists.
create table corrections (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  timesheet_id integer not null,
  action text not null,
  date text not null,
  changes text not null,
  reason text not null,
  status text not null,
  created bigint not null,
  decided bigint not null,
  decided_by_user_id integer not null,
  message text not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index corrections_user on corrections (company_id, user_id, status);
create index corrections_timesheet on corrections (company_id, timesheet_id);
