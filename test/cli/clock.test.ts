import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { clockOut } from '../../src/jobs/auto_clock_out.ts'
import { localDate } from '../../src/rules/time/calendar.ts'
import { storeBeat } from '../../src/sight/clock_watch.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { clockhouse, on } from './command.ts'

// `clockhouse clock`: what the server thinks of the machine's clock, and what people say and do about it.

const day = 86_400_000_000

onEither('clockhouse clock', (database) => {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    server.goByMachine()
    ada = await server.company()
  })
  after(() => server.stop())

  const run = (...args: string[]) => clockhouse(['clock', ...args], { env: on(server.place) })
  const beatAt = (instant: number) => server.db.write(storeBeat, { steady: 0, boot: 'other', forced: true }, instant)

  test('the command shows whether the clock is trusted, and a person confirms it', async () => {
    await beatAt(server.now)
    assert.match((await run()).stdout, /It is trusted\./)
    await beatAt(server.now - 400 * day)
    const { stdout } = await run('show')
    assert.match(stdout, /It may be wrong: it is 9600 hours ahead\. Set it, or run clockhouse clock confirm\./)
    assert.equal((await run('show', '--json')).json().trusted, false)
    assert.match((await run('confirm')).stdout, /^Confirmed/)
    assert.match((await run()).stdout, /It is trusted\./)
  })

  test('an old backup that is restored does not make the right clock doubtful', async () => {
    await beatAt(server.now - 400 * day)
    const folder = mkdtempSync(join(tmpdir(), 'clockhouse-clock-'))
    try {
      const made = await clockhouse(['backup', folder, '--json'], { env: on(server.place) })
      const { file } = made.json()
      const env = { CLOCKHOUSE_DATA: join(folder, 'restored') }
      const restored = await clockhouse(['restore', file], { env })
      assert.equal(restored.code, 0, restored.stderr)
      assert.match((await clockhouse(['clock'], { env })).stdout, /It is trusted\./)
      assert.match((await run()).stdout, /It may be wrong/)
    } finally {
      rmSync(folder, { recursive: true })
      await beatAt(server.now)
    }
  })

  test('repair shows what it would take back, and needs to be told what day it is', async () => {
    const start = `${new Date(server.now / 1000 - 3_600_000).toISOString().slice(0, 19)}+00:00`
    await server.createOne(ada, 'timesheets', { user_id: ada.adminId, type: 'regular', jobcode_id: 0, start, end: '' })
    const input = { companyId: ada.id, userIds: [ada.adminId], uuid: server.world.uuid() }
    await server.db.write(clockOut, input, server.now + 10 * day)
    assert.match((await run()).stdout, /If the clock is right, see clockhouse clock repair --dry-run/)

    const preview = await run('repair', '--dry-run')
    assert.match(preview.stdout, /clocked out: 1\n {4}Ada Admin, clocked in .*\n(.*\n)* {2}\d+ time stamps set to now/)
    assert.match(preview.stdout, /Nothing was changed/)
    const running = () => server.list(ada, 'timesheets', '?on_the_clock=yes&start_date=2026-01-01')
    assert.equal((await running()).length, 0)

    const refused = await run('repair')
    assert.deepEqual([refused.code, /--today YYYY-MM-DD/.test(refused.stderr)], [2, true])
    const wrongDay = await run('repair', '--today', '2026-01-01')
    assert.match(wrongDay.stderr, /the machine’s clock says .*; set it first/)

    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const done = await run('repair', '--today', localDate(server.now, zone), '--json')
    assert.equal(done.code, 0, done.stderr)
    assert.equal(done.json().companies[0].parts[0].done.length, 1)
    assert.equal((await running()).length, 1)
    assert.match((await run()).stdout, /It is trusted\.\n$/)
  })
})
