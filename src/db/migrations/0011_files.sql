-- Pictures. linked_objects is JSON, {"timesheets":[801]}; file_links says the same row by row, for searches.
create table files (
  company_id integer not null,
  id integer not null,
  uploaded_by_user_id integer not null,
  file_name text not null,
  active integer not null,
  size integer not null,
  format text not null,
  linked_objects text not null,
  meta_data text not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index files_uploader on files (company_id, uploaded_by_user_id, id);
create index files_modified on files (company_id, last_modified);

create table file_links (
  company_id integer not null,
  file_id integer not null,
  kind text not null,
  object_id integer not null,
  primary key (company_id, file_id, kind, object_id)
) /* sqlite: without rowid */;
create index file_links_object on file_links (company_id, kind, object_id, file_id);

-- The bytes of files, in parts. SQLite stores rows of this length better with a rowid; pictures are compressed
-- already.
create table file_parts (
  company_id integer not null,
  file_id integer not null,
  part integer not null,
  bytes /* sqlite: blob */ /* postgres: bytea */ not null,
  primary key (company_id, file_id, part)
);
/* postgres: alter table file_parts alter column bytes set storage external; */
