import { fork } from 'node:child_process'
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createCompany } from '../src/company/companies.ts'
import { readConfig } from '../src/config.ts'
import { openDatabase, type Place } from '../src/db/open.ts'
import { operation, sql } from '../src/engine/sql.ts'
import { UnitOfWork } from '../src/engine/unit_of_work.ts'
import { dispatchDue } from '../src/notifications/dispatch.ts'
import { keepDevice } from '../src/notifications/push_devices.ts'
import { openPush } from '../src/notifications/push_transport.ts'
import { deliverPushes } from '../src/notifications/pushes.ts'
import { encryptPush } from '../src/notifications/web_push.ts'
import { operations } from '../src/operations.ts'
import { notify } from '../src/resources/notifications.ts'
import { logger, machineClock, realWorld } from '../src/world.ts'

const queueNotifications = operation('bench.queueNotifications', async (tx, { companyId, userId, count }: Input) => {
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
  await work.reserve(count)
  for (let n = 0; n < count; n++)
    notify({ user_id: userId, kind: 'shift', message: text }, { work, now: tx.now, uuid: randomUUID })
  await work.flush()
})

type Input = { companyId: number; userId: number; count: number }

const text = 'Your shift on Monday from 7:00 to 15:30 at 5 Main Street was changed. Please look at it.'

/** Measures a round of this many notifications with a local push service, compared to the encryption alone. */
export async function measurePushes(place: Place, count: number): Promise<void> {
  const config = { ...readConfig({ CLOCKHOUSE_PUSH_PRIVATE: 'yes' }), ...place }
  const db = await openDatabase(place, machineClock(), { operations: [...operations, queueNotifications] }, () => {})
  const sink = fork(new URL('./sink.ts', import.meta.url))
  try {
    const [port] = await once(sink, 'message')
    const world = realWorld(db, logger('error'), machineClock, undefined, openPush(config))
    const person = { first_name: 'B', last_name: 'B', username: 'b', email: '', password: '' }
    const made = await db.write(createCompany, { company_name: 'Bench', tz: 'UTC', ...person }, world.now())
    if ('refused' in made) throw new Error(made.refused)
    const { company_id: companyId, user_id: userId } = made
    const keys = browser()
    const device = { endpoint: `http://127.0.0.1:${port}/`, hash: 'bench', ...keys, name: 'Bench' }
    await db.write(keepDevice, { companyId, userId, ...device }, world.now())
    for (let queued = 0; queued < count; queued += 500)
      await db.write(queueNotifications, { companyId, userId, count: 500 }, world.now())

    const dispatched = await timed(() => dispatchDue(world))
    const sent = await timed(() => deliverPushes(world, config))
    const [row] = await db.read.all<{ count: number }>(
      sql`select count(*) as count from deliveries where company_id = ${companyId} and state = 'sent'`,
    )
    if (Number(row!.count) !== count) throw new Error(`${row!.count} of ${count} were sent`)
    const encrypted = await timed(async () => {
      for (let n = 0; n < count; n++) encryptPush(text, keys, randomBytes)
    })
    const rate = (seconds: number) => `${Math.round(count / seconds)}/s`
    console.log(
      `  ${count} notifications: ${rate(dispatched + sent)} (dispatch ${rate(dispatched)}, push ${rate(sent)}); encryption alone ${rate(encrypted)}`,
    )
  } finally {
    sink.disconnect()
    await db.close()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

function browser() {
  const pair = createECDH('prime256v1')
  return { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
}
