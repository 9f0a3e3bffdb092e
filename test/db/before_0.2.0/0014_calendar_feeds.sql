create table calendar_feeds (
  company_id integer not null,
  user_id integer not null,
  hash text not null,
  created bigint not null,
  primary key (company_id, user_id)
) /* sqlite: without rowid */;
create unique index calendar_feeds_hash on calendar_feeds (company_id, hash);
