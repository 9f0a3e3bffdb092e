-- The administrator who made a token; 0 for the command line, and for tokens from before.
alter table scim_tokens add column created_by_user_id bigint not null default 0;

-- Webhooks that an accountant made for a client had their id in their own company; they belong to the client.
update webhooks set created_by_user_id = 0 where client_id = '' and not exists
  (select 1 from users u where u.company_id = webhooks.company_id and u.id = webhooks.created_by_user_id);
