-- Who may look at a company's records from outside, such as a labor inspector: a user who only reads. ends: the instant at
-- which it ends by itself; ended: when it did, 0 before. records_from and records_to: the dates of the time that is shown,
-- '' for no limit. group_ids: the groups whose time is shown, separated by commas, '' for all.
create table inspections (
  company_id integer not null,
  user_id integer not null,
  authority text not null,
  ends bigint not null,
  records_from text not null,
  records_to text not null,
  group_ids text not null,
  created bigint not null,
  created_by_user_id integer not null,
  ended bigint not null,
  ended_by_user_id integer not null,
  primary key (company_id, user_id)
) /* sqlite: without rowid */;
