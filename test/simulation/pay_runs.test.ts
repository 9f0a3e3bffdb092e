import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Operation } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { closePayRun } from '../../src/pay_runs/close.ts'
import { keepRunFile, markPayRunSent } from '../../src/pay_runs/send.ts'
import { ask } from '../app_api/ask.ts'
import { endedAt } from '../support/killed_write.ts'
import { write } from '../support/seed.ts'
import { onBoth, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// A pay run is closed, its file is kept, and it is marked as sent: each is done completely or not at all, whichever statement
// it ends before, and what was paid before is never lost.

const ended = 'ended here'

const author = { userId: 0, application: '' }
const kills = isFull ? Number.POSITIVE_INFINITY : 2

onBoth('a crash between closing and sending a pay run', (database) => {
  test('at any statement leaves everything as it was before or as it should be', async () => {
    const server = await TestServer.start(database)
    server.pass(115 * 86_400)
    try {
      const ada = await server.company()
      const ok = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Values> => {
        const told = await ask(server, ada, method, path, body)
        assert.equal(told.status, 200, JSON.stringify(told.body))
        return told.body
      }
      const worker = await server.user(ada)
      await ok('POST', '/pay_rates', { user_id: worker.id, from: null, rate: 20 })
      const sheet = (date: string) => ({ user_id: worker.id, jobcode_id: 0, type: 'manual', date, duration: 28_800 })
      await server.createOne(ada, 'timesheets', sheet('2026-06-02'))
      await server.put(ada, '/users', [{ id: worker.id, approved_to: '2026-06-07' }])
      const first = (await ok('POST', '/pay_runs', { start_date: '2026-06-01', end_date: '2026-06-07', close: true }))
        .pay_run
      await server.put(ada, '/users', [{ id: worker.id, approved_to: '2026-05-31' }])
      await server.createOne(ada, 'timesheets', sheet('2026-06-03'))
      await server.createOne(ada, 'timesheets', sheet('2026-06-09'))
      await server.put(ada, '/users', [{ id: worker.id, approved_to: '2026-06-14' }])
      const { pay_run } = await ok('POST', '/pay_runs', { start_date: '2026-06-08', end_date: '2026-06-14' })
      const { id } = pay_run
      const seen = async () => ({
        run: await ok('GET', `/pay_runs/${id}`),
        before: await ok('GET', `/pay_runs/${first.id}`),
        gross: await ok('GET', '/gross_pay?start_date=2026-06-01&end_date=2026-06-07'),
        audit: (await ok('GET', '/audit?kind=pay')).lines.length,
      })
      const bytes = Buffer.from('a file')
      const hash = createHash('sha256').update(bytes).digest('hex')
      const file = { question: '{"target":"payroll"}', name: 'payroll.csv', type: 'text/csv', hash, revision: 0, bytes }
      const input = { companyId: ada.id, author, id }
      let statements = 0
      let killed = 0
      const steps: [string, Operation<never, unknown>, Values][] = [
        ['close', closePayRun, input],
        ['file', keepRunFile, { ...input, ...file }],
        ['sent', markPayRunSent, input],
      ]
      for (const [name, what, given] of steps) {
        let count = 0
        const untouched = await seen()
        for (let statement = 1; ; statement++) {
          const ending = endedAt(
            what,
            statement,
            () => {
              throw new Error(ended)
            },
            (sent) => (count = sent),
          )
          const outcome = await write(server, ending, given as never).catch((error) => error)
          if (!(outcome instanceof Error)) break
          assert.ok(outcome.message.includes(ended), `${name}: ${outcome.stack}`)
          assert.deepEqual(await seen(), untouched, `${name} ended before statement ${statement}`)
          if (statement > 1 && killed < kills && (isFull || statement % 5 === 0)) {
            killed += 1
            await kill(server, {
              write: name,
              input: name === 'file' ? { ...given, bytes: [...bytes] } : given,
              statement,
            })
            assert.deepEqual(await seen(), untouched, `${name} killed before statement ${statement}`)
          }
          assert.ok(statement < 500)
        }
        statements += count
      }
      const end = await seen()
      assert.deepEqual(
        [end.run.pay_run.state, end.run.pay_run.gross_cents, end.run.pay_run.adjustments],
        ['sent', 32_000, 1],
      )
      assert.equal(end.run.files[0].hash, hash)
      assert.equal(end.before.pay_run.gross_cents, 16_000)
      console.log(`${database}: ended before each of ${statements} statements, killed ${killed} times`)
      assert.ok(statements > 20 && killed > 0)
    } finally {
      await server.stop()
    }
  })
})

/** Runs a write in a process of its own, which kills itself before a statement. */
async function kill(server: TestServer, what: { write: string; input: Values; statement: number }): Promise<void> {
  const script = join(import.meta.dirname, '../support/kill_pay_run.ts')
  const given = JSON.stringify({ ...what, place: server.place, now: server.now })
  const child = spawn(process.execPath, [script, given], { stdio: ['ignore', 'ignore', 'pipe'] })
  const errors: Buffer[] = []
  child.stderr.on('data', (piece) => errors.push(piece))
  const [code, signal] = await once(child, 'exit')
  assert.equal(signal, 'SIGKILL', `${code}: ${Buffer.concat(errors)}`)
}
