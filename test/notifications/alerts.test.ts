import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openDatabase } from '../../src/db/open.ts'
import { operation, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { BackgroundWork } from '../../src/jobs/background.ts'
import { sendDueAlerts } from '../../src/notifications/alerts.ts'
import { operations } from '../../src/operations.ts'
import { printLocal } from '../../src/rules/time/calendar.ts'
import { realWorld } from '../../src/world.ts'
import { ask } from '../app_api/ask.ts'
import { insertSetting, jobcodeRow, seed, write } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { sentBy } from './sent.ts'

type Person = { id: number; token: string }

const hour = 3600

/** As if an entry had been recorded when the clocks of its zone were an hour ahead of now. */
const recordAhead = operation('test.ahead', async (tx, { id }: { id: number }): Promise<void> => {
  await tx.run(sql`update timesheets set start_offset = start_offset + 3600 where id = ${id}`)
})

onEither('alerts', (database) => {
  let server: TestServer
  let company: TestCompany
  let maya: Person
  let leader: Person
  let group_id: number
  before(async () => {
    server = await TestServer.start(database)
  })
  beforeEach(async () => {
    company = await server.company()
    leader = await server.user(company, { first_name: 'Lea', last_name: 'Leader' })
    group_id = (await server.createOne(company, 'groups', { name: 'Crew', manager_ids: [leader.id] })).id
    maya = await server.user(company, { first_name: 'Maya', last_name: 'Torres', group_id })
  })
  after(() => server.stop())

  const told = async (who: { id: number }) => {
    const sent = (await sentBy(server, company.id)).filter(({ user_id }) => user_id === who.id)
    return sent.map(({ kind, message }) => `${kind}: ${message}`)
  }
  const rules = async (alerts: Values) =>
    assert.equal((await ask(server, company, 'PUT', '/alert_rules', { alerts })).status, 200)
  const iso = (seconds = 0) => printLocal(server.now + seconds * 1e6, 'America/Denver')
  let jobcode: number
  const job = async () => {
    jobcode = (await server.createOne(company, 'jobcodes', { name: 'Job', assigned_to_all: true })).id
    return jobcode
  }
  const clockIn = async (who: Person = maya) =>
    server.createOne(who, 'timesheets', {
      user_id: who.id,
      type: 'regular',
      start: iso(),
      end: '',
      jobcode_id: await job(),
    })
  const worked = async (who: Person, hours: number, days: number) => {
    const jobcode_id = await job()
    const items = Array.from({ length: days }, (_, day) => ({
      user_id: who.id,
      type: 'manual',
      date: iso(-(day + 1) * 24 * hour).slice(0, 10),
      duration: hours * hour,
      jobcode_id,
    }))
    const { body } = await server.post(company, '/timesheets', items)
    for (const item of Object.values<Values>(body.results.timesheets)) assert.equal(item._status_code, 200)
  }
  /** Moves to the next such weekday, 0 = Sunday, at eight in the morning in Denver. */
  const until = (day: number) => {
    const here = new Temporal.ZonedDateTime(BigInt(server.now) * 1000n, 'America/Denver')
    let next = here.with({ hour: 8, minute: 0, second: 0 })
    while (next.dayOfWeek % 7 !== day || Temporal.ZonedDateTime.compare(next, here) <= 0) next = next.add({ days: 1 })
    server.pass((next.epochMilliseconds * 1000 - server.now) / 1e6)
  }
  const renew = async () => {
    company = { ...company, token: await server.token(company.id, company.adminId) }
    maya = { ...maya, token: await server.token(company.id, maya.id) }
  }

  test('the manager is notified once a week that overtime is near, and once that it is reached', async () => {
    until(5)
    await renew()
    await worked(maya, 9.5, 4)
    await clockIn()
    await server.round()
    assert.deepEqual(await told(leader), [])
    server.pass(hour)
    await server.round()
    const near = 'overtime-near: Maya Torres has 39:00 hours this week; overtime begins at 40:00.'
    assert.deepEqual(await told(leader), [near])
    server.pass(hour)
    await server.round()
    const reached = 'overtime: Maya Torres has reached 40:00 hours this week and is working overtime.'
    assert.deepEqual(await told(leader), [near, reached])
    server.pass(hour)
    await server.round()
    assert.equal((await told(leader)).length, 2)
    const [sent] = await sentBy(server, company.id)
    assert.equal(sent?.path, '/working')
    assert.deepEqual(await told({ id: company.adminId }), [])
  })

  test('time recorded before a zone changed its clocks counts by the clocks of then, as on payday', async () => {
    until(3)
    await renew()
    const settings = { general: { workday_start: 6, shift_boundary: 'split' } }
    const daily = { name: 'daily', kind: 'daily', after_hours: 8, multiplier: 1.5 }
    const chosen = await ask(server, company, 'PUT', '/settings', { settings, overtime: [daily] })
    assert.equal(chosen.status, 200, JSON.stringify(chosen.body))
    // From 2:00 to 8:00; three hours of it, not two, were after 6:00, as the clocks were an hour ahead.
    const early = { user_id: maya.id, type: 'regular', jobcode_id: await job(), start: iso(-6 * hour), end: iso() }
    const { id } = await server.createOne(company, 'timesheets', early)
    await clockIn()
    server.pass(4 * hour)
    await server.round()
    assert.deepEqual(await told(leader), [])
    await write(server, recordAhead, { id })
    await server.round()
    assert.deepEqual(await told(leader), [])
    server.pass(60)
    await server.round()
    assert.deepEqual(await told(leader), ['overtime-near: Maya Torres has 7:01 hours today; overtime begins at 8:00.'])
  })

  test('administrators are notified if no one else manages the group', async () => {
    until(5)
    await renew()
    await server.put(company, '/groups', [{ id: group_id, manager_ids: [maya.id] }])
    await worked(maya, 10, 4)
    await clockIn()
    await server.round()
    assert.equal((await told({ id: company.adminId })).length, 1)
    for (const who of [leader, maya]) assert.deepEqual(await told(who), [])
  })

  test('only people whose hours count toward overtime are reported to be near it', async () => {
    until(5)
    await renew()
    const off = await server.user(company, { group_id })
    const exempt = await server.user(company, { group_id, exempt: true })
    const onBreak = await server.user(company, { group_id })
    for (const who of [off, exempt, onBreak]) await worked(who, 11, 4)
    const [rest] = await seed(server, company.id, 'jobcodes', [jobcodeRow({ name: 'Lunch', type: 'unpaid_break' })])
    await clockIn(exempt)
    await server.createOne(onBreak, 'timesheets', {
      user_id: onBreak.id,
      type: 'regular',
      start: iso(),
      end: '',
      jobcode_id: rest!.id,
    })
    server.pass(60)
    await server.round()
    assert.deepEqual(await told(leader), [])
  })

  test('a long-running entry triggers one alert', async () => {
    until(1)
    await renew()
    await rules({ long_hours: 10 })
    await clockIn()
    server.pass(10 * hour - 60)
    await server.round()
    assert.deepEqual(await told(maya), [])
    server.pass(60)
    await server.round()
    server.pass(60)
    await server.round()
    const [only, ...more] = await told(maya)
    assert.match(only!, /^long-entry: You have been on the clock for 10 hours, since Mon, \w+ \d+, 8:00 AM\./)
    assert.deepEqual(more, [])
  })

  test('a break that is due soon triggers one alert, unless it was taken', async () => {
    until(1)
    await renew()
    assert.equal((await ask(server, company, 'PUT', '/break_rules', { rules: 'california' })).status, 200)
    await clockIn()
    server.pass(4.75 * hour - 60)
    await server.round()
    assert.deepEqual(await told(maya), [])
    server.pass(60)
    await server.round()
    server.pass(60)
    await server.round()
    assert.deepEqual(await told(maya), [
      'break-due: Time for your meal break of 30 minutes: it begins within 5 hours of work.',
    ])
    const other = await server.user(company, { first_name: 'Olga', last_name: 'Other' })
    const { id } = (await ask(server, company, 'POST', '/breaks', { name: 'Meal', type: 'unpaid_break' })).body
    const start = (jobcode_id: number) =>
      server.createOne(other, 'timesheets', {
        ...{ user_id: other.id, type: 'regular', start: iso(), end: '', jobcode_id },
      })
    const end = async (entry: Values) => server.put(other, '/timesheets', [{ id: entry.id, end: iso() }])
    const morning = await start(jobcode)
    server.pass(4 * hour)
    await end(morning)
    const meal = await start(id)
    server.pass(hour / 2)
    await end(meal)
    await start(jobcode)
    server.pass(hour)
    await server.round()
    assert.deepEqual(await told(other), [])
  })

  test('alerts that the company has switched off are not sent', async () => {
    until(5)
    await renew()
    await rules({ off: ['overtime', 'long-entry', 'clocked-out', 'answered', 'submitted'] })
    await worked(maya, 10, 4)
    await clockIn()
    server.pass(12 * hour)
    await server.round()
    server.pass(8 * 24 * hour)
    await server.round()
    await renew()
    await server.put(maya, '/users', [{ id: maya.id, submitted_to: iso(-24 * hour).slice(0, 10) }])
    for (const who of [maya, leader, { id: company.adminId }]) assert.deepEqual(await told(who), [])
  })

  test('a forgotten clock-out notifies the person, administrators, and managers if so configured', async () => {
    until(1)
    await renew()
    await insertSetting(server, company.id, 'general', 'clockout_override', 1)
    await insertSetting(server, company.id, 'general', 'clockout_override_hours', 11)
    await insertSetting(server, company.id, 'general', 'time_format', 24, { scope: 'user', scope_id: company.adminId })
    await clockIn()
    server.pass(11 * hour)
    await server.round()
    await server.round()
    const day = /after Mon, \w+ \d+, /
    const [own, ...rest] = await told(maya)
    assert.match(own!, day)
    assert.match(
      own!,
      /^clocked-out: You did not clock out .* 8:00 AM, so the entry was closed at 7:00 PM\. Correct it/,
    )
    assert.deepEqual(rest, [])
    const [line] = await told({ id: company.adminId })
    assert.match(line!, /^clocked-out: Maya Torres did not clock out .* 08:00; the entry was closed at 19:00\.$/)
    assert.deepEqual(await told(leader), [])

    await insertSetting(server, company.id, 'general', 'clockout_override_notify_admin', 0)
    await insertSetting(server, company.id, 'general', 'clockout_override_notify_mgrs', 1)
    const second = await server.user(company, { first_name: 'Nils', last_name: 'Berg', group_id })
    await clockIn()
    await clockIn(second)
    server.pass(11 * hour)
    await server.round()
    assert.equal((await told({ id: company.adminId })).length, 1)
    const [both, ...others] = await told(leader)
    assert.match(both!, /Maya Torres did not[^\n]+\nNils Berg did not/)
    assert.deepEqual(others, [])
  })

  test('people who did not submit their time are reminded at nine, after the pay period', async () => {
    until(6)
    await renew()
    await insertSetting(server, company.id, 'general', 'payroll_type', 'weekly')
    const done = await server.user(company)
    const idle = await server.user(company)
    await worked(maya, 8, 2)
    await worked(done, 8, 2)
    until(0)
    await renew()
    // No one in this company has ever submitted anything, so no one is reminded.
    server.pass(hour)
    await server.round()
    assert.deepEqual(await told(maya), [])
    server.pass(-hour)
    await server.put(company, '/users', [{ id: done.id, submitted_to: iso(-24 * hour).slice(0, 10) }])
    await server.round()
    assert.deepEqual(await told(maya), [])
    server.pass(hour)
    await server.round()
    server.pass(hour)
    await server.round()
    const [only, ...more] = await told(maya)
    assert.match(only!, /^not-submitted: Your time from Sun, \w+ \d+ to Sat, \w+ \d+ is not submitted yet\./)
    assert.deepEqual(more, [])
    for (const who of [done, idle]) assert.deepEqual(await told(who), [])
  })

  test('submitting time notifies its approvers, each time that the submitted date moves forward', async () => {
    const submit = (days: number, who: { token: string } = maya) =>
      server.put(who, '/users', [{ id: maya.id, submitted_to: iso(-days * 24 * hour).slice(0, 10) }])
    await renew()
    assert.equal((await submit(5)).status, 200)
    const [only, ...more] = await told(leader)
    assert.match(only!, /^submitted: Maya Torres submitted their time through \w{3}, \w{3} \d+\.$/)
    assert.deepEqual(more, [])
    await submit(5)
    await submit(7)
    await submit(3, company)
    assert.equal((await told(leader)).length, 1)
    await submit(1)
    assert.equal((await told(leader)).length, 2)
    assert.deepEqual(await told({ id: company.adminId }), [])
    const [sent] = await sentBy(server, company.id)
    assert.equal(sent?.path, '/approvals')
    // All items of a batch, more than one, and a dry run.
    const dates = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((days) => iso(-days * 24 * hour).slice(0, 10))
    const other = await server.user(company, { group_id })
    const items = Array.from({ length: 50 }, (_, i) => ({ id: other.id, submitted_to: dates[i % 10] }))
    const answer = await server.put(other, '/users', items)
    assert.equal(answer.status, 200, answer.text)
  })

  test('a request for time off notifies its approvers, and the decision notifies the requester', async () => {
    await renew()
    const [pto] = await seed(server, company.id, 'jobcodes', [jobcodeRow({ name: 'Vacation', type: 'pto' })])
    const day = {
      date: iso(10 * 24 * hour).slice(0, 10),
      entry_method: 'manual',
      duration: 8 * hour,
      jobcode_id: pto!.id,
    }
    const request = await server.createOne(maya, 'time_off_requests', { time_off_request_entries: [day] })
    assert.match((await told(leader))[0]!, /^submitted: Maya Torres requested time off on/)
    await server.put(company, '/time_off_requests', [{ id: request.id, status: 'approved' }])
    assert.match((await told(maya))[0]!, /^answered: Your time off on .* is approved\.$/)
    for (const { path } of await sentBy(server, company.id)) assert.equal(path, '/time_off')
  })

  test('two servers that run at once send an alert once', async () => {
    until(5)
    await renew()
    const crew = await Promise.all(Array.from({ length: 5 }, () => server.user(company, { group_id })))
    for (const who of [maya, ...crew]) {
      await worked(who, 10, 4)
      await clockIn(who)
    }
    server.pass(13 * hour)
    const db = await openDatabase(server.place, server.now, { operations }, () => {})
    const other = realWorld(db, server.world.log, () => server.now)
    await Promise.all([server.round(), new BackgroundWork(other, server.config).runDue()])
    await db.close()
    assert.equal((await told(leader)).length, 6)
    for (const who of [maya, ...crew]) assert.equal((await told(who)).length, 1)
  })

  test('alerts take as many statements for one person on the clock as for many, and none within the same minute', async () => {
    until(5)
    await renew()
    const crew = await Promise.all(Array.from({ length: 5 }, () => server.user(company, { group_id })))
    await worked(maya, 10, 4)
    await clockIn()
    const asked = async () => {
      server.pass(60)
      await sendDueAlerts(server.world)
      server.pass(60)
      const before = server.db.statements()
      await sendDueAlerts(server.world)
      return server.db.statements() - before
    }
    const one = await asked()
    for (const who of crew) {
      await worked(who, 10, 4)
      await clockIn(who)
    }
    assert.equal(await asked(), one)
    const before = server.db.statements()
    await sendDueAlerts(server.world)
    assert.equal(server.db.statements(), before)
  })
})
