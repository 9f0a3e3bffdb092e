-- What people see of the browsers in which they are signed in. The id says nothing about the hash.
alter table sessions add column id text not null default '';
alter table sessions add column address text not null default '';
alter table sessions add column agent text not null default '';
update sessions set id = /* sqlite: lower(hex(randomblob(8))) */ /* postgres: substr(md5(random()::text || hash), 1, 16) */;
create unique index sessions_id on sessions (company_id, id);

-- Somebody said that they have forgotten their password: as whom, and of which company, a number or its short name. Who
-- that is, if anybody, is found out later, so that the answer cannot tell.
create table password_requests (
  id text primary key,
  company text not null,
  name text not null,
  created bigint not null
) /* sqlite: without rowid */;
create index password_requests_created on password_requests (created);

-- Links to choose a new password. address: where it is mailed, '' for one that an administrator was shown. hash: SHA-256
-- of the link's token, '' while the link is still to be made and mailed. accepted: when a password was set with it, 0 for
-- not yet.
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
