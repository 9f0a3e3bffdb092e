-- Whether an application registered itself (RFC 7591): no one has checked what it says of itself.
alter table applications add column self_registered integer not null default 0;
-- Which companies let applications register themselves is asked before anyone has signed in.
create index settings_of_registering on settings (company_id) where key = 'assistants_register';
