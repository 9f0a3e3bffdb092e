import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

type Line = {
  version: number
  action: string
  user_id: number
  application: string
  origin: string
  happened: number
  recorded: number
  old_values: string
  new_values: string
}

onBoth('the history of a timesheet', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  const history = (id: number) =>
    server.db.read.all<Line>(
      sql`select version, action, user_id, application, origin, happened, recorded, old_values, new_values
        from timesheet_history where company_id = ${company.id} and timesheet_id = ${id} order by version`,
    )

  test('the history of a timesheet has who changed what and from where, when it happened and when it was recorded', async () => {
    const worker = await server.user(company)
    const clockIn = Date.UTC(2026, 2, 2, 14, 58) * 1000
    const sheet = await server.createOne(worker, 'timesheets', {
      user_id: worker.id,
      jobcode_id: 0,
      type: 'regular',
      start: '2026-03-02T07:58:00-07:00',
      end: '',
      origin_hint: 'Front door tablet',
    })
    server.pass(3600)
    const clockOut = await server.put(worker, '/timesheets', [
      { id: sheet.id, end: new Date(server.now / 1000).toISOString(), origin_hint_end: 'Phone', notes: 'done' },
    ])
    assert.equal(clockOut.body.results.timesheets['1']._status_code, 200)
    await server.put(company, '/timesheets', [{ id: sheet.id, notes: 'done' }])
    await server.put(company, '/timesheets', [{ id: sheet.id, end: 'never' }])
    server.pass(60)
    await server.delete(company, `/timesheets?ids=${sheet.id}`)

    const lines = await history(sheet.id)
    assert.deepEqual(
      lines.map(({ version, action, user_id, application, origin }) => [version, action, user_id, application, origin]),
      [
        [1, 'created', worker.id, 'Test client', 'Front door tablet'],
        [2, 'changed', worker.id, 'Test client', 'Phone'],
        [3, 'deleted', company.adminId, 'Test client', ''],
      ],
      'requests that change nothing or are refused leave no line',
    )
    const [created, changed, deleted] = lines as [Line, Line, Line]
    assert.equal(created.happened, clockIn, 'it happened when the person clocked in')
    assert.ok(created.recorded > created.happened)
    assert.deepEqual(JSON.parse(created.old_values), {})
    assert.equal(JSON.parse(created.new_values).start, clockIn)
    assert.deepEqual(JSON.parse(changed.old_values), { end: null, duration: 0, notes: '' })
    assert.deepEqual(JSON.parse(changed.new_values), {
      end: changed.happened,
      end_offset: -7 * 3600,
      duration: 3720,
      notes: 'done',
    })
    assert.equal(JSON.parse(deleted.old_values).notes, 'done')
    assert.deepEqual(JSON.parse(deleted.new_values), {})
  })
})
