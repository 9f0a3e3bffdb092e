import { visible, whereSeen } from '../company/rights/visible.ts'
import { type Context, may, type ReadContext } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import {
  bool,
  decimal,
  derived,
  id,
  idList,
  instant,
  integer,
  isRecord,
  numberOf,
  oneOf,
  text,
  type ValuesOf,
} from '../engine/fields.ts'
import { anyOf, before, since, state, words } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { inList, sql } from '../engine/sql.ts'
import { differing, type Item, listMax } from '../engine/table.ts'
import type { UnitOfWork } from '../engine/unit_of_work.ts'
import { seenBy, sights } from '../rules/people/sight.ts'
import { reason } from '../rules/refusals/reason.ts'
import { byAssignment, link, linkedTo } from './locations/links.ts'

/** Jobcodes that can be linked to one location. */
const linksMax = 1000

const numbers = idList()

const addressPart = (about?: string) => text({ trim: true, ...(about ? { about } : {}) })

const geocodingStatuses = ['none', 'in_progress', 'retry', 'error', 'complete'] as const

const fields = {
  id: id(),
  addr1: addressPart('At least one part of the address is required.'),
  addr2: addressPart(),
  city: addressPart(),
  state: addressPart(),
  zip: addressPart(),
  formatted_address: derived({ type: 'string' }, (row: Address) => JSON.stringify(formatted(row)), {
    about: 'The address without the country, or the label; ignored if sent.',
  }),
  country: addressPart(),
  active: bool({ initial: () => true, about: 'False: archived. Its links are removed and not restored.' }),
  latitude: decimal({ min: -90, max: 90, exact: true, about: 'Degrees; both 0 until known.' }),
  longitude: decimal({ min: -180, max: 180, exact: true, about: 'Degrees.' }),
  place_id: derived({ type: 'string' }, () => '""'),
  place_id_hash: derived({ type: 'string' }, () => '""'),
  label: text({ trim: true, about: 'What people call the place.' }),
  notes: text({ max: 4000 }),
  geocoding_status: oneOf(geocodingStatuses, {
    access: 'read-only',
    about: 'complete once there are coordinates.',
  }),
  created: instant({ access: 'read-only' }),
  last_modified: instant({ access: 'read-only' }),
  linked_objects: {
    ...numbers,
    parse(value: unknown, name: string): number[] {
      if (!isRecord(value) || Object.keys(value).join() !== 'jobcodes')
        throw new Refusal(417, 'not_an_object_of_jobcodes', { field: name })
      const ids = numbers.parse(value.jobcodes, `${name}.jobcodes`)
      if (ids.length > linksMax)
        throw new Refusal(417, 'too_many_numbers', { field: `${name}.jobcodes`, max: linksMax })
      return ids.toSorted((a, b) => a - b)
    },
    print: (ids: number[]) => (ids.length === 0 ? '{}' : JSON.stringify({ jobcodes: ids })),
    schema: { type: 'object', properties: { jobcodes: numbers.schema } },
    about: 'The jobcodes whose work is done here, as `{"jobcodes": [712]}`; always the complete list.',
  },
  geofence_config_id: {
    ...integer({ access: 'read-only', about: 'Its geofence; null if it has none.' }),
    print: (value: number) => (value === 0 ? 'null' : String(value)),
    schema: { type: ['integer', 'null'] },
  },
}

/** A place where work is done. */
type Location = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    locations: Location
  }
}

/** Places where work is done, linked to the jobcodes of that work. */
export const locations = resource('locations', {
  about: 'Places where work is done, and the jobcodes of that work.',
  example: { addr1: '9 Harbour Street', city: 'Port Vale', state: 'ME', zip: '04041', label: 'Harbour job' },
  order: sql`id`,
  fields,
  ignores: () => ['formatted_address'],
  filters: {
    ids: anyOf('id'),
    active: state('active', 'yes'),
    geocoding_status: words('geocoding_status', {
      among: geocodingStatuses,
      about: `Any of ${geocodingStatuses.join(', ')}, separated by commas.`,
    }),
    modified_before: before(),
    modified_since: since(),
    by_jobcode_assignment: byAssignment((jobcodeIds, actor) => sql`id in ${linkedTo(jobcodeIds, actor)}`),
  },
  visible: visible('locations'),
  prepare: lookUpVisibleJobcodes,
  related: (row, ctx) => ({
    jobcodes: [...row.linked_objects, ...unlinked(row, ctx)].filter((id) => seen(id, ctx)),
    geofence_configs: [row.geofence_config_id],
  }),
  async facts(items, { work }) {
    const rows = items.flatMap((item) => work.get('locations', numberOf(item.id)) ?? [])
    const named = items.flatMap(linksOf)
    const jobcodes = [...new Set([...named, ...rows.flatMap((row) => row.linked_objects)])]
    for (let start = 0; start < jobcodes.length; start += listMax)
      await work.load('jobcodes', inList(sql`id`, jobcodes.slice(start, start + listMax)))
    const ids = rows.map((row) => row.id)
    if (ids.length > 0) await work.load('locations_map', inList(sql`location_id`, ids))
    await work.reserve(items.length + named.length)
  },
  create(draft, ctx) {
    check(draft, ctx)
    if (!draft.active && draft.linked_objects.length > 0) throw new Refusal(417, 'archived_location_with_links')
    const made = ctx.work.insert('locations', { ...draft, geocoding_status: statusOf(draft), linked_objects: [] })
    link(ctx.work, made.id, draft.linked_objects)
    return ctx.work.existing('locations', made.id)
  },
  update(before, patch, ctx) {
    const { linked_objects, ...changed } = differing(fields, before, patch)
    const after: Location = { ...before, ...changed }
    check(after, ctx)
    if (linked_objects === undefined && Object.keys(changed).length === 0) return before
    if (!before.active && !after.active) throw new Refusal(417, 'location_change_needs_restoring')
    if (!after.active && linked_objects?.some((id) => !before.linked_objects.includes(id)))
      throw new Refusal(417, 'archived_location_with_links')
    ctx.work.change('locations', before.id, { ...changed, geocoding_status: statusOf(after) })
    link(ctx.work, before.id, after.active ? (linked_objects ?? before.linked_objects) : [])
    return ctx.work.existing('locations', before.id)
  },
  absent: { status: 417, reason: reason('absent', { kind: 'location' }) },
})

function check(location: Location, { actor }: Context): void {
  if (!may(actor, 'manage_jobcodes')) throw new Refusal(417, 'manage_jobcodes_needed', { doing: 'changing locations' })
  const { addr1, addr2, city, state, zip, country } = location
  if (`${addr1}${addr2}${city}${state}${zip}${country}` === '') throw new Refusal(417, 'address_missing')
}

/** There is no geocoder, so coordinates are known only if a client has sent them. */
function statusOf({ latitude, longitude }: Location): Location['geocoding_status'] {
  return latitude === 0 && longitude === 0 ? 'none' : 'complete'
}

/** The parts of an address. */
export type Address = Record<'addr1' | 'addr2' | 'city' | 'state' | 'zip' | 'label', string>

/** `addr1 addr2, city, state zip` without empty parts; the label if there is nothing but a state or a zip code. */
export function formatted({ addr1, addr2, city, state, zip, label }: Address): string {
  if (`${addr1}${addr2}${city}` === '') return label
  const joined = (parts: string[], between: string) => parts.filter((part) => part !== '').join(between)
  return joined([joined([addr1, addr2], ' '), city, joined([state, zip], ' ')], ', ')
}

/** The jobcodes an item names, as far as they can be parsed. */
function linksOf({ linked_objects }: Item): number[] {
  try {
    return fields.linked_objects.parse(linked_objects, '')
  } catch {
    return []
  }
}

/** The jobcodes that this write removed from the location. */
function unlinked(location: Location, { work }: ReadContext & { work?: UnitOfWork }): number[] {
  const cut = work?.changed('locations_map').filter(({ before, after }) => before?.active && !after?.active) ?? []
  return cut.flatMap(({ after }) => (after?.location_id === location.id ? after.x_id : []))
}

const seenKey = ({ actor }: ReadContext) => `linked jobcodes/${actor.userId}`

/** Everyone sees locations, but not every linked jobcode: looks up the ones the actor may see. */
async function lookUpVisibleJobcodes(_rows: unknown, ctx: ReadContext): Promise<void> {
  const { actor, company } = ctx
  if (seenBy(actor, sights.jobcodes) === 'all') return
  await company.value(seenKey(ctx), async (handle) => {
    const rows = await handle.all<{ x_id: number }>(sql`select distinct x_id from locations_map
      where company_id = ${actor.companyId} and active = 1 and ${whereSeen('jobcodes', actor, sql`x_id`)}`)
    return new Set(rows.map((row) => row.x_id))
  })
}

function seen(jobcodeId: number, ctx: ReadContext): boolean {
  const sees = () => ctx.company.valueNow<Set<number>>(seenKey(ctx)).has(jobcodeId)
  return seenBy(ctx.actor, sights.jobcodes) === 'all' || sees()
}
