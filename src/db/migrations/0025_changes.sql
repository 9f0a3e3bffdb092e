-- Every change of a record, written with it. sequence: counts the changes of a company, without gaps in any order in which
-- they are committed. kind: created, updated, archived, deleted, or restarted, where records were changed that are not
-- listed, such as those of sample data. record: its columns after the change, before a deletion; was: the earlier values
-- of those that an update has changed. Both are JSON, without secrets.
create table changes (
  company_id integer not null,
  sequence bigint not null,
  resource text /* postgres: collate "C" */ not null,
  record_id integer not null,
  kind text not null,
  user_id integer not null,
  application text not null,
  changed bigint not null,
  record text not null,
  was text not null,
  primary key (company_id, sequence)
);
-- The sequence of a company's newest change.
alter table companies add column last_change bigint not null default 0;
