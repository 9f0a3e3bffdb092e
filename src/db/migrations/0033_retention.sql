-- How long a company keeps records of a kind (rules/retention.ts), in days; 0 is for good. Without a row the default holds.
create table retention_choices (
  company_id integer not null,
  kind text not null,
  days integer not null,
  primary key (company_id, kind)
) /* sqlite: without rowid */;

-- Records that must not be deleted because of a dispute or an inspection: of a person, or of the company if user_id is 0;
-- from start_date to end_date, '' for no limit. released: when it ended, 0 while it holds.
create table legal_holds (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  start_date text not null,
  end_date text not null,
  reason text not null,
  created bigint not null,
  created_by_user_id integer not null,
  released bigint not null,
  released_by_user_id integer not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
