-- What an application may do, as far as the person has allowed it; '' is everything that they may do.
alter table consents add column scopes text not null default '';
