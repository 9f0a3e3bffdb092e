import type { Item } from '../../engine/table.ts'
import { searchKey } from '../../rules/text/search_key.ts'
import { printLocal, printUtc, second } from '../../rules/time/calendar.ts'
import { read, readAll, type Tool } from '../access.ts'
import { filled, fitted, hoursOf } from '../answer.ts'
import { Names, nameOf, type Person } from '../names.ts'
import { cursor, groups, idList, limit, limitIn, localOf, people, peopleIn } from '../parameters.ts'

type Standing = {
  user_id: number
  jobcode_id: number
  timesheet_id: number
  group_id: number
  shift_seconds: number
  day_seconds: number
}

/** Who is working now. */
export const whoIsOnTheClock: Tool = {
  name: 'who_is_on_the_clock',
  title: 'Who is on the clock',
  description:
    'Lists everyone who is working right now: their job, since when, the hours of this shift and of today. Says the time.',
  parameters: { user_ids: people, group_ids: groups, limit: limit(500, 100), cursor },
  async run(args, api) {
    const filters = {
      on_the_clock: 'yes',
      limit: 200,
      user_ids: await peopleIn(args.user_ids, api),
      group_ids: args.group_ids,
    }
    const names = new Names(api)
    const standings: Standing[] = []
    for (let page = 1, more = true; more; page++) {
      const body = await read(api, '/reports/current_totals', { ...filters, page })
      names.learn(body.supplemental_data)
      standings.push(...Object.values<Standing>(body.results.current_totals))
      more = body.more
    }
    await names.look({ jobs: standings.map(({ jobcode_id }) => jobcode_id) })
    const { tz } = await localOf(api)
    const now = api.now()
    const rows = standings.map(({ user_id, jobcode_id, timesheet_id, group_id, shift_seconds, day_seconds }) => ({
      ...filled({ person: names.person(user_id), user_id, group: names.group(group_id), job: names.job(jobcode_id) }),
      jobcode_id,
      entry_id: timesheet_id,
      since: printLocal(now - shift_seconds * second, tz),
      shift_hours: hoursOf(shift_seconds),
      today_hours: hoursOf(day_seconds),
    }))
    const rest = { working: rows.length, now: tz === 'UTC' ? printUtc(now) : printLocal(now, tz), time_zone: tz }
    return fitted({ name: 'people', rows, rest }, { cursor: args.cursor, limit: limitIn(args, whoIsOnTheClock) })
  },
}

type Found = Person & Item & { active: boolean; employee_number: number; manager_of_group_ids: number[] }

const shown = 'job_title,email,mobile_number,hire_date,term_date,submitted_to,approved_to'
const fields = `id,first_name,last_name,display_name,username,active,employee_number,group_id,manager_of_group_ids,${shown}`

/** People by name. */
export const findPeople: Tool = {
  name: 'find_people',
  title: 'People',
  description: 'Finds people by parts of their names, ids or groups; everyone if nothing is given. "me" is the user.',
  parameters: {
    name: { type: 'string', description: 'Parts of a name in any order.' },
    user_ids: people,
    group_ids: groups,
    archived: { type: 'string', enum: ['yes', 'no', 'both'], default: 'no' },
    limit: limit(500, 50),
    cursor,
  },
  async run(args, api) {
    const { group_ids, archived = 'no' } = args
    const ids = await peopleIn(args.user_ids, api)
    const active = archived === 'both' || ids ? 'both' : archived === 'yes' ? 'no' : 'yes'
    const everyone = await readAll<Found>(api, '/users', { ids, group_ids, active, fields })
    const matching = everyone.filter((person) =>
      isNamed(args.name, nameOf(person), person.first_name, person.last_name, person.username),
    )
    const names = new Names(api)
    await names.look({
      groups: matching.flatMap(({ group_id, manager_of_group_ids: manages }) => [group_id, ...manages]),
    })
    const rows = matching.map((person) => {
      const { id, active, employee_number, group_id, manager_of_group_ids: manages } = person
      const details = Object.fromEntries(
        shown.split(',').map((name) => [name, isNoDate(person[name]) ? '' : person[name]]),
      )
      return filled({
        user_id: id,
        name: nameOf(person),
        ...(!active && { archived: true }),
        ...(group_id > 0 && { group: names.group(group_id), group_id }),
        ...(employee_number > 0 && { employee_number }),
        manages_groups: manages.map((group) => names.group(group) ?? group),
        ...details,
      })
    })
    return fitted({ name: 'people', rows }, { cursor: args.cursor, limit: limitIn(args, findPeople) })
  },
}

/** Dates of the API that stand for none. */
function isNoDate(value: unknown): boolean {
  return value === '0000-00-00' || value === '2000-01-01'
}

/** Whether each word asked for begins or is in one of the texts; nothing asked for matches everything. */
function isNamed(asked: unknown, ...texts: unknown[]): boolean {
  if (typeof asked !== 'string') return true
  const all = searchKey(texts.join(' '))
  return searchKey(asked)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

type Job = Item & { id: number; parent_id: number; name: string; type: string; active: boolean; has_children: boolean }

/** Jobs by name. */
export const findJobs: Tool = {
  name: 'find_jobs',
  title: 'Jobs',
  description:
    'Finds jobs that the user may see by parts of their names, which include those of the jobs above them. Time is recorded on jobs without others below them.',
  parameters: {
    name: { type: 'string', description: 'Parts of the name in any order.' },
    ids: idList('Only these jobs.'),
    type: {
      type: 'string',
      enum: ['regular', 'pto', 'paid_break', 'unpaid_break', 'unpaid_time_off', 'all'],
      default: 'regular',
    },
    archived: { type: 'string', enum: ['yes', 'no', 'both'], default: 'no' },
    limit: limit(500, 50),
    cursor,
  },
  async run(args, api) {
    const { ids, archived = 'no' } = args
    const active = archived === 'both' || ids ? 'both' : archived === 'yes' ? 'no' : 'yes'
    const fields = 'id,parent_id,name,type,active,billable,short_code,has_children'
    const all = await readAll<Job>(api, '/jobcodes', {
      ids,
      type: ids ? 'all' : (args.type ?? 'regular'),
      active,
      fields,
    })
    const names = new Names(api)
    names.learn({ jobcodes: all })
    await names.look({ jobs: all.map(({ parent_id }) => parent_id) })
    const rows = all.flatMap(({ id, name, type, active, billable, short_code, has_children }) => {
      const path = names.job(id) ?? name
      if (!isNamed(args.name, path, short_code)) return []
      const marks = {
        ...(!active && { archived: true }),
        ...(billable === true && { billable }),
        ...(has_children && { has_children }),
      }
      return [filled({ jobcode_id: id, job: path, ...(type !== 'regular' && { type }), short_code, ...marks })]
    })
    const inOrder = rows.toSorted((a, b) => (String(a.job) < String(b.job) ? -1 : 1))
    return fitted({ name: 'jobs', rows: inOrder }, { cursor: args.cursor, limit: limitIn(args, findJobs) })
  },
}
