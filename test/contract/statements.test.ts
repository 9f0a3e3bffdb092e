import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { tables } from '../../src/tables/tables.ts'
import { quirks } from '../../src/wire/quirks.ts'
import { resources, samples } from '../support/samples.ts'
import { batches, settle } from '../support/sampling.ts'
import { type Answer, onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// How many SQL statements a request sends with empty caches. What counts is that 50 items take as many as one: a query
// per item goes unnoticed until a company is large. Nearly all are the same on both databases, so `npm test` sends PostgreSQL
// only the requests that need the most.

/** Records that each resource has. */
const count = 55

/** A write logs its changes, a hundred in a statement. */
const logging = 1

/** For a resource that needs only its own table. */
const usual = { list: 6, create: 9, update: 9, remove: 10 }

/** Maximum statements of a request, by resource, including authentication and loading the company. */
const budgets: Record<string, { list: number; create?: number; update?: number; remove?: number }> = {
  customfields: { list: 6, create: 10, update: 11 },
  customfielditem_filters: { list: 9, create: 20, update: 21 },
  customfielditems: { list: 7, create: 12, update: 14 },
  files: { list: 7, create: 11, update: 11, remove: 12 },
  geolocations: { list: 7, create: 11 },
  groups: { list: 6, create: 9, update: 11 },
  jobcodes: { list: 6, create: 11, update: 12 },
  jobcode_assignments: { list: 9, create: 12, remove: 12 },
  locations: { list: 6, create: 8, update: 11 },
  managed_clients: { list: 7 },
  notifications: { list: 6, create: 9, remove: 10 },
  time_off_requests: { list: 8, create: 25, update: 24 },
  time_off_request_entries: { list: 10, create: 25, update: 25 },
  invitations: { list: 0, create: 13 },
  reminders: { list: 7, create: 13, update: 14 },
  schedule_events: { list: 8, create: 13, update: 14 },
  timesheets: { list: 9, create: 16, update: 17, remove: 16 },
  timesheets_deleted: { list: 9 },
  users: { list: 7, create: 14, update: 15 },
  projects: { list: 7, create: 16, update: 16 },
  pay_runs: { list: 7 },
  project_notes: { list: 9, create: 14, update: 14 },
  project_activities: { list: 9 },
  project_activity_replies: { list: 8, create: 15, update: 15 },
  project_activity_read_times: { list: 7, create: 13 },
  estimates: { list: 8, create: 14, update: 15 },
  estimate_items: { list: 6, create: 12, update: 14 },
}

onBoth('the number of statements', (database) => {
  const counted = isFull || database === 'sqlite' ? resources : []
  let server: TestServer
  let company: TestCompany
  let groupId: number
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    for (const { name } of counted) await samples[name]!.make(server, company, count)
    groupId = (await server.createOne(company, 'groups', { name: 'Any group' })).id
    await settle(server, company)
  })
  after(() => server.stop())

  /** Statements of one request after a change that invalidates every cache. */
  const cold = async (ask: () => Promise<Answer>): Promise<number> => {
    renames += 1
    await server.put(company, '/groups', [{ id: groupId, name: `Any group ${renames}` }])
    const before = server.db.statements()
    const answer = await ask()
    assert.equal(answer.status, 200, answer.text)
    for (const item of Object.values<Values>(Object.values<Values>(answer.body.results)[0]!))
      if (item._status_code !== undefined) assert.ok(item._status_code <= 201, answer.text.slice(0, 500))
    return server.db.statements() - before
  }
  let renames = 0

  /** Where a page ended that is not the last one; the embedded database has a server that knows. */
  const remembering = database === 'postgres' ? 1 : 0

  for (const resource of counted) {
    const { name } = resource
    const budget = budgets[name] ?? usual
    // The audit is told in one more.
    const auditing = tables[name]?.audited || name === 'invitations' ? 1 : 0

    if (quirks.get(resource.name)?.listed !== false)
      test(`a listing of 50 ${name} takes as many statements as one of 1`, async () => {
        const all = samples[name]!.all(company)
        for (const extra of ['', '&supplemental_data=no']) {
          const one = await cold(() => server.get(company, `/${name}${all}&limit=1${extra}`))
          const fifty = await cold(() => server.get(company, `/${name}${all}&limit=50${extra}`))
          if (process.env.TEST_COUNTS) console.log(`${database} ${name} list${extra}: ${one} and ${fifty}`)
          asMany(one, fifty)
          assert.ok(fifty <= budget.list + remembering, `${fifty} statements`)
        }
      })

    if (resource.create)
      test(`a create of 50 ${name} takes as many statements as one of 1`, async () => {
        const item = (n: number) => samples[name]!.item!(n, company)
        const one = await cold(() => server.post(company, `/${name}`, [item(5000)]))
        const fifty = await cold(() =>
          server.post(
            company,
            `/${name}`,
            Array.from({ length: 50 }, (_, n) => item(5001 + n)),
          ),
        )
        if (process.env.TEST_COUNTS) console.log(`${database} ${name} create: ${one} and ${fifty}`)
        asMany(one, fifty)
        assert.ok(fifty <= budget.create! + logging + auditing, `${fifty} statements`)
      })

    if (resource.update)
      test(`an update of 50 ${name} takes as many statements as one of 1`, async () => {
        const rows = await server.list(company, name, `${samples[name]!.all(company)}&limit=51`)
        const items = rows.map(({ id }) => ({ id, ...samples[name]!.change }))
        const one = await cold(() => server.put(company, `/${name}`, items.slice(0, 1)))
        const fifty = await cold(() => server.put(company, `/${name}`, items.slice(1)))
        if (process.env.TEST_COUNTS) console.log(`${database} ${name} update: ${one} and ${fifty}`)
        asMany(one, fifty)
        assert.ok(fifty <= budget.update! + logging + auditing, `${fifty} statements`)
      })

    if (resource.remove)
      test(`a delete of 50 ${name} takes as many statements as one of 1`, async () => {
        const rows = await server.list(company, name, `${samples[name]!.all(company)}&limit=51`)
        const ids = rows.map(({ id }) => id)
        const one = await cold(() => server.delete(company, `/${name}?ids=${ids[0]}`))
        const fifty = await cold(() => server.delete(company, `/${name}?ids=${ids.slice(1)}`))
        if (process.env.TEST_COUNTS) console.log(`${database} ${name} delete: ${one} and ${fifty}`)
        asMany(one, fifty)
        assert.ok(fifty <= budget.remove! + logging + auditing, `${fifty} statements`)
      })
  }

  test('items that all reference different records take as many statements as one of them', async () => {
    const numbers = Array.from({ length: 51 }, (_, n) => n)
    const make = (resource: string, item: (n: number) => Values) =>
      batches(server, company, resource, numbers.map(item))
    const field = await server.createOne(company, 'customfields', {
      name: 'Where',
      type: 'free-form',
      show_to_all: true,
    })
    const leads = await make('users', (n) => ({ username: `lead${n}`, first_name: 'L', last_name: `Lead${n}` }))
    const parents = await make('jobcodes', (n) => ({ name: `Customer ${n}`, assigned_to_all: true }))
    const crews = await make('groups', (n) => ({ name: `Crew ${n}` }))
    const time = { permissions: { time_tracking: true } }
    const creates: [string, (n: number) => Values][] = [
      ['groups', (n) => ({ name: `Led ${n}`, manager_ids: [leads[n]!.id] })],
      ['jobcodes', (n) => ({ name: `Task ${n}`, parent_id: parents[n]!.id, assigned_to_all: true })],
      [
        'users',
        (n) => ({ username: `clocker${n}`, first_name: 'C', last_name: `Locker${n}`, group_id: crews[n]!.id, ...time }),
      ],
      ['notifications', (n) => ({ user_id: leads[n]!.id, message: 'Hello' })],
      ['jobcode_assignments', (n) => ({ user_id: leads[n]!.id, jobcode_id: parents[n]!.id })],
    ]
    const [calendar] = await server.list(company, 'schedule_calendars')
    const shift = (n: number) => ({
      schedule_calendar_id: calendar!.id,
      start: '2026-05-06T13:00:00-06:00',
      end: '2026-05-06T17:00:00-06:00',
      assigned_user_ids: [leads[n]!.id],
      jobcode_id: parents[n]!.id,
      customfields: { [field.id]: `Stage ${n}` },
    })
    creates.push(['schedule_events', shift])
    const made: Record<string, Values[]> = {}
    for (const [name, item] of creates) made[name] = await both('POST', name, numbers.map(item))

    const now = () => new Date(server.now / 1000).toISOString()
    const start = now()
    const clockIns = numbers.map((n) => ({
      user_id: made.users![n]!.id,
      jobcode_id: made.jobcodes![n]!.id,
      type: 'regular',
      start,
      end: '',
      customfields: { [field.id]: `Place ${n}` },
    }))
    const running = await both('POST', 'timesheets', clockIns)
    server.pass(600) // Less than the interval at which a person's activity is recorded.
    const end = now()
    await both(
      'PUT',
      'timesheets',
      running.map(({ id }, n) => ({ id, end, customfields: { [field.id]: `Other place ${n}` } })),
    )
    await both(
      'PUT',
      'schedule_events',
      made.schedule_events!.map(({ id }, n) => ({ id, assigned_user_ids: [leads[50 - n]!.id] })),
    )
    await both(
      'PUT',
      'users',
      made.users!.map(({ id }, n) => ({ id, group_id: crews[50 - n]!.id })),
    )
    await both(
      'PUT',
      'groups',
      made.groups!.map(({ id }, n) => ({ id, manager_ids: [leads[50 - n]!.id] })),
    )
    await both(
      'PUT',
      'jobcodes',
      made.jobcodes!.map(({ id }, n) => ({ id, parent_id: parents[50 - n]!.id })),
    )
    const lots = await both(
      'POST',
      'locations',
      numbers.map((n) => ({ addr1: `Lot ${n}`, linked_objects: { jobcodes: [parents[n]!.id] } })),
    )
    await both(
      'PUT',
      'locations',
      lots.map(({ id }, n) => ({ id, linked_objects: { jobcodes: [parents[50 - n]!.id] } })),
    )
    await both(
      'PUT',
      'groups',
      crews.map(({ id }) => ({ id, active: false })),
    )
    await both(
      'PUT',
      'jobcodes',
      parents.map(({ id }) => ({ id, active: false })),
    )
  })

  test('updates by username take as many statements for fifty people as for one', async () => {
    const numbers = Array.from({ length: 51 }, (_, n) => n)
    await batches(
      server,
      company,
      'users',
      numbers.map((n) => ({ username: `named${n}`, first_name: 'N', last_name: `${n}` })),
    )
    await both(
      'PUT',
      'users',
      numbers.map((n) => ({ username: `named${n}`, job_title: 'Foreman' })),
    )
  })

  test('archiving fifty people takes as many statements as archiving one', async () => {
    const items = Array.from({ length: 51 }, (_, n) => ({ username: `leaver${n}`, first_name: 'L', last_name: `${n}` }))
    const leavers = await batches(server, company, 'users', items)
    await both(
      'PUT',
      'users',
      leavers.map(({ id }) => ({ id, active: false })),
    )
  })

  test('decisions on the time off of fifty people take as many statements as a decision on that of one', async () => {
    const { id: jobcode_id } = await server.createOne(company, 'jobcodes', {
      name: 'Leave',
      type: 'pto',
      assigned_to_all: true,
    })
    const people = Array.from({ length: 51 }, (_, n) => ({
      username: `away${n}`,
      first_name: 'A',
      last_name: `Way${n}`,
    }))
    const away = await batches(
      server,
      company,
      'users',
      people.map((item) => ({ ...item, permissions: { time_tracking: true } })),
    )
    const times = { start_time: '2026-06-01T14:00:00Z', end_time: '2026-06-01T22:00:00Z' }
    const entries = [
      { entry_method: 'manual', date: '2026-06-02', duration: 28800, jobcode_id },
      { entry_method: 'regular', ...times, jobcode_id },
    ]
    const requests = await both(
      'POST',
      'time_off_requests',
      away.map(({ id }) => ({ user_id: id, time_off_request_entries: entries })),
    )
    for (const status of ['approved', 'canceled'])
      await both(
        'PUT',
        'time_off_requests',
        requests.map(({ id }) => ({ id, status })),
      )
  })

  /** Sends the first item, then the other fifty: both must take the same number of statements. */
  const both = async (method: 'POST' | 'PUT', name: string, items: Values[]): Promise<Values[]> => {
    const made: Values[] = []
    const send = async (part: Values[]) => {
      const answer = await server.call(company.token, method, `/${name}`, { data: part })
      made.push(...Object.values<Values>(answer.body.results[name]))
      return answer
    }
    const one = await cold(() => send(items.slice(0, 1)))
    const fifty = await cold(() => send(items.slice(1)))
    if (process.env.TEST_COUNTS) console.log(`${database} ${method} ${name}: ${one} and ${fifty}`)
    asMany(one, fifty, 4)
    return made
  }

  test('a repeated request sends no statement or one while nothing has changed', async () => {
    const listed = resources.filter(({ name }) => quirks.get(name)?.listed !== false)
    for (const { name } of isFull || database === 'sqlite' ? listed : listed.filter(({ name }) => name === 'users')) {
      const ask = () => server.get(company, `/${name}${samples[name]!.all(company)}`)
      // The first time, an answer is not kept: most addresses are asked for once.
      await ask()
      await ask()
      const before = server.db.statements()
      assert.equal((await ask()).status, 200)
      const most = database === 'sqlite' ? 0 : 1 // PostgreSQL is queried for the token and the company's version.
      assert.ok(server.db.statements() - before <= most, `${name}: ${server.db.statements() - before}`)
    }
  })
})

/**
 * Fifty take as many statements as one. A new block of ids takes one more now and then, or two if one is too small;
 * records that two items of a batch change (the manager whom one group loses and another gains) leave the table first
 * and come back, which is two more.
 */
function asMany(one: number, fifty: number, most = 1): void {
  assert.ok(Math.abs(fifty - one) <= most, `${one} statements for one, ${fifty} for fifty`)
}
