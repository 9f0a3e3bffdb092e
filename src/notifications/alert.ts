import type { tells } from '../company/mail/notification_choices.ts'
import type { Timesheet } from '../resources/timesheets/record.ts'
import type { User } from '../resources/users/record.ts'
import type { Translate } from '../rules/language/messages.ts'

/** A message for some people, each in their own language, sent once per key. */
export type Alert = {
  key: string
  readers: readonly number[]
  kind: Parameters<typeof tells>[1]
  message: (t: Translate) => string
  path: string
}

/** The parts of a running entry that alerts need. */
export type Running = Pick<Timesheet, 'id' | 'user_id' | 'jobcode_id' | 'date' | 'start' | 'tz_str' | 'start_offset'>

/** A person on the clock, with the running entry. */
export type OnTheClock = { sheet: Running; user: User }
