import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openDatabase } from '../../src/db/open.ts'
import { sql } from '../../src/engine/sql.ts'
import { ownIdsFrom, type Values } from '../../src/engine/table.ts'
import { AnswerError } from '../../src/import/account.ts'
import { compareList, type Difference } from '../../src/import/compare.ts'
import { lists } from '../../src/import/lists.ts'
import { knownIn, LocalAccount } from '../../src/import/local.ts'
import { Import, type Report } from '../../src/import/run.ts'
import { Source } from '../../src/import/source.ts'
import { ownerOf, targetOf } from '../../src/import/target.ts'
import { operations } from '../../src/operations.ts'
import { storedRate } from '../../src/rules/pay/pay.ts'
import { catalog } from '../../src/rules/settings/settings.ts'
import { localDate } from '../../src/rules/time/calendar.ts'
import { fillCompany } from '../../src/sample/fill.ts'
import { clockhouse, launcher, type Outcome } from '../cli/command.ts'
import { databaseFolder } from '../support/folders.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { nightly } from '../support/tiers.ts'

/** A company of a server, filled as the sandbox's is. */
async function filled(server: TestServer): Promise<TestCompany> {
  const company = await server.company('Northside Builders')
  const db = await openDatabase(server.place, server.now, { operations: [...operations, fillCompany] }, () => {})
  const { id: companyId, adminId: ownerId } = company
  await db.write(fillCompany, { companyId, ownerId, seed: 1, password: '', months: 1 }, server.now)
  await db.close()
  return company
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Sends requests to the server without a network. */
function injected(server: TestServer): Fetch {
  return async (url, { headers }) => {
    const { pathname, search } = new URL(url)
    const answer = await server.app.inject({ url: pathname + search, headers: headers as Record<string, string> })
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    })
  }
}

/** Runs an import of what `fetch` answers. */
async function importFrom(
  server: TestServer,
  fetch: Fetch,
  {
    token = 'token',
    company,
    ...wanted
  }: { token?: string; company: string; check?: boolean; all?: boolean; from?: string },
): Promise<Report> {
  const pace = { calls: 0, windowSeconds: 300 }
  const world = { db: server.db, now: () => server.now }
  const source = new Source('http://127.0.0.1', token, pace, { ...world, wait: async () => {}, fetch })
  const owner = await ownerOf(source)
  const target = await targetOf(server.db, company, source.base)
  return new Import(world, source, { from: '', all: false, check: undefined, ...wanted, owner, target }, () => {}).run()
}

/** How two companies of a server differ, compared exactly, and how many records each list has. */
async function compared(server: TestServer, a: TestCompany, b: { id: number }) {
  const now = () => server.now
  const of = (companyId: number) => new LocalAccount(server.db, { companyId, userId: a.adminId }, now)
  const differences: Difference[] = []
  const counts: Record<string, number> = {}
  const known = knownIn(server.db, a.id)
  for (const list of lists) {
    const both = { a: of(a.id), b: of(b.id), known }
    const strictness = { equal: 'exact', shared: false } as const
    const result = await compareList(both, list, { since: '', from: '' }, strictness, (one) => differences.push(one))
    assert.equal(result.failed, undefined)
    counts[list.name] = result.a
  }
  return { differences, counts }
}

onEither('an import', (database) => {
  let server: TestServer
  let origin: TestCompany
  let copy: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
    origin = await filled(server)
  })
  after(() => server.stop())

  const audited = (companyId: number) =>
    server.db.read.all<{ event: string; details: string }>(
      sql`select event, details from audit_lines
        where company_id = ${companyId} and event like 'import %' order by sequence`,
    )

  test('an import that is interrupted ten times, from a source with faults, ends with equal lists', async () => {
    const ask = injected(server)
    let calls = 0
    let next = 40
    let interruptions = 0
    const faulty: Fetch = async (url, init) => {
      calls += 1
      if (calls > next) throw new Error('the connection is gone')
      if (calls % 13 === 0) return Response.json({ error: { code: 500, message: 'Sorry' } }, { status: 500 })
      if (calls % 17 === 0) return new Response('', { status: 429, headers: { 'retry-after': '1' } })
      const answer = await ask(url, init)
      if (calls % 19 !== 0) return answer
      const bytes = await answer.arrayBuffer()
      return new Response(bytes.slice(0, bytes.byteLength / 2))
    }
    let report: Report | undefined
    while (!report) {
      try {
        report = await importFrom(server, faulty, { token: origin.token, company: 'copy' })
      } catch (error) {
        assert.ok(error instanceof AnswerError && error.status === 0, `${error}`)
        interruptions += 1
        next = interruptions < 10 ? calls + (interruptions === 1 ? 90 : 12) : Number.POSITIVE_INFINITY
      }
    }
    assert.equal(interruptions, 10)
    assert.deepEqual([report.left, report.check?.differences, report.state.gaps], [{ list: [], count: 0 }, [], false])
    copy = { id: report.companyId, token: await server.token(report.companyId, origin.adminId) }
    const { differences, counts } = await compared(server, origin, copy)
    assert.deepEqual(differences, [])
    assert.deepEqual(
      Object.entries(counts).filter(([, count]) => count === 0),
      [],
      'every list has records',
    )
    const logged = await server.db.read.all<{ kind: string; sequence: number; last_change: number }>(
      sql`select kind, sequence, last_change from changes join companies using (company_id) where company_id = ${copy.id}`,
    )
    const [{ kind, sequence, last_change }, ...more] = logged as [(typeof logged)[0]]
    assert.deepEqual([kind, sequence, more], ['restarted', last_change, []])
    assert.ok(last_change > 40, 'each page had its place in the change log')
  })

  test('people can work on in an imported company: its own ids are separate, balances and settings are right', async () => {
    const { id } = copy
    const settingsOf = async (who: { token: string }) => (await server.get(who, '/effective_settings')).body.results
    assert.deepEqual(await settingsOf(copy), await settingsOf(origin))
    const made = await server.createOne(copy, 'groups', { name: 'New here' })
    assert.ok(made.id >= ownIdsFrom, `${made.id}`)
    const [off] = await server.list(copy, 'jobcodes', '?type=pto&name=Vacation')
    const people = await server.list(copy, 'users')
    const worker = people.find((user) => user.pto_balances[off!.id] > 0)!
    const line = await server.db.read.get<{ seconds: number }>(sql`select cast(sum(seconds) as bigint) as seconds
      from pto_ledger where company_id = ${id} and user_id = ${worker.id} and jobcode_id = ${off!.id}`)
    const taken = await server.db.read.get<{
      seconds: number | null
    }>(sql`select cast(sum(duration) as bigint) as seconds
      from timesheets where company_id = ${id} and user_id = ${worker.id} and jobcode_id = ${off!.id}`)
    assert.equal(Number(line!.seconds) - Number(taken!.seconds ?? 0), worker.pto_balances[off!.id])
    const hashes = await server.db.read.all(sql`select id from users where company_id = ${id} and password <> ''`)
    assert.deepEqual(hashes, [], 'no password is imported')
    const mails = await server.db.read.all(sql`select id from mails where company_id = ${id}`)
    assert.deepEqual(mails, [], 'no person is notified')
    const [sheet] = await server.list(copy, 'timesheets', '?start_date=2026-02-01&limit=1')
    const history = await server.db.read.all(
      sql`select action, origin, version from timesheet_history where company_id = ${id} and timesheet_id = ${sheet!.id}`,
    )
    assert.deepEqual({ ...history[0] }, { action: 'created', origin: 'imported', version: 1 })
    assert.equal(history.length, 1)
    const told = await audited(id)
    assert.deepEqual(
      told.map(({ event }) => event),
      ['import begun', 'import ended'],
    )
    const { host, written, lists: counts } = JSON.parse(told[1]!.details)
    assert.ok(host === '127.0.0.1' && written > 3000 && counts.users.written >= people.length, told[1]!.details)
  })

  test('the next import reads only what has changed since: new, changed, archived and deleted records', async () => {
    server.pass(3600)
    const people = await server.list(origin, 'users')
    const [first, second] = people.filter((user) => user.id !== origin.adminId && !user.permissions.admin)
    const before = await server.list(origin, 'timesheets', `?start_date=2026-02-01&user_ids=${first!.id}`)
    const [gone, noted] = before.filter((sheet) => sheet.on_the_clock === false)
    // Two people trade their names: at no time does anyone else have them.
    await server.put(origin, '/users', [{ id: first!.id, username: 'aside' }])
    await server.put(origin, '/users', [{ id: second!.id, username: first!.username }])
    await server.put(origin, '/users', [
      { id: first!.id, username: second!.username, email: 'other@northside.example' },
    ])
    await server.delete(origin, `/timesheets?ids=${gone!.id}`)
    await server.put(origin, '/timesheets', [{ id: noted!.id, notes: 'Noted later' }])
    const [job] = await server.list(origin, 'jobcodes', '?parent_ids=0')
    const task = await server.createOne(origin, 'jobcodes', { name: 'A new task', parent_id: job!.id })
    const day = { user_id: first!.id, type: 'manual', date: '2026-03-01', duration: 7200 }
    const made = await server.createOne(origin, 'timesheets', { ...day, jobcode_id: task.id })
    await server.put(origin, '/customfields', [
      { id: (await server.list(origin, 'customfields'))[0]!.id, active: false },
    ])

    server.pass(60)
    const report = await importFrom(server, injected(server), { token: origin.token, company: 'copy' })
    assert.deepEqual(report.left, { list: [], count: 0 })
    assert.ok(report.state.calls < 45, `${report.state.calls} calls`)
    assert.ok(report.state.counts.timesheets!.read < 10, 'only what has changed is read')
    const { differences } = await compared(server, origin, copy)
    assert.deepEqual(
      differences.filter(({ id }) => id < ownIdsFrom),
      [],
    )
    assert.equal((await server.list(copy, 'timesheets', `?ids=${gone!.id}`)).length, 0)
    assert.equal((await server.list(copy, 'timesheets', `?ids=${made.id}`))[0]!.duration, 7200)
    const mails = await server.db.read.all(sql`select id from mails where company_id = ${copy.id}`)
    assert.deepEqual(mails, [], 'no person is notified that their name has changed')
  })

  test('an import leaves out invalid records, names them, and imports the rest', async () => {
    const report = await importFrom(server, faultySource(), { company: 'liars', check: true })
    const left = report.left.list.map(({ list, id, message }) => `${list} ${id}: ${message}`)
    for (const expected of [
      /^groups 0: page 2 cannot be read: status 500: Broken$/,
      /^customfields 0: page 1 cannot be read: results.customfields must be an object$/,
      /^users 11: the record is not an object$/,
      /^users 0: id must be a whole number$/,
      /^users 2147483000: id must be between 1 and/,
      /^users 13: permissions must be an object/,
      /^users 1[45]: another record has the same username$/,
      /^jobcodes 23: type must be one of regular/,
      /^jobcodes 24: parent_id: there is no jobcode 99, so it was put at the top$/,
      /^jobcodes 2[56]: parent_id: 2[56] is below the jobcode itself, so it was put at the top$/,
      /^timesheets 32: user_id: there is no record 77 of users$/,
      /^timesheets 33: end must not be before start$/,
      /^timesheets 34: jobcode_id: there is no record 23 of jobcodes$/,
      /^timesheets 0: page 2 repeats the one before, so the list ends there$/,
      /^estimates 0: the list cannot be read: status 404$/,
      /^files 41: its bytes are not a PNG or JPEG picture$/,
      /^files 42: its picture has 4 bytes instead of 99$/,
    ])
      assert.ok(
        left.some((line) => expected.test(line)),
        `${expected} is not in\n${left.join('\n')}`,
      )
    assert.equal(report.state.gaps, true, 'the next run reads everything again')
    const ids = async (table: ReturnType<typeof sql>) =>
      (
        await server.db.read.all<{ id: number }>(
          sql`select id from ${table} where company_id = ${report.companyId} and id < ${ownIdsFrom} order by id`,
        )
      ).map(({ id }) => id)
    assert.deepEqual(await ids(sql`groups`), [1, 2])
    assert.deepEqual(
      (await ids(sql`users`)).filter((id) => id !== 14 && id !== 15),
      [7, 16],
    )
    assert.deepEqual(await ids(sql`jobcodes`), [21, 24, 25, 26])
    assert.deepEqual(await ids(sql`timesheets`), [31])
    assert.deepEqual(await ids(sql`files`), [])
    assert.deepEqual(await ids(sql`estimates`), [])
  })

  test('later imports try the records again that were left out, until they are valid or deleted', async () => {
    const sheets = { 31: sheet(31), 32: sheet(32, { user_id: 77 }), 33: sheet(33, { end: 'late' }) }
    const run = async (users: Values, timesheets: Values) => {
      const given = { users, timesheets, jobcodes: { 21: job(21) }, files: {} }
      const { left, state } = await importFrom(server, faultySource(given, {}, false), {
        company: 'later',
        check: false,
      })
      return { left: left.list.map(({ list, id }) => `${list} ${id}`).sort(), read: state.counts.timesheets!.read }
    }
    const one = { 7: person(7) }
    assert.deepEqual(await run(one, sheets), { left: ['timesheets 32', 'timesheets 33'], read: 3 })
    assert.deepEqual(await run(one, sheets), { left: ['timesheets 32', 'timesheets 33'], read: 0 })
    const { 33: _, ...fewer } = sheets
    assert.deepEqual(await run(one, fewer), { left: ['timesheets 32'], read: 0 })
    assert.deepEqual(await run({ ...one, 77: person(77) }, { 32: sheet(32) }), { left: [], read: 0 })
  })

  test('an import that leaves out more than it can list reads everything again the next time', async () => {
    const at = (id: number, seconds: number) => new Date(Date.UTC(2026, 0, 5, 0, id, seconds)).toISOString()
    const many = Array.from({ length: 320 }, (_, id) => id + 100)
    const sheets = Object.fromEntries(
      many.map((id) => [id, sheet(id, { user_id: 77, start: at(id, 0), end: at(id, 30), duration: 30 })]),
    )
    const run = async (users: Values) => {
      const given = { users, timesheets: sheets, jobcodes: { 21: job(21) }, files: {} }
      const { left, state } = await importFrom(server, faultySource(given, {}, false), {
        company: 'many',
        check: false,
      })
      return { left: left.count, listed: left.list.length, read: state.counts.timesheets!.read }
    }
    assert.deepEqual(await run({ 7: person(7) }), { left: 320, listed: 300, read: 320 })
    const both = { 7: person(7), 77: person(77) }
    assert.deepEqual(await run(both), { left: 0, listed: 0, read: 320 })
    assert.deepEqual(await run(both), { left: 0, listed: 0, read: 0 })
  })

  test('an import moves a jobcode below its parent when a later run brings the parent', async () => {
    const run = async (parent: Values) => {
      const given = { users: { 7: person(7) }, timesheets: {}, files: {} }
      const jobcodes = { 23: job(23, parent), 24: job(24, { parent_id: 23 }) }
      const source = faultySource({ ...given, jobcodes }, {}, false)
      const { companyId, left } = await importFrom(server, source, { company: 'tree', check: false })
      const jobs = await server.db.read.all<{ id: number; parent_id: number }>(
        sql`select id, parent_id from jobcodes where company_id = ${companyId} order by id`,
      )
      return { left: left.list.map(({ id }) => id).sort(), jobs: jobs.map(({ id, parent_id }) => [id, parent_id]) }
    }
    const before = { left: [23, 24], jobs: [[24, 0]] }
    assert.deepEqual(await run({ type: 'mystery' }), before)
    assert.deepEqual(await run({ type: 'mystery' }), before)
    const jobs = [
      [23, 0],
      [24, 23],
    ]
    assert.deepEqual(await run({}), { left: [], jobs })
  })

  test('an import keeps the past pay rate when a later run brings a raise', async () => {
    const run = async (pay_rate: number) => {
      const users = { 7: person(7), 8: person(8, { pay_rate, pay_interval: 'hour' }) }
      const source = faultySource({ users, timesheets: {}, jobcodes: {}, files: {} }, {}, false)
      const { companyId } = await importFrom(server, source, { company: 'raise', check: false, all: true })
      const rates = await server.db.read.all<{ starts: string; rate: number }>(
        sql`select starts, rate from pay_rates where company_id = ${companyId} order by starts`,
      )
      return rates.map(({ starts, rate }) => [starts, rate])
    }
    assert.deepEqual(await run(0), [])
    const first = ['', storedRate(20)]
    assert.deepEqual(await run(20), [first])
    assert.deepEqual(await run(20), [first])
    server.pass(24 * 3600)
    const today = localDate(server.now, 'America/Denver')
    assert.deepEqual(await run(22), [first, [today, storedRate(22)]])
    assert.deepEqual(await run(23), [first, [today, storedRate(23)]])
    server.pass(24 * 3600)
    const next = localDate(server.now, 'America/Denver')
    assert.deepEqual(await run(0), [first, [today, storedRate(23)], [next, 0]])
  })

  test('an import brings the current settings, even if they are back at the default', async () => {
    const run = async (week_start: string) => {
      const general = { settings: { week_start, tz: 'tsPT' }, last_modified: '2026-01-05T10:00:00+00:00' }
      const source = faultySource({ users: { 7: person(7) }, timesheets: {}, jobcodes: {}, files: {} }, {}, false, {
        general,
      })
      const { companyId } = await importFrom(server, source, { company: 'settings', check: false })
      const rows = await server.db.read.all<{ key: string; value: string }>(sql`select key, value from settings
        where company_id = ${companyId} and section = 'general' order by key`)
      return rows.map(({ key, value }) => `${key} ${value}`)
    }
    const usual = String(catalog.general.week_start.default)
    const other = usual === '1' ? '2' : '1'
    const zone = 'tz "America/Los_Angeles"'
    assert.deepEqual((await run(other)).length, 2)
    assert.deepEqual(await run(usual), [zone])
  })

  test('an import stops when another import into the same company runs at the same time', async () => {
    let other: Promise<Report> | undefined
    const source = faultySource({}, {}, false)
    const slow: Fetch = async (url, init) => {
      const isReading = url.includes('/groups?') && url.includes('limit=200')
      const stored = isReading && (await targetOf(server.db, 'twice', '')).companyId !== undefined
      if (stored && !other) {
        other = importFrom(server, source, { company: 'twice', check: false })
        await other
      }
      return source(url, init)
    }
    await assert.rejects(importFrom(server, slow, { company: 'twice' }), /another import into this company is running/)
    assert.equal((await other)?.state.phase, 'done')
  })

  test('an import into a company whose records would collide is refused, and writes nothing', async () => {
    const own = await server.company('Own company')
    const { client_url } = (await server.db.read.get<{ client_url: string }>(
      sql`select client_url from companies where company_id = ${own.id}`,
    ))!
    const rows = () => server.db.read.all(sql`select * from companies where company_id = ${own.id}`)
    const untouched = await rows()
    const withUser = (user: Values) => faultySource({ users: { 7: person(7), [user.id]: user } })
    await assert.rejects(
      importFrom(server, withUser(person(own.adminId)), { company: client_url }),
      new RegExp(`records that would collide: users ${own.adminId}`),
    )
    await assert.rejects(
      importFrom(server, withUser({ ...person(90), username: 'ADA' }), { company: client_url }),
      /the username ADA/,
    )
    assert.deepEqual(await rows(), untouched)
    const one = { users: { 7: person(7) } }
    const { left, companyId } = await importFrom(server, faultySource(one), { company: client_url, check: false })
    assert.equal(companyId, own.id, 'without a collision it is filled')
    assert.ok(!left.list.some(({ list }) => list === 'users'))
    assert.deepEqual(
      (await server.list(own, 'users')).map(({ username }) => username).sort(),
      ['ada', 'person7'],
      'together with its own records',
    )
    assert.ok((await server.createOne(own, 'groups', { name: 'Later' })).id >= ownIdsFrom)
    const other = faultySource({}, { permissions: { admin: false } })
    await assert.rejects(importFrom(server, other, { company: 'others' }), /the token must be an administrator’s/)
    const there = await server.db.read.all(sql`select 1 as there from companies where client_url = 'others'`)
    assert.deepEqual(there, [])
  })
})

const times = { created: '2026-01-05T10:00:00+00:00', last_modified: '2026-01-06T10:00:00+00:00' }

function job(id: number, more: Values = {}): Values {
  return { id, name: `Job ${id}`, parent_id: 0, type: 'regular', active: true, ...times, ...more }
}

function sheet(id: number, more: Values = {}): Values {
  const about = { id, user_id: 7, jobcode_id: 21, type: 'regular', date: '2026-01-05', tz: 0, tz_str: '', duration: 60 }
  const span = { start: `2026-01-05T10:${id}:00+00:00`, end: `2026-01-05T10:${id}:30+00:00` }
  return { ...about, ...times, ...span, customfields: '', ...more }
}

function person(id: number, more: Values = {}): Values {
  const name = { username: `person${id}`, first_name: 'Pat', last_name: `Nr ${id}`, active: true }
  return { id, ...name, permissions: { admin: id === 7 }, group_id: 0, ...times, ...more }
}

/** An account with some invalid answers. `instead`: records of some resources. */
function faultySource(
  instead: Record<string, Values> = {},
  owner: Values = {},
  broken = true,
  settings: Values = {},
): Fetch {
  const file = (id: number, size: number) => ({
    ...{
      id,
      uploaded_by_user_id: 7,
      file_name: 'a.png',
      size,
      active: true,
      linked_objects: [],
      meta_data: [],
      ...times,
    },
  })
  const all: Record<string, Values> = {
    users: {
      7: person(7),
      11: 'nonsense',
      12: { ...person(12), id: 'twelve' },
      2147483000: person(2147483000),
      13: { ...person(13), permissions: [] },
      14: person(14, { username: 'same' }),
      15: person(15, { username: 'Same' }),
      16: person(16),
    },
    jobcodes: {
      21: job(21),
      23: job(23, { type: 'mystery' }),
      24: job(24, { parent_id: 99 }),
      25: job(25, { parent_id: 26 }),
      26: job(26, { parent_id: 25 }),
    },
    timesheets: {
      31: sheet(31),
      32: sheet(32, { user_id: 77 }),
      33: sheet(33, { end: '2026-01-05T09:00:00+00:00' }),
      34: sheet(34, { jobcode_id: 23 }),
    },
    files: { 41: file(41, 4), 42: file(42, 99) },
    ...instead,
  }
  const group = (id: number) => ({ [id]: { id, name: `Group ${id}`, active: true, manager_ids: [], ...times } })
  return async (url) => {
    const { pathname, searchParams } = new URL(url)
    const path = pathname.replace('/api/v1/', '')
    const page = Number(searchParams.get('page'))
    const asked = searchParams.get('ids')?.split(',')
    const unchanged = /^2026/.test(searchParams.get('modified_since') ?? '') && !asked
    const chosen = (records: Values) =>
      unchanged ? {} : Object.fromEntries(Object.entries(records).filter(([id]) => !asked || asked.includes(id)))
    if (path === 'current_user') {
      const user = person(7, { company_name: 'Liars Inc', ...owner })
      return Response.json({ results: { users: { 7: user } } })
    }
    if (path === 'effective_settings') return Response.json({ results: { effective_settings: settings } })
    if (path === 'files/raw') return new Response('oops')
    if (broken && path === 'groups' && page === 2)
      return Response.json({ error: { code: 500, message: 'Broken' } }, { status: 500 })
    if (broken && path === 'groups')
      return Response.json({ results: { groups: group(page === 1 ? 1 : 2) }, more: page < 3 })
    if (broken && path === 'customfields') return Response.json({ results: { customfields: 'none' } })
    if (broken && path === 'estimates') return new Response('<html>', { status: 404 })
    if (broken && path === 'timesheets')
      return Response.json({ results: { timesheets: chosen(all.timesheets!) }, more: !asked })
    return Response.json({ results: { [path]: chosen(all[path] ?? {}) }, more: false })
  }
}

describe('clockhouse import and compare', () => {
  let server: TestServer
  let origin: TestCompany
  let from: string
  const data = databaseFolder('clockhouse-import-')
  const tokenFile = join(data, 'token.txt')
  before(async () => {
    server = await TestServer.start('sqlite')
    origin = await filled(server)
    from = await server.listen()
    writeFileSync(tokenFile, `${origin.token}\n`)
  })
  after(async () => {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  })

  const env = () => ({ CLOCKHOUSE_DATA: join(data, 'target'), CLOCKHOUSE_TOKEN: origin.token })

  test('a dry run of an import counts records, estimates the time, and writes nothing', async () => {
    const { code, stdout } = await clockhouse(['import', '--from', from, '--dry-run', '--json'], { env: env() })
    assert.equal(code, 0)
    const { company, records, calls, seconds, lists: counted } = JSON.parse(stdout)
    assert.equal(company, 'Northside Builders')
    assert.deepEqual(
      counted.find(({ list }: Values) => list === 'users'),
      { list: 'users', records: 25, pages: 1 },
    )
    assert.ok(records > 1000 && calls > 30 && seconds > 5, stdout)
    assert.equal((await clockhouse(['token', 'list'], { env: env() })).code, 1, 'there is no database yet')
  })

  const importAll = (target: string) =>
    clockhouse(['import', '--from', from, '--calls', '0', '--token-file', tokenFile, '--json'], {
      env: { CLOCKHOUSE_DATA: join(data, target) },
    })
  const assertComplete = ({ code, stdout, stderr }: Outcome) => {
    assert.equal(code, 0, stderr + stdout)
    const report = JSON.parse(stdout)
    assert.ok(report.complete && report.left_out.count === 0 && report.differences.length === 0, stdout)
    assert.equal(report.compared.length, lists.length)
    assert.ok(report.compared.every((one: Values) => one.a === one.b && one.only_a + one.only_b + one.different === 0))
    assert.ok(!stderr.includes(origin.token))
  }

  nightly.test(
    'an import that is killed continues with the same command, and every record is equal in the end',
    async () => {
      const args = ['import', '--from', from, '--calls', '0', '--token-file', tokenFile, '--json']
      let kills = 0
      for (const until of [/^jobcode_assignments/m, /^timesheets: /m]) {
        const child = spawn(process.execPath, [launcher, ...args], {
          env: { PATH: process.env.PATH, CLOCKHOUSE_DATA: join(data, 'killed') },
          stdio: ['ignore', 'ignore', 'pipe'],
        })
        let progress = ''
        child.stderr.setEncoding('utf8').on('data', (text: string) => {
          progress += text
          if (until.test(progress.replaceAll(/^counting.*$/gm, ''))) child.kill('SIGKILL')
        })
        const [, signal] = await once(child, 'close')
        assert.ok(!progress.includes(origin.token))
        if (signal === 'SIGKILL') kills += 1
      }
      assert.equal(kills, 2)
      assertComplete(await importAll('killed'))
    },
  )

  test('import copies every record, and ids stay unique after a backup is restored and the import runs again', async () => {
    assertComplete(await importAll('target'))
    const backup = await clockhouse(['backup', join(data, 'backups'), '--json'], { env: env() })
    assert.equal(backup.code, 0, backup.stderr)
    assert.equal((await clockhouse(['restore', backup.json().file], { env: env() })).code, 0)
    const token = await clockhouse(['token', 'create', '--user', 'olivia', '--json'], { env: env() })
    assert.ok(
      token.json().id > ownIdsFrom + 900_000,
      `${token.stdout}: no id is used again after a backup was restored`,
    )
    const again = await clockhouse(['import', '--from', from, '--calls', '0'], { env: env() })
    assert.equal(again.code, 0, again.stderr)
    assert.match(again.stdout, /^Read \d+ records with \d+ calls in \d+ s\.$/m)
  })

  test('compare finds equal and different records, and its exit code tells which', async () => {
    const args = ['compare', '--a', from, '--b', from, '--calls', '0', '--lists', 'groups,users']
    const tokens = (b: string) => ({ CLOCKHOUSE_TOKEN_A: origin.token, CLOCKHOUSE_TOKEN_B: b })
    const same = await clockhouse(args, { env: tokens(origin.token) })
    assert.deepEqual([same.code, /Everything is equal\.\n$/.test(same.stdout)], [0, true], same.stderr)
    const other = await server.company('Other')
    const different = await clockhouse([...args, '--json'], { env: tokens(other.token) })
    assert.equal(different.code, 1)
    const [groups, users] = JSON.parse(different.stdout).lists
    assert.deepEqual([groups.only_a, groups.only_b, users.only_a, users.only_b], [4, 0, 25, 1])
    const unknown = await clockhouse(['compare', '--a', from, '--b', from, '--lists', 'wages'], { env: tokens('x') })
    assert.deepEqual([unknown.code, /there is no list wages/.test(unknown.stderr)], [2, true])
  })

  test('import names what is wrong with a token or an address', async () => {
    const run = (args: string[], token?: string) =>
      clockhouse(['import', ...args], { env: { ...env(), CLOCKHOUSE_TOKEN: token } })
    const none = await run(['--from', from])
    assert.deepEqual([none.code, none.stderr], [2, 'clockhouse: CLOCKHOUSE_TOKEN or --token-file is required\n'])
    const wrong = await run(['--from', from, '--dry-run'], 'S.1__wrong')
    assert.deepEqual([wrong.code, /The token is not valid there, or has expired\./.test(wrong.stderr)], [1, true])
    const plain = await run(['--from', 'http://time.example'], 'x')
    assert.match(plain.stderr, /the token would be readable on the way; use https/)
    const shown = await run(['--from', from, '--dry-run', '--since', 'May', '--token', 'x'])
    assert.match(shown.stderr, /--since must be a date/)
  })
})
