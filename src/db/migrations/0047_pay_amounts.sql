-- Salaries: the seconds of work a week for which a rate is meant, and whether it pays for all the work of any week. A
-- rate by the hour has neither.
alter table pay_rates add column week_seconds integer not null default 144000;
alter table pay_rates add column fluctuating integer not null default 0;

-- Amounts of pay beside hours. Paid on date, earned from starts to ends, in cents. quantity and unit_rate: of piece work,
-- in ten-thousandths. corrects: the id of the amount that it corrects, 0 for none.
create table pay_amounts (
  company_id bigint not null,
  id bigint not null,
  user_id bigint not null,
  kind text not null,
  date text /* postgres: collate "C" */ not null,
  starts text /* postgres: collate "C" */ not null,
  ends text /* postgres: collate "C" */ not null,
  cents bigint not null,
  quantity bigint not null,
  unit_rate bigint not null,
  rest_seconds integer not null,
  note text not null,
  corrects bigint not null,
  author bigint not null,
  created bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index pay_amounts_user on pay_amounts (company_id, user_id, date);
create index pay_amounts_date on pay_amounts (company_id, date);
