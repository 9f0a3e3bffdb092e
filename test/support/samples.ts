import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import type { Values } from '../../src/engine/fields.ts'
import type { TestCompany, TestServer } from './server.ts'

/** How the tests that run over all resources make and ask for records of one. Needs the samples of those before it. */
export type Sample = {
  /** Query that lists every record of the company. Further filters can be appended. */
  all: (company: TestCompany) => string
  /** Makes `count` records. Their order in a listing is not the order in which they are made, where `reversed`. */
  make: (server: TestServer, company: TestCompany, count: number) => Promise<void>
  reversed: boolean
  /** What a listing is sorted by. */
  order: (row: Values) => string | number
  /** The n-th item for a create: valid, and unlike the others. */
  item?: (n: number, company: TestCompany) => Values
  /** What an update may change. */
  change?: Values
  /** Changes this record, or adds to the resource where nothing can be changed. */
  touch: (server: TestServer, company: TestCompany, id: number) => Promise<void>
  /** Writable references: field → resource. */
  references?: Record<string, string>
  /** Filters by numbers of other resources. */
  numbers?: Record<string, string>
}

let turn = 0

/** A text that no record has yet. */
function fresh(): string {
  turn += 1
  return `changed ${turn}`
}

/** Numbers count downwards, so that names sort the other way round than ids. */
const down = (n: number) => String(9999 - n)

const day = (n: number) => new Date(Date.UTC(2026, 1, 27) - n * 86_400_000).toISOString().slice(0, 10)

/** Sends items in batches of 50; all must be accepted. */
export async function batches(
  server: TestServer,
  who: { token: string },
  resource: string,
  items: Values[],
): Promise<Values[]> {
  const made: Values[] = []
  for (let start = 0; start < items.length; start += 50) {
    const { body, text } = await server.post(who, `/${resource}`, items.slice(start, start + 50))
    const results = Object.values<Values>(body.results?.[resource] ?? {})
    assert.ok(
      results.length > 0 && results.every((item) => item._status_code === 200),
      `${resource}: ${text.slice(0, 1000)}`,
    )
    made.push(...results)
  }
  return made
}

type Known = { customfield: number; worker: number; jobcodes: number[] }

/** What the samples of each company need to know of each other. */
const known = new WeakMap<TestCompany, Known>()

function of(company: TestCompany): Known {
  const found = known.get(company) ?? { customfield: 0, worker: company.adminId, jobcodes: [] }
  known.set(company, found)
  return found
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => n)
const put =
  (resource: string, change: () => Values) => async (server: TestServer, company: TestCompany, id: number) => {
    const { body, text } = await server.put(company, `/${resource}`, [{ id, ...change() }])
    assert.equal(body.results[resource]['1']._status_code, 200, text)
  }

/** By name of the resource. */
export const samples: Record<string, Sample> = {
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
      // What was removed before comes back.
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
        numbered(count).map((n) => samples.timesheets!.item!(n, company)),
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
}

/** Waits until it is written down that the person has acted, since that changes the company by itself. */
export async function settle(server: TestServer, who: { token: string }): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    const { body } = await server.get(who, '/current_user')
    if (Object.values<Values>(body.results.users)[0]!.last_active !== '') return
    await setImmediate()
  }
  throw new Error('last_active was not written')
}
