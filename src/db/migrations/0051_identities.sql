-- Usernames and addresses are compared as they are, in lower case: their keys are computed again (db/identity_keys.ts),
-- because databases do not lower the case of all letters alike.

-- email_vouched_by, email_vouched_at: who entered or confirmed the address, and when (rules/people/vouching.ts). Of
-- addresses from before it is known only if a link was opened there, or if no one could sign in to enter it.
alter table users add column email_vouched_by text not null default '';
alter table users add column email_vouched_at bigint not null default 0;
update users set email_vouched_by = 'mail' where email <> '' and email_verified = 1;
update users set email_vouched_by = 'administrator' where email <> '' and email_verified = 0 and password = ''
  and not exists (select 1 from sso_people s where s.company_id = users.company_id and s.user_id = users.id)
  and not exists (select 1 from passkeys p where p.company_id = users.company_id and p.user_id = users.id);

-- vouched_by: who had vouched for the address by which the account was linked, or `password` if the person confirmed the
-- link with theirs; empty for links from before.
alter table sso_people add column vouched_by text not null default '';

-- noted: when the provider last gave this id; 0 if that was before it was recorded.
alter table scim_records add column noted bigint not null default 0;

-- verifies_addresses: an administrator states that the provider verifies every address, where it does not say so itself.
-- signs_out: signing out here also signs out at the provider.
alter table sso_providers add column verifies_addresses integer not null default 0;
alter table sso_providers add column signs_out integer not null default 0;
