-- What people are paid, from a local date until the next rate of the same person and job. user_id 0: everyone on the
-- job; jobcode_id 0: the person's rate for everything else; starts '': always. rate: ten-thousandths of the currency unit
-- per hour or year. applied: 0 until the date has come and the person's pay_rate shows the rate.
create table pay_rates (
  company_id integer not null,
  user_id integer not null,
  jobcode_id integer not null,
  starts text /* postgres: collate "C" */ not null,
  rate bigint not null,
  per text not null,
  applied integer not null,
  created bigint not null,
  primary key (company_id, user_id, jobcode_id, starts)
) /* sqlite: without rowid */;
create index pay_rates_due on pay_rates (starts) where applied = 0;

insert into pay_rates (company_id, user_id, jobcode_id, starts, rate, per, applied, created)
  select company_id, id, 0, '', cast(round(pay_rate * 10000) as bigint), pay_interval, 1, last_modified
  from users where pay_rate > 0;
