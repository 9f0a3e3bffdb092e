-- Hours by custom field item: only time that has such values is in it.
create index timesheets_choices on timesheets (company_id, date, user_id, jobcode_id, customfields, duration)
  where "end" is not null and customfields <> '{}';
