import { entryOf } from '../../../src/rules/setting_forms.ts'
import type { Form } from '../../../src/rules/setting_kinds.ts'
import type { SettingEntry } from '../../../src/rules/settings.ts'

/** A setting as the page asks for it. */
export type Asked = SettingEntry & { form: Form; section: string; key: string }

/** A card of the page. */
export type Part = { id: string; title: string; about: string; asked: readonly Asked[] }

/** What the page asks for, card by card. Overtime rules, the name and addresses have forms of their own. */
export const parts: readonly Part[] = [
  {
    id: 'time',
    title: 'Time and language',
    about: 'Where the company works and how times are written.',
    asked: settingsOf('general: tz week_start time_format jc_label timeclock_label'),
  },
  {
    id: 'pay-period',
    title: 'Pay period',
    about: 'The stretch of days that is submitted, approved and paid together.',
    asked: settingsOf(
      'general: payroll_type payroll_end_date payroll_first_end_day payroll_last_end_day payroll_month_end_day',
    ),
  },
  {
    id: 'clock',
    title: 'Clocking in and out',
    about: 'What people are asked, and what happens when they forget.',
    asked: settingsOf(
      'general: simple_clockin clockout_override clockout_override_hours hide_working_time',
      'breaks: hide_pre_clockout_option',
      'general: lunch_deduct lunch_threshold lunch_length',
    ),
  },
  {
    id: 'notes',
    title: 'Notes and places',
    about: 'What is kept beside the time.',
    asked: settingsOf(
      'general: enable_timesheet_notes timesheet_notes_required timesheet_edit_notes_for_all_users',
      'general: timesheet_notes_notify_admin timesheet_notes_notify_mgrs',
      'mobile_app_settings: location_tracking mandatory_location_services',
    ),
  },
  {
    id: 'approvals',
    title: 'Entering and approving',
    about: 'What people do themselves.',
    asked: settingsOf('time_entry: time_entry', 'approvals: employee_approval'),
  },
  {
    id: 'profile',
    title: 'Profiles',
    about: 'What people change about themselves. Administrators and people who manage users always can.',
    asked: settingsOf('general: emp_panel emp_panel_email emp_panel_passwd emp_panel_tz'),
  },
  {
    id: 'schedule',
    title: 'Schedule',
    about: 'Who plans and sees shifts, and where a new shift begins and ends.',
    asked: settingsOf(
      'schedule: manage_schedule_permission view_schedule_permission employee_view manager_view',
      'schedule: business_hours_start business_hours_end',
    ),
  },
]

/** The settings of overtime that stand beside the rules. */
export const overtimeAsked = settingsOf('general: calculate_overtime pto_overtime')

/** The thresholds that are used where no rules were chosen. */
export const thresholdsAsked = settingsOf(
  'general: weekly_regular_hours daily_overtime daily_regular_hours daily_doubletime',
)

/** Settings by `section: key key`, as they are declared. */
function settingsOf(...lists: readonly string[]): readonly Asked[] {
  return lists.flatMap((list) => {
    const [section = '', keys = ''] = list.split(': ')
    return keys.split(' ').map((key) => {
      const entry = entryOf(section, key)
      if (!entry?.form) throw new Error(`${section}.${key} cannot be changed`)
      return { ...entry, form: entry.form, section, key }
    })
  })
}
