import { english, msg } from '../language/messages.ts'

/**
 * Why the sample data of a company cannot be removed yet, by code. `table.column`: so many records of the company's own
 * refer to sample data through this column or table.
 */
export const obstacleTexts = {
  still_added: msg('the sample data is still being added'),
  no_administrator: msg('your own people have no administrator'),
  'users.group_id': msg(
    '{count, plural, one {# person of yours is} other {# people of yours are}} in sample groups: move them to another group first',
  ),
  'groups.manager_ids': msg(
    '{count, plural, one {# group of yours is} other {# groups of yours are}} managed by sample people: choose other managers first',
  ),
  'jobcodes.parent_id': msg(
    '{count, plural, one {# job of yours is} other {# jobs of yours are}} below sample jobs: move them first',
  ),
  'timesheets.user_id': msg(
    '{count, plural, one {# entry of yours is} other {# entries of yours are}} for sample people: delete them first',
  ),
  'timesheets.jobcode_id': msg(
    '{count, plural, one {# entry of yours is} other {# entries of yours are}} on sample jobs: move or delete them first',
  ),
  'timesheets.customfields': msg(
    '{count, plural, one {# entry of yours is} other {# entries of yours are}} using sample custom fields: clear them first',
  ),
  'timesheets.file_links': msg(
    '{count, plural, one {# entry of yours is} other {# entries of yours are}} shown with sample files: remove the files first',
  ),
  'time_off_request_entries.user_id': msg(
    '{count, plural, one {# day of time-off requests of yours is} other {# days of time-off requests of yours are}} for sample people: cancel them first',
  ),
  'time_off_request_entries.jobcode_id': msg(
    '{count, plural, one {# day of time-off requests of yours is} other {# days of time-off requests of yours are}} on sample jobs: cancel them first',
  ),
  'time_off_request_entries.time_off_request_id': msg(
    '{count, plural, one {# day of yours is} other {# days of yours are}} in sample time-off requests: cancel them first',
  ),
  'schedule_events.user_id': msg(
    '{count, plural, one {# shift of yours is} other {# shifts of yours are}} for sample people: delete them first',
  ),
  'schedule_events.jobcode_id': msg(
    '{count, plural, one {# shift of yours is} other {# shifts of yours are}} on sample jobs: move or delete them first',
  ),
  'schedule_events.assigned_user_ids': msg(
    '{count, plural, one {# shift of yours is} other {# shifts of yours are}} shared with sample people: take them off first',
  ),
  'schedule_events.customfields': msg(
    '{count, plural, one {# shift of yours is} other {# shifts of yours are}} using sample custom fields: clear them first',
  ),
  'holiday_calendars.jobcode_id': msg(
    '{count, plural, one {# holiday calendar of yours is} other {# holiday calendars of yours are}} paid on sample jobs: change that first',
  ),
  'files.file_links': msg(
    '{count, plural, one {# file of yours is} other {# files of yours are}} attached to sample records: delete them first',
  ),
} as const

/** What keeps the sample data. */
export type ObstacleCode = keyof typeof obstacleTexts

/** Something that keeps the sample data, and how many records it is about; 0 if it is not about records. */
export type Obstacle = { code: ObstacleCode; count: number }

/** An obstacle as a sentence in English. */
export function obstacleText({ code, count }: Obstacle): string {
  return english(obstacleTexts[code], { count })
}
