import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { name, sql } from '../../src/engine/sql.ts'
import { Clock } from '../../src/sight/clock.ts'
import { beginWatch, confirmClock, watchClock } from '../../src/sight/clock_watch.ts'
import { ask } from '../app_api/ask.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// A server whose machine has a wrong clock: what passing time alone causes waits, and people go on working.

const [hour, day] = [3600, 86_400]

const iso = (instant: number) => new Date(instant / 1000).toISOString().replace(/\.\d+Z$/, '+00:00')

/** A server, and the clock of its machine that runs evenly. `set` sets the other one, `start` starts the server again. */
class Scene {
  readonly server: TestServer
  readonly #machine = { steady: () => this.#steady, boot: 'first' }
  #steady = 1000

  constructor(server: TestServer) {
    this.server = server
  }

  /** Lets seconds pass. */
  pass(seconds: number): void {
    this.server.pass(seconds)
    this.#steady += seconds * 1000
  }

  /** Sets the machine's clock forward, or back. */
  set(seconds: number): void {
    this.server.pass(seconds)
  }

  /** The server starts; `boot` if the machine has started, too. */
  async start(boot?: string): Promise<void> {
    if (boot) this.#machine.boot = boot
    if (boot) this.#steady = 20_000
    await beginWatch(this.server.world, this.#machine)
  }

  /** A background round. */
  async round(): Promise<void> {
    await watchClock(this.server.world, this.#machine)
    await this.server.round()
  }

  confirm(): Promise<void> {
    return confirmClock(this.server.world, this.#machine)
  }

  get doubt() {
    return this.server.world.sight.clock.doubt
  }
}

onEither('a machine with a wrong clock', (database) => {
  let server: TestServer
  let ada: TestCompany
  let scene: Scene
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    scene = new Scene(server)
    ada = await server.company()
    // The tests before have moved the clock.
    await scene.confirm()
    await scene.start()
  })

  const status = async (who: { token: string }) => (await server.get(who, '/current_user')).status
  const health = async () => (await server.app.inject('/readyz')).json()
  const count = async (table: string) =>
    Number(
      (await server.db.read.get<{ n: number }>(
        sql`select count(*) as n from ${name(table)} where company_id = ${ada.id}`,
      ))!.n,
    )
  const clockIn = (who: { id: number; token: string }) =>
    server.createOne(who, 'timesheets', {
      user_id: who.id,
      type: 'regular',
      jobcode_id: 0,
      start: iso(server.now),
      end: '',
    })
  const running = async () => (await server.list(ada, 'timesheets', '?on_the_clock=yes&start_date=2026-01-01')).length

  test('400 days ahead when it starts: no sign-in is lost, tokens work, and a person ends the doubt', async () => {
    await server.session(ada.id, ada.adminId)
    scene.set(400 * day)
    await scene.start('second')
    await scene.round()
    assert.equal(scene.doubt?.kind, 'ahead')
    assert.deepEqual([await count('access_tokens'), await count('sessions')], [1, 1])
    assert.equal(await status(ada), 200)
    assert.deepEqual(await health(), { status: 'ready', warnings: ['clock'] })
    const seen = await ask(server, ada, 'GET', '/server_clock')
    assert.equal(seen.body.doubt.kind, 'ahead')
    assert.equal((await ask(server, ada, 'GET', '/start')).body.clock_in_doubt, true)
    await scene.confirm()
    await scene.round()
    assert.equal(await count('access_tokens'), 0, 'then it is right that they have expired')
    assert.deepEqual(await health(), { status: 'ready' })
  })

  test('set to 365 days ahead five seconds after the start: no client has to sign in again', async () => {
    scene.pass(5)
    scene.set(365 * day)
    assert.equal(await status(ada), 200, 'before the first round')
    await scene.round()
    assert.deepEqual([await count('access_tokens'), await status(ada)], [1, 200])
    scene.set(-365 * day)
    await scene.round()
    assert.equal(scene.doubt, undefined)
    assert.equal(await status(ada), 200)
  })

  test('10 days ahead for 45 seconds with six people on the clock: nothing happens to them', async () => {
    const permissions = { manage_my_timesheets: true }
    const people = await Promise.all(Array.from({ length: 6 }, () => server.user(ada, { permissions })))
    for (const person of people) await clockIn(person)
    scene.pass(2 * hour)
    await scene.round()
    const messages = await count('notifications')
    scene.set(10 * day)
    for (let round = 0; round < 2; round++) {
      await scene.round()
      scene.pass(22)
    }
    assert.equal(await running(), 6)
    // Punches are taken all the while.
    const sheet = (await server.list(people[0]!, 'timesheets', '?on_the_clock=yes&start_date=2026-01-01'))[0]!
    const end = iso(server.now - 10 * day * 1_000_000)
    const ended = await server.put(people[0]!, '/timesheets', [{ id: sheet.id, end }])
    assert.equal(ended.body.results.timesheets[1]._status_code, 200, ended.text)
    scene.set(-10 * day)
    await scene.round()
    assert.equal(scene.doubt, undefined)
    assert.deepEqual([await running(), await count('notifications')], [5, messages])
  })

  test('3 hours back: it is said, punches are taken, and it ends by itself', async () => {
    const wanda = await server.user(ada)
    scene.set(-3 * hour)
    await scene.round()
    assert.equal(scene.doubt?.kind, 'behind')
    await clockIn(wanda)
    assert.equal(await running(), 1)
    scene.pass(3 * hour)
    await scene.round()
    assert.equal(scene.doubt, undefined)
  })

  test('a machine without a battery starts in 1970: people punch, nothing else happens, until it is set', async () => {
    const since = server.now / 1_000_000
    scene.set(-since + 60)
    await scene.start('second')
    await scene.round()
    assert.equal(scene.doubt?.kind, 'behind')
    assert.equal(await status(ada), 200)
    scene.set(since)
    await scene.round()
    assert.equal(scene.doubt, undefined)
    assert.equal(await count('access_tokens'), 1)
  })

  test('a notification for a later time waits while the clock is ahead, one of now is delivered', async () => {
    const note = (properties: object) =>
      server.createOne(ada, 'notifications', { user_id: ada.adminId, message: 'Hello', ...properties })
    await note({ delivery_time: iso(server.now + 5 * day * 1_000_000) })
    scene.set(10 * day)
    await note({ message: 'Now' })
    await scene.round()
    const states = await server.db.read.all<{ message: string; state: string }>(
      sql`select message, state from notifications where company_id = ${ada.id} order by id`,
    )
    assert.deepEqual(
      states.map(({ state }) => state),
      ['scheduled', 'delivered'],
    )
    scene.set(-10 * day)
    await scene.round()
  })

  test('the next start learns of a confirmation, and other servers on the database do', async () => {
    scene.set(20 * day)
    await scene.start('second')
    assert.equal(scene.doubt?.kind, 'ahead')
    // Another process confirms it, such as the command.
    const other = new Scene(server)
    await confirmClock({ ...server.world, sight: { clock: new Clock({ warn: () => {} }) } }, machineOf('third'))
    await scene.round()
    assert.equal(scene.doubt, undefined)
    await other.start('second')
    assert.equal(other.doubt, undefined)
  })
})

const machineOf = (boot: string) => ({ steady: () => 0, boot })
