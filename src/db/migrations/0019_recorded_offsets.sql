-- Seconds that local time was ahead of UTC at "start" and "end", by the time zone data of the day on which they were
-- recorded. Null: not recorded, so the time zone data of today say it.
alter table timesheets add column start_offset integer;
alter table timesheets add column end_offset integer;
alter table timesheets_deleted add column start_offset integer;
alter table timesheets_deleted add column end_offset integer;
