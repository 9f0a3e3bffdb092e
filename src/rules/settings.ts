// The fixed catalogue of effective settings: which there are, of which JSON type, what they are unless someone says
// otherwise. Order and types are those of reference/api/effective_settings.md; the types are as mixed there.

/** A value of a setting; objects occur only in mobile_app_integrations.apps. */
export type SettingValue = string | number | { readonly [key: string]: SettingValue }

/** The settings of one section by key, in the catalogue's order. */
export type Settings = { readonly [key: string]: SettingValue }

/** Every setting there is: section, key, its default (whose JSON type its values keep) and what it is about. */
export const catalogue = {
  general: {
    calculate_overtime: { default: '1', about: 'Overtime is calculated at all' },
    clockout_override: { default: 0, about: 'Forgotten clock-outs are closed earlier than after 7 days' },
    clockout_override_hours: { default: 12, about: 'Hours after which they are closed then' },
    clockout_override_notify_admin: { default: 1, about: 'Administrators are told of it' },
    clockout_override_notify_mgrs: { default: 0, about: 'Managers of the group are told of it' },
    daily_overtime: { default: '0', about: 'Overtime by the day' },
    daily_doubletime: { default: '0', about: 'Double time beyond 12 hours a day' },
    daily_regular_hours: { default: 8, about: 'Hours a day before daily overtime' },
    weekly_regular_hours: { default: '40', about: 'Hours a week before weekly overtime' },
    pto_overtime: { default: 0, about: 'Paid time off counts toward the hours before overtime' },
    date_locale: { default: 'us', about: 'Format of dates' },
    time_format: { default: 12, about: 'Clock of 12 or 24 hours' },
    week_start: { default: 0, about: 'First day of the workweek, 0 = Sunday' },
    tz: { default: 'UTC', about: 'Time zone, as IANA name' },
    emp_panel: { default: 1, about: 'People see their own panel' },
    emp_panel_email: { default: '0', about: 'People may change their e-mail address' },
    emp_panel_passwd: { default: '0', about: 'People may change their password' },
    emp_panel_tz: { default: '0', about: 'People may change their time zone' },
    employee_pto_entry: { default: 0, about: 'People may enter their own paid time off' },
    pto_entry: { default: 1, about: 'Paid time off can be entered' },
    enable_timesheet_notes: { default: '1', about: 'Timesheets have notes' },
    timesheet_notes_required: { default: 0, about: 'Timesheets must have notes' },
    timesheet_edit_notes_for_all_users: { default: 0, about: 'Edits of timesheets must be explained' },
    timesheet_notes_notify_admin: { default: 0, about: 'Administrators are told of notes' },
    timesheet_notes_notify_mgrs: { default: 0, about: 'Managers of the group are told of notes' },
    hide_working_time: { default: '0', about: 'The running total is hidden while working' },
    jc_label: { default: 'Job', about: 'Word for a jobcode' },
    timeclock_label: { default: 'Time Clock', about: 'Word for the time clock' },
    lunch_deduct: { default: 0, about: 'A lunch break is taken out of long entries' },
    lunch_length: { default: 1, about: 'Hours of that break' },
    lunch_threshold: { default: 9, about: 'Hours worked before it is taken out' },
    max_customfielditems: { default: '-1', about: 'Most items of a custom field, -1 = any number' },
    max_jobcodes: { default: '-1', about: 'Most jobcodes, -1 = any number' },
    parent_clockin_display: { default: 0, about: 'Jobcodes with children show on the clock' },
    payroll_type: { default: 'biweekly', about: 'Pay period: weekly, biweekly, semimonthly or monthly' },
    payroll_end_date: { default: '2026-01-03', about: 'Last date of some pay period, for weekly and biweekly' },
    payroll_first_end_day: { default: '15', about: 'Last day of the first half of the month, for semimonthly' },
    payroll_last_end_day: { default: '31', about: 'Last day of the second half, for semimonthly; 31 = end of month' },
    payroll_month_end_day: { default: '31', about: 'Last day of the pay period, for monthly; 31 = end of month' },
    simple_clockin: { default: 0, about: 'Clocking in asks for nothing' },
    timecard_fields: { default: 'JOBCODE', about: 'Columns of the timecard: JOBCODE and ids of custom fields' },
  },
  alerts: { installed: { default: 1, about: 'Alerts are available' } },
  approvals: {
    installed: { default: '1', about: 'Approvals are available' },
    employee_approval: { default: '1', about: 'People may submit their own time' },
  },
  breaks: { hide_pre_clockout_option: { default: 0, about: 'No question about breaks before clocking out' } },
  dcaa: { installed: { default: 0, about: 'DCAA records are available' } },
  dialin: { installed: { default: 0, about: 'Clocking in by telephone is available' } },
  files: {
    installed: { default: '1', about: 'Files are available' },
    files_addon_app_discovery_notification: { default: '0', about: 'The app points out that there are files' },
  },
  invoicing: { installed: { default: 0, about: 'Invoicing is available' } },
  location_aware: {
    installed: { default: 1, about: 'Locations are available' },
    show_location: { default: '1', about: 'Locations of punches are shown' },
  },
  mobile_app_integrations: {
    installed: { default: 0, about: 'Integrations of the mobile app are available' },
    apps: { default: '' as SettingValue, about: 'The integrated apps, "" when there are none' },
  },
  mobile_app_settings: {
    installed: { default: 0, about: 'Settings of the mobile app are available' },
    location_tracking: { default: 'off', about: 'The mobile app takes locations: off or optional' },
    mandatory_location_services: { default: 0, about: 'No clocking in without a location' },
  },
  reminders: { installed: { default: 1, about: 'Reminders are available' } },
  projects: { installed: { default: 1, about: 'Projects are available' } },
  quickbooks: {
    installed: { default: '0', about: 'QuickBooks is connected' },
    connector: { default: '', about: 'The connection to QuickBooks' },
    connector_type: { default: '', about: 'Kind of that connection' },
    two_way_sync_enabled_for_user: { default: 0, about: 'Changes go both ways' },
  },
  restapi: { installed: { default: '1', about: 'The API is available' } },
  rounding: { installed: { default: 1, about: 'Rounding in reports is available' } },
  schedule: {
    installed: { default: '1', about: 'The schedule is available' },
    business_hours_start: { default: '08:00:00', about: 'The business day starts' },
    business_hours_end: { default: '17:00:00', about: 'The business day ends' },
    manage_schedule_permission: { default: 'company', about: 'Whose schedule managers of schedules change' },
    view_schedule_permission: { default: 'company', about: 'Whose schedule viewers see' },
    employee_view: { default: 'company', about: 'Whose schedule people see' },
    manager_view: { default: 'company', about: 'Whose schedule managers see' },
    drafted_first_schedule_event_occurred: { default: '0', about: 'A first event was drafted' },
    published_first_schedule_event_occurred: { default: '0', about: 'A first event was published' },
    learning_step: { default: '0', about: 'How far the introduction has come' },
    trial_expiration_date: { default: '', about: 'When the trial ends, "" = never' },
  },
  sms: {
    installed: { default: 0, about: 'Text messages are available' },
    email_notify: { default: '0', about: 'Messages also go by e-mail' },
    sms_notify: { default: '0', about: 'Messages go by text message' },
    mobile_number: { default: '', about: 'Number for text messages' },
  },
  sounds: { installed: { default: 0, about: 'Sounds are available' } },
  customfields: {
    maximum_allowed_timesheet_custom_fields: { default: 6, about: 'Most active custom fields of timesheets' },
    installed: { default: '1', about: 'Custom fields are available' },
  },
  time_entry: {
    installed: { default: 1, about: 'Manual time entry is available' },
    time_entry_method: { default: 'timecard', about: 'How time is entered by hand' },
    mtc_format_time_display: { default: 'hhmm', about: 'Durations as hhmm or as decimal hours' },
    time_entry: { default: 1, about: 'Time can be entered by hand' },
    timecard: { default: 1, about: 'The timecard is shown' },
    weekly_timecard: { default: 1, about: 'The timecard of a week is shown' },
    timecard_daily: { default: 1, about: 'The timecard of a day is shown' },
    timesheet_edit: { default: 1, about: 'Timesheets can be edited in the list' },
    timesheet_map: { default: 1, about: 'The map of a timesheet is shown' },
    pto_entry: { default: 1, about: 'Paid time off can be entered here' },
    timesheet_list_date_range_selection: { default: 'week', about: 'Range of the list: week or month' },
    timesheet_list_show_days_with_no_time: { default: 0, about: 'The list shows days without time' },
    timesheet_list_wrap_text: { default: 0, about: 'The list wraps long texts' },
    timesheet_list_bottomless_scroll: { default: 0, about: 'The list loads more while scrolling' },
    timesheet_list_column_selection: { default: '', about: 'Columns of the list, separated by commas' },
    mtc_combine_regular_timesheets: { default: '0', about: 'The timecard sums regular timesheets' },
  },
  toodledo: { installed: { default: 0, about: 'Toodledo is connected' } },
  twitter: { installed: { default: 0, about: 'Twitter is connected' } },
  xero: { installed: { default: 0, about: 'Xero is connected' } },
  zenpayroll: { installed: { default: 0, about: 'Gusto (ZenPayroll) is connected' } },
} as const satisfies Record<string, Record<string, { default: SettingValue; about: string }>>

/** Name of a section of the catalogue. */
export type SectionName = keyof typeof catalogue

/** Sections that only administrators are shown. */
export const adminOnlySections: readonly SectionName[] = [
  'restapi',
  'quickbooks',
  'xero',
  'zenpayroll',
  'invoicing',
  'dcaa',
]

/** One stored setting that applies to a person: their company's, their group's or their own. */
export type SettingOverride = {
  scope: 'company' | 'group' | 'user'
  section: string
  key: string
  /** null: what was set has been taken back. */
  value: SettingValue | null
  /** Instant of the change. */
  last_modified: number
}

/** All sections in documented order; last_modified is an instant, null while nobody has changed the section. */
export type EffectiveSettings = Record<SectionName, { settings: Settings; last_modified: number | null }>

/** What applies to one person: catalogue, then company, group, user. Unknown keys and values that cannot take the
 *  catalogue's JSON type are ignored; a section that is not installed shows only that. */
export function effectiveSettings(overrides: readonly SettingOverride[]): EffectiveSettings {
  const sections = Object.entries(settingsInFull(overrides)).map(([name, { settings, last_modified }]) => {
    const bare = Number(settings.installed ?? 1) === 0 && !talkative.includes(name as SectionName)
    return [name, { settings: bare ? { installed: settings.installed } : settings, last_modified }]
  })
  return Object.fromEntries(sections)
}

/** The same with every key of sections that are not installed. */
export function settingsInFull(overrides: readonly SettingOverride[]): EffectiveSettings {
  const rank = { company: 0, group: 1, user: 2 }
  const ordered = [...overrides].sort((a, b) => rank[a.scope] - rank[b.scope])
  const sections = (Object.keys(catalogue) as SectionName[]).map((section) => {
    const settings: Record<string, SettingValue> = {}
    for (const [key, entry] of Object.entries(entriesOf(section))) settings[key] = entry.default
    let lastModified: number | null = null
    for (const override of ordered) {
      if (override.section !== section) continue
      const entry = Object.hasOwn(entriesOf(section), override.key) ? entriesOf(section)[override.key] : undefined
      const value = entry && override.value !== null ? typed(entry, override.value) : undefined
      if (value !== undefined) settings[override.key] = value
      // A setting of the company that the group's hides is a change of the section too, and so is taking one back.
      if (value !== undefined || (entry && override.value === null))
        lastModified = Math.max(lastModified ?? override.last_modified, override.last_modified)
    }
    return [section, { settings, last_modified: lastModified }]
  })
  return Object.fromEntries(sections)
}

/** The value of one setting, typed as in the catalogue; its default where the section is not installed. */
export function setting<S extends SectionName, K extends keyof (typeof catalogue)[S] & string>(
  effective: EffectiveSettings,
  section: S,
  key: K,
): SettingOf<S, K> {
  return (effective[section].settings[key] ?? entriesOf(section)[key]?.default) as SettingOf<S, K>
}

/** The JSON type of one setting. */
type SettingOf<S extends SectionName, K extends keyof (typeof catalogue)[S]> = (typeof catalogue)[S][K] extends {
  default: infer D
}
  ? D extends string
    ? string
    : D extends number
      ? number
      : D
  : never

// Sections that show their other keys also while not installed, as in the documentation's examples.
const talkative: readonly SectionName[] = ['sms', 'mobile_app_integrations']

type CatalogueEntry = { readonly default: SettingValue; readonly about: string }

function entriesOf(section: SectionName): Readonly<Record<string, CatalogueEntry>> {
  return catalogue[section]
}

function typed(entry: CatalogueEntry, value: SettingValue): SettingValue | undefined {
  if (typeof value === 'object') return entry === catalogue.mobile_app_integrations.apps ? value : undefined
  if (typeof entry.default !== 'number') return String(value)
  return String(value).trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined
}
