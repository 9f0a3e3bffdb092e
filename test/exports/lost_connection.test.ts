import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type TestCompany, TestServer } from '../support/server.ts'

// An export whose connection to PostgreSQL breaks halfway is made again, and nothing is in its file twice.

let server: TestServer
let ada: TestCompany
before(async () => {
  server = await TestServer.start('postgres')
  ada = await server.company()
})
after(() => server.stop())

const lines = async (): Promise<string[]> => {
  const { statusCode, body } = await server.app.inject({
    url: '/api/console/exports/timesheets?format=csv&start_date=2026-03-01&end_date=2026-03-07',
    headers: { authorization: `Bearer ${ada.token}` },
  })
  assert.equal(statusCode, 200, body)
  return body.split('\r\n')
}

test('a file is the same whether or not its connection to PostgreSQL broke', async () => {
  const job = await server.createOne(ada, 'jobcodes', { name: 'Work', type: 'regular', assigned_to_all: true })
  for (const date of ['2026-03-01', '2026-03-02'])
    await server.createOne(ada, 'timesheets', {
      ...{ user_id: ada.adminId, jobcode_id: job.id, type: 'manual', date, duration: 3600 },
    })
  const whole = await lines()
  assert.ok(whole.length >= 3, whole.join())
  // The columns are named before the first entry is read, which now has to wait.
  const other = new pg.Client(server.place.databaseUrl)
  await other.connect()
  try {
    await other.query('begin; lock table timesheets in access exclusive mode')
    const interrupted = lines()
    const end =
      'select pg_terminate_backend(pid) from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    while ((await other.query(end)).rowCount === 0) await sleep(10)
    await other.query('rollback')
    assert.deepEqual(await interrupted, whole)
  } finally {
    await other.end()
  }
})
