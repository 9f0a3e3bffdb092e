-- Browsers in which people are signed in. hash is the SHA-256 of the cookie's value. id is what people see, and says
-- nothing about the hash.
create table sessions (
  company_id integer not null,
  hash text not null,
  user_id integer not null,
  created bigint not null,
  last_seen bigint not null,
  id text not null default '',
  address text not null default '',
  agent text not null default '',
  primary key (company_id, hash)
) /* sqlite: without rowid */;
create index sessions_user on sessions (company_id, user_id);
create index sessions_last_seen on sessions (last_seen);
create unique index sessions_id on sessions (company_id, id);

-- Failed sign-ins, counted under a hash of what they share: an address, or a name from an address or device.
create table sign_in_failures (
  key text primary key,
  failures integer not null,
  last bigint not null,
  until bigint not null
) /* sqlite: without rowid */;
create index sign_in_failures_last on sign_in_failures (last);

-- Requests for a forgotten password: the name and the company (its id or short name) as typed. Whether they match
-- anyone is found out later, so that the answer can't tell.
create table password_requests (
  id text primary key,
  company text not null,
  name text not null,
  created bigint not null
) /* sqlite: without rowid */;
create index password_requests_created on password_requests (created);

-- Links for choosing a new password. address: where the link is mailed, '' when an administrator was shown it. hash:
-- the SHA-256 of its token, '' until the link is made and mailed. accepted: when a password was set with it, 0 for
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

-- Authenticator apps. secret is encrypted with this installation's key. confirmed: when the app was turned on, 0
-- until the first code is entered. last_step: the half minute of the last accepted code; no code is accepted twice.
create table totp (
  company_id integer not null,
  user_id integer not null,
  secret text not null,
  confirmed bigint not null,
  last_step bigint not null,
  created bigint not null,
  primary key (company_id, user_id)
) /* sqlite: without rowid */;

-- Codes that each replace the authenticator app once. hash is the SHA-256 of the code, which is stored nowhere.
create table recovery_codes (
  company_id integer not null,
  user_id integer not null,
  hash text not null,
  created bigint not null,
  primary key (company_id, user_id, hash)
) /* sqlite: without rowid */;

-- Passkeys. credential is the id by which the device knows it, public_key the key in COSE, both base64url. challenge:
-- when the latest challenge that it answered was made; it never answers an older one.
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
