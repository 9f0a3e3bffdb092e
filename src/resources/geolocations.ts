import { visible } from '../company/rights/visible.ts'
import { Refusal } from '../engine/errors.ts'
import { decimal, hidden, id, instant, integer, oneOf, ref, text, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, since } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { all, join, name, type Sql, sql } from '../engine/sql.ts'
import type { Item } from '../engine/table.ts'
import { mayManageTime } from '../rules/people/access.ts'
import { hour } from '../rules/time/calendar.ts'
import { findGeolocations } from './geolocations/find.ts'
import { addLocationActivity, loadOnTheClock } from './projects/feed.ts'
import { userFilters } from './timesheets/find.ts'

// No real altitude, speed or accuracy is larger than this.
const most = 1e9

const fields = {
  id: id(),
  user_id: ref('users', { access: 'create', required: true, about: 'Who was there.' }),
  accuracy: decimal({ access: 'create', required: true, max: most, exact: true, about: 'Radius in meters.' }),
  altitude: decimal({
    access: 'create',
    required: true,
    min: -most,
    max: most,
    exact: true,
    about: 'Meters; 0 if unknown.',
  }),
  latitude: decimal({ access: 'create', required: true, min: -90, max: 90, exact: true, about: 'Degrees.' }),
  longitude: decimal({ access: 'create', required: true, min: -180, max: 180, exact: true, about: 'Degrees.' }),
  device_identifier: text({ access: 'create', about: 'The reporting device.' }),
  source: oneOf(['gps', 'wifi', 'cell'], { access: 'create' }),
  heading: integer({ access: 'create', min: -360, max: 360, about: 'Degrees.' }),
  speed: decimal({ access: 'create', min: -most, max: most, exact: true, about: 'Meters per second.' }),
  created: instant({ access: 'create', required: true, about: 'When the user was there; at most a day from now.' }),
  last_modified: hidden(instant()),
}

type Geolocation = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    geolocations: ValuesOf<typeof fields>
  }
}

/** Location samples reported by clients, possibly late. They are never changed or deleted. */
export const geolocations = resource('geolocations', {
  about: 'Where users were, as reported by their clients. The modified filters use the time a report arrived.',
  volatile: true,
  order: sql`created, id`,
  fields,
  // Published requests have a number.
  ignores: () => ['id'],
  filters: {
    ids: anyOf('id'),
    modified_before: before(),
    modified_since: since(),
    ...userFilters,
  },
  demands: [['ids'], ['modified_before'], ['modified_since']],
  visible: visible('geolocations'),
  find: findGeolocations,
  related: (row) => ({ users: [row.user_id] }),
  async facts(items, { company, work, actor }) {
    const samples = items.flatMap(sampleOf)
    await company.look(
      'users',
      samples.map((sample) => sample.user_id),
    )
    await loadOnTheClock([...new Set(samples.map((sample) => sample.user_id))], work)
    if (samples.length > 0)
      await work.load(
        'geolocations',
        sql`id in (${join(
          samples.map((sample) => same(sample, actor.companyId)),
          ' union all ',
        )})`,
      )
  },
  joinable: () => true,
  create(draft, { actor, now, work }) {
    const owner = work.get('users', draft.user_id)
    if (!owner?.active) throw new Refusal(417, 'no_active_user', { field: 'user_id', id: draft.user_id })
    if (owner.id !== actor.userId && !mayManageTime(actor, owner)) throw new Refusal(417, 'reporting_place_not_allowed')
    if (draft.created <= 0 || draft.created > now + 24 * hour) throw new Refusal(417, 'place_too_far_in_time')
    const known = work.all('geolocations').find((row) => identity.every((label) => row[label] === draft[label]))
    if (known) return { ...known, _status: 202 }
    const made = work.insert('geolocations', draft)
    addLocationActivity(work, made)
    return made
  },
})

/** Two samples that agree in all of these are the same one, sent twice. */
const identity = ['user_id', 'created', 'latitude', 'longitude', 'accuracy', 'altitude', 'device_identifier'] as const

type Sample = Pick<Geolocation, (typeof identity)[number]>

/** The identity of an item's sample; empty if the item will be refused. */
function sampleOf(item: Item): Sample[] {
  const device = item.device_identifier
  // An empty list or object instead of a text counts as none.
  const given: Item = { ...item, device_identifier: typeof device === 'object' ? '' : (device ?? '') }
  try {
    return [Object.fromEntries(identity.map((label) => [label, fields[label].parse(given[label], label)])) as Sample]
  } catch {
    return []
  }
}

/** Condition for the id of an identical stored sample. */
function same(sample: Sample, companyId: number): Sql {
  const equal = identity.map((label) => sql`g.${name(label)} = ${sample[label]}`)
  return sql`select g.id from geolocations g where g.company_id = ${companyId} and ${all(equal)}`
}
