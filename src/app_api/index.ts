import { actionEndpoints } from './actions.ts'
import { addressEndpoints } from './company/addresses.ts'
import { auditEndpoints } from './company/audit.ts'
import { companyEndpoints } from './company/companies.ts'
import { groupReminderEndpoints } from './company/group_reminders.ts'
import { inspectorEndpoints } from './company/inspectors.ts'
import { outboxEndpoints } from './company/outbox.ts'
import { payAmountEndpoints } from './company/pay_amounts.ts'
import { payRateEndpoints } from './company/pay_rates.ts'
import { payRunEndpoints } from './company/pay_runs.ts'
import { peopleEndpoints } from './company/people.ts'
import { peopleDataEndpoints } from './company/people_data.ts'
import { retentionEndpoints } from './company/retention.ts'
import { sampleEndpoints } from './company/sample_data.ts'
import { scimRequestEndpoints } from './company/scim_requests.ts'
import { scimTokenEndpoints } from './company/scim_tokens.ts'
import { serverEndpoints } from './company/server.ts'
import { serverClockEndpoints } from './company/server_clock.ts'
import { settingsEndpoints } from './company/settings.ts'
import { settingsPreviewEndpoints } from './company/settings_preview.ts'
import { setupEndpoints } from './company/setup.ts'
import { singleSignOnEndpoints } from './company/single_sign_on.ts'
import { workingPatternEndpoints } from './company/working_pattern.ts'
import type { AppEndpoint, AppEndpointGroup } from './endpoint.ts'
import { listEndpoints } from './lists.ts'
import { eventEndpoints } from './live/events.ts'
import { calendarFeedEndpoints } from './me/calendar_feed.ts'
import { confirmationEndpoints } from './me/confirmation.ts'
import { deliveryEndpoints } from './me/deliveries.ts'
import { messageEndpoints } from './me/messages.ts'
import { notificationChoiceEndpoints } from './me/notification_choices.ts'
import { ownSettingsEndpoints } from './me/own_settings.ts'
import { passkeyEndpoints } from './me/passkeys.ts'
import { deviceEndpoints } from './me/push_devices.ts'
import { sessionEndpoints } from './me/sessions.ts'
import { signOutEndpoints } from './me/sign_out.ts'
import { tokenEndpoints } from './me/tokens.ts'
import { twoFactorEndpoints } from './me/two_factor.ts'
import { applicationEndpoints } from './programs/applications.ts'
import { webhookEndpoints } from './programs/webhooks.ts'
import { exportEndpoints } from './reports/exports.ts'
import { savedReportEndpoints } from './reports/saved_reports.ts'
import { startEndpoints } from './start.ts'
import { approvalEndpoints } from './time/approvals.ts'
import { breakAnswerEndpoints } from './time/break_answers.ts'
import { breakRuleEndpoints } from './time/break_rules.ts'
import { breakEndpoints } from './time/breaks.ts'
import { clockEndpoints } from './time/clock.ts'
import { correctionEndpoints } from './time/corrections.ts'
import { expectedHoursEndpoints } from './time/expected_hours.ts'
import { holidayEndpoints } from './time/holidays.ts'
import { hoursEndpoints } from './time/hours.ts'
import { lunchEndpoints } from './time/lunches.ts'
import { ptoEndpoints } from './time/pto.ts'
import { punchEndpoints } from './time/punch.ts'
import { shiftTemplateEndpoints } from './time/shift_templates.ts'
import { timeEndpoints } from './time/time.ts'
import { historyEndpoints } from './time/timesheet_history.ts'
import { timesheetPlaceEndpoints } from './time/timesheet_places.ts'
import { todayEndpoints } from './time/today.ts'

/** All endpoints under /api/console, in the order of the reference. */
export const appEndpointGroups: readonly AppEndpointGroup[] = [
  group('start', 'The data that the app needs first.', startEndpoints),
  group('today', 'What a person needs today.', todayEndpoints),
  group('clock', 'What the clock shows, and what people do at it.', [...clockEndpoints, ...punchEndpoints]),
  group('actions', 'Several writes as one.', actionEndpoints),
  group('lists', 'Long lists in one response.', listEndpoints),
  group('sign_out', 'Signing out.', signOutEndpoints),
  group('sessions', 'The browsers you are signed in to, and your password.', sessionEndpoints),
  group(
    'confirmation',
    'Proving who you are, before a change that gives access without your session.',
    confirmationEndpoints,
  ),
  group('two_factor', 'Two-step verification with an authenticator app.', twoFactorEndpoints),
  group('passkeys', 'Passkeys, which sign you in without a password.', passkeyEndpoints),
  group('single_sign_on', 'Signing in with the company’s identity provider.', singleSignOnEndpoints),
  group('scim_tokens', 'Tokens with which an identity provider manages people and groups.', scimTokenEndpoints),
  group('scim_requests', 'What identity providers asked for, and what was done.', scimRequestEndpoints),
  group('events', 'A stream that reports every change in the company.', eventEndpoints),
  group('settings', 'The name, settings and overtime rules of the company.', [
    ...settingsEndpoints,
    ...settingsPreviewEndpoints,
  ]),
  group('working_pattern', 'The days and hours that people work, and the zone of their days.', [
    ...workingPatternEndpoints,
    ...expectedHoursEndpoints,
  ]),
  group('server_clock', 'Whether the clock of the server’s machine is right.', serverClockEndpoints),
  group('server', 'The state of the server, its backups, and a test of its mail.', serverEndpoints),
  group('companies', 'Further companies on this server.', companyEndpoints),
  group('breaks', 'Breaks and unpaid time off codes, and the breaks that are due.', [
    ...breakEndpoints,
    ...breakRuleEndpoints,
    ...breakAnswerEndpoints,
    ...lunchEndpoints,
  ]),
  group('addresses', 'The IP addresses that may use the server.', addressEndpoints),
  group('applications', 'OAuth applications, and those you have allowed to act for you.', applicationEndpoints),
  group('own_settings', 'Settings that you change for yourself.', ownSettingsEndpoints),
  group('messages', 'Messages to you.', messageEndpoints),
  group('devices', 'Your browsers that receive push messages.', deviceEndpoints),
  group('deliveries', 'How notifications were delivered.', deliveryEndpoints),
  group('outbox', 'Emails kept on this server instead of being sent.', outboxEndpoints),
  group('notification_choices', 'Which notifications people receive, and how.', notificationChoiceEndpoints),
  group('group_reminders', 'Reminders for groups.', groupReminderEndpoints),
  group('exports', 'Hours as files, for spreadsheets and payroll programs.', exportEndpoints),
  group('hours', 'Hours by job, person and date.', hoursEndpoints),
  group('saved_reports', 'Saved reports, and sending them by email.', savedReportEndpoints),
  group('users', 'Help for people who cannot sign in, and the data stored about people.', [
    ...peopleEndpoints,
    ...peopleDataEndpoints,
  ]),
  group('shift_templates', 'Templates of shifts, shared by everyone who plans them.', shiftTemplateEndpoints),
  group('calendar_feed', 'The address where your calendar app finds your shifts.', calendarFeedEndpoints),
  group(
    'setup',
    'The steps of setting up a company; properties of people, places, jobs and fields that the public API can only read.',
    setupEndpoints,
  ),
  group('pay_rates', 'Pay rates with their dates, and gross pay.', payRateEndpoints),
  group('pay_amounts', 'Amounts of pay beside hours.', payAmountEndpoints),
  group('pay_runs', 'Pay runs: what people were paid, and what has become due since.', payRunEndpoints),
  group('time', 'The rules for a person’s time, and who is working right now.', timeEndpoints),
  group('holidays', 'The company’s calendars of holidays, and the paid time off they grant.', holidayEndpoints),
  group('pto', 'How paid time off accrues, and corrections of balances.', ptoEndpoints),
  group('tokens', 'Access tokens.', tokenEndpoints),
  group('timesheet_history', 'The history of a timesheet.', historyEndpoints),
  group('timesheet_places', 'Where people were during a timesheet.', timesheetPlaceEndpoints),
  group('audit', 'Who changed what in the company.', auditEndpoints),
  group('retention', 'How long records are kept, and legal holds.', retentionEndpoints),
  group('inspectors', 'People from outside who inspect the company’s records.', inspectorEndpoints),
  group('sample_data', 'Sample data, for exploring an empty company.', sampleEndpoints),
  group('approvals', 'Time waiting for approval.', approvalEndpoints),
  group('corrections', 'Corrections that people propose to their own time.', correctionEndpoints),
]

/** All endpoints of these groups in one list. */
export const appEndpoints: readonly AppEndpoint[] = appEndpointGroups.flatMap(({ endpoints }) => endpoints)

/** Endpoints of the same form under /api/v1, which the app and other programs use alike. */
export const publicEndpointGroups: readonly AppEndpointGroup[] = [
  group('webhooks', 'Addresses of other programs to which the server sends changes.', webhookEndpoints),
]

/** All endpoints of these groups in one list. */
export const publicEndpoints: readonly AppEndpoint[] = publicEndpointGroups.flatMap(({ endpoints }) => endpoints)

function group(name: string, about: string, endpoints: readonly AppEndpoint[]): AppEndpointGroup {
  return { name, about, endpoints }
}
