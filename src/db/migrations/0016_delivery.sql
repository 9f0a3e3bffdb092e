-- What becomes of notifications. kind: what one is about, as rules/notices.ts lists them. channels: those that it goes
-- by, '' when its method and the choices of whoever gets it say so. path: the page of the app that it is about, or ''.
-- read_at: when it was read in the app, 0 for not yet.
alter table notifications add column kind text not null default 'message';
alter table notifications add column channels text not null default '';
alter table notifications add column path text not null default '';
alter table notifications add column read_at bigint not null default 0;

-- Browsers that take push messages (RFC 8030, 8291). endpoint, p256dh and auth are what the browser gave; whoever has
-- them all can send to it. hash is the SHA-256 of the endpoint: a browser is of one person at a time. last_outcome: what
-- became of the last push, sent or failed, '' before there was one.
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

-- One way that one notification goes: a push to a device, or a mail. state: queued, sending, sent, failed. due: when it
-- is tried next, and while it is being sent when it counts as lost. host: of the push service, '' for a mail. until: when it is worth nothing any more. status and
-- error: what the other side said last. settled: when it was sent or given up, 0 before.
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

-- Mails of notifications: the row of deliveries that they settle, 0 for other mails, with the notification's kind and path.
alter table mails add column delivery_id integer not null default 0;
alter table mails add column kind text not null default '';
alter table mails add column path text not null default '';

-- What has been told already, so that it is told once: a key that names the occasion.
create table told (
  company_id integer not null,
  key text not null,
  created bigint not null,
  primary key (company_id, key)
) /* sqlite: without rowid */;
create index told_created on told (created);

-- What somebody wants to be told of, and how, as JSON (rules/notices.ts). user_id 0: what holds in the company.
create table notification_choices (
  company_id integer not null,
  user_id integer not null,
  choices text not null,
  primary key (company_id, user_id)
) /* sqlite: without rowid */;

-- Mails of a server that lets none leave, such as the sandbox: the app shows them.
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

-- Reminders of everybody in a group, which the API has no place for; who has an active one of their own has that.
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
