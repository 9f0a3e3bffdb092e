import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from '../../src/engine/sql.ts'
import { WebhookSender } from '../../src/webhooks/sender.ts'
import type { HookRequest, World } from '../../src/world.ts'
import { ask } from '../app_api/ask.ts'
import { onBoth, TestServer } from '../support/server.ts'

// Workers of several servers deliver the same queue, and are killed at random: before a message, or after it arrived and
// before that was stored. Everything arrives at least once, in order for each resource, and what arrives twice says so.

const seed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31))

onBoth('deliveries by workers that are killed', (database) => {
  test(`messages of workers that are killed arrive at least once and in order (TEST_SEED=${seed})`, async () => {
    const server = await TestServer.start(database)
    try {
      const company = await server.company()
      const random = randomsOf(seed)
      const url = 'http://127.0.0.1:9/'
      const added = await ask(server, company, 'POST', '/webhooks', { url, types: ['group.*', 'jobcode.*'] })
      assert.equal(added.status, 200, JSON.stringify(added.body))
      const arrived: { id: string; resource: string; sequence: number }[] = []
      let kills = 0
      let sends = 0
      /** A worker that ends at a random message. */
      const worker = () => {
        let dead: () => void = () => {}
        const death = new Promise<void>((resolve) => {
          dead = resolve
        })
        const die = () => {
          kills += 1
          dead()
          return new Promise<never>(() => {})
        }
        const send = async ({ id, body }: HookRequest) => {
          await setImmediate()
          const fate = sends++ === 6 ? 0 : random(40)
          if (fate === 0) return die()
          const { resource, sequence } = JSON.parse(body).data
          arrived.push({ id, resource, sequence })
          if (fate === 1) return die()
          if (fate === 2) return { outcome: 'unanswered' as const, error: 'cut', milliseconds: 1 }
          return { outcome: 'answered' as const, status: 200, retryAfter: '', text: '', milliseconds: 1 }
        }
        const world: World = { ...server.world, hooks: { counts: { delivered: 0, failed: 0 }, send } }
        const sender = new WebhookSender(world, server.config)
        return Promise.race([sender.begin().then(() => sender.ended()), death])
      }
      const waiting = async () =>
        (await server.db.read.get<{ behind: number }>(sql`select w.waiting + c.last_change - w.position as behind
          from webhooks w join companies c on c.company_id = w.company_id`))!.behind
      for (let n = 0; n < 4; n++) {
        const items = Array.from({ length: 20 }, (_, index) => ({ name: `Number ${n} ${index}` }))
        await server.post(company, '/groups', items)
        await server.post(company, '/jobcodes', items)
        await Promise.all([worker(), worker()])
        server.pass(1)
      }
      while ((await waiting()) > 0) {
        server.pass(random(3) === 0 ? 100 : 10)
        await Promise.all([worker(), worker(), worker()])
      }
      const logged = await server.db.read.all<{ sequence: number; resource: string }>(
        sql`select sequence, resource from changes where company_id = ${company.id}
          and (resource = 'groups' or resource = 'jobcodes') and kind = 'created' and sequence > 0 order by sequence`,
      )
      for (const resource of ['groups', 'jobcodes']) {
        const first = [...new Set(arrived.filter((one) => one.resource === resource).map(({ sequence }) => sequence))]
        const wanted = logged.filter((one) => one.resource === resource).map(({ sequence }) => sequence)
        assert.deepEqual(first, wanted.slice(-first.length))
        assert.equal(first.length, 80)
      }
      assert.equal(new Set(arrived.map(({ id }) => id)).size, 160)
      assert.ok(kills > 0 && arrived.length >= 160, `${kills} kills, ${arrived.length} arrived`)
    } finally {
      await server.stop()
    }
  })
})

/** Whole numbers below a limit, the same for the same seed. */
function randomsOf(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
