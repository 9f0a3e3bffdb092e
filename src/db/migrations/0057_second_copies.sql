-- An index with all columns of a table is a second copy of its rows: the integrity check finds values that a disk has changed,
-- and a repair restores rows that cannot be read. These tables decide what is paid, seldom change, and have no other copy.
-- PostgreSQL has checksums of its own.
/* sqlite:
create index settings_copy on settings (company_id, scope, scope_id, section, key, value, last_modified);
create index pay_rates_copy on pay_rates
  (company_id, user_id, jobcode_id, starts, rate, per, applied, created, week_seconds, fluctuating);
create index pay_amounts_copy on pay_amounts
  (company_id, id, user_id, kind, date, starts, ends, cents, quantity, unit_rate, rest_seconds, note, corrects, author,
  created);
create index pay_runs_copy on pay_runs
  (company_id, id, kind, state, start_date, end_date, user_ids, note, revision, people, seconds, gross_cents, adjustments,
  rules, closed, closed_by_user_id, sent, sent_by_user_id, created_by_user_id, created, last_modified);
create index pay_run_people_copy on pay_run_people
  (company_id, pay_run_id, revision, user_id, adjusts, start_date, end_date, inputs, paid);
create index pay_run_lines_copy on pay_run_lines
  (company_id, pay_run_id, revision, user_id, number, start_date, end_date, cause, reason, seconds, amount_cents, line);
create index pto_ledger_copy on pto_ledger
  (company_id, user_id, jobcode_id, key, date, seconds, worked, reason, author, created);
*/
