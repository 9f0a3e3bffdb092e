-- Whether an application registered itself (RFC 7591), so that no one has checked what it says about itself.
alter table applications add column self_registered integer not null default 0;
-- The server looks up which companies let applications register themselves before anyone has signed in.
create index settings_of_registering on settings (company_id) where key = 'assistants_register';
