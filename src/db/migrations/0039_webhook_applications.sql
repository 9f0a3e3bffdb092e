-- The client id of the application that added a webhook, '' for a person. It is told something only while a grant of an
-- administrator to the application holds.
alter table webhooks add column client_id text not null default '';
