-- Templates of shifts, which the people who plan a company's shifts share. name_key: the name, folded. start_time and
-- end_time: HH:MM, an end not after the start is on the next day; both are '' for all day. jobcode_id: 0 for none.
create table shift_templates (
  company_id bigint not null,
  id bigint not null,
  name text not null,
  name_key text /* postgres: collate "C" */ not null,
  jobcode_id bigint not null,
  all_day integer not null,
  start_time text not null,
  end_time text not null,
  title text not null,
  notes text not null,
  location text not null,
  color text not null,
  created bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index shift_templates_name on shift_templates (company_id, name_key);
