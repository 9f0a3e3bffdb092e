import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { clockhouse, on } from './command.ts'

onEither('clockhouse pay', (database) => {
  let server: TestServer
  let company: TestCompany
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-pay-'))
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  const run = (...args: string[]) => clockhouse(['pay', ...args], { env: on(server.place) })

  test('pay commands close a run, show what it paid, write its file twice with the same bytes, and ask before reopening', async () => {
    assert.match((await run('list')).stdout, /There are no pay runs/)
    await clockhouse(['rate', 'add', '20', '--user', 'ada', '--from', 'always'], { env: on(server.place) })
    const item = { user_id: company.adminId, jobcode_id: 0, type: 'manual', date: '2026-02-17', duration: 8 * 3600 }
    await server.createOne(company, 'timesheets', item)
    const days = ['--from', '2026-02-15', '--to', '2026-02-21']
    const early = await run('close', ...days)
    assert.deepEqual([early.code, /time from 2026-02-17 on is not approved: Ada Admin/.test(early.stderr)], [1, true])
    await server.put(company, '/users', [{ id: company.adminId, approved_to: '2026-02-21' }])
    const closed = await run('close', ...days)
    assert.match(
      closed.stdout,
      /^Closed\. Pay run \d+ \(regular\) .*: 1 user, 8\.00 hours, 160\.00, 0 adjustments\.\n$/,
      closed.stderr,
    )
    const twice = await run('close', ...days)
    assert.deepEqual([twice.code, /has paid these days: Ada Admin/.test(twice.stderr)], [1, true], twice.stderr)
    const [{ id, state, gross_cents }] = (await run('list', '--json')).json()
    assert.deepEqual([state, gross_cents], ['closed', 16_000])
    assert.match((await run('show', `${id}`)).stdout, /ada +2026-02-15 +2026-02-21 +work +1 +20 +8\.00 +160\.00/)
    const [one, two] = [join(folder, 'one.csv'), join(folder, 'two.csv')]
    const exported = await run('export', `${id}`, '--money', '--output', one, '--json')
    assert.equal(exported.code, 0, exported.stderr)
    assert.equal((await run('export', `${id}`, '--money', '--output', two, '--sent')).code, 0)
    assert.deepEqual(readFileSync(two), readFileSync(one))
    assert.match(readFileSync(one, 'utf8'), /8\.00,28800,160\.00/)
    const asking = await run('reopen', `${id}`)
    assert.match(asking.stderr, /--confirm is required to reopen the pay run: it paid 1 people .*payroll-.*it was sent/)
    assert.match((await run('reopen', `${id}`, '--confirm')).stdout, /^Opened the pay run/)
    assert.equal((await run('close', `${id}`, '--json')).json().revision, 1)
    assert.equal((await run('show', '12345')).code, 1)
  })
})
