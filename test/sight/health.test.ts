import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import { probe } from '../../src/sight/probe.ts'
import { onEither, TestServer } from '../support/server.ts'

// Whether the server lives and whether it is ready, for load balancers and service managers.

onEither('health', (database) => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start(database, { CLOCKHOUSE_RATE_LIMIT: '5' })
  })
  after(() => server.stop())

  test('health is available before there is a company, without a token, and is never rate-limited', async () => {
    for (let time = 0; time < 20; time++)
      for (const [path, status] of [
        ['/livez', 'alive'],
        ['/readyz', 'ready'],
      ] as const) {
        const answer = await server.app.inject(path)
        assert.equal(answer.statusCode, 200)
        assert.deepEqual(answer.json(), { status })
        assert.equal(answer.headers['cache-control'], 'no-store')
        assert.equal(answer.headers['set-cookie'], undefined)
      }
  })

  test('a health check costs next to nothing, however often it is requested', async () => {
    await server.app.inject('/readyz')
    const statements = server.db.statements()
    await Promise.all(Array.from({ length: 50 }, () => server.app.inject('/readyz')))
    assert.ok(server.db.statements() - statements <= 2)
  })

  test('the probe of a health check leaves the data unchanged', async () => {
    const company = await server.company()
    await server.user(company)
    const companies = () => server.db.read.all(sql`select * from companies`)
    const before = await companies()
    await server.db.write(probe, 0, server.now)
    assert.deepEqual(await companies(), before)
    assert.ok((await server.user(company)).id > 0)
  })

  if (database === 'sqlite')
    test('the probe of a health check reaches the disk each time', async () => {
      const log = join(server.place.data, 'clockhouse.db-wal')
      const tick = join(server.place.data, 'tick')
      for (let time = 0; time < 3; time++) {
        const { size, mtimeNs } = statSync(log, { bigint: true })
        // The clock of the file system moves in steps.
        do writeFileSync(tick, '')
        while (statSync(tick, { bigint: true }).mtimeNs <= mtimeNs)
        await server.db.write(probe, 0, server.now)
        const after = statSync(log, { bigint: true })
        assert.ok(after.size > size || after.mtimeNs > mtimeNs)
      }
    })
})
