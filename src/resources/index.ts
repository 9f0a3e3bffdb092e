import { customfielditemFilters } from './customfielditem_filters.ts'
import { customfielditemJobcodeFilters } from './customfielditem_jobcode_filters.ts'
import { customfielditemUserFilters } from './customfielditem_user_filters.ts'
import { customfielditems } from './customfielditems.ts'
import { customfields } from './customfields.ts'
import { estimateItems } from './estimate_items.ts'
import { estimates } from './estimates.ts'
import { files } from './files.ts'
import { geofenceConfigs } from './geofence_configs.ts'
import { geolocations } from './geolocations.ts'
import { groups } from './groups.ts'
import { invitations } from './invitations.ts'
import { jobcodeAssignments } from './jobcode_assignments.ts'
import { jobcodes } from './jobcodes.ts'
import { locations } from './locations.ts'
import { locationsMap } from './locations_map.ts'
import { managedClients } from './managed_clients.ts'
import { notifications } from './notifications.ts'
import { payRuns } from './pay_runs.ts'
import { projectActivities } from './project_activities.ts'
import { projectActivityReadTimes } from './project_activity_read_times.ts'
import { projectActivityReplies } from './project_activity_replies.ts'
import { projectNotes } from './project_notes.ts'
import { projects } from './projects.ts'
import { reminders } from './reminders.ts'
import { scheduleCalendars } from './schedule_calendars.ts'
import { scheduleEvents } from './schedule_events.ts'
import { timeOffRequestEntries } from './time_off_request_entries.ts'
import { timeOffRequests } from './time_off_requests.ts'
import { timesheets } from './timesheets.ts'
import { timesheetsDeleted } from './timesheets_deleted.ts'
import { users } from './users.ts'

/** Every resource, in the order of the reference. */
export const resources = [
  customfields,
  customfielditems,
  files,
  geofenceConfigs,
  geolocations,
  groups,
  invitations,
  jobcodes,
  jobcodeAssignments,
  locations,
  locationsMap,
  notifications,
  timeOffRequests,
  timeOffRequestEntries,
  reminders,
  scheduleCalendars,
  scheduleEvents,
  timesheets,
  timesheetsDeleted,
  users,
  customfielditemFilters,
  customfielditemJobcodeFilters,
  customfielditemUserFilters,
  projects,
  projectNotes,
  projectActivities,
  projectActivityReplies,
  projectActivityReadTimes,
  estimates,
  estimateItems,
  managedClients,
  payRuns,
]
