import { addressEndpoints } from './addresses.ts'
import { applicationEndpoints } from './applications.ts'
import { approvalEndpoints } from './approvals.ts'
import { auditEndpoints } from './audit.ts'
import { breakAnswerEndpoints } from './break_answers.ts'
import { breakRuleEndpoints } from './break_rules.ts'
import { breakEndpoints } from './breaks.ts'
import { calendarFeedEndpoints } from './calendar_feed.ts'
import { clockEndpoints } from './clock.ts'
import { companyEndpoints } from './companies.ts'
import { correctionEndpoints } from './corrections.ts'
import { deliveryEndpoints } from './deliveries.ts'
import type { AppEndpoint, AppEndpointGroup } from './endpoint.ts'
import { eventEndpoints } from './events.ts'
import { exportEndpoints } from './exports.ts'
import { groupReminderEndpoints } from './group_reminders.ts'
import { holidayEndpoints } from './holidays.ts'
import { hoursEndpoints } from './hours.ts'
import { inspectorEndpoints } from './inspectors.ts'
import { listEndpoints } from './lists.ts'
import { messageEndpoints } from './messages.ts'
import { notificationChoiceEndpoints } from './notification_choices.ts'
import { outboxEndpoints } from './outbox.ts'
import { ownSettingsEndpoints } from './own_settings.ts'
import { passkeyEndpoints } from './passkeys.ts'
import { payRateEndpoints } from './pay_rates.ts'
import { peopleEndpoints } from './people.ts'
import { peopleDataEndpoints } from './people_data.ts'
import { ptoEndpoints } from './pto.ts'
import { deviceEndpoints } from './push_devices.ts'
import { retentionEndpoints } from './retention.ts'
import { sampleEndpoints } from './sample_data.ts'
import { savedReportEndpoints } from './saved_reports.ts'
import { scimTokenEndpoints } from './scim_tokens.ts'
import { sessionEndpoints } from './sessions.ts'
import { settingsEndpoints } from './settings.ts'
import { settingsPreviewEndpoints } from './settings_preview.ts'
import { setupEndpoints } from './setup.ts'
import { shiftTemplateEndpoints } from './shift_templates.ts'
import { signOutEndpoints } from './sign_out.ts'
import { singleSignOnEndpoints } from './single_sign_on.ts'
import { startEndpoints } from './start.ts'
import { timeEndpoints } from './time.ts'
import { historyEndpoints } from './timesheet_history.ts'
import { timesheetPlaceEndpoints } from './timesheet_places.ts'
import { tokenEndpoints } from './tokens.ts'
import { twoFactorEndpoints } from './two_factor.ts'
import { webhookEndpoints } from './webhooks.ts'

/** All endpoints under /api/console, in the order of the reference. */
export const appEndpointGroups: readonly AppEndpointGroup[] = [
  group('start', 'The data that the app needs first.', startEndpoints),
  group('clock', 'What the clock shows.', clockEndpoints),
  group('lists', 'Long lists in one response.', listEndpoints),
  group('sign_out', 'Signing out.', signOutEndpoints),
  group('sessions', 'The browsers you are signed in to, and your password.', sessionEndpoints),
  group('two_factor', 'Two-step verification with an authenticator app.', twoFactorEndpoints),
  group('passkeys', 'Passkeys, which sign you in without a password.', passkeyEndpoints),
  group('single_sign_on', 'Signing in with the company’s identity provider.', singleSignOnEndpoints),
  group('scim_tokens', 'Tokens with which an identity provider manages people and groups.', scimTokenEndpoints),
  group('events', 'A stream that reports every change in the company.', eventEndpoints),
  group('settings', 'The name, settings and overtime rules of the company.', [
    ...settingsEndpoints,
    ...settingsPreviewEndpoints,
  ]),
  group('companies', 'Further companies on this server.', companyEndpoints),
  group('breaks', 'Breaks and unpaid time off codes, and the breaks that are due.', [
    ...breakEndpoints,
    ...breakRuleEndpoints,
    ...breakAnswerEndpoints,
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
