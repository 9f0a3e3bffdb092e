import { addressEndpoints } from './addresses.ts'
import { applicationEndpoints } from './applications.ts'
import { approvalEndpoints } from './approvals.ts'
import { calendarFeedEndpoints } from './calendar_feed.ts'
import { deliveryEndpoints } from './deliveries.ts'
import { deviceEndpoints } from './devices.ts'
import type { ConsoleEndpoint } from './endpoint.ts'
import { eventEndpoints } from './events.ts'
import { exportEndpoints } from './exports.ts'
import { groupReminderEndpoints } from './group_reminders.ts'
import { messageEndpoints } from './messages.ts'
import { notificationChoiceEndpoints } from './notification_choices.ts'
import { outboxEndpoints } from './outbox.ts'
import { ownSettingsEndpoints } from './own_settings.ts'
import { passkeyEndpoints } from './passkeys.ts'
import { peopleEndpoints } from './people.ts'
import { sampleEndpoints } from './sample_data.ts'
import { sessionEndpoints } from './sessions.ts'
import { settingsEndpoints } from './settings.ts'
import { setupEndpoints } from './setup.ts'
import { signOutEndpoints } from './sign_out.ts'
import { startEndpoints } from './start.ts'
import { timeEndpoints } from './time.ts'
import { historyEndpoints } from './timesheet_history.ts'
import { tokenEndpoints } from './tokens.ts'
import { twoFactorEndpoints } from './two_factor.ts'

const parts = [
  startEndpoints,
  signOutEndpoints,
  sessionEndpoints,
  twoFactorEndpoints,
  passkeyEndpoints,
  eventEndpoints,
  settingsEndpoints,
  addressEndpoints,
  applicationEndpoints,
  ownSettingsEndpoints,
  messageEndpoints,
  deviceEndpoints,
  deliveryEndpoints,
  outboxEndpoints,
  notificationChoiceEndpoints,
  groupReminderEndpoints,
  exportEndpoints,
  peopleEndpoints,
  calendarFeedEndpoints,
  setupEndpoints,
  timeEndpoints,
  tokenEndpoints,
  historyEndpoints,
  sampleEndpoints,
  approvalEndpoints,
]

/** Everything under /api/console, in the order of the reference. */
export const consoleEndpoints: readonly ConsoleEndpoint[] = parts.flat()
