import type { Field } from '../../src/engine/fields.ts'
import type { AnyResource } from '../../src/engine/resource.ts'
import { resources as everyResource } from '../../src/resources/index.ts'
import { fileSamples } from './samples/files.ts'
import { filterSamples } from './samples/filters.ts'
import { managedClientSamples } from './samples/managed_clients.ts'
import { payRunSamples } from './samples/pay_runs.ts'
import { places } from './samples/places.ts'
import { projectSamples } from './samples/projects.ts'
import { scheduleSamples } from './samples/schedule.ts'
import { timeOff } from './samples/time_off.ts'
import { batches, day, down, fresh, numbered, of, put, type Sample } from './sampling.ts'

const wanted = process.env.TEST_RESOURCES?.split(',')

/** The resources that tests cover: all, or those named in TEST_RESOURCES. */
export const resources = everyResource.filter(({ name }) => !wanted || wanted.includes(name))

/** Resources whose items need more than texts. Each family of resources has its own file in samples/. */
const special: Record<string, Sample> = {
  ...fileSamples,
  ...timeOff,
  ...scheduleSamples,
  ...payRunSamples,
  customfields: {
    all: () => '?active=both&applies_to=all',
    reversed: true,
    order: (row) => row.name.toLowerCase(),
    item: (n) => ({ name: `Field ${down(n)}`, type: n % 2 ? 'free-form' : 'managed-list', active: false }),
    change: { required: true },
    async make(server, company, count) {
      const items = numbered(count).map((n) => ({ ...this.item!(n, company), active: n < 2, show_to_all: n < 2 }))
      of(company).customfield = (await batches(server, company, 'customfields', items))[0]!.id
    },
    touch: put('customfields', () => ({ name: fresh() })),
  },
  customfielditems: {
    all: (company) => `?active=both&customfield_id=${of(company).customfield}`,
    reversed: true,
    order: (row) => row.name.toLowerCase(),
    item: (n, company) => ({ customfield_id: of(company).customfield, name: `Item ${down(n)}` }),
    change: { active: false },
    async make(server, company, count) {
      await batches(
        server,
        company,
        'customfielditems',
        numbered(count).map((n) => this.item!(n, company)),
      )
    },
    touch: put('customfielditems', () => ({ name: fresh() })),
    references: { customfield_id: 'customfields' },
  },
  groups: {
    all: () => '?active=both',
    reversed: true,
    order: (row) => row.name.toLowerCase(),
    item: (n) => ({ name: `Group ${down(n)}` }),
    change: { active: false },
    async make(server, company, count) {
      await batches(
        server,
        company,
        'groups',
        numbered(count).map((n) => this.item!(n, company)),
      )
    },
    touch: put('groups', () => ({ name: fresh() })),
    references: { manager_ids: 'users' },
    numbers: { manager_ids: 'users' },
  },
  jobcodes: {
    all: () => '?active=both&type=all',
    reversed: true,
    order: (row) => row.name.toLowerCase(),
    item: (n) => ({ name: `Job ${down(n)}` }),
    change: { billable: true },
    async make(server, company, count) {
      const made = await batches(
        server,
        company,
        'jobcodes',
        numbered(count).map((n) => this.item!(n, company)),
      )
      of(company).jobcodes = made.map((row) => row.id)
    },
    touch: put('jobcodes', () => ({ name: fresh() })),
    references: { parent_id: 'jobcodes' },
    numbers: { parent_ids: 'jobcodes' },
  },
  jobcode_assignments: {
    all: () => '?type=all',
    reversed: false,
    order: (row) => row.jobcode_id,
    item: (n, company) => ({ user_id: of(company).worker, jobcode_id: of(company).jobcodes.at(-1 - (n % 50)) }),
    async make(server, company, count) {
      of(company).worker = (await server.user(company)).id
      await batches(
        server,
        company,
        'jobcode_assignments',
        of(company)
          .jobcodes.slice(0, count)
          .map((jobcode_id) => ({ user_id: of(company).worker, jobcode_id })),
      )
    },
    async touch(server, company, id) {
      const { body } = await server.delete(company, `/jobcode_assignments?ids=${id}`)
      const [row] = await server.list(company, 'jobcode_assignments', `?type=all&ids=${id}`)
      // Records that were removed before are restored.
      if (body.results.jobcode_assignments[id]._status_code !== 200)
        await batches(server, company, 'jobcode_assignments', [{ user_id: row!.user_id, jobcode_id: row!.jobcode_id }])
    },
    references: { user_id: 'users', jobcode_id: 'jobcodes' },
    numbers: { jobcode_id: 'jobcodes', jobcode_ids: 'jobcodes', jobcode_parent_id: 'jobcodes', user_ids: 'users' },
  },
  notifications: {
    all: () => '?delivery_after=2026-01-01T00:00:00Z',
    reversed: true,
    order: (row) => row.delivery_time,
    item: (n) => ({
      message: `Message ${n}`,
      delivery_time: `2027-01-01T00:${String(59 - (n % 60)).padStart(2, '0')}:00Z`,
    }),
    async make(server, company, count) {
      await batches(
        server,
        company,
        'notifications',
        numbered(count).map((n) => this.item!(n, company)),
      )
    },
    async touch(server, company) {
      await batches(server, company, 'notifications', [this.item!(0, company)])
    },
    references: { user_id: 'users' },
    numbers: { user_id: 'users' },
  },
  timesheets: {
    all: () => '?start_date=2000-01-01&on_the_clock=both',
    reversed: true,
    order: (row) => `${row.date} ${row.start}`,
    item: (n, company) => ({ user_id: company.adminId, jobcode_id: 0, type: 'manual', date: day(n), duration: 3600 }),
    change: { notes: 'changed' },
    async make(server, company, count) {
      await batches(
        server,
        company,
        'timesheets',
        numbered(count).map((n) => this.item!(n, company)),
      )
    },
    touch: put('timesheets', () => ({ notes: fresh() })),
    references: { user_id: 'users', jobcode_id: 'jobcodes' },
    numbers: { user_ids: 'users', jobcode_ids: 'jobcodes', group_ids: 'groups' },
  },
  timesheets_deleted: {
    all: () => '?start_date=2000-01-01&end_date=2100-01-01',
    reversed: true,
    order: (row) => `${row.date} ${row.start}`,
    async make(server, company, count) {
      const made = await batches(
        server,
        company,
        'timesheets',
        numbered(count).map((n) => special.timesheets!.item!(n, company)),
      )
      for (let start = 0; start < count; start += 50)
        await server.delete(company, `/timesheets?ids=${made.slice(start, start + 50).map((row) => row.id)}`)
    },
    async touch(server, company) {
      await this.make(server, company, 1)
    },
    numbers: { user_ids: 'users', jobcode_ids: 'jobcodes', group_ids: 'groups' },
  },
  users: {
    all: () => '?active=both',
    reversed: true,
    order: (row) => `${row.last_name} ${row.first_name}`.toLowerCase(),
    item: (n) => ({ username: `person${n}`, first_name: 'Pat', last_name: `Person ${down(n)}` }),
    change: { job_title: 'changed' },
    async make(server, company, count) {
      await batches(
        server,
        company,
        'users',
        numbered(count).map((n) => this.item!(n, company)),
      )
    },
    touch: put('users', () => ({ job_title: fresh() })),
    references: { group_id: 'groups' },
    numbers: { group_ids: 'groups' },
  },
  ...filterSamples,
  ...projectSamples,
  ...places,
  ...managedClientSamples,
}

/** How to create records of every resource, by name. */
export const samples: Record<string, Sample> = {
  ...special,
  ...Object.fromEntries(
    everyResource.filter(({ name }) => !special[name]).map((resource) => [resource.name, plain(resource)]),
  ),
}

/** Samples derived from the declaration. This is enough if an item needs only texts, the first of which is unique. */
function plain({ name, fields, filters }: AnyResource): Sample {
  const texts = Object.entries<Field<unknown>>(fields).filter(
    ([, { access, schema }]) => access === 'read-write' && schema.type === 'string' && !schema.enum && !schema.pattern,
  )
  const label = texts[0]?.[0] ?? ''
  const last = texts.at(-1)?.[0] ?? ''
  const references = Object.entries<Field<unknown>>(fields).flatMap(([label, { access, schema }]) =>
    schema['x-refers-to'] && access !== 'read-only' ? [[label, String(schema['x-refers-to'])]] : [],
  )
  return {
    all: () => (filters.active ? '?active=both' : '?ids='),
    reversed: false,
    order: (row) => row.id,
    item: (n) => ({ [label]: `${label} ${String(n).padStart(4, '0')}` }),
    change: { [last]: 'changed' },
    make: async (server, company, count) => {
      await batches(
        server,
        company,
        name,
        numbered(count).map((n) => ({ [label]: `${label} ${String(n).padStart(4, '0')}` })),
      )
    },
    touch: put(name, () => ({ [last]: fresh() })),
    references: Object.fromEntries(references),
  }
}
