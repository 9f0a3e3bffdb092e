create table customfielditem_filters (
  company_id integer not null,
  id integer not null,
  customfield_id integer not null,
  customfielditem_id integer not null,
  applies_to text not null,
  applies_to_id integer not null,
  active integer not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index customfielditem_filters_target on customfielditem_filters (company_id, applies_to_id, customfielditem_id);
create index customfielditem_filters_item on customfielditem_filters (company_id, customfielditem_id);
create index customfielditem_filters_modified on customfielditem_filters (company_id, last_modified);

create table customfielditem_jobcode_filters (
  company_id integer not null,
  id integer not null,
  filtered_customfielditems text not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index customfielditem_jobcode_filters_modified on customfielditem_jobcode_filters (company_id, last_modified);

create table customfielditem_user_filters (
  company_id integer not null,
  id integer not null,
  type text not null,
  filtered_customfielditems text not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index customfielditem_user_filters_modified on customfielditem_user_filters (company_id, last_modified);

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
