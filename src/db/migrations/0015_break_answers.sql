-- What people said at clock-out about a break that was due: taken, waived or prevented.
create table break_answers (
  company_id integer not null,
  timesheet_id integer not null,
  user_id integer not null,
  date text /* postgres: collate "C" */ not null,
  rule text not null,
  answer text not null,
  created bigint not null,
  primary key (company_id, timesheet_id, rule)
) /* sqlite: without rowid */;
create index break_answers_user on break_answers (company_id, user_id, date);
