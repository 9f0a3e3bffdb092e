import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { reports } from '../../src/reports/index.ts'
import { batches, numbered, settle } from '../support/sampling.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

// How many SQL statements a report sends with empty caches: as many for fifty people or projects as for one.

const budgets: Record<string, number> = {
  current_totals: 14,
  payroll: 13,
  payroll_by_jobcode: 15,
  project: 16,
  project_estimate: 16,
  project_estimate_detail: 19,
}

onBoth('statements of reports', (database) => {
  let server: TestServer
  let company: TestCompany
  const people: number[] = []
  const projects: number[] = []
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    const field = await server.createOne(company, 'customfields', {
      name: 'Task',
      type: 'free-form',
      show_to_all: true,
    })
    const group = await server.createOne(company, 'groups', { name: 'Crew' })
    const parent = await server.createOne(company, 'jobcodes', { name: 'Customer' })
    const create = async (resource: string, item: (n: number) => Values) =>
      (await batches(server, company, resource, numbered(50).map(item))).map(({ id }) => id as number)
    const person = { group_id: group.id, first_name: 'W', permissions: { time_tracking: true } }
    people.push(...(await create('users', (n) => ({ ...person, username: `worker${n}`, last_name: `${n}` }))))
    const job = { parent_id: parent.id, assigned_to_all: true }
    const jobs = await create('jobcodes', (n) => ({ ...job, name: `Job ${n}` }))
    projects.push(...(await create('projects', (n) => ({ jobcode_id: jobs[n] }))))
    const sheet = (n: number) => ({
      user_id: people[n],
      jobcode_id: jobs[n],
      customfields: { [field.id]: `Task ${n}` },
    })
    await create('timesheets', (n) => ({ ...sheet(n), type: 'manual', date: '2026-02-20', duration: 9 * 3600 }))
    await create('timesheets', (n) => ({ ...sheet(n), type: 'regular', start: '2026-03-02T07:00:00-07:00', end: '' }))
    await settle(server, company)
  })
  after(() => server.stop())

  let renames = 0
  /** Statements of one report after a change that invalidates every cache. */
  const cold = async (name: string, count: number) => {
    renames += 1
    await server.put(company, '/users', [{ id: company.adminId, first_name: `Ada ${renames}` }])
    const before = server.db.statements()
    const dates = { start_date: '2026-02-16', end_date: '2026-03-02' }
    const about = { user_ids: people.slice(0, count), project_ids: projects.slice(0, count), project_id: projects[0] }
    const data = { ...dates, ...about }
    const answer = await server.call(company.token, 'POST', `/reports/${name}`, { data })
    assert.equal(answer.status, 200, answer.text)
    return server.db.statements() - before
  }

  for (const { name } of reports)
    test(`the report ${name} takes as many statements for fifty people and projects as for one`, async () => {
      const one = await cold(name, 1)
      const fifty = await cold(name, 50)
      if (process.env.TEST_COUNTS) console.log(`${database} ${name}: ${one} and ${fifty}`)
      assert.equal(fifty, one)
      assert.ok(fifty <= budgets[name]!, `${fifty} statements`)
    })
})
