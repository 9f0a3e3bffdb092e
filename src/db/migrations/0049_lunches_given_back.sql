-- lunch_start, lunch_end: the automatic lunch that was cut out of an entry, on the parts that remain, so that it can be
-- given back; null for none, and for lunches from before. lunch_edge: the entry is only shorter, without another part.
alter table timesheets add column lunch_start bigint;
alter table timesheets add column lunch_end bigint;
alter table timesheets add column lunch_edge integer not null default 0;

-- The days on which people said that they had no lunch, so that none is deducted.
create table lunch_answers (
  company_id bigint not null,
  user_id bigint not null,
  date text /* postgres: collate "C" */ not null,
  created bigint not null,
  primary key (company_id, user_id, date)
) /* sqlite: without rowid */;
