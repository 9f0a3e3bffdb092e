-- Mails to be sent. text is paragraphs separated by blank lines, and is erased once the mail is sent. A paragraph
-- {link} stands for a link of the kind `link` to the record `record_id`, which is made when the mail is sent and
-- never stored. state: queued, sending, sent, failed. due: when it is tried next; while it is being sent, when others
-- may take over. until: when it is no longer worth sending. delivery_id: the row of deliveries that the mail settles,
-- otherwise 0.
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
  delivery_id integer not null default 0,
  kind text not null default '',
  path text not null default '',
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index mails_due on mails (due) where state = 'queued' or state = 'sending';
create index mails_created on mails (created);

-- Mails of a server that sends none, such as the sandbox: the app shows them.
create table outbox (
  company_id integer not null,
  id integer not null,
  address text not null,
  subject text not null,
  text text not null,
  html text not null,
  created bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
