create table schedule_calendars (
  company_id integer not null,
  id integer not null,
  name text not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index schedule_calendars_modified on schedule_calendars (company_id, last_modified);

-- kind: an event of at most one person is 'single'; one of several people is a 'base' and an 'instance' for each of
-- them, which names the base in base_id. An instance without a base was taken out of its team. user_id is the first
-- assignee, or the creator while there is none. told_…: what was last announced of a published event, and to whom (0:
-- nothing yet).
create table schedule_events (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  schedule_calendar_id integer not null,
  jobcode_id integer not null,
  all_day integer not null,
  "start" bigint not null,
  "end" bigint not null,
  active integer not null,
  draft integer not null,
  timezone text not null,
  title text not null,
  notes text not null,
  color text not null,
  customfields text not null,
  assigned_user_ids text not null,
  location text not null,
  kind text not null,
  base_id integer not null,
  created_by_user_id integer not null,
  told_user_id integer not null,
  told_start bigint not null,
  told_end bigint not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index schedule_events_start on schedule_events (company_id, "start", id);
create index schedule_events_user on schedule_events (company_id, user_id, "start", id);
create index schedule_events_base on schedule_events (company_id, base_id, user_id) where base_id <> 0;
create index schedule_events_modified on schedule_events (company_id, last_modified, id);

-- Addresses from which calendar programs fetch people's shifts, one per person. Only the SHA-256 of the secret is
-- kept.
create table calendar_feeds (
  company_id integer not null,
  user_id integer not null,
  hash text not null,
  created bigint not null,
  primary key (company_id, user_id)
) /* sqlite: without rowid */;
create unique index calendar_feeds_hash on calendar_feeds (company_id, hash);
