import { msg } from '../../../src/rules/language/messages.ts'
import { entryOf } from '../../../src/rules/settings/forms.ts'
import type { Form } from '../../../src/rules/settings/kinds.ts'
import type { SettingEntry } from '../../../src/rules/settings/settings.ts'
import type { Scope } from './form.ts'

/** A setting on the page. */
export type ShownSetting = SettingEntry & { form: Form; section: string; key: string }

/** A card on the page. */
export type Part = { id: string; title: string; about: string; settings: readonly ShownSetting[] }

/** The settings, card by card. Overtime rules, the company's name and addresses have their own forms. */
export const parts: readonly Part[] = [
  {
    id: 'time',
    title: msg('Time and language'),
    about: msg('Where the company works and how times are shown.'),
    settings: settingsOf(
      'general: country language tz week_start time_format',
      'time_entry: mtc_format_time_display',
      'general: date_locale currency jc_label jc_label_plural timeclock_label',
    ),
  },
  {
    id: 'pay-period',
    title: msg('Pay period'),
    about: msg('The days that are submitted, approved and paid together.'),
    settings: settingsOf(
      'general: payroll_type payroll_end_date payroll_first_end_day payroll_last_end_day payroll_month_end_day',
    ),
  },
  {
    id: 'rounding',
    title: msg('Rounding'),
    about: msg('How hours are rounded for pay. What people punched is kept as it is.'),
    settings: settingsOf('rounding: minutes direction of'),
  },
  {
    id: 'clock',
    title: msg('Clocking in and out'),
    about: msg('What people are asked, and what happens when they forget to clock out.'),
    settings: settingsOf(
      'general: simple_clockin clockout_override clockout_override_hours',
      'general: clockout_override_notify_admin clockout_override_notify_mgrs hide_working_time',
      'breaks: hide_pre_clockout_option',
      'general: lunch_deduct lunch_threshold lunch_length',
    ),
  },
  {
    id: 'notes',
    title: msg('Notes and locations'),
    about: msg('What is recorded with time entries.'),
    settings: settingsOf(
      'general: enable_timesheet_notes timesheet_notes_required timesheet_edit_notes_for_all_users',
      'general: timesheet_notes_notify_admin timesheet_notes_notify_mgrs',
      'mobile_app_settings: location_tracking mandatory_location_services',
    ),
  },
  {
    id: 'approvals',
    title: msg('Time entry and approval'),
    about: msg('What people do themselves.'),
    settings: settingsOf(
      'time_entry: time_entry timecard timesheet_edit',
      'approvals: employee_approval',
      'general: pto_entry employee_pto_entry time_off_beyond_day min_rest_hours new_users_track_time',
    ),
  },
  {
    id: 'profile',
    title: msg('Profiles'),
    about: msg('What people can change about themselves. Administrators and user managers always can.'),
    settings: settingsOf('general: emp_panel emp_panel_email emp_panel_passwd emp_panel_tz'),
  },
  {
    id: 'sign-in',
    title: msg('Sign-in'),
    about: msg('How people prove who they are.'),
    settings: settingsOf('general: require_two_steps'),
  },
  {
    id: 'schedule',
    title: msg('Schedule'),
    about: msg('Who plans and sees shifts, and the default times of a new shift.'),
    settings: settingsOf(
      'schedule: manage_schedule_permission view_schedule_permission employee_view manager_view',
      'schedule: business_hours_start business_hours_end',
    ),
  },
  {
    id: 'changes',
    title: msg('Programs and AI assistants'),
    about: msg('Programs that use the API can follow what changes in the company, and AI assistants can use it.'),
    settings: settingsOf('general: change_log_days assistants_write assistants_register scim_employee_number'),
  },
]

/** Overtime settings shown beside the rules. */
export const overtimeSettings = settingsOf(
  'general: calculate_overtime pto_overtime pto_overtime_jobcodes overtime_pay overtime_stacking',
)

/** How time is divided into workdays and shifts. */
export const workdaySettings = settingsOf('general: workday_start shift_boundary shift_pause_hours')

/** Thresholds used when no rules are chosen. */
export const thresholdSettings = settingsOf(
  'general: weekly_regular_hours daily_overtime daily_regular_hours daily_doubletime',
)

/** The settings that this level can override. */
export function settingsAt(settings: readonly ShownSetting[], scope: Scope): readonly ShownSetting[] {
  return settings.filter(({ form }) => scope.for === 'company' || !form.company_only)
}

/** The declarations of settings, listed as `section: key key`. */
function settingsOf(...lists: readonly string[]): readonly ShownSetting[] {
  return lists.flatMap((list) => {
    const [section = '', keys = ''] = list.split(': ')
    return keys.split(' ').map((key) => {
      const entry = entryOf(section, key)
      if (!entry?.form) throw new Error(`${section}.${key} cannot be changed`)
      return { ...entry, form: entry.form, section, key }
    })
  })
}
