-- Who moved the date through which a person's time is submitted or approved, and from which date to which. kind:
-- submitted or approved. Dates moved before this table existed are not known.
create table time_locks (
  company_id integer not null,
  user_id integer not null,
  kind text not null,
  created bigint not null,
  earlier text /* postgres: collate "C" */ not null,
  later text /* postgres: collate "C" */ not null,
  changed_by_user_id integer not null,
  primary key (company_id, user_id, kind, created)
) /* sqlite: without rowid */;
