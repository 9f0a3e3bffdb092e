import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { knownFrom } from '../../src/import/account.ts'
import { differingFields } from '../../src/import/compare.ts'
import { countList } from '../../src/import/count.ts'
import { listNamed } from '../../src/import/lists.ts'
import { readRecord } from '../../src/import/read_record.ts'
import { settingsIn, zoneIn } from '../../src/import/settings.ts'
import { baseOf, Source } from '../../src/import/source.ts'
import '../../src/resources/index.ts'

const company = { zone: 'America/Denver', userId: 1 }

/** A source that gives these answers, then the last one forever; time passes only while it waits. */
function sourceWith(answers: (() => Response)[], pace = { calls: 0, windowSeconds: 300 }) {
  const outside = { now: 0, calls: 0, waits: [] as number[], sent: [] as RequestInit[] }
  const source = new Source('https://time.example', 'secret-token', pace, {
    now: () => outside.now,
    wait: async (milliseconds) => {
      outside.waits.push(milliseconds / 1000)
      outside.now += milliseconds * 1000
    },
    fetch: async (_, init) => {
      outside.sent.push(init)
      return (answers[outside.calls++] ?? answers.at(-1)!)()
    },
  })
  return { source, outside }
}

const ok =
  (body: unknown = { results: {} }) =>
  () =>
    Response.json(body)
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ error: { code, message: 'Too bad' } }, { status: code, headers })

describe('a source', () => {
  test('a source is called 300 times in 5 minutes, and then as often as the oldest calls leave the window', async () => {
    const { source, outside } = sourceWith([ok()], { calls: 300, windowSeconds: 300 })
    for (let call = 0; call < 300; call++) await source.get('users', {})
    assert.deepEqual(outside.waits, [])
    outside.now = 100e6
    await source.get('users', {})
    assert.deepEqual([outside.waits, source.calls], [[200], 301])
  })

  test('a source is called again after Retry-After, and with growing pauses after other errors', async () => {
    const cut = () => new Response('{"results":{"us')
    const { source, outside } = sourceWith([
      status(429, { 'retry-after': '7' }),
      status(429),
      status(500),
      cut,
      status(503, { 'retry-after': '3' }),
      ok({ results: { users: {} } }),
    ])
    assert.deepEqual(await source.get('users', {}), { results: { users: {} } })
    assert.deepEqual(outside.waits, [7, 20, 1, 2, 3])
  })

  test('a source that does not recover ends with an error that names the reason and never the token', async () => {
    for (const [answer, expected, calls] of [
      [
        () => Response.json({ error: { code: 403, message: 'secret-token may not' } }, { status: 403 }),
        /^status 403: … may not$/,
        1,
      ],
      [status(500), /^status 500: Too bad$/, 6],
      [status(401), /^status 401: Too bad$/, 1],
      [status(302), /redirects elsewhere$/, 1],
      [() => Response.json([1]), /^the answer is not complete JSON$/, 6],
      [
        () => {
          throw new Error('connect ECONNREFUSED')
        },
        /^connect ECONNREFUSED$/,
        6,
      ],
    ] as const) {
      const { source, outside } = sourceWith([answer])
      await assert.rejects(source.get('users', {}), (error: Error) => {
        assert.match(error.message, expected)
        assert.ok(!`${error.stack}`.includes('secret-token'))
        return true
      })
      assert.equal(outside.calls, calls)
      assert.equal(outside.sent[0]!.redirect, 'manual', 'the token follows no redirect')
    }
  })

  test('a source is called over https, or on this machine', () => {
    assert.equal(baseOf('https://rest.tsheets.com'), 'https://rest.tsheets.com/api/v1')
    assert.equal(baseOf('http://127.0.0.1:8080/api/v1/'), 'http://127.0.0.1:8080/api/v1')
    assert.throws(() => baseOf('http://time.example'), /the token would be readable on the way; use https/)
    assert.throws(() => baseOf('ftp://time.example'), /is not an address/)
  })

  test('a list is counted with few calls, even if the source ignores the page number', async () => {
    const records = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [from + index, { id: from + index }]))
    const requested: number[] = []
    const pages = (count: number) => ({
      get: async (_: string, query: Readonly<Record<string, string>>) => {
        const page = Number(query.page)
        requested.push(page)
        const left = Math.max(0, Math.min(200, count - (page - 1) * 200))
        return { results: { groups: records(page * 200, left) }, more: page * 200 < count }
      },
    })
    for (const count of [0, 1, 200, 201, 400, 12_345]) {
      const account = pages(count)
      const counted = await countList(account, listNamed('groups'), { since: '', from: '' }, knownFrom(account))
      assert.deepEqual([counted.records, counted.pages], [count, Math.max(1, Math.ceil(count / 200))])
    }
    assert.ok(requested.length < 40, `${requested.length} calls`)
    const stuck = { get: async () => ({ results: { groups: records(1, 3) }, more: true }) }
    const counted = await countList(stuck, listNamed('groups'), { since: '', from: '' }, knownFrom(stuck))
    assert.equal(counted.pages, 1)
  })
})

describe('records', () => {
  const sheet = { id: 5, user_id: '7', jobcode_id: 8, type: 'regular', date: '2026-03-02', duration: 3600, tz: -7 }
  const times = { start: '2026-03-02T08:00:00-07:00', end: '2026-03-02T09:00:00-07:00', tz_str: 'tsMT' }
  const rest = { customfields: [], created: '2026-03-02T15:00:00+00:00', last_modified: '2026-03-02T16:00:00+00:00' }
  const read = (change: object) =>
    readRecord(listNamed('timesheets'), undefined, { ...sheet, ...times, ...rest, ...change }, company)

  test('records of the vendor are read in all of its formats', () => {
    const row = read({ notes: null, locked: '1' })
    assert.deepEqual(
      [row.user_id, row.tz_str, row.start, row.end, row.start_offset, row.notes, row.locked, row.customfields],
      [7, 'America/Denver', 1772463600e6, 1772467200e6, -25200, '', 1, {}],
    )
    const manual = read({ type: 'manual', start: '', end: '', tz_str: '' })
    assert.deepEqual([manual.start, manual.end, manual.duration], [1772463600e6, 1772467200e6, 3600])
    assert.deepEqual([read({ end: '' }).end, read({ end: '' }).duration], [null, 0])
    assert.equal(read({ notes: 'x'.repeat(4000) }).notes, 'x'.repeat(4000))
    assert.deepEqual([read({ created: '' }).created, read({ locked: '' }).locked], [0, 0])
  })

  test('invalid records are refused with the name of the property', () => {
    for (const [change, expected] of [
      [{ id: 0 }, /^Error: id must be between 1 and/],
      [{ id: 2 ** 31 - 1 }, /^Error: id must be between 1 and 2013265919$/],
      [{ id: 'five' }, /^Error: id must be a whole number$/],
      [{ user_id: undefined }, /^Error: user_id is missing$/],
      [{ user_id: { id: 7 } }, /^Error: user_id must be a whole number$/],
      [{ type: 'holiday' }, /^Error: type must be one of regular, manual$/],
      [{ start: '' }, /^Error: start is required$/],
      [{ start: 'yesterday' }, /^Error: start must be a date-time/],
      [{ end: '2026-03-02T07:00:00-07:00' }, /^Error: end must not be before start$/],
      [{ date: '2026-02-30' }, /^Error: date must be a date/],
      [{ duration: 'long' }, /^Error: duration must be a whole number$/],
      [{ notes: ['a'] }, /^Error: notes must be text$/],
      [{ last_modified: 'now' }, /^Error: last_modified must be a date-time/],
    ] as const)
      assert.throws(() => read(change), expected, JSON.stringify(change))
  })

  test('records are compared by exact values or by meaning', () => {
    const a = { id: 1, hours: '5', notes: '', active: true, fields: [], at: '2026-03-02T15:00:00Z', zone: 'tsMT' }
    const b = {
      id: 1,
      hours: 5,
      notes: null,
      active: 1,
      fields: {},
      at: '2026-03-02T08:00:00-07:00',
      zone: 'America/Denver',
    }
    const names = (equal: 'exact' | 'meaning') =>
      differingFields(a, b, {}, { equal, shared: false }).map(({ name }) => name)
    assert.deepEqual(names('exact'), ['active', 'at', 'fields', 'hours', 'notes', 'zone'])
    assert.deepEqual(names('meaning'), [])
    const changed = differingFields(
      { n: { x: 1, y: 2 } },
      { n: { y: 3, x: 1 } },
      {},
      { equal: 'meaning', shared: false },
    )
    assert.deepEqual(changed, [{ name: 'n', a: { x: 1, y: 2 }, b: { y: 3, x: 1 } }])
  })
})

test('an import takes the settings that this server knows and accepts and that differ from its own', () => {
  const effective = {
    general: {
      settings: { tz: 'tsPT', week_start: '1', overtime_made_up: 1, date_locale: 'martian', time_locale: 12 },
      last_modified: '2026-01-05T10:00:00+00:00',
    },
    unheard_of: { settings: { x: 1 } },
    sounds: 'none',
  }
  assert.equal(zoneIn(effective), 'America/Los_Angeles')
  const { rows: found, told } = settingsIn(effective)
  const rows = found.map(({ key, value, last_modified }) => [key, value, last_modified])
  assert.ok(rows.some((row) => JSON.stringify(row) === JSON.stringify(['tz', '"America/Los_Angeles"', 1767607200e6])))
  assert.ok(!rows.some(([key]) => key === 'date_locale' || key === 'overtime_made_up'))
  assert.deepEqual(Object.keys(told), ['general'])
  assert.ok(told.general!.includes('tz') && !told.general!.includes('date_locale'))
})
