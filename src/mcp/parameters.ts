import { Refusal } from '../engine/errors.ts'
import type { Item } from '../engine/table.ts'
import {
  addDays,
  instantOf,
  isDate,
  isZone,
  localDate,
  parseInstant,
  printLocal,
  weekOf,
} from '../rules/time/calendar.ts'
import type { Schema } from '../wire/endpoint.ts'
import { type ApiAccess, read, type Tool } from './access.ts'
import type { Person } from './names.ts'

// What the parameters of several tools have in common. Their schemas are short: every word is in every conversation.

/** A date as a parameter. */
export const date = (description: string): Schema => ({ type: 'string', format: 'date', description })
/** The days of a question; by default the current week. */
export const dates = {
  start_date: date('First day; default: start of the current week.'),
  end_date: date('Last day; default: today.'),
}
/** A list of ids. */
export const idList = (description: string): Schema => ({ type: 'array', items: { type: 'integer' }, description })
/** The people of a question. */
export const people: Schema = {
  type: 'array',
  items: { type: ['integer', 'string'] },
  description: 'Ids of people, "me" for the user; default: everyone the user may see.',
}
/** The groups of a question. */
export const groups = idList('Ids of groups.')
/** Where the next page begins. */
export const cursor: Schema = { type: 'string', description: 'From the previous answer, to continue.' }
/** How many rows an answer may have. */
export const limit = (most: number, usual: number): Schema => ({
  type: 'integer',
  minimum: 1,
  maximum: most,
  default: usual,
})

/** How an assistant may make a change. */
export const choices = {
  dry_run: { type: 'boolean', description: 'Checks and previews the change without making it.' },
  key: { type: 'string', description: 'Any unique text: repeating a call with the same key does nothing twice.' },
} satisfies Record<string, Schema>

/** How many rows an answer may have: as many as the call asks for. */
export function limitIn({ limit: asked }: Item, { parameters }: Pick<Tool, 'parameters'>): number {
  return Number(asked ?? parameters.limit?.default)
}

/** The problem with the arguments of a call; undefined if there is none. What they mean is checked by the API. */
export function argumentProblem({ parameters, required = [] }: Tool, args: Item): string | undefined {
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(parameters, name))
  if (unknown !== undefined) {
    const names = Object.keys(parameters)
    return `${unknown}: there is no such argument${names.length > 0 ? `, only ${names.join(', ')}` : ''}`
  }
  const missing = required.find((name) => args[name] === undefined || args[name] === null)
  if (missing !== undefined) return `${missing} is required`
  const problems = Object.entries(args).flatMap(([name, value]) => {
    const wanted = value === null ? undefined : problemOf(parameters[name] ?? {}, value)
    return wanted === undefined ? [] : [`${name} must be ${wanted}`]
  })
  return problems[0]
}

/** What a value should be; undefined if it is. */
function problemOf({ type, enum: options, format, minimum, maximum }: Schema, value: unknown): string | undefined {
  if (Array.isArray(options)) return options.includes(value) ? undefined : `one of ${options.join(', ')}`
  if (format === 'date') return typeof value === 'string' && isDate(value) ? undefined : 'a date such as 2026-03-02'
  if (type === 'array') return Array.isArray(value) ? undefined : 'a list'
  if (type === 'object') return typeof value === 'object' && !Array.isArray(value) ? undefined : 'an object'
  if (type === 'integer' || type === 'number') return numberProblem({ type, minimum, maximum }, value)
  return typeof value === type ? undefined : type === 'boolean' ? 'true or false' : 'a text'
}

function numberProblem({ type, minimum, maximum }: Schema, value: unknown): string | undefined {
  const isRight = type === 'integer' ? Number.isInteger(value) : Number.isFinite(value)
  if (!isRight) return type === 'integer' ? 'a whole number' : 'a number'
  const isIn = Number(value) >= Number(minimum ?? -Infinity) && Number(value) <= Number(maximum ?? Infinity)
  return isIn ? undefined : `from ${minimum} to ${maximum}`
}

/** The assistant's user. */
async function currentUser(api: ApiAccess): Promise<Person> {
  const { results } = await read(api, '/current_user', { supplemental_data: 'no' })
  const [user] = Object.values<Person>(results.users)
  if (!user) throw new Error('the current user is missing')
  return user
}

/** The ids of people that a call names; undefined for everyone. Throws Refusal 417. */
export async function peopleIn(given: unknown, api: ApiAccess): Promise<number[] | undefined> {
  if (!Array.isArray(given) || given.length === 0) return undefined
  const ids: number[] = []
  for (const id of given) {
    if (id === 'me') ids.push((await currentUser(api)).id)
    else if (Number.isInteger(Number(id))) ids.push(Number(id))
    else throw new Refusal(417, 'not_whole', { field: 'user_ids' })
  }
  return ids
}

/** The person that a call names, or else the user. */
export async function personIn(given: unknown, api: ApiAccess): Promise<number> {
  return typeof given === 'number' ? given : (await currentUser(api)).id
}

type Local = { tz: string; weekStart: number }

/** The time zone of a person and the first day of their workweek; the user's own, or UTC, if these may not be seen. */
export async function localOf(api: ApiAccess, userId?: number): Promise<Local> {
  const ask = async (filters: Item): Promise<Local | undefined> => {
    try {
      const { results } = await read(api, '/effective_settings', filters)
      const { tz, week_start } = results.effective_settings.general.settings
      return { tz: isZone(tz) ? tz : 'UTC', weekStart: Number(week_start) || 0 }
    } catch (error) {
      if (error instanceof Refusal && error.status < 429) return undefined
      throw error
    }
  }
  const theirs = userId === undefined ? undefined : await ask({ user_id: userId })
  return theirs ?? (await ask({})) ?? { tz: 'UTC', weekStart: 0 }
}

/** The days that a call is about; the current week by default. Throws Refusal 417. */
export async function datesIn({ start_date, end_date }: Item, api: ApiAccess): Promise<{ start: string; end: string }> {
  if (typeof start_date === 'string' && typeof end_date === 'string') return inOrder(start_date, end_date)
  const { tz, weekStart } = await localOf(api)
  const today = localDate(api.now(), tz)
  if (typeof start_date === 'string') return inOrder(start_date, start_date > today ? addDays(start_date, 6) : today)
  const end = typeof end_date === 'string' ? end_date : today
  return { start: weekOf(end, weekStart), end }
}

function inOrder(start: string, end: string): { start: string; end: string } {
  if (start > end) throw new Refusal(417, 'range_reversed', { field: 'start_date', end })
  return { start, end }
}

/** The first instant of a date in a zone, in the API's format. */
export function startOf(day: string, zone: string): string {
  return printLocal(instantOf(day, 0, zone), zone)
}

/** An instant in the API's format; one without an offset is in the zone. What is none stays, so that the API names it. */
export function instantIn(given: unknown, zone: string): unknown {
  if (typeof given !== 'string' || given === '') return given
  const found = parseInstant(given, { zone })
  return found ? printLocal(found.instant, zone) : given
}
