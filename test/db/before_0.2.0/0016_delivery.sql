alter table notifications add column kind text not null default 'message';
alter table notifications add column channels text not null default '';
alter table notifications add column path text not null default '';
alter table notifications add column read_at bigint not null default 0;

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

alter table mails add column delivery_id integer not null default 0;
alter table mails add column kind text not null default '';
alter table mails add column path text not null default '';

create table told (
  company_id integer not null,
  key text not null,
  created bigint not null,
  primary key (company_id, key)
) /* sqlite: without rowid */;
create index told_created on told (created);

create table notification_choices (
  company_id integer not null,
  user_id integer not null,
  choices text not null,
  primary key (company_id, user_id)
) /* sqlite: without rowid */;

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
