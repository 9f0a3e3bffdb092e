/** A setting as the page asks for it: which one, and in which words. */
export type Asked = {
  section: string
  key: string
  label: string
  hint?: string
  /** Words for the values of a choice or a number, by value. */
  words?: Record<string, string>
  /** Asked only while another setting of the same section is on, or has this value. */
  when?: { key: string; is?: string }
}

/** A card of the page. */
export type Part = { id: string; title: string; about: string; asked: readonly Asked[] }

const weekdays = { 0: 'Sunday', 1: 'Monday', 2: 'Tuesday', 3: 'Wednesday', 4: 'Thursday', 5: 'Friday', 6: 'Saturday' }

const general = (key: string, label: string, more: Omit<Asked, 'section' | 'key' | 'label'> = {}): Asked => ({
  section: 'general',
  key,
  label,
  ...more,
})

/** What the page asks for, card by card. Overtime rules, the name and addresses have forms of their own. */
export const parts: readonly Part[] = [
  {
    id: 'time',
    title: 'Time and language',
    about: 'Where the company works and how times are written.',
    asked: [
      general('tz', 'Time zone'),
      general('week_start', 'The workweek begins on', { words: weekdays }),
      general('time_format', 'Clock', { words: { 12: '7:05 PM', 24: '19:05' } }),
      general('jc_label', 'Word for a job', { hint: 'Job, project, client: what your people say.' }),
      general('timeclock_label', 'Word for the time clock'),
    ],
  },
  {
    id: 'pay-period',
    title: 'Pay period',
    about: 'The stretch of days that is submitted, approved and paid together.',
    asked: [
      general('payroll_type', 'Pay period', {
        words: {
          weekly: 'every week',
          biweekly: 'every two weeks',
          semimonthly: 'twice a month',
          monthly: 'every month',
        },
      }),
      general('payroll_end_date', 'Last day of some pay period', {
        when: { key: 'payroll_type', is: 'weekly biweekly' },
      }),
      general('payroll_first_end_day', 'The first half ends on day', {
        when: { key: 'payroll_type', is: 'semimonthly' },
      }),
      general('payroll_last_end_day', 'The second half ends on day', {
        hint: '31 is the end of the month.',
        when: { key: 'payroll_type', is: 'semimonthly' },
      }),
      general('payroll_month_end_day', 'It ends on day', {
        hint: '31 is the end of the month.',
        when: { key: 'payroll_type', is: 'monthly' },
      }),
    ],
  },
  {
    id: 'clock',
    title: 'Clocking in and out',
    about: 'What people are asked, and what happens when they forget.',
    asked: [
      general('simple_clockin', 'One press clocks in, without questions'),
      general('clockout_override', 'Clock out who forgot it', {
        hint: 'Otherwise it happens after 7 days. It is marked, and never silent.',
      }),
      general('clockout_override_hours', 'After how many hours', { when: { key: 'clockout_override' } }),
      general('hide_working_time', 'Hide the running total while working'),
      { section: 'breaks', key: 'hide_pre_clockout_option', label: 'Do not ask about breaks before clocking out' },
      general('lunch_deduct', 'Take a lunch break out of long entries'),
      general('lunch_threshold', 'Of entries longer than … hours', { when: { key: 'lunch_deduct' } }),
      general('lunch_length', 'Hours of the break', { when: { key: 'lunch_deduct' } }),
    ],
  },
  {
    id: 'notes',
    title: 'Notes and places',
    about: 'What is kept beside the time.',
    asked: [
      general('enable_timesheet_notes', 'Time can have notes'),
      general('timesheet_notes_required', 'Notes are required', { when: { key: 'enable_timesheet_notes' } }),
      {
        section: 'mobile_app_settings',
        key: 'location_tracking',
        label: 'Location at the punch',
        hint: 'Only at the moment of clocking in or out, and only if the person agrees.',
        words: { off: 'never', optional: 'if the person agrees' },
      },
      {
        section: 'mobile_app_settings',
        key: 'mandatory_location_services',
        label: 'No clocking in without a location',
        when: { key: 'location_tracking', is: 'optional' },
      },
    ],
  },
  {
    id: 'approvals',
    title: 'Entering and approving',
    about: 'What people do themselves.',
    asked: [
      { section: 'time_entry', key: 'time_entry', label: 'People may enter time by hand' },
      { section: 'approvals', key: 'employee_approval', label: 'People submit their own time' },
      general('emp_panel_tz', 'People may change their time zone'),
    ],
  },
  {
    id: 'schedule',
    title: 'Business day',
    about: 'Where a new shift begins and ends unless somebody says otherwise.',
    asked: [
      { section: 'schedule', key: 'business_hours_start', label: 'The business day starts' },
      { section: 'schedule', key: 'business_hours_end', label: 'The business day ends' },
    ],
  },
]

/** The settings of overtime that stand beside the rules. */
export const overtimeAsked: readonly Asked[] = [
  general('calculate_overtime', 'Calculate overtime'),
  general('pto_overtime', 'Paid time off counts toward the hours before overtime', {
    when: { key: 'calculate_overtime' },
  }),
]

/** The thresholds that are used where no rules were chosen. */
export const thresholdsAsked: readonly Asked[] = [
  general('weekly_regular_hours', 'Hours a week before overtime'),
  general('daily_overtime', 'Overtime by the day, too'),
  general('daily_regular_hours', 'Hours a day before overtime', { when: { key: 'daily_overtime' } }),
  general('daily_doubletime', 'Double time beyond 12 hours a day'),
]
