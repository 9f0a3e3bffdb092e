import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { WorkerQueue } from '../../src/db/sqlite/worker_queue.ts'
import type { LongAnswer } from '../../src/engine/sql.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

onBoth('reports on their worker thread', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  const hours = async () => {
    const { body } = await server.get(company, '/reports/project?start_date=2026-02-01&end_date=2026-03-02')
    return Number(body.results.project_report.totals.users[company.adminId] ?? 0)
  }
  const recordTime = (date: string) =>
    server.createOne(company, 'timesheets', {
      user_id: company.adminId,
      jobcode_id: 0,
      type: 'manual',
      date,
      duration: 3600,
    })

  test('a report sees every write that was acknowledged before it was requested', async () => {
    for (let day = 1; day <= 20; day++) {
      await recordTime(`2026-02-${String(day).padStart(2, '0')}`)
      assert.equal(await hours(), day)
    }
    const group = await server.createOne(company, 'groups', { name: 'New' })
    await server.put(company, '/users', [{ id: company.adminId, group_id: group.id }])
    const { body } = await server.get(company, '/reports/project?start_date=2026-02-01&end_date=2026-03-02')
    assert.deepEqual(body.results.project_report.totals.groups, { [group.id]: 20 })
    assert.equal(body.supplemental_data.groups[group.id].name, 'New')
  })

  test('reports run concurrently with each other and with writes, each on one consistent state of the company', async () => {
    const before = await hours()
    const writes = Array.from({ length: 8 }, (_, n) => recordTime(`2026-02-${21 + (n % 8)}`))
    const reports = Array.from({ length: 20 }, async () => {
      const { body } = await server.get(company, '/reports/project?start_date=2026-02-01&end_date=2026-03-02')
      const { users, jobcodes } = body.results.project_report.totals
      assert.equal(users[company.adminId], jobcodes[0])
    })
    await Promise.all([...writes, ...reports])
    assert.equal(await hours(), before + 8)
  })
})

describe('the worker thread', () => {
  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'clockhouse-aside-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  /** A thread that follows instructions; `limits` are milliseconds and requests. */
  const runOnWorker = (limits = { ms: 60_000, waiting: 100, ofOne: 20 }) => {
    const file = join(folder, 'thread.mjs')
    writeFileSync(
      file,
      `import { writeSync } from 'node:fs'
      import { parentPort } from 'node:worker_threads'
      let answered = 0
      parentPort.on('message', ({ question, fd }) => {
        if (question === 'long') {
          const bytes = (text) => new TextEncoder().encode(text)
          const ends = { before: bytes('<'), middle: writeSync(fd, 'middle', 0), after: bytes('>') }
          return parentPort.postMessage({ ends, statements: 0 })
        }
        if (question === 'hang') for (;;);
        if (question === 'die') process.exit(3)
        if (question === 'throw') throw new Error('broken')
        answered += 1
        if (question === 'refuse') {
          const reason = { code: 'invalid', values: { problem: 'no' } }
          return parentPort.postMessage({ failure: { kind: 'request', status: 417, message: 'no', reason }, statements: 1 })
        }
        parentPort.postMessage({ bytes: new TextEncoder().encode(question + answered), statements: 2 })
      })`,
    )
    const queue = new WorkerQueue(pathToFileURL(file), undefined, limits)
    const ask = async (question: string, companyId = 1) =>
      new TextDecoder().decode((await queue.run(question, companyId)).answer as Uint8Array)
    return { queue, ask }
  }
  const unavailable = (about: RegExp) => (error: { status?: number; message: string }) =>
    error.status === 503 && about.test(error.message)

  test('the worker thread answers one request after the other, with the number of its statements', async () => {
    const { queue, ask } = runOnWorker()
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((question) => ask(question))), ['a1', 'b2', 'c3'])
    await assert.rejects(ask('refuse'), { status: 417, message: 'no' })
    assert.equal(queue.statements(), 7)
    await queue.close()
  })

  test('the worker thread leaves a long answer in a file, which is closed when it has been read', async () => {
    const { queue, ask } = runOnWorker()
    const first = (await queue.run('long', 1)).answer as LongAnswer
    const second = (await queue.run('long', 1)).answer as LongAnswer
    assert.equal(await ask('short'), 'short1')
    for (const long of [first, second]) {
      assert.equal(Buffer.concat(await Array.fromAsync(long.pieces())).toString(), '<middle>')
      assert.equal(long.size, 8)
      long.close()
      await assert.rejects(Array.fromAsync(long.pieces()), /the file is closed/)
      long.close()
    }
    await queue.close()
  })

  test('the worker thread is restarted when it dies, and waiting requests are answered', async () => {
    const { queue, ask } = runOnWorker()
    for (const end of ['die', 'throw']) {
      const [died, next] = await Promise.allSettled([ask(end), ask('next')])
      assert.ok(died.status === 'rejected' && unavailable(/the report failed/)(died.reason))
      assert.deepEqual(next, { status: 'fulfilled', value: 'next1' })
    }
    await queue.close()
  })

  test('a report that takes too long ends the worker thread, and only that report fails', async () => {
    const { queue, ask } = runOnWorker({ ms: 500, waiting: 100, ofOne: 20 })
    const hanging = ['hang', 'hang'].map((question) => assert.rejects(ask(question), unavailable(/took more than 0.5/)))
    const waiting = assert.rejects(ask('waits'), unavailable(/other reports have taken more than/))
    await Promise.all([...hanging, waiting])
    const next = [ask('hang'), ask('next')]
    await assert.rejects(next[0]!, unavailable(/took more than/))
    assert.equal(await next[1], 'next1')
    await queue.close()
  })

  test('reports beyond the queue limit are refused at once, and closing refuses those that wait', async () => {
    const { queue, ask } = runOnWorker({ ms: 60_000, waiting: 2, ofOne: 2 })
    const running = assert.rejects(ask('hang'), unavailable(/stopping/))
    const waiting = ['one', 'two'].map((question) => assert.rejects(ask(question), unavailable(/stopping/)))
    await assert.rejects(ask('three', 2), unavailable(/too many reports/))
    await queue.close()
    await Promise.all([running, ...waiting])
  })

  test('companies take turns, and the number of reports that one company waits for is limited', async () => {
    const { queue, ask } = runOnWorker({ ms: 60_000, waiting: 100, ofOne: 3 })
    const order: string[] = []
    const asked = (question: string, companyId: number) => ask(question, companyId).then(() => order.push(question))
    const all = [asked('a1', 1), asked('a2', 1), asked('a3', 1), asked('a4', 1), asked('b1', 2), asked('c1', 3)]
    await assert.rejects(ask('a5', 1), { status: 429, headers: { 'retry-after': '2' } })
    all.push(asked('b2', 2))
    await Promise.all(all)
    assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
    await queue.close()
  })
})
