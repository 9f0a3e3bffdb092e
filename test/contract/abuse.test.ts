import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openSqlite } from '../../src/db/sqlite/sqlite.ts'
import { RequestError } from '../../src/engine/errors.ts'
import { operation } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { Commits } from '../../src/sight/watched.ts'
import { insertSetting, jobcodeRow, seed } from '../support/seed.ts'
import { onBoth, onEither, type TestCompany, TestServer } from '../support/server.ts'

// What a clever or careless client might try. Each of these was possible once.

onEither('attempts to abuse the API', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  const first = (body: Values): Values => Object.values<Values>(Object.values<Values>(body.results)[0]!)[0]!
  const clockTime = () => new Date(server.now / 1000).toISOString()

  test('a date in the far past or future is refused, and a list of all time can still be read', async () => {
    for (const date of ['9999-12-30', '1000-01-01', '2201-01-01']) {
      const item = { user_id: company.adminId, jobcode_id: 0, type: 'manual', date, duration: 3600 }
      const refused = first((await server.post(company, '/timesheets', [item])).body)
      assert.equal(refused._status_code, 417)
      assert.match(refused._status_extra, /date/)
    }
    for (const path of [
      '/timesheets?start_date=1000-01-01&end_date=9999-12-31',
      '/reports/payroll?start_date=1000-01-01&end_date=9999-12-31',
    ])
      assert.equal((await server.get(company, path)).status, 200, path)
  })

  test('refused requests use up hardly any record ids', async () => {
    const worker = await server.user(company)
    const parent = await server.createOne(company, 'jobcodes', { name: 'Tree' })
    const children = Array.from({ length: 300 }, (_, n) =>
      jobcodeRow({ name: `Child ${n}`, parent_id: parent.id, assigned_to_all: false }),
    )
    await seed(server, company.id, 'jobcodes', children)
    const before = (await server.createOne(company, 'groups', { name: 'Before' })).id
    const items = Array.from({ length: 50 }, () => ({ user_id: company.adminId, jobcode_id: parent.id }))
    for (let round = 0; round < 6; round++)
      assert.equal(first((await server.post(worker, '/jobcode_assignments', items)).body)._status_code, 417)
    const after = (await server.createOne(company, 'groups', { name: 'After' })).id
    assert.ok(after - before < 4096, `${after - before} ids were used up`)
  })

  test('a request that cannot be read does not reach the writing thread', async (t) => {
    const written: string[] = []
    const write = server.db.write.bind(server.db)
    t.after(() => Object.assign(server.db, { write }))
    const watch: typeof write = (operation, ...rest) => {
      written.push(operation.name)
      return write(operation, ...rest)
    }
    Object.assign(server.db, { write: watch })
    const many = Array.from({ length: 51 }, (_, n) => ({ name: `Group ${n}` }))
    const ids = many.map((_, n) => n + 1).join()
    const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)
    const requests: [method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown, status: number][] = [
      ['POST', '/groups', { data: many }, 413],
      ['PUT', '/groups', { data: many }, 413],
      ['POST', '/groups', { data: [] }, 417],
      ['PUT', '/groups', { data: 7 }, 417],
      ['POST', '/groups', { data: [deep] }, 417],
      ['POST', '/files', { data: many }, 413],
      ['DELETE', `/timesheets?ids=${ids}`, undefined, 413],
    ]
    for (const [method, path, body, status] of requests) {
      const answer = await server.call(company.token, method, path, body)
      assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
    }
    assert.deepEqual(written, [])
    await server.createOne(company, 'groups', { name: 'Readable' })
    assert.deepEqual(written, ['resource.write'])
  })

  test('guesses at a hidden value get the same answer, whether right or wrong', async () => {
    const other = await server.user(company, { hire_date: '2020-02-03', salaried: true, payroll_id: 'P-77' })
    const curious = await server.user(company)
    const manager = await server.user(company, { permissions: { manage_users: true } })
    const outcome = async (who: { token: string }, guess: Values) => {
      const { _status_code, _status_extra } = first(
        (await server.put(who, '/users', [{ id: other.id, ...guess }])).body,
      )
      return [_status_code, _status_extra]
    }
    for (const [right, wrong] of [
      [{ hire_date: '2020-02-03' }, { hire_date: '2020-02-04' }],
      [{ salaried: true }, { salaried: false }],
      [{ payroll_id: 'P-77' }, { payroll_id: 'P-78' }],
    ])
      assert.deepEqual(await outcome(curious, right!), await outcome(curious, wrong!), JSON.stringify(right))
    assert.deepEqual(await outcome(manager, { pay_rate: 0 }), await outcome(manager, { pay_rate: 12.5 }))
    const sheets = await server.user(company, { permissions: { manage_timesheets: true } })
    await server.post(company, '/timesheets', [
      { user_id: other.id, jobcode_id: 0, type: 'manual', date: '2026-02-02', duration: 3600 },
    ])
    assert.deepEqual(await server.list(sheets, 'timesheets', '?start_date=2026-02-01&payroll_ids=P-77'), [])
    assert.equal((await server.list(company, 'timesheets', '?start_date=2026-02-01&payroll_ids=P-77')).length, 1)
  })

  test('a break on the next day does not cut approved time', async () => {
    const worker = await server.user(company, { permissions: { manage_my_timesheets: true } })
    const [pause] = await seed(server, company.id, 'jobcodes', [jobcodeRow({ name: 'Pause', type: 'unpaid_break' })])
    const shift = {
      user_id: worker.id,
      jobcode_id: 0,
      type: 'regular',
      start: '2026-02-25T22:00:00-07:00',
      end: '2026-02-26T06:00:00-07:00',
    }
    const night = await server.createOne(company, 'timesheets', shift)
    await server.put(company, '/users', [{ id: worker.id, approved_to: '2026-02-25' }])
    const rest = {
      ...shift,
      jobcode_id: pause!.id,
      start: '2026-02-26T01:00:00-07:00',
      end: '2026-02-26T05:00:00-07:00',
    }
    assert.equal(first((await server.post(worker, '/timesheets', [rest])).body)._status_code, 406)
    const [kept] = await server.list(company, 'timesheets', `?ids=${night.id}`)
    assert.equal(kept!.duration, 8 * 3600)
    assert.equal(first((await server.post(company, '/timesheets', [rest])).body)._status_code, 201, 'approvers may')
  })

  test('objects with a toString of their own, and endless lists, are refused without a 500', async () => {
    const unusual = { toString: 1, valueOf: 2 }
    const requests: [string, Values][] = [
      ['/timesheets', { user_id: unusual, jobcode_id: unusual, type: 'regular', start: unusual, end: unusual }],
      [
        '/users',
        { username: unusual, first_name: unusual, last_name: unusual, employee_number: unusual, group_id: unusual },
      ],
      ['/groups', { name: unusual, manager_ids: [unusual] }],
      ['/groups', { name: 'Long', manager_ids: Array.from({ length: 40_000 }, (_, n) => n + 1) }],
      ['/jobcodes', { name: unusual, parent_id: unusual }],
      ['/notifications', { message: 'x', user_id: unusual }],
      ['/jobcode_assignments', { user_id: unusual, jobcode_id: unusual }],
      ['/customfielditems', { name: unusual, customfield_id: unusual }],
    ]
    for (const [path, item] of requests) {
      const made = await server.post(company, path, [item])
      assert.deepEqual([made.status, first(made.body)._status_code], [200, 417], `${path}: ${made.text.slice(0, 200)}`)
      if (path === '/notifications' || path === '/jobcode_assignments') continue
      const changed = await server.put(company, path, [{ ...item, id: unusual }])
      assert.equal(changed.status, 200, changed.text.slice(0, 200))
    }
    const many = Array.from({ length: 40_000 }, (_, n) => n + 1)
    const report = { user_ids: many, start_date: '2026-02-01', end_date: '2026-02-02' }
    assert.equal((await server.call(company.token, 'POST', '/reports/payroll', { data: report })).status, 417)
    assert.equal((await server.get(company, `/groups?manager_ids=${many.slice(0, 1500).join()}`)).status, 200)
  })

  test('thousands of property names are refused with a short answer', async () => {
    const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`name${n}`, n]))
    const item = { user_id: company.adminId, jobcode_id: 0, type: 'manual', date: '2026-02-02', duration: 60 }
    for (const bloated of [
      { ...item, ...names(50_000) },
      { ...item, customfields: names(20_000) },
    ])
      for (const verb of ['post', 'put'] as const)
        for (const path of ['/timesheets', '/schedule_events', '/groups']) {
          const { status, text } = await server[verb](company, path, [bloated])
          assert.deepEqual([status, text.length < 200], [417, true], text.slice(0, 200))
        }
    const spread = await server.post(company, '/timesheets', Array(50).fill({ ...item, ...names(495) }))
    assert.deepEqual([spread.status, spread.text.includes('more than 25000 properties')], [417, true], spread.text)
    const some = first((await server.post(company, '/timesheets', [{ ...item, ...names(200) }])).body)
    assert.match(some._status_extra, /name0,name1/)
  })

  test('thousands of custom field values in many items are refused without a 500', async () => {
    const events = { start: '2026-03-02T08:00:00-07:00', end: '2026-03-02T09:00:00-07:00', draft: false }
    const items = Array.from({ length: 50 }, (_, n) => ({
      user_id: company.adminId,
      jobcode_id: 0,
      type: 'manual',
      date: '2026-02-02',
      duration: 60,
      ...events,
      customfields: Object.fromEntries(Array.from({ length: 400 }, (_, m) => [m + 1, `value ${n} ${m}`])),
    }))
    for (const path of ['/timesheets', '/schedule_events']) {
      const { status, text } = await server.post(company, path, items)
      assert.deepEqual([status, text.length < 200], [417, true], `${path}: ${text.slice(0, 200)}`)
      const few = await server.post(company, path, items.slice(0, 10))
      assert.equal(few.status, 200)
    }
  })

  test('a pay period that ends in the middle of a week loses no overtime', async () => {
    const other = await server.company(`Split ${database}`)
    await insertSetting(server, other.id, 'general', 'pto_overtime', 1)
    const [vacation] = await seed(server, other.id, 'jobcodes', [jobcodeRow({ name: 'Vacation', type: 'pto' })])
    const worked = ['16', '17', '18', '19'].map((day) => ({
      user_id: other.adminId,
      jobcode_id: 0,
      type: 'manual',
      date: `2026-02-${day}`,
      duration: 36000,
    }))
    await server.post(other, '/timesheets', [
      ...worked,
      { ...worked[0], jobcode_id: vacation!.id, date: '2026-02-20', duration: 28800 },
    ])
    const paid = async (start: string, end: string) => {
      const { body } = await server.get(
        other,
        `/reports/payroll?start_date=${start}&end_date=${end}&include_zero_time=yes`,
      )
      return body.results.payroll_report[other.adminId].total_ot_seconds
    }
    assert.equal(await paid('2026-02-15', '2026-02-21'), 28800)
    assert.equal((await paid('2026-02-15', '2026-02-19')) + (await paid('2026-02-20', '2026-02-21')), 28800)
  })

  test('an archived person cannot be put back on the clock', async () => {
    const worker = await server.user(company)
    const item = {
      user_id: worker.id,
      jobcode_id: 0,
      type: 'regular',
      start: '2026-03-02T06:00:00-07:00',
      end: '2026-03-02T07:00:00-07:00',
    }
    const made = await server.createOne(company, 'timesheets', item)
    await server.put(company, '/users', [{ id: worker.id, active: false }])
    assert.equal(first((await server.put(company, '/timesheets', [{ id: made.id, end: '' }])).body)._status_code, 417)
  })

  test('last_active shows the latest request even if nothing else happens', async () => {
    const quiet = await server.company(`Quiet ${database}`)
    await server.get(quiet, '/current_user')
    server.pass(3 * 3600)
    const { body } = await server.get(quiet, '/current_user')
    assert.equal(body.results.users[quiet.adminId].last_active.slice(0, 19), clockTime().slice(0, 19))
  })

  test('a regular timesheet may have values that the server computes itself, and an update by username an empty id', async () => {
    const worker = await server.user(company)
    const start = '1970-01-01T00:00:00+00:00'
    const item = {
      user_id: worker.id,
      jobcode_id: 0,
      type: 'regular',
      start,
      end: '1970-01-01T01:00:00Z',
      duration: 3600.5,
      date: 'today',
    }
    assert.equal(first((await server.post(company, '/timesheets', [item])).body)._status_code, 200)
    const [user] = await server.list(company, 'users', `?ids=${worker.id}`)
    for (const id of [null, '']) {
      const named = { id, username: user!.username, job_title: `Lead ${id}` }
      assert.equal(first((await server.put(company, '/users', [named])).body).job_title, named.job_title)
    }
  })

  test('the next answer has a setting that has changed', async () => {
    const time = async () =>
      (await server.get(company, '/effective_settings')).body.results.effective_settings.general.settings.time_format
    assert.equal(await time(), 12)
    await insertSetting(server, company.id, 'general', 'time_format', 24)
    assert.equal(await time(), 24)
  })
})

onBoth('rights that a person loses', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  test('a request already in flight does not undo the loss of rights', async () => {
    const worker = await server.user(company, { permissions: { manage_users: true } })
    await server.get(worker, '/current_user')
    await Promise.all([
      server.put(company, '/users', [{ id: worker.id, permissions: { manage_users: false } }]),
      server.put(worker, '/users', [{ id: worker.id, permissions: { manage_users: true, approve_timesheets: true } }]),
    ])
    const [kept] = await server.list(company, 'users', `?ids=${worker.id}`)
    assert.equal(kept!.permissions.manage_users, false)
    const leaver = await server.user(company, { permissions: { manage_users: true } })
    await server.get(leaver, '/current_user')
    await Promise.all([
      server.put(company, '/users', [{ id: leaver.id, active: false }]),
      server.put(leaver, '/users', [{ id: leaver.id, active: true }]),
    ])
    assert.deepEqual(await server.list(company, 'users', `?ids=${leaver.id}`), [])
  })
})

test('a server whose writer thread has died refuses writes immediately', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-dead-'))
  const module = join(folder, 'thread.mjs')
  writeFileSync(
    module,
    `import { parentPort } from 'node:worker_threads'
     parentPort.postMessage('ready')
     parentPort.on('message', () => { throw new Error('the disk is gone') })`,
  )
  const db = await openSqlite(join(folder, 'x.db'), 1, { thread: pathToFileURL(module), commits: new Commits() })
  const write = () =>
    db.write(
      operation('any', async () => 1),
      null,
      1,
    )
  const unavailable = (error: unknown) => error instanceof RequestError && error.status === 503
  await assert.rejects(write, unavailable)
  await assert.rejects(write, unavailable)
  await db.close()
  rmSync(folder, { recursive: true })
})
