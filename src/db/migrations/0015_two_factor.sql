-- Codes of an app as a second factor. secret is encrypted with a key of this installation. confirmed: since when it is on,
-- 0 while the first code is awaited. last_step: the half minute of the last code that was taken; none is taken twice.
create table totp (
  company_id integer not null,
  user_id integer not null,
  secret text not null,
  confirmed bigint not null,
  last_step bigint not null,
  created bigint not null,
  primary key (company_id, user_id)
) /* sqlite: without rowid */;

-- Codes that each stand in for the app once. hash is the SHA-256 of the code, which nothing here holds.
create table recovery_codes (
  company_id integer not null,
  user_id integer not null,
  hash text not null,
  created bigint not null,
  primary key (company_id, user_id, hash)
) /* sqlite: without rowid */;

-- Passkeys. credential is the id under which a device knows it, public_key the key in COSE, both base64url. challenge: when
-- the last challenge was made that it has answered; it never answers an older one.
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
