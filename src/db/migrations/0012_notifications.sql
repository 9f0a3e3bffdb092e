-- Messages to people. kind is one of rules/notifications/kinds. channels: how it is sent, '' when its method and the
-- recipient's choices decide. path: the page of the app that it is about, or ''. read_at: when it was read in the
-- app, 0 for not yet.
create table notifications (
  company_id integer not null,
  id integer not null,
  msg_tracking_id text not null,
  user_id integer not null,
  message text not null,
  method text not null,
  precheck text not null,
  delivery_time bigint not null,
  state text not null,
  created bigint not null,
  last_modified bigint not null,
  kind text not null default 'message',
  channels text not null default '',
  path text not null default '',
  read_at bigint not null default 0,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index notifications_user on notifications (company_id, user_id, delivery_time, id);
create index notifications_due on notifications (state, delivery_time);
create unique index notifications_tracking on notifications (company_id, msg_tracking_id);

-- One channel of one notification: a push to a device, or a mail. state: queued, sending, sent, failed. due: when it
-- is tried next; while it is being sent, when it counts as lost. host: of the push service, '' for a mail. until:
-- when it is no longer worth sending. status and error: the latest answer. settled: when it was sent or given up, 0
-- before.
create table deliveries (
  company_id integer not null,
  id integer not null,
  notification_id integer not null,
  user_id integer not null,
  channel text not null,
  device_id integer not null,
  target text not null,
  host text not null,
  state text not null,
  attempts integer not null,
  status integer not null,
  error text not null,
  created bigint not null,
  due bigint not null,
  until bigint not null,
  settled bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index deliveries_due on deliveries (host, due) where state = 'queued' or state = 'sending';
create index deliveries_notification on deliveries (company_id, notification_id);
create index deliveries_created on deliveries (company_id, created);

-- Browsers that receive push messages (RFC 8030, RFC 8291). endpoint, p256dh, and auth come from the browser;
-- together they allow sending to it. hash is the SHA-256 of the endpoint: a browser belongs to one person at a time.
-- last_outcome: sent or failed, '' before the first push.
create table devices (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  hash text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  name text not null,
  created bigint not null,
  last_sent bigint not null,
  last_outcome text not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index devices_user on devices (company_id, user_id);
create index devices_hash on devices (hash);

-- Which notifications a person wants, and how, as JSON. user_id 0 holds the company's own choices.
create table notification_choices (
  company_id integer not null,
  user_id integer not null,
  choices text not null,
  primary key (company_id, user_id)
) /* sqlite: without rowid */;

create table reminders (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  reminder_type text not null,
  due_time text not null,
  due_days_of_week text not null,
  distribution_methods text not null,
  active integer not null,
  enabled integer not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index reminders_type on reminders (company_id, user_id, reminder_type);
create index reminders_modified on reminders (company_id, last_modified);

-- Reminders for everyone in a group, which the public API has no place for. A person's own active reminder takes
-- precedence.
create table group_reminders (
  company_id integer not null,
  group_id integer not null,
  reminder_type text not null,
  due_time text not null,
  due_days_of_week text not null,
  distribution_methods text not null,
  active integer not null,
  enabled integer not null,
  primary key (company_id, group_id, reminder_type)
) /* sqlite: without rowid */;

-- What was announced already, so that it is announced once: key names the occasion.
create table told (
  company_id integer not null,
  key text not null,
  created bigint not null,
  primary key (company_id, key)
) /* sqlite: without rowid */;
create index told_created on told (created);
