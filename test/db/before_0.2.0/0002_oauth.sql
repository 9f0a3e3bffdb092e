create table applications (
  company_id integer not null,
  id integer not null,
  client_id text not null,
  name text not null,
  description text not null,
  redirect_uris text not null,
  secret_hash text not null,
  public_client integer not null,
  open_to_all integer not null,
  created_by integer not null,
  created bigint not null,
  last_used bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index applications_client on applications (company_id, client_id);

create table consents (
  company_id integer not null,
  user_id integer not null,
  client_id text not null,
  created bigint not null,
  primary key (company_id, user_id, client_id)
) /* sqlite: without rowid */;

create table oauth_records (
  company_id integer not null,
  hash text not null,
  kind text not null,
  user_id integer not null,
  client_id text not null,
  grant_id text not null,
  payload text not null,
  answer text not null,
  created bigint not null,
  expires bigint not null,
  consumed bigint not null,
  primary key (company_id, hash)
) /* sqlite: without rowid */;
create index oauth_records_grant on oauth_records (company_id, grant_id) where grant_id <> '';
create index oauth_records_user on oauth_records (company_id, user_id) where user_id <> 0;
create index oauth_records_client on oauth_records (client_id) where client_id <> '';
create index oauth_records_expires on oauth_records (expires);
create index access_tokens_client on access_tokens (client_id) where client_id <> '';

create table sessions (
  company_id integer not null,
  hash text not null,
  user_id integer not null,
  created bigint not null,
  last_seen bigint not null,
  primary key (company_id, hash)
) /* sqlite: without rowid */;
create index sessions_user on sessions (company_id, user_id);
create index sessions_last_seen on sessions (last_seen);

create table sign_in_failures (
  key text primary key,
  failures integer not null,
  last bigint not null,
  until bigint not null
) /* sqlite: without rowid */;
create index sign_in_failures_last on sign_in_failures (last);

create table server_secrets (
  name text primary key,
  value text not null,
  created bigint not null
) /* sqlite: without rowid */;
