import { keysOf, objectOf } from '../elements.ts'
import { languages } from '../language/languages.ts'
import { msg } from '../language/messages.ts'
import { weekdays } from '../time/weekdays.ts'
import { countries, countryCodes, currencies } from './countries.ts'
import { choice, columns, date, flag, hours, jobcodeIds, ofCompany, text, time, whole, zone } from './kinds.ts'
import { entry, type SettingEntry, type Settings, type SettingValue } from './setting_entry.ts'

// The settings of a company, one declaration each. Keys, their order and their JSON types are the vendor's.

export type { SettingEntry, Settings, SettingValue } from './setting_entry.ts'

const dayOfMonth = ofCompany(whole(1, 31))
const reach = choice('company', 'group', 'none')
const seen = { company: msg('everyone'), group: msg('their group'), none: msg('themselves') }
const deductsLunch = { key: 'lunch_deduct' }

/** Every setting, by section and key. The JSON type of the default is the type of its values. */
export const catalog = {
  general: {
    calculate_overtime: entry(msg('Calculate overtime'), '1', flag, { dated: true }),
    clockout_override: entry(msg('Clock people out automatically'), 0, flag, {
      help: msg('Otherwise after 7 days. The entry is marked, and the person is notified.'),
    }),
    clockout_override_hours: entry(msg('Hours until automatic clock-out'), 12, hours(1, 168), {
      when: { key: 'clockout_override' },
    }),
    clockout_override_notify_admin: entry(msg('Notify administrators of automatic clock-outs'), 1, flag),
    clockout_override_notify_mgrs: entry(msg('Notify managers of automatic clock-outs'), 0, flag),
    daily_overtime: entry(msg('Daily overtime'), '0', flag, { dated: true }),
    daily_doubletime: entry(msg('Double time after 12 hours a day'), '0', flag, { dated: true }),
    daily_regular_hours: entry(msg('Daily hours before overtime'), 8, hours(0, 24), {
      when: { key: 'daily_overtime' },
      dated: true,
    }),
    weekly_regular_hours: entry(msg('Weekly hours before overtime'), '40', hours(0, 168), { dated: true }),
    pto_overtime: entry(msg('Paid time off counts toward overtime'), 0, flag, {
      dated: true,
      when: { key: 'calculate_overtime' },
    }),
    pto_overtime_jobcodes: entry(msg('Only these kinds of paid time off count'), '', jobcodeIds, {
      ours: true,
      dated: true,
      help: msg('If none is chosen, all do. In France, paid leave counts toward overtime, and sickness does not.'),
      when: { key: 'pto_overtime' },
    }),
    require_two_steps: entry(msg('Require two-step verification'), 0, flag, {
      ours: true,
      help: msg(
        'People without it set it up the next time they sign in with a password. A passkey counts as both steps.',
      ),
    }),
    date_locale: entry(msg('Date format in exports'), 'us', choice('us', 'eu', 'iso'), {
      help: msg('In PDFs. Other files have dates as programs read them.'),
      words: { us: '11/22/2026', eu: '22/11/2026', iso: '2026-11-22' },
    }),
    language: entry(msg('Language'), '', choice('', ...languages.map(({ code }) => code)), {
      ours: true,
      help: msg('Used in the app, emails, and notifications. People can choose their own.'),
      words: { '': msg('Browser default'), ...Object.fromEntries(languages.map(({ code, name }) => [code, name])) },
    }),
    time_format: entry(msg('Time format'), 12, choice(12, 24), { words: { 12: msg('7:05 PM'), 24: msg('19:05') } }),
    week_start: entry(msg('First day of the workweek'), 0, whole(0, 6), { dated: true, words: weekdays }),
    workday_start: entry(msg('Workday starts at (hour)'), 0, ofCompany(whole(0, 23)), {
      ours: true,
      dated: true,
      help: msg('In the time zone of the working pattern; 0 is midnight.'),
    }),
    shift_boundary: entry(msg('Shifts across the start of a workday'), 'start', choice('start', 'split'), {
      ours: true,
      dated: true,
      help: msg(
        'US law counts each hour on the day and in the workweek in which it is worked, so it requires the split. Choosing the rules of a law sets that; the usual setting and rules of your own do not. The date of a time entry stays the day on which it starts.',
      ),
      words: {
        start: msg('Count on the day they start'),
        split: msg('Split there for hours and overtime'),
      },
    }),
    shift_pause_hours: entry(msg('A break this long ends a shift (hours)'), 4, hours(0.25, 24), {
      ours: true,
      dated: true,
      help: msg('Shorter ones are within a shift. For rules about rest and consecutive hours.'),
    }),
    min_rest_hours: entry(msg('Shortest rest between shifts (hours)'), 8, hours(0, 48), {
      ours: true,
      help: msg('Approvals show shorter rests. Longer rest in overtime rules takes precedence.'),
    }),
    overtime_pay: entry(
      msg('Overtime pay with several rates'),
      'regular_rate',
      ofCompany(choice('regular_rate', 'rate_in_effect')),
      {
        ours: true,
        dated: true,
        help: msg('US law requires the average rate, unless the person agreed otherwise before the work.'),
        words: {
          regular_rate: msg('Average rate for the workweek'),
          rate_in_effect: msg('Rate of the overtime hours'),
        },
      },
    ),
    overtime_stacking: entry(msg('Where several rules add pay'), 'sum', choice('sum', 'highest'), {
      ours: true,
      dated: true,
      help: msg('For overtime rules that add to what others pay, such as for nights and Sundays.'),
      words: { sum: msg('All of them are added'), highest: msg('Only the highest is added') },
    }),
    tz: entry(msg('Time zone'), 'UTC', zone, { dated: true }),
    country: entry(msg('Country'), '', ofCompany(choice('', ...countryCodes)), {
      ours: true,
      help: msg('Public holidays of this country are offered first.'),
      words: { '': msg('Not set'), ...Object.fromEntries(countries.map(({ code, name }) => [code, name])) },
    }),
    change_log_days: entry(msg('Days that the change log is kept'), 90, ofCompany(whole(1, 3650)), {
      ours: true,
      help: msg('A program that follows changes and was away for longer starts over.'),
    }),
    assistants_write: entry(msg('AI assistants may record and approve time'), 0, ofCompany(flag), {
      ours: true,
      help: msg('Otherwise they only read. They always have the rights of the person who connected them.'),
    }),
    assistants_register: entry(msg('AI assistants may register themselves'), 0, ofCompany(flag), {
      ours: true,
      help: msg('They only read, and no one checks their names. Only while no other company on this server allows it.'),
    }),
    scim_employee_number: entry(
      msg('Employee number from the identity provider'),
      '',
      ofCompany(choice('', 'payroll_id', 'employee_number')),
      {
        ours: true,
        help: msg('Where provisioning with SCIM keeps it.'),
        words: { '': msg('Not kept'), payroll_id: msg('Payroll ID'), employee_number: msg('Employee number') },
      },
    ),
    currency: entry(msg('Currency of pay rates'), '', ofCompany(choice('', ...currencies)), {
      ours: true,
      words: { '': msg('Not shown') },
    }),
    emp_panel: entry(msg('People can edit their own profile'), 1, flag),
    emp_panel_email: entry(msg('People can change their email address'), '1', flag, { when: { key: 'emp_panel' } }),
    emp_panel_passwd: entry(msg('People can change their password'), '1', flag, {
      help: msg('Password reset links from an administrator still work.'),
      when: { key: 'emp_panel' },
    }),
    new_users_track_time: entry(msg('New users may track time'), 0, ofCompany(flag), {
      ours: true,
      help: msg('For users added by programs that don’t specify it. Adding a person in the app asks for it.'),
    }),
    emp_panel_tz: entry(msg('People can change their time zone'), '0', flag, { when: { key: 'emp_panel' } }),
    employee_pto_entry: entry(msg('People can enter their own paid time off'), 0, flag),
    pto_entry: entry(msg('Paid time off can be entered'), 1, flag),
    time_off_beyond_day: entry(msg('Time off beyond the hours of a day, or on a day off'), 0, flag, { ours: true }),
    enable_timesheet_notes: entry(msg('Notes on time entries'), '1', flag),
    timesheet_notes_required: entry(msg('Notes are required'), 0, flag, { when: { key: 'enable_timesheet_notes' } }),
    timesheet_edit_notes_for_all_users: entry(msg('People can edit the notes on their past time'), 0, flag, {
      help: msg('Even if they can’t edit anything else about it.'),
      when: { key: 'enable_timesheet_notes' },
    }),
    timesheet_notes_notify_admin: entry(msg('Notify administrators of notes'), 0, flag, {
      when: { key: 'enable_timesheet_notes' },
    }),
    timesheet_notes_notify_mgrs: entry(msg('Notify group managers of notes'), 0, flag, {
      when: { key: 'enable_timesheet_notes' },
    }),
    hide_working_time: entry(msg('Hide the running total while on the clock'), '0', flag),
    jc_label: entry(msg('Word for a job'), 'Job', text(1, 40), {
      help: msg('Job, project, client: whatever your people call it.'),
    }),
    jc_label_plural: entry(msg('Word for several jobs'), '', text(0, 40), {
      ours: true,
      help: msg('Leave empty to use the regular plural.'),
    }),
    timeclock_label: entry(msg('Name of the time clock'), 'Time Clock', text(1, 40)),
    lunch_deduct: entry(msg('Deduct lunch from long entries'), 0, flag),
    lunch_length: entry(msg('Length of lunch, in hours'), 1, hours(0.05, 8), { when: deductsLunch }),
    lunch_threshold: entry(msg('Deduct from entries longer than (hours)'), 9, hours(0, 24), { when: deductsLunch }),
    max_customfielditems: entry(
      msg('Maximum items per custom field (-1: unlimited)'),
      '-1',
      ofCompany(whole(-1, 1_000_000)),
    ),
    max_jobcodes: entry(msg('Maximum jobcodes (-1: unlimited)'), '-1', ofCompany(whole(-1, 1_000_000))),
    parent_clockin_display: entry('Not documented by the API; has no effect', 0),
    payroll_type: entry(
      msg('Pay period'),
      'biweekly',
      ofCompany(choice('weekly', 'biweekly', 'fourweekly', 'semimonthly', 'monthly')),
      {
        words: {
          ...{ weekly: msg('Every week'), biweekly: msg('Every two weeks'), fourweekly: msg('Every four weeks') },
          semimonthly: msg('Twice a month'),
          monthly: msg('Every month'),
        },
      },
    ),
    payroll_end_date: entry(msg('Last day of a pay period'), '2026-01-03', ofCompany(date), {
      dated: true,
      when: { key: 'payroll_type', is: ['weekly', 'biweekly', 'fourweekly'] },
    }),
    payroll_first_end_day: entry(msg('First half ends on day'), '15', dayOfMonth, {
      when: { key: 'payroll_type', is: ['semimonthly'] },
    }),
    payroll_last_end_day: entry(msg('Second half ends on day'), '31', dayOfMonth, {
      help: msg('31 means the last day of the month.'),
      when: { key: 'payroll_type', is: ['semimonthly'] },
    }),
    payroll_month_end_day: entry(msg('Ends on day'), '31', dayOfMonth, {
      help: msg('31 means the last day of the month.'),
      when: { key: 'payroll_type', is: ['monthly'] },
    }),
    simple_clockin: entry(msg('One-tap clock-in, without questions'), 0, flag),
    timecard_fields: entry(msg('Order of a timesheet’s custom fields'), 'JOBCODE', columns, {
      help: msg('Custom field ids; JOBCODE stands for the job, which always comes first in the app.'),
    }),
  },
  alerts: { installed: entry('Alerts are available', 1) },
  approvals: {
    installed: entry(msg('Approvals are available'), '1', flag),
    employee_approval: entry(msg('People submit their own time'), '1', flag),
  },
  breaks: { hide_pre_clockout_option: entry(msg('Don’t ask about breaks at clock-out'), 0, flag) },
  dcaa: { installed: entry('DCAA records are available', 0) },
  dialin: { installed: entry('Clocking in by phone call is available', 0) },
  files: {
    installed: entry('Files are available', '1'),
    files_addon_app_discovery_notification: entry('The app introduces the files feature', '0'),
  },
  invoicing: { installed: entry('Invoicing is available', 0) },
  location_aware: {
    installed: entry(msg('Locations are available'), 1, flag),
    show_location: entry(msg('Show where people clocked in and out'), '1', flag),
  },
  mobile_app_integrations: {
    installed: entry('Integrations of the mobile app are available', 0),
    apps: entry<SettingValue>('The integrated apps, "" when there are none', ''),
  },
  mobile_app_settings: {
    installed: entry(msg('Settings of the mobile app are available'), 0, flag),
    location_tracking: entry(msg('Location at clock-in and clock-out'), 'off', choice('off', 'optional'), {
      help: msg('Recorded only at that moment, and only if the person agrees.'),
      words: { off: msg('Never'), optional: msg('If the person agrees') },
    }),
    mandatory_location_services: entry(msg('Require a location to clock in'), 0, flag, {
      when: { key: 'location_tracking', is: ['optional'] },
    }),
  },
  reminders: { installed: entry(msg('Reminders are available'), 1, flag) },
  projects: { installed: entry('Projects are available', 1) },
  quickbooks: {
    installed: entry('QuickBooks is connected', '0'),
    connector: entry('The connection to QuickBooks', ''),
    connector_type: entry('Kind of that connection', ''),
    two_way_sync_enabled_for_user: entry('Changes go both ways', 0),
  },
  restapi: { installed: entry('The API is available', '1') },
  rounding: {
    installed: entry('Hours are rounded', 0),
    minutes: entry(msg('Round hours to'), 0, ofCompany(choice(0, 5, 6, 10, 15)), {
      ours: true,
      dated: true,
      help: msg('Punches stay as they are. All pages, reports and files show and sum rounded hours.'),
      words: { 0: msg('Off'), 5: msg('5 minutes'), 6: msg('6 minutes'), 10: msg('10 minutes'), 15: msg('15 minutes') },
    }),
    direction: entry(msg('Rounding direction'), 'nearest', ofCompany(choice('nearest', 'up', 'down')), {
      ours: true,
      dated: true,
      help: msg('US law allows rounding to the nearest if it evens out over time.'),
      when: { key: 'minutes', is: ['5', '6', '10', '15'] },
      words: {
        nearest: msg('to the nearest'),
        up: msg('up, to the later time'),
        down: msg('down, to the earlier time'),
      },
    }),
    of: entry(msg('What is rounded'), 'punches', ofCompany(choice('punches', 'day')), {
      ours: true,
      dated: true,
      when: { key: 'minutes', is: ['5', '6', '10', '15'] },
      words: { punches: msg('starts and ends'), day: msg('the total of each day') },
    }),
  },
  schedule: {
    installed: entry(msg('The app shows the schedule'), '1', flag),
    business_hours_start: entry(msg('Business day starts at'), '08:00:00', time),
    business_hours_end: entry(msg('Business day ends at'), '17:00:00', time),
    manage_schedule_permission: entry(msg('People can plan shifts for at most'), 'company', reach, {
      help: msg('Permissions can allow less. Administrators plan for everyone.'),
      words: { company: msg('everyone'), group: msg('themselves and groups they manage'), none: msg('no one') },
    }),
    view_schedule_permission: entry(msg('People can see shifts of at most'), 'company', reach, {
      help: msg('Permissions can allow less. People also see the shifts they plan.'),
      words: seen,
    }),
    employee_view: entry(msg('Employees can see shifts of at most'), 'company', reach, { words: seen }),
    manager_view: entry(msg('Group managers can see shifts of at most'), 'company', reach, { words: seen }),
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
      msg('Maximum active custom fields of timesheets'),
      6,
      ofCompany(whole(0, 50)),
    ),
    installed: entry('Custom fields are available', '1'),
  },
  time_entry: {
    installed: entry(msg('Manual time entry is available'), 1, flag),
    time_entry_method: entry('How time is entered manually', 'timecard'),
    mtc_format_time_display: entry(msg('Hours are shown as'), 'hhmm', choice('hhmm', 'decimal'), {
      words: { hhmm: msg('7:30 hours'), decimal: msg('7.50 hours') },
    }),
    time_entry: entry(msg('People can enter time manually'), 1, flag),
    timecard: entry(msg('People can enter hours per day'), 1, flag),
    weekly_timecard: entry('The timecard of a week is shown', 1),
    timecard_daily: entry('The timecard of a day is shown', 1),
    timesheet_edit: entry(msg('People can edit their time entries'), 1, flag),
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

/** Name of a section of the catalog. */
export type SectionName = keyof typeof catalog

/** One stored setting that applies to a person: their company's, their group's or their own. */
export type SettingOverride = {
  scope: 'company' | 'group' | 'user'
  section: string
  key: string
  /** null: the override was removed. */
  value: SettingValue | null
  /** Instant of the change. */
  last_modified: number
}

/** All sections in documented order; last_modified is an instant, null until the section is changed. */
export type EffectiveSettings = Record<SectionName, { settings: Settings; last_modified: number | null }>

/**
 * The settings that apply to one person: catalog, then company, group, user. Unknown keys and values that do not fit
 * the catalog's JSON type are ignored; a section that is not installed shows only that.
 */
export function effectiveSettings(overrides: readonly SettingOverride[]): EffectiveSettings {
  const full = settingsInFull(overrides)
  return objectOf(keysOf(full), (name) => {
    const { settings, last_modified } = full[name]
    const { installed = 1 } = settings
    const bare = Number(installed) === 0 && !talkative.includes(name)
    return { settings: bare ? { installed } : settings, last_modified }
  })
}

/** The same, including every key of sections that are not installed. */
export function settingsInFull(overrides: readonly SettingOverride[]): EffectiveSettings {
  const rank = { company: 0, group: 1, user: 2 }
  const ordered = [...overrides].sort((a, b) => rank[a.scope] - rank[b.scope])
  return objectOf(keysOf(catalog), (section) => {
    const settings: Record<string, SettingValue> = {}
    for (const [key, entry] of Object.entries(entriesOf(section))) settings[key] = entry.default
    let lastModified: number | null = null
    for (const override of ordered) {
      if (override.section !== section) continue
      const entry = Object.hasOwn(entriesOf(section), override.key) ? entriesOf(section)[override.key] : undefined
      const value = entry && override.value !== null ? typed(entry, override.value) : undefined
      if (value !== undefined) settings[override.key] = value
      // A change of a company's setting counts as a change of the section even if the group overrides it, and so does a
      // reset.
      if (value !== undefined || (entry && override.value === null))
        lastModified = Math.max(lastModified ?? override.last_modified, override.last_modified)
    }
    if (section === 'rounding') settings.installed = Number(settings.minutes) > 0 ? 1 : 0
    return { settings, last_modified: lastModified }
  })
}

/** The value of one setting, typed as in the catalog; its default if the section is not installed. */
export function setting<S extends SectionName, K extends keyof (typeof catalog)[S] & string>(
  effective: EffectiveSettings,
  section: S,
  key: K,
): SettingOf<S, K> {
  return (effective[section].settings[key] ?? entriesOf(section)[key]?.default) as SettingOf<S, K>
}

/** The JSON type of one setting. */
type SettingOf<S extends SectionName, K extends keyof (typeof catalog)[S]> = (typeof catalog)[S][K] extends {
  default: infer D
}
  ? D extends string
    ? string
    : D extends number
      ? number
      : D
  : never

// Sections that show their other keys even if they are not installed, as in the documentation's examples.
const talkative: readonly SectionName[] = ['sms', 'mobile_app_integrations']

/** The settings of a section that the vendor's API has. */
export function vendorSettings(section: SectionName, settings: Settings): Settings {
  const entries = entriesOf(section)
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !entries[key]?.ours))
}

function entriesOf(section: SectionName): Readonly<Record<string, SettingEntry>> {
  return catalog[section]
}

function typed(entry: SettingEntry, value: SettingValue): SettingValue | undefined {
  if (typeof value === 'object') return entry === catalog.mobile_app_integrations.apps ? value : undefined
  if (typeof entry.default !== 'number') return String(value)
  return String(value).trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined
}
