import type { Item } from '../../engine/table.ts'
import { addDays, localDate } from '../../rules/time/calendar.ts'
import { type ApiAccess, readAll, type Tool } from '../access.ts'
import { type Body, filled, fitted, fittedPage, hoursOf } from '../answer.ts'
import { Names, nameOf, type Person } from '../names.ts'
import { cursor, date, idList, instantIn, limit, limitIn, localOf, people, peopleIn, startOf } from '../parameters.ts'

type TimeOff = {
  id: number
  time_off_request_id: number
  user_id: number
  jobcode_id: number
  approver_user_id: number
  status: string
  date: string
  entry_method: string
  duration: number
  start_time: string
  end_time: string
}

/** Requests for time off, and what is left. */
export const listTimeOff: Tool = {
  name: 'list_time_off',
  title: 'Time off',
  description:
    'Lists requested time off by day with its status, or with show "balances" the hours of paid time off that people have left.',
  parameters: {
    show: { type: 'string', enum: ['requests', 'balances'], default: 'requests' },
    status: { type: 'string', enum: ['pending', 'approved', 'denied', 'canceled'], description: 'Default: any.' },
    start_date: date('Time off from this day on.'),
    end_date: date('Time off until this day.'),
    user_ids: people,
    limit: limit(200, 50),
    cursor,
  },
  async run(args, api) {
    const user_ids = await peopleIn(args.user_ids, api)
    if (args.show === 'balances') return balances(args, user_ids, api)
    const { status, start_date, end_date } = args
    const { tz } = start_date || end_date ? await localOf(api) : { tz: 'UTC' }
    // The API wants a filter, so everything is what begins at any time.
    const from = typeof start_date === 'string' ? startOf(start_date, tz) : '1970-01-01T00:00:00+00:00'
    const to = typeof end_date === 'string' ? startOf(addDays(end_date, 1), tz) : undefined
    const names = new Names(api)
    const print = async ({ results, supplemental_data }: Body) => {
      const entries = Object.values<TimeOff>(results.time_off_request_entries)
      names.learn(supplemental_data)
      await names.look({
        people: entries.flatMap(({ user_id, approver_user_id }) => [user_id, approver_user_id]),
        jobs: entries.map(({ jobcode_id }) => jobcode_id),
      })
      return { rows: entries.map((entry) => requested(entry, names)) }
    }
    const filters = { user_ids, status, start_time: from, end_time: to }
    const list = { path: '/time_off_request_entries', filters, name: 'requests', print }
    return fittedPage(api, list, { cursor: args.cursor, limit: limitIn(args, listTimeOff) })
  },
}

function requested(entry: TimeOff, names: Names): Item {
  const { id, time_off_request_id, user_id, jobcode_id, approver_user_id, status, date, entry_method, duration } = entry
  return filled({
    id,
    request_id: time_off_request_id,
    person: names.person(user_id),
    user_id,
    kind: names.job(jobcode_id),
    jobcode_id,
    date,
    ...(entry_method === 'regular' && { start: entry.start_time, end: entry.end_time }),
    hours: hoursOf(duration),
    status,
    decided_by: names.person(approver_user_id),
  })
}

async function balances(args: Item, ids: readonly number[] | undefined, api: ApiAccess): Promise<string> {
  const fields = 'id,first_name,last_name,display_name,pto_balances'
  const everyone = await readAll<Person & { pto_balances: Record<string, number> | '' }>(api, '/users', { ids, fields })
  const names = new Names(api)
  await names.look({ jobs: everyone.flatMap(({ pto_balances }) => Object.keys(pto_balances || {}).map(Number)) })
  const rows = everyone.map((person) => {
    const left = Object.entries(person.pto_balances || {})
    const hours = Object.fromEntries(left.map(([id, seconds]) => [names.job(Number(id)) ?? id, hoursOf(seconds)]))
    return { person: nameOf(person), user_id: person.id, hours_left: hours }
  })
  return fitted({ name: 'balances', rows }, { cursor: args.cursor, limit: limitIn(args, listTimeOff) })
}

type Shift = {
  id: number
  title: string
  start: string
  end: string
  all_day: boolean
  jobcode_id: number
  assigned_user_ids: (string | number)[]
  notes: string
  location: string
  draft: boolean
}

/** Planned shifts. */
export const listSchedule: Tool = {
  name: 'list_schedule',
  title: 'Schedule',
  description: 'Lists the shifts of the schedule between two days, by default the next seven.',
  parameters: {
    start_date: date('First day; default: today.'),
    end_date: date('Last day; default: six days later.'),
    user_ids: people,
    jobcode_ids: idList('Ids of jobs.'),
    drafts: { type: 'boolean', default: false, description: 'Whether to list shifts that are not published.' },
    limit: limit(200, 50),
    cursor,
  },
  async run(args, api) {
    const calendars = await readAll<{ id: number }>(api, '/schedule_calendars', { fields: 'id' })
    if (calendars.length === 0) return fitted({ name: 'shifts', rows: [] }, { limit: 1 })
    const { tz } = await localOf(api)
    const { start_date, end_date, user_ids, jobcode_ids, drafts } = args
    const first = typeof start_date === 'string' ? start_date : localDate(api.now(), tz)
    const last = typeof end_date === 'string' ? end_date : addDays(first, 6)
    const filters = {
      schedule_calendar_ids: calendars.map(({ id }) => id),
      // The API wants a lower end for the start, and no shift is longer than a month.
      start: startOf(addDays(first, -shiftDaysMax), tz),
      ends_after: startOf(first, tz),
      starts_before: startOf(addDays(last, 1), tz),
      ...{ users_ids: await peopleIn(user_ids, api), jobcode_ids, team_events: 'base', active: 'yes' },
      draft: drafts === true ? 'both' : 'no',
    }
    const names = new Names(api)
    const print = async ({ results, supplemental_data }: Body) => {
      const shifts = Object.values<Shift>(results.schedule_events)
      names.learn(supplemental_data)
      const people = shifts.flatMap(({ assigned_user_ids: ids }) => ids.map(Number))
      await names.look({ people, jobs: shifts.map(({ jobcode_id }) => jobcode_id) })
      return { rows: shifts.map((shift) => planned(shift, names, tz)), rest: { from: first, to: last, time_zone: tz } }
    }
    const list = { path: '/schedule_events', filters, name: 'shifts', print }
    return fittedPage(api, list, { cursor: args.cursor, limit: limitIn(args, listSchedule) })
  },
}

/** No shift is longer, in days. */
const shiftDaysMax = 32

function planned(shift: Shift, names: Names, tz: string): Item {
  const { id, title, start, end, all_day, jobcode_id, assigned_user_ids, notes, location, draft } = shift
  return filled({
    id,
    people: assigned_user_ids.map((user) => names.person(Number(user)) ?? Number(user)),
    title,
    job: names.job(jobcode_id),
    ...(jobcode_id > 0 && { jobcode_id }),
    start: instantIn(start, tz),
    ...(all_day ? { all_day } : { end: instantIn(end, tz) }),
    ...(draft && { draft }),
    location,
    notes,
  })
}
