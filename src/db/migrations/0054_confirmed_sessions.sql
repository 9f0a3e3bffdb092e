-- When the person last proved in this session who they are: by signing in, with the password, a passkey or their
-- provider. 0 for never, and for sessions from before.
alter table sessions add column confirmed bigint not null default 0;
