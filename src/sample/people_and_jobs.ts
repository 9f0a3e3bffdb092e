import type { RecordOf } from '../engine/table.ts'
import { elementAt, valueAt } from '../rules/elements.ts'
import { addDays, instantOf, localDate } from '../rules/time/calendar.ts'
import { payPeriodOf } from '../rules/time/pay_periods.ts'
import { startOfTime } from '../rules/time/timesheets.ts'
import { Chance } from './chance.ts'
import {
  extraJobs,
  customfields as fieldList,
  groups as groupList,
  type Job,
  jobs as jobTree,
  owner,
  type Person,
  type PlacedJob,
  people,
  settings,
} from './company.ts'
import { type Choices, makeFilters } from './filters.ts'
import type { Story } from './options.ts'

/** The company without its time: its records, and lookups for them. */
export type Sample = {
  founded: number
  groups: RecordOf<'groups'>[]
  users: RecordOf<'users'>[]
  jobcodes: RecordOf<'jobcodes'>[]
  customfields: RecordOf<'customfields'>[]
  customfielditems: RecordOf<'customfielditems'>[]
  assignments: RecordOf<'jobcode_assignments'>[]
  people: { person: Person; record: RecordOf<'users'>; from: string; to: string; jobs: PlacedJob[] }[]
  placed: PlacedJob[]
  jobAt: (path: string) => PlacedJob
  /** The jobcode record of a job. */
  recordOf: (job: PlacedJob) => RecordOf<'jobcodes'>
  choices: Choices
  filters: ReturnType<typeof makeFilters>
  userId: (username: string) => number
  managerOf: (person: Person) => number
}

const yearsBack = 3 * 365
/** The archive date of jobs that are not archived. */
export const never = '9999-12-31'

/** The instant at which the sample company was founded, which is also the time of its settings. */
export function foundedAt({ now, zone }: Pick<Story, 'now' | 'zone'>): number {
  return instantOf(addDays(localDate(now, zone), -yearsBack), 9 * 3600, zone)
}

/** Creates everything that exists before time is recorded. */
export function makeSample(options: Story): Sample {
  const { now, nextId, zone } = options
  const today = localDate(now, zone)
  const founded = foundedAt(options)
  const list = people(options.people ?? 25, options.seed)
  const groupIds = new Map(groupList.map((group) => [group.name, nextId()]))
  const userIds = new Map(list.map(({ username }) => [username, username === owner ? options.ownerId : nextId()]))
  const userId = (username: string) => userIds.get(username) ?? options.ownerId
  const managers = list.filter((person) => person.manages)
  const managerOf = ({ group }: Person) =>
    userId(managers.find((manager) => manager.group === group)?.username ?? owner)

  const placed = placeJobs(jobTree, '', today, nextId)
  const jobAt = (path: string) => placed.find((job) => job.path === path)!
  const { customfields, customfielditems, choices } = makeFields(founded, nextId)
  const permit = choices.permit!.field

  const users = list.map((person, index) => {
    const ids = { id: userId(person.username), group_id: groupIds.get(person.group) ?? 0 }
    return userRow(person, 100 + index, ids, founded, options)
  })
  const jobsOf = ({ username, group }: Person) => [
    ...(groupList.find((entry) => entry.name === group)?.jobs ?? []),
    ...(extraJobs[username] ?? []),
  ]
  const jobcodes = placed.map((job) => jobRow(job, placed, permit, { founded, zone }))
  const records = new Map(jobcodes.map((row) => [row.id, row]))
  const company = {
    founded,
    groups: groupList.map(({ name }) => ({
      id: groupIds.get(name) ?? 0,
      active: true,
      name,
      manager_ids: managers.filter((person) => person.group === name).map((person) => userId(person.username)),
      created: founded,
      last_modified: founded,
    })),
    users,
    jobcodes,
    customfields,
    customfielditems,
    assignments: assignments(list, placed, jobsOf, userId, { founded, zone }, nextId),
    people: list.map((person, index) => ({
      person,
      record: elementAt(users, index),
      from: dateOf(person.hired, today),
      to: person.left ? dateOf(person.left, today) : never,
      jobs: placed.filter(
        ({ leaf, planned, path }) => leaf && !planned && jobsOf(person).some((root) => isBelow(path, root)),
      ),
    })),
    placed,
    jobAt,
    recordOf: (job: PlacedJob) => valueAt(records, job.id),
    choices,
    userId,
    managerOf,
  }
  return { ...company, filters: makeFilters(company, options) }
}

function placeJobs(
  list: readonly Job[],
  above: string,
  today: string,
  nextId: () => number,
  archivedOn = never,
): PlacedJob[] {
  return list.flatMap((job) => {
    const path = above === '' ? job.key : `${above}/${job.key}`
    const gone = job.archived ? dateOf(job.archived, today) : archivedOn
    const below = job.below ?? []
    const needsPermit = job.permit === true
    const placed = { ...job, id: nextId(), path, leaf: below.length === 0, archivedOn: gone, needsPermit }
    return [placed, ...placeJobs(below, path, today, nextId, gone)]
  })
}

/** When the company was founded (microseconds), and its time zone. */
type Begun = { founded: number; zone: string }

function jobRow(job: PlacedJob, all: readonly PlacedJob[], permit: number, at: Begun): RecordOf<'jobcodes'> {
  const above = all.filter((other) => other !== job && isBelow(job.path, other.path))
  const parent = above.at(-1)
  const rate = job.billable_rate ?? parent?.billable_rate ?? 0
  const active = job.archivedOn === never
  return {
    id: job.id,
    parent_id: parent?.id ?? 0,
    name: job.name,
    short_code: job.short_code ?? '',
    type: job.type ?? 'regular',
    billable: rate > 0,
    billable_rate: job.billable_rate ?? above.findLast((other) => other.billable_rate)?.billable_rate ?? 0,
    has_children:
      active && all.some((other) => other !== job && isBelow(other.path, job.path) && other.archivedOn === never),
    assigned_to_all: isForAll(job, all),
    required_customfields: job.needsPermit ? [permit] : [],
    filtered_customfielditems: {},
    locations: [],
    project_id: 0,
    customfields: {},
    active,
    created: at.founded,
    last_modified: active ? at.founded : instantOf(job.archivedOn, 17 * 3600, at.zone),
  }
}

function makeFields(founded: number, nextId: () => number) {
  const stamps = { created: founded, last_modified: founded }
  const customfields = fieldList.map(({ items: _, key: __, ...field }) => ({
    id: nextId(),
    active: true,
    applies_to: 'timesheet' as const,
    regex_filter: '',
    required_customfields: [],
    ...field,
    ...stamps,
  }))
  const customfielditems = fieldList.flatMap(({ items }, index) =>
    items.map((name) => ({
      id: nextId(),
      customfield_id: elementAt(customfields, index).id,
      active: true,
      short_code: '',
      name,
      required_customfields: [],
      ...stamps,
    })),
  )
  const choices: Choices = {}
  for (const [index, { key }] of fieldList.entries()) {
    const field = elementAt(customfields, index).id
    const items = customfielditems.filter((item) => item.customfield_id === field)
    choices[key] = { field, names: new Map(items.map((item) => [item.name, item.id])) }
  }
  return { customfields, customfielditems, choices }
}

/** One record per user and job; the jobs below an assigned one are inherited. */
function assignments(
  list: readonly Person[],
  placed: readonly PlacedJob[],
  jobsOf: (person: Person) => string[],
  userId: (username: string) => number,
  { founded, zone }: Begun,
  nextId: () => number,
): RecordOf<'jobcode_assignments'>[] {
  const pairs = [
    ...placed.filter((job) => isForAll(job, placed)).map((job) => ({ user: 0, job, inherited: !job.assignedToAll })),
    ...list.flatMap((person) =>
      placed
        .filter(({ path }) => jobsOf(person).some((root) => isBelow(path, root)))
        .map((job) => ({ user: userId(person.username), job, inherited: !jobsOf(person).includes(job.path) })),
    ),
  ]
  return pairs.map(({ user, job, inherited }) => ({
    id: nextId(),
    user_id: user,
    jobcode_id: job.id,
    active: job.archivedOn === never,
    inherited,
    created: founded,
    last_modified: job.archivedOn === never ? founded : instantOf(job.archivedOn, 17 * 3600, zone),
  }))
}

function userRow(
  person: Person,
  number: number,
  ids: { id: number; group_id: number },
  founded: number,
  options: Story,
): RecordOf<'users'> {
  const { now, seed, zone } = options
  const today = localDate(now, zone)
  const chance = new Chance(seed, person.username)
  const hire_date = dateOf(person.hired, today)
  const left = person.left && dateOf(person.left, today)
  const created = Math.max(founded, instantOf(hire_date, 8 * 3600, zone))
  const { submitted_to, approved_to, stamp } = approvals(person, today, zone, chance)
  return {
    id: ids.id,
    first_name: person.first_name,
    last_name: person.last_name,
    display_name: '',
    group_id: ids.group_id,
    active: !left,
    employee_number: number,
    salaried: person.pay.yearly === true,
    exempt: person.pay.yearly === true,
    username: person.username,
    email: person.email,
    email_verified: true,
    email_vouched_by: 'mail',
    email_vouched_at: created,
    payroll_id: `NB-${number}`,
    mobile_number: `30355501${String(number % 100).padStart(2, '0')}`,
    hire_date,
    term_date: left ?? '0000-00-00',
    job_title: person.job_title,
    gender: '',
    submitted_to,
    approved_to,
    require_password_change: false,
    password: options.password,
    login_pin: '',
    pay_rate: person.pay.rate,
    pay_interval: person.pay.yearly ? 'year' : 'hour',
    permissions: Object.fromEntries(person.permissions.map((name) => [name, true])),
    customfields: {},
    pto_balances: {},
    last_active: 0,
    created,
    last_modified: left ? instantOf(left, 17 * 3600, zone) : Math.max(created, Math.min(stamp, now)),
  }
}

/** The last dates submitted and approved for a person, and when that was: by pay period, some earlier than others. */
function approvals(person: Person, today: string, zone: string, chance: Chance) {
  if (person.habit === 'none') return { submitted_to: startOfTime, approved_to: startOfTime, stamp: 0 }
  const general = Object.fromEntries(settings.map(([, key, value]) => [key, value]))
  const last = addDays(payPeriodOf(today, general).start, -1)
  const before = addDays(last, -14)
  const quick = person.group === 'North Crew'
  const submitted_to = quick || chance.happens(0.8) ? last : before
  const approved_to = quick ? last : before
  return { submitted_to, approved_to, stamp: instantOf(addDays(submitted_to, 2), 10 * 3600, zone) }
}

function isForAll(job: PlacedJob, all: readonly PlacedJob[]): boolean {
  return all.some((other) => other.assignedToAll === true && isBelow(job.path, other.path))
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`)
}

function dateOf(day: string | { daysAgo: number }, today: string): string {
  return typeof day === 'string' ? day : addDays(today, -day.daysAgo)
}
