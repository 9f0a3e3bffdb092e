import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { ask } from '../app_api/ask.ts'
import { Receiver } from '../support/receiver.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// What people leave running when they are archived or are no longer administrators: it ends or is handed over, and the
// administrators are told. `app_api/events.test.ts` shows that event streams end.

const ended = 'the person who added it is no longer an administrator'

onEither('what leavers leave running', (database) => {
  let server: TestServer
  let company: TestCompany
  let receiver: Receiver
  let leaver: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
    receiver = await Receiver.start()
  })
  beforeEach(async () => {
    company = await server.company()
    leaver = await server.user(company, { last_name: 'Leaver', permissions: { admin: true } })
    receiver.take()
  })
  after(async () => {
    receiver.stop()
    await server.stop()
  })

  const call = async (who: { token: string }, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => {
    const answer = await ask(server, who, method, path, body)
    assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const addHook = async (who: { token: string }, path: string): Promise<Values> =>
    (await call(who, 'POST', '/webhooks', { url: receiver.url + path, types: ['group.created'] })).webhook
  const sentFor = async (name: string): Promise<string[]> => {
    await server.createOne(company, 'groups', { name })
    await server.round()
    return receiver.take().map(({ path }) => path)
  }
  const leave = async (change: Values) => {
    const { body } = await server.put(company, '/users', [{ id: leaver.id, ...change }])
    assert.equal(Object.values<Values>(body.results.users)[0]!._status_code, 200)
  }
  const messages = async (): Promise<string[]> =>
    (await call(company, 'GET', '/messages')).messages.map(({ message }: Values) => message)

  for (const [words, change] of [
    ['is archived', { active: false }],
    ['is no longer an administrator', { permissions: { admin: false } }],
  ] as const) {
    test(`the webhook of a person who ${words} is switched off, and another administrator can take it over`, async () => {
      const hook = await addHook(leaver, '/theirs')
      await addHook(company, '/own')
      assert.deepEqual((await sentFor('One')).sort(), ['/own', '/theirs'])
      await leave(change)
      assert.deepEqual(await sentFor('Two'), ['/own'])
      const shown = (await call(company, 'GET', '/webhooks')).webhooks.find(({ id }: Values) => id === hook.id)
      assert.deepEqual([shown.active, shown.off_reason, shown.created_by_user_id], [false, ended, leaver.id])
      assert.ok((await messages()).some((message) => message.includes(`was switched off: ${ended}`)))
      const { webhook } = await call(company, 'PUT', `/webhooks/${hook.id}`, { active: true })
      assert.deepEqual([webhook.active, webhook.created_by_user_id], [true, company.adminId])
      await server.round()
      // It goes on where it stopped.
      assert.deepEqual(
        receiver.take().map(({ path }) => path),
        ['/theirs'],
      )
      assert.deepEqual((await sentFor('Three')).sort(), ['/own', '/theirs'])
    })

    test(`the administrators are told of the tokens for SCIM that a person who ${words} created`, async () => {
      await call(leaver, 'POST', '/scim_tokens', { name: 'Entra' })
      await call(company, 'POST', '/scim_tokens', { name: 'Of mine' })
      await leave(change)
      server.pass(60)
      assert.deepEqual(await messages(), ['Wanda Leaver created tokens for SCIM that still work: Entra. Replace them.'])
    })
  }

  test('messages that wait when a person is archived are held back', async () => {
    await addHook(leaver, '/theirs')
    receiver.answers.push({ status: 503 })
    assert.deepEqual(await sentFor('One'), ['/theirs'])
    await leave({ active: false })
    server.pass(10)
    await server.round()
    assert.deepEqual(receiver.take(), [])
  })

  test('scheduled reports of a person who is archived are no longer sent, and the administrators are told', async () => {
    const schedule = { every: 'daily', weekday: 0, hour: 7, format: 'csv', user_ids: [company.adminId] }
    const report = { search: 'range=last-week', shared: true, schedule }
    await call(leaver, 'POST', '/saved_reports', { ...report, name: 'Weekly hours' })
    await call(company, 'POST', '/saved_reports', { ...report, name: 'My own' })
    await leave({ active: false })
    server.pass(60)
    assert.deepEqual(await messages(), [
      'Wanda Leaver was archived, so these reports are no longer sent: Weekly hours.',
    ])
    const { reports } = await call(company, 'GET', '/saved_reports')
    assert.deepEqual(
      reports.map(({ name, schedule }: Values) => [name, schedule !== null]),
      [
        ['My own', true],
        ['Weekly hours', false],
      ],
    )
  })
})
