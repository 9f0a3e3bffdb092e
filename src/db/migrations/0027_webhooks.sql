-- Webhooks: addresses of other programs that are told what changes. types: comma-delimited names such as
-- timesheet.created, with * for any. filter: JSON of ids by property. payload: thin or full. secret: encrypted with this
-- installation's key, because signing needs it; old_secret: the one before, which also signs until old_until, '' for none.
-- position: the sequence in the change log up to which deliveries are queued. last_number: of its newest delivery.
-- waiting: how many deliveries are queued. off_reason: why the server switched it off, '' if a person did.
create table webhooks (
  company_id integer not null,
  id integer not null,
  url text not null,
  description text not null,
  types text not null,
  filter text not null,
  payload text not null,
  active integer not null,
  secret text not null,
  old_secret text not null,
  old_until bigint not null,
  position bigint not null,
  last_number bigint not null,
  waiting integer not null,
  off_reason text not null,
  created bigint not null,
  created_by_user_id integer not null,
  changed bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;

-- What is queued for a webhook is sent in order, one stream for each resource. due: when the next delivery may be sent,
-- or until when the process that sends it holds the stream. lease: counts the processes that have held it. failures: of
-- its first delivery.
create table webhook_streams (
  company_id integer not null,
  webhook_id integer not null,
  resource text /* postgres: collate "C" */ not null,
  due bigint not null,
  lease integer not null,
  failures integer not null,
  primary key (company_id, webhook_id, resource)
) /* sqlite: without rowid */;
create index webhook_streams_due on webhook_streams (due, company_id);

-- The deliveries of webhooks, and what was answered last. number: counts those of a webhook. event: the id of the
-- message, the same if it is sent again. sequence: of the change, 0 for others. state: queued, delivered, failed (a test
-- without success) or skipped. sent: when it was sent last, 0 for never; milliseconds: how long the answer took.
create table webhook_deliveries (
  company_id integer not null,
  webhook_id integer not null,
  number bigint not null,
  event text not null,
  type text not null,
  resource text /* postgres: collate "C" */ not null,
  record_id integer not null,
  sequence bigint not null,
  body text not null,
  state text not null,
  attempts integer not null,
  status integer not null,
  error text not null,
  answer text not null,
  milliseconds integer not null,
  created bigint not null,
  sent bigint not null,
  primary key (company_id, webhook_id, number)
);
create index webhook_deliveries_queued on webhook_deliveries (company_id, webhook_id, resource, number)
  where state = 'queued';
create index webhook_deliveries_created on webhook_deliveries (created);
