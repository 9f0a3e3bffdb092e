import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openDatabase } from '../../src/db/open.ts'
import type { Values } from '../../src/engine/table.ts'
import { BackgroundWork } from '../../src/jobs/background.ts'
import { sendDueReminders as sendDue } from '../../src/notifications/reminders.ts'
import { operations } from '../../src/operations.ts'
import { realWorld } from '../../src/world.ts'
import { ask } from '../app_api/ask.ts'
import { insertSetting } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { linesOf, sentBy } from './sent.ts'

type Person = { id: number; token: string }

const denver = 'America/Denver'
const minute = 60

onEither('reminders', (database) => {
  let server: TestServer
  let company: TestCompany
  let wanda: Person
  // 2026-03-02, a Monday, at eight in the morning in Denver.
  before(async () => {
    server = await TestServer.start(database)
  })
  beforeEach(async () => {
    server.pass(3600 - ((server.now / 1_000_000) % 3600))
    company = await server.company()
    wanda = await server.user(company)
  })
  after(() => server.stop())

  const clock = () =>
    Number(new Temporal.ZonedDateTime(BigInt(server.now) * 1000n, denver).toPlainTime().toString().slice(0, 2))
  const soon = (minutes: number) =>
    `${new Temporal.ZonedDateTime(BigInt(server.now) * 1000n, denver).add({ minutes }).toPlainTime().toString().slice(0, 5)}:00`
  const remind = (user_id: number, properties: Values = {}) =>
    server.createOne(company, 'reminders', {
      user_id,
      reminder_type: 'clock-in',
      due_time: soon(5),
      due_days_of_week: 'Sun,Mon,Tue,Wed,Thu,Fri,Sat',
      distribution_methods: 'Push,Email',
      active: true,
      enabled: true,
      ...properties,
    })
  const told = async (who: { id: number } = wanda) => linesOf(await sentBy(server, company.id), who.id, denver)
  const local = () =>
    new Temporal.ZonedDateTime(BigInt(server.now) * 1000n, denver).toString({
      timeZoneName: 'never',
      fractionalSecondDigits: 0,
    })

  test('a reminder is sent at its minute, once, through its channels', async () => {
    const { due_time } = await remind(0)
    await server.round()
    assert.deepEqual(await told(), [])
    server.pass(5 * minute)
    const at = local()
    await server.round()
    server.pass(30)
    await server.round()
    server.pass(minute)
    await server.round()
    assert.deepEqual(await told(), [`clock-in ${at}`])
    const [sent] = (await sentBy(server, company.id)).filter(({ user_id }) => user_id === wanda.id)
    const { channels, precheck, path, message } = sent!
    assert.deepEqual({ channels, precheck, path }, { channels: 'push,email', precheck: 'off_the_clock', path: '/' })
    const hour = clock() % 12 || 12
    assert.equal(
      message,
      `Time to clock in: your reminder is set for ${hour}${due_time.slice(2, 5)} ${clock() < 12 ? 'AM' : 'PM'}.`,
    )
    server.pass(86_400 - 90)
    await server.round()
    assert.equal((await told()).length, 2)
  })

  test('the company’s reminder goes to everyone without their own, each in their own time zone', async () => {
    const [own, muted, off, away, gone] = [
      await server.user(company),
      await server.user(company),
      await server.user(company),
      await server.user(company),
      await server.user(company),
    ]
    await insertSetting(server, company.id, 'general', 'tz', 'America/Chicago', { scope: 'user', scope_id: away.id })
    await server.put(company, '/users', [{ id: gone.id, active: false }])
    await remind(0)
    await remind(own.id, { due_time: soon(15), distribution_methods: 'Email' })
    await remind(muted.id, { enabled: false })
    await remind(off.id, { active: false, enabled: false })
    for (let i = 0; i < 5; i++) {
      server.pass(5 * minute)
      await server.round()
    }
    assert.equal((await told()).length, 1)
    assert.equal((await told(own)).length, 1)
    assert.notEqual((await told(own))[0], (await told())[0])
    assert.deepEqual(await told(muted), [])
    assert.equal((await told(off)).length, 1)
    assert.deepEqual(await told(gone), [])
    // It is an hour later in Chicago.
    assert.deepEqual(await told(away), [])
    const sent = await sentBy(server, company.id)
    assert.equal(sent.find(({ user_id }) => user_id === own.id)?.channels, 'email')
    server.pass(86_400 - 3600 - 20 * minute)
    await server.round()
    assert.equal((await told(away)).length, 1)
  })

  test('a group’s reminder replaces the company’s, and a person’s own replaces both', async () => {
    const { id: group_id } = await server.createOne(company, 'groups', { name: 'Crew' })
    const [member, own] = [await server.user(company, { group_id }), await server.user(company, { group_id })]
    await remind(0)
    await remind(own.id)
    const body = {
      group_id,
      reminder_type: 'clock-in',
      due_time: soon(10),
      due_days_of_week: 'Mon, tue,Wed,Thu,Fri,Sat,Sun',
      distribution_methods: 'Push',
      active: true,
      enabled: true,
    }
    const put = (properties: Values = {}, who: { token: string } = company) =>
      ask(server, who, 'PUT', '/group_reminders', { ...body, ...properties })
    const made = await put()
    assert.equal(made.status, 200)
    assert.equal(made.body.due_days_of_week, 'Sun,Mon,Tue,Wed,Thu,Fri,Sat')
    server.pass(5 * minute)
    await server.round()
    assert.deepEqual([(await told()).length, (await told(own)).length, (await told(member)).length], [1, 1, 0])
    server.pass(5 * minute)
    await server.round()
    assert.deepEqual([(await told()).length, (await told(own)).length, (await told(member)).length], [1, 1, 1])

    // The API shows none of them.
    assert.equal((await server.list(company, 'reminders', `?user_ids=0,${group_id},${own.id}`)).length, 2)
    const { reminders } = (await ask(server, company, 'GET', '/group_reminders')).body
    assert.deepEqual(reminders, [made.body])
    assert.equal((await put({ enabled: false })).body.enabled, false)
    server.pass(86_400 - 5 * minute)
    await server.round()
    assert.equal((await told()).length, 2)
    server.pass(5 * minute)
    await server.round()
    assert.equal((await told(member)).length, 1)

    assert.equal((await ask(server, member, 'GET', '/group_reminders')).body.reminders.length, 1, 'it is about them')
    assert.equal((await put({}, member)).status, 404)
    const leader = await server.user(company)
    assert.equal((await put({}, leader)).status, 404)
    assert.deepEqual((await ask(server, leader, 'GET', '/group_reminders')).body.reminders, [])
    await server.put(company, '/groups', [{ id: group_id, manager_ids: [leader.id] }])
    assert.equal((await put({}, leader)).status, 200)
    assert.equal((await ask(server, leader, 'GET', '/group_reminders')).body.reminders.length, 1)
    const refused = await put({ due_time: '07:56:00' })
    assert.equal(refused.status, 417)
    assert.match(refused.body.error.message, /due_time must be/)
  })

  test('a server that was down for ten minutes sends late reminders, one that was down for longer does not', async () => {
    await remind(wanda.id, { due_time: soon(10) })
    await remind(wanda.id, { reminder_type: 'clock-out', due_time: soon(20) })
    server.pass(20 * minute)
    await server.round()
    assert.deepEqual(
      (await told()).map((line) => line.split(' ')[0]),
      ['clock-in', 'clock-out'],
    )
    const late = await server.user(company)
    await remind(late.id, { due_time: soon(10) })
    server.pass(10 * minute + 16 * minute)
    await server.round()
    assert.deepEqual(await told(late), [])
  })

  test('setting the clock back an hour repeats no reminder', async () => {
    await remind(wanda.id)
    server.pass(5 * minute)
    await server.round()
    server.pass(-3600)
    for (let i = 0; i < 14; i++) {
      await server.round()
      server.pass(5 * minute)
    }
    assert.equal((await told()).length, 1)
  })

  test('two servers that run at once send a reminder once', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => server.user(company)))
    await remind(0)
    server.pass(5 * minute)
    const db = await openDatabase(server.place, server.now, { operations }, () => {})
    const other = realWorld(db, server.world.log, () => server.now)
    await Promise.all([
      server.round(),
      new BackgroundWork(other, server.config).runDue(),
      server.round(),
      new BackgroundWork(other, server.config).runDue(),
    ])
    await db.close()
    for (const person of [wanda, ...people]) assert.equal((await told(person)).length, 1)
  })

  test('a large company is reminded completely, and text messages are not sent', async () => {
    const people: number[] = []
    for (let start = 0; start < 450; start += 50) {
      const items = Array.from({ length: 50 }, (_, i) => ({
        username: `crew${start + i}`,
        first_name: 'Crew',
        last_name: `Member ${start + i}`,
      }))
      const { body } = await server.post(company, '/users', items)
      people.push(...Object.values<Values>(body.results.users).map(({ id }) => id))
    }
    await remind(0)
    await remind(wanda.id, { distribution_methods: 'SMS' })
    server.pass(5 * minute)
    await server.round()
    server.pass(30)
    await server.round()
    const sent = await sentBy(server, company.id)
    assert.deepEqual(
      sent.map(({ user_id }) => user_id).sort((a, b) => a - b),
      [company.adminId, ...people].sort((a, b) => a - b),
    )
  })

  test('a round without a due reminder sends one query, however many companies there are', async () => {
    await remind(wanda.id, { due_time: soon(120) })
    const sending = () => sendDue(server.world)
    await sending()
    server.pass(minute)
    const before = server.db.statements()
    await sending()
    assert.equal(server.db.statements() - before, 1)
  })
})
