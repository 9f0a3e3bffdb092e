import { isDate, isZone } from './calendar.ts'
import { catalogue, type SectionName, type Settings, type SettingValue } from './settings.ts'

// What a company may set each setting to. Settings of the catalogue that are not here are nobody's to change: they say
// what this server has, or belong to what it does not have.

/** What a value must be: for the page that asks for it, and for whoever checks it. */
export type Form = (
  | { kind: 'flag' }
  | { kind: 'number'; min: number; max: number; decimals: 0 | 2 }
  | { kind: 'choice'; choices: readonly (string | number)[] }
  | { kind: 'text'; min: number; max: number }
  | { kind: 'zone' | 'date' | 'time' | 'columns' }
) & {
  /** True for what groups and people cannot have their own of. */
  company_only?: true
}

const flag: Form = { kind: 'flag' }
const whole = (min: number, max: number): Form => ({ kind: 'number', min, max, decimals: 0 })
const hours = (min: number, max: number): Form => ({ kind: 'number', min, max, decimals: 2 })
const choice = (...choices: (string | number)[]): Form => ({ kind: 'choice', choices })
const label: Form = { kind: 'text', min: 1, max: 40 }
const ofCompany = (form: Form): Form => ({ ...form, company_only: true })
const dayOfMonth = ofCompany(whole(1, 31))
const anyNumber = ofCompany(whole(-1, 1_000_000))

/** The settings that can be changed, by section and key. */
export const settingForms = {
  general: {
    calculate_overtime: flag,
    clockout_override: flag,
    clockout_override_hours: hours(1, 168),
    clockout_override_notify_admin: flag,
    clockout_override_notify_mgrs: flag,
    daily_overtime: flag,
    daily_doubletime: flag,
    daily_regular_hours: hours(0, 24),
    weekly_regular_hours: hours(0, 168),
    pto_overtime: flag,
    date_locale: choice('us', 'eu', 'iso'),
    time_format: choice(12, 24),
    week_start: whole(0, 6),
    tz: { kind: 'zone' },
    emp_panel: flag,
    emp_panel_email: flag,
    emp_panel_passwd: flag,
    emp_panel_tz: flag,
    employee_pto_entry: flag,
    pto_entry: flag,
    enable_timesheet_notes: flag,
    timesheet_notes_required: flag,
    timesheet_edit_notes_for_all_users: flag,
    timesheet_notes_notify_admin: flag,
    timesheet_notes_notify_mgrs: flag,
    hide_working_time: flag,
    jc_label: label,
    timeclock_label: label,
    lunch_deduct: flag,
    lunch_length: hours(0.05, 8),
    lunch_threshold: hours(0, 24),
    max_customfielditems: anyNumber,
    max_jobcodes: anyNumber,
    parent_clockin_display: flag,
    payroll_type: ofCompany(choice('weekly', 'biweekly', 'semimonthly', 'monthly')),
    payroll_end_date: ofCompany({ kind: 'date' }),
    payroll_first_end_day: dayOfMonth,
    payroll_last_end_day: dayOfMonth,
    payroll_month_end_day: dayOfMonth,
    simple_clockin: flag,
    timecard_fields: { kind: 'columns' },
  },
  approvals: { installed: flag, employee_approval: flag },
  breaks: { hide_pre_clockout_option: flag },
  location_aware: { installed: flag, show_location: flag },
  mobile_app_settings: {
    installed: flag,
    location_tracking: choice('off', 'optional'),
    mandatory_location_services: flag,
  },
  reminders: { installed: flag },
  projects: { installed: flag },
  schedule: {
    installed: flag,
    business_hours_start: { kind: 'time' },
    business_hours_end: { kind: 'time' },
    manage_schedule_permission: choice('company', 'group', 'none'),
    view_schedule_permission: choice('company', 'group', 'none'),
    employee_view: choice('company', 'group', 'none'),
    manager_view: choice('company', 'group', 'none'),
  },
  customfields: { maximum_allowed_timesheet_custom_fields: ofCompany(whole(0, 50)) },
  time_entry: {
    installed: flag,
    mtc_format_time_display: choice('hhmm', 'decimal'),
    time_entry: flag,
    timecard: flag,
    weekly_timecard: flag,
    timecard_daily: flag,
    timesheet_edit: flag,
    timesheet_map: flag,
    pto_entry: flag,
    timesheet_list_date_range_selection: choice('week', 'month'),
    timesheet_list_show_days_with_no_time: flag,
    timesheet_list_wrap_text: flag,
    timesheet_list_bottomless_scroll: flag,
    mtc_combine_regular_timesheets: flag,
  },
} as const satisfies { [S in SectionName]?: { [K in keyof (typeof catalogue)[S]]?: Form } }

/** What the setting may be; undefined for what there is not, or nobody may change. */
export function formOf(section: string, key: string): Form | undefined {
  const forms: Record<string, Record<string, Form>> = settingForms
  return Object.hasOwn(forms, section) && Object.hasOwn(forms[section]!, key) ? forms[section]![key] : undefined
}

/** A value as it was sent, in the JSON type of the catalogue. Throws an Error that names the setting and what it must be. */
export function readSetting(section: string, key: string, given: unknown): SettingValue {
  const form = formOf(section, key)
  if (!form) throw new Error(`${section}.${key}: there is no such setting, or it cannot be changed`)
  const value = accepted(form, given)
  if (value === undefined) throw new Error(`${section}.${key}: must be ${expected(form)}`)
  const { default: standard } = (catalogue as Record<string, Record<string, { default: SettingValue }>>)[section]![key]!
  return typeof standard === 'number' ? Number(value) : String(value)
}

/** What the value must be, in words. */
export function expected(form: Form): string {
  switch (form.kind) {
    case 'flag':
      return '1 or 0'
    case 'number':
      return form.decimals === 0
        ? `a whole number from ${form.min} to ${form.max}`
        : `a number from ${form.min} to ${form.max}, with at most two decimals`
    case 'choice':
      return `one of ${form.choices.join(', ')}`
    case 'text':
      return `text of ${form.min} to ${form.max} characters`
    case 'zone':
      return 'a time zone such as America/Denver'
    case 'date':
      return 'a date such as 2026-03-14'
    case 'time':
      return 'a time of day such as 08:00:00'
    case 'columns':
      return 'JOBCODE and numbers of custom fields, between commas'
  }
}

/** Why these settings of section general cannot stand together; undefined when they can. `changed`: the keys given. */
export function conflictOf(general: Settings, changed: ReadonlySet<string>): string | undefined {
  const first = Number(general.payroll_first_end_day)
  const last = Number(general.payroll_last_end_day)
  const halves = ['payroll_type', 'payroll_first_end_day', 'payroll_last_end_day']
  if (general.payroll_type === 'semimonthly' && first >= last && halves.some((key) => changed.has(key)))
    return `general.payroll_first_end_day: must be before payroll_last_end_day, which is ${last}`
  const lunch = Number(general.lunch_deduct) === 1
  const [length, threshold] = [Number(general.lunch_length), Number(general.lunch_threshold)]
  const lunchKeys = ['lunch_deduct', 'lunch_length', 'lunch_threshold']
  if (lunch && length >= threshold && lunchKeys.some((key) => changed.has(key)))
    return `general.lunch_length: must be shorter than lunch_threshold, which is ${threshold} hours`
  return undefined
}

function accepted(form: Form, given: unknown): string | number | undefined {
  if (form.kind === 'flag') return flagOf(given)
  if (form.kind === 'choice') return form.choices.find((one) => String(one) === String(given))
  if (form.kind === 'number') {
    const text = typeof given === 'number' ? String(given) : given
    if (typeof text !== 'string' || !/^-?\d{1,9}(\.\d{1,2})?$/.test(text)) return undefined
    const number = Number(text)
    if (number < form.min || number > form.max || (form.decimals === 0 && !Number.isInteger(number))) return undefined
    return number
  }
  if (typeof given !== 'string') return undefined
  const text = given.trim()
  switch (form.kind) {
    case 'text':
      return text.length >= form.min && [...text].length <= form.max ? text : undefined
    case 'zone':
      return isZone(text) ? text : undefined
    case 'date':
      return isDate(text) && text >= '1970-01-01' && text <= '2200-12-31' ? text : undefined
    case 'time':
      return timeOf(text)
    case 'columns':
      return text.length <= 500 && /^(JOBCODE|\d{1,10})(,(JOBCODE|\d{1,10}))*$/.test(text) ? text : undefined
  }
}

function flagOf(given: unknown): 0 | 1 | undefined {
  if (given === true || given === 1 || given === '1') return 1
  return given === false || given === 0 || given === '0' ? 0 : undefined
}

/** Hours and minutes are enough; seconds are put after them. */
function timeOf(text: string): string | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text)
  return match ? `${match[1]}:${match[2]}:${match[3] ?? '00'}` : undefined
}
