-- What an access token may be used for; '' is everything that its user may do (rules/scopes.ts).
alter table access_tokens add column scopes text not null default '';
