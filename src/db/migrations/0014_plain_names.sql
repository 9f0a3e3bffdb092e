-- Tables named after what they hold.
alter table told rename to sent_alerts;
alter table kept_answers rename to idempotency_keys;
alter table devices rename to push_devices;

drop index kept_answers_given;
create index idempotency_keys_given on idempotency_keys (given);
drop index devices_user;
drop index devices_hash;
create index push_devices_user on push_devices (company_id, user_id);
create index push_devices_hash on push_devices (hash);
drop index told_created;
create index sent_alerts_created on sent_alerts (created);
