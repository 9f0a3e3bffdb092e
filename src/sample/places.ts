import type { RecordOf } from '../engine/table.ts'
import { lastOf, valueAt } from '../rules/elements.ts'
import { addDays, hour, instantOf, localDate, second } from '../rules/time/calendar.ts'
import { Chance } from './chance.ts'
import type { PlacedJob } from './company.ts'
import type { Story } from './options.ts'
import { never, type Sample } from './people_and_jobs.ts'

/** The location of a job and all jobs below it. `radius` is that of its geofence in meters; `off` turns it off. */
type Place = {
  label: string
  job: string
  addr1: string
  city: string
  zip: string
  at: readonly [latitude: number, longitude: number]
  notes?: string
  radius?: number
  off?: true
}

const places: readonly Place[] = [
  {
    label: 'Lot 14',
    job: 'aspen/lot14',
    addr1: '14 Aspen Ridge Road',
    city: 'Golden',
    zip: '80401',
    at: [39.7412, -105.2109],
    radius: 150,
  },
  {
    label: 'Lot 22',
    job: 'aspen/lot22',
    addr1: '22 Aspen Ridge Road',
    city: 'Golden',
    zip: '80401',
    at: [39.7431, -105.2138],
    notes: 'Enter from the north; the lower road floods.',
  },
  {
    label: 'Cedar Creek gymnasium',
    job: 'cedar/gym',
    addr1: '801 Cedar Creek Drive',
    city: 'Lakewood',
    zip: '80228',
    at: [39.6889, -105.1262],
    radius: 200,
    notes: 'Badges at the front office. No deliveries from 7:30 to 8:15.',
  },
  {
    label: 'Cedar Creek library',
    job: 'cedar/library',
    addr1: '815 Cedar Creek Drive',
    city: 'Lakewood',
    zip: '80228',
    at: [39.6902, -105.1248],
  },
  {
    label: 'Harmon residence',
    job: 'harmon',
    addr1: '37 Quail Hollow Lane',
    city: 'Littleton',
    zip: '80127',
    at: [39.5921, -105.0817],
    notes: 'The dog is friendly. Gate code 4471.',
  },
  {
    label: 'Riverbend Apartments',
    job: 'riverbend',
    addr1: '2200 Riverbend Parkway',
    city: 'Arvada',
    zip: '80002',
    at: [39.7989, -105.0841],
  },
  {
    label: 'Warehouse 9',
    job: 'warehouse',
    addr1: '9 Foundry Street',
    city: 'Denver',
    zip: '80216',
    at: [39.7803, -104.9681],
  },
  {
    label: 'Shop and yard',
    job: 'overhead/shop',
    addr1: '460 Northside Avenue',
    city: 'Wheat Ridge',
    zip: '80033',
    at: [39.7702, -105.0946],
    radius: 100,
    off: true,
  },
  {
    label: 'Summit Lumber',
    job: '',
    addr1: '5121 Kipling Street',
    city: 'Wheat Ridge',
    zip: '80033',
    at: [0, 0],
    notes: 'Will call is at dock 3.',
  },
]

const weeks = 2
const meter = 1 / 111_000

/** Creates locations, their links to jobs, and geofences. Also adds the locations to the jobcodes. */
export function makePlaces(company: Sample, { nextId, now, zone }: Story) {
  const stamps = { created: company.founded, last_modified: company.founded }
  const links: RecordOf<'locations_map'>[] = []
  const fences: RecordOf<'geofence_configs'>[] = []
  const locations = places.map((place) => {
    const { label, addr1, city, zip, at, notes = '', radius, off } = place
    const id = nextId()
    const jobs = company.placed.filter((job) => placeOf(job) === place)
    // An archived job loses its links; its location is archived too if it has no other job.
    const linked = jobs.filter((job) => job.archivedOn === never)
    const ended = jobs.length > linked.length ? instantOf(lastOf(jobs).archivedOn, 17 * 3600, zone) : company.founded
    for (const job of jobs) {
      const active = linked.includes(job)
      const link = { id: nextId(), x_id: job.id, location_id: id, active }
      links.push({ ...link, ...stamps, last_modified: active ? company.founded : ended })
      if (active) company.recordOf(job).locations = [id]
    }
    const fence = { id: radius ? nextId() : 0, type: 'locations' as const, type_id: id, active: true, enabled: !off }
    if (radius) fences.push({ ...fence, radius, ...stamps })
    return {
      id,
      addr1,
      addr2: '',
      city,
      state: 'CO',
      zip,
      country: 'US',
      active: jobs.length === 0 || linked.length > 0,
      latitude: at[0],
      longitude: at[1],
      label,
      notes,
      geocoding_status: at[0] === 0 ? ('none' as const) : ('complete' as const),
      linked_objects: linked.map((job) => job.id).sort((a, b) => a - b),
      geofence_config_id: fence.id,
      ...stamps,
      last_modified: Math.min(ended, now),
    }
  })
  return { locations, links, fences }
}

/** The location of a job: its own, or that of the nearest job above it. */
function placeOf({ path, type }: PlacedJob): Place | undefined {
  if (type !== undefined) return undefined
  return places.find(({ job }) => job !== '' && (path === job || path.startsWith(`${job}/`)))
}

/** A location reported by a phone, with the timesheet that was running. */
type Track = { sheet: RecordOf<'timesheets'>; sample: RecordOf<'geolocations'> }

/** The reported locations of site crews in the last two weeks: at the start, during and at the end of their time. */
export function makeTracks(
  company: Sample,
  timesheets: readonly RecordOf<'timesheets'>[],
  { now, seed, nextId, zone }: Story,
): Track[] {
  const since = addDays(localDate(now, zone), -7 * weeks)
  const members = new Map(company.people.map((member) => [member.record.id, member.person]))
  const jobs = new Map(company.placed.map((job) => [job.id, job]))
  return timesheets.flatMap((sheet) => {
    const person = valueAt(members, sheet.user_id)
    const place = placeOf(valueAt(jobs, sheet.jobcode_id))
    if (!place || person.habit !== 'site' || sheet.type !== 'regular' || sheet.date < since) return []
    const chance = new Chance(seed, person.username, sheet.start / second, 'track')
    const end: number = sheet.end ?? Number.POSITIVE_INFINITY
    const middles = Array.from({ length: 3 }, (_, index) => sheet.start + (2 * index + 2) * hour)
    const times = [sheet.start + 20 * second, ...middles.filter((at) => at < end - hour), end - 40 * second]
    return times
      .filter((at) => at <= now && at >= sheet.start && Number.isFinite(at))
      .map((created) => ({ sheet, sample: sampleOf(person.username, sheet.user_id, place, created) }))
      .map(({ sheet, sample }) => ({ sheet, sample: { ...sample, id: nextId() } }))

    function sampleOf(
      username: string,
      user_id: number,
      { at }: Place,
      created: number,
    ): Omit<RecordOf<'geolocations'>, 'id'> {
      const device = new Chance(seed, username, 'device')
      const moves = chance.happens(0.2)
      return {
        user_id,
        accuracy: chance.between(4, 24),
        altitude: 1640 + chance.between(0, 90),
        latitude: near(at[0], chance),
        longitude: near(at[1], chance),
        device_identifier: Array.from({ length: 16 }, () => device.between(0, 15).toString(16)).join(''),
        source: chance.happens(0.85) ? 'gps' : 'wifi',
        heading: moves ? chance.between(0, 359) : 0,
        speed: moves ? chance.between(4, 16) / 10 : 0,
        created,
        last_modified: Math.min(now, created + chance.between(1, 90) * second),
      }
    }
  })
}

/** A coordinate at most 60 meters off, to six decimal places. */
function near(degrees: number, chance: Chance): number {
  return Math.round((degrees + chance.between(-60, 60) * meter) * 1e6) / 1e6
}
