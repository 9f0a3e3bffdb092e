create table mails (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  address text not null,
  subject text not null,
  text text not null,
  link text not null,
  record_id integer not null,
  state text not null,
  attempts integer not null,
  error text not null,
  created bigint not null,
  due bigint not null,
  until bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index mails_due on mails (due) where state = 'queued' or state = 'sending';
create index mails_created on mails (created);

drop index invitations_due;
