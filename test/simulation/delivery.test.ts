import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { operation, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { UnitOfWork } from '../../src/engine/unit_of_work.ts'
import { digest } from '../../src/identity/factors/secrets.ts'
import { leaseExpiredText } from '../../src/notifications/delivery_state.ts'
import { recoverExpiredPushes } from '../../src/notifications/expired_leases.ts'
import { keepDevice } from '../../src/notifications/push_devices.ts'
import { notify } from '../../src/resources/notifications.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { PushService } from '../support/push_service.ts'
import { migratedPlace } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// Servers share a PostgreSQL and are killed at random while sending. Each delivery arrives at most once; if it is
// unknown whether it arrived, the server reports that. `npm run test:all` sends 10,000, and
// `DELIVERY_COUNT=100000 npm test -- simulation/delivery` as many as you like.

const count = Number(process.env.DELIVERY_COUNT ?? (isFull ? 10_000 : 400))
const people = 50
const processes = isFull ? 3 : 2
const kills = isFull ? 4 : 1
const patienceMs = 200_000

/** Sends each of these people a notification, as the server itself does. */
const tell = operation(
  'test.tell',
  async (tx, { companyId, users, from, to }: { companyId: number; users: number[]; from: number; to: number }) => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    await work.reserve(to - from)
    for (let n = from; n < to; n++)
      notify(
        { user_id: users[n % users.length]!, kind: 'shift', message: `Number ${n}` },
        { work, now: tx.now, uuid: randomUUID },
      )
    await work.flush()
  },
)

test(`each of ${count} notifications arrives at most once, though servers are killed ${kills} times`, async () => {
  const { place, clean } = await migratedPlace('postgres')
  const separate = await Beside.open(place)
  const service = await new PushService().start()
  const settings = { CLOCKHOUSE_PUSH_PRIVATE: 'yes', CLOCKHOUSE_DATABASE_POOL: '6' }
  const start = () => ServerProcess.start(place, settings)
  const servers: (ServerProcess | undefined)[] = []
  try {
    const company = await separate.company()
    servers.push(...(await Promise.all(Array.from({ length: processes }, start))))
    const first = servers[0]!
    const items = Array.from({ length: people }, (_, n) => ({ username: `p${n}`, first_name: 'P', last_name: `${n}` }))
    const made = await first.call(company.token, 'POST', '/users', items)
    const users = Object.values<Values>(made.body.results.users).map(({ id }) => id as number)
    for (const userId of users) {
      const { endpoint, keys } = service.subscribe()
      const device = { companyId: company.id, userId, endpoint, hash: digest(endpoint), ...keys, name: 'Phone' }
      await separate.db.write(keepDevice, device, separate.world.now())
    }
    // Killed when so many have arrived, not by the clock: a busy machine is killed as often as a fast one.
    const restarting: Promise<void>[] = []
    let killed = 0
    let next = service.arrived.length + randomInt(50, 200)
    const kill = () => {
      const alive = servers.flatMap((server, index) => (server ? [index] : []))
      if (alive.length === 0) return
      const index = alive[randomInt(alive.length)]!
      const server = servers[index]!
      servers[index] = undefined
      killed += 1
      next = service.arrived.length + randomInt(50, Math.max(51, Math.floor((count - service.arrived.length) / kills)))
      restarting.push(
        server
          .kill()
          .then(start)
          .then((fresh) => {
            servers[index] = fresh
          }),
      )
    }
    service.respond = () => {
      if (killed < kills && service.arrived.length >= next) kill()
      return { status: 201, afterMs: randomInt(1, 25) }
    }

    for (let from = 0; from < count; from += 500)
      await separate.db.write(
        tell,
        { companyId: company.id, users, from, to: Math.min(count, from + 500) },
        separate.world.now(),
      )

    const counted = async (states: string[]) => {
      const rows = await separate.db.read.all<{ state: string; count: number }>(
        sql`select state, count(*) as count from notifications where company_id = ${company.id} group by state`,
      )
      return rows.filter(({ state }) => states.includes(state)).reduce((sum, row) => sum + Number(row.count), 0)
    }
    const waiting = async () => {
      const queued = await separate.db.read.get<{ count: number }>(
        sql`select count(*) as count from deliveries where company_id = ${company.id} and state = 'queued'`,
      )
      return (await counted(['scheduled'])) + Number(queued!.count)
    }

    const begun = performance.now()
    for (let left = await waiting(); left > 0; left = await waiting()) {
      assert.ok(performance.now() - begun < patienceMs, `${left} still wait`)
      await sleep(50)
    }
    await Promise.all(restarting)
    // A server that stops in order waits for the responses in flight.
    for (const server of servers) assert.equal(await server!.stop(), 0)
    const later = { ...separate.world, now: () => separate.world.now() + 3_600_000_000 }
    await recoverExpiredPushes(later)

    const rows = await separate.db.read.all<{ id: number; state: string; result: string; error: string }>(
      sql`select n.id, n.state, d.state as result, d.error from notifications n
        left join deliveries d on d.company_id = n.company_id and d.notification_id = n.id
        where n.company_id = ${company.id}`,
    )
    assert.equal(rows.length, count)
    const times = new Map<number, number>()
    for (const { said } of service.arrived) times.set(said.id, (times.get(said.id) ?? 0) + 1)
    const tally = { delivered: 0, failed: 0, unknown: 0 }
    for (const { id, state, result, error } of rows) {
      const arrived = times.get(id) ?? 0
      if (state === 'delivered') {
        assert.deepEqual([result, arrived], ['sent', 1], `${id}: reported as delivered, arrived ${arrived} times`)
        tally.delivered += 1
      } else {
        assert.deepEqual([state, result, error], ['failed', 'failed', leaseExpiredText], `${id}`)
        assert.ok(arrived <= 1, `${id}: arrived ${arrived} times`)
        tally.failed += 1
        tally.unknown += arrived
      }
    }
    assert.deepEqual(service.faults, [])
    assert.equal(killed, kills)
    const { delivered, failed, unknown } = tally
    console.log(
      `${count} notifications, ${processes} servers, ${killed} killed: ${delivered} delivered once, ${failed} recorded as failed (${unknown} of them had arrived), 0 twice, 0 lost`,
    )
    assert.equal(delivered + failed, count)
    assert.ok(failed <= kills * 2 * 32, `${failed} failed`)
  } finally {
    await Promise.all(servers.map((server) => server?.alive && server.kill()))
    await service.stop()
    await separate.close()
    await clean()
  }
})
