import type { AppEndpoint } from '../../../src/app_api/endpoint.ts'
import { appEndpoints } from '../../../src/app_api/index.ts'
import { propertiesOf } from '../../../src/engine/fields.ts'
import type { Document } from '../../../src/openapi/document.ts'
import type { Caller, Person } from './people.ts'
import type { Scene } from './ways.ts'

/** A text that occurs in one record or field only, and who may come across it. */
type Text = { text: string; where: string; sees: (caller: Caller) => boolean }

/** The texts in the records and private fields of these people. */
export function tellingTexts({ oracle, full }: Scene, people: readonly Person[]): Text[] {
  const found: Text[] = []
  const ofType = (type: string, field: string, pattern: RegExp) => {
    for (const id of oracle.ids(type)) {
      const text = String(full.get(type)?.get(id)?.[field] ?? '')
      const { user_id, draft } = oracle.row(type, id)
      // Everyone is told of their own published shifts.
      const isTold = (caller: Caller) => type === 'schedule_events' && draft === 0 && user_id === caller.id
      const sees = (caller: Caller) => oracle.sees(caller, type, id) || isTold(caller)
      if (pattern.test(text)) found.push({ text, where: type, sees })
    }
  }
  ofType('timesheets', 'notes', /^running time of \d+$/)
  ofType('timesheets_deleted', 'notes', /^deleted time of \d+$/)
  ofType('schedule_events', 'title', /^(shift|draft) of \d+$/)
  ofType('files', 'file_name', /^(own|time) \d+\.png$/)
  ofType('project_notes', 'note', /^note in \d+$/)
  ofType('project_activity_replies', 'note', /^reply in \d+$/)
  for (const { id } of people) {
    found.push({
      text: `why ${id}`,
      where: 'time_off_requests',
      sees: (caller) => oracle.isOf(caller, 'time_off_requests', id),
    })
    found.push({
      text: `message to ${id}`,
      where: 'notifications',
      sees: ({ isAdmin, id: own }) => isAdmin || own === id,
    })
    for (const field of ['mobile_number', 'payroll_id', 'username'])
      found.push({
        text: String(full.get('users')!.get(id)![field]),
        where: `users ${field}`,
        sees: (caller) => oracle.reads(caller, id, field),
      })
  }
  return found.filter(({ text }) => text.length > 6)
}

/** Whether an answer has a text, and not a longer one that begins with it. */
export function hasText(answer: string, text: string): boolean {
  for (let at = answer.indexOf(text); at >= 0; at = answer.indexOf(text, at + 1))
    if (!/\d/.test(answer[at + text.length] ?? '')) return true
  return false
}

/** Every request of both APIs that only reads, with what it asks for about this person. */
export function readingPaths(document: Document, person: Person, sheet: number): string[] {
  const values: Record<string, string> = {
    ...{
      start_date: '2026-02-23',
      end_date: '2026-03-01',
      date: '2026-02-26',
      from: '2026-02-23',
      until: '2026-03-01',
    },
    ...{
      user_id: String(person.id),
      user_ids: String(person.id),
      timesheet_id: String(sheet),
      modified_before: '2030-01-01T00:00:00Z',
    },
  }
  const publicly = Object.entries(document.paths).flatMap(([path, { get }]) => {
    if (!get || path.includes('{') || path === '/changes' || path === '/openapi.json') return []
    const names = (get.parameters ?? []).flatMap(({ in: place, name }) =>
      place === 'query' && values[name] ? [name] : [],
    )
    return [`/api/v1${path}?${new URLSearchParams(names.map((name) => [name, values[name]!]))}`]
  })
  return [...publicly, ...appEndpoints.flatMap((endpoint) => pathOf(endpoint, values))]
}

function pathOf({ method, path, media, query }: AppEndpoint, values: Readonly<Record<string, string>>): string[] {
  if (method !== 'GET' || media || path.includes(':') || path === '/openapi.json') return []
  const names = Object.keys(propertiesOf(query)).filter((name) => values[name])
  return [`/api/console${path}?${new URLSearchParams(names.map((name) => [name, values[name]!]))}`]
}
