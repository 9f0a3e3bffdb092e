import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onEither('notification choices', (database) => {
  let server: TestServer
  let company: TestCompany
  let worker: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    worker = await server.user(company, { email: 'wanda@example.com' })
  })
  after(() => server.stop())

  const choices = async (who: { token: string } = worker) =>
    (await ask(server, who, 'GET', '/notification_choices')).body
  const choose = (body: Values, who: { token: string } = worker) =>
    ask(server, who, 'PUT', '/notification_choices', body)
  const kindOf = (answer: Values, name: string) => {
    const { push, email, changed } = answer.kinds.find((kind: Values) => kind.name === name)
    return { push, email, changed }
  }

  test('people see the kinds of notifications that apply to them, with the defaults at first', async () => {
    const { kinds, ...rest } = await choices()
    assert.deepEqual(rest, { quiet: null, zone: 'America/Denver', mails: false, devices: 0 })
    const names = kinds.map((kind: Values) => kind.name)
    assert.ok(names.includes('clock-in') && names.includes('shift'))
    assert.ok(!names.includes('overtime') && !names.includes('submitted'))
    assert.deepEqual(kindOf({ kinds }, 'shift'), { push: true, email: false, changed: false })
    assert.deepEqual(kindOf({ kinds }, 'message'), { push: true, email: true, changed: false })
    for (const kind of kinds) assert.ok(kind.title && kind.about && kind.whose)
    const leader = await server.user(company)
    await server.createOne(company, 'groups', { name: 'Crew', manager_ids: [leader.id] })
    for (const who of [company, leader])
      assert.ok((await choices(who)).kinds.some((kind: Values) => kind.name === 'overtime'))
  })

  test('a choice of channels applies until it is reset', async () => {
    const { status, body } = await choose({ kinds: { shift: { push: false }, answered: { email: false } } })
    assert.equal(status, 200)
    assert.deepEqual(kindOf(body, 'shift'), { push: false, email: false, changed: true })
    assert.deepEqual(kindOf(body, 'answered'), { push: true, email: false, changed: true })
    await choose({ kinds: { shift: { email: true } } })
    assert.deepEqual(kindOf(await choices(), 'shift'), { push: false, email: true, changed: true })
    await choose({ kinds: { shift: null } })
    assert.deepEqual(kindOf(await choices(), 'shift'), { push: true, email: false, changed: false })
    assert.equal(kindOf(await choices(), 'answered').email, false)
  })

  test('quiet hours belong to one person, and are kept until they are removed', async () => {
    const night = { from: '22:00', to: '06:30' }
    assert.deepEqual((await choose({ quiet: night })).body.quiet, night)
    await choose({ kinds: { shift: { push: true } } })
    assert.deepEqual((await choices()).quiet, night)
    assert.deepEqual((await choices(company)).quiet, null)
    assert.equal((await choose({ quiet: null })).body.quiet, null)
  })

  test('invalid notification choices are refused by name', async () => {
    for (const [body, field] of [
      [{ kinds: { weather: { push: true } } }, 'kinds.weather'],
      [{ kinds: { shift: { sms: true } } }, 'kinds.shift.sms'],
      [{ kinds: { shift: { push: 'often' } } }, 'kinds.shift.push'],
      [{ kinds: { __proto__: null, constructor: null } }, 'kinds.constructor'],
      [{ quiet: { from: '25:00', to: '07:00' } }, 'quiet.from'],
      [{ quiet: { from: '22:00', to: '22:00' } }, 'quiet.to'],
      [{ quiet: { from: '22:00' } }, 'quiet.to'],
    ] as const) {
      const { status, body: answer } = await choose(body)
      assert.equal(status, 417, field)
      assert.ok(answer.error.message.includes(`${field}: `), answer.error.message)
    }
  })

  test('the company sets the defaults for people without a choice of their own, and can mute a kind for all', async () => {
    const rules = (body?: Values, who: { token: string } = company) =>
      ask(server, who, body ? 'PUT' : 'GET', '/alert_rules', body)
    const first = (await rules()).body
    assert.deepEqual(first.alerts, { off: [], long_hours: 12, near_minutes: 60, submit_days: 1 })
    assert.ok(!first.kinds.some((kind: Values) => kind.name === 'message' || kind.name === 'clock-in'))
    const told = await rules({ alerts: { long_hours: 10, off: ['not-submitted'] }, kinds: { shift: { email: true } } })
    assert.equal(told.status, 200)
    assert.deepEqual(told.body.alerts, { off: ['not-submitted'], long_hours: 10, near_minutes: 60, submit_days: 1 })
    assert.deepEqual(kindOf(told.body, 'shift'), { push: true, email: true, changed: true })
    assert.deepEqual((await rules()).body, told.body)
    const newcomer = await server.user(company)
    assert.deepEqual(kindOf(await choices(newcomer), 'shift'), { push: true, email: true, changed: false })
    assert.ok(!(await choices(newcomer)).kinds.some((kind: Values) => kind.name === 'not-submitted'))
    await rules({ alerts: { off: [] }, kinds: { shift: null } })
    assert.deepEqual(kindOf(await choices(newcomer), 'shift'), { push: true, email: false, changed: false })
    assert.equal((await rules()).body.alerts.long_hours, 10)

    assert.equal((await rules(undefined, newcomer)).status, 403)
    for (const [body, field] of [
      [{ alerts: { long_hours: 0 } }, 'alerts.long_hours'],
      [{ alerts: { off: ['message'] } }, 'alerts.off'],
      [{ kinds: { 'clock-in': { push: false } } }, 'kinds.clock-in'],
    ] as const) {
      const { status, body: answer } = await rules(body)
      assert.equal(status, 417, field)
      assert.ok(answer.error.message.includes(`${field}: `), answer.error.message)
    }
  })

  test('notification choices and alert rules do not affect another company', async () => {
    const other = await server.company()
    await choose({ quiet: { from: '20:00', to: '05:00' } })
    assert.equal((await choices(other)).quiet, null)
    assert.equal((await ask(server, other, 'GET', '/alert_rules')).body.alerts.long_hours, 12)
  })
})
