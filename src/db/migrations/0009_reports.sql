-- Hours by jobcode and by custom field item, over any stretch of dates, without looking at the timesheets themselves.
create index timesheets_jobcode on timesheets
  (company_id, jobcode_id, date, user_id, duration, "start", "end", customfields);
