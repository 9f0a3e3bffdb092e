-- A database that is spread over machines by company keeps no unique key that lacks the company, and no sequence. So the
-- short names of companies are a table of their own, and what is counted up for all of them is a row each.
create table counters (
  name text primary key,
  last bigint not null
) /* sqlite: without rowid */;
insert into counters (name, last) select 'id_block',
  /* sqlite: next from id_blocks */
  /* postgres: case when is_called then last_value else 0 end from id_block_numbers */;
insert into counters (name, last) select 'company', coalesce(max(company_id), 0) from companies;
drop table id_blocks;
/* postgres: drop sequence id_block_numbers; */

create table company_names (
  client_url text primary key,
  company_id integer not null
) /* sqlite: without rowid */;
insert into company_names (client_url, company_id) select client_url, company_id from companies;
/* postgres: alter table companies drop constraint companies_client_url_key; */

-- The second index finds the passkeys made before the person's handle named the company.
drop index passkeys_credential;
create unique index passkeys_credential on passkeys (company_id, credential);
create index passkeys_anywhere on passkeys (credential);
