import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { reports } from '../../src/reports/index.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

// How many SQL statements a report sends with empty caches: as many for fifty people or projects as for one.

const budgets: Record<string, number> = {
  current_totals: 14,
  payroll: 12,
  payroll_by_jobcode: 14,
  project: 15,
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
    for (let n = 0; n < 50; n++) {
      const user = await server.user(company, { group_id: group.id })
      const job = { name: `Job ${n}`, parent_id: parent.id, assigned_to_all: true }
      const { id } = await server.createOne(company, 'jobcodes', job)
      people.push(user.id)
      projects.push((await server.createOne(company, 'projects', { jobcode_id: id })).id)
      const sheet = { user_id: user.id, jobcode_id: id, customfields: { [field.id]: `Task ${n}` } }
      await server.post(company, '/timesheets', [
        { ...sheet, type: 'manual', date: '2026-02-20', duration: 9 * 3600 },
        { ...sheet, type: 'regular', start: '2026-03-02T07:00:00-07:00', end: '' },
      ])
    }
    await server.get(company, '/current_user')
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
    test(name, async () => {
      const one = await cold(name, 1)
      const fifty = await cold(name, 50)
      if (process.env.TEST_COUNTS) console.log(`${database} ${name}: ${one} and ${fifty}`)
      assert.equal(fifty, one)
      assert.ok(fifty <= budgets[name]!, `${fifty} statements`)
    })
})
