import { type TSchema, Type } from 'typebox'
import type { AnyResource } from '../engine/resource.ts'
import type { Item } from '../engine/table.ts'
import { jobcodeAssignments } from '../resources/jobcode_assignments.ts'
import { jobcodes } from '../resources/jobcodes.ts'
import { scheduleEvents } from '../resources/schedule_events.ts'
import { users } from '../resources/users.ts'
import { list } from '../wire/list.ts'
import { type AppEndpoint, endpoint } from './endpoint.ts'

/** The most records in one response. */
const pageMax = 5000

/** The lists that pages of the app show in full, and the schemas of their records. */
const lists: readonly (readonly [AnyResource, string])[] = [
  [jobcodes, 'Jobcodes'],
  [jobcodeAssignments, 'JobcodeAssignments'],
  [users, 'Users'],
  [scheduleEvents, 'ScheduleEvents'],
]

/** The names of these resources. */
export const longLists: readonly string[] = lists.map(([{ name }]) => name)

const more = Type.Boolean({ description: 'Whether another page follows.' })

const sections = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
  description: 'The records that the results refer to, by type and id.',
})

/** Lists as in the public API without its small pages, each of which costs a round trip. */
export const listEndpoints: readonly AppEndpoint[] = lists.map(([resource, schema]) => {
  const { name } = resource
  const records = Type.Record(Type.String(), Type.Unsafe<Item>({ $ref: `#/components/schemas/${schema}Record` }))
  return endpoint({
    method: 'GET',
    path: `/lists/${name}`,
    about: `Lists ${name} as the public API does, with the same filters, up to ${pageMax} in one response.`,
    who: 'everyone',
    isKept: true,
    query: queryOf(resource),
    answer: Type.Object({
      // In some lists, the vendor's API repeats the rest inside the results.
      results: Type.Object({ [name]: records, more: Type.Optional(more), supplemental_data: Type.Optional(sections) }),
      more,
      supplemental_data: Type.Optional(sections),
    }),
    async run({ actor, company, now, world, query }) {
      const search = new URLSearchParams(query as Record<string, string>)
      const { db } = world
      const handle = db.readSince?.(company.row) ?? db.read
      return list(resource, search, { actor, company, now }, handle, pageMax)
    },
  })
})

/** The filters of a resource, as texts. */
function queryOf({ filters }: AnyResource) {
  const names = [...Object.keys(filters), 'page', 'supplemental_data']
  const text = (name: string): TSchema =>
    Type.Optional(Type.String({ description: filters[name]?.about || 'As in the public API.' }))
  return Type.Object(Object.fromEntries(names.map((name) => [name, text(name)])))
}
