-- Mails on their way. text is paragraphs between empty lines, and goes when the mail has; a paragraph {link} stands where
-- a link of the kind `link` to the record `record_id` will be, which is made when the mail is sent and never kept.
-- state: queued, sending, sent, failed. due: when it is tried next, and while it is being sent when others may take over.
-- until: when it is worth nothing any more.
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

-- Nothing looks for invitations without a link any more: their mails are looked for.
drop index invitations_due;
