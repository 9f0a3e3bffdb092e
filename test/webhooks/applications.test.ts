import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { createApplication } from '../../src/oauth/applications.ts'
import { ask } from '../app_api/ask.ts'
import { Browser, obtainCode, redeem } from '../oauth/support.ts'
import { Receiver } from '../support/receiver.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// Webhooks of applications: each sees its own, and none is told anything after its access has ended.

const callback = 'https://app.example.com/callback'
const ended = 'the application that added it no longer has access'

onEither('webhooks of applications', (database) => {
  let server: TestServer
  let origin: string
  let company: TestCompany
  let receiver: Receiver
  let bridge: { clientId: string; clientSecret: string | undefined }
  before(async () => {
    server = await TestServer.start(database)
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
    receiver = await Receiver.start()
  })
  beforeEach(async () => {
    company = await server.company()
    bridge = await register('Payroll Bridge')
    receiver.take()
  })
  after(async () => {
    receiver.stop()
    await server.stop()
  })

  const register = (name: string, openToAll = false) =>
    createApplication(server.world, {
      ...{ companyId: company.id, userId: company.adminId },
      ...{ name, redirectUris: [callback], openToAll },
    })
  /** Has a person allow an application, and gives its token. */
  const allow = async (client: { clientId: string; clientSecret: string | undefined }, userId = company.adminId) => {
    const browser = new Browser(origin)
    browser.setCookie('clockhouse', (await server.session(company.id, userId)).split('=')[1]!)
    const { body } = await redeem({ origin }, client, await obtainCode(browser, client.clientId))
    return { token: body.access_token as string }
  }
  const hooks = (who: { token: string }, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: unknown) =>
    ask(server, who, method, `/webhooks${path}`, body)
  const add = async (who: { token: string }, path = '/hook'): Promise<Values> => {
    const answer = await hooks(who, 'POST', '', { url: receiver.url + path, types: ['group.created'] })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const shown = async (who: { token: string }): Promise<Values[]> => (await hooks(who, 'GET')).body.webhooks
  const sentFor = async (name: string): Promise<string[]> => {
    await server.createOne(company, 'groups', { name })
    await server.round()
    return receiver.take().map(({ path, body }) => `${path} ${body.type}`)
  }

  test('an application adds, changes, tests, replays and deletes its webhook, and the company sees whose it is', async () => {
    const app = await allow(bridge)
    const { webhook, secret } = await add(app)
    assert.match(secret, /^whsec_/)
    const application = { client_id: bridge.clientId, name: 'Payroll Bridge' }
    assert.deepEqual([webhook.application, webhook.created_by_user_id], [application, company.adminId])
    assert.deepEqual(
      (await shown(company)).map(({ id, application }) => [id, application]),
      [[webhook.id, application]],
    )
    assert.deepEqual(await sentFor('One'), ['/hook group.created'])
    const one = `/${webhook.id}`
    const tries = [
      ['PUT', one, { url: `${receiver.url}/moved` }],
      ['POST', `${one}/secret`, {}],
      ['POST', `${one}/test`, undefined],
      ['POST', `${one}/replay`, { number: 1 }],
      ['GET', `${one}/deliveries`, undefined],
      ['GET', `${one}/deliveries/1`, undefined],
    ] as const
    for (const [method, path, body] of tries) {
      const { status } = await hooks(app, method, path, body)
      assert.equal(status, 200, `${method} ${path}`)
    }
    await server.round()
    assert.deepEqual(
      receiver
        .take()
        .map(({ path, body }) => `${path} ${body.type}`)
        .sort(),
      ['/moved group.created', '/moved webhook.test'],
    )
    assert.equal((await hooks(app, 'DELETE', one)).status, 200)
    assert.deepEqual(await shown(company), [])
  })

  test('webhooks of people and of other applications are absent for an application', async () => {
    const other = await allow(await register('Other'))
    const app = await allow(bridge)
    const strangers = [(await add(company)).webhook.id, (await add(other)).webhook.id]
    const own = (await add(app)).webhook.id
    assert.deepEqual(
      (await shown(app)).map(({ id }) => id),
      [own],
    )
    assert.equal((await shown(company)).length, 3)
    await sentFor('One')
    for (const id of strangers)
      for (const [method, path, body] of [
        ['PUT', '', { active: false }],
        ['DELETE', '', undefined],
        ['POST', '/secret', {}],
        ['POST', '/test', undefined],
        ['POST', '/replay', { number: 1 }],
        ['GET', '/deliveries', undefined],
        ['GET', '/deliveries/1', undefined],
      ] as const) {
        const answer = await hooks(app, method, `/${id}${path}`, body)
        assert.equal(answer.status, 404, `${method} ${path}`)
        assert.match(answer.body.error.message, /id: there is no webhook/)
      }
    assert.equal((await shown(company)).filter(({ active }) => active).length, 3)
  })

  test('a user who is no administrator cannot add a webhook through an application', async () => {
    const { id } = await server.user(company)
    const answer = await hooks(await allow(bridge, id), 'POST', '', { url: `${receiver.url}/hook`, types: ['*'] })
    assert.equal(answer.status, 403)
  })

  test('an application adds no webhook in a company that its user’s company manages', async () => {
    const app = await allow(bridge)
    const answer = await ask(
      server,
      app,
      'POST',
      '/webhooks',
      { url: receiver.url, types: ['*'] },
      {
        headers: { 'vnd.tsheets.ManagedClientId': '999999' },
      },
    )
    assert.equal(answer.status, 403)
  })

  /** What ends the access of an application, and whether what is queued already is held back, too. */
  const ends: [words: string, end: (app: { token: string }) => Promise<unknown>][] = [
    [
      'its user takes the permission back',
      (app) => ask(server, app, 'DELETE', `/allowed_applications/${bridge.clientId}`),
    ],
    [
      'the application revokes its own token',
      async ({ token }) => {
        const { clientId, clientSecret } = bridge
        const form = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret! })
        const { status } = await fetch(`${origin}/api/v1/revoke`, { method: 'POST', body: form })
        assert.equal(status, 200)
      },
    ],
    [
      'an administrator revokes its token',
      async () => {
        const { tokens } = (await ask(server, company, 'GET', '/tokens?all=yes')).body
        const { id } = tokens.find(({ kind }: Values) => kind === 'oauth')
        assert.equal((await ask(server, company, 'DELETE', `/tokens/${id}`)).status, 200)
      },
    ],
    [
      'the company deletes the application',
      async () => {
        const { applications } = (await ask(server, company, 'GET', '/applications')).body
        const { id } = applications.find(({ client_id }: Values) => client_id === bridge.clientId)
        assert.equal((await ask(server, company, 'DELETE', `/applications/${id}`)).status, 200)
      },
    ],
  ]
  for (const [words, end] of ends)
    test(`an application’s webhook is switched off when ${words}, and the administrators are notified`, async () => {
      const app = await allow(bridge)
      const { webhook } = await add(app)
      await add(company, '/own')
      assert.deepEqual((await sentFor('One')).sort(), ['/hook group.created', '/own group.created'])
      await end(app)
      assert.equal((await hooks(app, 'GET')).status, 401)
      assert.deepEqual(await sentFor('Two'), ['/own group.created'])
      const off = (await shown(company)).find(({ id }) => id === webhook.id)!
      assert.deepEqual([off.active, off.off_reason], [false, ended])
      const { messages } = (await ask(server, company, 'GET', '/messages')).body
      assert.match(messages[0].message, new RegExp(`was switched off: ${ended}`))
      const again = await hooks(company, 'PUT', `/${webhook.id}`, { active: true })
      assert.deepEqual([again.status, again.body.error.message], [417, `Expectation Failed: active: ${ended}`])
    })

  test('messages queued before an application lost its access are held back until it is allowed again', async () => {
    const second = await server.user(company, { permissions: { admin: true } })
    const app = await allow(bridge, second.id)
    const { webhook } = await add(app)
    receiver.answers.push({ status: 503 })
    assert.deepEqual(await sentFor('One'), ['/hook group.created'])
    await server.put(company, '/users', [{ id: second.id, permissions: { admin: false } }])
    server.pass(10)
    await server.round()
    assert.deepEqual(receiver.take(), [])
    const [off] = await shown(company)
    assert.deepEqual([off!.off_reason, off!.waiting], [ended, 1])
    assert.deepEqual(await sentFor('Two'), [])
    // Another administrator allows it: the application goes on with what it had.
    const renewed = await allow(bridge)
    assert.equal((await hooks(renewed, 'PUT', `/${webhook.id}`, { active: true })).status, 200)
    await server.round()
    assert.deepEqual(
      receiver.take().map(({ body }) => body.type),
      ['group.created', 'group.created'],
    )
  })

  test('the access of an application that runs out switches its webhook off', async () => {
    const app = await allow(bridge)
    await add(app)
    server.pass(3 * 365 * 86_400)
    const later = { token: await server.token(company.id, company.adminId) }
    await server.createOne(later, 'groups', { name: 'Years later' })
    await server.round()
    assert.deepEqual(receiver.take(), [])
    assert.equal((await shown(later))[0]!.off_reason, ended)
  })
})
