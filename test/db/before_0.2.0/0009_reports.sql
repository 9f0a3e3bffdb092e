create index timesheets_jobcode on timesheets
  (company_id, jobcode_id, date, user_id, duration, "start", "end", customfields);
