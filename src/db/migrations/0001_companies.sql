-- Instants are microseconds since the epoch, booleans 0 and 1, dates YYYY-MM-DD. Every key begins with company_id.
-- Lists of ids are text between commas (',7,12,'). Folded names (…_key) serve searches, orders, and uniqueness.

-- Record ids are handed out in blocks of 4,096, so that writes of different companies don't wait for each other.
create table id_blocks (next integer not null);
insert into id_blocks (next) values (0);
/* postgres: create sequence id_block_numbers; */

-- One row per company. version moves with every committed write, setup_version when anything other than time itself
-- changes. stamp is the newest last_modified; later ones are always greater. id_next to id_limit is the block of ids
-- in use, id_spare lists further ranges ('8192-12288,…').
create table companies (
  company_id integer primary key,
  name text not null,
  client_url text not null unique,
  version bigint not null,
  setup_version bigint not null,
  stamp bigint not null,
  id_next integer not null,
  id_limit integer not null,
  id_spare text not null default '',
  last_modified text not null,
  allowed_addresses text not null default '',
  block_addresses integer not null default 0,
  created bigint not null
);

-- Company settings: of the company itself (scope_id 0), or of a group or person that differs from it.
create table settings (
  company_id integer not null,
  scope text not null,
  scope_id integer not null,
  section text not null,
  key text not null,
  value text not null,
  last_modified bigint not null,
  primary key (company_id, scope, scope_id, section, key)
) /* sqlite: without rowid */;

-- company_id manages managed_company_id: its administrators with external_access may act in the other company.
create table managed_clients (
  company_id integer not null,
  id integer not null,
  managed_company_id integer not null,
  active integer not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index managed_clients_pair on managed_clients (company_id, managed_company_id);

-- Keys that all servers on one database share, made on the first start.
create table server_secrets (
  name text primary key,
  value text not null,
  created bigint not null
) /* sqlite: without rowid */;

-- Answers to writes that carried an Idempotency-Key, for the same request sent again. The key and the request are
-- kept as hashes. given is when the answer was sent.
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
