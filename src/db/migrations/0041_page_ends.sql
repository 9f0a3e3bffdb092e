-- Where the pages of lists ended, for the next page by its number, whichever server answers it. hash: SHA-256 of the
-- question and the page. cursor: of what follows. A restart of the database may lose them. The embedded database has one
-- server only, which remembers them itself.
create table page_ends (
  company_id bigint not null,
  hash text not null,
  cursor text not null,
  expires bigint not null,
  primary key (company_id, hash)
) /* sqlite: without rowid */;
create index page_ends_expires on page_ends (expires);
/* postgres: alter table page_ends set unlogged; */
