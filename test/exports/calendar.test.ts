import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { ask } from '../app_api/ask.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

onEither('the calendar feed', (database) => {
  let server: TestServer
  let company: TestCompany
  let calendar: Values
  before(async () => {
    server = await TestServer.start(database, { CLOCKHOUSE_URL: 'https://time.example.com' })
    company = await server.company('Rivera; Gardens')
    ;[calendar] = (await server.list(company, 'schedule_calendars')) as [Values]
  })
  after(() => server.stop())

  const plan = (event: Values) =>
    server.createOne(company, 'schedule_events', {
      schedule_calendar_id: calendar.id,
      start: '2026-03-02T08:00:00-07:00',
      end: '2026-03-02T16:00:00-07:00',
      ...event,
    })
  const open = async (who: { token: string }) => {
    const { status, body } = await ask(server, who, 'POST', '/calendar_feed')
    assert.equal(status, 200)
    const url = String(body.url)
    assert.ok(url.startsWith('https://time.example.com/calendar/') && url.endsWith('.ics'), url)
    return new URL(url).pathname
  }
  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers })
  /** The values of a property in the raw bytes, with folded lines joined. */
  const values = (text: string, property: string) =>
    text
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .filter((line) => line.split(/[:;]/)[0] === property)

  test('the calendar feed has the published shifts of its owner, in UTC, and all-day shifts as dates', async () => {
    const wanda = await server.user(company, { last_name: 'Worker', permissions: { view_my_schedules: true } })
    const other = await server.user(company)
    const job = await server.createOne(company, 'jobcodes', { name: 'Terrace', assigned_to_all: true })
    const shift = await plan({
      assigned_user_ids: [wanda.id],
      title: `Delivery, ${'é'.repeat(60)}`,
      notes: 'Bring the key;\r\nBEGIN:VEVENT\rand \\ a hat',
      location: '1 Main St, Boise',
      jobcode_id: job.id,
    })
    await plan({ assigned_user_ids: [wanda.id], start: '2026-03-08T00:00:00-07:00', all_day: true, jobcode_id: job.id })
    await plan({
      assigned_user_ids: [wanda.id, other.id],
      title: 'Team',
      start: '2026-03-03T08:00:00-07:00',
      end: '2026-03-03T09:00:00-07:00',
    })
    await plan({ assigned_user_ids: [other.id], title: 'Another person’s' })
    await plan({ assigned_user_ids: [wanda.id], title: 'A draft', draft: true })
    await plan({ assigned_user_ids: [], title: 'Open' })
    const gone = await plan({ assigned_user_ids: [wanda.id], title: 'Called off' })
    await server.put(company, '/schedule_events', [{ id: gone.id, active: false }])

    const answer = await get(await open(wanda))
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['content-type'], 'text/calendar; charset=utf-8')
    const text = answer.body
    assert.ok(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Clockhouse//Schedule//EN\r\n'), text)
    assert.ok(text.trimEnd().endsWith('END:VCALENDAR'))
    assert.ok(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75))
    assert.ok(!/[^\r]\n|\r[^\n]/.test(text))
    assert.deepEqual(values(text, 'X-WR-CALNAME'), ['X-WR-CALNAME:Rivera\\; Gardens: Wanda Worker'])
    assert.deepEqual(values(text, 'DTSTART'), [
      'DTSTART:20260302T150000Z',
      'DTSTART:20260303T150000Z',
      'DTSTART;VALUE=DATE:20260308',
    ])
    assert.deepEqual(values(text, 'DTEND'), [
      'DTEND:20260302T230000Z',
      'DTEND:20260303T160000Z',
      'DTEND;VALUE=DATE:20260309',
    ])
    assert.deepEqual(values(text, 'SUMMARY'), [
      `SUMMARY:Delivery\\, ${'é'.repeat(60)}`,
      'SUMMARY:Team',
      'SUMMARY:Terrace',
    ])
    assert.deepEqual(values(text, 'DESCRIPTION'), [
      'DESCRIPTION:Terrace\\nBring the key\\;\\nBEGIN:VEVENT\\nand \\\\ a hat',
    ])
    assert.deepEqual(values(text, 'LOCATION'), ['LOCATION:1 Main St\\, Boise'])
    assert.ok(values(text, 'UID')[0]!.startsWith(`UID:shift-${shift.id}@`))
    assert.equal(new Set(values(text, 'UID')).size, 3)

    // A person who may not see their shifts in the app does not see them here.
    const kept = await get(await open(other))
    assert.deepEqual([kept.statusCode, values(kept.body, 'UID')], [200, []])
  })

  test('the calendar feed answers 304 when nothing has changed', async () => {
    const who = await server.user(company, { permissions: { view_my_schedules: true } })
    const url = await open(who)
    const { etag } = (await get(url)).headers
    assert.equal((await get(url, { 'if-none-match': String(etag) })).statusCode, 304)
    await plan({ assigned_user_ids: [who.id], title: 'New' })
    const changed = await get(url, { 'if-none-match': String(etag) })
    assert.deepEqual([changed.statusCode, values(changed.body, 'SUMMARY')], [200, ['SUMMARY:New']])
  })

  test('the address of a calendar feed is a secret, is stored only as a hash, and can be revoked immediately', async () => {
    const who = await server.user(company)
    assert.deepEqual((await ask(server, who, 'GET', '/calendar_feed')).body, { open: false, created: null })
    const first = await open(who)
    const about = await ask(server, who, 'GET', '/calendar_feed')
    assert.deepEqual(about.body, { open: true, created: '2026-03-02T15:00:00+00:00' })
    const secret = /([^/]+)\.ics$/.exec(first)![1]!
    const rows = await server.db.read.all<Values>(sql`select * from calendar_feeds`)
    assert.ok(rows.every((row) => !JSON.stringify(row).includes(secret.split('__')[1]!)))
    const second = await open(who)
    assert.deepEqual([(await get(first)).statusCode, (await get(second)).statusCode], [404, 200])
    const ended = await ask(server, who, 'DELETE', '/calendar_feed')
    assert.deepEqual(ended.body, { open: false, created: null })
    assert.equal((await get(second)).statusCode, 404)
    for (const path of ['/calendar/.ics', '/calendar/x.ics', `/calendar/${secret.replace(/\d+__/, '99999__')}.ics`])
      assert.equal((await get(path)).statusCode, 404, path)
  })

  test('an archived person gets no calendar feed, nor does an address that is not allowed', async () => {
    const who = await server.user(company)
    const url = await open(who)
    await server.put(company, '/users', [{ id: who.id, active: false }])
    assert.equal((await get(url)).statusCode, 404)
    await server.put(company, '/users', [{ id: who.id, active: true }])
    assert.equal((await get(url)).statusCode, 404)

    const walled = await server.company(`Walled ${database}`)
    const inside = await open(walled)
    const addresses = { block: true, allowed: ['192.0.2.1'] }
    await ask(server, walled, 'PUT', '/addresses', addresses, { remoteAddress: '192.0.2.1' })
    assert.equal((await get(inside)).statusCode, 499)
  })
})
