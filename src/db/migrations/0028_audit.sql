-- Who changed what in a company, beside the history of timesheets: people, rights, jobs, settings, rules, tokens, sign-ins
-- and exports. A line is never changed or deleted, but for `personal`, which is emptied when its person is anonymized.
-- kind: the group of events that the page filters by. record_type and record_id: what the line is about; '' and 0 if it is
-- the company. user_id: who did it, 0 for the server; user_company: the company of a user of another one, else 0.
-- source: request, command or server; program: the application, the command, or the name of the write. details: JSON, kept.
-- personal: JSON of what names or describes people, and the address; digest: SHA-256 of salt and personal. hash: SHA-256 of
-- the hash of the line before and of everything in this line but salt and personal.
create table audit_lines (
  company_id integer not null,
  sequence bigint not null,
  made bigint not null,
  kind text /* postgres: collate "C" */ not null,
  event text not null,
  record_type text /* postgres: collate "C" */ not null,
  record_id integer not null,
  user_id integer not null,
  user_company integer not null,
  source text not null,
  program text not null,
  details text not null,
  salt text not null,
  personal text not null,
  digest text not null,
  hash text not null,
  primary key (company_id, sequence)
);
create index audit_lines_record on audit_lines (company_id, record_type, record_id, sequence);
create index audit_lines_user on audit_lines (company_id, user_id, sequence);
create index audit_lines_kind on audit_lines (company_id, kind, sequence);
-- The sequence and the hash of a company's newest line: without them, lines could be cut off at the end unseen.
alter table companies add column audit_sequence bigint not null default 0;
alter table companies add column audit_head text not null default '';
