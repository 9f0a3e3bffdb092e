import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { name, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { repairCompany } from '../../src/jobs/clock_repair/repair.ts'
import { recordedColumns } from '../../src/jobs/clock_repair/stamps.ts'
import { tables } from '../../src/tables/tables.ts'
import { ask } from '../app_api/ask.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// What a clock ten days ahead has caused before anyone noticed, and what is taken back once it is right again.

const [hour, day] = [3600, 86_400]
const zone = 'America/Denver'

const iso = (instant: number) => new Date(instant / 1000).toISOString().replace(/\.\d+Z$/, '+00:00')

onEither('what a clock ahead of the time has caused', (database) => {
  let server: TestServer
  let ada: TestCompany
  const people: { id: number; token: string }[] = []
  let vacation: number
  before(async () => {
    server = await TestServer.start(database)
    ada = await server.company()
    const permissions = { manage_my_timesheets: true }
    ada.token = await server.token(ada.id, ada.adminId, 100 * day)
    for (let count = 0; count < 3; count++) {
      const { id } = await server.user(ada, { permissions })
      people.push({ id, token: await server.token(ada.id, id, 100 * day) })
    }
    vacation = (await server.createOne(ada, 'jobcodes', { name: 'Vacation', type: 'pto', assigned_to_all: true })).id
    const policy = { jobcode_id: vacation, every: 'year', turn: '03-05', seconds: 4 * hour }
    assert.equal((await ask(server, ada, 'PUT', '/pto_policies', policy)).status, 200)
    const pay = { jobcode_id: vacation, seconds: 8 * hour, weekends: false }
    const given = { name: 'United States', is_default: true, pay }
    const { calendar } = (await ask(server, ada, 'POST', '/holiday_calendars', given)).body
    const holidays = [{ date: '2026-03-06', name: 'Founders’ Day' }]
    assert.equal(
      (await ask(server, ada, 'POST', `/holiday_calendars/${calendar.id}/holidays`, { holidays })).status,
      200,
    )
    await server.round()
    for (const person of people)
      await server.createOne(person, 'timesheets', {
        ...{ user_id: person.id, type: 'regular', jobcode_id: 0, start: iso(server.now), end: '' },
      })
    server.pass(2 * hour)
    await server.round()
  })
  after(() => server.stop())

  const own = () => sql`company_id = ${ada.id}`
  const rows = async (table: string, columns: string) =>
    (await server.db.read.all<Values>(sql`select * from ${name(table)} where ${own()}`)).map((row) =>
      columns.split(' ').map((column) => row[column]),
    )
  const state = async () => ({
    running: (await server.list(ada, 'timesheets', '?on_the_clock=yes&start_date=2026-01-01')).map(
      ({ user_id }) => user_id,
    ),
    time: (await server.list(ada, 'timesheets', '?start_date=2026-01-01&on_the_clock=both')).map(
      ({ id, start, end, duration }) => ({ id, start, end, duration }),
    ),
    ledger: await rows('pto_ledger', 'user_id key seconds'),
    grants: await rows('holiday_grants', 'user_id date'),
    policies: await rows('pto_policies', 'jobcode_id done_to'),
    calendars: await rows('holiday_calendars', 'id paid_to'),
    messages: await rows('notifications', 'user_id kind'),
    sent: await rows('sent_alerts', 'key'),
    balances: (await server.list(ada, 'users')).map(({ id, pto_balances }) => [id, pto_balances]),
  })
  const repair = (dry: boolean) => server.db.write(repairCompany, { companyId: ada.id, dry, beat: 0 }, server.now)

  test('what a wrong clock has done is taken back, and all of it comes again when it is due', async () => {
    const right = await state()
    assert.equal(right.running.length, 3)
    const feed = (await server.get(ada, '/changes?cursor=now')).body.cursor
    server.pass(10 * day)
    await server.round()
    const token = await server.token(ada.id, people[0]!.id)
    assert.equal((await server.get({ token }, '/current_user')).status, 200)
    const { body } = await server.get(ada, '/last_modified_timestamps?endpoints=timesheets')
    const seen = encodeURIComponent(body.results.last_modified_timestamps.timesheets)
    server.pass(-10 * day)
    const wrong = await state()
    assert.deepEqual(wrong.running, [])
    assert.ok(wrong.ledger.length > right.ledger.length && wrong.grants.length === 4, JSON.stringify(wrong.ledger))
    assert.ok(wrong.messages.length > right.messages.length)

    const preview = await repair(true)
    assert.deepEqual(await state(), wrong, 'a dry run changes nothing')
    const done = await repair(false)
    assert.deepEqual(preview.parts, done.parts)
    const counts = Object.fromEntries(done.parts.map(({ what, done, left }) => [what, [done.length, left.length]]))
    assert.deepEqual(counts['clocked out'], [3, 0])
    assert.deepEqual(
      [counts['time off granted'], counts['holiday pay']],
      [
        [4, 0],
        [4, 0],
      ],
    )
    assert.deepEqual(await state(), right)

    // Stamps, for every program that follows.
    const company = await server.db.read.get<{ stamp: number }>(sql`select stamp from companies where ${own()}`)
    assert.equal(Number(company!.stamp), server.now)
    const before = await server.get(ada, `/changes?cursor=${feed}`)
    assert.deepEqual([before.status, before.body.more], [200, true])
    assert.equal((await server.get(ada, `/changes?cursor=${before.body.cursor}`)).status, 410)
    const since = await server.list(ada, 'timesheets', `?modified_since=${seen}&on_the_clock=both`)
    assert.deepEqual(since.map(({ user_id }) => user_id).sort(), people.map(({ id }) => id).sort())
    const [mine] = await server.db.read.all<{ expires: number }>(
      sql`select expires from access_tokens where ${own()} order by id desc limit 1`,
    )
    assert.equal(Number(mine!.expires), server.now + 864_000 * 1_000_000)
    assert.deepEqual(
      (await repair(false)).parts.flatMap(({ done }) => done),
      [],
      'nothing is left to take back',
    )

    // Then time passes as it should.
    for (const person of people) {
      const [sheet] = await server.list(person, 'timesheets', '?on_the_clock=yes&start_date=2026-01-01')
      const end = iso(server.now)
      const { body } = await server.put(person, '/timesheets', [{ id: sheet!.id, end }])
      assert.equal(body.results.timesheets[1].duration, 2 * hour)
    }
    for (let days = 0; days < 10; days++) {
      server.pass(day)
      await server.round()
    }
    const later = await state()
    assert.deepEqual(later.ledger.sort(), wrong.ledger.sort())
    assert.deepEqual(later.grants.sort(), wrong.grants.sort())
    const bySum = Map.groupBy(later.ledger, ([userId]) => userId)
    for (const [id, balances] of later.balances) {
      const granted = (bySum.get(id) ?? []).reduce((sum, [, , seconds]) => sum + Number(seconds), 0)
      const taken = later.grants.filter(([userId]) => userId === id).length * 8 * hour
      assert.equal(balances[vacation] ?? 0, granted - taken)
    }
  })

  test('a person stays clocked out whose time is approved, or who has put it right', async () => {
    const [first, second, third] = people as [{ id: number; token: string }, ...typeof people]
    const start = (who: typeof first) =>
      server.createOne(who, 'timesheets', {
        user_id: who.id,
        type: 'regular',
        jobcode_id: 0,
        start: iso(server.now),
        end: '',
      })
    await Promise.all(people.map(start))
    server.pass(hour)
    server.pass(10 * day)
    await server.round()
    // Someone clocked in by the wrong clock.
    const fourth = await server.user(ada)
    await start(fourth)
    server.pass(-10 * day)
    const today = new Temporal.ZonedDateTime(BigInt(server.now) * 1000n, zone).toPlainDate().toString()
    const sheetOf = async (who: typeof first) =>
      (await server.list(who, 'timesheets', `?start_date=${today}&on_the_clock=both`))[0]!
    await server.put(ada, '/users', [{ id: first.id, submitted_to: today, approved_to: today }])
    // Put right by the person.
    const right = await server.put(second!, '/timesheets', [{ id: (await sheetOf(second!)).id, end: iso(server.now) }])
    assert.equal(right.body.results.timesheets[1]._status_code, 200, right.text)
    const { parts } = await repair(false)
    const clockOuts = parts.find(({ what }) => what === 'clocked out')!
    assert.equal(clockOuts.done.length, 1)
    assert.match(clockOuts.left.join(), /it is approved/)
    assert.match(clockOuts.left.join(), /: a person has recorded it/)
    assert.equal(clockOuts.left.length, 2)
    assert.equal((await sheetOf(third!)).on_the_clock, true)
    assert.equal((await sheetOf(second!)).on_the_clock, false)
  })

  test('every column that says when something was recorded is brought back, or is never changed', async () => {
    const names =
      /^(created|last_modified|changed|last_seen|last_used|last_active|last_sent|given|sent|settled|noted|accepted|consumed|decided|released|ended|read_at|email_vouched_at)$/
    const fixed = [
      'audit_lines',
      'companies',
      'migrations',
      'pay_run_files',
      'pay_runs',
      'server_secrets',
      'time_locks',
    ]
    // Taken back or brought back as a whole.
    const whole = [
      'pay_run_marks',
      'sent_alerts',
      'password_requests',
      'sso_used_states',
      'scim_records',
      'sso_domains',
    ]
    const known = recordedColumns()
    for (const table of Object.keys(tables).filter((one) => !fixed.includes(one) && !whole.includes(one))) {
      const [row] = await server.db.read.all<Values>(
        sql`select t.* from (select 1 as one) o left join ${name(table)} t on 1 = 1 limit 1 /* test */`,
      )
      const columns = Object.keys(row ?? {}).filter((column) => names.test(column))
      const missing = columns.filter((column) => !(known.get(table) ?? []).includes(column))
      assert.deepEqual(missing, [], `${table}: a row in src/jobs/clock_repair/stamps.ts`)
    }
  })
})
