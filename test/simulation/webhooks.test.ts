import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { operation, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { Receiver } from '../support/receiver.ts'
import { migratedPlace } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// Servers share a PostgreSQL and are killed at random while they deliver to a webhook. Each change arrives at least once, in
// order for each resource. In `npm run test:all` three servers are killed one by one, and others take over when the leases
// of a killed one have ended, half a minute later. In `npm test` all are killed at once, and their leases are ended, so that
// nothing waits. `WEBHOOK_COUNT=10000 npm test -- simulation/webhooks` sends more.

const count = Number(process.env.WEBHOOK_COUNT ?? (isFull ? 10_000 : 200))
const processes = isFull ? 3 : 2
const kills = isFull ? 4 : 1
const patienceMs = 280_000
const kinds = ['groups', 'jobcodes'] as const

/** Ends the leases of servers that were all killed. */
const endLeases = operation('test.endLeases', async (tx, companyId: number) => {
  await tx.run(sql`update webhook_streams set due = 0 where company_id = ${companyId}`)
})

test(`${count} changes reach a webhook at least once and in order, though its servers are killed`, async () => {
  const { place, clean } = await migratedPlace('postgres')
  const separate = await Beside.open(place)
  const receiver = await Receiver.start({ keepsConnections: true })
  const settings = { CLOCKHOUSE_WEBHOOK_PRIVATE: 'yes', CLOCKHOUSE_DATABASE_POOL: '6' }
  const start = () => ServerProcess.start(place, settings)
  const servers: (ServerProcess | undefined)[] = []
  try {
    const company = await separate.company()
    servers.push(...(await Promise.all(Array.from({ length: processes }, start))))
    const types = kinds.map((kind) => `${kind.slice(0, -1)}.created`)
    const added = await fetch(`${servers[0]!.url}/api/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${company.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: receiver.url, types, payload: 'full' }),
    })
    assert.equal(added.status, 200, await added.text())

    const begun = performance.now()
    const alive = () => servers.flatMap((server, index) => (server ? [index] : []))
    const write = async () => {
      for (let made = 0; made < count; ) {
        const kind = kinds[(made / 50) % kinds.length]!
        const items = Array.from({ length: 50 }, (_, n) => ({ name: `Number ${made + n}` }))
        const [first, ...others] = alive()
        if (first === undefined) {
          await sleep(10)
          continue
        }
        const server = servers[[first, ...others][randomInt(others.length + 1)]!]!
        const headers = { 'idempotency-key': `batch-${made}` }
        const { status, body } = await server.call(company.token, 'POST', `/${kind}`, items, headers)
        if (status !== 200) continue
        assert.ok(Object.values<Values>(body.results[kind]).every(({ _status_code }) => _status_code === 200))
        made += 50
      }
    }
    // Killed when so many have arrived, not by the clock: a busy machine is killed as often as a fast one.
    let killed = 0
    let next = randomInt(50, 150)
    const restarting: Promise<void>[] = []
    const kill = async (victims: number[]) => {
      const ended = victims.map((index) => servers[index]!)
      for (const index of victims) servers[index] = undefined
      await Promise.all(ended.map((server) => server.kill()))
      if (!isFull) await separate.db.write(endLeases, company.id, separate.world.now())
      for (const index of victims) servers[index] = await start()
    }
    receiver.usual = () => {
      if (killed < kills && alive().length > 1 && receiver.got.length >= next) {
        killed += 1
        next = receiver.got.length + randomInt(50, Math.max(51, Math.floor((count - receiver.got.length) / kills)))
        restarting.push(kill(isFull ? [alive()[randomInt(alive().length)]!] : alive()))
      }
      return { status: 200 }
    }
    const arriving = async () => {
      const waiting = async () =>
        (await separate.db.read.get<{ left: number }>(sql`select w.waiting + c.last_change - w.position as left
          from webhooks w join companies c on c.company_id = w.company_id`))!.left
      for (; ; await sleep(50)) {
        assert.ok(performance.now() - begun < patienceMs, `${receiver.got.length} arrived, ${await waiting()} wait`)
        if (receiver.got.length >= count && Number(await waiting()) === 0) return
      }
    }
    await Promise.all([write(), arriving()])
    const seconds = (performance.now() - begun) / 1000
    await Promise.all(restarting)
    assert.equal(killed, kills)
    for (const server of servers) assert.equal(await server!.stop(), 0)

    const logged = await separate.db.read.all<{ resource: string; sequence: number }>(
      sql`select resource, sequence from changes where company_id = ${company.id} and kind = 'created' order by sequence`,
    )
    for (const kind of kinds) {
      const wanted = logged.filter(({ resource }) => resource === kind).map(({ sequence }) => Number(sequence))
      const arrived = receiver.got.filter(({ body }) => body.data.resource === kind)
      const first = [...new Set(arrived.map(({ body }) => body.data.sequence as number))]
      assert.ok(first.length >= Math.floor(count / kinds.length / 50) * 50, `${kind}: ${first.length}`)
      assert.deepEqual(first, wanted.slice(-first.length))
    }
    const once = new Set(receiver.got.map(({ headers }) => headers['webhook-id']))
    assert.equal(once.size, count)
    const plain = await plainPosts(receiver, Math.min(count, 3000))
    console.log(
      `${count} deliveries, ${killed} kills: ${receiver.got.length - count - Math.min(count, 3000)} arrived more than once, none is lost, ` +
        `order kept; ${Math.round(count / seconds)}/s with all that was written, plain POSTs one after the other ${plain}/s`,
    )
  } finally {
    for (const server of servers) await server?.kill()
    receiver.stop()
    await separate.close()
    await clean()
  }
})

/** How many plain requests a second the receiver answers to clients that send one after the other, one for each kind. */
async function plainPosts(receiver: Receiver, most: number): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const body = receiver.got[0]!.text
  const begun = performance.now()
  const post = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(receiver.url, { method: 'POST', agent }, (answer) => answer.resume().on('end', resolve))
      sent.on('error', reject).end(body)
    })
  await Promise.all(
    kinds.map(async (_, index) => {
      for (let n = index; n < most; n += kinds.length) await post()
    }),
  )
  agent.destroy()
  return Math.round(most / ((performance.now() - begun) / 1000))
}
