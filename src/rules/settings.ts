import { choice, columns, date, type Form, flag, hours, ofCompany, text, time, whole, zone } from './setting_kinds.ts'

// The settings of a company: one declaration each, from which follow what the API takes and shows, the page of the web
// app and the reference. Keys, their order and their JSON types, mixed as they are, come from the API's documentation.

/** A value of a setting; objects occur only in mobile_app_integrations.apps. */
export type SettingValue = string | number | { readonly [key: string]: SettingValue }

/** The settings of one section by key, in the catalogue's order. */
export type Settings = { readonly [key: string]: SettingValue }

/** All that is said of a setting. Those without a form are changed by no one: they say what this server has. */
export type SettingEntry = {
  readonly default: SettingValue
  readonly label: string
  readonly form?: Form
  /** Said below the label where it is asked for. */
  readonly help?: string
  /** Words for the values of a choice or a number, by value. */
  readonly words?: Readonly<Record<string | number, string>>
  /** It matters only while another setting of the same section is on, or has one of these values. */
  readonly when?: { readonly key: string; readonly is?: readonly string[] }
}

/** Declares a setting; without a form no one changes it. */
const entry = <const D extends SettingValue>(
  label: string,
  initial: D,
  form?: Form,
  more: Pick<SettingEntry, 'help' | 'words' | 'when'> = {},
): SettingEntry & { readonly default: D } => ({ default: initial, label, ...(form && { form }), ...more })

const dayOfMonth = ofCompany(whole(1, 31))
const reach = choice('company', 'group', 'none')
const seen = { company: 'everyone’s', group: 'those of their group', none: 'their own' }
const deductsLunch = { key: 'lunch_deduct' }

/** Every setting there is, by section and key. The JSON type of its default is that of its values. */
export const catalogue = {
  general: {
    calculate_overtime: entry('Calculate overtime', '1', flag),
    clockout_override: entry('Clock out people who forget to', 0, flag, {
      help: 'Otherwise it happens after 7 days. It is marked, and never silent.',
    }),
    clockout_override_hours: entry('After how many hours', 12, hours(1, 168), { when: { key: 'clockout_override' } }),
    clockout_override_notify_admin: entry('Tell administrators who was clocked out', 1, flag),
    clockout_override_notify_mgrs: entry('Tell managers who was clocked out', 0, flag),
    daily_overtime: entry('Overtime by the day, too', '0', flag),
    daily_doubletime: entry('Double time beyond 12 hours a day', '0', flag),
    daily_regular_hours: entry('Hours a day before overtime', 8, hours(0, 24), { when: { key: 'daily_overtime' } }),
    weekly_regular_hours: entry('Hours a week before overtime', '40', hours(0, 168)),
    pto_overtime: entry('Paid time off counts toward the hours before overtime', 0, flag, {
      when: { key: 'calculate_overtime' },
    }),
    date_locale: entry('Format of dates in exports', 'us', choice('us', 'eu', 'iso')),
    time_format: entry('Time format', 12, choice(12, 24), { words: { 12: '7:05 PM', 24: '19:05' } }),
    week_start: entry('The workweek begins on', 0, whole(0, 6), {
      words: { 0: 'Sunday', 1: 'Monday', 2: 'Tuesday', 3: 'Wednesday', 4: 'Thursday', 5: 'Friday', 6: 'Saturday' },
    }),
    tz: entry('Time zone', 'UTC', zone),
    emp_panel: entry('People may change their own profile', 1, flag),
    emp_panel_email: entry('People may change their email address', '1', flag, { when: { key: 'emp_panel' } }),
    emp_panel_passwd: entry('People may change their password', '1', flag, {
      help: 'Links that an administrator sends to reset a password work all the same.',
      when: { key: 'emp_panel' },
    }),
    emp_panel_tz: entry('People may change their time zone', '0', flag, { when: { key: 'emp_panel' } }),
    employee_pto_entry: entry('People may enter their own paid time off', 0, flag),
    pto_entry: entry('Paid time off can be entered', 1, flag),
    enable_timesheet_notes: entry('Time can have notes', '1', flag),
    timesheet_notes_required: entry('Notes are required', 0, flag, { when: { key: 'enable_timesheet_notes' } }),
    timesheet_edit_notes_for_all_users: entry('People may change the notes of their past time', 0, flag, {
      help: 'Even if they may not change anything else about it.',
      when: { key: 'enable_timesheet_notes' },
    }),
    timesheet_notes_notify_admin: entry('Tell administrators about notes', 0, flag, {
      when: { key: 'enable_timesheet_notes' },
    }),
    timesheet_notes_notify_mgrs: entry('Tell managers of the group about notes', 0, flag, {
      when: { key: 'enable_timesheet_notes' },
    }),
    hide_working_time: entry('Hide the running total while working', '0', flag),
    jc_label: entry('Word for a job', 'Job', text(1, 40), { help: 'Job, project, client: what your people say.' }),
    timeclock_label: entry('Word for the time clock', 'Time Clock', text(1, 40)),
    lunch_deduct: entry('Take a lunch break out of long entries', 0, flag),
    lunch_length: entry('Hours of the break', 1, hours(0.05, 8), { when: deductsLunch }),
    lunch_threshold: entry('Of entries longer than … hours', 9, hours(0, 24), { when: deductsLunch }),
    max_customfielditems: entry('Most items of a custom field, -1 = any number', '-1', ofCompany(whole(-1, 1_000_000))),
    max_jobcodes: entry('Most jobcodes, -1 = any number', '-1', ofCompany(whole(-1, 1_000_000))),
    parent_clockin_display: entry('Not explained by the API; without effect', 0),
    payroll_type: entry('Pay period', 'biweekly', ofCompany(choice('weekly', 'biweekly', 'semimonthly', 'monthly')), {
      words: {
        weekly: 'every week',
        biweekly: 'every two weeks',
        semimonthly: 'twice a month',
        monthly: 'every month',
      },
    }),
    payroll_end_date: entry('Last day of some pay period', '2026-01-03', ofCompany(date), {
      when: { key: 'payroll_type', is: ['weekly', 'biweekly'] },
    }),
    payroll_first_end_day: entry('The first half ends on day', '15', dayOfMonth, {
      when: { key: 'payroll_type', is: ['semimonthly'] },
    }),
    payroll_last_end_day: entry('The second half ends on day', '31', dayOfMonth, {
      help: '31 is the end of the month.',
      when: { key: 'payroll_type', is: ['semimonthly'] },
    }),
    payroll_month_end_day: entry('It ends on day', '31', dayOfMonth, {
      help: '31 is the end of the month.',
      when: { key: 'payroll_type', is: ['monthly'] },
    }),
    simple_clockin: entry('One press clocks in, without questions', 0, flag),
    timecard_fields: entry('Order of the custom fields of a timesheet', 'JOBCODE', columns, {
      help: 'Numbers of custom fields; JOBCODE stands for the job, which always comes first in the app.',
    }),
  },
  alerts: { installed: entry('Alerts are available', 1) },
  approvals: {
    installed: entry('Approvals are available', '1', flag),
    employee_approval: entry('People submit their own time', '1', flag),
  },
  breaks: { hide_pre_clockout_option: entry('Do not ask about breaks before clocking out', 0, flag) },
  dcaa: { installed: entry('DCAA records are available', 0) },
  dialin: { installed: entry('Clocking in by telephone is available', 0) },
  files: {
    installed: entry('Files are available', '1'),
    files_addon_app_discovery_notification: entry('The app points out that there are files', '0'),
  },
  invoicing: { installed: entry('Invoicing is available', 0) },
  location_aware: {
    installed: entry('Locations are available', 1, flag),
    show_location: entry('Locations of punches are shown', '1', flag),
  },
  mobile_app_integrations: {
    installed: entry('Integrations of the mobile app are available', 0),
    apps: entry('The integrated apps, "" when there are none', '' as SettingValue),
  },
  mobile_app_settings: {
    installed: entry('Settings of the mobile app are available', 0, flag),
    location_tracking: entry('Location at the punch', 'off', choice('off', 'optional'), {
      help: 'Only at the moment of clocking in or out, and only if the person agrees.',
      words: { off: 'never', optional: 'if the person agrees' },
    }),
    mandatory_location_services: entry('No clocking in without a location', 0, flag, {
      when: { key: 'location_tracking', is: ['optional'] },
    }),
  },
  reminders: { installed: entry('Reminders are available', 1, flag) },
  projects: { installed: entry('Projects are available', 1) },
  quickbooks: {
    installed: entry('QuickBooks is connected', '0'),
    connector: entry('The connection to QuickBooks', ''),
    connector_type: entry('Kind of that connection', ''),
    two_way_sync_enabled_for_user: entry('Changes go both ways', 0),
  },
  restapi: { installed: entry('The API is available', '1') },
  rounding: { installed: entry('Rounding in reports is available', 1) },
  schedule: {
    installed: entry('The app shows the schedule', '1', flag),
    business_hours_start: entry('The business day starts', '08:00:00', time),
    business_hours_end: entry('The business day ends', '17:00:00', time),
    manage_schedule_permission: entry('Whose shifts people may plan at most', 'company', reach, {
      help: 'Permissions may allow less. Administrators plan for everyone.',
      words: { company: 'everyone’s', group: 'their own and those of groups they manage', none: 'no one’s' },
    }),
    view_schedule_permission: entry('Whose shifts people may see at most', 'company', reach, {
      help: 'Permissions may allow less. People also see what they plan.',
      words: seen,
    }),
    employee_view: entry('Whose shifts employees may see at most', 'company', reach, { words: seen }),
    manager_view: entry('Whose shifts managers of a group may see at most', 'company', reach, { words: seen }),
    drafted_first_schedule_event_occurred: entry('A first event was drafted', '0'),
    published_first_schedule_event_occurred: entry('A first event was published', '0'),
    learning_step: entry('How far the introduction has come', '0'),
    trial_expiration_date: entry('When the trial ends, "" = never', ''),
  },
  sms: {
    installed: entry('Text messages are available', 0),
    email_notify: entry('Messages also go by email', '0'),
    sms_notify: entry('Messages go by text message', '0'),
    mobile_number: entry('Number for text messages', ''),
  },
  sounds: { installed: entry('Sounds are available', 0) },
  customfields: {
    maximum_allowed_timesheet_custom_fields: entry(
      'Most active custom fields of timesheets',
      6,
      ofCompany(whole(0, 50)),
    ),
    installed: entry('Custom fields are available', '1'),
  },
  time_entry: {
    installed: entry('Manual time entry is available', 1, flag),
    time_entry_method: entry('How time is entered by hand', 'timecard'),
    mtc_format_time_display: entry('Durations as hours and minutes, or decimal', 'hhmm', choice('hhmm', 'decimal')),
    time_entry: entry('People may enter time by hand', 1, flag),
    timecard: entry('People may enter the hours of a day', 1, flag),
    weekly_timecard: entry('The timecard of a week is shown', 1),
    timecard_daily: entry('The timecard of a day is shown', 1),
    timesheet_edit: entry('People may change their time in the list', 1, flag),
    timesheet_map: entry('The map of a timesheet is shown', 1),
    pto_entry: entry('Paid time off can be entered here', 1),
    timesheet_list_date_range_selection: entry('Range of the list: week or month', 'week'),
    timesheet_list_show_days_with_no_time: entry('The list shows days without time', 0),
    timesheet_list_wrap_text: entry('The list wraps long texts', 0),
    timesheet_list_bottomless_scroll: entry('The list loads more while scrolling', 0),
    timesheet_list_column_selection: entry('Columns of the list, separated by commas', ''),
    mtc_combine_regular_timesheets: entry('The timecard sums regular timesheets', '0'),
  },
  toodledo: { installed: entry('Toodledo is connected', 0) },
  twitter: { installed: entry('Twitter is connected', 0) },
  xero: { installed: entry('Xero is connected', 0) },
  zenpayroll: { installed: entry('Gusto (ZenPayroll) is connected', 0) },
} satisfies Record<string, Record<string, SettingEntry>>

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

function entriesOf(section: SectionName): Readonly<Record<string, SettingEntry>> {
  return catalogue[section]
}

function typed(entry: SettingEntry, value: SettingValue): SettingValue | undefined {
  if (typeof value === 'object') return entry === catalogue.mobile_app_integrations.apps ? value : undefined
  if (typeof entry.default !== 'number') return String(value)
  return String(value).trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined
}
