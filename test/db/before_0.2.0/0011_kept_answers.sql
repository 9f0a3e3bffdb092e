create table kept_answers (
  company_id integer not null,
  user_id integer not null,
  key text not null,
  request text not null,
  answer text not null,
  given bigint not null,
  primary key (company_id, user_id, key)
);
create index kept_answers_given on kept_answers (given);
