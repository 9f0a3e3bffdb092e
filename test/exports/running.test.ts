import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../../src/app.ts'
import { Live } from '../../src/app_api/live/live.ts'
import { readConfig } from '../../src/config.ts'
import type { Values } from '../../src/engine/table.ts'
import { Exporter } from '../../src/exports/exporter.ts'
import { ask } from '../app_api/ask.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { download, inLines, rowsOf } from './exporting.ts'
import { manyRows } from './many.ts'

const range = 'start_date=2026-02-15&end_date=2026-02-28'
const lines = 'application/x-ndjson'

onEither('exports while they run', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  const book = (user_id: number, date = '2026-02-17') =>
    server.createOne(company, 'timesheets', { user_id, jobcode_id: 0, type: 'manual', date, duration: 3600 })

  test('people get their own time, managers their groups’, holders of permissions everyone’s', async () => {
    const manager = await server.user(company)
    const group = await server.createOne(company, 'groups', { name: 'Crew', manager_ids: [manager.id] })
    const member = await server.user(company, { group_id: group.id })
    const other = await server.user(company)
    const accountant = await server.user(company, { permissions: { reports: true } })
    for (const user of [manager, member, other]) await book(user.id)
    const seen = async (who: { token: string }, target: string, query = '') => {
      const answer = await download(server, who, `/exports/${target}?${range}${query}`)
      assert.equal(answer.statusCode, 200, answer.body)
      return rowsOf(answer.body).map((row) => Number(row.user_id))
    }
    for (const target of ['payroll', 'jobs', 'timesheets']) {
      assert.deepEqual(await seen(other, target), [other.id], target)
      assert.deepEqual(await seen(other, target, `&user_ids=${member.id}`), [], target)
      assert.deepEqual(new Set(await seen(manager, target)), new Set([manager.id, member.id]), target)
      assert.deepEqual(await seen(manager, target, `&group_ids=${group.id}`), [member.id], target)
      for (const who of [accountant, company])
        assert.deepEqual(new Set(await seen(who, target)), new Set([manager.id, member.id, other.id]), target)
    }
    const check = await ask(server, other, 'GET', `/exports/payroll/check?${range}`)
    assert.deepEqual([check.body.rows, check.body.totals.people], [1, 1])
    assert.deepEqual(new Set(check.body.problems.map((problem: Values) => problem.user_id)), new Set([other.id]))
    const elsewhere = await server.company(`Elsewhere ${database}`)
    assert.deepEqual(await seen(elsewhere, 'timesheets', `&user_ids=${member.id}`), [])
    assert.equal((await download(server, { token: 'none' }, `/exports/payroll?${range}`)).statusCode, 401)
  })

  test('an invalid request for an export is refused with the name of the parameter', async () => {
    const cases: [path: string, status: number, named: RegExp][] = [
      ['/exports/payroll', 417, /start_date is required/],
      ['/exports/payroll?start_date=2026-02-01', 417, /end_date is required/],
      ['/exports/payroll?start_date=2026-02-30&end_date=2026-03-01', 417, /start_date must be a date/],
      ['/exports/payroll?start_date=2026-03-01&end_date=2026-02-01', 417, /start_date must not be after/],
      ['/exports/payroll?start_date=2020-01-01&end_date=2025-01-05', 417, /end_date must be at most 1830 days/],
      [`/exports/payroll?${range}&format=docx`, 417, /format must be csv or xlsx or pdf/],
      [`/exports/gusto?${range}&format=pdf`, 417, /format must be csv/],
      [`/exports/payroll?${range}&user_ids=me`, 417, /user_ids/],
      [`/exports/payroll?${range}&jobcode_ids=-7`, 417, /jobcode_ids/],
      [`/exports/adp_workforce_now?${range}&jobcode_ids=1`, 417, /jobcode_ids: adp_workforce_now has no such option/],
      [`/exports/quickbooks_desktop?${range}&long_notes=drop`, 417, /long_notes must be refuse or cut/],
      [`/exports/payroll?${range}&flavor=red`, 417, /flavor/],
      [`/exports/astrology?${range}`, 404, /no export astrology/],
      [`/exports/astrology/check?${range}`, 404, /no export astrology/],
    ]
    for (const [path, status, named] of cases) {
      const answer = await ask(server, company, 'GET', path)
      assert.deepEqual(
        [answer.status, named.test(answer.body.error.message)],
        [status, true],
        JSON.stringify(answer.body),
      )
      const inSteps = await download(server, company, path, lines)
      assert.equal(inSteps.statusCode, status, path)
    }
  })

  test('an export with progress reports what prevents a file in its last line', async () => {
    const user = await server.user(company, { first_name: 'Nora', last_name: 'Numberless' })
    await book(user.id)
    const answer = await download(server, company, `/exports/paychex_spi?${range}&user_ids=${user.id}`, lines)
    const told = inLines(answer)
    assert.deepEqual(told.lines.slice(0, -1), [
      { done: 0, of: 1 },
      { done: 1, of: 1 },
    ])
    const { error } = told.lines.at(-1) as Values
    assert.deepEqual(
      [error.code, error.message],
      [417, 'setup.paychex_spi.client_id: enter the client ID Paychex gave you (and 2 more)'],
    )
    assert.equal(told.bytes.length, 0)
  })

  test('an export of thousands of rows arrives in chunks, in name order, and is complete', async () => {
    const many = await server.company(`Many ${database}`)
    const people = await manyRows(server, many, { people: 30, each: 200 })
    const answer = await download(server, many, '/exports/timesheets?start_date=2025-01-01&end_date=2025-12-31', lines)
    const { lines: told, bytes } = inLines(answer)
    const rows = rowsOf(bytes.toString())
    assert.equal(rows.length, 6000)
    assert.deepEqual([...new Set(rows.map((row) => Number(row.user_id)))], people)
    assert.ok(told.length > 3, JSON.stringify(told))
    assert.deepEqual(told.at(-2), { done: 6000, of: 6000 })
    const report = await server.get(many, '/reports/payroll?start_date=2025-01-01&end_date=2025-12-31')
    for (const row of Object.values<Values>(report.body.results.payroll_report)) {
      const own = rows.filter(({ user_id }) => user_id === String(row.user_id))
      const sum = (column: string) => own.reduce((sum, row) => sum + Number(row[column]), 0)
      assert.deepEqual([sum('regular_seconds'), sum('overtime_seconds')], [row.total_re_seconds, row.total_ot_seconds])
    }
  })
})

onEither('exports that take long', (database) => {
  let server: TestServer
  let company: TestCompany
  let app: FastifyInstance
  let folder: string
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    folder = mkdtempSync(join(tmpdir(), 'clockhouse-exports-'))
    const file = join(folder, 'thread.mjs')
    // A thread that starts every export and never finishes one.
    writeFileSync(
      file,
      `import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => { parentPort.postMessage({ progress: { done: 0, of: 1 } }); for (;;); })`,
    )
    const { world } = server
    const config = { ...readConfig({ CLOCKHOUSE_LOG_LEVEL: 'silent', CLOCKHOUSE_RATE_LIMIT: '0' }), ...server.place }
    app = await createApp(world, config, new Live(world.db), new Exporter(pathToFileURL(file), {}))
    await app.listen({ port: 0 })
  })
  after(async () => {
    await app.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts an export; resolves once the headers have arrived. `leave` closes the connection. */
  const begin = (who: TestCompany, path = 'payroll', accept = lines) =>
    new Promise<{ answer: IncomingMessage; leave: () => void }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${who.token}`, accept }
      const { port } = app.server.address() as AddressInfo
      const asked = request({ port, path: `/api/console/exports/${path}?${range}`, headers }, (answer) =>
        resolve({ answer, leave: () => asked.destroy() }),
      )
      asked.on('error', reject).end()
    })
  /** Starts one as soon as there is room for it. */
  const beginAgain = async (who: TestCompany) => {
    for (;;) {
      const begun = await begin(who)
      if (begun.answer.statusCode === 200) return begun
      assert.equal(begun.answer.statusCode, 429)
      begun.answer.resume()
    }
  }

  test('two exports per company and four per server run, others wait, and a client that disconnects gives up its place', async () => {
    const [first, second] = [await begin(company), await begin(company)]
    const third = await begin(company)
    assert.deepEqual([first.answer.statusCode, third.answer.statusCode], [200, 429])
    assert.equal(third.answer.headers['retry-after'], '10')
    third.answer.resume()
    first.leave()
    const again = await beginAgain(company)

    const [other, another] = [await server.company(`B ${database}`), await server.company(`C ${database}`)]
    const others = [await begin(other), await begin(other)]
    const [waiting, gone] = [await begin(another), await begin(another)]
    assert.equal(waiting.answer.statusCode, 200)
    assert.equal((await begin(another)).answer.statusCode, 429, 'what waits counts, too')
    const started = once(waiting.answer, 'data').then(() => 'started')
    assert.equal(await Promise.race([started, begin(company).then(({ answer }) => answer.statusCode)]), 429)
    gone.leave()
    for (const { leave } of [second, again, ...others]) leave()
    assert.equal(await started, 'started')
    waiting.leave()
    const last = await beginAgain(another)
    last.leave()
  })

  test('a check and a plain download also stop when the client disconnects', async () => {
    for (const path of ['payroll', 'payroll/check']) {
      // They answer when they are finished, which is never: the first sign of them is that there is no room for others.
      const headers = { authorization: `Bearer ${company.token}` }
      const { port } = app.server.address() as AddressInfo
      const asked = [1, 2].map(() =>
        request({ port, path: `/api/console/exports/${path}?${range}`, headers })
          .on('error', () => {})
          .end(),
      )
      for (let full = false; !full; ) {
        const { answer, leave } = await begin(company)
        full = answer.statusCode === 429
        leave()
      }
      for (const one of asked) one.destroy()
      const after = await beginAgain(company)
      after.leave()
    }
  })

  test('an export reports that the server stops', async () => {
    const { answer } = await beginAgain(company)
    let text = ''
    answer.setEncoding('utf8').on('data', (part) => {
      text += part
    })
    await once(answer, 'data')
    const ended = new Promise((resolve) => answer.once('end', resolve))
    await app.close()
    await ended
    const told = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const stopped = { code: 503, message: 'the export was stopped', reason: { code: 'export_stopped' } }
    assert.deepEqual(told, [{ done: 0, of: 1 }, { error: stopped }])
  })
})
