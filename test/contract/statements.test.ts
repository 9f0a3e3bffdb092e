import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Values } from '../../src/engine/fields.ts'
import { resources } from '../../src/resources/index.ts'
import { batches, samples } from '../support/samples.ts'
import { type Answer, onBoth, type TestCompany, TestServer } from '../support/server.ts'

// How many SQL statements a request sends, with nothing remembered. What counts is that 50 items take as many as one:
// a query per item hides well until a company is large.

/** Records that each resource has. */
const count = 55

/** Most statements of a request, by resource, that of finding out who asks and the company included. */
const budgets: Record<string, { list: number; create?: number; update?: number; remove?: number }> = {
}

onBoth('statements', (database) => {
  let server: TestServer
  let company: TestCompany
  let groupId: number
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    for (const { name } of resources) await samples[name]!.make(server, company, count)
    groupId = (await server.createOne(company, 'groups', { name: 'Anybody' })).id
    while (server.db.statements() !== (await later())) await setImmediate()
  })
  after(() => server.stop())

  /** The count after whatever a first request sets off has come to rest. */
  const later = async () => {
    for (let turns = 0; turns < 50; turns++) await server.get(company, `/groups?ids=${turns}`).then(() => setImmediate())
    const before = server.db.statements()
    for (let turns = 0; turns < 10; turns++) await setImmediate()
    return before
  }

  /** Statements of one request after a change that makes everything remembered worthless. */
  const cold = async (ask: () => Promise<Answer>): Promise<number> => {
    renames += 1
    await server.put(company, '/groups', [{ id: groupId, name: `Anybody ${renames}` }])
    const before = server.db.statements()
    const answer = await ask()
    assert.equal(answer.status, 200, answer.text)
    for (const item of Object.values<Values>(Object.values<Values>(answer.body.results)[0]!))
      if (item._status_code !== undefined) assert.ok(item._status_code <= 201, answer.text.slice(0, 500))
    return server.db.statements() - before
  }
  let renames = 0

  for (const resource of resources) {
    const { name } = resource
    const budget = budgets[name]

    test(`${name}: a listing of 50 takes as many as one of 1`, async () => {
      const all = samples[name]!.all(company)
      for (const extra of ['', '&supplemental_data=no']) {
        const one = await cold(() => server.get(company, `/${name}${all}&limit=1${extra}`))
        const fifty = await cold(() => server.get(company, `/${name}${all}&limit=50${extra}`))
        console.log(database, name, 'list', extra, one, fifty)
        assert.equal(fifty, one, `${name}${extra}`)
        assert.ok(fifty <= budget!.list, `${fifty} statements`)
      }
    })

    if (resource.create)
      test(`${name}: so does a create`, async () => {
        const item = (n: number) => samples[name]!.item!(n, company)
        const one = await cold(() => server.post(company, `/${name}`, [item(5000)]))
        const fifty = await cold(() => server.post(company, `/${name}`, Array.from({ length: 50 }, (_, n) => item(5001 + n))))
        console.log(database, name, 'create', one, fifty)
        assert.equal(fifty, one)
        assert.ok(fifty <= budget!.create!, `${fifty} statements`)
      })

    if (resource.update)
      test(`${name}: so does an update`, async () => {
        const rows = await server.list(company, name, `${samples[name]!.all(company)}&limit=51`)
        const items = rows.map(({ id }) => ({ id, ...samples[name]!.change }))
        const one = await cold(() => server.put(company, `/${name}`, items.slice(0, 1)))
        const fifty = await cold(() => server.put(company, `/${name}`, items.slice(1)))
        console.log(database, name, 'update', one, fifty)
        assert.equal(fifty, one)
        assert.ok(fifty <= budget!.update!, `${fifty} statements`)
      })

    if (resource.remove)
      test(`${name}: so does a delete`, async () => {
        const rows = await server.list(company, name, `${samples[name]!.all(company)}&limit=51`)
        const ids = rows.map(({ id }) => id)
        const one = await cold(() => server.delete(company, `/${name}?ids=${ids[0]}`))
        const fifty = await cold(() => server.delete(company, `/${name}?ids=${ids.slice(1)}`))
        console.log(database, name, 'delete', one, fifty)
        assert.equal(fifty, one)
        assert.ok(fifty <= budget!.remove!, `${fifty} statements`)
      })
  }

  test('timesheets of 50 people on 50 jobs take as many as one of one', async () => {
    const people = await batches(server, company, 'users', Array.from({ length: 51 }, (_, n) => ({
      username: `clocker${n}`, first_name: 'C', last_name: `Locker${n}`, permissions: { time_tracking: true },
    })))
    const jobs = await batches(server, company, 'jobcodes', Array.from({ length: 51 }, (_, n) => ({ name: `Task ${n}`, assigned_to_all: true })))
    const start = new Date(server.now / 1000).toISOString()
    const item = (n: number) => ({ user_id: people[n]!.id, jobcode_id: jobs[n]!.id, type: 'regular', start, end: '' })
    const fifty = Array.from({ length: 50 }, (_, n) => n + 1)
    const ins = [await cold(() => server.post(company, '/timesheets', [item(0)])), await cold(() => server.post(company, '/timesheets', fifty.map(item)))]
    server.pass(3600)
    const end = new Date(server.now / 1000).toISOString()
    const running = await server.list(company, 'timesheets', '?start_date=2026-01-01&on_the_clock=yes')
    assert.equal(running.length, 51)
    const outs = running.map(({ id }) => ({ id, end, notes: 'done' }))
    const ends = [await cold(() => server.put(company, '/timesheets', outs.slice(0, 1))), await cold(() => server.put(company, '/timesheets', outs.slice(1)))]
    const ids = running.map(({ id }) => id)
    const gone = [await cold(() => server.delete(company, `/timesheets?ids=${ids[0]}`)), await cold(() => server.delete(company, `/timesheets?ids=${ids.slice(1)}`))]
    console.log(database, 'clock', ins, ends, gone)
    for (const [one, many] of [ins, ends, gone]) assert.equal(many, one)
  })

  test('what is asked again while nothing has changed takes none or one', async () => {
    for (const { name } of resources) {
      const ask = () => server.get(company, `/${name}${samples[name]!.all(company)}`)
      await ask()
      const before = server.db.statements()
      assert.equal((await ask()).status, 200)
      const most = database === 'sqlite' ? 0 : 1 // PostgreSQL is asked for the token and the company's version.
      assert.ok(server.db.statements() - before <= most, `${name}: ${server.db.statements() - before}`)
    }
  })
})
