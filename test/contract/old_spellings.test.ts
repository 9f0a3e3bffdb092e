import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { resources, samples } from '../support/samples.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// Old programs write some values in another way that has only one possible meaning. They are read as that.

onEither('old spellings', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    for (const { name } of resources) if (samples[name]) await samples[name].make(server, company, 3)
  })
  after(() => server.stop())

  const shortened = (text: string) => text.replaceAll(/\b(\d{4})-0?(\d{1,2})-0?(\d{1,2})(?=["T&]|$)/g, '$1-$2-$3')
  const first = (body: Values): Values => Object.values<Values>(Object.values<Values>(body.results)[0]!)[0]!

  test('month and day of a filter may have one digit', async () => {
    for (const path of [
      '/timesheets?start_date=2026-02-05&end_date=2026-03-09',
      '/timesheets?start_date=2026-01-01&modified_since=2026-03-01T00:00:00Z',
      '/timesheets?start_date=2026-01-01&modified_before=2026-03-01T00:00:00%2B00:00',
      '/schedule_events?schedule_calendar_ids=1&start=2026-03-01T00:00:00-07:00',
      '/reports/payroll?start_date=2026-02-05&end_date=2026-03-09',
      '/users?modified_since=2026-03-01T00:00:00Z',
    ]) {
      const short = shortened(path)
      assert.notEqual(short, path)
      const [padded, found] = [await server.get(company, path), await server.get(company, short)]
      assert.deepEqual([found.status, found.body], [padded.status, padded.body], short)
      if (path.startsWith('/timesheets') || path.startsWith('/users')) assert.equal(found.status, 200, found.text)
    }
    for (const date of [
      '2026-13-1',
      '2026-0-1',
      '2026-1-32',
      '2026-2-30',
      '2026-1-',
      '26-1-1',
      '2026-1-1-1',
      '2026-001-1',
    ])
      assert.equal((await server.get(company, `/timesheets?start_date=${date}`)).status, 417, date)
  })

  test('month and day in the body of a report may have one digit', async () => {
    const ask = async (start_date: string) =>
      server.call(company.token, 'POST', '/reports/payroll', { data: { start_date, end_date: '2026-03-09' } })
    const [padded, found] = [await ask('2026-02-05'), await ask('2026-2-5')]
    assert.deepEqual([found.status, found.body], [200, padded.body])
  })

  test('month and day in items may have one digit, and are stored padded', async () => {
    let tried = 0
    for (const { name } of resources) {
      const sample = samples[name]
      if (!sample?.item) continue
      const text = JSON.stringify({ data: [sample.item(3000, company)] })
      const short = shortened(text)
      if (short === text) continue
      tried += 1
      const dry = { 'x-clockhouse-dry-run': 'yes' }
      const send = async (body: string) =>
        (await server.call(company.token, 'POST', `/${name}`, body, dry)).text.replaceAll(
          /"(\w*_?id|msg_tracking_id|short_code)":"?[\w-]+"?/g,
          '',
        )
      const found = await send(short)
      assert.equal(found, await send(text), short)
      assert.match(found, /"_status_code":20\d/, short)
    }
    assert.ok(tried >= 3, String(tried))
    const sheet = { user_id: company.adminId, jobcode_id: 0, type: 'regular' }
    const times = { start: '2026-1-5T08:00:00-07:00', end: '2026-1-5T09:00:00-07:00' }
    const { id } = await server.createOne(company, 'timesheets', { ...sheet, ...times })
    const again = await server.post(company, '/timesheets', [{ ...sheet, ...times }])
    assert.equal(first(again.body)._status_code, 406, 'it overlaps')
    const changed = await server.put(company, '/timesheets', [{ id, end: '2026-1-5T10:00:00-07:00' }])
    assert.deepEqual([first(changed.body).date, first(changed.body).end], ['2026-01-05', '2026-01-05T10:00:00-07:00'])
    for (const date of ['2026-13-1', '2026-1-32']) {
      const refused = await server.post(company, '/timesheets', [{ ...sheet, type: 'manual', date, duration: 60 }])
      assert.equal(first(refused.body)._status_code, 417, date)
    }
  })

  test('text that looks like a short date stays as it is', async () => {
    const item = { user_id: company.adminId, jobcode_id: 0, type: 'manual', date: '2026-1-7', duration: 60 }
    const made = await server.createOne(company, 'timesheets', { ...item, notes: '2026-1-7' })
    assert.deepEqual([made.date, made.notes], ['2026-01-07', '2026-1-7'])
  })

  test('jobcode_type may be both, which is all', async () => {
    for (const path of ['/timesheets', '/timesheets_deleted']) {
      const ask = (type: string) =>
        server.get(company, `${path}?start_date=2026-01-01&end_date=2026-03-09&jobcode_type=${type}`)
      const [both, all] = [await ask('both'), await ask('all')]
      assert.deepEqual([both.status, both.body], [200, all.body], path)
      assert.ok(Object.keys(all.body.results[path.slice(1)]).length > 0, path)
    }
  })
})
