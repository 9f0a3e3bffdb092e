-- Pay runs: what people were paid for a pay period. kind: regular, off_cycle, correction, final; state: open, closed,
-- sent. user_ids: the chosen people as text between commas, '' for everyone. revision: how often the run was reopened.
-- rules: SHA-256 of the rules and settings by which it was paid; '' while it was never closed.
create table pay_runs (
  company_id bigint not null,
  id bigint not null,
  kind text not null,
  state text not null,
  start_date text /* postgres: collate "C" */ not null,
  end_date text /* postgres: collate "C" */ not null,
  user_ids text not null,
  note text not null,
  revision integer not null,
  people integer not null,
  seconds bigint not null,
  gross_cents bigint not null,
  adjustments integer not null,
  rules text not null,
  closed bigint not null,
  closed_by_user_id bigint not null,
  sent bigint not null,
  sent_by_user_id bigint not null,
  created_by_user_id bigint not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index pay_runs_dates on pay_runs (company_id, end_date);
create index pay_runs_modified on pay_runs (company_id, last_modified);

-- The days of each person that a run paid; with adjusts 1, the days of an earlier run that it adjusted. inputs: JSON, what
-- the pay depended on; paid: JSON, the hours as they were paid. Rows of former revisions stay.
create table pay_run_people (
  company_id bigint not null,
  pay_run_id bigint not null,
  revision integer not null,
  user_id bigint not null,
  adjusts integer not null,
  start_date text /* postgres: collate "C" */ not null,
  end_date text /* postgres: collate "C" */ not null,
  inputs text not null,
  paid text not null,
  primary key (company_id, pay_run_id, revision, user_id, adjusts, start_date)
);
create index pay_run_people_dates on pay_run_people (company_id, end_date, user_id);
create index pay_run_people_user on pay_run_people (company_id, user_id);

-- What was paid, line by line. start_date and end_date: the days that a line belongs to. cause: why an adjustment is due;
-- '' for the pay of the run's own days. line: JSON of its kind, rate, multiplier and figures.
create table pay_run_lines (
  company_id bigint not null,
  pay_run_id bigint not null,
  revision integer not null,
  user_id bigint not null,
  number integer not null,
  start_date text /* postgres: collate "C" */ not null,
  end_date text /* postgres: collate "C" */ not null,
  cause text not null,
  reason text not null,
  seconds bigint not null,
  amount_cents bigint not null,
  line text not null,
  primary key (company_id, pay_run_id, revision, user_id, number)
);
create index pay_run_lines_user on pay_run_lines (company_id, user_id);

-- Files made from a run, with the SHA-256 of their bytes. question: JSON of the target and its options.
create table pay_run_files (
  company_id bigint not null,
  pay_run_id bigint not null,
  number integer not null,
  revision integer not null,
  question text not null,
  name text not null,
  type text not null,
  size integer not null,
  hash text not null,
  bytes /* sqlite: blob */ /* postgres: bytea */ not null,
  created bigint not null,
  created_by_user_id bigint not null,
  primary key (company_id, pay_run_id, number)
);
/* postgres: alter table pay_run_files alter column bytes set storage external; */

-- What the company was like when a run of everyone was closed: its versions, and JSON of digests of its people.
create table pay_run_marks (
  company_id bigint not null,
  pay_run_id bigint not null,
  revision integer not null,
  version bigint not null,
  stamp bigint not null,
  last_modified text not null,
  people text not null,
  primary key (company_id, pay_run_id, revision)
);

-- Whether the balance of a kind of time off is paid out in a final pay run.
alter table pto_policies add column paid_out integer not null default 0;
