alter table sessions add column id text not null default '';
alter table sessions add column address text not null default '';
alter table sessions add column agent text not null default '';
update sessions set id = /* sqlite: lower(hex(randomblob(8))) */ /* postgres: substr(md5(random()::text || hash), 1, 16) */;
create unique index sessions_id on sessions (company_id, id);

create table password_requests (
  id text primary key,
  company text not null,
  name text not null,
  created bigint not null
) /* sqlite: without rowid */;
create index password_requests_created on password_requests (created);

create table password_resets (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  address text not null,
  hash text not null,
  expires bigint not null,
  accepted bigint not null,
  created bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index password_resets_user on password_resets (company_id, user_id);
create unique index password_resets_hash on password_resets (company_id, hash) where hash <> '';
create index password_resets_expires on password_resets (expires);
