import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Row, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { upload } from '../support/pictures.ts'
import { insertSetting, jobcodeRow, seed } from '../support/seed.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

onBoth('files of timesheets', (database) => {
  let server: TestServer
  let company: TestCompany
  let day = 0
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  type Who = { token: string }
  const first = (body: Values): Values => Object.values<Values>(Object.values<Values>(body.results)[0]!)[0]!
  const file = async (who: Who = company) => (await server.createOne(who, 'files', upload())).id as number
  const manual = (attached_files: unknown, user_id = company.adminId): Values => {
    day += 1
    const date = new Date(Date.UTC(2026, 0, 1) + (day % 50) * 86_400_000).toISOString().slice(0, 10)
    return { user_id, jobcode_id: 0, type: 'manual', date, duration: 3600, attached_files }
  }
  const sheet = (attached_files: unknown, who: Who = company, user_id = company.adminId) =>
    server.createOne(who, 'timesheets', manual(attached_files, user_id))
  const refused = async (attached_files: unknown, who: Who = company, user_id = company.adminId) =>
    first((await server.post(who, '/timesheets', [manual(attached_files, user_id)])).body)
  const put = async (item: Values, who: Who = company) => first((await server.put(who, '/timesheets', [item])).body)
  const fileNow = async (id: number) => (await server.list(company, 'files', `?ids=${id}&active=both`))[0]!
  const links = (id: number) =>
    server.db.read.all<Row>(
      sql`select kind, object_id from file_links where company_id = ${company.id} and file_id = ${id}`,
    )
  const partsOf = (id: number) =>
    server.db.read.all<Row>(sql`select part from file_parts where company_id = ${company.id} and file_id = ${id}`)

  test('files are attached when a timesheet is created or updated, and both sides show it', async () => {
    const [one, two] = [await file(), await file()]
    const { body } = await server.post(company, '/timesheets', [manual([one])])
    const created = body.results.timesheets['1']
    assert.deepEqual([created._status_code, created.attached_files], [200, [one]])
    assert.deepEqual(body.supplemental_data.files[one].linked_objects, { timesheets: [String(created.id)] })
    assert.deepEqual((await fileNow(one)).linked_objects, { timesheets: [String(created.id)] })

    server.pass(60)
    const changed = await put({ id: created.id, attached_files: [String(two), one] })
    assert.deepEqual([changed._status_code, changed.attached_files], [200, [two, one]])
    assert.deepEqual((await put({ id: created.id, notes: 'x' })).attached_files, [two, one], 'omitted: unchanged')
    assert.deepEqual(
      (await put({ id: created.id, attached_files: [two] })).attached_files,
      [two],
      'the list is replaced',
    )
    const detached = await fileNow(one)
    assert.deepEqual([detached.active, detached.linked_objects], [true, []], 'detached, not deleted')
    assert.notEqual(detached.last_modified, detached.created)
    assert.deepEqual((await put({ id: created.id, attached_files: [] })).attached_files, [])
    assert.deepEqual([await links(one), await links(two)], [[], []])
  })

  test('files are found by timesheet, with the timesheets as supplemental data', async () => {
    const id = await file()
    const [a, b] = [await sheet([id]), await sheet([id])]
    await sheet([await file()])
    for (const type of ['timesheet', '0']) {
      const { body } = await server.get(company, `/files?linked_object_type=${type}&object_ids=${a.id},${b.id}`)
      assert.deepEqual(Object.keys(body.results.files), [String(id)])
      assert.deepEqual(body.results.files[id].linked_objects, { timesheets: [String(a.id), String(b.id)] })
      assert.deepEqual(Object.keys(body.supplemental_data).sort(), ['timesheets', 'users'])
      assert.deepEqual(Object.keys(body.supplemental_data.timesheets), [String(a.id), String(b.id)])
      assert.equal(body.more, false)
    }
    const listed = await server.get(company, `/timesheets?ids=${a.id},${b.id}`)
    assert.deepEqual(Object.keys(listed.body.supplemental_data.files), [String(id)])
  })

  test('files that are unknown, deleted or not visible are refused with the same words, and nothing is written', async () => {
    const worker = await server.user(company, { permissions: { manage_my_timesheets: true } })
    const stranger = await server.company()
    const gone = await file()
    await server.delete(company, `/files?ids=${gone}`)
    const own = await file(worker)
    const bad = [2_000_000_001, gone, await file(stranger), await file()]
    for (const id of bad) {
      const item = await refused([own, id], worker, worker.id)
      assert.deepEqual([item._status_code, item._status_extra], [417, `attached_files: there is no file ${id}`])
    }
    const created = await sheet([own], worker, worker.id)
    for (const id of bad) assert.equal((await put({ id: created.id, attached_files: [id] }, worker))._status_code, 417)
    assert.deepEqual((await fileNow(own)).linked_objects, { timesheets: [String(created.id)] })
    for (const value of ['x', [-1], [1.5], [{}], true])
      assert.match((await refused(value))._status_extra, /attached_files/)
  })

  test('a file cannot be taken from another person’s timesheet by naming that one in the same request', async () => {
    const reporter = await server.user(company, { permissions: { reports: true, manage_my_timesheets: true } })
    const secret = await file()
    const theirs = await sheet([secret])
    const own = await sheet([], reporter, reporter.id)
    const { body } = await server.put(reporter, '/timesheets', [
      { id: theirs.id, attached_files: [] },
      { id: own.id, attached_files: [secret] },
    ])
    const { 1: first, 2: second } = body.results.timesheets
    assert.equal(first._status_code, 417)
    assert.deepEqual([second._status_code, second._status_extra], [417, `attached_files: there is no file ${secret}`])
    assert.equal((await server.get(reporter, `/files/raw?id=${secret}`)).status, 404)
    assert.deepEqual((await fileNow(secret)).linked_objects, { timesheets: [String(theirs.id)] })
  })

  test('a timesheet has at most 20 files, and a file belongs to at most 100 timesheets', async () => {
    const items = Array.from({ length: 21 }, () => upload())
    const { body } = await server.post(company, '/files', items)
    const ids = Object.values<Values>(body.results.files).map((row) => row.id)
    assert.match((await refused(ids))._status_extra, /attached_files must be at most 20/)
    assert.equal((await sheet(ids.slice(1))).attached_files.length, 20)
    const one = ids[0]
    for (const count of [50, 50])
      await server.post(
        company,
        '/timesheets',
        Array.from({ length: count }, () => manual([one])),
      )
    assert.equal((await fileNow(one)).linked_objects.timesheets.length, 100)
    assert.match((await refused([one]))._status_extra, /attached_files: file \d+ is already attached to 100/)
  })

  test('items of one request see the files of those before them, and a refused one leaves no trace', async () => {
    const [one, two] = [await file(), await file()]
    const created = await sheet([one])
    const { body } = await server.put(company, '/timesheets', [
      { id: created.id, attached_files: [one, two] },
      { id: created.id, attached_files: [two], duration: 99_999_999 },
      { id: created.id, attached_files: [two] },
    ])
    const results = Object.values<Values>(body.results.timesheets)
    assert.deepEqual(
      results.map((item) => item._status_code),
      [200, 417, 200],
    )
    assert.deepEqual([await links(one), (await links(two)).length], [[], 1])
    assert.deepEqual((await fileNow(two)).linked_objects, { timesheets: [String(created.id)] })
  })

  describe('the deletion of timesheets and files', () => {
    test('deleting a timesheet deletes its files, except those of other timesheets', async () => {
      const [only, shared] = [await file(), await file()]
      const [a, b] = [await sheet([only, shared]), await sheet([shared])]
      await server.delete(company, `/timesheets?ids=${a.id}`)
      assert.deepEqual([(await fileNow(only)).active, (await fileNow(only)).linked_objects], [false, []])
      assert.deepEqual([await partsOf(only), await links(only)], [[], []])
      assert.equal((await server.get(company, `/files/raw?id=${only}`)).status, 404)
      assert.deepEqual((await fileNow(shared)).linked_objects, { timesheets: [String(b.id)] })
      assert.equal((await server.get(company, `/files/raw?id=${shared}`)).status, 200)
      const [gone] = await server.list(company, 'timesheets_deleted', `?ids=${a.id}`)
      assert.deepEqual(gone!.attached_files, [])
      await server.delete(company, `/timesheets?ids=${b.id}`)
      assert.equal((await fileNow(shared)).active, false)
    })

    test('deleting both timesheets of a file in one request deletes the file', async () => {
      const id = await file()
      const [a, b] = [await sheet([id]), await sheet([id])]
      await server.delete(company, `/timesheets?ids=${a.id},${b.id}`)
      assert.deepEqual([(await fileNow(id)).active, await partsOf(id)], [false, []])
    })

    test('deleting a file removes it from its timesheets, which are modified, and the history has the reason', async () => {
      const [id, other] = [await file(), await file()]
      const created = await sheet([id, other])
      server.pass(60)
      await server.delete(company, `/files?ids=${id}`)
      const [now] = await server.list(company, 'timesheets', `?ids=${created.id}`)
      assert.deepEqual(now!.attached_files, [other])
      assert.notEqual(now!.last_modified, created.last_modified)
      const history = await server.db.read.all<Row>(
        sql`select origin, old_values, new_values from timesheet_history where company_id = ${company.id} and timesheet_id = ${created.id} order by version`,
      )
      assert.deepEqual(
        { ...history.at(-1) },
        {
          origin: `file ${id} was deleted`,
          old_values: JSON.stringify({ attached_files: `,${id},${other},` }),
          new_values: JSON.stringify({ attached_files: `,${other},` }),
        },
      )
      const stamps = await server.get(company, '/last_modified_timestamps?endpoints=files,timesheets')
      const now60 = `${new Date(server.now / 1000).toISOString().slice(0, 19)}+00:00`
      assert.deepEqual(stamps.body.results.last_modified_timestamps, { files: now60, timesheets: now60 })
    })

    test('a timesheet that cannot be deleted keeps its files', async () => {
      const worker = await server.user(company, { permissions: { manage_my_timesheets: true } })
      const id = await file(worker)
      const created = await sheet([id], worker, worker.id)
      await server.put(company, '/users', [{ id: worker.id, approved_to: '2026-03-01' }])
      const { body } = await server.delete(worker, `/timesheets?ids=${created.id}`)
      assert.equal(first(body)._status_code, 409)
      assert.deepEqual((await fileNow(id)).linked_objects, { timesheets: [String(created.id)] })
    })
  })

  describe('the files of a timesheet that is split', () => {
    test('files stay with the part that keeps the id when a break splits a timesheet', async () => {
      const [pause] = await seed(server, company.id, 'jobcodes', [jobcodeRow({ name: 'Pause', type: 'unpaid_break' })])
      const worker = await server.user(company)
      const id = await file()
      const at = (hour: number) => `2026-02-10T${String(hour).padStart(2, '0')}:00:00-07:00`
      const shift = {
        user_id: worker.id,
        jobcode_id: 0,
        type: 'regular',
        start: at(8),
        end: at(16),
        attached_files: [id],
      }
      const created = await server.createOne(company, 'timesheets', shift)
      const rest = { ...shift, jobcode_id: pause!.id, start: at(12), end: at(13), attached_files: [] }
      assert.equal(first((await server.post(company, '/timesheets', [rest])).body)._status_code, 201)
      const rows = await server.list(company, 'timesheets', `?start_date=2026-02-10&user_ids=${worker.id}`)
      assert.deepEqual(
        rows.map((row) => row.attached_files),
        [[id], [], []],
      )
      assert.deepEqual((await fileNow(id)).linked_objects, { timesheets: [String(created.id)] })
    })

    test('files stay with the part that keeps the id when lunch is deducted', async () => {
      const other = await server.company()
      await insertSetting(server, other.id, 'general', 'lunch_deduct', 1)
      await insertSetting(server, other.id, 'general', 'lunch_length', 0.5)
      await insertSetting(server, other.id, 'general', 'lunch_threshold', 6)
      const id = await file(other)
      const times = { start: '2026-02-10T08:00:00-07:00', end: '2026-02-10T16:00:00-07:00' }
      const item = { user_id: other.adminId, jobcode_id: 0, type: 'regular', ...times, attached_files: [id] }
      assert.equal(first((await server.post(other, '/timesheets', [item])).body)._status_code, 201)
      const rows = await server.list(other, 'timesheets', '?start_date=2026-02-10')
      assert.deepEqual(
        rows.map((row) => row.attached_files),
        [[id], []],
      )
      const { body } = await server.get(other, `/files?ids=${id}`)
      assert.deepEqual(body.results.files[id].linked_objects, { timesheets: [String(rows[0]!.id)] })
    })
  })

  test('files are visible to their uploader, the owner of the time, the owner’s managers, people with manage_timesheets, and administrators', async () => {
    const group = await server.createOne(company, 'groups', { name: 'Crew' })
    const owner = await server.user(company, { group_id: group.id })
    const manager = await server.user(company)
    await server.put(company, '/groups', [{ id: group.id, manager_ids: [manager.id] }])
    const keeper = await server.user(company, { permissions: { manage_timesheets: true } })
    const uploader = await server.user(company, { permissions: { manage_timesheets: true } })
    const colleague = await server.user(company, { group_id: group.id })
    const approver = await server.user(company, { permissions: { approve_timesheets: true, reports: true } })
    const id = await file(uploader)
    const sees = async (who: Who) => {
      const listed = (await server.list(who, 'files', `?ids=${id}`)).length === 1
      assert.equal((await server.get(who, `/files/raw?id=${id}`)).status, listed ? 200 : 404)
      return listed
    }
    for (const who of [owner, manager]) assert.equal(await sees(who), false, 'not attached yet')
    const created = await sheet([id], uploader, owner.id)
    await server.put(company, '/users', [{ id: uploader.id, permissions: { manage_timesheets: false } }])
    for (const who of [owner, manager, keeper, uploader, company]) assert.equal(await sees(who), true)
    for (const who of [colleague, approver]) assert.equal(await sees(who), false)

    const related = async (who: Who) => {
      const { body } = await server.get(who, `/timesheets?ids=${created.id}`)
      return [Object.keys(body.results.timesheets).length, Object.keys(body.supplemental_data.files ?? {}).length]
    }
    assert.deepEqual(await related(owner), [1, 1])
    assert.deepEqual(await related(manager), [1, 1])
    assert.deepEqual(await related(approver), [1, 0], 'sees the time, not its files')
    const { body } = await server.get(uploader, '/files')
    assert.deepEqual(body.results.files[id].linked_objects, { timesheets: [String(created.id)] })
    assert.ok(!('timesheets' in body.supplemental_data), 'sees the file, not the time')

    const change = { id, file_name: 'x.png' }
    assert.equal(first((await server.put(owner, '/files', [change])).body)._status_code, 417, 'visible, but not theirs')
    assert.equal(first((await server.delete(manager, `/files?ids=${id}`)).body)._status_code, 417)
    assert.equal(first((await server.delete(uploader, `/files?ids=${id}`)).body)._status_code, 200)
    assert.deepEqual((await server.list(company, 'timesheets', `?ids=${created.id}`))[0]!.attached_files, [])
  })

  test('files take as many statements for 50 timesheets as for one, and none if there are no files', async () => {
    const { body } = await server.post(
      company,
      '/files',
      Array.from({ length: 50 }, () => upload()),
    )
    const ids = Object.values<Values>(body.results.files).map((row) => row.id as number)
    const count = async (ask: () => Promise<unknown>) => {
      const before = server.db.statements()
      await ask()
      return server.db.statements() - before
    }
    const created: number[] = []
    const post = async (items: Values[]) => {
      const answer = await server.post(company, '/timesheets', items)
      created.push(...Object.values<Values>(answer.body.results.timesheets).map((row) => row.id as number))
    }
    await post([manual([])])
    const plain = await count(() => post([manual([])]))
    const one = await count(() => post([manual([ids[0]])]))
    const many = await count(() => post(ids.slice(1).map((id) => manual([id]))))
    assert.ok(Math.abs(one - many) <= 1 && one > plain, `${plain} ${one} ${many}`)
    const [none, ...rest] = created.splice(0)
    const deleted = (numbers: number[]) => count(() => server.delete(company, `/timesheets?ids=${numbers}`))
    const withoutFiles = await deleted([none!])
    const [first, single, ...others] = rest
    await deleted([first!])
    assert.ok(Math.abs((await deleted([single!])) - (await deleted(others))) <= 1)
    assert.ok(withoutFiles < plain + 3)
  })
})
