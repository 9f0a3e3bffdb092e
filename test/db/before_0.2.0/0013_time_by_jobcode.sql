drop index timesheets_jobcode;
create index timesheets_jobcode on timesheets (company_id, jobcode_id, date, user_id, duration, "end");
create index timesheets_choices on timesheets
  (company_id, date, customfields, user_id, jobcode_id, duration, "end") where customfields <> '{}';
