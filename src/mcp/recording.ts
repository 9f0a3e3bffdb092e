import { Refusal } from '../engine/errors.ts'
import { day, printLocal, printUtc } from '../rules/time/calendar.ts'
import type { Schema } from '../wire/endpoint.ts'
import { type ApiAccess, read, type Tool, write } from './access.ts'
import { currentUser, settingsOf } from './questions.ts'

const person: Schema = {
  type: 'integer',
  description: 'The id of the person, from `who_is_on_the_clock` or `list_users`; the user if omitted.',
}
const job: Schema = { type: 'integer', description: 'The id of the job, from `list_jobcodes`; none if omitted.' }
const notes: Schema = { type: 'string', description: 'Notes for the entry.' }

/** The longest that an entry may run before the server ends it, with a day to spare. */
const longestRun = 8 * day

/** The tools that change data: they record and approve time, and never delete anything. */
export const recording: readonly Tool[] = [
  {
    name: 'clock_in',
    title: 'Clock in',
    description: 'Clocks a person in now. If they are on the clock, the running entry ends.',
    parameters: { user_id: person, jobcode_id: job, notes },
    writes: true,
    async run({ user_id, jobcode_id = 0, notes = '' }, api) {
      const id = await idOf(user_id, api)
      const running = await runningEntry(id, api)
      if (running && running.jobcode_id === jobcode_id)
        throw new Refusal(417, 'on_the_clock_on_job', { id, since: running.start })
      const start = await nowOf(id, api)
      const item = { user_id: id, jobcode_id, type: 'regular', start, end: '', notes }
      return JSON.stringify(await write(api, 'POST', '/timesheets', item))
    },
  },
  {
    name: 'clock_out',
    title: 'Clock out',
    description: 'Clocks a person out now.',
    parameters: { user_id: person },
    writes: true,
    async run({ user_id }, api) {
      const id = await idOf(user_id, api)
      const running = await runningEntry(id, api)
      if (!running) throw new Refusal(417, 'not_on_the_clock', { id })
      return JSON.stringify(await write(api, 'PUT', '/timesheets', { id: running.id, end: await nowOf(id, api) }))
    },
  },
  {
    name: 'add_time',
    title: 'Add time',
    description: 'Adds finished time to a day of a person, as a number of seconds.',
    parameters: {
      user_id: person,
      date: { type: 'string', format: 'date', description: 'The day.' },
      seconds: { type: 'integer', minimum: 1, maximum: 86_400, description: 'How long.' },
      jobcode_id: job,
      notes,
    },
    required: ['date', 'seconds'],
    writes: true,
    async run({ user_id, date, seconds, jobcode_id = 0, notes = '' }, api) {
      const item = { user_id: await idOf(user_id, api), jobcode_id, type: 'manual', date, duration: seconds, notes }
      return JSON.stringify(await write(api, 'POST', '/timesheets', item))
    },
  },
  {
    name: 'approve_time',
    title: 'Approve time',
    description:
      'Approves all time of a person through a date. An earlier date than before undoes the approval of later time.',
    parameters: {
      user_id: { ...person, description: 'The id of the person.' },
      through: { type: 'string', format: 'date', description: 'The last day that is approved.' },
    },
    required: ['user_id', 'through'],
    writes: true,
    async run({ user_id, through }, api) {
      const { id, approved_to } = await write(api, 'PUT', '/users', { id: user_id, approved_to: through })
      return JSON.stringify({ user_id: id, approved_to })
    },
  },
]

async function idOf(given: unknown, api: ApiAccess): Promise<number> {
  if (given === undefined) return (await currentUser(api)).id
  if (typeof given !== 'number' || !Number.isInteger(given)) throw new Refusal(417, 'not_whole', { field: 'user_id' })
  return given
}

/** The current time in a person's zone, in the API's format. */
async function nowOf(userId: number, api: ApiAccess): Promise<string> {
  const { tz } = await settingsOf(api, userId)
  return printLocal(api.now(), tz)
}

async function runningEntry(
  userId: number,
  api: ApiAccess,
): Promise<{ id: number; start: string; jobcode_id: number } | undefined> {
  const since = printUtc(api.now() - longestRun).slice(0, 10)
  const query = { user_ids: userId, on_the_clock: 'yes', start_date: since, supplemental_data: 'no' }
  const { results } = JSON.parse(await read(api, '/timesheets', query))
  return Object.values<{ id: number; start: string; jobcode_id: number }>(results.timesheets)[0]
}
