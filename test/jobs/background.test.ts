import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { BackgroundWork } from '../../src/jobs/background.ts'
import { start } from '../../src/start.ts'
import { migratedPlace, onEither, TestServer, threads } from '../support/server.ts'

// Background work is one table: timers run it in a server, and the sandbox and the tests run all of it that is due.

onEither('background work', (database) => {
  test('a server runs each loop of the table by a timer, and those for backups, event streams and its file where it has them', async () => {
    const { place, clean } = await migratedPlace(database)
    const config = { ...readConfig({ PORT: '0', CLOCKHOUSE_LOG_LEVEL: 'silent' }), ...place }
    const timed = async (more: Partial<typeof config>) => {
      const server = await start({ ...config, ...more }, { threads })
      await server.stop()
      return server.world.sight.rounds.all.map(({ name, intervalSeconds: seconds }) => ({ name, seconds }))
    }
    const server = await TestServer.start(database)
    const listed = (needs: ConstructorParameters<typeof BackgroundWork>[2]) =>
      new BackgroundWork(server.world, server.config, needs).loops().map(({ name, seconds }) => ({ name, seconds }))
    const nothing = async () => {}
    const watches = {
      ...{ watch: nothing, watchClock: nothing, keepHistory: nothing },
      ...(database === 'sqlite' && { checkDatabase: nothing }),
    }
    const always = { live: { beat: nothing, close: () => {} }, ...watches }
    try {
      assert.deepEqual(await timed({}), listed(always))
      const backupDir = mkdtempSync(join(tmpdir(), 'clockhouse-background-'))
      assert.deepEqual(await timed({ backupDir }), listed({ ...always, backup: nothing }))
      assert.equal(listed({ ...always, backup: nothing }).length, listed({}).length + Object.keys(always).length + 1)
    } finally {
      await server.stop()
      await clean()
    }
  })

  test('a step that fails does not stop the steps after it, and its error is not lost', async () => {
    const server = await TestServer.start(database)
    try {
      const [round] = new BackgroundWork(server.world, server.config).loops()
      let looks = 0
      server.world.sight.clock.read = () => {
        looks += 1
        if (looks === 1) throw new Error('there is no clock')
        return { wall: server.now / 1000, steady: 0 }
      }
      const before = server.db.statements()
      await assert.rejects(round!.run(), /there is no clock/)
      const asked = server.db.statements() - before
      assert.ok(asked > 5, `${asked} statements`)
    } finally {
      await server.stop()
    }
  })
})
