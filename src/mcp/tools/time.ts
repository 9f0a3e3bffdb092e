import { Refusal } from '../../engine/errors.ts'
import type { Item } from '../../engine/table.ts'
import { addDays } from '../../rules/time/calendar.ts'
import { type ApiAccess, read, readAll, type Tool } from '../access.ts'
import { filled, fitted, fittedPage, hoursOf } from '../answer.ts'
import { Names } from '../names.ts'
import { cursor, dates, datesIn, groups, idList, limit, limitIn, people, peopleIn } from '../parameters.ts'
import { described, type Entry, learnFrom, secondsOf } from './entries.ts'

const jobs = idList('Ids of jobs, with all below them.')

/** Entries of time, as they are. */
export const listTime: Tool = {
  name: 'list_time',
  title: 'Time entries',
  description: 'Lists time entries of up to 366 days, with the hours of those listed. For sums use sum_hours.',
  parameters: {
    ids: idList('Only these entries.'),
    ...dates,
    user_ids: people,
    group_ids: groups,
    jobcode_ids: jobs,
    running: { type: 'string', enum: ['yes', 'no', 'both'], default: 'both' },
    limit: limit(200, 50),
    cursor,
  },
  async run(args, api) {
    const { ids, group_ids, jobcode_ids, running = 'both' } = args
    const range = Array.isArray(ids) ? { ids } : await rangeIn(args, api)
    const user_ids = await peopleIn(args.user_ids, api)
    const names = new Names(api)
    const filters = { ...range, user_ids, group_ids, jobcode_ids, on_the_clock: running }
    const print = async (body: Parameters<typeof learnFrom>[0]) => {
      const entries = Object.values<Entry>(body.results.timesheets)
      await learnFrom(body, entries, names)
      const seconds = entries.reduce((sum, entry) => sum + secondsOf(entry, api.now()), 0)
      return {
        rows: entries.map((entry) => described(entry, names, api.now())),
        rest: { hours_listed: hoursOf(seconds) },
      }
    }
    const list = { path: '/timesheets', filters, name: 'entries', print }
    return fittedPage(api, list, { cursor: args.cursor, limit: limitIn(args, listTime) })
  },
}

const dimensions = ['person', 'job', 'group', 'day'] as const
type Dimension = (typeof dimensions)[number]

/** The sums of the hours of a range. */
export const sumHours: Tool = {
  name: 'sum_hours',
  title: 'Hours of a range',
  description:
    'Sums the hours of up to 366 days, running time included: hours are work and paid breaks; time_off_hours, unpaid_hours (breaks, time off) and hours of jobs that cannot be read stand beside them. For overtime use run_report.',
  parameters: {
    ...dates,
    by: {
      type: 'array',
      items: { enum: dimensions },
      default: ['person'],
      description: 'One row for each combination.',
    },
    user_ids: people,
    group_ids: groups,
    jobcode_ids: jobs,
    limit: limit(500, 100),
    cursor,
  },
  async run(args, api) {
    const by = dimensionsIn(args.by)
    const range = await rangeIn(args, api)
    const { group_ids, jobcode_ids } = args
    const filters = {
      ...range,
      user_ids: await peopleIn(args.user_ids, api),
      group_ids,
      jobcode_ids,
      on_the_clock: 'both',
    }
    const fields = 'user_id,jobcode_id,date,start,duration,on_the_clock'
    const entries = await readAll<Entry>(api, '/timesheets', { ...filters, fields })
    const names = await namesOf(entries, filters, api)
    const sums = Map.groupBy(entries, (entry) => JSON.stringify(keyOf(entry, by, names)))
    const rows = [...sums].map(([key, some]): Item => ({ ...JSON.parse(key), ...sumOf(some, names, api.now()) }))
    const rest = { from: range.start_date, to: range.end_date, total: sumOf(entries, names, api.now()) }
    return fitted(
      { name: 'rows', rows: rows.toSorted(inOrderOf(by)), rest },
      { cursor: args.cursor, limit: limitIn(args, sumHours) },
    )
  },
}

/** Who has time to approve. */
export const listApprovals: Tool = {
  name: 'list_approvals',
  title: 'Time to approve',
  description:
    'Shows whose time of a range waits to be submitted or approved: hours that are open, submitted and approved, and the last days submitted and approved.',
  parameters: {
    ...dates,
    status: { type: 'string', enum: ['waiting', 'all'], default: 'waiting' },
    user_ids: people,
    group_ids: groups,
    limit: limit(500, 100),
    cursor,
  },
  async run(args, api) {
    const range = await rangeIn(args, api)
    const filters = {
      ...range,
      user_ids: await peopleIn(args.user_ids, api),
      group_ids: args.group_ids,
      on_the_clock: 'both',
    }
    const fields = 'user_id,start,duration,on_the_clock,state'
    const entries = await readAll<Entry>(api, '/timesheets', { ...filters, fields })
    const names = new Names(api)
    await names.look({ people: entries.map(({ user_id }) => user_id) })
    const rows = [...Map.groupBy(entries, ({ user_id }) => user_id)].flatMap(([user_id, own]) => {
      const waits = own.some(({ state }) => state !== 'APPROVED')
      if (!waits && args.status !== 'all') return []
      const inState = (...states: string[]) => own.filter(({ state }) => states.includes(state))
      const hoursIn = (some: readonly Entry[]) =>
        hoursOf(some.reduce((sum, entry) => sum + secondsOf(entry, api.now()), 0))
      const { submitted_to, approved_to } = names.personOf(user_id) ?? {}
      return [
        {
          ...filled({ person: names.person(user_id), user_id, submitted_to, approved_to }),
          open_hours: hoursIn(inState('OPEN', 'CLOSED')),
          submitted_hours: hoursIn(inState('SUBMITTED')),
          approved_hours: hoursIn(inState('APPROVED')),
          ...(own.some(({ on_the_clock }) => on_the_clock) && { running: true }),
        },
      ]
    })
    const rest = { from: range.start_date, to: range.end_date }
    return fitted(
      { name: 'people', rows: rows.toSorted(inOrderOf(['person'])), rest },
      { cursor: args.cursor, limit: limitIn(args, listApprovals) },
    )
  },
}

/** The longest range of one call, in days. */
const daysMax = 366

async function rangeIn(args: Item, api: ApiAccess): Promise<{ start_date: string; end_date: string }> {
  const { start, end } = await datesIn(args, api)
  if (end >= addDays(start, daysMax)) throw new Refusal(417, 'range_too_long', { field: 'end_date', max: daysMax })
  return { start_date: start, end_date: end }
}

function dimensionsIn(given: unknown): readonly Dimension[] {
  if (!Array.isArray(given) || given.length === 0) return ['person']
  const found = dimensions.filter((name) => given.includes(name))
  if (found.length !== new Set(given).size)
    throw new Refusal(417, 'not_one_of', { field: 'by', choices: dimensions.join(', ') })
  return found
}

/** The names for sums. Jobs that are no longer assigned to the user come only with the entries. */
async function namesOf(entries: readonly Entry[], filters: Item, api: ApiAccess): Promise<Names> {
  const names = new Names(api)
  const ids = new Set(entries.map(({ jobcode_id }) => jobcode_id))
  await names.look({ people: entries.map(({ user_id }) => user_id), jobs: ids })
  const unknown = [...ids].filter((id) => names.jobType(id) === undefined).slice(0, 200)
  if (unknown.length > 0)
    names.learn((await read(api, '/timesheets', { ...filters, jobcode_ids: unknown })).supplemental_data)
  await names.look({ groups: entries.map(({ user_id }) => names.personOf(user_id)?.group_id ?? 0) })
  return names
}

function keyOf({ user_id, jobcode_id, date }: Entry, by: readonly Dimension[], names: Names): Item {
  const group_id = names.personOf(user_id)?.group_id
  const parts: Record<Dimension, Item> = {
    person: { person: names.person(user_id), user_id },
    job: { job: jobcode_id === 0 ? 'none' : names.job(jobcode_id), jobcode_id },
    group: { group: group_id === 0 ? 'none' : names.group(group_id ?? 0), group_id },
    day: { day: date },
  }
  return filled(Object.assign({}, ...by.map((name) => parts[name])))
}

/** The hours of entries by how they count; time off and unpaid time only if there is any. */
function sumOf(entries: readonly Entry[], names: Names, now: number): Item {
  const sums = { work: 0, timeOff: 0, unpaid: 0, unknown: 0 }
  for (const entry of entries) {
    const type = names.jobType(entry.jobcode_id)
    const kind =
      type === undefined ? 'unknown' : type === 'pto' ? 'timeOff' : type.startsWith('unpaid') ? 'unpaid' : 'work'
    sums[kind] += secondsOf(entry, now)
  }
  return {
    hours: hoursOf(sums.work),
    ...(sums.timeOff > 0 && { time_off_hours: hoursOf(sums.timeOff) }),
    ...(sums.unpaid > 0 && { unpaid_hours: hoursOf(sums.unpaid) }),
    // Of jobs that the user or the scopes of the token do not allow.
    ...(sums.unknown > 0 && { hours_of_unknown_kind: hoursOf(sums.unknown) }),
  }
}

function inOrderOf(by: readonly string[]): (a: Item, b: Item) => number {
  const text = (row: Item) => by.map((name) => String(row[name] ?? '')).join('\n')
  return (a, b) => (text(a) < text(b) ? -1 : 1)
}
