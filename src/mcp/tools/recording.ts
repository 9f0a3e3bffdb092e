import { Refusal } from '../../engine/errors.ts'
import type { Item } from '../../engine/table.ts'
import { defined } from '../../rules/elements.ts'
import { day, printLocal, printUtc } from '../../rules/time/calendar.ts'
import type { Schema } from '../../wire/endpoint.ts'
import { type ApiAccess, read, type Tool, type WriteChoice, write } from '../access.ts'
import { filled } from '../answer.ts'
import { Names } from '../names.ts'
import { choices, date, instantIn, localOf, personIn } from '../parameters.ts'
import { described, type Entry } from './entries.ts'

const person: Schema = { type: 'integer', description: 'Id of the person; default: the user.' }
const job: Schema = { type: 'integer', description: 'Id of the job, 0 for none.' }
const reason: Schema = {
  type: 'string',
  description: 'Why, for the history; needed by most companies for approved time.',
}

/** The longest that an entry may run before the server ends it, with a day to spare. */
const longestRun = 8 * day

type Running = { id: number; start: string; jobcode_id: number }

/** Clocking in and out. */
export const clock: Tool = {
  name: 'clock',
  title: 'Clock in or out',
  description: 'Clocks a person in on a job or out, now. Clocking in ends a running entry.',
  parameters: {
    action: { type: 'string', enum: ['in', 'out'] },
    user_id: person,
    jobcode_id: job,
    notes: { type: 'string' },
    ...choices,
  },
  required: ['action'],
  writes: 'adds',
  async run(args, api) {
    const id = await personIn(args.user_id, api)
    const running = await runningEntry(id, api)
    const now = printLocal(api.now(), (await localOf(api, id)).tz)
    if (args.action === 'out') {
      if (!running) throw new Refusal(417, 'not_on_the_clock', { id })
      const item = defined({ id: running.id, end: now, jobcode_id: args.jobcode_id, notes: args.notes })
      return saved('PUT', item, args, api)
    }
    const { jobcode_id = 0, notes = '' } = args
    if (running && running.jobcode_id === jobcode_id)
      throw new Refusal(417, 'on_the_clock_on_job', { id, since: running.start })
    return saved('POST', { user_id: id, jobcode_id, type: 'regular', start: now, end: '', notes }, args, api)
  },
}

/** Creating and editing an entry. */
export const saveTime: Tool = {
  name: 'save_time',
  title: 'Add or edit time',
  description:
    'Adds a finished time entry: start and end, or hours on a date. With id it edits that entry, only what is given. Times without an offset are in the time zone of the person.',
  parameters: {
    id: { type: 'integer', description: 'The entry to edit.' },
    user_id: person,
    start: { type: 'string', description: 'Such as 2026-03-02T08:00.' },
    end: { type: 'string' },
    date: date('With hours.'),
    hours: { type: 'number', minimum: 0.01, maximum: 24 },
    jobcode_id: job,
    notes: { type: 'string' },
    custom_fields: { type: 'object', description: 'Values by id of the custom field.' },
    reason,
    ...choices,
  },
  writes: 'replaces',
  async run(args, api) {
    const { id, date, hours, jobcode_id, notes, custom_fields: customfields } = args
    const user = id === undefined ? await personIn(args.user_id, api) : undefined
    const isTimed = args.start !== undefined || args.end !== undefined
    const { tz } = isTimed ? await localOf(api, user ?? (await ownerOf(Number(id), api))) : { tz: 'UTC' }
    const times = { start: instantIn(args.start, tz), end: instantIn(args.end, tz) }
    const duration = hours === undefined ? undefined : Math.round(Number(hours) * 3600)
    const given = defined({ ...times, date, duration, jobcode_id, notes, customfields })
    if (id !== undefined) return saved('PUT', { id, ...given }, args, api)
    const type = isTimed ? 'regular' : 'manual'
    return saved('POST', { user_id: user, type, jobcode_id: 0, ...given }, args, api)
  },
}

/** Deleting an entry. */
export const deleteTime: Tool = {
  name: 'delete_time',
  title: 'Delete time',
  description: 'Deletes a time entry. Its history stays.',
  parameters: { id: { type: 'integer', description: 'The entry.' }, reason, ...choices },
  required: ['id'],
  writes: 'replaces',
  async run(args, api) {
    await write(api, { method: 'DELETE', path: '/timesheets', item: { id: args.id } }, args)
    return JSON.stringify({ ...tried(args), deleted: args.id })
  },
}

/** Approving time. */
export const approveTime: Tool = {
  name: 'approve_time',
  title: 'Approve time',
  description:
    'Approves all time of a person through a date. An earlier date than before undoes the approval of later time.',
  parameters: {
    user_id: { type: 'integer', description: 'Id of the person.' },
    through: date('The last day that is approved.'),
    ...choices,
  },
  required: ['user_id', 'through'],
  writes: 'replaces',
  async run(args, api) {
    const item = { id: args.user_id, approved_to: args.through }
    const { id, approved_to } = await write(api, { method: 'PUT', path: '/users', item }, args)
    return JSON.stringify({ ...tried(args), user_id: id, approved_to })
  },
}

async function saved(method: 'POST' | 'PUT', item: Item, choice: WriteChoice, api: ApiAccess): Promise<string> {
  const record = await write(api, { method, path: '/timesheets', item }, choice)
  const entry = record as Entry
  const names = new Names(api)
  await names.look({ people: [entry.user_id], jobs: [entry.jobcode_id] })
  return JSON.stringify({ ...tried(choice), entry: described(entry, names, api.now()) })
}

/** Says that nothing was changed, if so. */
function tried({ dry_run }: WriteChoice): Item {
  return filled({ dry_run: dry_run === true ? 'nothing was changed' : undefined })
}

async function runningEntry(userId: number, api: ApiAccess): Promise<Running | undefined> {
  const since = printUtc(api.now() - longestRun).slice(0, 10)
  const query = { user_ids: userId, on_the_clock: 'yes', start_date: since, supplemental_data: 'no' }
  const { results } = await read(api, '/timesheets', query)
  return Object.values<Running>(results.timesheets)[0]
}

async function ownerOf(id: number, api: ApiAccess): Promise<number | undefined> {
  const { results } = await read(api, '/timesheets', {
    ids: id,
    on_the_clock: 'both',
    supplemental_data: 'no',
    fields: 'user_id',
  })
  return Object.values<{ user_id: number }>(results.timesheets)[0]?.user_id
}
