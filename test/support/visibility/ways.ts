import assert from 'node:assert/strict'
import type { Values } from '../../../src/engine/table.ts'
import { resources as everyType } from '../../../src/resources/index.ts'
import { sights } from '../../../src/rules/people/sight.ts'
import { quirks } from '../../../src/wire/quirks.ts'
import { ask } from '../../app_api/ask.ts'
import type { TestCompany, TestServer } from '../server.ts'
import type { Oracle } from './oracle.ts'
import type { Caller, Cast } from './people.ts'
import type { Known } from './records.ts'

/** The company with everything that the ways out need. */
export type Scene = { server: TestServer; company: TestCompany; cast: Cast; known: Known; oracle: Oracle; full: Full }

/** The records as an administrator or their owner is shown them: all fields that there are. */
export type Full = Map<string, Map<number, Values>>

/** The types of records that have a list. */
export const types: readonly string[] = everyType
  .map(({ name }) => name)
  .filter((name) => quirks.get(name)?.listed !== false)

/** How often something was compared, by way out. */
export class Count {
  readonly #ways = new Map<string, { asked: number; records: number; fields: number }>()

  add(way: string, { asked = 0, records = 0, fields = 0 }): void {
    const sum = this.#ways.get(way) ?? { asked: 0, records: 0, fields: 0 }
    this.#ways.set(way, {
      asked: sum.asked + asked,
      records: sum.records + records,
      fields: sum.fields + fields,
    })
  }

  get lines(): string[] {
    return [...this.#ways].map(
      ([way, { asked, records, fields }]) => `${way}: ${asked} asked, ${records} records, ${fields} fields`,
    )
  }

  of(way: string): { asked: number; records: number; fields: number } {
    return this.#ways.get(way) ?? { asked: 0, records: 0, fields: 0 }
  }
}

const beside: Record<string, string> = {
  customfields: 'active=both&applies_to=all',
  jobcodes: 'active=both&type=all',
  jobcode_assignments: 'active=both&type=all',
  timesheets: 'on_the_clock=both',
}

/** The query for all records of a type, by their ids where there is such a filter, also those that do not exist. */
export function queryFor(type: string, { oracle, known }: Pick<Scene, 'oracle' | 'known'>): string {
  const { filters } = everyType.find(({ name }) => name === type)!
  const ids = [...oracle.ids(type), 999_999_999].join()
  const parts = ['limit=200', ...('ids' in filters ? [`ids=${ids}`] : [])]
  if (type === 'customfielditems') parts.push(`customfield_id=${known.field}`)
  if (type === 'schedule_events') parts.push(`schedule_calendar_ids=${known.calendar}&draft=both&active_users=-1`)
  if (beside[type]) parts.push(beside[type])
  else if ('active' in filters) parts.push('active=both')
  return `?${parts.join('&')}`
}

/** What lists must be asked for besides people. */
const demanded: Record<string, string> = {
  geolocations: 'modified_before=2030-01-01T00:00:00Z',
  jobcode_assignments: 'active=both&type=all',
  timesheets: 'start_date=2020-01-01&on_the_clock=both',
  timesheets_deleted: 'start_date=2020-01-01&end_date=2030-01-01',
}

const timeOfPeople = ['geolocations', 'time_off_requests', 'timesheets', 'timesheets_deleted']

/** Asks a list for the records of all people, by each filter for people or groups; returns how often it was asked. */
export async function compareByPeople(caller: Caller, type: string, scene: Scene): Promise<number> {
  const { server, oracle, known } = scene
  const seen = oracle.listed(caller, type)
  const { filters } = everyType.find(({ name }) => name === type)!
  const wanted = {
    ...{ user_ids: oracle.ids('users'), users_ids: oracle.ids('users'), uploaded_by_user_ids: oracle.ids('users') },
    group_ids: oracle.ids('groups'),
  }
  const calendar = `schedule_calendar_ids=${known.calendar}&start=2000-01-01T00:00:00Z&draft=both&active_users=-1`
  const asked = Object.entries(wanted).filter(([name]) => name in filters)
  for (const [name, ids] of seen ? asked : []) {
    const more = type === 'schedule_events' ? calendar : (demanded[type] ?? 'active=both')
    const { body, text } = await server.get(caller, `/${type}?limit=200&${more}&${name}=${ids}`)
    assert.ok(body.results, `${caller.name} ${type} ${name}: ${text.slice(0, 200)}`)
    const found = [...recordsIn(body, type).keys()].sort((a, b) => a - b)
    const where = `${caller.name} ${type} by ${name}`
    // Archived records, and those for everyone, may be left out.
    assert.deepEqual(
      found.filter((id) => !seen!.includes(id)),
      [],
      where,
    )
    if (timeOfPeople.includes(type) && name === 'user_ids') assert.deepEqual(found, seen, where)
  }
  return asked.length
}

/** The records in an answer, by id. */
export function recordsIn(body: Values, type: string): Map<number, Values> {
  const records: Values[] = Object.values(body.results[type])
  return new Map(records.map((record) => [Number(record.id), record]))
}

/** Fields whose values depend on who looks, or change by themselves. */
const varying: Record<string, readonly string[]> = {
  locations: ['linked_objects'],
  project_activities: ['unread_replies_count', 'following'],
  projects: ['linked_objects'],
  users: ['last_active', 'last_modified', 'pto_balances'],
}

/** Compares records that arrived with those that the caller sees: fields and values. Returns the number of fields. */
export function compareFields(
  caller: Caller,
  type: string,
  records: ReadonlyMap<number, Values>,
  { oracle, full }: Pick<Scene, 'oracle' | 'full'>,
  way: string,
  isPart = false,
): number {
  let fields = 0
  const [any] = full.get(type)?.values() ?? []
  for (const [id, record] of records) {
    const whole = full.get(type)?.get(id)
    const names = Object.keys(whole ?? any ?? {})
    const wanted = type === 'users' ? names.filter((name) => oracle.reads(caller, id, name)) : names
    const where = `${way} ${caller.name} ${type} ${id}`
    const got = Object.keys(record)
    const unknown = got.filter((name) => !wanted.includes(name))
    assert.deepEqual(unknown, [], `${where}: fields that they do not read`)
    if (!isPart) assert.deepEqual(got.sort(), wanted.toSorted(), where)
    for (const name of got)
      if (whole && !varying[type]?.includes(name)) assert.deepEqual(record[name], whole[name], `${where} ${name}`)
    fields += isPart ? got.length : names.length
  }
  return fields
}

/** Supplemental data of other records: of types that they may read, and pictures and time only if they see them. */
export function compareBeside(caller: Caller, sections: Values, scene: Scene, way: string): number {
  let count = 0
  for (const [section, records] of Object.entries<Values>(sections)) {
    const type = section === 'calendars' ? 'schedule_calendars' : section
    const where = `${way} ${caller.name}: ${type} beside`
    const row = sights[type as keyof typeof sights]
    if (caller.inspects) assert.ok('inspectors' in row, `${where}, which inspectors may not list`)
    const own = new Map(Object.values<Values>(records).map((record) => [Number(record.id), record]))
    own.delete(0)
    if (caller.inspects || 'besideIfSeen' in row)
      for (const id of own.keys()) assert.ok(scene.oracle.sees(caller, type, id), `${where} ${id}`)
    // Requests for time off have notes and entries in another form beside them.
    count += scene.full.has(type) ? compareFields(caller, type, own, scene, `beside ${way}`) : own.size
  }
  return count
}

/** The records of which the feed tells after a cursor, by type, as they are at the end. */
export async function toldRecords(
  server: TestServer,
  token: string,
  cursor: string,
): Promise<Map<string, Map<number, Values>>> {
  const told = new Map<string, Map<number, Values>>()
  for (let next = cursor, more = true; more; ) {
    const { status, body, text } = await server.call(token, 'GET', `/changes?cursor=${next}`)
    assert.equal(status, 200, text.slice(0, 300))
    for (const { type, id, record, change } of body.results.changes) {
      const known = told.get(type) ?? new Map<number, Values>()
      told.set(type, known)
      if (change === 'deleted' || change === 'hidden') known.delete(Number(id))
      else known.set(Number(id), record)
    }
    ;({ cursor: next, more } = body)
  }
  return told
}

/** Calls a tool for assistants; returns the data of its answer, or undefined if it was refused. */
export async function callTool(
  server: TestServer,
  token: string,
  tool: string,
  args: Values,
): Promise<Values | undefined> {
  const response = await server.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } }),
  })
  if (response.statusCode !== 200) return undefined
  const text = response.body.startsWith('event:') ? response.body.replace(/^[\s\S]*?data: /, '') : response.body
  const { result } = JSON.parse(text)
  return result.isError ? undefined : JSON.parse(result.content[0].text)
}

/** All pages of a list that a tool reads. */
export async function toolRecords(
  server: TestServer,
  token: string,
  type: string,
  filters: Values,
): Promise<Map<number, Values> | undefined> {
  const found = new Map<number, Values>()
  let cursor: unknown
  for (;;) {
    const page = await callTool(server, token, 'read_records', {
      type,
      filters,
      limit: 200,
      ...(cursor ? { cursor } : {}),
    })
    if (!page) return undefined
    for (const record of page.records) found.set(Number(record.id), record)
    cursor = page.next_cursor ?? page.cursor
    if (!cursor) return found
  }
}

/** The last names of people in the file of an export, by the numbers in them. */
export async function peopleInExport(scene: Scene, caller: Caller, target: string): Promise<Set<number>> {
  const query = 'start_date=2026-02-23&end_date=2026-03-01&format=csv'
  const more = target === 'hours' ? '&group_by=person' : ''
  const response = await scene.server.app.inject({
    method: 'GET',
    url: `/api/console/exports/${target}?${query}${more}`,
    headers: { authorization: `Bearer ${caller.token}` },
  })
  assert.equal(response.statusCode, 200, `${caller.name} ${target}: ${response.body.slice(0, 300)}`)
  return new Set([...response.body.matchAll(/Person(\d+)\b/g)].map(([, number]) => Number(number)))
}

/** Asks the app's API; the status and the answer. */
export function app(scene: Scene, caller: Caller, path: string) {
  return ask(scene.server, caller, 'GET', path)
}
