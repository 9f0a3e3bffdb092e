-- Access tokens, both granted through OAuth and made by hand. Only the SHA-256 of a token is kept.
create table access_tokens (
  company_id integer not null,
  hash text not null,
  id integer not null,
  user_id integer not null,
  kind text not null,
  name text not null,
  client_id text not null,
  application text not null,
  grant_id text not null,
  payload text not null,
  created bigint not null,
  expires bigint not null,
  last_used bigint not null,
  primary key (company_id, hash)
) /* sqlite: without rowid */;
create unique index access_tokens_id on access_tokens (company_id, id);
create index access_tokens_grant on access_tokens (company_id, grant_id);
create index access_tokens_user on access_tokens (company_id, user_id);
create index access_tokens_client on access_tokens (client_id) where client_id <> '';

-- OAuth clients. A public client has no secret and an empty hash; otherwise only the SHA-256 of the secret is kept.
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

-- Which applications people allow to act for them. company_id is the person's company.
create table consents (
  company_id integer not null,
  user_id integer not null,
  client_id text not null,
  created bigint not null,
  primary key (company_id, user_id, client_id)
) /* sqlite: without rowid */;

-- What oidc-provider stores: authorization codes, refresh tokens, grants (one per authorization, the family of its
-- tokens) and interactions (company_id is 0 until sign-in). hash is the SHA-256 of the code, token, or id, which is
-- stored nowhere. answer is the response to a refresh, encrypted with the refresh token that was used.
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
