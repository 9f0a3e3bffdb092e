import { elementAt } from '../rules/elements.ts'
import { Chance } from './chance.ts'

// The sandbox company: its people, jobs and custom fields.

/** The company's name. */
export const companyName = 'Northside Builders'
/** The company's location. */
export const zone = 'America/Denver'
const domain = 'northside.example'

/** How a person records time: punches on site, in a service van or in the office, or fills in a time card. */
type Habit = 'site' | 'service' | 'desk' | 'card' | 'none'

/** An employee. Hiring and leaving dates may be relative to today. */
export type Person = {
  username: string
  first_name: string
  last_name: string
  email: string
  job_title: string
  group: string
  manages?: true
  habit: Habit
  hired: string | { daysAgo: number }
  left?: { daysAgo: number }
  pay: { rate: number; yearly?: true }
  permissions: readonly string[]
  /** Always on the clock, or never, at any time of day. */
  clock?: 'on' | 'off'
}

/** The groups, each with the keys of the jobs assigned to its members. */
export const groups: readonly { name: string; jobs: readonly string[] }[] = [
  { name: 'North Crew', jobs: ['aspen', 'riverbend', 'warehouse'] },
  { name: 'South Crew', jobs: ['cedar', 'harmon'] },
  { name: 'Service', jobs: ['service'] },
  { name: 'Office', jobs: [] },
]

/** Additional jobs assigned to individual people. */
export const extraJobs: Readonly<Record<string, readonly string[]>> = {
  luis: ['cedar/gym'],
  grace: ['aspen/lot22'],
  elena: ['harmon/kitchen/cabinets'],
  tom: ['aspen', 'cedar'],
  maya: ['harmon/bath'],
}

/** The administrator, whose record is created together with the company. */
export const owner = 'olivia'

/** The regular employee whose token the sandbox prints. */
export const employee = 'maya'

const worker = ['mobile', 'time_tracking', 'view_my_schedules']
const foreman = [...worker, 'manage_my_timesheets', 'status_box', 'manage_schedules', 'view_group_schedules']

/** The people of the company: those named here, and generated ones up to `count`. */
export function people(count: number, seed: number): Person[] {
  return [...staff.slice(0, count), ...more(count - staff.length, seed)]
}

const staff: readonly Person[] = [
  person('Olivia', 'Hart', 'Owner', '', 'none', '2014-03-03', {
    pay: { rate: 118000, yearly: true },
    permissions: ['admin', 'mobile', 'time_tracking', 'external_access'],
    clock: 'off',
  }),
  person('Marcus', 'Webb', 'Office manager', 'Office', 'desk', '2016-05-16', {
    manages: true,
    pay: { rate: 36 },
    permissions: [
      ...foreman,
      'approve_timesheets',
      'manage_timesheets',
      'manage_users',
      'manage_jobcodes',
      'reports',
      'view_company_schedules',
    ],
  }),
  person('Priya', 'Raman', 'Payroll', 'Office', 'desk', '2019-01-07', {
    pay: { rate: 33 },
    permissions: [...worker, 'reports', 'approve_timesheets'],
  }),
  person('Hannah', 'Cole', 'Estimator', 'Office', 'card', '2018-09-10', {
    pay: { rate: 71000, yearly: true },
    permissions: [...worker, 'manage_my_timesheets', 'view_projects'],
  }),
  person('Tom', 'Becker', 'Project manager', 'Office', 'card', '2017-02-20', {
    pay: { rate: 84000, yearly: true },
    permissions: [...worker, 'manage_my_timesheets', 'view_projects', 'manage_projects', 'status_box'],
  }),
  person('Luis', 'Ortega', 'Foreman', 'North Crew', 'site', '2015-04-06', {
    manages: true,
    pay: { rate: 38.5 },
    permissions: foreman,
  }),
  person('Dmitri', 'Volkov', 'Carpenter', 'North Crew', 'site', '2018-06-11', { clock: 'on' }),
  person('Aaron', 'Blake', 'Carpenter', 'North Crew', 'site', '2020-03-02'),
  person('Mateo', 'Cruz', 'Carpenter', 'North Crew', 'site', '2021-08-16', { clock: 'on' }),
  person('Jack', 'Nolan', 'Electrician', 'North Crew', 'site', '2019-10-14', { pay: { rate: 34 } }),
  person('Kenji', 'Sato', 'Apprentice', 'North Crew', 'site', '2024-06-03', { pay: { rate: 21.5 } }),
  person('Noah', 'Fischer', 'Laborer', 'North Crew', 'site', '2023-04-17', { pay: { rate: 22 } }),
  person('Grace', 'Adeyemi', 'Foreman', 'South Crew', 'site', '2016-08-29', {
    manages: true,
    pay: { rate: 38 },
    permissions: [...foreman, 'approve_timesheets'],
  }),
  person('Samuel', 'Reyes', 'Roofer', 'South Crew', 'site', '2019-03-25', { clock: 'on' }),
  person('Ivy', 'Chen', 'Carpenter', 'South Crew', 'site', '2022-01-10'),
  person('Omar', 'Haddad', 'Roofer', 'South Crew', 'site', '2020-07-13'),
  person('Ben', 'Whitaker', 'Painter', 'South Crew', 'site', '2023-09-05', { pay: { rate: 24 } }),
  person('Tessa', 'Lind', 'Laborer', 'South Crew', 'site', { daysAgo: 36 }, { pay: { rate: 21 } }),
  person('Peter', 'Novak', 'Laborer', 'South Crew', 'site', '2022-05-09', { pay: { rate: 22 }, left: { daysAgo: 30 } }),
  person('Nora', 'Quinn', 'Service lead', 'Service', 'service', '2017-11-06', {
    manages: true,
    pay: { rate: 36 },
    permissions: foreman,
  }),
  person('Felix', 'Brandt', 'Technician', 'Service', 'service', '2020-02-03', { clock: 'on' }),
  person('Maya', 'Torres', 'Technician', 'Service', 'service', '2021-05-17', { clock: 'off' }),
  person('Will', 'Archer', 'Technician', 'Service', 'service', '2022-10-03'),
  person('Zoe', 'Park', 'Technician', 'Service', 'service', '2023-02-13', { clock: 'on' }),
  person('Elena', 'Rossi', 'Technician', 'Service', 'service', '2024-01-22'),
]

function person(
  first_name: string,
  last_name: string,
  job_title: string,
  group: string,
  habit: Habit,
  hired: Person['hired'],
  rest: Partial<Person> = {},
): Person {
  const username = rest.username ?? first_name.toLowerCase()
  const email = `${username}@${domain}`
  const pay = { rate: 28.5 }
  return { username, first_name, last_name, email, job_title, group, habit, hired, pay, permissions: worker, ...rest }
}

const firstNames = 'Ana Boris Carla Derek Emil Fatima Gus Hilda Igor Jana Karl Lena Milo Nina Oscar Paula'.split(' ')
const lastNames = 'Abbott Braun Costa Duran Ellis Frost Gray Holm Ivers Jensen Kane Lopez Moss Nash Olsen Price'.split(
  ' ',
)

function more(count: number, seed: number): Person[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const chance = new Chance(seed, 'person', index)
    const { name } = elementAt(groups, index % 3)
    const habit = name === 'Service' ? 'service' : 'site'
    const username = `worker${index + 1}`
    return person(chance.pick(firstNames), chance.pick(lastNames), 'Laborer', name, habit, '2023-03-06', { username })
  })
}

/** A job; `key` is its part of the path that identifies it in this folder. */
export type Job = {
  key: string
  name: string
  short_code?: string
  type?: 'pto' | 'paid_break' | 'unpaid_break'
  billable_rate?: number
  assignedToAll?: true
  /** When it was archived, in days before today. */
  archived?: { daysAgo: number }
  /** No time has been recorded on it yet. */
  planned?: true
  /** Its timesheets require the permit field. */
  permit?: true
  below?: readonly Job[]
}

/** A job with its id and position in the tree. */
export type PlacedJob = Job & { id: number; path: string; leaf: boolean; archivedOn: string; needsPermit: boolean }

/** Customers with their jobs and tasks; then internal work, absences and breaks. */
export const jobs: readonly Job[] = [
  job('aspen', 'Aspen Ridge Homes', { billable_rate: 68 }, [
    job('lot14', 'Lot 14 garage', { short_code: 'AR14' }, [
      job('framing', 'Framing'),
      job('electrical', 'Electrical', { billable_rate: 82 }),
      job('finish', 'Finish carpentry'),
    ]),
    job('lot22', 'Lot 22 new build', { short_code: 'AR22' }, [
      job('foundation', 'Foundation'),
      job('framing', 'Framing'),
    ]),
  ]),
  job('cedar', 'Cedar Creek School District', { billable_rate: 74 }, [
    job('gym', 'Gymnasium roof', { short_code: 'CCG' }, [
      job('tearoff', 'Tear-off', { permit: true }),
      job('decking', 'Decking', { permit: true }),
      job('shingles', 'Shingles', { permit: true }),
    ]),
    job('library', 'Library remodel', { short_code: 'CCL' }, [
      job('demolition', 'Demolition', { permit: true }),
      job('drywall', 'Drywall', { permit: true }),
    ]),
  ]),
  job('harmon', 'Harmon residence', { billable_rate: 70 }, [
    job('kitchen', 'Kitchen remodel', { short_code: 'HK' }, [
      job('demolition', 'Demolition'),
      job('cabinets', 'Cabinets'),
    ]),
    job('deck', 'Deck', { short_code: 'HD' }),
    job('bath', 'Bathroom remodel', { short_code: 'HB', planned: true }),
  ]),
  job('riverbend', 'Riverbend Apartments', { billable_rate: 66 }, [
    job('siding', 'Building C siding'),
    job('stairs', 'Stair repair', { archived: { daysAgo: 21 } }),
  ]),
  job('warehouse', 'Warehouse 9', { billable_rate: 62, archived: { daysAgo: 52 } }, [job('dock', 'Loading dock')]),
  job('service', 'Service calls', { billable_rate: 95 }, [
    job('emergency', 'Emergency call', { billable_rate: 140 }),
    job('maintenance', 'Scheduled maintenance'),
    job('warranty', 'Warranty', { billable_rate: 0 }),
  ]),
  job('overhead', 'Overhead', { assignedToAll: true }, [
    job('shop', 'Shop and yard'),
    job('travel', 'Travel'),
    job('training', 'Training'),
    // The first job by name must accept time: simple programs pick the first job in the list.
    job('office', 'Admin and estimating'),
  ]),
  job('vacation', 'Vacation', { type: 'pto', assignedToAll: true }),
  job('sick', 'Sick', { type: 'pto', assignedToAll: true }),
  job('holiday', 'Holiday', { type: 'pto', assignedToAll: true }),
  job('rest', 'Rest break', { type: 'paid_break', assignedToAll: true }),
  job('lunch', 'Lunch break', { type: 'unpaid_break', assignedToAll: true }),
]

function job(key: string, name: string, rest: Partial<Job> = {}, below: readonly Job[] = []): Job {
  return { key, name, below, ...rest }
}

/** Custom fields of timesheets. The permit is shown, and required, only on the school district's jobs. */
export const customfields = [
  {
    key: 'cost',
    name: 'Cost type',
    short_code: 'cost',
    type: 'managed-list',
    required: false,
    show_to_all: true,
    items: ['Labor', 'Equipment', 'Supervision', 'Rework'],
  },
  {
    key: 'vehicle',
    name: 'Vehicle',
    short_code: 'vehicle',
    type: 'free-form',
    required: false,
    show_to_all: true,
    items: ['Truck 4', 'Truck 7', 'Truck 11', 'Van 2', 'Van 5', 'Trailer 1'],
  },
  {
    key: 'permit',
    name: 'Permit',
    short_code: 'permit',
    type: 'managed-list',
    required: true,
    show_to_all: false,
    items: ['CC-1041', 'CC-1057', 'CC-1102'],
  },
] as const

/** The company's settings that differ from the defaults. */
export const settings: readonly (readonly [section: string, key: string, value: string | number])[] = [
  ['general', 'payroll_type', 'biweekly'],
  ['general', 'payroll_end_date', '2026-01-03'],
  ['general', 'week_start', 0],
  ['general', 'calculate_overtime', '1'],
  ['general', 'weekly_regular_hours', '40'],
  ['working_pattern', 'zone', 'own'],
  ['approvals', 'employee_approval', '1'],
]

/** Notes that people write on their timesheets. */
export const notes = [
  'Waiting for the inspector until 9',
  'Second floor, north side',
  'Short two boxes of screws, picked up more',
  'Rain stopped us early',
  'Helped unload the delivery',
  'Customer asked for a change, told Tom',
  'Finished the east wall',
  'Compressor is leaking again',
  'Met the electrician on site',
  'Cleaned up for tomorrow',
] as const
