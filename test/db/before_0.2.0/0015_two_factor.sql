create table totp (
  company_id integer not null,
  user_id integer not null,
  secret text not null,
  confirmed bigint not null,
  last_step bigint not null,
  created bigint not null,
  primary key (company_id, user_id)
) /* sqlite: without rowid */;

create table recovery_codes (
  company_id integer not null,
  user_id integer not null,
  hash text not null,
  created bigint not null,
  primary key (company_id, user_id, hash)
) /* sqlite: without rowid */;

create table passkeys (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  credential text not null,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  challenge bigint not null,
  created bigint not null,
  last_used bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index passkeys_credential on passkeys (credential);
create index passkeys_user on passkeys (company_id, user_id);
