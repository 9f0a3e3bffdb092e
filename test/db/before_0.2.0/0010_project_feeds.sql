drop index project_activities_feed;
create index project_activities_feed on project_activities
  (company_id, project_id, id, active, activity_type, last_modified);
drop index project_notes_project;
create index project_notes_project on project_notes
  (company_id, project_id, id, active, user_id, created, last_modified);
create index project_activity_replies_project on project_activity_replies
  (company_id, project_id, active, user_id, created, project_activity_id);
