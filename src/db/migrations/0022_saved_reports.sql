-- Saved reports. `search` is the query string of the page Hours. `every` is '' or how often the report is sent to
-- `recipients`, ids separated by commas; `next` is when it is sent next, 0 for never.
create table saved_reports (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  name text not null,
  search text not null,
  shared integer not null,
  every text not null,
  weekday integer not null,
  hour integer not null,
  format text not null,
  recipients text not null,
  next bigint not null,
  created bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index saved_reports_due on saved_reports (next) where next > 0;

-- What is attached to an email, as JSON: the file is made when it is sent, with the rights that the person has then.
alter table mails add column attachment text not null default '';
