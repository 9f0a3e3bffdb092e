export interface paths {
    "/customfields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists customfields
         * @description Extra data collected on timesheets.
         */
        get: operations["listCustomfields"];
        /**
         * Updates customfields
         * @description Extra data collected on timesheets. Properties that are not given stay unchanged.
         */
        put: operations["updateCustomfields"];
        /**
         * Creates customfields
         * @description Extra data collected on timesheets. A single object is accepted as well as a list.
         */
        post: operations["createCustomfields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customfielditems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists customfielditems
         * @description The values of a custom field.
         */
        get: operations["listCustomfielditems"];
        /**
         * Updates customfielditems
         * @description The values of a custom field. Properties that are not given stay unchanged.
         */
        put: operations["updateCustomfielditems"];
        /**
         * Creates customfielditems
         * @description The values of a custom field. A single object is accepted as well as a list.
         */
        post: operations["createCustomfielditems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists files
         * @description Pictures attached to timesheets and project notes.
         */
        get: operations["listFiles"];
        /**
         * Updates files
         * @description Pictures attached to timesheets and project notes. Properties that are not given stay unchanged.
         */
        put: operations["updateFiles"];
        /**
         * Creates files
         * @description Pictures attached to timesheets and project notes. A single object is accepted as well as a list.
         */
        post: operations["createFiles"];
        /**
         * Deletes files
         * @description Pictures attached to timesheets and project notes.
         */
        delete: operations["deleteFiles"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/geofence_configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists geofence_configs
         * @description Fences around locations, set by administrators.
         */
        get: operations["listGeofenceConfigs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/geolocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists geolocations
         * @description Where users were, as reported by their clients. The modified filters use the time a report arrived.
         *
         *     One of these filters is required: `ids`, `modified_before`, `modified_since`.
         */
        get: operations["listGeolocations"];
        put?: never;
        /**
         * Creates geolocations
         * @description Where users were, as reported by their clients. The modified filters use the time a report arrived. A single object is accepted as well as a list.
         */
        post: operations["createGeolocations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists groups
         * @description Groups of people, with the users who manage them.
         */
        get: operations["listGroups"];
        /**
         * Updates groups
         * @description Groups of people, with the users who manage them. Properties that are not given stay unchanged.
         */
        put: operations["updateGroups"];
        /**
         * Creates groups
         * @description Groups of people, with the users who manage them. A single object is accepted as well as a list.
         */
        post: operations["createGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates invitations
         * @description Invitations to set a password and sign in, valid for 7 days. Each one replaces the user’s earlier ones. A single object is accepted as well as a list.
         */
        post: operations["createInvitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobcodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists jobcodes
         * @description Customers, jobs, tasks, paid time off and breaks that time is recorded against.
         */
        get: operations["listJobcodes"];
        /**
         * Updates jobcodes
         * @description Customers, jobs, tasks, paid time off and breaks that time is recorded against. Properties that are not given stay unchanged.
         */
        put: operations["updateJobcodes"];
        /**
         * Creates jobcodes
         * @description Customers, jobs, tasks, paid time off and breaks that time is recorded against. A single object is accepted as well as a list.
         */
        post: operations["createJobcodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobcode_assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists jobcode_assignments
         * @description Which jobcodes a user may select when tracking time.
         */
        get: operations["listJobcodeAssignments"];
        put?: never;
        /**
         * Creates jobcode_assignments
         * @description Which jobcodes a user may select when tracking time. A single object is accepted as well as a list.
         */
        post: operations["createJobcodeAssignments"];
        /**
         * Deletes jobcode_assignments
         * @description Which jobcodes a user may select when tracking time.
         */
        delete: operations["deleteJobcodeAssignments"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists locations
         * @description Places where work is done, and the jobcodes of that work.
         */
        get: operations["listLocations"];
        /**
         * Updates locations
         * @description Places where work is done, and the jobcodes of that work. Properties that are not given stay unchanged.
         */
        put: operations["updateLocations"];
        /**
         * Creates locations
         * @description Places where work is done, and the jobcodes of that work. A single object is accepted as well as a list.
         */
        post: operations["createLocations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/locations_map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists locations_map
         * @description Which jobcodes are linked to which locations. Links are changed through linked_objects of the locations.
         */
        get: operations["listLocationsMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists notifications
         * @description Messages scheduled for delivery to a user.
         */
        get: operations["listNotifications"];
        put?: never;
        /**
         * Creates notifications
         * @description Messages scheduled for delivery to a user. A single object is accepted as well as a list.
         */
        post: operations["createNotifications"];
        /**
         * Deletes notifications
         * @description Messages scheduled for delivery to a user.
         */
        delete: operations["deleteNotifications"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/time_off_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists time_off_requests
         * @description Requests for time off: dated entries, notes, and decisions.
         */
        get: operations["listTimeOffRequests"];
        /**
         * Updates time_off_requests
         * @description Requests for time off: dated entries, notes, and decisions. Properties that are not given stay unchanged.
         */
        put: operations["updateTimeOffRequests"];
        /**
         * Creates time_off_requests
         * @description Requests for time off: dated entries, notes, and decisions. A single object is accepted as well as a list.
         */
        post: operations["createTimeOffRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/time_off_request_entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists time_off_request_entries
         * @description The dated parts of requests for time off.
         *
         *     One of these filters is required: `ids`, `time_off_request_ids`, `approver_user_ids`, `user_ids`, `status`, `date`, `start_time`, `end_time`, `jobcode_ids`.
         */
        get: operations["listTimeOffRequestEntries"];
        /**
         * Updates time_off_request_entries
         * @description The dated parts of requests for time off. Properties that are not given stay unchanged.
         */
        put: operations["updateTimeOffRequestEntries"];
        /**
         * Creates time_off_request_entries
         * @description The dated parts of requests for time off. A single object is accepted as well as a list.
         */
        post: operations["createTimeOffRequestEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists reminders
         * @description Recurring reminders, of a user or of the whole company.
         */
        get: operations["listReminders"];
        /**
         * Updates reminders
         * @description Recurring reminders, of a user or of the whole company. Properties that are not given stay unchanged.
         */
        put: operations["updateReminders"];
        /**
         * Creates reminders
         * @description Recurring reminders, of a user or of the whole company. A single object is accepted as well as a list.
         */
        post: operations["createReminders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedule_calendars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists schedule_calendars
         * @description Calendars that schedule events belong to.
         */
        get: operations["listScheduleCalendars"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedule_events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists schedule_events
         * @description Shifts of the schedule.
         *
         *     One of these filters is required: `schedule_calendar_ids` with `ids`, `schedule_calendar_ids` with `start`, `schedule_calendar_ids` with `modified_since`, `schedule_calendar_ids` with `modified_before`.
         */
        get: operations["listScheduleEvents"];
        /**
         * Updates schedule_events
         * @description Shifts of the schedule. Properties that are not given stay unchanged.
         */
        put: operations["updateScheduleEvents"];
        /**
         * Creates schedule_events
         * @description Shifts of the schedule. A single object is accepted as well as a list.
         */
        post: operations["createScheduleEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timesheets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists timesheets
         * @description Time worked by a user against a jobcode.
         *
         *     One of these filters is required: `ids`, `start_date`, `modified_since`, `modified_before`.
         */
        get: operations["listTimesheets"];
        /**
         * Updates timesheets
         * @description Time worked by a user against a jobcode. Properties that are not given stay unchanged.
         */
        put: operations["updateTimesheets"];
        /**
         * Creates timesheets
         * @description Time worked by a user against a jobcode. A single object is accepted as well as a list.
         */
        post: operations["createTimesheets"];
        /**
         * Deletes timesheets
         * @description Time worked by a user against a jobcode.
         */
        delete: operations["deleteTimesheets"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timesheets_deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists timesheets_deleted
         * @description Deleted timesheets, kept for at least 180 days.
         *
         *     One of these filters is required: `ids`, `modified_since`, `modified_before`, `start_date` with `end_date`.
         */
        get: operations["listTimesheetsDeleted"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists users
         * @description The people of the company.
         */
        get: operations["listUsers"];
        /**
         * Updates users
         * @description The people of the company. Properties that are not given stay unchanged.
         */
        put: operations["updateUsers"];
        /**
         * Creates users
         * @description The people of the company. A single object is accepted as well as a list.
         */
        post: operations["createUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customfielditem_filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists customfielditem_filters
         * @description Restricts the items that a custom field offers with a jobcode, to a user or to a group.
         */
        get: operations["listCustomfielditemFilters"];
        /**
         * Updates customfielditem_filters
         * @description Restricts the items that a custom field offers with a jobcode, to a user or to a group. Properties that are not given stay unchanged.
         */
        put: operations["updateCustomfielditemFilters"];
        /**
         * Creates customfielditem_filters
         * @description Restricts the items that a custom field offers with a jobcode, to a user or to a group. A single object is accepted as well as a list.
         */
        post: operations["createCustomfielditemFilters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customfielditem_jobcode_filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists customfielditem_jobcode_filters
         * @description The active custom field item filters of each jobcode.
         */
        get: operations["listCustomfielditemJobcodeFilters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customfielditem_user_filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists customfielditem_user_filters
         * @description The active custom field item filters of each user and of each group.
         */
        get: operations["listCustomfielditemUserFilters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists projects
         * @description Planned work, each project with a jobcode of its own.
         */
        get: operations["listProjects"];
        /**
         * Updates projects
         * @description Planned work, each project with a jobcode of its own. Properties that are not given stay unchanged.
         */
        put: operations["updateProjects"];
        /**
         * Creates projects
         * @description Planned work, each project with a jobcode of its own. A single object is accepted as well as a list.
         */
        post: operations["createProjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project_notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists project_notes
         * @description Notes on a project, newest first.
         */
        get: operations["listProjectNotes"];
        /**
         * Updates project_notes
         * @description Notes on a project, newest first. Properties that are not given stay unchanged.
         */
        put: operations["updateProjectNotes"];
        /**
         * Creates project_notes
         * @description Notes on a project, newest first. A single object is accepted as well as a list.
         */
        post: operations["createProjectNotes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project_activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists project_activities
         * @description What has happened on a project, newest first.
         */
        get: operations["listProjectActivities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project_activity_replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists project_activity_replies
         * @description Replies to an activity of a project, oldest first.
         */
        get: operations["listProjectActivityReplies"];
        /**
         * Updates project_activity_replies
         * @description Replies to an activity of a project, oldest first. Properties that are not given stay unchanged.
         */
        put: operations["updateProjectActivityReplies"];
        /**
         * Creates project_activity_replies
         * @description Replies to an activity of a project, oldest first. A single object is accepted as well as a list.
         */
        post: operations["createProjectActivityReplies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project_activity_read_times": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists project_activity_read_times
         * @description When the requester last read the feed of each project.
         */
        get: operations["listProjectActivityReadTimes"];
        /**
         * Creates project_activity_read_times
         * @description When the requester last read the feed of each project. The same as POST.
         */
        put: operations["putProjectActivityReadTimes"];
        /**
         * Creates project_activity_read_times
         * @description When the requester last read the feed of each project. A single object is accepted as well as a list.
         */
        post: operations["createProjectActivityReadTimes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/estimates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists estimates
         * @description Planned time of projects.
         */
        get: operations["listEstimates"];
        /**
         * Updates estimates
         * @description Planned time of projects. Properties that are not given stay unchanged.
         */
        put: operations["updateEstimates"];
        /**
         * Creates estimates
         * @description Planned time of projects. A single object is accepted as well as a list.
         */
        post: operations["createEstimates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/estimate_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists estimate_items
         * @description The parts of an estimate.
         */
        get: operations["listEstimateItems"];
        /**
         * Updates estimate_items
         * @description The parts of an estimate. Properties that are not given stay unchanged.
         */
        put: operations["updateEstimateItems"];
        /**
         * Creates estimate_items
         * @description The parts of an estimate. A single object is accepted as well as a list.
         */
        post: operations["createEstimateItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/managed_clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists managed_clients
         * @description Companies of this server that this one manages. To act in one, send its id as vnd.tsheets.ManagedClientId.
         */
        get: operations["listManagedClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/current_totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports current_totals
         * @description Everyone’s clock status with the seconds of the current shift and of the day.
         */
        get: operations["getCurrentTotalsReport"];
        put?: never;
        /**
         * Reports current_totals
         * @description Everyone’s clock status with the seconds of the current shift and of the day.
         */
        post: operations["runCurrentTotalsReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/payroll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports payroll
         * @description Regular, overtime and paid time off seconds of each user between two dates.
         */
        get: operations["getPayrollReport"];
        put?: never;
        /**
         * Reports payroll
         * @description Regular, overtime and paid time off seconds of each user between two dates.
         */
        post: operations["runPayrollReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/payroll_by_jobcode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports payroll_by_jobcode
         * @description Regular, overtime and paid time off seconds by jobcode, user and day, for at most 31 days.
         */
        get: operations["getPayrollByJobcodeReport"];
        put?: never;
        /**
         * Reports payroll_by_jobcode
         * @description Regular, overtime and paid time off seconds by jobcode, user and day, for at most 31 days.
         */
        post: operations["runPayrollByJobcodeReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/project": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports project
         * @description Hours of each user, group, jobcode and custom field item between two dates.
         */
        get: operations["getProjectReport"];
        put?: never;
        /**
         * Reports project
         * @description Hours of each user, group, jobcode and custom field item between two dates.
         */
        post: operations["runProjectReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/project_estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports project_estimate
         * @description Projects with the time tracked on them, running time included, beside their estimates.
         */
        get: operations["getProjectEstimateReport"];
        put?: never;
        /**
         * Reports project_estimate
         * @description Projects with the time tracked on them, running time included, beside their estimates.
         */
        post: operations["runProjectEstimateReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/project_estimate_detail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports project_estimate_detail
         * @description The time tracked on one project, running time included, beside its estimate.
         */
        get: operations["getProjectEstimateDetailReport"];
        put?: never;
        /**
         * Reports project_estimate_detail
         * @description The time tracked on one project, running time included, beside its estimate.
         */
        post: operations["runProjectEstimateDetailReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Runs a named report
         * @description A report named in the query, with the filters of that report.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/current_user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows the user of the token
         * @description The user that the access token belongs to, in the form of /users. In a managed client, an administrator of that company.
         */
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/effective_settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows the settings of a user
         * @description The settings that apply to a user: those of the company, overridden by those of the group and of the user.
         */
        get: operations["getEffectiveSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads a picture
         * @description The bytes of a file, or with `size` a smaller picture, rotated upright and without camera metadata. Errors are JSON.
         */
        get: operations["downloadFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follows what changes
         * @description Every change of the records that the user sees, in the order in which they were committed, deletions included. Begin with `cursor=now`, then read the lists; from then on ask with the cursor of the answer before, at once while `more` is true.
         */
        get: operations["getChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/last_modified_timestamps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows when records last changed
         * @description When anything behind each endpoint last changed, so that clients request only what is new.
         */
        get: operations["getLastModifiedTimestamps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Asks a user to allow an application
         * @description Where an application sends a user’s browser. The user signs in and allows the application; the browser is then redirected to `redirect_uri` with `code` and `state`, or with `error`, `error_description` and `state`. With PKCE, `iss` (RFC 9207) is included.
         */
        get: operations["authorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/grant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues an access token
         * @description Exchanges an authorization code, or a refresh token, for an access token and a new refresh token. A JSON object is accepted as well as a form.
         */
        post: operations["grantToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes a token
         * @description Revokes an access or refresh token of the application (RFC 7009). An unknown token is not an error.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns information about a token
         * @description Whether a token of the application is active, who it belongs to and when it expires (RFC 7662).
         */
        post: operations["introspectToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describes this API
         * @description This document: OpenAPI 3.1, for client generators and API browsers.
         */
        get: operations["getOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A request that was refused as a whole. */
        Error: {
            error: {
                /** @description The HTTP status. */
                code: number;
                /**
                 * @description The status phrase, a colon and the reason.
                 * @example Expectation Failed: limit must be between 1 and 200
                 */
                message: string;
            };
        };
        /** @description A rejected access token, authorization code, refresh token or application. */
        OAuthError: {
            /** @example invalid_grant */
            error: string;
            /** @example The access token provided has expired */
            error_description: string;
        };
        /** @description The outcome of an item that was accepted. */
        Done: {
            /**
             * @description 201: other records changed as well. 202: the record already existed.
             * @enum {integer}
             */
            _status_code: 200 | 201 | 202;
            /** @example Created */
            _status_message: string;
        };
        /** @description The outcome of an item that was refused, with the properties that were sent; for 409, with the current record. */
        Refused: {
            /** @enum {integer} */
            _status_code: 400 | 403 | 404 | 406 | 409 | 417;
            /** @example Expectation Failed */
            _status_message: string;
            /**
             * @description The reason; names the invalid property.
             * @example name is required
             */
            _status_extra: string;
        };
        /**
         * @description Records that the results refer to, by resource and id.
         * @example {}
         */
        Supplemental: {
            customfields?: {
                [key: string]: components["schemas"]["CustomfieldsRecord"];
            };
            customfielditems?: {
                [key: string]: components["schemas"]["CustomfielditemsRecord"];
            };
            files?: {
                [key: string]: components["schemas"]["FilesRecord"];
            };
            geofence_configs?: {
                [key: string]: components["schemas"]["GeofenceConfigsRecord"];
            };
            geolocations?: {
                [key: string]: components["schemas"]["GeolocationsRecord"];
            };
            groups?: {
                [key: string]: components["schemas"]["GroupsRecord"];
            };
            jobcodes?: {
                [key: string]: components["schemas"]["JobcodesRecord"];
            };
            jobcode_assignments?: {
                [key: string]: components["schemas"]["JobcodeAssignmentsRecord"];
            };
            locations?: {
                [key: string]: components["schemas"]["LocationsRecord"];
            };
            locations_map?: {
                [key: string]: components["schemas"]["LocationsMapRecord"];
            };
            notifications?: {
                [key: string]: components["schemas"]["NotificationsRecord"];
            };
            time_off_requests?: {
                [key: string]: components["schemas"]["TimeOffRequestsRecord"];
            };
            time_off_request_entries?: {
                [key: string]: components["schemas"]["TimeOffRequestEntriesRecord"];
            };
            reminders?: {
                [key: string]: components["schemas"]["RemindersRecord"];
            };
            calendars?: {
                [key: string]: components["schemas"]["ScheduleCalendarsRecord"];
            };
            schedule_events?: {
                [key: string]: components["schemas"]["ScheduleEventsRecord"];
            };
            timesheets?: {
                [key: string]: components["schemas"]["TimesheetsRecord"];
            };
            timesheets_deleted?: {
                [key: string]: components["schemas"]["TimesheetsDeletedRecord"];
            };
            users?: {
                [key: string]: components["schemas"]["UsersRecord"];
            };
            customfielditem_filters?: {
                [key: string]: components["schemas"]["CustomfielditemFiltersRecord"];
            };
            customfielditem_jobcode_filters?: {
                [key: string]: components["schemas"]["CustomfielditemJobcodeFiltersRecord"];
            };
            customfielditem_user_filters?: {
                [key: string]: components["schemas"]["CustomfielditemUserFiltersRecord"];
            };
            projects?: {
                [key: string]: components["schemas"]["ProjectsRecord"];
            };
            project_notes?: {
                [key: string]: components["schemas"]["ProjectNotesRecord"];
            };
            project_activities?: {
                [key: string]: components["schemas"]["ProjectActivitiesRecord"];
            };
            project_activity_replies?: {
                [key: string]: components["schemas"]["ProjectActivityRepliesRecord"];
            };
            project_activity_read_times?: {
                [key: string]: components["schemas"]["ProjectActivityReadTimesRecord"];
            };
            estimates?: {
                [key: string]: components["schemas"]["EstimatesRecord"];
            };
            estimate_items?: {
                [key: string]: components["schemas"]["EstimateItemsRecord"];
            };
            managed_clients?: {
                [key: string]: components["schemas"]["ManagedClientsRecord"];
            };
            time_off_request_notes?: {
                [key: string]: components["schemas"]["TimeOffRequestNotesRecord"];
            };
        };
        /** @description Extra data collected on timesheets. */
        CustomfieldsRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /**
             * @description False: archived, neither shown nor usable.
             * @example true
             */
            active: boolean;
            /**
             * @description Timesheets that show the field need a value.
             * @example false
             */
            required: boolean;
            /**
             * @description Only fields of timesheets can be created here.
             * @example timesheet
             * @enum {string}
             */
            applies_to: "timesheet" | "user" | "jobcode";
            /**
             * @description Whether a value must be one of the items, or may be any text (which becomes an item).
             * @example managed-list
             * @enum {string}
             */
            type: "managed-list" | "free-form";
            /** @description Unique unless empty; generated if omitted. */
            short_code: string;
            /** @description New items must match it in full (ECMAScript). */
            readonly regex_filter: string;
            /** @description Unique among fields with the same applies_to. */
            name: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /**
             * @example text_box_with_suggest
             * @enum {string}
             */
            readonly ui_preference: "drop_down" | "text_box_with_suggest";
            /** @description Other fields shown together with this one. */
            readonly required_customfields: number[];
            /**
             * @description Shown with every jobcode; otherwise only with those tied to the field.
             * @example false
             */
            show_to_all: boolean;
        };
        CustomfieldsList: {
            results: {
                customfields: {
                    [key: string]: components["schemas"]["CustomfieldsRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
        };
        /**
         * @example {
         *       "type": "managed-list",
         *       "name": "Installation"
         *     }
         */
        CustomfieldsCreate: {
            /**
             * @description False: archived, neither shown nor usable.
             * @default true
             */
            active?: boolean;
            /**
             * @description Timesheets that show the field need a value.
             * @default false
             */
            required?: boolean;
            /**
             * @description Only fields of timesheets can be created here.
             * @default timesheet
             * @enum {string}
             */
            applies_to?: "timesheet" | "user" | "jobcode";
            /**
             * @description Whether a value must be one of the items, or may be any text (which becomes an item).
             * @enum {string}
             */
            type: "managed-list" | "free-form";
            /**
             * @description Unique unless empty; generated if omitted.
             * @default
             */
            short_code?: string;
            /** @description Unique among fields with the same applies_to. */
            name: string;
            /**
             * @description Shown with every jobcode; otherwise only with those tied to the field.
             * @default false
             */
            show_to_all?: boolean;
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "active": false
         *     }
         */
        CustomfieldsUpdate: {
            /** @description The record. */
            id: number;
            /** @description False: archived, neither shown nor usable. */
            active?: boolean;
            /** @description Timesheets that show the field need a value. */
            required?: boolean;
            /** @description Unique unless empty; generated if omitted. */
            short_code?: string;
            /** @description Unique among fields with the same applies_to. */
            name?: string;
            /** @description Shown with every jobcode; otherwise only with those tied to the field. */
            show_to_all?: boolean;
        };
        CustomfieldsResult: (components["schemas"]["Done"] & components["schemas"]["CustomfieldsRecord"]) | components["schemas"]["Refused"];
        CustomfieldsBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                customfields: {
                    [key: string]: components["schemas"]["CustomfieldsResult"];
                };
            };
        };
        /** @description The values of a custom field. */
        CustomfielditemsRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description Number of a record of customfields; 0 is none. */
            customfield_id: number;
            /**
             * @description False: archived.
             * @example true
             */
            active: boolean;
            /** @description Unique among all items of the company unless empty. */
            short_code: string;
            /** @description Unique within the field. */
            name: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /** @description Fields shown when this item is selected. */
            readonly required_customfields: number[];
        };
        CustomfielditemsList: {
            results: {
                customfielditems: {
                    [key: string]: components["schemas"]["CustomfielditemsRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "customfield_id": 301,
         *       "name": "Installation"
         *     }
         */
        CustomfielditemsCreate: {
            /** @description Number of a record of customfields; 0 is none. */
            customfield_id: number;
            /**
             * @description False: archived.
             * @default true
             */
            active?: boolean;
            /**
             * @description Unique among all items of the company unless empty.
             * @default
             */
            short_code?: string;
            /** @description Unique within the field. */
            name: string;
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "active": false
         *     }
         */
        CustomfielditemsUpdate: {
            /** @description The record. */
            id: number;
            /** @description False: archived. */
            active?: boolean;
            /** @description Unique among all items of the company unless empty. */
            short_code?: string;
            /** @description Unique within the field. */
            name?: string;
        };
        CustomfielditemsResult: (components["schemas"]["Done"] & components["schemas"]["CustomfielditemsRecord"]) | components["schemas"]["Refused"];
        CustomfielditemsBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                customfielditems: {
                    [key: string]: components["schemas"]["CustomfielditemsResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description Pictures attached to timesheets and project notes. */
        FilesRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description Number of a record of users; 0 is none. */
            readonly uploaded_by_user_id: number;
            /** @description Must end in .png, .jpg or .jpeg, to match the picture. */
            file_name: string;
            /**
             * @description False: deleted.
             * @example true
             */
            readonly active: boolean;
            /** @description Bytes of the picture. */
            readonly size: number;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /**
             * @description Ids of the records it is attached to, by resource; [] if none.
             * @example {
             *       "timesheets": [
             *         "7001"
             *       ]
             *     }
             */
            readonly linked_objects: {
                [key: string]: (string | number)[];
            } | unknown[];
            /**
             * @description Description and clockwise rotation. Properties given replace the old ones; [] if none.
             * @example {
             *       "file_description": "Valve before repair",
             *       "image_rotation": 0
             *     }
             */
            meta_data: {
                file_description?: string;
                /** @enum {integer} */
                image_rotation?: 0 | 90 | 180 | 270;
            } | unknown[];
        };
        FilesList: {
            results: {
                files: {
                    [key: string]: components["schemas"]["FilesRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "file_name": "valve.png",
         *       "file_data": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
         *       "meta_data": {
         *         "file_description": "Valve before repair",
         *         "image_rotation": 0
         *       }
         *     }
         */
        FilesCreate: {
            /** @description Must end in .png, .jpg or .jpeg, to match the picture. */
            file_name: string;
            /** @description The PNG or JPEG picture in base64, with or without the prefix data:image/png;base64, */
            file_data: string;
            /**
             * @description Description and clockwise rotation. Properties given replace the old ones; [] if none.
             * @default []
             * @example {
             *       "file_description": "Valve before repair",
             *       "image_rotation": 0
             *     }
             */
            meta_data?: {
                file_description?: string;
                /** @enum {integer} */
                image_rotation?: 0 | 90 | 180 | 270;
            } | unknown[];
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "file_name": "file_name"
         *     }
         */
        FilesUpdate: {
            /** @description The record. */
            id: number;
            /** @description Must end in .png, .jpg or .jpeg, to match the picture. */
            file_name?: string;
            /**
             * @description Description and clockwise rotation. Properties given replace the old ones; [] if none.
             * @example {
             *       "file_description": "Valve before repair",
             *       "image_rotation": 0
             *     }
             */
            meta_data?: {
                file_description?: string;
                /** @enum {integer} */
                image_rotation?: 0 | 90 | 180 | 270;
            } | unknown[];
        };
        FilesResult: (components["schemas"]["Done"] & components["schemas"]["FilesRecord"]) | components["schemas"]["Refused"];
        FilesBatch: {
            /** @description Outcomes by record id, or by position in the request (starting at 1) if there is none. */
            results: {
                files: {
                    [key: string]: components["schemas"]["FilesResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        FilesDeletion: {
            results: {
                files: {
                    [key: string]: (components["schemas"]["Done"] & {
                        /** @example OK, deleted */
                        _status_message?: string;
                        /** @example 7001 */
                        id: string;
                    }) | components["schemas"]["Refused"];
                };
            };
        };
        /** @description Fences around locations, set by administrators. */
        GeofenceConfigsRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /**
             * @description What the fence is around.
             * @example locations
             * @enum {string}
             */
            readonly type: "locations";
            /** @description Id of the location. */
            readonly type_id: number;
            /**
             * @description False: archived.
             * @example false
             */
            readonly active: boolean;
            /**
             * @description Whether the fence is enforced.
             * @example false
             */
            readonly enabled: boolean;
            /** @description Meters. */
            readonly radius: number;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
        };
        GeofenceConfigsList: {
            results: {
                geofence_configs: {
                    [key: string]: components["schemas"]["GeofenceConfigsRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /** @description Where users were, as reported by their clients. The modified filters use the time a report arrived. */
        GeolocationsRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description Who was there. */
            user_id: number;
            /** @description Radius in meters. */
            accuracy: number;
            /** @description Meters; 0 if unknown. */
            altitude: number;
            /** @description Degrees. */
            latitude: number;
            /** @description Degrees. */
            longitude: number;
            /** @description The reporting device. */
            device_identifier: string;
            /**
             * @example gps
             * @enum {string}
             */
            source: "gps" | "wifi" | "cell";
            /** @description Degrees. */
            heading: number;
            /** @description Meters per second. */
            speed: number;
            /**
             * @description When the user was there; at most a day from now.
             * @example 2026-03-02T15:00:00+00:00
             */
            created: string;
        };
        GeolocationsList: {
            results: {
                geolocations: {
                    [key: string]: components["schemas"]["GeolocationsRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "user_id": 5102,
         *       "accuracy": 0,
         *       "altitude": 0,
         *       "latitude": 0,
         *       "longitude": 0,
         *       "created": "2026-03-02T15:00:00+00:00"
         *     }
         */
        GeolocationsCreate: {
            /** @description Who was there. */
            user_id: number;
            /** @description Radius in meters. */
            accuracy: number;
            /** @description Meters; 0 if unknown. */
            altitude: number;
            /** @description Degrees. */
            latitude: number;
            /** @description Degrees. */
            longitude: number;
            /**
             * @description The reporting device.
             * @default
             */
            device_identifier?: string;
            /**
             * @default gps
             * @enum {string}
             */
            source?: "gps" | "wifi" | "cell";
            /**
             * @description Degrees.
             * @default 0
             */
            heading?: number;
            /**
             * @description Meters per second.
             * @default 0
             */
            speed?: number;
            /**
             * @description When the user was there; at most a day from now.
             * @example 2026-03-02T15:00:00+00:00
             */
            created: string;
        };
        GeolocationsResult: (components["schemas"]["Done"] & components["schemas"]["GeolocationsRecord"]) | components["schemas"]["Refused"];
        GeolocationsBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                geolocations: {
                    [key: string]: components["schemas"]["GeolocationsResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description Groups of people, with the users who manage them. */
        GroupsRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /**
             * @description False: archived.
             * @example true
             */
            active: boolean;
            /** @description Unique among active groups. */
            name: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @description Users who manage the members. */
            manager_ids: string[];
        };
        GroupsList: {
            results: {
                groups: {
                    [key: string]: components["schemas"]["GroupsRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "name": "Installation",
         *       "active": true
         *     }
         */
        GroupsCreate: {
            /**
             * @description False: archived.
             * @default true
             */
            active?: boolean;
            /** @description Unique among active groups. */
            name: string;
            /**
             * @description Users who manage the members.
             * @default []
             */
            manager_ids?: string[];
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "active": false
         *     }
         */
        GroupsUpdate: {
            /** @description The record. */
            id: number;
            /** @description False: archived. */
            active?: boolean;
            /** @description Unique among active groups. */
            name?: string;
            /** @description Users who manage the members. */
            manager_ids?: string[];
        };
        GroupsResult: (components["schemas"]["Done"] & components["schemas"]["GroupsRecord"]) | components["schemas"]["Refused"];
        GroupsBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                groups: {
                    [key: string]: components["schemas"]["GroupsResult"];
                };
            };
            /** @description Whether there is another page. */
            more?: boolean;
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "contact_method": "email",
         *       "contact_info": "wanda@example.com",
         *       "user_id": 5102
         *     }
         */
        InvitationsCreate: {
            /**
             * @description How the invitation is sent.
             * @enum {string}
             */
            contact_method: "sms" | "email";
            /**
             * @description Email address; the user’s own if omitted.
             * @default
             */
            contact_info?: string;
            /**
             * @description Who is invited; the user with that address if omitted.
             * @default 0
             */
            user_id?: number;
        };
        InvitationsResult: components["schemas"]["Done"] | components["schemas"]["Refused"];
        InvitationsBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                invites: {
                    [key: string]: components["schemas"]["InvitationsResult"];
                };
            };
        };
        /** @description Customers, jobs, tasks, paid time off and breaks that time is recorded against. */
        JobcodesRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description The jobcode above this one; 0 is the top level. */
            parent_id: number;
            /**
             * @description Assigned to everyone: the same as an assignment to user 0.
             * @example false
             */
            assigned_to_all: boolean;
            /** @example false */
            billable: boolean;
            /**
             * @description False: archived, with all jobcodes below it.
             * @example true
             */
            active: boolean;
            /**
             * @description Only regular and pto can be created, pto only at the top level.
             * @example regular
             * @enum {string}
             */
            type: "regular" | "pto" | "paid_break" | "unpaid_break" | "unpaid_time_off";
            /**
             * @description True while it has active children; it then takes no time.
             * @example false
             */
            readonly has_children: boolean;
            /** @description Amount per hour. */
            billable_rate: number;
            /** @description Unique among jobcodes with the same parent. */
            short_code: string;
            /** @description Unique among jobcodes with the same parent. */
            name: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @description Items offered with this jobcode, by custom field. */
            readonly filtered_customfielditems: {
                [key: string]: number[];
            } | string;
            /** @description Custom fields shown with this jobcode. */
            readonly required_customfields: number[];
            /** @description Locations whose `linked_objects` include this jobcode. */
            readonly locations: number[];
            readonly geofence_config_id: number;
            /** @description The project of this jobcode; 0 for none. */
            readonly project_id: number;
            /** @description Only if the request asks for it. */
            readonly customfields?: {
                [key: string]: string;
            } | string;
        };
        JobcodesList: {
            results: {
                jobcodes: {
                    [key: string]: components["schemas"]["JobcodesRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "name": "Installation",
         *       "parent_id": 0
         *     }
         */
        JobcodesCreate: {
            /**
             * @description The jobcode above this one; 0 is the top level.
             * @default 0
             */
            parent_id?: number;
            /**
             * @description Assigned to everyone: the same as an assignment to user 0.
             * @default false
             */
            assigned_to_all?: boolean;
            /** @default false */
            billable?: boolean;
            /**
             * @description False: archived, with all jobcodes below it.
             * @default true
             */
            active?: boolean;
            /**
             * @description Only regular and pto can be created, pto only at the top level.
             * @default regular
             * @enum {string}
             */
            type?: "regular" | "pto" | "paid_break" | "unpaid_break" | "unpaid_time_off";
            /**
             * @description Amount per hour.
             * @default 0
             */
            billable_rate?: number;
            /**
             * @description Unique among jobcodes with the same parent.
             * @default
             */
            short_code?: string;
            /** @description Unique among jobcodes with the same parent. */
            name: string;
            /** @description Accepted, but not a property of the record. */
            connect_with_quickbooks?: unknown;
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "parent_id": 7003
         *     }
         */
        JobcodesUpdate: {
            /** @description The record. */
            id: number;
            /** @description The jobcode above this one; 0 is the top level. */
            parent_id?: number;
            /** @description Assigned to everyone: the same as an assignment to user 0. */
            assigned_to_all?: boolean;
            billable?: boolean;
            /** @description False: archived, with all jobcodes below it. */
            active?: boolean;
            /** @description Amount per hour. */
            billable_rate?: number;
            /** @description Unique among jobcodes with the same parent. */
            short_code?: string;
            /** @description Unique among jobcodes with the same parent. */
            name?: string;
            /** @description Accepted, but not a property of the record. */
            connect_with_quickbooks?: unknown;
        };
        JobcodesResult: (components["schemas"]["Done"] & components["schemas"]["JobcodesRecord"]) | components["schemas"]["Refused"];
        JobcodesBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                jobcodes: {
                    [key: string]: components["schemas"]["JobcodesResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description Which jobcodes a user may select when tracking time. */
        JobcodeAssignmentsRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description 0 is everyone. */
            user_id: number;
            /** @description Includes all active jobcodes below it. */
            jobcode_id: number;
            /**
             * @description False: removed.
             * @example true
             */
            active: boolean;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
        };
        JobcodeAssignmentsList: {
            results: {
                jobcode_assignments: {
                    [key: string]: components["schemas"]["JobcodeAssignmentsRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "user_id": 5102,
         *       "jobcode_id": 7003
         *     }
         */
        JobcodeAssignmentsCreate: {
            /** @description 0 is everyone. */
            user_id: number;
            /** @description Includes all active jobcodes below it. */
            jobcode_id: number;
            /**
             * @description False: removed.
             * @default true
             */
            active?: boolean;
        };
        JobcodeAssignmentsResult: (components["schemas"]["Done"] & components["schemas"]["JobcodeAssignmentsRecord"]) | components["schemas"]["Refused"];
        JobcodeAssignmentsBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                jobcode_assignments: {
                    [key: string]: components["schemas"]["JobcodeAssignmentsResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        JobcodeAssignmentsDeletion: {
            results: {
                jobcode_assignments: {
                    [key: string]: (components["schemas"]["Done"] & {
                        /** @example OK, deleted */
                        _status_message?: string;
                        id: number;
                    }) | components["schemas"]["Refused"];
                };
            };
        };
        /** @description Places where work is done, and the jobcodes of that work. */
        LocationsRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description At least one part of the address is required. */
            addr1: string;
            addr2: string;
            city: string;
            state: string;
            zip: string;
            /**
             * @description The address without the country, or the label; ignored if sent.
             * @example , ,
             */
            readonly formatted_address: string;
            country: string;
            /**
             * @description False: archived. Its links are removed and not restored.
             * @example true
             */
            active: boolean;
            /** @description Degrees; both 0 until known. */
            latitude: number;
            /** @description Degrees. */
            longitude: number;
            readonly place_id: string;
            readonly place_id_hash: string;
            /** @description What people call the place. */
            label: string;
            notes: string;
            /**
             * @description complete once there are coordinates.
             * @example none
             * @enum {string}
             */
            readonly geocoding_status: "none" | "in_progress" | "retry" | "error" | "complete";
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /** @description The jobcodes whose work is done here, as `{"jobcodes": [712]}`; always the complete list. */
            linked_objects: {
                jobcodes?: number[];
            };
            /** @description Its geofence; null if it has none. */
            readonly geofence_config_id: number | null;
        };
        LocationsList: {
            results: {
                locations: {
                    [key: string]: components["schemas"]["LocationsRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "addr1": "9 Harbour Street",
         *       "city": "Port Vale",
         *       "state": "ME",
         *       "zip": "04041",
         *       "label": "Harbour job"
         *     }
         */
        LocationsCreate: {
            /**
             * @description At least one part of the address is required.
             * @default
             */
            addr1?: string;
            /** @default  */
            addr2?: string;
            /** @default  */
            city?: string;
            /** @default  */
            state?: string;
            /** @default  */
            zip?: string;
            /** @default  */
            country?: string;
            /**
             * @description False: archived. Its links are removed and not restored.
             * @default true
             */
            active?: boolean;
            /**
             * @description Degrees; both 0 until known.
             * @default 0
             */
            latitude?: number;
            /**
             * @description Degrees.
             * @default 0
             */
            longitude?: number;
            /**
             * @description What people call the place.
             * @default
             */
            label?: string;
            /** @default  */
            notes?: string;
            /**
             * @description The jobcodes whose work is done here, as `{"jobcodes": [712]}`; always the complete list.
             * @default {}
             */
            linked_objects?: {
                jobcodes?: number[];
            };
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "addr1": ""
         *     }
         */
        LocationsUpdate: {
            /** @description The record. */
            id: number;
            /** @description At least one part of the address is required. */
            addr1?: string;
            addr2?: string;
            city?: string;
            state?: string;
            zip?: string;
            country?: string;
            /** @description False: archived. Its links are removed and not restored. */
            active?: boolean;
            /** @description Degrees; both 0 until known. */
            latitude?: number;
            /** @description Degrees. */
            longitude?: number;
            /** @description What people call the place. */
            label?: string;
            notes?: string;
            /** @description The jobcodes whose work is done here, as `{"jobcodes": [712]}`; always the complete list. */
            linked_objects?: {
                jobcodes?: number[];
            };
        };
        LocationsResult: (components["schemas"]["Done"] & components["schemas"]["LocationsRecord"]) | components["schemas"]["Refused"];
        LocationsBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                locations: {
                    [key: string]: components["schemas"]["LocationsResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description Which jobcodes are linked to which locations. Links are changed through linked_objects of the locations. */
        LocationsMapRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /**
             * @description What the location is linked to.
             * @example job_codes
             * @enum {string}
             */
            readonly x_table: "job_codes";
            /** @description Id of the jobcode. */
            readonly x_id: number;
            /** @description Id of the location. */
            readonly location_id: number;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
        };
        LocationsMapList: {
            results: {
                locations_map: {
                    [key: string]: components["schemas"]["LocationsMapRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /** @description Messages scheduled for delivery to a user. */
        NotificationsRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            readonly msg_tracking_id: string;
            /** @description Recipient; the requester if omitted. */
            user_id: number;
            message: string;
            /**
             * @description How it is delivered.
             * @example push
             * @enum {string}
             */
            method: "push" | "email" | "dashboard";
            /**
             * @description When it is due; a past time means now.
             * @example 2026-03-02T15:00:00+00:00
             */
            delivery_time: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /**
             * @description Checked at delivery: discarded unless the recipient is on, or off, the clock.
             * @example none
             * @enum {string}
             */
            precheck: "none" | "on_the_clock" | "off_the_clock";
        };
        NotificationsList: {
            results: {
                notifications: {
                    [key: string]: components["schemas"]["NotificationsRecord"];
                };
                /** @description Whether there is another page. */
                more: boolean;
            };
            /** @description Whether there is another page. */
            more: boolean;
        };
        /**
         * @example {
         *       "message": "Please submit your time.",
         *       "user_id": 5102
         *     }
         */
        NotificationsCreate: {
            /** @description Recipient; the requester if omitted. */
            user_id?: number;
            message: string;
            /**
             * @description How it is delivered.
             * @default push
             * @enum {string}
             */
            method?: "push" | "email" | "dashboard";
            /**
             * @description When it is due; a past time means now.
             * @example 2026-03-02T15:00:00+00:00
             */
            delivery_time?: string;
            /**
             * @description Checked at delivery: discarded unless the recipient is on, or off, the clock.
             * @default none
             * @enum {string}
             */
            precheck?: "none" | "on_the_clock" | "off_the_clock";
        };
        NotificationsResult: (components["schemas"]["Done"] & components["schemas"]["NotificationsRecord"]) | components["schemas"]["Refused"];
        NotificationsBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                notifications: {
                    [key: string]: components["schemas"]["NotificationsResult"];
                };
            };
        };
        NotificationsDeletion: {
            results: {
                notifications: {
                    [key: string]: (components["schemas"]["Done"] & {
                        /** @example OK, deleted */
                        _status_message?: string;
                        /** @example 7001 */
                        id: string;
                    }) | components["schemas"]["Refused"];
                };
            };
        };
        /** @description Requests for time off: dated entries, notes, and decisions. */
        TimeOffRequestsRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description Whose time off; the requester’s if omitted. */
            user_id: number;
            /** @description Sent: notes to add, as objects. Shown: ids of the notes. */
            time_off_request_notes: number[];
            /** @description Sent: entries to add, or with an id to change, as objects. Shown: ids of the entries. */
            time_off_request_entries: number[];
            /**
             * @description Follows from the entries. Setting it sets theirs.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "approved" | "denied" | "canceled";
            /**
             * @description False: archived permanently.
             * @example true
             */
            active: boolean;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
        };
        TimeOffRequestsList: {
            results: {
                time_off_requests: {
                    [key: string]: components["schemas"]["TimeOffRequestsRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "time_off_request_notes": [
         *         {
         *           "note": "Family visit"
         *         }
         *       ],
         *       "time_off_request_entries": [
         *         {
         *           "date": "2026-04-09",
         *           "entry_method": "manual",
         *           "duration": 28800,
         *           "jobcode_id": 7101
         *         }
         *       ]
         *     }
         */
        TimeOffRequestsCreate: {
            /** @description Whose time off; the requester’s if omitted. */
            user_id?: number;
            /**
             * @description Sent: notes to add, as objects. Shown: ids of the notes.
             * @default []
             */
            time_off_request_notes?: {
                /** @example Family visit */
                note?: string;
            }[];
            /** @description Sent: entries to add, or with an id to change, as objects. Shown: ids of the entries. */
            time_off_request_entries: {
                /**
                 * @description Which entry to change; left out to add one.
                 * @example 7001
                 */
                id?: number;
                /** @enum {string} */
                entry_method?: "manual" | "regular";
                /** @example 2026-04-09 */
                date?: string;
                /**
                 * @description With end_time, for regular entries.
                 * @example 2026-04-09T08:00:00-06:00
                 */
                start_time?: string;
                /** @example 2026-04-09T12:00:00-06:00 */
                end_time?: string;
                /**
                 * @description Seconds.
                 * @example 28800
                 */
                duration?: number;
                /** @example 7101 */
                jobcode_id?: number;
                /** @enum {string} */
                status?: "pending" | "approved" | "denied" | "canceled";
                /** @default true */
                active?: boolean;
            }[];
            /**
             * @description Follows from the entries. Setting it sets theirs.
             * @default pending
             * @enum {string}
             */
            status?: "pending" | "approved" | "denied" | "canceled";
            /**
             * @description False: archived permanently.
             * @default true
             */
            active?: boolean;
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "time_off_request_notes": []
         *     }
         */
        TimeOffRequestsUpdate: {
            /** @description The record. */
            id: number;
            /** @description Sent: notes to add, as objects. Shown: ids of the notes. */
            time_off_request_notes?: {
                /** @example Family visit */
                note?: string;
            }[];
            /** @description Sent: entries to add, or with an id to change, as objects. Shown: ids of the entries. */
            time_off_request_entries?: {
                /**
                 * @description Which entry to change; left out to add one.
                 * @example 7001
                 */
                id?: number;
                /** @enum {string} */
                entry_method?: "manual" | "regular";
                /** @example 2026-04-09 */
                date?: string;
                /**
                 * @description With end_time, for regular entries.
                 * @example 2026-04-09T08:00:00-06:00
                 */
                start_time?: string;
                /** @example 2026-04-09T12:00:00-06:00 */
                end_time?: string;
                /**
                 * @description Seconds.
                 * @example 28800
                 */
                duration?: number;
                /** @example 7101 */
                jobcode_id?: number;
                /** @enum {string} */
                status?: "pending" | "approved" | "denied" | "canceled";
                /** @default true */
                active?: boolean;
            }[];
            /**
             * @description Follows from the entries. Setting it sets theirs.
             * @enum {string}
             */
            status?: "pending" | "approved" | "denied" | "canceled";
            /** @description False: archived permanently. */
            active?: boolean;
        };
        TimeOffRequestsResult: (components["schemas"]["Done"] & components["schemas"]["TimeOffRequestsRecord"]) | components["schemas"]["Refused"];
        TimeOffRequestsBatch: {
            /** @description Outcomes by record id, or by position in the request (starting at 1) if there is none. */
            results: {
                time_off_requests: {
                    [key: string]: components["schemas"]["TimeOffRequestsResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description The dated parts of requests for time off. */
        TimeOffRequestEntriesRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description The request, which determines whose time it is. */
            time_off_request_id: number;
            /**
             * @description Approving creates a timesheet; revoking the approval deletes it.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "approved" | "denied" | "canceled";
            /** @description Who approved or denied it; 0 until then. */
            readonly approver_user_id: number;
            /**
             * @description Set for manual entries.
             * @example 2026-03-02
             */
            date: string;
            /**
             * @description manual: date and duration; regular: times.
             * @example manual
             * @enum {string}
             */
            entry_method: "manual" | "regular";
            /** @description Seconds. Regular: at most the span from start to end; 0 means all of it. */
            duration: number;
            /**
             * @description Set for regular entries; manual: 00:00:00 of the date.
             * @example 2026-03-02T15:00:00+00:00
             */
            start_time: string;
            /**
             * @description Set for regular entries; manual: 23:59:59 of the date.
             * @example 2026-03-02T15:00:00+00:00
             */
            end_time: string;
            /** @description Time zone of the user. */
            readonly tz_string: string;
            /** @description Usually one of type pto. */
            jobcode_id: number;
            /** @description The user of the request. */
            user_id: number;
            /** @description The timesheet created from it; 0 for none. */
            readonly approved_timesheet_id: number;
            /**
             * @description False: archived permanently.
             * @example true
             */
            active: boolean;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
        };
        TimeOffRequestEntriesList: {
            results: {
                time_off_request_entries: {
                    [key: string]: components["schemas"]["TimeOffRequestEntriesRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "time_off_request_id": 15400,
         *       "entry_method": "manual",
         *       "date": "2026-04-09",
         *       "duration": 28800,
         *       "jobcode_id": 7101
         *     }
         */
        TimeOffRequestEntriesCreate: {
            /** @description The request, which determines whose time it is. */
            time_off_request_id: number;
            /**
             * @description Approving creates a timesheet; revoking the approval deletes it.
             * @default pending
             * @enum {string}
             */
            status?: "pending" | "approved" | "denied" | "canceled";
            /**
             * @description Set for manual entries.
             * @default
             * @example 2026-03-02
             */
            date?: string;
            /**
             * @description manual: date and duration; regular: times.
             * @enum {string}
             */
            entry_method: "manual" | "regular";
            /**
             * @description Seconds. Regular: at most the span from start to end; 0 means all of it.
             * @default 0
             */
            duration?: number;
            /**
             * @description Set for regular entries; manual: 00:00:00 of the date.
             * @example 2026-03-02T15:00:00+00:00
             */
            start_time?: string;
            /**
             * @description Set for regular entries; manual: 23:59:59 of the date.
             * @example 2026-03-02T15:00:00+00:00
             */
            end_time?: string;
            /** @description Usually one of type pto. */
            jobcode_id: number;
            /**
             * @description The user of the request.
             * @default 0
             */
            user_id?: number;
            /**
             * @description False: archived permanently.
             * @default true
             */
            active?: boolean;
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "time_off_request_id": 0
         *     }
         */
        TimeOffRequestEntriesUpdate: {
            /** @description The record. */
            id: number;
            /** @description The request, which determines whose time it is. */
            time_off_request_id?: number;
            /**
             * @description Approving creates a timesheet; revoking the approval deletes it.
             * @enum {string}
             */
            status?: "pending" | "approved" | "denied" | "canceled";
            /**
             * @description Set for manual entries.
             * @example 2026-03-02
             */
            date?: string;
            /**
             * @description manual: date and duration; regular: times.
             * @enum {string}
             */
            entry_method?: "manual" | "regular";
            /** @description Seconds. Regular: at most the span from start to end; 0 means all of it. */
            duration?: number;
            /**
             * @description Set for regular entries; manual: 00:00:00 of the date.
             * @example 2026-03-02T15:00:00+00:00
             */
            start_time?: string;
            /**
             * @description Set for regular entries; manual: 23:59:59 of the date.
             * @example 2026-03-02T15:00:00+00:00
             */
            end_time?: string;
            /** @description Usually one of type pto. */
            jobcode_id?: number;
            /** @description The user of the request. */
            user_id?: number;
            /** @description False: archived permanently. */
            active?: boolean;
        };
        TimeOffRequestEntriesResult: (components["schemas"]["Done"] & components["schemas"]["TimeOffRequestEntriesRecord"]) | components["schemas"]["Refused"];
        TimeOffRequestEntriesBatch: {
            /** @description Outcomes by record id, or by position in the request (starting at 1) if there is none. */
            results: {
                time_off_request_entries: {
                    [key: string]: components["schemas"]["TimeOffRequestEntriesResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description Recurring reminders, of a user or of the whole company. */
        RemindersRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /**
             * @description At most one of each type per user. Only clock-in and clock-out are sent; the others are just stored.
             * @example clock-in
             * @enum {string}
             */
            reminder_type: "clock-in" | "clock-out" | "shift-published" | "shift-start-before" | "shift-start-after" | "shift-start-before-manager" | "shift-start-after-manager" | "shift-end-before" | "shift-end-after";
            /**
             * @description hh:mm:ss in the recipient’s local time, in steps of 5 minutes.
             * @example 07:55:00
             */
            due_time: string;
            /**
             * @description Of Sun, Mon, Tue, Wed, Thu, Fri, Sat; separated by commas.
             * @example Mon,Tue,Wed,Thu,Fri
             */
            due_days_of_week: string;
            /**
             * @description Of Push, SMS, Email; separated by commas. Nothing is sent by SMS.
             * @example Push,Email
             */
            distribution_methods: string;
            /**
             * @description False: ignored, so the company’s of that type applies.
             * @example false
             */
            active: boolean;
            /**
             * @description False: nothing is sent, not even the company’s of that type.
             * @example false
             */
            enabled: boolean;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @description Who is reminded; 0 is the whole company. */
            user_id: number;
        };
        RemindersList: {
            results: {
                reminders: {
                    [key: string]: components["schemas"]["RemindersRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "user_id": 5102,
         *       "reminder_type": "clock-in",
         *       "due_time": "07:55:00",
         *       "due_days_of_week": "Mon,Tue,Wed,Thu,Fri",
         *       "distribution_methods": "Push,Email",
         *       "active": true,
         *       "enabled": true
         *     }
         */
        RemindersCreate: {
            /**
             * @description At most one of each type per user. Only clock-in and clock-out are sent; the others are just stored.
             * @enum {string}
             */
            reminder_type: "clock-in" | "clock-out" | "shift-published" | "shift-start-before" | "shift-start-after" | "shift-start-before-manager" | "shift-start-after-manager" | "shift-end-before" | "shift-end-after";
            /**
             * @description hh:mm:ss in the recipient’s local time, in steps of 5 minutes.
             * @example 07:55:00
             */
            due_time: string;
            /**
             * @description Of Sun, Mon, Tue, Wed, Thu, Fri, Sat; separated by commas.
             * @example Mon,Tue,Wed,Thu,Fri
             */
            due_days_of_week: string;
            /**
             * @description Of Push, SMS, Email; separated by commas. Nothing is sent by SMS.
             * @example Push,Email
             */
            distribution_methods: string;
            /** @description False: ignored, so the company’s of that type applies. */
            active: boolean;
            /** @description False: nothing is sent, not even the company’s of that type. */
            enabled: boolean;
            /** @description Who is reminded; 0 is the whole company. */
            user_id: number;
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "reminder_type": "clock-in"
         *     }
         */
        RemindersUpdate: {
            /** @description The record. */
            id: number;
            /**
             * @description At most one of each type per user. Only clock-in and clock-out are sent; the others are just stored.
             * @enum {string}
             */
            reminder_type?: "clock-in" | "clock-out" | "shift-published" | "shift-start-before" | "shift-start-after" | "shift-start-before-manager" | "shift-start-after-manager" | "shift-end-before" | "shift-end-after";
            /**
             * @description hh:mm:ss in the recipient’s local time, in steps of 5 minutes.
             * @example 07:55:00
             */
            due_time?: string;
            /**
             * @description Of Sun, Mon, Tue, Wed, Thu, Fri, Sat; separated by commas.
             * @example Mon,Tue,Wed,Thu,Fri
             */
            due_days_of_week?: string;
            /**
             * @description Of Push, SMS, Email; separated by commas. Nothing is sent by SMS.
             * @example Push,Email
             */
            distribution_methods?: string;
            /** @description False: ignored, so the company’s of that type applies. */
            active?: boolean;
            /** @description False: nothing is sent, not even the company’s of that type. */
            enabled?: boolean;
        };
        RemindersResult: (components["schemas"]["Done"] & {
            /** @description Text, not a number, in the response to a create. */
            id: number | string;
            /**
             * @description At most one of each type per user. Only clock-in and clock-out are sent; the others are just stored.
             * @example clock-in
             * @enum {string}
             */
            reminder_type: "clock-in" | "clock-out" | "shift-published" | "shift-start-before" | "shift-start-after" | "shift-start-before-manager" | "shift-start-after-manager" | "shift-end-before" | "shift-end-after";
            /**
             * @description hh:mm:ss in the recipient’s local time, in steps of 5 minutes.
             * @example 07:55:00
             */
            due_time: string;
            /**
             * @description Of Sun, Mon, Tue, Wed, Thu, Fri, Sat; separated by commas.
             * @example Mon,Tue,Wed,Thu,Fri
             */
            due_days_of_week: string;
            /**
             * @description Of Push, SMS, Email; separated by commas. Nothing is sent by SMS.
             * @example Push,Email
             */
            distribution_methods: string;
            /**
             * @description False: ignored, so the company’s of that type applies.
             * @example false
             */
            active: boolean;
            /**
             * @description False: nothing is sent, not even the company’s of that type.
             * @example false
             */
            enabled: boolean;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @description Who is reminded; 0 is the whole company. */
            user_id: number;
        }) | components["schemas"]["Refused"];
        RemindersBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                reminders: {
                    [key: string]: components["schemas"]["RemindersResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description Calendars that schedule events belong to. */
        ScheduleCalendarsRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            readonly name: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
        };
        ScheduleCalendarsList: {
            results: {
                schedule_calendars: {
                    [key: string]: components["schemas"]["ScheduleCalendarsRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
        };
        /** @description Shifts of the schedule. */
        ScheduleEventsRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description First assignee, or the creator if no one is assigned. Deprecated. */
            readonly user_id: number;
            /** @description True if no one is assigned. Deprecated. */
            readonly unassigned: boolean;
            /** @description Number of a record of schedule_calendars; 0 is none. */
            schedule_calendar_id: number;
            /** @description Number of a record of jobcodes; 0 is none. */
            jobcode_id: number;
            /**
             * @description The whole day of `start` in the event’s time zone; `end` is ignored.
             * @example false
             */
            all_day: boolean;
            /**
             * @description When it begins.
             * @example 2026-03-02T15:00:00+00:00
             */
            start: string;
            /**
             * @description When it ends, at most 31 days later; required unless it is all day.
             * @example 2026-03-02T15:00:00+00:00
             */
            end: string;
            /**
             * @description False is deleted.
             * @example true
             */
            active: boolean;
            /**
             * @description True: not published. Only people who can edit the event see it.
             * @example false
             */
            draft: boolean;
            /** @description IANA name. Default: the first assignee’s, or else the company’s. */
            timezone: string;
            title: string;
            notes: string;
            /**
             * @example #888888
             * @enum {string}
             */
            color: "#888888" | "#FAB3AE" | "#F44336" | "#F8C499" | "#BF1959" | "#E91E63" | "#8A2731" | "#B3D9B5" | "#43A047" | "#009688" | "#486B7A" | "#78909C" | "#A6D5FA" | "#2196F3" | "#3F51B5" | "#673AB7" | "#D7A8DF" | "#9C27B0" | "#010101" | "#785548" | "#EF6C00" | "#CDC8A2" | "#827717" | "#6A5E72";
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @description Custom field id → value, "" when there is none. Given values replace, "" clears, omitted ones stay. */
            customfields: {
                [key: string]: string;
            } | string;
            /** @description Who works. Several people are a team, each with an event of their own. */
            assigned_user_ids: string[];
            /** @description Free text for a map. */
            location: string;
        };
        ScheduleEventsList: {
            results: {
                schedule_events: {
                    [key: string]: components["schemas"]["ScheduleEventsRecord"];
                };
                /** @description Whether there is another page. */
                more: boolean;
                supplemental_data?: components["schemas"]["Supplemental"];
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "schedule_calendar_id": 7001,
         *       "start": "2026-03-02T08:00:00-07:00",
         *       "end": "2026-03-02T16:00:00-07:00",
         *       "assigned_user_ids": [
         *         "5102"
         *       ],
         *       "title": "Delivery"
         *     }
         */
        ScheduleEventsCreate: {
            /** @description Number of a record of schedule_calendars; 0 is none. */
            schedule_calendar_id: number;
            /**
             * @description Number of a record of jobcodes; 0 is none.
             * @default 0
             */
            jobcode_id?: number;
            /**
             * @description The whole day of `start` in the event’s time zone; `end` is ignored.
             * @default false
             */
            all_day?: boolean;
            /**
             * @description When it begins.
             * @example 2026-03-02T15:00:00+00:00
             */
            start: string;
            /**
             * @description When it ends, at most 31 days later; required unless it is all day.
             * @example 2026-03-02T15:00:00+00:00
             */
            end?: string;
            /**
             * @description False is deleted.
             * @default true
             */
            active?: boolean;
            /**
             * @description True: not published. Only people who can edit the event see it.
             * @default false
             */
            draft?: boolean;
            /**
             * @description IANA name. Default: the first assignee’s, or else the company’s.
             * @default
             */
            timezone?: string;
            /** @default  */
            title?: string;
            /** @default  */
            notes?: string;
            /**
             * @default #888888
             * @enum {string}
             */
            color?: "#888888" | "#FAB3AE" | "#F44336" | "#F8C499" | "#BF1959" | "#E91E63" | "#8A2731" | "#B3D9B5" | "#43A047" | "#009688" | "#486B7A" | "#78909C" | "#A6D5FA" | "#2196F3" | "#3F51B5" | "#673AB7" | "#D7A8DF" | "#9C27B0" | "#010101" | "#785548" | "#EF6C00" | "#CDC8A2" | "#827717" | "#6A5E72";
            /**
             * @description Custom field id → value, "" when there is none. Given values replace, "" clears, omitted ones stay.
             * @default
             */
            customfields?: {
                [key: string]: string;
            } | string;
            /**
             * @description Who works. Several people are a team, each with an event of their own.
             * @default []
             */
            assigned_user_ids?: string[];
            /**
             * @description Free text for a map.
             * @default
             */
            location?: string;
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "schedule_calendar_id": 0
         *     }
         */
        ScheduleEventsUpdate: {
            /** @description The record. */
            id: number;
            /** @description Number of a record of schedule_calendars; 0 is none. */
            schedule_calendar_id?: number;
            /** @description Number of a record of jobcodes; 0 is none. */
            jobcode_id?: number;
            /** @description The whole day of `start` in the event’s time zone; `end` is ignored. */
            all_day?: boolean;
            /**
             * @description When it begins.
             * @example 2026-03-02T15:00:00+00:00
             */
            start?: string;
            /**
             * @description When it ends, at most 31 days later; required unless it is all day.
             * @example 2026-03-02T15:00:00+00:00
             */
            end?: string;
            /** @description False is deleted. */
            active?: boolean;
            /** @description True: not published. Only people who can edit the event see it. */
            draft?: boolean;
            /** @description IANA name. Default: the first assignee’s, or else the company’s. */
            timezone?: string;
            title?: string;
            notes?: string;
            /** @enum {string} */
            color?: "#888888" | "#FAB3AE" | "#F44336" | "#F8C499" | "#BF1959" | "#E91E63" | "#8A2731" | "#B3D9B5" | "#43A047" | "#009688" | "#486B7A" | "#78909C" | "#A6D5FA" | "#2196F3" | "#3F51B5" | "#673AB7" | "#D7A8DF" | "#9C27B0" | "#010101" | "#785548" | "#EF6C00" | "#CDC8A2" | "#827717" | "#6A5E72";
            /** @description Custom field id → value, "" when there is none. Given values replace, "" clears, omitted ones stay. */
            customfields?: {
                [key: string]: string;
            } | string;
            /** @description Who works. Several people are a team, each with an event of their own. */
            assigned_user_ids?: string[];
            /** @description Free text for a map. */
            location?: string;
        };
        ScheduleEventsResult: (components["schemas"]["Done"] & components["schemas"]["ScheduleEventsRecord"]) | components["schemas"]["Refused"];
        ScheduleEventsBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                schedule_events: {
                    [key: string]: components["schemas"]["ScheduleEventsResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description Time worked by a user against a jobcode. */
        TimesheetsRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @enum {string} */
            readonly state: "OPEN" | "CLOSED" | "SUBMITTED" | "APPROVED";
            /** @description Whose time it is. */
            user_id: number;
            /** @description Number of a record of jobcodes; 0 is none. */
            jobcode_id: number;
            /**
             * @description Regular: when it began. Manual: 08:00 of the date, cannot be set.
             * @example 2026-03-02T15:00:00+00:00
             */
            start: string;
            /**
             * @description Regular: when it ended; "" while running.
             * @example 2026-03-02T15:00:00+00:00
             */
            end: string;
            /** @description Seconds; 0 while running. Set for manual time, stored in hundredths of an hour. */
            duration: number;
            /**
             * @description Local date of the start in the user’s time zone. Set for manual time.
             * @example 2026-03-02
             */
            date: string;
            /** @description Whole hours from UTC. */
            readonly tz: number;
            /** @description Time zone of the user. */
            readonly tz_str: string;
            /**
             * @example regular
             * @enum {string}
             */
            type: "regular" | "manual";
            /** @description Name of the application that created it. */
            readonly location: string;
            /** @example true */
            readonly on_the_clock: boolean;
            /**
             * @example 1
             * @enum {string}
             */
            readonly active: "0" | "1";
            /** @description Above 0: locked for editing. */
            readonly locked: number;
            notes: string;
            /** @description Custom field id → value. Values given replace the old ones, "" clears, others stay. */
            customfields: {
                [key: string]: string;
            } | string;
            /** @description Ids of files, at most 20. Replaces the whole list. */
            attached_files: number[];
            /** @description Number of a record of users; 0 is none. */
            readonly created_by_user_id: number;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
        };
        TimesheetsList: {
            results: {
                timesheets: {
                    [key: string]: components["schemas"]["TimesheetsRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "user_id": 5102,
         *       "jobcode_id": 7003,
         *       "type": "regular",
         *       "start": "2026-03-02T08:00:00-07:00",
         *       "end": ""
         *     }
         */
        TimesheetsCreate: {
            /** @description Whose time it is. */
            user_id: number;
            /** @description Number of a record of jobcodes; 0 is none. */
            jobcode_id: number;
            /**
             * @description Regular: when it began. Manual: 08:00 of the date, cannot be set.
             * @example 2026-03-02T15:00:00+00:00
             */
            start?: string;
            /**
             * @description Regular: when it ended; "" while running.
             * @example 2026-03-02T15:00:00+00:00
             */
            end?: string;
            /** @description Seconds; 0 while running. Set for manual time, stored in hundredths of an hour. */
            duration?: number;
            /**
             * @description Local date of the start in the user’s time zone. Set for manual time.
             * @default
             * @example 2026-03-02
             */
            date?: string;
            /** @enum {string} */
            type: "regular" | "manual";
            /** @default  */
            notes?: string;
            /** @description Custom field id → value. Values given replace the old ones, "" clears, others stay. */
            customfields?: {
                [key: string]: string;
            } | string;
            /**
             * @description Ids of files, at most 20. Replaces the whole list.
             * @default []
             */
            attached_files?: number[];
            /** @description Accepted, but not a property of the record. */
            origin_hint?: unknown;
            /** @description Accepted, but not a property of the record. */
            origin_hint_start?: unknown;
            /** @description Accepted, but not a property of the record. */
            origin_hint_end?: unknown;
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "jobcode_id": 7003
         *     }
         */
        TimesheetsUpdate: {
            /** @description The record. */
            id: number;
            /** @description Number of a record of jobcodes; 0 is none. */
            jobcode_id?: number;
            /**
             * @description Regular: when it began. Manual: 08:00 of the date, cannot be set.
             * @example 2026-03-02T15:00:00+00:00
             */
            start?: string;
            /**
             * @description Regular: when it ended; "" while running.
             * @example 2026-03-02T15:00:00+00:00
             */
            end?: string;
            /** @description Seconds; 0 while running. Set for manual time, stored in hundredths of an hour. */
            duration?: number;
            /**
             * @description Local date of the start in the user’s time zone. Set for manual time.
             * @example 2026-03-02
             */
            date?: string;
            notes?: string;
            /** @description Custom field id → value. Values given replace the old ones, "" clears, others stay. */
            customfields?: {
                [key: string]: string;
            } | string;
            /** @description Ids of files, at most 20. Replaces the whole list. */
            attached_files?: number[];
            /** @description Accepted, but not a property of the record. */
            origin_hint?: unknown;
            /** @description Accepted, but not a property of the record. */
            origin_hint_start?: unknown;
            /** @description Accepted, but not a property of the record. */
            origin_hint_end?: unknown;
        };
        TimesheetsResult: (components["schemas"]["Done"] & components["schemas"]["TimesheetsRecord"]) | components["schemas"]["Refused"];
        TimesheetsBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                timesheets: {
                    [key: string]: components["schemas"]["TimesheetsResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        TimesheetsDeletion: {
            results: {
                timesheets: {
                    [key: string]: (components["schemas"]["Done"] & {
                        /** @example OK, deleted */
                        _status_message?: string;
                        /** @example 7001 */
                        id: string;
                    }) | components["schemas"]["Refused"];
                };
            };
        };
        /** @description Deleted timesheets, kept for at least 180 days. */
        TimesheetsDeletedRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description Number of a record of users; 0 is none. */
            readonly user_id: number;
            /** @description Number of a record of jobcodes; 0 is none. */
            readonly jobcode_id: number;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly start: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly end: string;
            /** @description Seconds; 0 if deleted while running. */
            readonly duration: number;
            /** @example 2026-03-02 */
            readonly date: string;
            /** @description Whole hours from UTC. */
            readonly tz: number;
            readonly tz_str: string;
            /**
             * @example regular
             * @enum {string}
             */
            readonly type: "regular" | "manual";
            readonly location: string;
            /**
             * @example 0
             * @enum {string}
             */
            readonly active: "0";
            /** @example false */
            readonly on_the_clock: boolean;
            readonly locked: number;
            readonly notes: string;
            readonly customfields: {
                [key: string]: string;
            } | string;
            readonly attached_files: number[];
            /** @description Number of a record of users; 0 is none. */
            readonly created_by_user_id: number;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /**
             * @description When it was deleted.
             * @example 2026-03-02T15:00:00+00:00
             */
            readonly last_modified: string;
        };
        TimesheetsDeletedList: {
            results: {
                timesheets_deleted: {
                    [key: string]: components["schemas"]["TimesheetsDeletedRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /** @description The people of the company. */
        UsersRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            first_name: string;
            last_name: string;
            display_name: string;
            readonly pronouns: string;
            /** @description Number of a record of groups; 0 is none. */
            group_id: number;
            /**
             * @description False: archived.
             * @example true
             */
            active: boolean;
            /** @description Unique unless 0. */
            employee_number: number;
            /** @example false */
            salaried?: boolean;
            /** @example false */
            exempt?: boolean;
            /** @description Unique in the company, ignoring case. */
            username?: string;
            email: string;
            /** @example false */
            readonly email_verified: boolean;
            /** @description Unique unless empty. */
            payroll_id?: string;
            mobile_number?: string;
            /** @example 2026-03-02 */
            hire_date?: string;
            /** @example 2026-03-02 */
            term_date?: string;
            job_title: string;
            gender: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /**
             * @description Last activity, to the nearest quarter hour.
             * @example 2026-03-02T15:00:00+00:00
             */
            readonly last_active: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            readonly client_url: string;
            readonly company_name: string;
            readonly profile_image_url: string;
            /** @description Seconds by PTO jobcode: time granted less time taken. */
            readonly pto_balances: {
                [key: string]: number;
            };
            /**
             * @description Time through this date is submitted.
             * @example 2026-03-02
             */
            submitted_to?: string;
            /**
             * @description Time through this date is approved.
             * @example 2026-03-02
             */
            approved_to?: string;
            readonly manager_of_group_ids: number[];
            /** @example true */
            require_password_change: boolean;
            readonly pay_rate?: number;
            /**
             * @example hour
             * @enum {string}
             */
            readonly pay_interval?: "hour" | "year";
            permissions?: {
                [key: string]: boolean;
            };
            customfields?: {
                [key: string]: string;
            } | string;
        };
        UsersList: {
            results: {
                users: {
                    [key: string]: components["schemas"]["UsersRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "first_name": "Wanda",
         *       "last_name": "Worker",
         *       "username": "wanda"
         *     }
         */
        UsersCreate: {
            first_name: string;
            last_name: string;
            /** @default  */
            display_name?: string;
            /**
             * @description Number of a record of groups; 0 is none.
             * @default 0
             */
            group_id?: number;
            /**
             * @description False: archived.
             * @default true
             */
            active?: boolean;
            /**
             * @description Unique unless 0.
             * @default 0
             */
            employee_number?: number;
            /** @default false */
            salaried?: boolean;
            /** @default false */
            exempt?: boolean;
            /** @description Unique in the company, ignoring case. */
            username: string;
            /** @default  */
            email?: string;
            /**
             * @description Unique unless empty.
             * @default
             */
            payroll_id?: string;
            /** @default  */
            mobile_number?: string;
            /**
             * @default 0000-00-00
             * @example 2026-03-02
             */
            hire_date?: string;
            /**
             * @default 0000-00-00
             * @example 2026-03-02
             */
            term_date?: string;
            /** @default  */
            job_title?: string;
            /** @default  */
            gender?: string;
            /**
             * @description Time through this date is submitted.
             * @default 2000-01-01
             * @example 2026-03-02
             */
            submitted_to?: string;
            /**
             * @description Time through this date is approved.
             * @default 2000-01-01
             * @example 2026-03-02
             */
            approved_to?: string;
            /** @default true */
            require_password_change?: boolean;
            /**
             * @description Only on your own record.
             * @default
             */
            password?: string;
            /**
             * @description Accepted, not kept.
             * @default
             */
            login_pin?: string;
            /**
             * @default {
             *       "admin": false,
             *       "mobile": true,
             *       "status_box": false,
             *       "reports": false,
             *       "manage_timesheets": false,
             *       "manage_authorization": false,
             *       "manage_users": false,
             *       "manage_my_timesheets": false,
             *       "manage_jobcodes": false,
             *       "pin_login": false,
             *       "approve_timesheets": false,
             *       "manage_schedules": false,
             *       "external_access": false,
             *       "manage_my_schedule": false,
             *       "manage_company_schedules": false,
             *       "view_company_schedules": false,
             *       "view_group_schedules": false,
             *       "manage_no_schedules": false,
             *       "view_my_schedules": false,
             *       "view_projects": false,
             *       "manage_projects": false,
             *       "time_tracking": false
             *     }
             */
            permissions?: {
                [key: string]: boolean;
            };
            /** @default  */
            customfields?: {
                [key: string]: string;
            } | string;
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "first_name": "Wanda"
         *     }
         */
        UsersUpdate: {
            /** @description The record. */
            id?: number;
            first_name?: string;
            last_name?: string;
            display_name?: string;
            /** @description Number of a record of groups; 0 is none. */
            group_id?: number;
            /** @description False: archived. */
            active?: boolean;
            /** @description Unique unless 0. */
            employee_number?: number;
            salaried?: boolean;
            exempt?: boolean;
            /** @description Unique in the company, ignoring case. */
            username?: string;
            email?: string;
            /** @description Unique unless empty. */
            payroll_id?: string;
            mobile_number?: string;
            /** @example 2026-03-02 */
            hire_date?: string;
            /** @example 2026-03-02 */
            term_date?: string;
            job_title?: string;
            gender?: string;
            /**
             * @description Time through this date is submitted.
             * @example 2026-03-02
             */
            submitted_to?: string;
            /**
             * @description Time through this date is approved.
             * @example 2026-03-02
             */
            approved_to?: string;
            require_password_change?: boolean;
            /** @description Only on your own record. */
            password?: string;
            /** @description Accepted, not kept. */
            login_pin?: string;
            permissions?: {
                [key: string]: boolean;
            };
            customfields?: {
                [key: string]: string;
            } | string;
        };
        UsersResult: (components["schemas"]["Done"] & components["schemas"]["UsersRecord"]) | components["schemas"]["Refused"];
        UsersBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                users: {
                    [key: string]: components["schemas"]["UsersResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description Restricts the items that a custom field offers with a jobcode, to a user or to a group. */
        CustomfielditemFiltersRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /**
             * @description False: removed.
             * @example true
             */
            active: boolean;
            /**
             * @description Where the item is offered.
             * @example jobcodes
             * @enum {string}
             */
            applies_to: "jobcodes" | "users" | "groups";
            /** @description Id of that jobcode, user or group. */
            applies_to_id: number;
            /** @description Number of a record of customfielditems; 0 is none. */
            customfielditem_id: number;
            /** @description The managed list that the item belongs to. */
            customfield_id: number;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
        };
        CustomfielditemFiltersList: {
            results: {
                customfielditem_filters: {
                    [key: string]: components["schemas"]["CustomfielditemFiltersRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "customfield_id": 7002,
         *       "customfielditem_id": 7004,
         *       "applies_to": "jobcodes",
         *       "applies_to_id": 7003
         *     }
         */
        CustomfielditemFiltersCreate: {
            /**
             * @description False: removed.
             * @default true
             */
            active?: boolean;
            /**
             * @description Where the item is offered.
             * @enum {string}
             */
            applies_to: "jobcodes" | "users" | "groups";
            /** @description Id of that jobcode, user or group. */
            applies_to_id: number;
            /** @description Number of a record of customfielditems; 0 is none. */
            customfielditem_id: number;
            /** @description The managed list that the item belongs to. */
            customfield_id: number;
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "active": false
         *     }
         */
        CustomfielditemFiltersUpdate: {
            /** @description The record. */
            id: number;
            /** @description False: removed. */
            active?: boolean;
            /**
             * @description Where the item is offered.
             * @enum {string}
             */
            applies_to?: "jobcodes" | "users" | "groups";
            /** @description Id of that jobcode, user or group. */
            applies_to_id?: number;
            /** @description Number of a record of customfielditems; 0 is none. */
            customfielditem_id?: number;
            /** @description The managed list that the item belongs to. */
            customfield_id?: number;
        };
        CustomfielditemFiltersResult: (components["schemas"]["Done"] & components["schemas"]["CustomfielditemFiltersRecord"]) | components["schemas"]["Refused"];
        CustomfielditemFiltersBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                customfielditem_filters: {
                    [key: string]: components["schemas"]["CustomfielditemFiltersResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description The active custom field item filters of each jobcode. */
        CustomfielditemJobcodeFiltersRecord: {
            /** @description Id of the jobcode. */
            readonly id: number;
            /**
             * @description When any of its filters last changed.
             * @example 2026-03-02T15:00:00+00:00
             */
            readonly last_modified: string;
            /** @description Items by custom field; [] once all filters of a field are inactive. */
            readonly filtered_customfielditems: {
                [key: string]: string[];
            };
        };
        CustomfielditemJobcodeFiltersList: {
            results: {
                customfielditem_jobcode_filters: {
                    [key: string]: components["schemas"]["CustomfielditemJobcodeFiltersRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
        };
        /** @description The active custom field item filters of each user and of each group. */
        CustomfielditemUserFiltersRecord: {
            /** @description Id of the user or group. */
            readonly id: number;
            /**
             * @example user
             * @enum {string}
             */
            readonly type: "user" | "group";
            /**
             * @description When any of its filters last changed.
             * @example 2026-03-02T15:00:00+00:00
             */
            readonly last_modified: string;
            /** @description Items by custom field; [] once all filters of a field are inactive. */
            readonly filtered_customfielditems: {
                [key: string]: string[];
            };
        };
        CustomfielditemUserFiltersList: {
            results: {
                customfielditem_user_filters: {
                    [key: string]: components["schemas"]["CustomfielditemUserFiltersRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
        };
        /** @description Planned work, each project with a jobcode of its own. */
        ProjectsRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description Holds the time of the project; created if omitted. */
            jobcode_id: number;
            /** @description The parent of that jobcode; 0 is the top level. */
            parent_jobcode_id: number;
            /** @description Same as the name of the jobcode; changing one changes the other. */
            name: string;
            /**
             * @description Completing it archives the jobcode.
             * @example not_started
             * @enum {string}
             */
            status: "not_started" | "in_progress" | "complete";
            description: string;
            /**
             * @description Must not be after due_date.
             * @example 2026-03-02T00:00:00+00:00
             */
            start_date: string;
            /** @example 2026-03-02T00:00:00+00:00 */
            due_date: string;
            /**
             * @description Must not be before start_date. Set when the status becomes complete.
             * @example 2026-03-02T00:00:00+00:00
             */
            completed_date: string;
            /**
             * @description False: deleted. The jobcode is archived and restored with it.
             * @example true
             */
            active: boolean;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @description The record of when the requester last read the feed. Ignored if sent. */
            readonly linked_objects: {
                notes_read_times: number[];
            };
        };
        ProjectsList: {
            results: {
                projects: {
                    [key: string]: components["schemas"]["ProjectsRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "name": "Roof repair"
         *     }
         */
        ProjectsCreate: {
            /**
             * @description Holds the time of the project; created if omitted.
             * @default 0
             */
            jobcode_id?: number;
            /**
             * @description The parent of that jobcode; 0 is the top level.
             * @default 0
             */
            parent_jobcode_id?: number;
            /**
             * @description Same as the name of the jobcode; changing one changes the other.
             * @default
             */
            name?: string;
            /**
             * @description Completing it archives the jobcode.
             * @default not_started
             * @enum {string}
             */
            status?: "not_started" | "in_progress" | "complete";
            /** @default  */
            description?: string;
            /**
             * @description Must not be after due_date.
             * @default
             * @example 2026-03-02T00:00:00+00:00
             */
            start_date?: string;
            /**
             * @default
             * @example 2026-03-02T00:00:00+00:00
             */
            due_date?: string;
            /**
             * @description Must not be before start_date. Set when the status becomes complete.
             * @default
             * @example 2026-03-02T00:00:00+00:00
             */
            completed_date?: string;
            /**
             * @description False: deleted. The jobcode is archived and restored with it.
             * @default true
             */
            active?: boolean;
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "name": "Installation"
         *     }
         */
        ProjectsUpdate: {
            /** @description The record. */
            id: number;
            /** @description Same as the name of the jobcode; changing one changes the other. */
            name?: string;
            /**
             * @description Completing it archives the jobcode.
             * @enum {string}
             */
            status?: "not_started" | "in_progress" | "complete";
            description?: string;
            /**
             * @description Must not be after due_date.
             * @example 2026-03-02T00:00:00+00:00
             */
            start_date?: string;
            /** @example 2026-03-02T00:00:00+00:00 */
            due_date?: string;
            /**
             * @description Must not be before start_date. Set when the status becomes complete.
             * @example 2026-03-02T00:00:00+00:00
             */
            completed_date?: string;
            /** @description False: deleted. The jobcode is archived and restored with it. */
            active?: boolean;
        };
        ProjectsResult: (components["schemas"]["Done"] & components["schemas"]["ProjectsRecord"]) | components["schemas"]["Refused"];
        ProjectsBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                projects: {
                    [key: string]: components["schemas"]["ProjectsResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description Notes on a project, newest first. */
        ProjectNotesRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description Number of a record of projects; 0 is none. */
            project_id: number;
            /** @description Who wrote it; only users who manage projects may name someone else. */
            user_id: number;
            note: string;
            /**
             * @description False: removed from the feed, with its files.
             * @example true
             */
            active: boolean;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            readonly mentions: unknown[];
            /** @description Files that belong to it, at most 50; [] removes all. */
            files: number[];
            readonly linked_objects: {
                project_activities?: number[];
            };
        };
        ProjectNotesList: {
            results: {
                project_notes: {
                    [key: string]: components["schemas"]["ProjectNotesRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "project_id": 30,
         *       "note": "Tiles arrived"
         *     }
         */
        ProjectNotesCreate: {
            /** @description Number of a record of projects; 0 is none. */
            project_id: number;
            /** @description Who wrote it; only users who manage projects may name someone else. */
            user_id?: number;
            note: string;
            /**
             * @description False: removed from the feed, with its files.
             * @default true
             */
            active?: boolean;
            /**
             * @description Files that belong to it, at most 50; [] removes all.
             * @default []
             */
            files?: number[];
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "note": "note"
         *     }
         */
        ProjectNotesUpdate: {
            /** @description The record. */
            id: number;
            note?: string;
            /** @description False: removed from the feed, with its files. */
            active?: boolean;
            /** @description Files that belong to it, at most 50; [] removes all. */
            files?: number[];
        };
        ProjectNotesResult: (components["schemas"]["Done"] & components["schemas"]["ProjectNotesRecord"]) | components["schemas"]["Refused"];
        ProjectNotesBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                project_notes: {
                    [key: string]: components["schemas"]["ProjectNotesResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description What has happened on a project, newest first. */
        ProjectActivitiesRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description Who did it, or who it is about, such as the user who clocked in. */
            readonly user_id: number;
            /** @description Number of a record of projects; 0 is none. */
            readonly project_id: number;
            /**
             * @example clock_in
             * @enum {string}
             */
            readonly activity_type: "clock_in" | "clock_out" | "note" | "attachment" | "project_update" | "project_created" | "location_update" | "estimate_item_added" | "estimate_item_removed" | "estimate_item_updated" | "assignment" | "unassignment";
            /**
             * @description False: removed from the feed.
             * @example false
             */
            readonly active: boolean;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /** @description Replies by others since the requester last read the feed, if the requester follows the activity. */
            readonly unread_replies_count: number;
            /** @description True once the requester wrote the note or a reply. */
            readonly following: boolean;
            readonly project_activity_metadata: number[];
            /** @description Ids of the related records, by resource. */
            readonly linked_objects: {
                [key: string]: number[];
            };
        };
        ProjectActivitiesList: {
            results: {
                project_activities: {
                    [key: string]: components["schemas"]["ProjectActivitiesRecord"];
                };
                /** @description Whether there is another page. */
                more: boolean;
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /** @description Replies to an activity of a project, oldest first. */
        ProjectActivityRepliesRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description Number of a record of project_activities; 0 is none. */
            project_activity_id: number;
            /** @description Who wrote it. */
            readonly user_id: number;
            note: string;
            /**
             * @description False: removed from the feed.
             * @example true
             */
            active: boolean;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            readonly mentions: unknown[];
            readonly linked_objects: {
                project_activities?: number[];
            };
        };
        ProjectActivityRepliesList: {
            results: {
                project_activity_replies: {
                    [key: string]: components["schemas"]["ProjectActivityRepliesRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "project_activity_id": 40,
         *       "note": "Good, start Monday"
         *     }
         */
        ProjectActivityRepliesCreate: {
            /** @description Number of a record of project_activities; 0 is none. */
            project_activity_id: number;
            note: string;
            /**
             * @description False: removed from the feed.
             * @default true
             */
            active?: boolean;
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "note": "note"
         *     }
         */
        ProjectActivityRepliesUpdate: {
            /** @description The record. */
            id: number;
            note?: string;
            /** @description False: removed from the feed. */
            active?: boolean;
        };
        ProjectActivityRepliesResult: (components["schemas"]["Done"] & components["schemas"]["ProjectActivityRepliesRecord"]) | components["schemas"]["Refused"];
        ProjectActivityRepliesBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                project_activity_replies: {
                    [key: string]: components["schemas"]["ProjectActivityRepliesResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description When the requester last read the feed of each project. */
        ProjectActivityReadTimesRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description Always the requester. */
            user_id: number;
            /** @description Number of a record of projects; 0 is none. */
            project_id: number;
            /**
             * @description When this was last sent.
             * @example 2026-03-02T15:00:00+00:00
             */
            readonly latest_read_time: string;
        };
        ProjectActivityReadTimesList: {
            results: {
                project_activity_read_times: {
                    [key: string]: components["schemas"]["ProjectActivityReadTimesRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "project_id": 30
         *     }
         */
        ProjectActivityReadTimesCreate: {
            /** @description Always the requester. */
            user_id?: number;
            /** @description Number of a record of projects; 0 is none. */
            project_id: number;
        };
        ProjectActivityReadTimesResult: (components["schemas"]["Done"] & components["schemas"]["ProjectActivityReadTimesRecord"]) | components["schemas"]["Refused"];
        ProjectActivityReadTimesBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                project_activity_read_times: {
                    [key: string]: components["schemas"]["ProjectActivityReadTimesResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description Planned time of projects. */
        EstimatesRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description Number of a record of projects; 0 is none. */
            project_id: number;
            /**
             * @description False: deleted. A project has at most one active estimate.
             * @example true
             */
            active: boolean;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /**
             * @description One total, or one for each item of a custom field.
             * @example none
             * @enum {string}
             */
            estimate_by: "none" | "customfields";
            /** @description A managed list of timesheets; 0 with none. */
            estimate_by__id: number;
        };
        EstimatesList: {
            results: {
                estimates: {
                    [key: string]: components["schemas"]["EstimatesRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "project_id": 0,
         *       "estimate_by": "none"
         *     }
         */
        EstimatesCreate: {
            /** @description Number of a record of projects; 0 is none. */
            project_id: number;
            /**
             * @description False: deleted. A project has at most one active estimate.
             * @default true
             */
            active?: boolean;
            /**
             * @description One total, or one for each item of a custom field.
             * @enum {string}
             */
            estimate_by: "none" | "customfields";
            /**
             * @description A managed list of timesheets; 0 with none.
             * @default 0
             */
            estimate_by__id?: number;
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "active": false
         *     }
         */
        EstimatesUpdate: {
            /** @description The record. */
            id: number;
            /** @description False: deleted. A project has at most one active estimate. */
            active?: boolean;
        };
        EstimatesResult: (components["schemas"]["Done"] & components["schemas"]["EstimatesRecord"]) | components["schemas"]["Refused"];
        EstimatesBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                estimates: {
                    [key: string]: components["schemas"]["EstimatesResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description The parts of an estimate. */
        EstimateItemsRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            estimated_seconds: number;
            /** @description Number of a record of estimates; 0 is none. */
            estimate_id: number;
            /**
             * @description False: deleted.
             * @example true
             */
            active: boolean;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
            /**
             * @description tag_clouds, the old name of custom fields, if the estimate is by custom field; customfields is an alias. An update may set it to none, for the project as a whole.
             * @example none
             * @enum {string}
             */
            type: "none" | "tag_clouds";
            /** @description An item of the custom field the estimate is by; 0 with none. */
            type_id: number;
        };
        EstimateItemsList: {
            results: {
                estimate_items: {
                    [key: string]: components["schemas"]["EstimateItemsRecord"];
                };
            };
            /** @description Whether there is another page. */
            more: boolean;
            supplemental_data?: components["schemas"]["Supplemental"];
        };
        /**
         * @example {
         *       "estimate_id": 0,
         *       "type": "none"
         *     }
         */
        EstimateItemsCreate: {
            /** @default 0 */
            estimated_seconds?: number;
            /** @description Number of a record of estimates; 0 is none. */
            estimate_id: number;
            /**
             * @description False: deleted.
             * @default true
             */
            active?: boolean;
            /**
             * @description tag_clouds, the old name of custom fields, if the estimate is by custom field; customfields is an alias. An update may set it to none, for the project as a whole.
             * @enum {string}
             */
            type: "none" | "tag_clouds";
            /**
             * @description An item of the custom field the estimate is by; 0 with none.
             * @default 0
             */
            type_id?: number;
        };
        /**
         * @description Omitted properties stay unchanged. Read-only properties may be sent back unchanged.
         * @example {
         *       "id": 7001,
         *       "estimated_seconds": 0
         *     }
         */
        EstimateItemsUpdate: {
            /** @description The record. */
            id: number;
            estimated_seconds?: number;
            /** @description False: deleted. */
            active?: boolean;
            /**
             * @description tag_clouds, the old name of custom fields, if the estimate is by custom field; customfields is an alias. An update may set it to none, for the project as a whole.
             * @enum {string}
             */
            type?: "none" | "tag_clouds";
            /** @description An item of the custom field the estimate is by; 0 with none. */
            type_id?: number;
        };
        EstimateItemsResult: (components["schemas"]["Done"] & components["schemas"]["EstimateItemsRecord"]) | components["schemas"]["Refused"];
        EstimateItemsBatch: {
            /** @description Outcomes by position in the request, starting at 1. */
            results: {
                estimate_items: {
                    [key: string]: components["schemas"]["EstimateItemsResult"];
                };
            };
            supplemental_data: components["schemas"]["Supplemental"];
        };
        /** @description Companies of this server that this one manages. To act in one, send its id as vnd.tsheets.ManagedClientId. */
        ManagedClientsRecord: {
            /**
             * @description The value for the header vnd.tsheets.ManagedClientId.
             * @example 4146
             */
            readonly id: string;
            /** @description Name of the managed company in URLs. */
            readonly company_url: string;
            /** @description Its name. */
            readonly company_name: string;
            /**
             * @description False: no longer managed.
             * @example false
             */
            readonly active: boolean;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
        };
        ManagedClientsList: {
            results: {
                managed_clients: {
                    [key: string]: components["schemas"]["ManagedClientsRecord"];
                };
                /** @description Whether there is another page. */
                more: boolean;
            };
            /** @description Whether there is another page. */
            more: boolean;
        };
        /** @description Notes on requests for time off. */
        TimeOffRequestNotesRecord: {
            /** @description Identifies the record within the company. */
            readonly id: number;
            /** @description Number of a record of time_off_requests; 0 is none. */
            time_off_request_id: number;
            /** @description Who wrote it. */
            readonly user_id: number;
            /** @example true */
            readonly active: boolean;
            note: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly created: string;
            /** @example 2026-03-02T15:00:00+00:00 */
            readonly last_modified: string;
        };
    };
    responses: {
        /** @description Nothing has changed since the response with the ETag in `If-None-Match`. */
        Status304: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The body is not JSON. */
        Status400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The access token is missing, unknown, deleted or expired. */
        Status401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The user of the token does not have permission for this. */
        Status403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description More than 50 items, or a body of more than 1 MiB. Nothing was changed. */
        Status413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A required parameter is missing or a value is invalid. The message names it. */
        Status417: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests. `Retry-After` is the number of seconds to wait. */
        Status429: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The company does not allow access from this address. */
        Status499: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something went wrong on the server; its log has the details. */
        Status500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server is busy, stopping, or cannot reach its database. Send the request again after `Retry-After` seconds. */
        Status503: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Anything else that went wrong. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listCustomfields: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description By `applies_to`. */
                applies_to?: "timesheet" | "user" | "jobcode" | "all";
                /** @description By `value_type`. */
                value_type?: "managed-list" | "free-form" | "both";
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "customfields": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "active": true,
                     *             "required": false,
                     *             "applies_to": "timesheet",
                     *             "type": "managed-list",
                     *             "short_code": "",
                     *             "regex_filter": "",
                     *             "name": "Installation",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "ui_preference": "text_box_with_suggest",
                     *             "required_customfields": [],
                     *             "show_to_all": false
                     *           }
                     *         }
                     *       },
                     *       "more": false
                     *     }
                     */
                    "application/json": components["schemas"]["CustomfieldsList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateCustomfields: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "active": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["CustomfieldsUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "customfields": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "active": false,
                     *             "required": false,
                     *             "applies_to": "timesheet",
                     *             "type": "managed-list",
                     *             "short_code": "",
                     *             "regex_filter": "",
                     *             "name": "Installation",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "ui_preference": "text_box_with_suggest",
                     *             "required_customfields": [],
                     *             "show_to_all": false
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomfieldsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createCustomfields: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "type": "managed-list",
                 *           "name": "Installation"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["CustomfieldsCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "customfields": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "active": true,
                     *             "required": false,
                     *             "applies_to": "timesheet",
                     *             "type": "managed-list",
                     *             "short_code": "",
                     *             "regex_filter": "",
                     *             "name": "Installation",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "ui_preference": "text_box_with_suggest",
                     *             "required_customfields": [],
                     *             "show_to_all": false
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomfieldsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listCustomfielditems: {
        parameters: {
            query: {
                /** @description By `customfield_id`. */
                customfield_id: number;
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description `*` stands for any run of characters; matching begins at the start. */
                name?: string;
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "customfielditems": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "customfield_id": 301,
                     *             "active": true,
                     *             "short_code": "",
                     *             "name": "Installation",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "required_customfields": []
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["CustomfielditemsList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateCustomfielditems: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "active": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["CustomfielditemsUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "customfielditems": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "customfield_id": 301,
                     *             "active": false,
                     *             "short_code": "",
                     *             "name": "Installation",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "required_customfields": []
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["CustomfielditemsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createCustomfielditems: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "customfield_id": 301,
                 *           "name": "Installation"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["CustomfielditemsCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "customfielditems": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "customfield_id": 301,
                     *             "active": true,
                     *             "short_code": "",
                     *             "name": "Installation",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "required_customfields": []
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["CustomfielditemsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Uploaded by these users. Without this, ids or object_ids, your own uploads. */
                uploaded_by_user_ids?: string;
                /** @description The kind of the objects in `object_ids`; each requires the other. */
                linked_object_type?: "timesheet";
                /** @description Attached to these; requires linked_object_type. */
                object_ids?: string;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "files": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "uploaded_by_user_id": 5102,
                     *             "file_name": "file_name",
                     *             "active": true,
                     *             "size": 0,
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "linked_objects": {
                     *               "timesheets": [
                     *                 "7001"
                     *               ]
                     *             },
                     *             "meta_data": {
                     *               "file_description": "Valve before repair",
                     *               "image_rotation": 0
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["FilesList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateFiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "file_name": "file_name"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["FilesUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "files": {
                     *           "7001": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "uploaded_by_user_id": 5102,
                     *             "file_name": "file_name",
                     *             "active": true,
                     *             "size": 0,
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "linked_objects": {
                     *               "timesheets": [
                     *                 "7001"
                     *               ]
                     *             },
                     *             "meta_data": {
                     *               "file_description": "Valve before repair",
                     *               "image_rotation": 0
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["FilesBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createFiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "file_name": "valve.png",
                 *           "file_data": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
                 *           "meta_data": {
                 *             "file_description": "Valve before repair",
                 *             "image_rotation": 0
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["FilesCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "files": {
                     *           "7001": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "uploaded_by_user_id": 5102,
                     *             "file_name": "valve.png",
                     *             "active": true,
                     *             "size": 0,
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "linked_objects": {
                     *               "timesheets": [
                     *                 "7001"
                     *               ]
                     *             },
                     *             "meta_data": {
                     *               "file_description": "Valve before repair",
                     *               "image_rotation": 0
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["FilesBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            /** @description More than 50 items, or a body larger than the server's limit (2 MiB by default). Nothing was changed. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    deleteFiles: {
        parameters: {
            query?: {
                /** @description Ids of the records, separated by commas; at most 50. */
                ids?: string;
            };
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "files": {
                     *           "7001": {
                     *             "_status_code": 200,
                     *             "_status_message": "OK, deleted",
                     *             "id": "7001"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FilesDeletion"];
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listGeofenceConfigs: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Must be locations; nothing else can have a fence. */
                type?: string;
                /** @description Fences around these; requires `type`. */
                type_ids?: string;
                /** @description By `enabled`. */
                enabled?: "yes" | "no" | "both";
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Only those linked to a jobcode assigned to the caller. */
                by_jobcode_assignment?: boolean;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "geofence_configs": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "type": "locations",
                     *             "type_id": 0,
                     *             "active": false,
                     *             "enabled": false,
                     *             "radius": 0,
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["GeofenceConfigsList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listGeolocations: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Ids, separated by commas. */
                user_ids?: string;
                /** @description Users who are in these groups now. */
                group_ids?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "geolocations": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "user_id": 5102,
                     *             "accuracy": 0,
                     *             "altitude": 0,
                     *             "latitude": 0,
                     *             "longitude": 0,
                     *             "device_identifier": "",
                     *             "source": "gps",
                     *             "heading": 0,
                     *             "speed": 0,
                     *             "created": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["GeolocationsList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createGeolocations: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "user_id": 5102,
                 *           "accuracy": 0,
                 *           "altitude": 0,
                 *           "latitude": 0,
                 *           "longitude": 0,
                 *           "created": "2026-03-02T15:00:00+00:00"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["GeolocationsCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "geolocations": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "user_id": 5102,
                     *             "accuracy": 0,
                     *             "altitude": 0,
                     *             "latitude": 0,
                     *             "longitude": 0,
                     *             "device_identifier": "",
                     *             "source": "gps",
                     *             "heading": 0,
                     *             "speed": 0,
                     *             "created": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["GeolocationsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. Also called id. */
                ids?: string;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description Ids, separated by commas. */
                manager_ids?: string;
                /** @description Several are separated by commas. Also called names. */
                name?: string;
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "groups": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "active": true,
                     *             "name": "Installation",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "manager_ids": []
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["GroupsList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateGroups: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "active": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["GroupsUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "groups": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "active": false,
                     *             "name": "Installation",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "manager_ids": []
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["GroupsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createGroups: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "name": "Installation",
                 *           "active": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["GroupsCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "groups": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "active": true,
                     *             "name": "Installation",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "manager_ids": []
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["GroupsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createInvitations: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "contact_method": "email",
                 *           "contact_info": "wanda@example.com",
                 *           "user_id": 5102
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["InvitationsCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "invites": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listJobcodes: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description 0 is the top level; -1, the default, is any parent. */
                parent_ids?: string;
                /** @description `*` stands for any run of characters; matching begins at the start. */
                name?: string;
                /** @description By `type`. */
                type?: "regular" | "pto" | "paid_break" | "unpaid_break" | "unpaid_time_off" | "all";
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description Adds the property customfields to each record. */
                customfields?: boolean;
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "jobcodes": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "parent_id": 7003,
                     *             "assigned_to_all": false,
                     *             "billable": false,
                     *             "active": true,
                     *             "type": "regular",
                     *             "has_children": false,
                     *             "billable_rate": 0,
                     *             "short_code": "",
                     *             "name": "Installation",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "filtered_customfielditems": {},
                     *             "required_customfields": [],
                     *             "locations": [],
                     *             "geofence_config_id": 0,
                     *             "project_id": 0,
                     *             "customfields": {}
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["JobcodesList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateJobcodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "parent_id": 7003
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["JobcodesUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "jobcodes": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "parent_id": 7003,
                     *             "assigned_to_all": false,
                     *             "billable": false,
                     *             "active": true,
                     *             "type": "regular",
                     *             "has_children": false,
                     *             "billable_rate": 0,
                     *             "short_code": "",
                     *             "name": "Installation",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "filtered_customfielditems": {},
                     *             "required_customfields": [],
                     *             "locations": [],
                     *             "geofence_config_id": 0,
                     *             "project_id": 0,
                     *             "customfields": {}
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["JobcodesBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createJobcodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "name": "Installation",
                 *           "parent_id": 0
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["JobcodesCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "jobcodes": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "parent_id": 0,
                     *             "assigned_to_all": false,
                     *             "billable": false,
                     *             "active": true,
                     *             "type": "regular",
                     *             "has_children": false,
                     *             "billable_rate": 0,
                     *             "short_code": "",
                     *             "name": "Installation",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "filtered_customfielditems": {},
                     *             "required_customfields": [],
                     *             "locations": [],
                     *             "geofence_config_id": 0,
                     *             "project_id": 0,
                     *             "customfields": {}
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["JobcodesBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listJobcodeAssignments: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Assignments of these users, and those to everyone. */
                user_ids?: string;
                /** @description By `type`. */
                type?: "regular" | "pto" | "paid_break" | "unpaid_break" | "unpaid_time_off" | "all";
                /** @description By `jobcode_id`. */
                jobcode_id?: number;
                /** @description Ids, separated by commas. */
                jobcode_ids?: string;
                /** @description 0 is the top level. */
                jobcode_parent_id?: number;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description By `active_jobcodes`. */
                active_jobcodes?: "yes" | "no" | "both";
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "jobcode_assignments": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "user_id": 5102,
                     *             "jobcode_id": 7003,
                     *             "active": true,
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["JobcodeAssignmentsList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createJobcodeAssignments: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "user_id": 5102,
                 *           "jobcode_id": 7003
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["JobcodeAssignmentsCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "jobcode_assignments": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "user_id": 5102,
                     *             "jobcode_id": 7003,
                     *             "active": true,
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["JobcodeAssignmentsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    deleteJobcodeAssignments: {
        parameters: {
            query?: {
                /** @description Ids of the records, separated by commas; at most 50. */
                ids?: string;
            };
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "jobcode_assignments": {
                     *           "7001": {
                     *             "_status_code": 200,
                     *             "_status_message": "OK, deleted",
                     *             "id": 7001
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JobcodeAssignmentsDeletion"];
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listLocations: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description Any of none, in_progress, retry, error, complete, separated by commas. */
                geocoding_status?: string;
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Only those linked to a jobcode assigned to the caller. */
                by_jobcode_assignment?: boolean;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "locations": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "addr1": "",
                     *             "addr2": "",
                     *             "city": "",
                     *             "state": "",
                     *             "zip": "",
                     *             "formatted_address": " , ,  ",
                     *             "country": "",
                     *             "active": true,
                     *             "latitude": 0,
                     *             "longitude": 0,
                     *             "place_id": "",
                     *             "place_id_hash": "",
                     *             "label": "",
                     *             "notes": "",
                     *             "geocoding_status": "none",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "linked_objects": {
                     *               "jobcodes": []
                     *             },
                     *             "geofence_config_id": 0
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["LocationsList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateLocations: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "addr1": ""
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["LocationsUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "locations": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "addr1": "",
                     *             "addr2": "",
                     *             "city": "",
                     *             "state": "",
                     *             "zip": "",
                     *             "formatted_address": " , ,  ",
                     *             "country": "",
                     *             "active": true,
                     *             "latitude": 0,
                     *             "longitude": 0,
                     *             "place_id": "",
                     *             "place_id_hash": "",
                     *             "label": "",
                     *             "notes": "",
                     *             "geocoding_status": "none",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "linked_objects": {
                     *               "jobcodes": []
                     *             },
                     *             "geofence_config_id": 0
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["LocationsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createLocations: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "addr1": "9 Harbour Street",
                 *           "city": "Port Vale",
                 *           "state": "ME",
                 *           "zip": "04041",
                 *           "label": "Harbour job"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["LocationsCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "locations": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "addr1": "9 Harbour Street",
                     *             "addr2": "",
                     *             "city": "Port Vale",
                     *             "state": "ME",
                     *             "zip": "04041",
                     *             "formatted_address": " , ,  ",
                     *             "country": "",
                     *             "active": true,
                     *             "latitude": 0,
                     *             "longitude": 0,
                     *             "place_id": "",
                     *             "place_id_hash": "",
                     *             "label": "Harbour job",
                     *             "notes": "",
                     *             "geocoding_status": "none",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "linked_objects": {
                     *               "jobcodes": []
                     *             },
                     *             "geofence_config_id": 0
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["LocationsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listLocationsMap: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Whether the link still exists. */
                active?: "yes" | "no" | "both";
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Only those linked to a jobcode assigned to the caller. */
                by_jobcode_assignment?: boolean;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "locations_map": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "x_table": "job_codes",
                     *             "x_id": 7003,
                     *             "location_id": 0,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["LocationsMapList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Only administrators may name another user. */
                user_id?: number;
                /** @description Before this instant. */
                delivery_before?: string;
                /** @description After this instant. */
                delivery_after?: string;
                /** @description By `msg_tracking_id`. */
                msg_tracking_id?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "notifications": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "msg_tracking_id": "",
                     *             "user_id": 5102,
                     *             "message": "Please submit your time.",
                     *             "method": "push",
                     *             "delivery_time": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "precheck": "none"
                     *           }
                     *         },
                     *         "more": false
                     *       },
                     *       "more": false
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationsList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createNotifications: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "message": "Please submit your time.",
                 *           "user_id": 5102
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["NotificationsCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "notifications": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "msg_tracking_id": "",
                     *             "user_id": 5102,
                     *             "message": "Please submit your time.",
                     *             "method": "push",
                     *             "delivery_time": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "precheck": "none"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    deleteNotifications: {
        parameters: {
            query: {
                /** @description Ids of the records, separated by commas; at most 50. */
                ids: string;
            };
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "notifications": {
                     *           "7001": {
                     *             "_status_code": 200,
                     *             "_status_message": "OK, deleted",
                     *             "id": "7001"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationsDeletion"];
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listTimeOffRequests: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Ids, separated by commas. */
                user_ids?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "time_off_requests": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "user_id": 5102,
                     *             "time_off_request_notes": [],
                     *             "time_off_request_entries": [],
                     *             "status": "pending",
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["TimeOffRequestsList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateTimeOffRequests: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "time_off_request_notes": []
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["TimeOffRequestsUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "time_off_requests": {
                     *           "7001": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "user_id": 5102,
                     *             "time_off_request_notes": [],
                     *             "time_off_request_entries": [],
                     *             "status": "pending",
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["TimeOffRequestsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createTimeOffRequests: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "time_off_request_notes": [
                 *             {
                 *               "note": "Family visit"
                 *             }
                 *           ],
                 *           "time_off_request_entries": [
                 *             {
                 *               "date": "2026-04-09",
                 *               "entry_method": "manual",
                 *               "duration": 28800,
                 *               "jobcode_id": 7101
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["TimeOffRequestsCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "time_off_requests": {
                     *           "7001": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "user_id": 5102,
                     *             "time_off_request_notes": [],
                     *             "time_off_request_entries": [],
                     *             "status": "pending",
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["TimeOffRequestsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listTimeOffRequestEntries: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Ids, separated by commas. */
                time_off_request_ids?: string;
                /** @description Approved or denied by these users. */
                approver_user_ids?: string;
                /** @description Ids, separated by commas. */
                user_ids?: string;
                /** @description By `status`. */
                status?: "pending" | "approved" | "denied" | "canceled";
                /** @description On this date. */
                date?: string;
                /** @description At or after this start_time. */
                start_time?: string;
                /** @description At or before this start_time. */
                end_time?: string;
                /** @description Ids, separated by commas. */
                jobcode_ids?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "time_off_request_entries": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "time_off_request_id": 0,
                     *             "status": "pending",
                     *             "approver_user_id": 5102,
                     *             "date": "2026-03-02",
                     *             "entry_method": "manual",
                     *             "duration": 0,
                     *             "start_time": "2026-03-02T15:00:00+00:00",
                     *             "end_time": "2026-03-02T15:00:00+00:00",
                     *             "tz_string": "",
                     *             "jobcode_id": 7003,
                     *             "user_id": 5102,
                     *             "approved_timesheet_id": 0,
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["TimeOffRequestEntriesList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateTimeOffRequestEntries: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "time_off_request_id": 0
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["TimeOffRequestEntriesUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "time_off_request_entries": {
                     *           "7001": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "time_off_request_id": 0,
                     *             "status": "pending",
                     *             "approver_user_id": 5102,
                     *             "date": "2026-03-02",
                     *             "entry_method": "manual",
                     *             "duration": 0,
                     *             "start_time": "2026-03-02T15:00:00+00:00",
                     *             "end_time": "2026-03-02T15:00:00+00:00",
                     *             "tz_string": "",
                     *             "jobcode_id": 7003,
                     *             "user_id": 5102,
                     *             "approved_timesheet_id": 0,
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["TimeOffRequestEntriesBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createTimeOffRequestEntries: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "time_off_request_id": 15400,
                 *           "entry_method": "manual",
                 *           "date": "2026-04-09",
                 *           "duration": 28800,
                 *           "jobcode_id": 7101
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["TimeOffRequestEntriesCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "time_off_request_entries": {
                     *           "7001": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "time_off_request_id": 15400,
                     *             "status": "pending",
                     *             "approver_user_id": 5102,
                     *             "date": "2026-04-09",
                     *             "entry_method": "manual",
                     *             "duration": 28800,
                     *             "start_time": "2026-03-02T15:00:00+00:00",
                     *             "end_time": "2026-03-02T15:00:00+00:00",
                     *             "tz_string": "",
                     *             "jobcode_id": 7101,
                     *             "user_id": 5102,
                     *             "approved_timesheet_id": 0,
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["TimeOffRequestEntriesBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listReminders: {
        parameters: {
            query?: {
                /** @description Ids of users, separated by commas; 0 is the whole company. */
                user_ids?: string;
                /** @description Several are separated by commas. */
                reminder_types?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page; all if omitted. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "reminders": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "reminder_type": "clock-in",
                     *             "due_time": "07:55:00",
                     *             "due_days_of_week": "Mon,Tue,Wed,Thu,Fri",
                     *             "distribution_methods": "Push,Email",
                     *             "active": false,
                     *             "enabled": false,
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "user_id": 5102
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["RemindersList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateReminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "reminder_type": "clock-in"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["RemindersUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "reminders": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "reminder_type": "clock-in",
                     *             "due_time": "07:55:00",
                     *             "due_days_of_week": "Mon,Tue,Wed,Thu,Fri",
                     *             "distribution_methods": "Push,Email",
                     *             "active": false,
                     *             "enabled": false,
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "user_id": 5102
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["RemindersBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createReminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "user_id": 5102,
                 *           "reminder_type": "clock-in",
                 *           "due_time": "07:55:00",
                 *           "due_days_of_week": "Mon,Tue,Wed,Thu,Fri",
                 *           "distribution_methods": "Push,Email",
                 *           "active": true,
                 *           "enabled": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["RemindersCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "reminders": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "reminder_type": "clock-in",
                     *             "due_time": "07:55:00",
                     *             "due_days_of_week": "Mon,Tue,Wed,Thu,Fri",
                     *             "distribution_methods": "Push,Email",
                     *             "active": true,
                     *             "enabled": true,
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "user_id": 5102
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["RemindersBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listScheduleCalendars: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "schedule_calendars": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "name": "Installation",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "more": false
                     *     }
                     */
                    "application/json": components["schemas"]["ScheduleCalendarsList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listScheduleEvents: {
        parameters: {
            query?: {
                /** @description For a team, either the id of the team’s event or that of one person’s. */
                ids?: string;
                /** @description Ids, separated by commas. */
                schedule_calendar_ids?: string;
                /** @description Starting at or after this instant. */
                start?: string;
                /** @description Ending at or before this instant. */
                end?: string;
                /** @description Starting before this instant. */
                starts_before?: string;
                /** @description Ending after this instant. */
                ends_after?: string;
                /** @description Events of these users. Also called user_ids. */
                users_ids?: string;
                /** @description Ids, separated by commas. */
                jobcode_ids?: string;
                /** @description 1: of active people, and unassigned ones. 0: of archived people. -1: both. */
                active_users?: "1" | "0" | "-1";
                /** @description Whether an event of several people is listed once per person, or once for the team. */
                team_events?: "instance" | "base";
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description By `draft`. */
                draft?: "yes" | "no" | "both";
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "schedule_events": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "user_id": 5102,
                     *             "unassigned": false,
                     *             "schedule_calendar_id": 0,
                     *             "jobcode_id": 7003,
                     *             "all_day": false,
                     *             "start": "2026-03-02T15:00:00+00:00",
                     *             "end": "2026-03-02T15:00:00+00:00",
                     *             "active": true,
                     *             "draft": false,
                     *             "timezone": "",
                     *             "title": "",
                     *             "notes": "",
                     *             "color": "#888888",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "customfields": {},
                     *             "assigned_user_ids": [],
                     *             "location": ""
                     *           }
                     *         },
                     *         "more": false,
                     *         "supplemental_data": {}
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ScheduleEventsList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateScheduleEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "schedule_calendar_id": 0
                 *         }
                 *       ],
                 *       "team_events": "instance"
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["ScheduleEventsUpdate"][];
                    /**
                     * @description Whether an event of several people is returned as one event per person, or as one for the team.
                     * @default instance
                     * @enum {string}
                     */
                    team_events?: "instance" | "base";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "schedule_events": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "user_id": 5102,
                     *             "unassigned": false,
                     *             "schedule_calendar_id": 0,
                     *             "jobcode_id": 7003,
                     *             "all_day": false,
                     *             "start": "2026-03-02T15:00:00+00:00",
                     *             "end": "2026-03-02T15:00:00+00:00",
                     *             "active": true,
                     *             "draft": false,
                     *             "timezone": "",
                     *             "title": "",
                     *             "notes": "",
                     *             "color": "#888888",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "customfields": {},
                     *             "assigned_user_ids": [],
                     *             "location": ""
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ScheduleEventsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createScheduleEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "schedule_calendar_id": 7001,
                 *           "start": "2026-03-02T08:00:00-07:00",
                 *           "end": "2026-03-02T16:00:00-07:00",
                 *           "assigned_user_ids": [
                 *             "5102"
                 *           ],
                 *           "title": "Delivery"
                 *         }
                 *       ],
                 *       "team_events": "instance"
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["ScheduleEventsCreate"][];
                    /**
                     * @description Whether an event of several people is returned as one event per person, or as one for the team.
                     * @default instance
                     * @enum {string}
                     */
                    team_events?: "instance" | "base";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "schedule_events": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "user_id": 5102,
                     *             "unassigned": false,
                     *             "schedule_calendar_id": 7001,
                     *             "jobcode_id": 7003,
                     *             "all_day": false,
                     *             "start": "2026-03-02T08:00:00-07:00",
                     *             "end": "2026-03-02T16:00:00-07:00",
                     *             "active": true,
                     *             "draft": false,
                     *             "timezone": "",
                     *             "title": "Delivery",
                     *             "notes": "",
                     *             "color": "#888888",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "customfields": {},
                     *             "assigned_user_ids": [
                     *               "5102"
                     *             ],
                     *             "location": ""
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ScheduleEventsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listTimesheets: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description On or after this date. */
                start_date?: string;
                /** @description On or before this date. */
                end_date?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Before this instant. */
                modified_before?: string;
                /** @description Ids, separated by commas. */
                user_ids?: string;
                /** @description Users who are in these groups now. */
                group_ids?: string;
                /** @description Time of users with these payroll ids. */
                payroll_ids?: string;
                /** @description These jobcodes and all below them; 0 is time without a jobcode. */
                jobcode_ids?: string;
                /** @description By `jobcode_type`. */
                jobcode_type?: "regular" | "pto" | "paid_break" | "unpaid_break" | "unpaid_time_off" | "all";
                /** @description By `on_the_clock`. */
                on_the_clock?: "yes" | "no" | "both";
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "timesheets": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "state": "OPEN",
                     *             "user_id": 5102,
                     *             "jobcode_id": 7003,
                     *             "start": "2026-03-02T15:00:00+00:00",
                     *             "end": "2026-03-02T15:00:00+00:00",
                     *             "duration": 0,
                     *             "date": "2026-03-02",
                     *             "tz": -7,
                     *             "tz_str": "America/Denver",
                     *             "type": "regular",
                     *             "location": "",
                     *             "on_the_clock": true,
                     *             "active": "1",
                     *             "locked": 0,
                     *             "notes": "",
                     *             "customfields": {},
                     *             "attached_files": [],
                     *             "created_by_user_id": 5102,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["TimesheetsList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateTimesheets: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "jobcode_id": 7003
                 *         }
                 *       ],
                 *       "late": "no",
                 *       "reason": ""
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["TimesheetsUpdate"][];
                    /**
                     * @description Whether the items are punches from a device that may have been offline: your own clock-ins and clock-outs may then be up to 72 hours old. The history records that they were sent later.
                     * @default no
                     * @enum {string}
                     */
                    late?: "no" | "yes";
                    /** @description Why the time is changed, for the history. Worth giving when approved time is changed; the web app must give it then. A DELETE takes it as a parameter. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "timesheets": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "state": "OPEN",
                     *             "user_id": 5102,
                     *             "jobcode_id": 7003,
                     *             "start": "2026-03-02T15:00:00+00:00",
                     *             "end": "2026-03-02T15:00:00+00:00",
                     *             "duration": 0,
                     *             "date": "2026-03-02",
                     *             "tz": -7,
                     *             "tz_str": "America/Denver",
                     *             "type": "regular",
                     *             "location": "",
                     *             "on_the_clock": true,
                     *             "active": "1",
                     *             "locked": 0,
                     *             "notes": "",
                     *             "customfields": {},
                     *             "attached_files": [],
                     *             "created_by_user_id": 5102,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["TimesheetsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createTimesheets: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "user_id": 5102,
                 *           "jobcode_id": 7003,
                 *           "type": "regular",
                 *           "start": "2026-03-02T08:00:00-07:00",
                 *           "end": ""
                 *         }
                 *       ],
                 *       "late": "no",
                 *       "reason": ""
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["TimesheetsCreate"][];
                    /**
                     * @description Whether the items are punches from a device that may have been offline: your own clock-ins and clock-outs may then be up to 72 hours old. The history records that they were sent later.
                     * @default no
                     * @enum {string}
                     */
                    late?: "no" | "yes";
                    /** @description Why the time is changed, for the history. Worth giving when approved time is changed; the web app must give it then. A DELETE takes it as a parameter. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "timesheets": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "state": "OPEN",
                     *             "user_id": 5102,
                     *             "jobcode_id": 7003,
                     *             "start": "2026-03-02T08:00:00-07:00",
                     *             "end": "",
                     *             "duration": 0,
                     *             "date": "2026-03-02",
                     *             "tz": -7,
                     *             "tz_str": "America/Denver",
                     *             "type": "regular",
                     *             "location": "",
                     *             "on_the_clock": true,
                     *             "active": "1",
                     *             "locked": 0,
                     *             "notes": "",
                     *             "customfields": {},
                     *             "attached_files": [],
                     *             "created_by_user_id": 5102,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["TimesheetsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    deleteTimesheets: {
        parameters: {
            query?: {
                /** @description Ids of the records, separated by commas; at most 50. */
                ids?: string;
                /** @description Why the time is changed, for the history. Worth giving when approved time is changed; the web app must give it then. A DELETE takes it as a parameter. */
                reason?: string;
            };
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "timesheets": {
                     *           "7001": {
                     *             "_status_code": 200,
                     *             "_status_message": "OK, deleted",
                     *             "id": "7001"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TimesheetsDeletion"];
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listTimesheetsDeleted: {
        parameters: {
            query?: {
                /** @description Worked or created on or after this date; with end_date. */
                start_date?: string;
                /** @description Worked or created on or before this date; with start_date. */
                end_date?: string;
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Deleted since. */
                modified_since?: string;
                /** @description Deleted before. */
                modified_before?: string;
                /** @description Ids, separated by commas. */
                group_ids?: string;
                /** @description Ids, separated by commas. */
                user_ids?: string;
                /** @description Time of this user; overrides user_ids and group_ids. */
                username?: string;
                /** @description These jobcodes and all below them. */
                jobcode_ids?: string;
                /** @description By `jobcode_type`. */
                jobcode_type?: "regular" | "pto" | "paid_break" | "unpaid_break" | "unpaid_time_off" | "all";
                /** @description By `type`. */
                type?: "manual" | "regular" | "both";
                /** @description By `order_results_by`. */
                order_results_by?: "fname" | "lname" | "username" | "date";
                /** @description Reverses the whole order. */
                order_results_reverse?: boolean;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "timesheets_deleted": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "user_id": 5102,
                     *             "jobcode_id": 7003,
                     *             "start": "2026-03-02T15:00:00+00:00",
                     *             "end": "2026-03-02T15:00:00+00:00",
                     *             "duration": 0,
                     *             "date": "2026-03-02",
                     *             "tz": -7,
                     *             "tz_str": "America/Denver",
                     *             "type": "regular",
                     *             "location": "",
                     *             "active": "0",
                     *             "on_the_clock": false,
                     *             "locked": 0,
                     *             "notes": "",
                     *             "customfields": {},
                     *             "attached_files": [],
                     *             "created_by_user_id": 5102,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["TimesheetsDeletedList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Ids, separated by commas. */
                not_ids?: string;
                /** @description Ids, separated by commas. */
                employee_numbers?: string;
                /** @description Several are separated by commas. */
                usernames?: string;
                /** @description 0 is users without a group. */
                group_ids?: string;
                /** @description Ids, separated by commas. */
                not_group_ids?: string;
                /** @description Several are separated by commas. */
                payroll_ids?: string;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description `*` stands for any run of characters; matching begins at the start. */
                first_name?: string;
                /** @description `*` stands for any run of characters; matching begins at the start. */
                last_name?: string;
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "users": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "first_name": "Wanda",
                     *             "last_name": "Worker",
                     *             "display_name": "",
                     *             "pronouns": "",
                     *             "group_id": 41,
                     *             "active": true,
                     *             "employee_number": 0,
                     *             "salaried": false,
                     *             "exempt": false,
                     *             "username": "wanda",
                     *             "email": "wanda@example.com",
                     *             "email_verified": false,
                     *             "payroll_id": "",
                     *             "mobile_number": "",
                     *             "hire_date": "2026-03-02",
                     *             "term_date": "2026-03-02",
                     *             "job_title": "",
                     *             "gender": "",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "last_active": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "client_url": "northyard",
                     *             "company_name": "Northyard",
                     *             "profile_image_url": "",
                     *             "pto_balances": {},
                     *             "submitted_to": "2026-03-02",
                     *             "approved_to": "2026-03-02",
                     *             "manager_of_group_ids": [],
                     *             "require_password_change": true,
                     *             "pay_rate": 0,
                     *             "pay_interval": "hour",
                     *             "permissions": {},
                     *             "customfields": {}
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["UsersList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "first_name": "Wanda"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["UsersUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "users": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "first_name": "Wanda",
                     *             "last_name": "Worker",
                     *             "display_name": "",
                     *             "pronouns": "",
                     *             "group_id": 41,
                     *             "active": true,
                     *             "employee_number": 0,
                     *             "salaried": false,
                     *             "exempt": false,
                     *             "username": "wanda",
                     *             "email": "wanda@example.com",
                     *             "email_verified": false,
                     *             "payroll_id": "",
                     *             "mobile_number": "",
                     *             "hire_date": "2026-03-02",
                     *             "term_date": "2026-03-02",
                     *             "job_title": "",
                     *             "gender": "",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "last_active": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "client_url": "northyard",
                     *             "company_name": "Northyard",
                     *             "profile_image_url": "",
                     *             "pto_balances": {},
                     *             "submitted_to": "2026-03-02",
                     *             "approved_to": "2026-03-02",
                     *             "manager_of_group_ids": [],
                     *             "require_password_change": true,
                     *             "pay_rate": 0,
                     *             "pay_interval": "hour",
                     *             "permissions": {},
                     *             "customfields": {}
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["UsersBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "first_name": "Wanda",
                 *           "last_name": "Worker",
                 *           "username": "wanda"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["UsersCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "users": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "first_name": "Wanda",
                     *             "last_name": "Worker",
                     *             "display_name": "",
                     *             "pronouns": "",
                     *             "group_id": 41,
                     *             "active": true,
                     *             "employee_number": 0,
                     *             "salaried": false,
                     *             "exempt": false,
                     *             "username": "wanda",
                     *             "email": "wanda@example.com",
                     *             "email_verified": false,
                     *             "payroll_id": "",
                     *             "mobile_number": "",
                     *             "hire_date": "2026-03-02",
                     *             "term_date": "2026-03-02",
                     *             "job_title": "",
                     *             "gender": "",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "last_active": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "client_url": "northyard",
                     *             "company_name": "Northyard",
                     *             "profile_image_url": "",
                     *             "pto_balances": {},
                     *             "submitted_to": "2026-03-02",
                     *             "approved_to": "2026-03-02",
                     *             "manager_of_group_ids": [],
                     *             "require_password_change": true,
                     *             "pay_rate": 0,
                     *             "pay_interval": "hour",
                     *             "permissions": {},
                     *             "customfields": {}
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["UsersBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listCustomfielditemFilters: {
        parameters: {
            query?: {
                /** @description Filters of this jobcode. Combined with user_id or group_id: filters that match any of them. */
                jobcode_id?: number;
                /** @description Filters of this user. */
                user_id?: number;
                /** @description Filters of this group. */
                group_id?: number;
                /** @description With user_id: also those of the user’s group. */
                include_user_group?: boolean;
                /** @description With user_id: also those of jobcodes. */
                include_jobcode_filters?: boolean;
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "customfielditem_filters": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "active": true,
                     *             "applies_to": "jobcodes",
                     *             "applies_to_id": 1,
                     *             "customfielditem_id": 0,
                     *             "customfield_id": 301,
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["CustomfielditemFiltersList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateCustomfielditemFilters: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "active": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["CustomfielditemFiltersUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "customfielditem_filters": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "active": false,
                     *             "applies_to": "jobcodes",
                     *             "applies_to_id": 1,
                     *             "customfielditem_id": 0,
                     *             "customfield_id": 301,
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["CustomfielditemFiltersBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createCustomfielditemFilters: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "customfield_id": 7002,
                 *           "customfielditem_id": 7004,
                 *           "applies_to": "jobcodes",
                 *           "applies_to_id": 7003
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["CustomfielditemFiltersCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "customfielditem_filters": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "active": true,
                     *             "applies_to": "jobcodes",
                     *             "applies_to_id": 7003,
                     *             "customfielditem_id": 7004,
                     *             "customfield_id": 7002,
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["CustomfielditemFiltersBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listCustomfielditemJobcodeFilters: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. Also called jobcode_id, ids. */
                jobcode_ids?: string;
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "customfielditem_jobcode_filters": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "filtered_customfielditems": {}
                     *           }
                     *         }
                     *       },
                     *       "more": false
                     *     }
                     */
                    "application/json": components["schemas"]["CustomfielditemJobcodeFiltersList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listCustomfielditemUserFilters: {
        parameters: {
            query?: {
                /** @description The record of this user. With group_id: both records. */
                user_id?: number;
                /** @description The record of this group. */
                group_id?: number;
                /** @description With user_id: also that of the user’s group. */
                include_user_group?: boolean;
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "customfielditem_user_filters": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "type": "user",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "filtered_customfielditems": {}
                     *           }
                     *         }
                     *       },
                     *       "more": false
                     *     }
                     */
                    "application/json": components["schemas"]["CustomfielditemUserFiltersList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Ids, separated by commas. */
                jobcode_ids?: string;
                /** @description 0 is the top level. */
                parent_jobcode_id?: number;
                /** @description `*` stands for any run of characters; matching begins at the start. */
                name?: string;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description Only projects whose jobcode is assigned to the requester. */
                by_jobcode_assignment?: boolean;
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "projects": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "jobcode_id": 7003,
                     *             "parent_jobcode_id": 7003,
                     *             "name": "Installation",
                     *             "status": "not_started",
                     *             "description": "",
                     *             "start_date": "2026-03-02T00:00:00+00:00",
                     *             "due_date": "2026-03-02T00:00:00+00:00",
                     *             "completed_date": "2026-03-02T00:00:00+00:00",
                     *             "active": true,
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "linked_objects": {
                     *               "notes_read_times": []
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectsList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateProjects: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "name": "Installation"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["ProjectsUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "projects": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "jobcode_id": 7003,
                     *             "parent_jobcode_id": 7003,
                     *             "name": "Installation",
                     *             "status": "not_started",
                     *             "description": "",
                     *             "start_date": "2026-03-02T00:00:00+00:00",
                     *             "due_date": "2026-03-02T00:00:00+00:00",
                     *             "completed_date": "2026-03-02T00:00:00+00:00",
                     *             "active": true,
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "linked_objects": {
                     *               "notes_read_times": []
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createProjects: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "name": "Roof repair"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["ProjectsCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "projects": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "jobcode_id": 7003,
                     *             "parent_jobcode_id": 7003,
                     *             "name": "Roof repair",
                     *             "status": "not_started",
                     *             "description": "",
                     *             "start_date": "2026-03-02T00:00:00+00:00",
                     *             "due_date": "2026-03-02T00:00:00+00:00",
                     *             "completed_date": "2026-03-02T00:00:00+00:00",
                     *             "active": true,
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "linked_objects": {
                     *               "notes_read_times": []
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listProjectNotes: {
        parameters: {
            query?: {
                /** @description By `project_id`. */
                project_id?: number;
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Written by these users. */
                user_ids?: string;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "project_notes": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "project_id": 0,
                     *             "user_id": 5102,
                     *             "note": "note",
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "mentions": [],
                     *             "files": [],
                     *             "linked_objects": {
                     *               "project_activities": []
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectNotesList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateProjectNotes: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "note": "note"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["ProjectNotesUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "project_notes": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "project_id": 0,
                     *             "user_id": 5102,
                     *             "note": "note",
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "mentions": [],
                     *             "files": [],
                     *             "linked_objects": {
                     *               "project_activities": []
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectNotesBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createProjectNotes: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "project_id": 30,
                 *           "note": "Tiles arrived"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["ProjectNotesCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "project_notes": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "project_id": 30,
                     *             "user_id": 5102,
                     *             "note": "Tiles arrived",
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "mentions": [],
                     *             "files": [],
                     *             "linked_objects": {
                     *               "project_activities": []
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectNotesBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listProjectActivities: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description By `project_id`. */
                project_id?: number;
                /** @description Several are separated by commas. */
                activity_types?: string;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description This id and those before it, so pages stay stable as the feed grows. */
                max_id?: number;
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "project_activities": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "user_id": 5102,
                     *             "project_id": 0,
                     *             "activity_type": "clock_in",
                     *             "active": false,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "unread_replies_count": 0,
                     *             "following": false,
                     *             "project_activity_metadata": [],
                     *             "linked_objects": {}
                     *           }
                     *         },
                     *         "more": false
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectActivitiesList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listProjectActivityReplies: {
        parameters: {
            query?: {
                /** @description By `project_activity_id`. */
                project_activity_id?: number;
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Written by these users. */
                user_ids?: string;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "project_activity_replies": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "project_activity_id": 0,
                     *             "user_id": 5102,
                     *             "note": "note",
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "mentions": [],
                     *             "linked_objects": {
                     *               "project_activities": []
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectActivityRepliesList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateProjectActivityReplies: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "note": "note"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["ProjectActivityRepliesUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "project_activity_replies": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "project_activity_id": 0,
                     *             "user_id": 5102,
                     *             "note": "note",
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "mentions": [],
                     *             "linked_objects": {
                     *               "project_activities": []
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectActivityRepliesBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createProjectActivityReplies: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "project_activity_id": 40,
                 *           "note": "Good, start Monday"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["ProjectActivityRepliesCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "project_activity_replies": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "project_activity_id": 40,
                     *             "user_id": 5102,
                     *             "note": "Good, start Monday",
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "mentions": [],
                     *             "linked_objects": {
                     *               "project_activities": []
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectActivityRepliesBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listProjectActivityReadTimes: {
        parameters: {
            query?: {
                /** @description Ids of projects, or of these records. */
                ids?: string;
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "project_activity_read_times": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "user_id": 5102,
                     *             "project_id": 0,
                     *             "latest_read_time": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectActivityReadTimesList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    putProjectActivityReadTimes: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "project_id": 30
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["ProjectActivityReadTimesCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "project_activity_read_times": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "user_id": 5102,
                     *             "project_id": 30,
                     *             "latest_read_time": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectActivityReadTimesBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createProjectActivityReadTimes: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "project_id": 30
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["ProjectActivityReadTimesCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "project_activity_read_times": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "user_id": 5102,
                     *             "project_id": 30,
                     *             "latest_read_time": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectActivityReadTimesBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listEstimates: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "estimates": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "project_id": 0,
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "estimate_by": "none",
                     *             "estimate_by__id": 301
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["EstimatesList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateEstimates: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "active": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["EstimatesUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "estimates": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "project_id": 0,
                     *             "active": false,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "estimate_by": "none",
                     *             "estimate_by__id": 301
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["EstimatesBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createEstimates: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "project_id": 0,
                 *           "estimate_by": "none"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["EstimatesCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "estimates": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "project_id": 0,
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "estimate_by": "none",
                     *             "estimate_by__id": 301
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["EstimatesBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listEstimateItems: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Ids, separated by commas. */
                estimate_ids?: string;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description Before this instant. */
                modified_before?: string;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "estimate_items": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "estimated_seconds": 0,
                     *             "estimate_id": 0,
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "type": "none",
                     *             "type_id": 0
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["EstimateItemsList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    updateEstimateItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": 7001,
                 *           "estimated_seconds": 0
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["EstimateItemsUpdate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "estimate_items": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "estimated_seconds": 0,
                     *             "estimate_id": 0,
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "type": "none",
                     *             "type_id": 0
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["EstimateItemsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    createEstimateItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice for this request. A request with the same key is not performed again and gets the same response. */
                "Idempotency-Key"?: string;
                /** @description With `yes`, the response is what it would be, and nothing is stored. */
                "x-clockhouse-dry-run"?: "yes" | "no";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "estimate_id": 0,
                 *           "type": "none"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    data: components["schemas"]["EstimateItemsCreate"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "estimate_items": {
                     *           "1": {
                     *             "_status_code": 200,
                     *             "_status_message": "Created",
                     *             "id": 7001,
                     *             "estimated_seconds": 0,
                     *             "estimate_id": 0,
                     *             "active": true,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "type": "none",
                     *             "type_id": 0
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["EstimateItemsBatch"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    listManagedClients: {
        parameters: {
            query?: {
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description Ids, separated by commas. */
                ids?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "managed_clients": {
                     *           "7001": {
                     *             "id": "4146",
                     *             "company_url": "",
                     *             "company_name": "Northyard",
                     *             "active": false,
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         },
                     *         "more": false
                     *       },
                     *       "more": false
                     *     }
                     */
                    "application/json": components["schemas"]["ManagedClientsList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    getCurrentTotalsReport: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                user_ids?: string;
                /** @description Members of these groups. */
                group_ids?: string;
                /** @description By `on_the_clock`. */
                on_the_clock?: "yes" | "no" | "both";
                /** @description By `order_by`. */
                order_by?: "username" | "first_name" | "last_name" | "group_name" | "group_id" | "shift_seconds" | "day_seconds";
                /** @description By `order_desc`. */
                order_desc?: boolean;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "current_totals": {
                     *           "7001": {
                     *             "user_id": 0,
                     *             "on_the_clock": true,
                     *             "timesheet_id": 0,
                     *             "jobcode_id": 0,
                     *             "group_id": 0,
                     *             "shift_geolocations_available": false,
                     *             "shift_seconds": 5400,
                     *             "day_seconds": 12600
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": {
                        results: {
                            /** @description By user. */
                            current_totals: {
                                [key: string]: {
                                    user_id: number;
                                    /** @example true */
                                    on_the_clock: boolean;
                                    /** @description The running timesheet; null off the clock. */
                                    timesheet_id: number | null;
                                    /** @description Its jobcode; null off the clock. */
                                    jobcode_id: number | null;
                                    /** @description 0 for none. */
                                    group_id: number;
                                    /** @description Whether locations were reported during the running timesheet. */
                                    shift_geolocations_available?: boolean;
                                    /**
                                     * @description Of the running timesheet; 0 off the clock.
                                     * @example 5400
                                     */
                                    shift_seconds: number;
                                    /**
                                     * @description Worked on the user’s day so far, paid breaks included, by the rule that the company has chosen for shifts over midnight. Finished time is rounded if the company rounds.
                                     * @example 12600
                                     */
                                    day_seconds: number;
                                };
                            };
                        };
                        /** @description Whether there is another page. */
                        more: boolean;
                        supplemental_data?: components["schemas"]["Supplemental"];
                    };
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    runCurrentTotalsReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "user_ids": "5102,5103",
                 *         "group_ids": "5102,5103"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example {
                     *       "user_ids": "5102,5103",
                     *       "group_ids": "5102,5103"
                     *     }
                     */
                    data: {
                        /**
                         * @description Ids, separated by commas.
                         * @example 5102,5103
                         */
                        user_ids?: string;
                        /**
                         * @description Members of these groups.
                         * @example 5102,5103
                         */
                        group_ids?: string;
                        /**
                         * @description By `on_the_clock`.
                         * @default both
                         * @enum {string}
                         */
                        on_the_clock?: "yes" | "no" | "both";
                        /**
                         * @description By `order_by`.
                         * @default last_name
                         * @enum {string}
                         */
                        order_by?: "username" | "first_name" | "last_name" | "group_name" | "group_id" | "shift_seconds" | "day_seconds";
                        /**
                         * @description By `order_desc`.
                         * @default false
                         */
                        order_desc?: boolean;
                        /**
                         * @description Number of the page.
                         * @default 1
                         */
                        page?: number;
                        /**
                         * @description Records per page.
                         * @default 200
                         */
                        limit?: number;
                        /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                        per_page?: number;
                        /**
                         * @description Whether to include the records that the results refer to.
                         * @default yes
                         * @enum {string}
                         */
                        supplemental_data?: "yes" | "no";
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "current_totals": {
                     *           "7001": {
                     *             "user_id": 0,
                     *             "on_the_clock": true,
                     *             "timesheet_id": 0,
                     *             "jobcode_id": 0,
                     *             "group_id": 0,
                     *             "shift_geolocations_available": false,
                     *             "shift_seconds": 5400,
                     *             "day_seconds": 12600
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": {
                        results: {
                            /** @description By user. */
                            current_totals: {
                                [key: string]: {
                                    user_id: number;
                                    /** @example true */
                                    on_the_clock: boolean;
                                    /** @description The running timesheet; null off the clock. */
                                    timesheet_id: number | null;
                                    /** @description Its jobcode; null off the clock. */
                                    jobcode_id: number | null;
                                    /** @description 0 for none. */
                                    group_id: number;
                                    /** @description Whether locations were reported during the running timesheet. */
                                    shift_geolocations_available?: boolean;
                                    /**
                                     * @description Of the running timesheet; 0 off the clock.
                                     * @example 5400
                                     */
                                    shift_seconds: number;
                                    /**
                                     * @description Worked on the user’s day so far, paid breaks included, by the rule that the company has chosen for shifts over midnight. Finished time is rounded if the company rounds.
                                     * @example 12600
                                     */
                                    day_seconds: number;
                                };
                            };
                        };
                        /** @description Whether there is another page. */
                        more: boolean;
                        supplemental_data?: components["schemas"]["Supplemental"];
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    getPayrollReport: {
        parameters: {
            query: {
                /** @description Ids, separated by commas. */
                user_ids?: string;
                /** @description Members of these groups. */
                group_ids?: string;
                /** @description First date, inclusive. */
                start_date: string;
                /** @description Last date, inclusive. */
                end_date: string;
                /** @description yes: overtime by multiplier; no: time and a half and double time; omitted: both. */
                advanced_overtime?: "yes" | "no" | "both";
                /** @description Includes users without time. */
                include_zero_time?: boolean;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "payroll_report": {
                     *           "7001": {
                     *             "user_id": 0,
                     *             "client_id": "1",
                     *             "start_date": "2026-03-01",
                     *             "end_date": "2026-03-14",
                     *             "total_re_seconds": 144000,
                     *             "total_ot_seconds": 7200,
                     *             "total_dt_seconds": 0,
                     *             "total_pto_seconds": 28800,
                     *             "total_work_seconds": 180000,
                     *             "overtime_seconds": {},
                     *             "fixed_rate_seconds": {},
                     *             "overtime_by_rule": {},
                     *             "pto_seconds": {},
                     *             "break_premium_seconds": {}
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": {
                        results: {
                            /** @description By user. */
                            payroll_report: {
                                [key: string]: {
                                    user_id: number;
                                    /**
                                     * @description Company id.
                                     * @example 1
                                     */
                                    client_id: string;
                                    /** @example 2026-03-01 */
                                    start_date: string;
                                    /** @example 2026-03-14 */
                                    end_date: string;
                                    /**
                                     * @description Regular.
                                     * @example 144000
                                     */
                                    total_re_seconds: number;
                                    /**
                                     * @description Paid at 1.5; not in the advanced form.
                                     * @example 7200
                                     */
                                    total_ot_seconds?: number;
                                    /**
                                     * @description Paid at 2; not in the advanced form.
                                     * @example 0
                                     */
                                    total_dt_seconds?: number;
                                    /**
                                     * @description Paid time off.
                                     * @example 28800
                                     */
                                    total_pto_seconds: number;
                                    /**
                                     * @description All of these.
                                     * @example 180000
                                     */
                                    total_work_seconds: number;
                                    /** @description Overtime by multiplier; not in the basic form. */
                                    overtime_seconds?: {
                                        [key: string]: number;
                                    };
                                    /** @description By additional amount per hour; not in the basic form. */
                                    fixed_rate_seconds?: {
                                        [key: string]: number;
                                    };
                                    /** @description Overtime by the rule it is due to, such as daily or weekly. */
                                    overtime_by_rule: {
                                        [key: string]: number;
                                    };
                                    /** @description Paid time off by jobcode. */
                                    pto_seconds: {
                                        [key: string]: number;
                                    };
                                    /** @description Premium for breaks not provided, by kind: meal and rest. Not part of the work. Present where the company pays it. */
                                    break_premium_seconds?: {
                                        [key: string]: number;
                                    };
                                };
                            };
                        };
                        supplemental_data?: components["schemas"]["Supplemental"];
                    };
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    runPayrollReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "start_date": "2026-03-02",
                 *         "end_date": "2026-03-02"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example {
                     *       "start_date": "2026-03-02",
                     *       "end_date": "2026-03-02"
                     *     }
                     */
                    data: {
                        /**
                         * @description Ids, separated by commas.
                         * @example 5102,5103
                         */
                        user_ids?: string;
                        /**
                         * @description Members of these groups.
                         * @example 5102,5103
                         */
                        group_ids?: string;
                        /**
                         * Format: date
                         * @description First date, inclusive.
                         */
                        start_date: string;
                        /**
                         * Format: date
                         * @description Last date, inclusive.
                         */
                        end_date: string;
                        /**
                         * @description yes: overtime by multiplier; no: time and a half and double time; omitted: both.
                         * @default both
                         * @enum {string}
                         */
                        advanced_overtime?: "yes" | "no" | "both";
                        /**
                         * @description Includes users without time.
                         * @default false
                         */
                        include_zero_time?: boolean;
                        /**
                         * @description Whether to include the records that the results refer to.
                         * @default yes
                         * @enum {string}
                         */
                        supplemental_data?: "yes" | "no";
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "payroll_report": {
                     *           "7001": {
                     *             "user_id": 0,
                     *             "client_id": "1",
                     *             "start_date": "2026-03-01",
                     *             "end_date": "2026-03-14",
                     *             "total_re_seconds": 144000,
                     *             "total_ot_seconds": 7200,
                     *             "total_dt_seconds": 0,
                     *             "total_pto_seconds": 28800,
                     *             "total_work_seconds": 180000,
                     *             "overtime_seconds": {},
                     *             "fixed_rate_seconds": {},
                     *             "overtime_by_rule": {},
                     *             "pto_seconds": {},
                     *             "break_premium_seconds": {}
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": {
                        results: {
                            /** @description By user. */
                            payroll_report: {
                                [key: string]: {
                                    user_id: number;
                                    /**
                                     * @description Company id.
                                     * @example 1
                                     */
                                    client_id: string;
                                    /** @example 2026-03-01 */
                                    start_date: string;
                                    /** @example 2026-03-14 */
                                    end_date: string;
                                    /**
                                     * @description Regular.
                                     * @example 144000
                                     */
                                    total_re_seconds: number;
                                    /**
                                     * @description Paid at 1.5; not in the advanced form.
                                     * @example 7200
                                     */
                                    total_ot_seconds?: number;
                                    /**
                                     * @description Paid at 2; not in the advanced form.
                                     * @example 0
                                     */
                                    total_dt_seconds?: number;
                                    /**
                                     * @description Paid time off.
                                     * @example 28800
                                     */
                                    total_pto_seconds: number;
                                    /**
                                     * @description All of these.
                                     * @example 180000
                                     */
                                    total_work_seconds: number;
                                    /** @description Overtime by multiplier; not in the basic form. */
                                    overtime_seconds?: {
                                        [key: string]: number;
                                    };
                                    /** @description By additional amount per hour; not in the basic form. */
                                    fixed_rate_seconds?: {
                                        [key: string]: number;
                                    };
                                    /** @description Overtime by the rule it is due to, such as daily or weekly. */
                                    overtime_by_rule: {
                                        [key: string]: number;
                                    };
                                    /** @description Paid time off by jobcode. */
                                    pto_seconds: {
                                        [key: string]: number;
                                    };
                                    /** @description Premium for breaks not provided, by kind: meal and rest. Not part of the work. Present where the company pays it. */
                                    break_premium_seconds?: {
                                        [key: string]: number;
                                    };
                                };
                            };
                        };
                        supplemental_data?: components["schemas"]["Supplemental"];
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    getPayrollByJobcodeReport: {
        parameters: {
            query: {
                /** @description Ids, separated by commas. */
                user_ids?: string;
                /** @description Members of these groups. */
                group_ids?: string;
                /** @description First date, inclusive. */
                start_date: string;
                /** @description Last date, inclusive. */
                end_date: string;
                /** @description yes: overtime by multiplier; no: time and a half and double time; omitted: both. */
                advanced_overtime?: "yes" | "no" | "both";
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "filters": {
                     *           "start_date": "2026-03-02",
                     *           "end_date": "2026-03-08",
                     *           "user_ids": [],
                     *           "group_ids": []
                     *         },
                     *         "payroll_by_jobcode_report": {
                     *           "totals": {
                     *             "7001": {
                     *               "jobcode_id": 0,
                     *               "total_re_seconds": 144000,
                     *               "total_ot_seconds": 7200,
                     *               "total_dt_seconds": 0,
                     *               "total_pto_seconds": 28800,
                     *               "total_work_seconds": 180000,
                     *               "overtime_seconds": {},
                     *               "fixed_rate_seconds": {},
                     *               "overtime_by_rule": {}
                     *             }
                     *           },
                     *           "by_user": {
                     *             "7001": {
                     *               "user_id": 0,
                     *               "totals": {
                     *                 "7001": {
                     *                   "jobcode_id": 0,
                     *                   "total_re_seconds": 144000,
                     *                   "total_ot_seconds": 7200,
                     *                   "total_dt_seconds": 0,
                     *                   "total_pto_seconds": 28800,
                     *                   "total_work_seconds": 180000,
                     *                   "overtime_seconds": {},
                     *                   "fixed_rate_seconds": {},
                     *                   "overtime_by_rule": {}
                     *                 }
                     *               },
                     *               "dates": {},
                     *               "break_premium_seconds": {}
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": {
                        results: {
                            filters: {
                                /** @example 2026-03-02 */
                                start_date: string;
                                /** @example 2026-03-08 */
                                end_date: string;
                                /** @description Absent if not given. */
                                user_ids?: string[];
                                /** @description Absent if not given. */
                                group_ids?: string[];
                            };
                            payroll_by_jobcode_report: {
                                /** @description By jobcode. */
                                totals: {
                                    [key: string]: {
                                        /** @description 0 is time without a jobcode. */
                                        jobcode_id: number;
                                        /**
                                         * @description Regular.
                                         * @example 144000
                                         */
                                        total_re_seconds: number;
                                        /**
                                         * @description Paid at 1.5; not in the advanced form.
                                         * @example 7200
                                         */
                                        total_ot_seconds?: number;
                                        /**
                                         * @description Paid at 2; not in the advanced form.
                                         * @example 0
                                         */
                                        total_dt_seconds?: number;
                                        /**
                                         * @description Paid time off.
                                         * @example 28800
                                         */
                                        total_pto_seconds: number;
                                        /**
                                         * @description All of these.
                                         * @example 180000
                                         */
                                        total_work_seconds: number;
                                        /** @description Overtime by multiplier; not in the basic form. */
                                        overtime_seconds?: {
                                            [key: string]: number;
                                        };
                                        /** @description By additional amount per hour; not in the basic form. */
                                        fixed_rate_seconds?: {
                                            [key: string]: number;
                                        };
                                        /** @description Overtime by the rule it is due to, such as daily or weekly. */
                                        overtime_by_rule: {
                                            [key: string]: number;
                                        };
                                    };
                                };
                                /** @description By user. */
                                by_user: {
                                    [key: string]: {
                                        user_id: number;
                                        /** @description By jobcode. */
                                        totals: {
                                            [key: string]: {
                                                /** @description 0 is time without a jobcode. */
                                                jobcode_id: number;
                                                /**
                                                 * @description Regular.
                                                 * @example 144000
                                                 */
                                                total_re_seconds: number;
                                                /**
                                                 * @description Paid at 1.5; not in the advanced form.
                                                 * @example 7200
                                                 */
                                                total_ot_seconds?: number;
                                                /**
                                                 * @description Paid at 2; not in the advanced form.
                                                 * @example 0
                                                 */
                                                total_dt_seconds?: number;
                                                /**
                                                 * @description Paid time off.
                                                 * @example 28800
                                                 */
                                                total_pto_seconds: number;
                                                /**
                                                 * @description All of these.
                                                 * @example 180000
                                                 */
                                                total_work_seconds: number;
                                                /** @description Overtime by multiplier; not in the basic form. */
                                                overtime_seconds?: {
                                                    [key: string]: number;
                                                };
                                                /** @description By additional amount per hour; not in the basic form. */
                                                fixed_rate_seconds?: {
                                                    [key: string]: number;
                                                };
                                                /** @description Overtime by the rule it is due to, such as daily or weekly. */
                                                overtime_by_rule: {
                                                    [key: string]: number;
                                                };
                                            };
                                        };
                                        /** @description By date and jobcode. */
                                        dates: {
                                            [key: string]: {
                                                [key: string]: {
                                                    /** @description 0 is time without a jobcode. */
                                                    jobcode_id: number;
                                                    /**
                                                     * @description Regular.
                                                     * @example 144000
                                                     */
                                                    total_re_seconds: number;
                                                    /**
                                                     * @description Paid at 1.5; not in the advanced form.
                                                     * @example 7200
                                                     */
                                                    total_ot_seconds?: number;
                                                    /**
                                                     * @description Paid at 2; not in the advanced form.
                                                     * @example 0
                                                     */
                                                    total_dt_seconds?: number;
                                                    /**
                                                     * @description Paid time off.
                                                     * @example 28800
                                                     */
                                                    total_pto_seconds: number;
                                                    /**
                                                     * @description All of these.
                                                     * @example 180000
                                                     */
                                                    total_work_seconds: number;
                                                    /** @description Overtime by multiplier; not in the basic form. */
                                                    overtime_seconds?: {
                                                        [key: string]: number;
                                                    };
                                                    /** @description By additional amount per hour; not in the basic form. */
                                                    fixed_rate_seconds?: {
                                                        [key: string]: number;
                                                    };
                                                    /** @description Overtime by the rule it is due to, such as daily or weekly. */
                                                    overtime_by_rule: {
                                                        [key: string]: number;
                                                    };
                                                    /**
                                                     * @description Unpaid breaks.
                                                     * @example 0
                                                     */
                                                    total_unpaid_seconds: number;
                                                };
                                            };
                                        };
                                        /** @description Premium for breaks not provided, by kind: meal and rest. Not part of the work. Present where the company pays it. */
                                        break_premium_seconds?: {
                                            [key: string]: number;
                                        };
                                    };
                                };
                            };
                        };
                        supplemental_data?: components["schemas"]["Supplemental"];
                    };
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    runPayrollByJobcodeReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "start_date": "2026-03-02",
                 *         "end_date": "2026-03-02"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example {
                     *       "start_date": "2026-03-02",
                     *       "end_date": "2026-03-02"
                     *     }
                     */
                    data: {
                        /**
                         * @description Ids, separated by commas.
                         * @example 5102,5103
                         */
                        user_ids?: string;
                        /**
                         * @description Members of these groups.
                         * @example 5102,5103
                         */
                        group_ids?: string;
                        /**
                         * Format: date
                         * @description First date, inclusive.
                         */
                        start_date: string;
                        /**
                         * Format: date
                         * @description Last date, inclusive.
                         */
                        end_date: string;
                        /**
                         * @description yes: overtime by multiplier; no: time and a half and double time; omitted: both.
                         * @default both
                         * @enum {string}
                         */
                        advanced_overtime?: "yes" | "no" | "both";
                        /**
                         * @description Whether to include the records that the results refer to.
                         * @default yes
                         * @enum {string}
                         */
                        supplemental_data?: "yes" | "no";
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "filters": {
                     *           "start_date": "2026-03-02",
                     *           "end_date": "2026-03-08",
                     *           "user_ids": [],
                     *           "group_ids": []
                     *         },
                     *         "payroll_by_jobcode_report": {
                     *           "totals": {
                     *             "7001": {
                     *               "jobcode_id": 0,
                     *               "total_re_seconds": 144000,
                     *               "total_ot_seconds": 7200,
                     *               "total_dt_seconds": 0,
                     *               "total_pto_seconds": 28800,
                     *               "total_work_seconds": 180000,
                     *               "overtime_seconds": {},
                     *               "fixed_rate_seconds": {},
                     *               "overtime_by_rule": {}
                     *             }
                     *           },
                     *           "by_user": {
                     *             "7001": {
                     *               "user_id": 0,
                     *               "totals": {
                     *                 "7001": {
                     *                   "jobcode_id": 0,
                     *                   "total_re_seconds": 144000,
                     *                   "total_ot_seconds": 7200,
                     *                   "total_dt_seconds": 0,
                     *                   "total_pto_seconds": 28800,
                     *                   "total_work_seconds": 180000,
                     *                   "overtime_seconds": {},
                     *                   "fixed_rate_seconds": {},
                     *                   "overtime_by_rule": {}
                     *                 }
                     *               },
                     *               "dates": {},
                     *               "break_premium_seconds": {}
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": {
                        results: {
                            filters: {
                                /** @example 2026-03-02 */
                                start_date: string;
                                /** @example 2026-03-08 */
                                end_date: string;
                                /** @description Absent if not given. */
                                user_ids?: string[];
                                /** @description Absent if not given. */
                                group_ids?: string[];
                            };
                            payroll_by_jobcode_report: {
                                /** @description By jobcode. */
                                totals: {
                                    [key: string]: {
                                        /** @description 0 is time without a jobcode. */
                                        jobcode_id: number;
                                        /**
                                         * @description Regular.
                                         * @example 144000
                                         */
                                        total_re_seconds: number;
                                        /**
                                         * @description Paid at 1.5; not in the advanced form.
                                         * @example 7200
                                         */
                                        total_ot_seconds?: number;
                                        /**
                                         * @description Paid at 2; not in the advanced form.
                                         * @example 0
                                         */
                                        total_dt_seconds?: number;
                                        /**
                                         * @description Paid time off.
                                         * @example 28800
                                         */
                                        total_pto_seconds: number;
                                        /**
                                         * @description All of these.
                                         * @example 180000
                                         */
                                        total_work_seconds: number;
                                        /** @description Overtime by multiplier; not in the basic form. */
                                        overtime_seconds?: {
                                            [key: string]: number;
                                        };
                                        /** @description By additional amount per hour; not in the basic form. */
                                        fixed_rate_seconds?: {
                                            [key: string]: number;
                                        };
                                        /** @description Overtime by the rule it is due to, such as daily or weekly. */
                                        overtime_by_rule: {
                                            [key: string]: number;
                                        };
                                    };
                                };
                                /** @description By user. */
                                by_user: {
                                    [key: string]: {
                                        user_id: number;
                                        /** @description By jobcode. */
                                        totals: {
                                            [key: string]: {
                                                /** @description 0 is time without a jobcode. */
                                                jobcode_id: number;
                                                /**
                                                 * @description Regular.
                                                 * @example 144000
                                                 */
                                                total_re_seconds: number;
                                                /**
                                                 * @description Paid at 1.5; not in the advanced form.
                                                 * @example 7200
                                                 */
                                                total_ot_seconds?: number;
                                                /**
                                                 * @description Paid at 2; not in the advanced form.
                                                 * @example 0
                                                 */
                                                total_dt_seconds?: number;
                                                /**
                                                 * @description Paid time off.
                                                 * @example 28800
                                                 */
                                                total_pto_seconds: number;
                                                /**
                                                 * @description All of these.
                                                 * @example 180000
                                                 */
                                                total_work_seconds: number;
                                                /** @description Overtime by multiplier; not in the basic form. */
                                                overtime_seconds?: {
                                                    [key: string]: number;
                                                };
                                                /** @description By additional amount per hour; not in the basic form. */
                                                fixed_rate_seconds?: {
                                                    [key: string]: number;
                                                };
                                                /** @description Overtime by the rule it is due to, such as daily or weekly. */
                                                overtime_by_rule: {
                                                    [key: string]: number;
                                                };
                                            };
                                        };
                                        /** @description By date and jobcode. */
                                        dates: {
                                            [key: string]: {
                                                [key: string]: {
                                                    /** @description 0 is time without a jobcode. */
                                                    jobcode_id: number;
                                                    /**
                                                     * @description Regular.
                                                     * @example 144000
                                                     */
                                                    total_re_seconds: number;
                                                    /**
                                                     * @description Paid at 1.5; not in the advanced form.
                                                     * @example 7200
                                                     */
                                                    total_ot_seconds?: number;
                                                    /**
                                                     * @description Paid at 2; not in the advanced form.
                                                     * @example 0
                                                     */
                                                    total_dt_seconds?: number;
                                                    /**
                                                     * @description Paid time off.
                                                     * @example 28800
                                                     */
                                                    total_pto_seconds: number;
                                                    /**
                                                     * @description All of these.
                                                     * @example 180000
                                                     */
                                                    total_work_seconds: number;
                                                    /** @description Overtime by multiplier; not in the basic form. */
                                                    overtime_seconds?: {
                                                        [key: string]: number;
                                                    };
                                                    /** @description By additional amount per hour; not in the basic form. */
                                                    fixed_rate_seconds?: {
                                                        [key: string]: number;
                                                    };
                                                    /** @description Overtime by the rule it is due to, such as daily or weekly. */
                                                    overtime_by_rule: {
                                                        [key: string]: number;
                                                    };
                                                    /**
                                                     * @description Unpaid breaks.
                                                     * @example 0
                                                     */
                                                    total_unpaid_seconds: number;
                                                };
                                            };
                                        };
                                        /** @description Premium for breaks not provided, by kind: meal and rest. Not part of the work. Present where the company pays it. */
                                        break_premium_seconds?: {
                                            [key: string]: number;
                                        };
                                    };
                                };
                            };
                        };
                        supplemental_data?: components["schemas"]["Supplemental"];
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    getProjectReport: {
        parameters: {
            query: {
                /** @description Ids, separated by commas. */
                user_ids?: string;
                /** @description Members of these groups. */
                group_ids?: string;
                /** @description First date, inclusive. */
                start_date: string;
                /** @description Last date, inclusive. */
                end_date: string;
                /** @description These jobcodes and all below them; 0 is time without a jobcode. */
                jobcode_ids?: string;
                /** @description By the type of the jobcode; both is the same as all. */
                jobcode_type?: "regular" | "pto" | "unpaid_break" | "paid_break" | "all" | "both";
                /** @description Custom field id → values, one of which the time has; in a query string customfielditems[301]=Wiring. */
                customfielditems?: {
                    [key: string]: string[];
                };
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "filters": {
                     *           "user_ids": [],
                     *           "group_ids": [],
                     *           "jobcode_type": "all",
                     *           "customfielditems": {},
                     *           "jobcode_ids": []
                     *         },
                     *         "project_report": {
                     *           "start_date": "2026-03-01",
                     *           "end_date": "2026-03-14",
                     *           "totals": {
                     *             "users": {},
                     *             "groups": {},
                     *             "jobcodes": {},
                     *             "customfields": {}
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": {
                        results: {
                            filters: {
                                user_ids: string[];
                                group_ids: string[];
                                /**
                                 * @example all
                                 * @enum {string}
                                 */
                                jobcode_type: "regular" | "pto" | "unpaid_break" | "paid_break" | "all" | "both";
                                customfielditems: {
                                    [key: string]: string[];
                                };
                                jobcode_ids: string[];
                            };
                            project_report: {
                                /** @example 2026-03-01 */
                                start_date: string;
                                /** @example 2026-03-14 */
                                end_date: string;
                                totals: {
                                    /** @description Hours by user. */
                                    users: {
                                        [key: string]: string;
                                    };
                                    /** @description Hours by group; 0 is people without a group. */
                                    groups: {
                                        [key: string]: number;
                                    };
                                    /** @description Hours by jobcode; 0 is time without one. */
                                    jobcodes: {
                                        [key: string]: string;
                                    };
                                    /** @description Hours by custom field and item; 0 is time without an item. Free-form fields have none. */
                                    customfields: {
                                        [key: string]: {
                                            [key: string]: string;
                                        };
                                    };
                                };
                            };
                        };
                        supplemental_data?: components["schemas"]["Supplemental"];
                    };
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    runProjectReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "start_date": "2026-03-02",
                 *         "end_date": "2026-03-02"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example {
                     *       "start_date": "2026-03-02",
                     *       "end_date": "2026-03-02"
                     *     }
                     */
                    data: {
                        /**
                         * @description Ids, separated by commas.
                         * @example 5102,5103
                         */
                        user_ids?: string;
                        /**
                         * @description Members of these groups.
                         * @example 5102,5103
                         */
                        group_ids?: string;
                        /**
                         * Format: date
                         * @description First date, inclusive.
                         */
                        start_date: string;
                        /**
                         * Format: date
                         * @description Last date, inclusive.
                         */
                        end_date: string;
                        /**
                         * @description These jobcodes and all below them; 0 is time without a jobcode.
                         * @example 5102,5103
                         */
                        jobcode_ids?: string;
                        /**
                         * @description By the type of the jobcode; both is the same as all.
                         * @default all
                         * @enum {string}
                         */
                        jobcode_type?: "regular" | "pto" | "unpaid_break" | "paid_break" | "all" | "both";
                        /** @description Custom field id → values, one of which the time has; in a query string customfielditems[301]=Wiring. */
                        customfielditems?: {
                            [key: string]: string[];
                        };
                        /**
                         * @description Whether to include the records that the results refer to.
                         * @default yes
                         * @enum {string}
                         */
                        supplemental_data?: "yes" | "no";
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "filters": {
                     *           "user_ids": [],
                     *           "group_ids": [],
                     *           "jobcode_type": "all",
                     *           "customfielditems": {},
                     *           "jobcode_ids": []
                     *         },
                     *         "project_report": {
                     *           "start_date": "2026-03-01",
                     *           "end_date": "2026-03-14",
                     *           "totals": {
                     *             "users": {},
                     *             "groups": {},
                     *             "jobcodes": {},
                     *             "customfields": {}
                     *           }
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": {
                        results: {
                            filters: {
                                user_ids: string[];
                                group_ids: string[];
                                /**
                                 * @example all
                                 * @enum {string}
                                 */
                                jobcode_type: "regular" | "pto" | "unpaid_break" | "paid_break" | "all" | "both";
                                customfielditems: {
                                    [key: string]: string[];
                                };
                                jobcode_ids: string[];
                            };
                            project_report: {
                                /** @example 2026-03-01 */
                                start_date: string;
                                /** @example 2026-03-14 */
                                end_date: string;
                                totals: {
                                    /** @description Hours by user. */
                                    users: {
                                        [key: string]: string;
                                    };
                                    /** @description Hours by group; 0 is people without a group. */
                                    groups: {
                                        [key: string]: number;
                                    };
                                    /** @description Hours by jobcode; 0 is time without one. */
                                    jobcodes: {
                                        [key: string]: string;
                                    };
                                    /** @description Hours by custom field and item; 0 is time without an item. Free-form fields have none. */
                                    customfields: {
                                        [key: string]: {
                                            [key: string]: string;
                                        };
                                    };
                                };
                            };
                        };
                        supplemental_data?: components["schemas"]["Supplemental"];
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    getProjectEstimateReport: {
        parameters: {
            query?: {
                /** @description Ids, separated by commas. */
                project_ids?: string;
                /** @description Projects under this jobcode; 0 is the top level. */
                parent_jobcode_id?: number;
                /** @description Projects whose jobcode is one of these. */
                jobcode_ids?: string;
                /** @description Several are separated by commas. */
                statuses?: string;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description Results as a list instead of a map. */
                results_as_array?: boolean;
                /** @description Any of name, due_date, budget_progress, total_note_count, unread_posts_count, each prefixed with + or -, separated by commas. Results are a list then. */
                sort_by?: string;
                /** @description name: text, with `*` for any characters. */
                search?: {
                    [key: string]: string[];
                };
                /** @description Only projects with time, within the dates below if given. */
                has_time_tracked?: boolean;
                /** @description Used with has_time_tracked. */
                time_tracked_start_date?: string;
                /** @description Used with has_time_tracked. */
                time_tracked_end_date?: string;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "filters": {
                     *         "page": 0,
                     *         "limit": 0,
                     *         "project_ids": [],
                     *         "statuses": [],
                     *         "parent_jobcode_id": "",
                     *         "jobcode_ids": "",
                     *         "active": false,
                     *         "search": [],
                     *         "has_time_tracked": false,
                     *         "time_tracked_start_date": "",
                     *         "time_tracked_end_date": ""
                     *       },
                     *       "more": false,
                     *       "total_count": 0,
                     *       "results": {
                     *         "7001": {
                     *           "id": 7001,
                     *           "jobcode_id": 0,
                     *           "parent_jobcode_id": 0,
                     *           "name": "Installation",
                     *           "status": "not_started",
                     *           "description": "",
                     *           "start_date": "2026-03-20",
                     *           "due_date": "2026-03-20",
                     *           "completed_date": "2026-03-20",
                     *           "active": 1,
                     *           "last_modified": "2026-03-01T17:19:12+00:00",
                     *           "created": "2026-03-01T17:19:12+00:00",
                     *           "estimate_id": 0,
                     *           "estimate_by": "",
                     *           "estimate_by__id": 0,
                     *           "total_clocked_in_seconds": 0,
                     *           "total_clocked_out_seconds": 0,
                     *           "total_tracked_seconds": 12600,
                     *           "total_estimated_seconds": 90000,
                     *           "total_note_count": 0,
                     *           "unread_posts_count": 0,
                     *           "unread_replies_count": 0,
                     *           "budget_progress": 0.14,
                     *           "clocked_in_user_ids": []
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": {
                        filters: {
                            page?: number;
                            limit?: number;
                            project_ids?: number[];
                            statuses?: string[];
                            /**
                             * @description "" if not given.
                             * @example
                             */
                            parent_jobcode_id?: number | string | number[];
                            /**
                             * @description "" if not given.
                             * @example
                             */
                            jobcode_ids?: number | string | number[];
                            /** @description False if only inactive ones were requested. */
                            active?: boolean;
                            /**
                             * @description [] if not given.
                             * @example []
                             */
                            search?: Record<string, never> | unknown[];
                            has_time_tracked?: boolean;
                            time_tracked_start_date?: string | null;
                            time_tracked_end_date?: string | null;
                        };
                        /** @description Whether there is another page. */
                        more: boolean;
                        /** @description Across all pages. */
                        total_count: number;
                        results: {
                            [key: string]: {
                                id: number;
                                jobcode_id: number;
                                parent_jobcode_id: number;
                                name: string;
                                /** @enum {string} */
                                status: "not_started" | "in_progress" | "complete";
                                description: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                start_date: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                due_date: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                completed_date: string;
                                /**
                                 * @example 1
                                 * @enum {integer}
                                 */
                                active: 0 | 1;
                                /** @example 2026-03-01T17:19:12+00:00 */
                                last_modified: string;
                                /** @example 2026-03-01T17:19:12+00:00 */
                                created: string;
                                /** @description 0 for none. */
                                estimate_id: number;
                                /** @description none or customfields; null without an estimate. */
                                estimate_by: string | null;
                                /** @description The custom field, else 0. */
                                estimate_by__id: number;
                                /** @description Of running timesheets. */
                                total_clocked_in_seconds: number;
                                /** @description Of finished timesheets. */
                                total_clocked_out_seconds: number;
                                /**
                                 * @description Both.
                                 * @example 12600
                                 */
                                total_tracked_seconds: number;
                                /**
                                 * @description Of the items of the estimate.
                                 * @example 90000
                                 */
                                total_estimated_seconds: number;
                                /** @description Notes. */
                                total_note_count: number;
                                /** @description Notes of others since the requester last read the feed. */
                                unread_posts_count: number;
                                /** @description Replies of others since then, if the requester follows the activity. */
                                unread_replies_count: number;
                                /**
                                 * @description Tracked divided by estimated time.
                                 * @example 0.14
                                 */
                                budget_progress: number | null;
                                clocked_in_user_ids: number[];
                            };
                        } | {
                            id: number;
                            jobcode_id: number;
                            parent_jobcode_id: number;
                            name: string;
                            /** @enum {string} */
                            status: "not_started" | "in_progress" | "complete";
                            description: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            start_date: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            due_date: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            completed_date: string;
                            /**
                             * @example 1
                             * @enum {integer}
                             */
                            active: 0 | 1;
                            /** @example 2026-03-01T17:19:12+00:00 */
                            last_modified: string;
                            /** @example 2026-03-01T17:19:12+00:00 */
                            created: string;
                            /** @description 0 for none. */
                            estimate_id: number;
                            /** @description none or customfields; null without an estimate. */
                            estimate_by: string | null;
                            /** @description The custom field, else 0. */
                            estimate_by__id: number;
                            /** @description Of running timesheets. */
                            total_clocked_in_seconds: number;
                            /** @description Of finished timesheets. */
                            total_clocked_out_seconds: number;
                            /**
                             * @description Both.
                             * @example 12600
                             */
                            total_tracked_seconds: number;
                            /**
                             * @description Of the items of the estimate.
                             * @example 90000
                             */
                            total_estimated_seconds: number;
                            /** @description Notes. */
                            total_note_count: number;
                            /** @description Notes of others since the requester last read the feed. */
                            unread_posts_count: number;
                            /** @description Replies of others since then, if the requester follows the activity. */
                            unread_replies_count: number;
                            /**
                             * @description Tracked divided by estimated time.
                             * @example 0.14
                             */
                            budget_progress: number | null;
                            clocked_in_user_ids: number[];
                        }[];
                        supplemental_data?: components["schemas"]["Supplemental"];
                    };
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    runProjectEstimateReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "project_ids": "5102,5103",
                 *         "parent_jobcode_id": 0
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example {
                     *       "project_ids": "5102,5103",
                     *       "parent_jobcode_id": 0
                     *     }
                     */
                    data: {
                        /**
                         * @description Ids, separated by commas.
                         * @example 5102,5103
                         */
                        project_ids?: string;
                        /** @description Projects under this jobcode; 0 is the top level. */
                        parent_jobcode_id?: number;
                        /**
                         * @description Projects whose jobcode is one of these.
                         * @example 5102,5103
                         */
                        jobcode_ids?: string;
                        /** @description Several are separated by commas. */
                        statuses?: string;
                        /**
                         * @description By `active`.
                         * @default yes
                         * @enum {string}
                         */
                        active?: "yes" | "no" | "both";
                        /**
                         * @description Results as a list instead of a map.
                         * @default false
                         */
                        results_as_array?: boolean;
                        /** @description Any of name, due_date, budget_progress, total_note_count, unread_posts_count, each prefixed with + or -, separated by commas. Results are a list then. */
                        sort_by?: string;
                        /** @description name: text, with `*` for any characters. */
                        search?: {
                            [key: string]: string[];
                        };
                        /**
                         * @description Only projects with time, within the dates below if given.
                         * @default false
                         */
                        has_time_tracked?: boolean;
                        /**
                         * Format: date
                         * @description Used with has_time_tracked.
                         */
                        time_tracked_start_date?: string;
                        /**
                         * Format: date
                         * @description Used with has_time_tracked.
                         */
                        time_tracked_end_date?: string;
                        /**
                         * @description Number of the page.
                         * @default 1
                         */
                        page?: number;
                        /**
                         * @description Records per page.
                         * @default 200
                         */
                        limit?: number;
                        /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                        per_page?: number;
                        /**
                         * @description Whether to include the records that the results refer to.
                         * @default yes
                         * @enum {string}
                         */
                        supplemental_data?: "yes" | "no";
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "filters": {
                     *         "page": 0,
                     *         "limit": 0,
                     *         "project_ids": [],
                     *         "statuses": [],
                     *         "parent_jobcode_id": "",
                     *         "jobcode_ids": "",
                     *         "active": false,
                     *         "search": [],
                     *         "has_time_tracked": false,
                     *         "time_tracked_start_date": "",
                     *         "time_tracked_end_date": ""
                     *       },
                     *       "more": false,
                     *       "total_count": 0,
                     *       "results": {
                     *         "7001": {
                     *           "id": 7001,
                     *           "jobcode_id": 0,
                     *           "parent_jobcode_id": 0,
                     *           "name": "Installation",
                     *           "status": "not_started",
                     *           "description": "",
                     *           "start_date": "2026-03-20",
                     *           "due_date": "2026-03-20",
                     *           "completed_date": "2026-03-20",
                     *           "active": 1,
                     *           "last_modified": "2026-03-01T17:19:12+00:00",
                     *           "created": "2026-03-01T17:19:12+00:00",
                     *           "estimate_id": 0,
                     *           "estimate_by": "",
                     *           "estimate_by__id": 0,
                     *           "total_clocked_in_seconds": 0,
                     *           "total_clocked_out_seconds": 0,
                     *           "total_tracked_seconds": 12600,
                     *           "total_estimated_seconds": 90000,
                     *           "total_note_count": 0,
                     *           "unread_posts_count": 0,
                     *           "unread_replies_count": 0,
                     *           "budget_progress": 0.14,
                     *           "clocked_in_user_ids": []
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": {
                        filters: {
                            page?: number;
                            limit?: number;
                            project_ids?: number[];
                            statuses?: string[];
                            /**
                             * @description "" if not given.
                             * @example
                             */
                            parent_jobcode_id?: number | string | number[];
                            /**
                             * @description "" if not given.
                             * @example
                             */
                            jobcode_ids?: number | string | number[];
                            /** @description False if only inactive ones were requested. */
                            active?: boolean;
                            /**
                             * @description [] if not given.
                             * @example []
                             */
                            search?: Record<string, never> | unknown[];
                            has_time_tracked?: boolean;
                            time_tracked_start_date?: string | null;
                            time_tracked_end_date?: string | null;
                        };
                        /** @description Whether there is another page. */
                        more: boolean;
                        /** @description Across all pages. */
                        total_count: number;
                        results: {
                            [key: string]: {
                                id: number;
                                jobcode_id: number;
                                parent_jobcode_id: number;
                                name: string;
                                /** @enum {string} */
                                status: "not_started" | "in_progress" | "complete";
                                description: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                start_date: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                due_date: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                completed_date: string;
                                /**
                                 * @example 1
                                 * @enum {integer}
                                 */
                                active: 0 | 1;
                                /** @example 2026-03-01T17:19:12+00:00 */
                                last_modified: string;
                                /** @example 2026-03-01T17:19:12+00:00 */
                                created: string;
                                /** @description 0 for none. */
                                estimate_id: number;
                                /** @description none or customfields; null without an estimate. */
                                estimate_by: string | null;
                                /** @description The custom field, else 0. */
                                estimate_by__id: number;
                                /** @description Of running timesheets. */
                                total_clocked_in_seconds: number;
                                /** @description Of finished timesheets. */
                                total_clocked_out_seconds: number;
                                /**
                                 * @description Both.
                                 * @example 12600
                                 */
                                total_tracked_seconds: number;
                                /**
                                 * @description Of the items of the estimate.
                                 * @example 90000
                                 */
                                total_estimated_seconds: number;
                                /** @description Notes. */
                                total_note_count: number;
                                /** @description Notes of others since the requester last read the feed. */
                                unread_posts_count: number;
                                /** @description Replies of others since then, if the requester follows the activity. */
                                unread_replies_count: number;
                                /**
                                 * @description Tracked divided by estimated time.
                                 * @example 0.14
                                 */
                                budget_progress: number | null;
                                clocked_in_user_ids: number[];
                            };
                        } | {
                            id: number;
                            jobcode_id: number;
                            parent_jobcode_id: number;
                            name: string;
                            /** @enum {string} */
                            status: "not_started" | "in_progress" | "complete";
                            description: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            start_date: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            due_date: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            completed_date: string;
                            /**
                             * @example 1
                             * @enum {integer}
                             */
                            active: 0 | 1;
                            /** @example 2026-03-01T17:19:12+00:00 */
                            last_modified: string;
                            /** @example 2026-03-01T17:19:12+00:00 */
                            created: string;
                            /** @description 0 for none. */
                            estimate_id: number;
                            /** @description none or customfields; null without an estimate. */
                            estimate_by: string | null;
                            /** @description The custom field, else 0. */
                            estimate_by__id: number;
                            /** @description Of running timesheets. */
                            total_clocked_in_seconds: number;
                            /** @description Of finished timesheets. */
                            total_clocked_out_seconds: number;
                            /**
                             * @description Both.
                             * @example 12600
                             */
                            total_tracked_seconds: number;
                            /**
                             * @description Of the items of the estimate.
                             * @example 90000
                             */
                            total_estimated_seconds: number;
                            /** @description Notes. */
                            total_note_count: number;
                            /** @description Notes of others since the requester last read the feed. */
                            unread_posts_count: number;
                            /** @description Replies of others since then, if the requester follows the activity. */
                            unread_replies_count: number;
                            /**
                             * @description Tracked divided by estimated time.
                             * @example 0.14
                             */
                            budget_progress: number | null;
                            clocked_in_user_ids: number[];
                        }[];
                        supplemental_data?: components["schemas"]["Supplemental"];
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    getProjectEstimateDetailReport: {
        parameters: {
            query: {
                /** @description The project. */
                project_id: number;
                /** @description Results as a list instead of a map. */
                results_as_array?: boolean;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "filters": {
                     *         "project_id": 0
                     *       },
                     *       "projects": {
                     *         "7001": {
                     *           "id": 7001,
                     *           "jobcode_id": 0,
                     *           "parent_jobcode_id": 0,
                     *           "name": "Installation",
                     *           "status": "not_started",
                     *           "description": "",
                     *           "start_date": "2026-03-20",
                     *           "due_date": "2026-03-20",
                     *           "completed_date": "2026-03-20",
                     *           "active": 1,
                     *           "last_modified": "2026-03-01T17:19:12+00:00",
                     *           "created": "2026-03-01T17:19:12+00:00",
                     *           "estimate_id": 0,
                     *           "estimate_by": "",
                     *           "estimate_by__id": 0,
                     *           "total_clocked_in_seconds": 0,
                     *           "total_clocked_out_seconds": 0,
                     *           "total_tracked_seconds": 12600,
                     *           "total_estimated_seconds": 90000,
                     *           "total_note_count": 0,
                     *           "unread_posts_count": 0,
                     *           "budget_progress": 0.14,
                     *           "clocked_in_user_ids": [],
                     *           "tracked_time": {
                     *             "users": {
                     *               "7001": {
                     *                 "total_clocked_in_seconds": 0,
                     *                 "total_clocked_out_seconds": 0,
                     *                 "total_tracked_seconds": 12600,
                     *                 "on_the_clock": false
                     *               }
                     *             },
                     *             "groups": {
                     *               "7001": {
                     *                 "users": {
                     *                   "7001": {
                     *                     "total_clocked_in_seconds": 0,
                     *                     "total_clocked_out_seconds": 0,
                     *                     "total_tracked_seconds": 12600,
                     *                     "on_the_clock": false
                     *                   }
                     *                 }
                     *               }
                     *             },
                     *             "jobcodes": {
                     *               "7001": {
                     *                 "total_clocked_in_seconds": 0,
                     *                 "total_clocked_out_seconds": 0,
                     *                 "total_tracked_seconds": 12600,
                     *                 "on_the_clock": false,
                     *                 "users": {
                     *                   "7001": {
                     *                     "total_clocked_in_seconds": 0,
                     *                     "total_clocked_out_seconds": 0,
                     *                     "total_tracked_seconds": 12600,
                     *                     "on_the_clock": false
                     *                   }
                     *                 }
                     *               }
                     *             },
                     *             "customfields": []
                     *           },
                     *           "estimate_items": [],
                     *           "on_the_clock": false,
                     *           "customfielditem_id": 0,
                     *           "assigned_to_all": false,
                     *           "preview_assigned_user_ids": [],
                     *           "total_assigned_users": 0
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": {
                        filters: {
                            project_id: number;
                        };
                        projects: {
                            [key: string]: {
                                id: number;
                                jobcode_id: number;
                                parent_jobcode_id: number;
                                name: string;
                                /** @enum {string} */
                                status: "not_started" | "in_progress" | "complete";
                                description: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                start_date: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                due_date: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                completed_date: string;
                                /**
                                 * @example 1
                                 * @enum {integer}
                                 */
                                active: 0 | 1;
                                /** @example 2026-03-01T17:19:12+00:00 */
                                last_modified: string;
                                /** @example 2026-03-01T17:19:12+00:00 */
                                created: string;
                                /** @description 0 for none. */
                                estimate_id: number;
                                /** @description none or customfields; null without an estimate. */
                                estimate_by: string | null;
                                /** @description The custom field, else 0. */
                                estimate_by__id: number;
                                /** @description Of running timesheets. */
                                total_clocked_in_seconds: number;
                                /** @description Of finished timesheets. */
                                total_clocked_out_seconds: number;
                                /**
                                 * @description Both.
                                 * @example 12600
                                 */
                                total_tracked_seconds: number;
                                /**
                                 * @description Of the items of the estimate.
                                 * @example 90000
                                 */
                                total_estimated_seconds: number;
                                /** @description Notes. */
                                total_note_count: number;
                                /** @description Notes of others since the requester last read the feed. */
                                unread_posts_count: number;
                                /**
                                 * @description Tracked divided by estimated time.
                                 * @example 0.14
                                 */
                                budget_progress: number | null;
                                clocked_in_user_ids: number[];
                                tracked_time: {
                                    /** @description By user. */
                                    users: {
                                        [key: string]: {
                                            /** @description Of running timesheets. */
                                            total_clocked_in_seconds: number;
                                            /** @description Of finished timesheets. */
                                            total_clocked_out_seconds: number;
                                            /**
                                             * @description Both.
                                             * @example 12600
                                             */
                                            total_tracked_seconds: number;
                                            on_the_clock: boolean;
                                        };
                                    };
                                    /** @description By group; 0 is people without a group. */
                                    groups: {
                                        [key: string]: {
                                            /** @description By user. */
                                            users: {
                                                [key: string]: {
                                                    /** @description Of running timesheets. */
                                                    total_clocked_in_seconds: number;
                                                    /** @description Of finished timesheets. */
                                                    total_clocked_out_seconds: number;
                                                    /**
                                                     * @description Both.
                                                     * @example 12600
                                                     */
                                                    total_tracked_seconds: number;
                                                    on_the_clock: boolean;
                                                };
                                            };
                                        };
                                    };
                                    /** @description By jobcode. */
                                    jobcodes: {
                                        [key: string]: {
                                            /** @description Of running timesheets. */
                                            total_clocked_in_seconds: number;
                                            /** @description Of finished timesheets. */
                                            total_clocked_out_seconds: number;
                                            /**
                                             * @description Both.
                                             * @example 12600
                                             */
                                            total_tracked_seconds: number;
                                            on_the_clock: boolean;
                                            /** @description By user. */
                                            users: {
                                                [key: string]: {
                                                    /** @description Of running timesheets. */
                                                    total_clocked_in_seconds: number;
                                                    /** @description Of finished timesheets. */
                                                    total_clocked_out_seconds: number;
                                                    /**
                                                     * @description Both.
                                                     * @example 12600
                                                     */
                                                    total_tracked_seconds: number;
                                                    on_the_clock: boolean;
                                                };
                                            };
                                        };
                                    };
                                    /**
                                     * @description By custom field and, in customfielditems, by item; [] if no items were chosen.
                                     * @example []
                                     */
                                    customfields: Record<string, never> | unknown[];
                                };
                                /** @description Records of estimate_items with the time tracked on each. */
                                estimate_items: {
                                    id?: number;
                                    /** @description Of running timesheets. */
                                    total_clocked_in_seconds?: number;
                                    /** @description Of finished timesheets. */
                                    total_clocked_out_seconds?: number;
                                    /**
                                     * @description Both.
                                     * @example 12600
                                     */
                                    total_tracked_seconds?: number;
                                    on_the_clock?: boolean;
                                    budget_progress?: number | null;
                                }[];
                                on_the_clock: boolean;
                                /** @enum {integer} */
                                customfielditem_id: 0;
                                assigned_to_all: boolean;
                                /** @description The first 5. */
                                preview_assigned_user_ids: number[];
                                /** @description 0 if assigned to everyone. */
                                total_assigned_users: number;
                            };
                        } | {
                            id: number;
                            jobcode_id: number;
                            parent_jobcode_id: number;
                            name: string;
                            /** @enum {string} */
                            status: "not_started" | "in_progress" | "complete";
                            description: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            start_date: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            due_date: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            completed_date: string;
                            /**
                             * @example 1
                             * @enum {integer}
                             */
                            active: 0 | 1;
                            /** @example 2026-03-01T17:19:12+00:00 */
                            last_modified: string;
                            /** @example 2026-03-01T17:19:12+00:00 */
                            created: string;
                            /** @description 0 for none. */
                            estimate_id: number;
                            /** @description none or customfields; null without an estimate. */
                            estimate_by: string | null;
                            /** @description The custom field, else 0. */
                            estimate_by__id: number;
                            /** @description Of running timesheets. */
                            total_clocked_in_seconds: number;
                            /** @description Of finished timesheets. */
                            total_clocked_out_seconds: number;
                            /**
                             * @description Both.
                             * @example 12600
                             */
                            total_tracked_seconds: number;
                            /**
                             * @description Of the items of the estimate.
                             * @example 90000
                             */
                            total_estimated_seconds: number;
                            /** @description Notes. */
                            total_note_count: number;
                            /** @description Notes of others since the requester last read the feed. */
                            unread_posts_count: number;
                            /**
                             * @description Tracked divided by estimated time.
                             * @example 0.14
                             */
                            budget_progress: number | null;
                            clocked_in_user_ids: number[];
                            tracked_time: {
                                /** @description By user. */
                                users: {
                                    [key: string]: {
                                        /** @description Of running timesheets. */
                                        total_clocked_in_seconds: number;
                                        /** @description Of finished timesheets. */
                                        total_clocked_out_seconds: number;
                                        /**
                                         * @description Both.
                                         * @example 12600
                                         */
                                        total_tracked_seconds: number;
                                        on_the_clock: boolean;
                                    };
                                };
                                /** @description By group; 0 is people without a group. */
                                groups: {
                                    [key: string]: {
                                        /** @description By user. */
                                        users: {
                                            [key: string]: {
                                                /** @description Of running timesheets. */
                                                total_clocked_in_seconds: number;
                                                /** @description Of finished timesheets. */
                                                total_clocked_out_seconds: number;
                                                /**
                                                 * @description Both.
                                                 * @example 12600
                                                 */
                                                total_tracked_seconds: number;
                                                on_the_clock: boolean;
                                            };
                                        };
                                    };
                                };
                                /** @description By jobcode. */
                                jobcodes: {
                                    [key: string]: {
                                        /** @description Of running timesheets. */
                                        total_clocked_in_seconds: number;
                                        /** @description Of finished timesheets. */
                                        total_clocked_out_seconds: number;
                                        /**
                                         * @description Both.
                                         * @example 12600
                                         */
                                        total_tracked_seconds: number;
                                        on_the_clock: boolean;
                                        /** @description By user. */
                                        users: {
                                            [key: string]: {
                                                /** @description Of running timesheets. */
                                                total_clocked_in_seconds: number;
                                                /** @description Of finished timesheets. */
                                                total_clocked_out_seconds: number;
                                                /**
                                                 * @description Both.
                                                 * @example 12600
                                                 */
                                                total_tracked_seconds: number;
                                                on_the_clock: boolean;
                                            };
                                        };
                                    };
                                };
                                /**
                                 * @description By custom field and, in customfielditems, by item; [] if no items were chosen.
                                 * @example []
                                 */
                                customfields: Record<string, never> | unknown[];
                            };
                            /** @description Records of estimate_items with the time tracked on each. */
                            estimate_items: {
                                id?: number;
                                /** @description Of running timesheets. */
                                total_clocked_in_seconds?: number;
                                /** @description Of finished timesheets. */
                                total_clocked_out_seconds?: number;
                                /**
                                 * @description Both.
                                 * @example 12600
                                 */
                                total_tracked_seconds?: number;
                                on_the_clock?: boolean;
                                budget_progress?: number | null;
                            }[];
                            on_the_clock: boolean;
                            /** @enum {integer} */
                            customfielditem_id: 0;
                            assigned_to_all: boolean;
                            /** @description The first 5. */
                            preview_assigned_user_ids: number[];
                            /** @description 0 if assigned to everyone. */
                            total_assigned_users: number;
                        }[];
                        supplemental_data?: components["schemas"]["Supplemental"];
                    };
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    runProjectEstimateDetailReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "project_id": 0,
                 *         "results_as_array": false
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example {
                     *       "project_id": 0,
                     *       "results_as_array": false
                     *     }
                     */
                    data: {
                        /** @description The project. */
                        project_id: number;
                        /**
                         * @description Results as a list instead of a map.
                         * @default false
                         */
                        results_as_array?: boolean;
                        /**
                         * @description Whether to include the records that the results refer to.
                         * @default yes
                         * @enum {string}
                         */
                        supplemental_data?: "yes" | "no";
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "filters": {
                     *         "project_id": 0
                     *       },
                     *       "projects": {
                     *         "7001": {
                     *           "id": 7001,
                     *           "jobcode_id": 0,
                     *           "parent_jobcode_id": 0,
                     *           "name": "Installation",
                     *           "status": "not_started",
                     *           "description": "",
                     *           "start_date": "2026-03-20",
                     *           "due_date": "2026-03-20",
                     *           "completed_date": "2026-03-20",
                     *           "active": 1,
                     *           "last_modified": "2026-03-01T17:19:12+00:00",
                     *           "created": "2026-03-01T17:19:12+00:00",
                     *           "estimate_id": 0,
                     *           "estimate_by": "",
                     *           "estimate_by__id": 0,
                     *           "total_clocked_in_seconds": 0,
                     *           "total_clocked_out_seconds": 0,
                     *           "total_tracked_seconds": 12600,
                     *           "total_estimated_seconds": 90000,
                     *           "total_note_count": 0,
                     *           "unread_posts_count": 0,
                     *           "budget_progress": 0.14,
                     *           "clocked_in_user_ids": [],
                     *           "tracked_time": {
                     *             "users": {
                     *               "7001": {
                     *                 "total_clocked_in_seconds": 0,
                     *                 "total_clocked_out_seconds": 0,
                     *                 "total_tracked_seconds": 12600,
                     *                 "on_the_clock": false
                     *               }
                     *             },
                     *             "groups": {
                     *               "7001": {
                     *                 "users": {
                     *                   "7001": {
                     *                     "total_clocked_in_seconds": 0,
                     *                     "total_clocked_out_seconds": 0,
                     *                     "total_tracked_seconds": 12600,
                     *                     "on_the_clock": false
                     *                   }
                     *                 }
                     *               }
                     *             },
                     *             "jobcodes": {
                     *               "7001": {
                     *                 "total_clocked_in_seconds": 0,
                     *                 "total_clocked_out_seconds": 0,
                     *                 "total_tracked_seconds": 12600,
                     *                 "on_the_clock": false,
                     *                 "users": {
                     *                   "7001": {
                     *                     "total_clocked_in_seconds": 0,
                     *                     "total_clocked_out_seconds": 0,
                     *                     "total_tracked_seconds": 12600,
                     *                     "on_the_clock": false
                     *                   }
                     *                 }
                     *               }
                     *             },
                     *             "customfields": []
                     *           },
                     *           "estimate_items": [],
                     *           "on_the_clock": false,
                     *           "customfielditem_id": 0,
                     *           "assigned_to_all": false,
                     *           "preview_assigned_user_ids": [],
                     *           "total_assigned_users": 0
                     *         }
                     *       },
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": {
                        filters: {
                            project_id: number;
                        };
                        projects: {
                            [key: string]: {
                                id: number;
                                jobcode_id: number;
                                parent_jobcode_id: number;
                                name: string;
                                /** @enum {string} */
                                status: "not_started" | "in_progress" | "complete";
                                description: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                start_date: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                due_date: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                completed_date: string;
                                /**
                                 * @example 1
                                 * @enum {integer}
                                 */
                                active: 0 | 1;
                                /** @example 2026-03-01T17:19:12+00:00 */
                                last_modified: string;
                                /** @example 2026-03-01T17:19:12+00:00 */
                                created: string;
                                /** @description 0 for none. */
                                estimate_id: number;
                                /** @description none or customfields; null without an estimate. */
                                estimate_by: string | null;
                                /** @description The custom field, else 0. */
                                estimate_by__id: number;
                                /** @description Of running timesheets. */
                                total_clocked_in_seconds: number;
                                /** @description Of finished timesheets. */
                                total_clocked_out_seconds: number;
                                /**
                                 * @description Both.
                                 * @example 12600
                                 */
                                total_tracked_seconds: number;
                                /**
                                 * @description Of the items of the estimate.
                                 * @example 90000
                                 */
                                total_estimated_seconds: number;
                                /** @description Notes. */
                                total_note_count: number;
                                /** @description Notes of others since the requester last read the feed. */
                                unread_posts_count: number;
                                /**
                                 * @description Tracked divided by estimated time.
                                 * @example 0.14
                                 */
                                budget_progress: number | null;
                                clocked_in_user_ids: number[];
                                tracked_time: {
                                    /** @description By user. */
                                    users: {
                                        [key: string]: {
                                            /** @description Of running timesheets. */
                                            total_clocked_in_seconds: number;
                                            /** @description Of finished timesheets. */
                                            total_clocked_out_seconds: number;
                                            /**
                                             * @description Both.
                                             * @example 12600
                                             */
                                            total_tracked_seconds: number;
                                            on_the_clock: boolean;
                                        };
                                    };
                                    /** @description By group; 0 is people without a group. */
                                    groups: {
                                        [key: string]: {
                                            /** @description By user. */
                                            users: {
                                                [key: string]: {
                                                    /** @description Of running timesheets. */
                                                    total_clocked_in_seconds: number;
                                                    /** @description Of finished timesheets. */
                                                    total_clocked_out_seconds: number;
                                                    /**
                                                     * @description Both.
                                                     * @example 12600
                                                     */
                                                    total_tracked_seconds: number;
                                                    on_the_clock: boolean;
                                                };
                                            };
                                        };
                                    };
                                    /** @description By jobcode. */
                                    jobcodes: {
                                        [key: string]: {
                                            /** @description Of running timesheets. */
                                            total_clocked_in_seconds: number;
                                            /** @description Of finished timesheets. */
                                            total_clocked_out_seconds: number;
                                            /**
                                             * @description Both.
                                             * @example 12600
                                             */
                                            total_tracked_seconds: number;
                                            on_the_clock: boolean;
                                            /** @description By user. */
                                            users: {
                                                [key: string]: {
                                                    /** @description Of running timesheets. */
                                                    total_clocked_in_seconds: number;
                                                    /** @description Of finished timesheets. */
                                                    total_clocked_out_seconds: number;
                                                    /**
                                                     * @description Both.
                                                     * @example 12600
                                                     */
                                                    total_tracked_seconds: number;
                                                    on_the_clock: boolean;
                                                };
                                            };
                                        };
                                    };
                                    /**
                                     * @description By custom field and, in customfielditems, by item; [] if no items were chosen.
                                     * @example []
                                     */
                                    customfields: Record<string, never> | unknown[];
                                };
                                /** @description Records of estimate_items with the time tracked on each. */
                                estimate_items: {
                                    id?: number;
                                    /** @description Of running timesheets. */
                                    total_clocked_in_seconds?: number;
                                    /** @description Of finished timesheets. */
                                    total_clocked_out_seconds?: number;
                                    /**
                                     * @description Both.
                                     * @example 12600
                                     */
                                    total_tracked_seconds?: number;
                                    on_the_clock?: boolean;
                                    budget_progress?: number | null;
                                }[];
                                on_the_clock: boolean;
                                /** @enum {integer} */
                                customfielditem_id: 0;
                                assigned_to_all: boolean;
                                /** @description The first 5. */
                                preview_assigned_user_ids: number[];
                                /** @description 0 if assigned to everyone. */
                                total_assigned_users: number;
                            };
                        } | {
                            id: number;
                            jobcode_id: number;
                            parent_jobcode_id: number;
                            name: string;
                            /** @enum {string} */
                            status: "not_started" | "in_progress" | "complete";
                            description: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            start_date: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            due_date: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            completed_date: string;
                            /**
                             * @example 1
                             * @enum {integer}
                             */
                            active: 0 | 1;
                            /** @example 2026-03-01T17:19:12+00:00 */
                            last_modified: string;
                            /** @example 2026-03-01T17:19:12+00:00 */
                            created: string;
                            /** @description 0 for none. */
                            estimate_id: number;
                            /** @description none or customfields; null without an estimate. */
                            estimate_by: string | null;
                            /** @description The custom field, else 0. */
                            estimate_by__id: number;
                            /** @description Of running timesheets. */
                            total_clocked_in_seconds: number;
                            /** @description Of finished timesheets. */
                            total_clocked_out_seconds: number;
                            /**
                             * @description Both.
                             * @example 12600
                             */
                            total_tracked_seconds: number;
                            /**
                             * @description Of the items of the estimate.
                             * @example 90000
                             */
                            total_estimated_seconds: number;
                            /** @description Notes. */
                            total_note_count: number;
                            /** @description Notes of others since the requester last read the feed. */
                            unread_posts_count: number;
                            /**
                             * @description Tracked divided by estimated time.
                             * @example 0.14
                             */
                            budget_progress: number | null;
                            clocked_in_user_ids: number[];
                            tracked_time: {
                                /** @description By user. */
                                users: {
                                    [key: string]: {
                                        /** @description Of running timesheets. */
                                        total_clocked_in_seconds: number;
                                        /** @description Of finished timesheets. */
                                        total_clocked_out_seconds: number;
                                        /**
                                         * @description Both.
                                         * @example 12600
                                         */
                                        total_tracked_seconds: number;
                                        on_the_clock: boolean;
                                    };
                                };
                                /** @description By group; 0 is people without a group. */
                                groups: {
                                    [key: string]: {
                                        /** @description By user. */
                                        users: {
                                            [key: string]: {
                                                /** @description Of running timesheets. */
                                                total_clocked_in_seconds: number;
                                                /** @description Of finished timesheets. */
                                                total_clocked_out_seconds: number;
                                                /**
                                                 * @description Both.
                                                 * @example 12600
                                                 */
                                                total_tracked_seconds: number;
                                                on_the_clock: boolean;
                                            };
                                        };
                                    };
                                };
                                /** @description By jobcode. */
                                jobcodes: {
                                    [key: string]: {
                                        /** @description Of running timesheets. */
                                        total_clocked_in_seconds: number;
                                        /** @description Of finished timesheets. */
                                        total_clocked_out_seconds: number;
                                        /**
                                         * @description Both.
                                         * @example 12600
                                         */
                                        total_tracked_seconds: number;
                                        on_the_clock: boolean;
                                        /** @description By user. */
                                        users: {
                                            [key: string]: {
                                                /** @description Of running timesheets. */
                                                total_clocked_in_seconds: number;
                                                /** @description Of finished timesheets. */
                                                total_clocked_out_seconds: number;
                                                /**
                                                 * @description Both.
                                                 * @example 12600
                                                 */
                                                total_tracked_seconds: number;
                                                on_the_clock: boolean;
                                            };
                                        };
                                    };
                                };
                                /**
                                 * @description By custom field and, in customfielditems, by item; [] if no items were chosen.
                                 * @example []
                                 */
                                customfields: Record<string, never> | unknown[];
                            };
                            /** @description Records of estimate_items with the time tracked on each. */
                            estimate_items: {
                                id?: number;
                                /** @description Of running timesheets. */
                                total_clocked_in_seconds?: number;
                                /** @description Of finished timesheets. */
                                total_clocked_out_seconds?: number;
                                /**
                                 * @description Both.
                                 * @example 12600
                                 */
                                total_tracked_seconds?: number;
                                on_the_clock?: boolean;
                                budget_progress?: number | null;
                            }[];
                            on_the_clock: boolean;
                            /** @enum {integer} */
                            customfielditem_id: 0;
                            assigned_to_all: boolean;
                            /** @description The first 5. */
                            preview_assigned_user_ids: number[];
                            /** @description 0 if assigned to everyone. */
                            total_assigned_users: number;
                        }[];
                        supplemental_data?: components["schemas"]["Supplemental"];
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    getReport: {
        parameters: {
            query: {
                /** @description Name of the report. Also called type, report_type. */
                report: "current_totals" | "payroll" | "payroll_by_jobcode" | "project" | "project_estimate" | "project_estimate_detail";
                /** @description Ids, separated by commas. */
                user_ids?: string;
                /** @description Members of these groups. */
                group_ids?: string;
                /** @description By `on_the_clock`. */
                on_the_clock?: "yes" | "no" | "both";
                /** @description By `order_by`. */
                order_by?: "username" | "first_name" | "last_name" | "group_name" | "group_id" | "shift_seconds" | "day_seconds";
                /** @description By `order_desc`. */
                order_desc?: boolean;
                /** @description Number of the page. */
                page?: number;
                /** @description Records per page. */
                limit?: number;
                /** @description Records per page, at most 50; deprecated in favor of `limit`, which takes precedence. */
                per_page?: number;
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
                /** @description First date, inclusive. */
                start_date?: string;
                /** @description Last date, inclusive. */
                end_date?: string;
                /** @description yes: overtime by multiplier; no: time and a half and double time; omitted: both. */
                advanced_overtime?: "yes" | "no" | "both";
                /** @description Includes users without time. */
                include_zero_time?: boolean;
                /** @description Projects whose jobcode is one of these. */
                jobcode_ids?: string;
                /** @description By the type of the jobcode; both is the same as all. */
                jobcode_type?: "regular" | "pto" | "unpaid_break" | "paid_break" | "all" | "both";
                /** @description Custom field id → values, one of which the time has; in a query string customfielditems[301]=Wiring. */
                customfielditems?: {
                    [key: string]: string[];
                };
                /** @description Ids, separated by commas. */
                project_ids?: string;
                /** @description Projects under this jobcode; 0 is the top level. */
                parent_jobcode_id?: number;
                /** @description Several are separated by commas. */
                statuses?: string;
                /** @description By `active`. */
                active?: "yes" | "no" | "both";
                /** @description Results as a list instead of a map. */
                results_as_array?: boolean;
                /** @description Any of name, due_date, budget_progress, total_note_count, unread_posts_count, each prefixed with + or -, separated by commas. Results are a list then. */
                sort_by?: string;
                /** @description name: text, with `*` for any characters. */
                search?: {
                    [key: string]: string[];
                };
                /** @description Only projects with time, within the dates below if given. */
                has_time_tracked?: boolean;
                /** @description Used with has_time_tracked. */
                time_tracked_start_date?: string;
                /** @description Used with has_time_tracked. */
                time_tracked_end_date?: string;
                /** @description The project. */
                project_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "current_totals": {
                     *           "7001": {
                     *             "user_id": 0,
                     *             "on_the_clock": true,
                     *             "timesheet_id": 0,
                     *             "jobcode_id": 0,
                     *             "group_id": 0,
                     *             "shift_geolocations_available": false,
                     *             "shift_seconds": 5400,
                     *             "day_seconds": 12600
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": {
                        results: {
                            /** @description By user. */
                            current_totals: {
                                [key: string]: {
                                    user_id: number;
                                    /** @example true */
                                    on_the_clock: boolean;
                                    /** @description The running timesheet; null off the clock. */
                                    timesheet_id: number | null;
                                    /** @description Its jobcode; null off the clock. */
                                    jobcode_id: number | null;
                                    /** @description 0 for none. */
                                    group_id: number;
                                    /** @description Whether locations were reported during the running timesheet. */
                                    shift_geolocations_available?: boolean;
                                    /**
                                     * @description Of the running timesheet; 0 off the clock.
                                     * @example 5400
                                     */
                                    shift_seconds: number;
                                    /**
                                     * @description Worked on the user’s day so far, paid breaks included, by the rule that the company has chosen for shifts over midnight. Finished time is rounded if the company rounds.
                                     * @example 12600
                                     */
                                    day_seconds: number;
                                };
                            };
                        };
                        /** @description Whether there is another page. */
                        more: boolean;
                        supplemental_data?: components["schemas"]["Supplemental"];
                    } | {
                        results: {
                            /** @description By user. */
                            payroll_report: {
                                [key: string]: {
                                    user_id: number;
                                    /**
                                     * @description Company id.
                                     * @example 1
                                     */
                                    client_id: string;
                                    /** @example 2026-03-01 */
                                    start_date: string;
                                    /** @example 2026-03-14 */
                                    end_date: string;
                                    /**
                                     * @description Regular.
                                     * @example 144000
                                     */
                                    total_re_seconds: number;
                                    /**
                                     * @description Paid at 1.5; not in the advanced form.
                                     * @example 7200
                                     */
                                    total_ot_seconds?: number;
                                    /**
                                     * @description Paid at 2; not in the advanced form.
                                     * @example 0
                                     */
                                    total_dt_seconds?: number;
                                    /**
                                     * @description Paid time off.
                                     * @example 28800
                                     */
                                    total_pto_seconds: number;
                                    /**
                                     * @description All of these.
                                     * @example 180000
                                     */
                                    total_work_seconds: number;
                                    /** @description Overtime by multiplier; not in the basic form. */
                                    overtime_seconds?: {
                                        [key: string]: number;
                                    };
                                    /** @description By additional amount per hour; not in the basic form. */
                                    fixed_rate_seconds?: {
                                        [key: string]: number;
                                    };
                                    /** @description Overtime by the rule it is due to, such as daily or weekly. */
                                    overtime_by_rule: {
                                        [key: string]: number;
                                    };
                                    /** @description Paid time off by jobcode. */
                                    pto_seconds: {
                                        [key: string]: number;
                                    };
                                    /** @description Premium for breaks not provided, by kind: meal and rest. Not part of the work. Present where the company pays it. */
                                    break_premium_seconds?: {
                                        [key: string]: number;
                                    };
                                };
                            };
                        };
                        supplemental_data?: components["schemas"]["Supplemental"];
                    } | {
                        results: {
                            filters: {
                                /** @example 2026-03-02 */
                                start_date: string;
                                /** @example 2026-03-08 */
                                end_date: string;
                                /** @description Absent if not given. */
                                user_ids?: string[];
                                /** @description Absent if not given. */
                                group_ids?: string[];
                            };
                            payroll_by_jobcode_report: {
                                /** @description By jobcode. */
                                totals: {
                                    [key: string]: {
                                        /** @description 0 is time without a jobcode. */
                                        jobcode_id: number;
                                        /**
                                         * @description Regular.
                                         * @example 144000
                                         */
                                        total_re_seconds: number;
                                        /**
                                         * @description Paid at 1.5; not in the advanced form.
                                         * @example 7200
                                         */
                                        total_ot_seconds?: number;
                                        /**
                                         * @description Paid at 2; not in the advanced form.
                                         * @example 0
                                         */
                                        total_dt_seconds?: number;
                                        /**
                                         * @description Paid time off.
                                         * @example 28800
                                         */
                                        total_pto_seconds: number;
                                        /**
                                         * @description All of these.
                                         * @example 180000
                                         */
                                        total_work_seconds: number;
                                        /** @description Overtime by multiplier; not in the basic form. */
                                        overtime_seconds?: {
                                            [key: string]: number;
                                        };
                                        /** @description By additional amount per hour; not in the basic form. */
                                        fixed_rate_seconds?: {
                                            [key: string]: number;
                                        };
                                        /** @description Overtime by the rule it is due to, such as daily or weekly. */
                                        overtime_by_rule: {
                                            [key: string]: number;
                                        };
                                    };
                                };
                                /** @description By user. */
                                by_user: {
                                    [key: string]: {
                                        user_id: number;
                                        /** @description By jobcode. */
                                        totals: {
                                            [key: string]: {
                                                /** @description 0 is time without a jobcode. */
                                                jobcode_id: number;
                                                /**
                                                 * @description Regular.
                                                 * @example 144000
                                                 */
                                                total_re_seconds: number;
                                                /**
                                                 * @description Paid at 1.5; not in the advanced form.
                                                 * @example 7200
                                                 */
                                                total_ot_seconds?: number;
                                                /**
                                                 * @description Paid at 2; not in the advanced form.
                                                 * @example 0
                                                 */
                                                total_dt_seconds?: number;
                                                /**
                                                 * @description Paid time off.
                                                 * @example 28800
                                                 */
                                                total_pto_seconds: number;
                                                /**
                                                 * @description All of these.
                                                 * @example 180000
                                                 */
                                                total_work_seconds: number;
                                                /** @description Overtime by multiplier; not in the basic form. */
                                                overtime_seconds?: {
                                                    [key: string]: number;
                                                };
                                                /** @description By additional amount per hour; not in the basic form. */
                                                fixed_rate_seconds?: {
                                                    [key: string]: number;
                                                };
                                                /** @description Overtime by the rule it is due to, such as daily or weekly. */
                                                overtime_by_rule: {
                                                    [key: string]: number;
                                                };
                                            };
                                        };
                                        /** @description By date and jobcode. */
                                        dates: {
                                            [key: string]: {
                                                [key: string]: {
                                                    /** @description 0 is time without a jobcode. */
                                                    jobcode_id: number;
                                                    /**
                                                     * @description Regular.
                                                     * @example 144000
                                                     */
                                                    total_re_seconds: number;
                                                    /**
                                                     * @description Paid at 1.5; not in the advanced form.
                                                     * @example 7200
                                                     */
                                                    total_ot_seconds?: number;
                                                    /**
                                                     * @description Paid at 2; not in the advanced form.
                                                     * @example 0
                                                     */
                                                    total_dt_seconds?: number;
                                                    /**
                                                     * @description Paid time off.
                                                     * @example 28800
                                                     */
                                                    total_pto_seconds: number;
                                                    /**
                                                     * @description All of these.
                                                     * @example 180000
                                                     */
                                                    total_work_seconds: number;
                                                    /** @description Overtime by multiplier; not in the basic form. */
                                                    overtime_seconds?: {
                                                        [key: string]: number;
                                                    };
                                                    /** @description By additional amount per hour; not in the basic form. */
                                                    fixed_rate_seconds?: {
                                                        [key: string]: number;
                                                    };
                                                    /** @description Overtime by the rule it is due to, such as daily or weekly. */
                                                    overtime_by_rule: {
                                                        [key: string]: number;
                                                    };
                                                    /**
                                                     * @description Unpaid breaks.
                                                     * @example 0
                                                     */
                                                    total_unpaid_seconds: number;
                                                };
                                            };
                                        };
                                        /** @description Premium for breaks not provided, by kind: meal and rest. Not part of the work. Present where the company pays it. */
                                        break_premium_seconds?: {
                                            [key: string]: number;
                                        };
                                    };
                                };
                            };
                        };
                        supplemental_data?: components["schemas"]["Supplemental"];
                    } | {
                        results: {
                            filters: {
                                user_ids: string[];
                                group_ids: string[];
                                /**
                                 * @example all
                                 * @enum {string}
                                 */
                                jobcode_type: "regular" | "pto" | "unpaid_break" | "paid_break" | "all" | "both";
                                customfielditems: {
                                    [key: string]: string[];
                                };
                                jobcode_ids: string[];
                            };
                            project_report: {
                                /** @example 2026-03-01 */
                                start_date: string;
                                /** @example 2026-03-14 */
                                end_date: string;
                                totals: {
                                    /** @description Hours by user. */
                                    users: {
                                        [key: string]: string;
                                    };
                                    /** @description Hours by group; 0 is people without a group. */
                                    groups: {
                                        [key: string]: number;
                                    };
                                    /** @description Hours by jobcode; 0 is time without one. */
                                    jobcodes: {
                                        [key: string]: string;
                                    };
                                    /** @description Hours by custom field and item; 0 is time without an item. Free-form fields have none. */
                                    customfields: {
                                        [key: string]: {
                                            [key: string]: string;
                                        };
                                    };
                                };
                            };
                        };
                        supplemental_data?: components["schemas"]["Supplemental"];
                    } | {
                        filters: {
                            page?: number;
                            limit?: number;
                            project_ids?: number[];
                            statuses?: string[];
                            /**
                             * @description "" if not given.
                             * @example
                             */
                            parent_jobcode_id?: number | string | number[];
                            /**
                             * @description "" if not given.
                             * @example
                             */
                            jobcode_ids?: number | string | number[];
                            /** @description False if only inactive ones were requested. */
                            active?: boolean;
                            /**
                             * @description [] if not given.
                             * @example []
                             */
                            search?: Record<string, never> | unknown[];
                            has_time_tracked?: boolean;
                            time_tracked_start_date?: string | null;
                            time_tracked_end_date?: string | null;
                        };
                        /** @description Whether there is another page. */
                        more: boolean;
                        /** @description Across all pages. */
                        total_count: number;
                        results: {
                            [key: string]: {
                                id: number;
                                jobcode_id: number;
                                parent_jobcode_id: number;
                                name: string;
                                /** @enum {string} */
                                status: "not_started" | "in_progress" | "complete";
                                description: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                start_date: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                due_date: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                completed_date: string;
                                /**
                                 * @example 1
                                 * @enum {integer}
                                 */
                                active: 0 | 1;
                                /** @example 2026-03-01T17:19:12+00:00 */
                                last_modified: string;
                                /** @example 2026-03-01T17:19:12+00:00 */
                                created: string;
                                /** @description 0 for none. */
                                estimate_id: number;
                                /** @description none or customfields; null without an estimate. */
                                estimate_by: string | null;
                                /** @description The custom field, else 0. */
                                estimate_by__id: number;
                                /** @description Of running timesheets. */
                                total_clocked_in_seconds: number;
                                /** @description Of finished timesheets. */
                                total_clocked_out_seconds: number;
                                /**
                                 * @description Both.
                                 * @example 12600
                                 */
                                total_tracked_seconds: number;
                                /**
                                 * @description Of the items of the estimate.
                                 * @example 90000
                                 */
                                total_estimated_seconds: number;
                                /** @description Notes. */
                                total_note_count: number;
                                /** @description Notes of others since the requester last read the feed. */
                                unread_posts_count: number;
                                /** @description Replies of others since then, if the requester follows the activity. */
                                unread_replies_count: number;
                                /**
                                 * @description Tracked divided by estimated time.
                                 * @example 0.14
                                 */
                                budget_progress: number | null;
                                clocked_in_user_ids: number[];
                            };
                        } | {
                            id: number;
                            jobcode_id: number;
                            parent_jobcode_id: number;
                            name: string;
                            /** @enum {string} */
                            status: "not_started" | "in_progress" | "complete";
                            description: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            start_date: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            due_date: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            completed_date: string;
                            /**
                             * @example 1
                             * @enum {integer}
                             */
                            active: 0 | 1;
                            /** @example 2026-03-01T17:19:12+00:00 */
                            last_modified: string;
                            /** @example 2026-03-01T17:19:12+00:00 */
                            created: string;
                            /** @description 0 for none. */
                            estimate_id: number;
                            /** @description none or customfields; null without an estimate. */
                            estimate_by: string | null;
                            /** @description The custom field, else 0. */
                            estimate_by__id: number;
                            /** @description Of running timesheets. */
                            total_clocked_in_seconds: number;
                            /** @description Of finished timesheets. */
                            total_clocked_out_seconds: number;
                            /**
                             * @description Both.
                             * @example 12600
                             */
                            total_tracked_seconds: number;
                            /**
                             * @description Of the items of the estimate.
                             * @example 90000
                             */
                            total_estimated_seconds: number;
                            /** @description Notes. */
                            total_note_count: number;
                            /** @description Notes of others since the requester last read the feed. */
                            unread_posts_count: number;
                            /** @description Replies of others since then, if the requester follows the activity. */
                            unread_replies_count: number;
                            /**
                             * @description Tracked divided by estimated time.
                             * @example 0.14
                             */
                            budget_progress: number | null;
                            clocked_in_user_ids: number[];
                        }[];
                        supplemental_data?: components["schemas"]["Supplemental"];
                    } | {
                        filters: {
                            project_id: number;
                        };
                        projects: {
                            [key: string]: {
                                id: number;
                                jobcode_id: number;
                                parent_jobcode_id: number;
                                name: string;
                                /** @enum {string} */
                                status: "not_started" | "in_progress" | "complete";
                                description: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                start_date: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                due_date: string;
                                /**
                                 * @description YYYY-MM-DD or "".
                                 * @example 2026-03-20
                                 */
                                completed_date: string;
                                /**
                                 * @example 1
                                 * @enum {integer}
                                 */
                                active: 0 | 1;
                                /** @example 2026-03-01T17:19:12+00:00 */
                                last_modified: string;
                                /** @example 2026-03-01T17:19:12+00:00 */
                                created: string;
                                /** @description 0 for none. */
                                estimate_id: number;
                                /** @description none or customfields; null without an estimate. */
                                estimate_by: string | null;
                                /** @description The custom field, else 0. */
                                estimate_by__id: number;
                                /** @description Of running timesheets. */
                                total_clocked_in_seconds: number;
                                /** @description Of finished timesheets. */
                                total_clocked_out_seconds: number;
                                /**
                                 * @description Both.
                                 * @example 12600
                                 */
                                total_tracked_seconds: number;
                                /**
                                 * @description Of the items of the estimate.
                                 * @example 90000
                                 */
                                total_estimated_seconds: number;
                                /** @description Notes. */
                                total_note_count: number;
                                /** @description Notes of others since the requester last read the feed. */
                                unread_posts_count: number;
                                /**
                                 * @description Tracked divided by estimated time.
                                 * @example 0.14
                                 */
                                budget_progress: number | null;
                                clocked_in_user_ids: number[];
                                tracked_time: {
                                    /** @description By user. */
                                    users: {
                                        [key: string]: {
                                            /** @description Of running timesheets. */
                                            total_clocked_in_seconds: number;
                                            /** @description Of finished timesheets. */
                                            total_clocked_out_seconds: number;
                                            /**
                                             * @description Both.
                                             * @example 12600
                                             */
                                            total_tracked_seconds: number;
                                            on_the_clock: boolean;
                                        };
                                    };
                                    /** @description By group; 0 is people without a group. */
                                    groups: {
                                        [key: string]: {
                                            /** @description By user. */
                                            users: {
                                                [key: string]: {
                                                    /** @description Of running timesheets. */
                                                    total_clocked_in_seconds: number;
                                                    /** @description Of finished timesheets. */
                                                    total_clocked_out_seconds: number;
                                                    /**
                                                     * @description Both.
                                                     * @example 12600
                                                     */
                                                    total_tracked_seconds: number;
                                                    on_the_clock: boolean;
                                                };
                                            };
                                        };
                                    };
                                    /** @description By jobcode. */
                                    jobcodes: {
                                        [key: string]: {
                                            /** @description Of running timesheets. */
                                            total_clocked_in_seconds: number;
                                            /** @description Of finished timesheets. */
                                            total_clocked_out_seconds: number;
                                            /**
                                             * @description Both.
                                             * @example 12600
                                             */
                                            total_tracked_seconds: number;
                                            on_the_clock: boolean;
                                            /** @description By user. */
                                            users: {
                                                [key: string]: {
                                                    /** @description Of running timesheets. */
                                                    total_clocked_in_seconds: number;
                                                    /** @description Of finished timesheets. */
                                                    total_clocked_out_seconds: number;
                                                    /**
                                                     * @description Both.
                                                     * @example 12600
                                                     */
                                                    total_tracked_seconds: number;
                                                    on_the_clock: boolean;
                                                };
                                            };
                                        };
                                    };
                                    /**
                                     * @description By custom field and, in customfielditems, by item; [] if no items were chosen.
                                     * @example []
                                     */
                                    customfields: Record<string, never> | unknown[];
                                };
                                /** @description Records of estimate_items with the time tracked on each. */
                                estimate_items: {
                                    id?: number;
                                    /** @description Of running timesheets. */
                                    total_clocked_in_seconds?: number;
                                    /** @description Of finished timesheets. */
                                    total_clocked_out_seconds?: number;
                                    /**
                                     * @description Both.
                                     * @example 12600
                                     */
                                    total_tracked_seconds?: number;
                                    on_the_clock?: boolean;
                                    budget_progress?: number | null;
                                }[];
                                on_the_clock: boolean;
                                /** @enum {integer} */
                                customfielditem_id: 0;
                                assigned_to_all: boolean;
                                /** @description The first 5. */
                                preview_assigned_user_ids: number[];
                                /** @description 0 if assigned to everyone. */
                                total_assigned_users: number;
                            };
                        } | {
                            id: number;
                            jobcode_id: number;
                            parent_jobcode_id: number;
                            name: string;
                            /** @enum {string} */
                            status: "not_started" | "in_progress" | "complete";
                            description: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            start_date: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            due_date: string;
                            /**
                             * @description YYYY-MM-DD or "".
                             * @example 2026-03-20
                             */
                            completed_date: string;
                            /**
                             * @example 1
                             * @enum {integer}
                             */
                            active: 0 | 1;
                            /** @example 2026-03-01T17:19:12+00:00 */
                            last_modified: string;
                            /** @example 2026-03-01T17:19:12+00:00 */
                            created: string;
                            /** @description 0 for none. */
                            estimate_id: number;
                            /** @description none or customfields; null without an estimate. */
                            estimate_by: string | null;
                            /** @description The custom field, else 0. */
                            estimate_by__id: number;
                            /** @description Of running timesheets. */
                            total_clocked_in_seconds: number;
                            /** @description Of finished timesheets. */
                            total_clocked_out_seconds: number;
                            /**
                             * @description Both.
                             * @example 12600
                             */
                            total_tracked_seconds: number;
                            /**
                             * @description Of the items of the estimate.
                             * @example 90000
                             */
                            total_estimated_seconds: number;
                            /** @description Notes. */
                            total_note_count: number;
                            /** @description Notes of others since the requester last read the feed. */
                            unread_posts_count: number;
                            /**
                             * @description Tracked divided by estimated time.
                             * @example 0.14
                             */
                            budget_progress: number | null;
                            clocked_in_user_ids: number[];
                            tracked_time: {
                                /** @description By user. */
                                users: {
                                    [key: string]: {
                                        /** @description Of running timesheets. */
                                        total_clocked_in_seconds: number;
                                        /** @description Of finished timesheets. */
                                        total_clocked_out_seconds: number;
                                        /**
                                         * @description Both.
                                         * @example 12600
                                         */
                                        total_tracked_seconds: number;
                                        on_the_clock: boolean;
                                    };
                                };
                                /** @description By group; 0 is people without a group. */
                                groups: {
                                    [key: string]: {
                                        /** @description By user. */
                                        users: {
                                            [key: string]: {
                                                /** @description Of running timesheets. */
                                                total_clocked_in_seconds: number;
                                                /** @description Of finished timesheets. */
                                                total_clocked_out_seconds: number;
                                                /**
                                                 * @description Both.
                                                 * @example 12600
                                                 */
                                                total_tracked_seconds: number;
                                                on_the_clock: boolean;
                                            };
                                        };
                                    };
                                };
                                /** @description By jobcode. */
                                jobcodes: {
                                    [key: string]: {
                                        /** @description Of running timesheets. */
                                        total_clocked_in_seconds: number;
                                        /** @description Of finished timesheets. */
                                        total_clocked_out_seconds: number;
                                        /**
                                         * @description Both.
                                         * @example 12600
                                         */
                                        total_tracked_seconds: number;
                                        on_the_clock: boolean;
                                        /** @description By user. */
                                        users: {
                                            [key: string]: {
                                                /** @description Of running timesheets. */
                                                total_clocked_in_seconds: number;
                                                /** @description Of finished timesheets. */
                                                total_clocked_out_seconds: number;
                                                /**
                                                 * @description Both.
                                                 * @example 12600
                                                 */
                                                total_tracked_seconds: number;
                                                on_the_clock: boolean;
                                            };
                                        };
                                    };
                                };
                                /**
                                 * @description By custom field and, in customfielditems, by item; [] if no items were chosen.
                                 * @example []
                                 */
                                customfields: Record<string, never> | unknown[];
                            };
                            /** @description Records of estimate_items with the time tracked on each. */
                            estimate_items: {
                                id?: number;
                                /** @description Of running timesheets. */
                                total_clocked_in_seconds?: number;
                                /** @description Of finished timesheets. */
                                total_clocked_out_seconds?: number;
                                /**
                                 * @description Both.
                                 * @example 12600
                                 */
                                total_tracked_seconds?: number;
                                on_the_clock?: boolean;
                                budget_progress?: number | null;
                            }[];
                            on_the_clock: boolean;
                            /** @enum {integer} */
                            customfielditem_id: 0;
                            assigned_to_all: boolean;
                            /** @description The first 5. */
                            preview_assigned_user_ids: number[];
                            /** @description 0 if assigned to everyone. */
                            total_assigned_users: number;
                        }[];
                        supplemental_data?: components["schemas"]["Supplemental"];
                    };
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    getCurrentUser: {
        parameters: {
            query?: {
                /** @description Whether to include the records that the results refer to. */
                supplemental_data?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "users": {
                     *           "7001": {
                     *             "id": 7001,
                     *             "first_name": "Wanda",
                     *             "last_name": "Worker",
                     *             "display_name": "",
                     *             "pronouns": "",
                     *             "group_id": 41,
                     *             "active": true,
                     *             "employee_number": 0,
                     *             "salaried": false,
                     *             "exempt": false,
                     *             "username": "wanda",
                     *             "email": "wanda@example.com",
                     *             "email_verified": false,
                     *             "payroll_id": "",
                     *             "mobile_number": "",
                     *             "hire_date": "2026-03-02",
                     *             "term_date": "2026-03-02",
                     *             "job_title": "",
                     *             "gender": "",
                     *             "last_modified": "2026-03-02T15:00:00+00:00",
                     *             "last_active": "2026-03-02T15:00:00+00:00",
                     *             "created": "2026-03-02T15:00:00+00:00",
                     *             "client_url": "northyard",
                     *             "company_name": "Northyard",
                     *             "profile_image_url": "",
                     *             "pto_balances": {},
                     *             "submitted_to": "2026-03-02",
                     *             "approved_to": "2026-03-02",
                     *             "manager_of_group_ids": [],
                     *             "require_password_change": true,
                     *             "pay_rate": 0,
                     *             "pay_interval": "hour",
                     *             "permissions": {},
                     *             "customfields": {}
                     *           }
                     *         }
                     *       },
                     *       "more": false,
                     *       "supplemental_data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["UsersList"];
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    getEffectiveSettings: {
        parameters: {
            query?: {
                /** @description Whose settings; your own if omitted, the company’s in a managed client. */
                user_id?: number;
                /** @description At or after this instant. */
                modified_since?: string;
                /** @description Before this instant. */
                modified_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "effective_settings": {
                     *           "general": {
                     *             "settings": {
                     *               "tz": "America/Denver",
                     *               "week_start": 0
                     *             },
                     *             "last_modified": "2026-03-02T15:00:00+00:00"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        results: {
                            /**
                             * @description By section.
                             * @example {
                             *       "general": {
                             *         "settings": {
                             *           "tz": "America/Denver",
                             *           "week_start": 0
                             *         },
                             *         "last_modified": "2026-03-02T15:00:00+00:00"
                             *       }
                             *     }
                             */
                            effective_settings: {
                                [key: string]: {
                                    /** @description Values by name. */
                                    settings: {
                                        [key: string]: string | number | Record<string, never>;
                                    };
                                    /** @example 2026-03-02T15:00:00+00:00 */
                                    last_modified: string;
                                };
                            };
                        };
                    };
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    downloadFile: {
        parameters: {
            query: {
                /** @description The file. */
                id: number;
                /** @description Longest side of a smaller picture, in pixels. */
                size?: 160 | 320 | 640 | 1280;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                    "image/png": string;
                    "image/jpeg": string;
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            /** @description The file does not exist, was deleted, or is not visible to the user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    getChanges: {
        parameters: {
            query: {
                /** @description `now`, or the `cursor` of the answer before. */
                cursor: string;
                /** @description Only changes of these resources, separated by commas. */
                types?: ("customfields" | "customfielditems" | "files" | "geofence_configs" | "geolocations" | "groups" | "jobcodes" | "jobcode_assignments" | "locations" | "locations_map" | "notifications" | "time_off_requests" | "time_off_request_entries" | "reminders" | "schedule_calendars" | "schedule_events" | "timesheets" | "timesheets_deleted" | "users" | "customfielditem_filters" | "customfielditem_jobcode_filters" | "customfielditem_user_filters" | "projects" | "project_notes" | "project_activities" | "project_activity_replies" | "project_activity_read_times" | "estimates" | "estimate_items" | "managed_clients")[];
                /** @description Most changes in the answer. There may be fewer, even none, while `more` is true. */
                limit?: number;
                /** @description Seconds to wait for a change if there is none yet. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "changes": []
                     *       },
                     *       "cursor": "",
                     *       "more": false
                     *     }
                     */
                    "application/json": {
                        results: {
                            changes: {
                                /** @description Grows with every change in the company. */
                                sequence: number;
                                /**
                                 * @description The resource.
                                 * @enum {string}
                                 */
                                type: "customfields" | "customfielditems" | "files" | "geofence_configs" | "geolocations" | "groups" | "jobcodes" | "jobcode_assignments" | "locations" | "locations_map" | "notifications" | "time_off_requests" | "time_off_request_entries" | "reminders" | "schedule_calendars" | "schedule_events" | "timesheets" | "timesheets_deleted" | "users" | "customfielditem_filters" | "customfielditem_jobcode_filters" | "customfielditem_user_filters" | "projects" | "project_notes" | "project_activities" | "project_activity_replies" | "project_activity_read_times" | "estimates" | "estimate_items" | "managed_clients";
                                /** @description Of the record. */
                                id: number;
                                /**
                                 * @description What happened; `hidden` if the user no longer sees the record because of the change.
                                 * @enum {string}
                                 */
                                change: "created" | "updated" | "archived" | "deleted" | "hidden";
                                /** @description Who made the change; 0 is the server. */
                                user_id: number;
                                /** @description The application that made it; empty for the server. */
                                application: string;
                                /** @description When it was made. */
                                time: string;
                                /** @description The record as it was after the change, or before its deletion, in the form of its list; null if it is hidden. */
                                record: Record<string, never> | null;
                            }[];
                        };
                        /** @description For the next request. */
                        cursor: string;
                        /** @description Whether the log goes on. */
                        more: boolean;
                    };
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            /** @description Nothing leads on from this cursor: changes behind it were deleted because of their age, the rights of the user have changed, or data was restored. Begin again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    getLastModifiedTimestamps: {
        parameters: {
            query?: {
                /** @description Names of endpoints, separated by commas; the common ones if omitted. */
                endpoints?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": {
                     *         "last_modified_timestamps": {
                     *           "jobcodes": "2026-03-02T15:00:00+00:00",
                     *           "timesheets": "2026-03-02T15:04:05+00:00"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        results: {
                            /**
                             * @description Date-times by endpoint.
                             * @example {
                             *       "jobcodes": "2026-03-02T15:00:00+00:00",
                             *       "timesheets": "2026-03-02T15:04:05+00:00"
                             *     }
                             */
                            last_modified_timestamps: {
                                [key: string]: string;
                            };
                        };
                    };
                };
            };
            304: components["responses"]["Status304"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            417: components["responses"]["Status417"];
            429: components["responses"]["Status429"];
            499: components["responses"]["Status499"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
            default: components["responses"]["Failure"];
        };
    };
    authorize: {
        parameters: {
            query: {
                /** @description Always `code`. */
                response_type: "code";
                /** @description The application. */
                client_id: string;
                /** @description Where the browser returns to, as registered for the application. */
                redirect_uri: string;
                /** @description Random text that is returned unchanged. The application must compare it. */
                state: string;
                /** @description Which form is shown first. */
                display_mode?: "login" | "create";
                /** @description PKCE (RFC 7636); required for applications without a secret. */
                code_challenge?: string;
                /** @description How the challenge was derived. */
                code_challenge_method?: "S256";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirects to the sign-in page, or back to the application. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The application or `redirect_uri` is unknown. A page says so; the browser is not redirected. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    grantToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "refresh_token",
                 *       "client_id": "app_7f21",
                 *       "client_secret": "s3cr3t",
                 *       "refresh_token": "r_51c0"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @enum {string} */
                    grant_type: "authorization_code" | "refresh_token";
                    /** @description The application; omitted with HTTP Basic. */
                    client_id: string;
                    /** @description Its secret; omitted by applications without one. */
                    client_secret?: string;
                    /** @description The authorization code. */
                    code?: string;
                    /** @description The same as in the authorization request; only with a code. */
                    redirect_uri?: string;
                    /** @description PKCE; required if the authorization request had a challenge. */
                    code_verifier?: string;
                    /** @description The latest refresh token. */
                    refresh_token?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "S.1__8f3a2c7d0b5e4f1a9c6d7e8f0a1b2c3d4e5f6a7b",
                     *       "expires_in": 864000,
                     *       "token_type": "bearer",
                     *       "scope": "",
                     *       "refresh_token": "S.1__b71e04c2d9a8f6e35c1d2b7a90e8f4c6a5d3b2e1",
                     *       "user_id": "5102",
                     *       "company_id": "1",
                     *       "client_url": "northyard"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Opaque.
                         * @example S.1__8f3a2c7d0b5e4f1a9c6d7e8f0a1b2c3d4e5f6a7b
                         */
                        access_token: string;
                        /**
                         * @description Seconds.
                         * @example 864000
                         */
                        expires_in: number;
                        /**
                         * @description Always `bearer`.
                         * @example bearer
                         */
                        token_type: string;
                        /**
                         * @description Always empty.
                         * @example
                         */
                        scope: string;
                        /**
                         * @description Opaque; works once.
                         * @example S.1__b71e04c2d9a8f6e35c1d2b7a90e8f4c6a5d3b2e1
                         */
                        refresh_token: string;
                        /**
                         * @description The user the token acts as.
                         * @example 5102
                         */
                        user_id: string;
                        /**
                         * @description The user’s company.
                         * @example 1
                         */
                        company_id: string;
                        /**
                         * @description Account name of the company.
                         * @example northyard
                         */
                        client_url: string;
                    };
                };
            };
            /** @description A parameter is missing or invalid; `error_description` says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The client id or secret is wrong, and the request used HTTP Basic. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Too many wrong secrets or tokens. `Retry-After` is the number of seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The company does not allow access from this address. */
            499: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "S.1__8f3a",
                 *       "client_id": "app_7f21",
                 *       "client_secret": "s3cr3t"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description The token to revoke. */
                    token: string;
                    /** @description `access_token` or `refresh_token`. */
                    token_type_hint?: string;
                    /** @description The application; omitted with HTTP Basic. */
                    client_id?: string;
                    /** @description Its secret. */
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description Revoked. The response is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing or invalid; `error_description` says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The client id or secret is wrong, and the request used HTTP Basic. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Too many wrong secrets or tokens. `Retry-After` is the number of seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    introspectToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "S.1__8f3a",
                 *       "client_id": "app_7f21",
                 *       "client_secret": "s3cr3t"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description The token to look up. */
                    token: string;
                    /** @description The application; omitted with HTTP Basic. */
                    client_id?: string;
                    /** @description Its secret. */
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "active": true,
                     *       "client_id": "app_7f21",
                     *       "user_id": "5102",
                     *       "company_id": "1",
                     *       "exp": 1773327600,
                     *       "iat": 1772463600
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description If false, no other fields are returned.
                         * @example true
                         */
                        active: boolean;
                        /**
                         * @description The application.
                         * @example app_7f21
                         */
                        client_id?: string;
                        /**
                         * @description The user the token acts as.
                         * @example 5102
                         */
                        user_id?: string;
                        /**
                         * @description The user’s company.
                         * @example 1
                         */
                        company_id?: string;
                        /**
                         * @description When it expires, in seconds since 1970.
                         * @example 1773327600
                         */
                        exp?: number;
                        /**
                         * @description When it was issued, in seconds since 1970.
                         * @example 1772463600
                         */
                        iat?: number;
                    };
                };
            };
            /** @description A parameter is missing or invalid; `error_description` says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The client id or secret is wrong, and the request used HTTP Basic. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Too many wrong secrets or tokens. `Retry-After` is the number of seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    getOpenapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0",
                     *       "info": {},
                     *       "servers": [],
                     *       "tags": [],
                     *       "paths": {},
                     *       "components": {}
                     *     }
                     */
                    "application/json": {
                        /** @example 3.1.0 */
                        openapi: string;
                        info: Record<string, never>;
                        servers: Record<string, never>[];
                        tags: Record<string, never>[];
                        paths: Record<string, never>;
                        components: Record<string, never>;
                    };
                };
            };
            304: components["responses"]["Status304"];
        };
    };
}
