-- The administrator who made a token; 0 for the command line, and for tokens from before.
alter table scim_tokens add column created_by_user_id bigint not null default 0;
