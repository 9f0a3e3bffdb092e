-- How the people of a company sign in with its identity provider (OpenID Connect). client_secret is encrypted with this
-- installation's key, '' for none. mode: off, optional or enforced. group_map: a JSON list of pairs, a value of the
-- groups claim and the id of a group. changed: when any of this changed.
create table sso_providers (
  company_id integer not null,
  issuer text not null,
  client_id text not null,
  client_secret text not null,
  label text not null,
  mode text not null,
  creates_people integer not null,
  groups_claim text not null,
  group_map text not null,
  changed bigint not null,
  primary key (company_id)
) /* sqlite: without rowid */;

-- Which account at a provider is which person.
create table sso_people (
  company_id integer not null,
  issuer text /* postgres: collate "C" */ not null,
  subject text /* postgres: collate "C" */ not null,
  user_id integer not null,
  created bigint not null,
  last_used bigint not null,
  primary key (company_id, issuer, subject)
) /* sqlite: without rowid */;
create unique index sso_people_user on sso_people (company_id, user_id, issuer);

-- Domains of email addresses. token: what their TXT record must hold. verified: since when it is known to, 0 for not yet.
create table sso_domains (
  company_id integer not null,
  domain text /* postgres: collate "C" */ not null,
  token text not null,
  verified bigint not null,
  created bigint not null,
  primary key (company_id, domain)
) /* sqlite: without rowid */;

-- Answers of providers that were received, so that none counts twice. hash: SHA-256 of the state.
create table sso_used_states (
  hash text primary key,
  created bigint not null
) /* sqlite: without rowid */;
create index sso_used_states_created on sso_used_states (created);

-- Tokens with which an identity provider manages people and groups (SCIM). hash: SHA-256 of the token.
create table scim_tokens (
  company_id integer not null,
  id integer not null,
  hash text not null,
  name text not null,
  created bigint not null,
  last_used bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index scim_tokens_hash on scim_tokens (company_id, hash);

-- What an identity provider calls a person or a group. kind: users or groups. deleted: when it deleted the record, which
-- is archived; 0 for not.
create table scim_records (
  company_id integer not null,
  kind text /* postgres: collate "C" */ not null,
  record_id integer not null,
  external_id text /* postgres: collate "C" */ not null,
  deleted bigint not null,
  primary key (company_id, kind, record_id)
) /* sqlite: without rowid */;
create index scim_records_external on scim_records (company_id, kind, external_id);
