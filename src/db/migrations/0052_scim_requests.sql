-- The types under which an identity provider knows the address and the number that are kept, such as work; '' for unknown.
alter table scim_records add column email_type text not null default '';
alter table scim_records add column phone_type text not null default '';

-- Requests of identity providers (SCIM): what came, what was done, ignored and refused. token: its name. path: without its
-- parameters. kind: users, groups or ''. record_id: the person or group, 0 for none. subject: what a request called a
-- record that it could not name by its id. event: created, changed, archived, restored, deleted, unchanged or refused.
-- attributes, ignored: JSON lists of names, without values. added, removed: JSON lists of ids of people, at most 100;
-- added_count, removed_count: all of them. detail: why it was refused.
create table scim_requests (
  company_id bigint not null,
  id bigint not null,
  created bigint not null,
  token text not null,
  method text not null,
  path text not null,
  kind text /* postgres: collate "C" */ not null,
  record_id bigint not null,
  subject text not null,
  event text not null,
  status integer not null,
  attributes text not null,
  ignored text not null,
  added text not null,
  removed text not null,
  added_count integer not null,
  removed_count integer not null,
  detail text not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index scim_requests_created on scim_requests (company_id, created);
create index scim_requests_record on scim_requests (company_id, kind, record_id);
