import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { createApplication } from '../../src/oauth/applications.ts'
import { authorizePath, Browser, obtainCode, redeem, refresh } from '../oauth/support.ts'
import { PushService } from '../support/push_service.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

const callback = 'https://app.example.com/callback'
const elsewhere = 'https://app.example.com/elsewhere'

onEither('applications of the app API', (database) => {
  let server: TestServer
  let origin: string
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company('Northside')
  })

  const register = async (more: object = {}): Promise<Values> => {
    const registration = { name: 'Payroll Bridge', redirect_uris: [callback], ...more }
    const { status, body } = await ask(server, ada, 'POST', '/applications', registration)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  /** As the operator registers one at the command line, for people in every company. */
  const registerOpen = async (description = ''): Promise<Values> => {
    const of = { companyId: ada.id, userId: ada.adminId, openToAll: true }
    const registration = { name: 'Payroll Bridge', description, redirectUris: [callback], ...of }
    const { id, clientSecret } = await createApplication(server.world, registration)
    return { application: (await list()).find((one) => one.id === id), client_secret: clientSecret }
  }
  const list = async (who: { token: string } = ada): Promise<Values[]> =>
    (await ask(server, who, 'GET', '/applications')).body.applications
  const allowed = async (who: { token: string }): Promise<Values[]> =>
    (await ask(server, who, 'GET', '/allowed_applications')).body.allowed_applications
  const browserOf = async (company: TestCompany, userId: number) => {
    const browser = new Browser(origin)
    browser.setCookie('clockhouse', (await server.session(company.id, userId)).split('=')[1]!)
    return browser
  }
  const tokensOf = async (made: Values, browser: Browser): Promise<Values> => {
    const client = { clientId: made.application.client_id, clientSecret: made.client_secret ?? undefined }
    const { status, body } = await redeem({ origin }, client, await obtainCode(browser, client.clientId))
    assert.equal(status, 200, JSON.stringify(body))
    return { ...body, client }
  }

  test('a registered application shows its secret once, and everything else at any time', async () => {
    const { application, client_secret } = await register({ description: 'Sends hours.' })
    assert.ok(client_secret.length >= 40)
    const expected = {
      client_id: application.client_id,
      name: 'Payroll Bridge',
      description: 'Sends hours.',
      redirect_uris: [callback],
      public_client: false,
      open_to_all: false,
      self_registered: false,
      created: '2026-03-02T15:00:00+00:00',
      created_by: { user_id: ada.adminId, name: 'Ada Admin' },
      people: 0,
      last_used: null,
    }
    const { id, ...shown } = application
    assert.deepEqual(shown, expected)
    const listed = await list()
    assert.deepEqual(listed, [{ id, ...expected }])
    assert.ok(!JSON.stringify(listed).includes(client_secret))
    assert.equal((await register({ public_client: true, name: 'On your phone' })).client_secret, null)
  })

  test('an application counts who has allowed it and when it was last used; people can see and revoke it themselves', async () => {
    const made = await register()
    const worker = await server.user(ada)
    const tokens = await tokensOf(made, await browserOf(ada, worker.id))
    await tokensOf(made, await browserOf(ada, ada.adminId))
    server.pass(7200)
    assert.equal((await server.get({ token: tokens.access_token }, '/current_user')).status, 200)
    const stamp = new Date(server.now / 1000).toISOString().replace('.000Z', '+00:00')
    const [shown] = await list()
    assert.deepEqual([shown!.people, shown!.last_used], [2, stamp])
    const { client_id } = made.application
    const [own] = await allowed(worker)
    const { since, ...rest } = own!
    assert.deepEqual(rest, {
      client_id,
      name: 'Payroll Bridge',
      description: '',
      company: 'Northside',
      self_registered: false,
      last_used: stamp,
    })
    assert.equal(typeof since, 'string')
    const other = await server.user(ada)
    assert.deepEqual(await allowed(other), [])
    assert.equal((await ask(server, other, 'DELETE', `/allowed_applications/${client_id}`)).status, 404)
    assert.equal((await ask(server, worker, 'DELETE', `/allowed_applications/${client_id}`)).status, 200)
    assert.equal((await server.get({ token: tokens.access_token }, '/current_user')).status, 401)
    assert.equal((await refresh({ origin }, tokens.client, tokens.refresh_token)).body.error, 'invalid_grant')
    assert.deepEqual([await allowed(worker), (await list())[0]!.people], [[], 1])
    assert.equal((await ask(server, worker, 'DELETE', `/allowed_applications/${client_id}`)).status, 404)
    const page = await (await browserOf(ada, worker.id)).open(authorizePath(client_id))
    assert.match(page.title, /^Allow/, 'a person who revoked it is asked again')
  })

  test('an application that a person has allowed cannot change how they sign in, nor where notifications go', async () => {
    const worker = await server.user(ada, { username: 'worker', email: 'worker@example.com' })
    const tokens = await tokensOf(await register(), await browserOf(ada, worker.id))
    const granted = { token: String(tokens.access_token) }
    const change = async (who: { token: string }, item: Values): Promise<Values> =>
      Object.values<Values>((await server.put(who, '/users', [{ id: worker.id, ...item }])).body.results.users)[0]!
    for (const item of [
      { password: 'one of the application' },
      { email: 'attacker@evil.example' },
      { login_pin: '4711' },
    ]) {
      const field = Object.keys(item)[0]!
      const { _status_code, _status_message, _status_extra } = await change(granted, item)
      assert.equal(_status_code, 417, field)
      assert.match(`${_status_message} ${_status_extra}`, new RegExp(`${field}: an application may not change it`))
      assert.equal((await change(worker, item))._status_code, 200, `${field} with a manual token`)
    }
    assert.equal((await change(granted, { mobile_number: '555 0100' }))._status_code, 200)
    assert.equal((await change(granted, { email: 'attacker@evil.example' }))._status_code, 200, 'as it is by now')
    const { endpoint, keys } = new PushService().subscribe()
    const refused = await ask(server, granted, 'POST', '/devices', { endpoint, keys })
    assert.deepEqual([refused.status, (await ask(server, worker, 'GET', '/devices')).body.devices], [403, []])
  })

  test('new redirect addresses take effect at once, also for codes and consents in progress', async () => {
    const made = await register({ redirect_uris: [callback, elsewhere] })
    const { id, client_id } = made.application
    const client = { clientId: client_id, clientSecret: made.client_secret }
    const browser = await browserOf(ada, ada.adminId)
    const open = await browser.open(authorizePath(client_id))
    const code = await obtainCode(await browserOf(ada, ada.adminId), client_id)
    const changed = await ask(server, ada, 'PUT', `/applications/${id}`, { redirect_uris: [elsewhere], name: 'Bridge' })
    assert.deepEqual(
      [changed.status, changed.body.application.redirect_uris, changed.body.application.name],
      [200, [elsewhere], 'Bridge'],
    )
    assert.equal((await redeem({ origin }, client, code)).body.error, 'invalid_grant')
    const answered = await open.submit({ intent: 'allow' })
    assert.equal(answered.target, undefined, 'no one is sent to the old address')
    const refused = await browser.open(authorizePath(client_id))
    assert.deepEqual([refused.status, refused.target], [400, undefined])
    const page = await browser.open(authorizePath(client_id, { redirect_uri: elsewhere }))
    assert.equal(page.target?.origin, 'https://app.example.com')
  })

  test('an application closed to other companies stops working for those who had allowed it', async () => {
    const made = await registerOpen()
    const { id } = made.application
    const other = await server.company('Westside')
    const [theirs, ours] = [
      await tokensOf(made, await browserOf(other, other.adminId)),
      await tokensOf(made, await browserOf(ada, ada.adminId)),
    ]
    assert.deepEqual([(await list())[0]!.people, (await allowed(other))[0]!.company], [2, 'Northside'])
    assert.equal((await ask(server, other, 'PUT', `/applications/${id}`, { name: 'Mine' })).status, 404)
    assert.equal((await ask(server, ada, 'PUT', `/applications/${id}`, { open_to_all: false })).status, 200)
    assert.equal((await server.get({ token: theirs.access_token }, '/current_user')).status, 401)
    assert.equal((await server.get({ token: ours.access_token }, '/current_user')).status, 200)
    assert.deepEqual([(await list())[0]!.people, await allowed(other)], [1, []])
  })

  test('only the operator opens an application to every company; the company that registered it may close it', async () => {
    const { application } = await register()
    const sent = { name: 'Another', redirect_uris: [callback], open_to_all: true }
    for (const told of [
      await ask(server, ada, 'POST', '/applications', sent),
      await ask(server, ada, 'PUT', `/applications/${application.id}`, { open_to_all: true }),
    ]) {
      assert.equal(told.status, 403)
      assert.match(told.body.error.message, /open_to_all: .*operator/)
    }
    assert.deepEqual(
      (await list()).map((one) => [one.name, one.open_to_all]),
      [['Payroll Bridge', false]],
    )
    assert.equal((await register({ open_to_all: false })).application.open_to_all, false)
    const { application: open } = await registerOpen()
    assert.equal(open.open_to_all, true)
    const edit = (patch: object) => ask(server, ada, 'PUT', `/applications/${open.id}`, patch)
    assert.equal((await edit({ name: 'Bridge', open_to_all: true })).status, 200, 'as it is')
    assert.equal((await edit({ open_to_all: false })).body.application.open_to_all, false)
    assert.equal((await edit({ open_to_all: true })).status, 403, 'closed for good')
  })

  test('a new secret of an application replaces the old one; deleting the application ends everything', async () => {
    const made = await register()
    const { id, client_id } = made.application
    const tokens = await tokensOf(made, await browserOf(ada, ada.adminId))
    const renewed = await ask(server, ada, 'POST', `/applications/${id}/secret`)
    assert.equal(renewed.status, 200)
    assert.notEqual(renewed.body.client_secret, made.client_secret)
    assert.equal((await refresh({ origin }, tokens.client, tokens.refresh_token)).body.error, 'invalid_client')
    const client = { clientId: client_id, clientSecret: renewed.body.client_secret }
    assert.equal((await refresh({ origin }, client, tokens.refresh_token)).status, 200)
    assert.deepEqual((await ask(server, ada, 'DELETE', `/applications/${id}`)).body, { deleted: id })
    assert.deepEqual([await list(), await allowed(ada)], [[], []])
    assert.equal((await server.get({ token: tokens.access_token }, '/current_user')).status, 401)
    for (const [method, path] of [
      ['PUT', `/applications/${id}`],
      ['POST', `/applications/${id}/secret`],
      ['DELETE', `/applications/${id}`],
    ] as const)
      assert.equal((await ask(server, ada, method, path, method === 'PUT' ? {} : undefined)).status, 404)
    const open = await register({ public_client: true })
    const refused = await ask(server, ada, 'POST', `/applications/${open.application.id}/secret`)
    assert.match(refused.body.error.message, /public client has no secret/)
  })

  test('an invalid application is refused by name, when it is registered and when it is changed', async () => {
    const { application } = await register()
    const wrong: [object, RegExp][] = [
      [{ name: ' ' }, /name: required/],
      [{ name: 'n'.repeat(101) }, /name: at most 100/],
      [{ description: 'd'.repeat(1001) }, /description: at most 1000/],
      [{ redirect_uris: [] }, /redirect_uris: at least one/],
      [{ redirect_uris: ['http://app.example.com/'] }, /redirect_uris: must begin with https/],
      [{ redirect_uris: ['https://*.app.example.com/'] }, /redirect_uris: a URL with \* is not allowed/],
      [{ redirect_uris: ['https://app.example.com/*'] }, /redirect_uris: a URL with \* is not allowed/],
      [{ redirect_uris: [`${callback}#part`] }, /redirect_uris: a URL with #/],
      [{ redirect_uris: ['javascript:alert(1)'] }, /redirect_uris: must begin/],
      [{ redirect_uris: [7] }, /redirect_uris\.0: must be text/],
      [{ client_secret: 'mine' }, /client_secret: there is no such field/],
    ]
    for (const [patch, message] of wrong) {
      const registration = { name: 'Another', redirect_uris: [callback], ...patch }
      for (const told of [
        await ask(server, ada, 'POST', '/applications', registration),
        await ask(server, ada, 'PUT', `/applications/${application.id}`, patch),
      ]) {
        assert.equal(told.status, 417, JSON.stringify(patch))
        assert.match(told.body.error.message, message)
      }
    }
    assert.deepEqual(await list(), [application])
    const kind = await ask(server, ada, 'PUT', `/applications/${application.id}`, { public_client: true })
    assert.match(kind.body.error.message, /public_client: there is no such field/)
  })

  test('an application cannot register applications or create tokens, which would outlast the consent to it', async () => {
    const made = await register()
    const { access_token } = await tokensOf(made, await browserOf(ada, ada.adminId))
    const bridge = { token: access_token }
    const { id } = made.application
    const tries = [
      ['POST', '/applications', { name: 'Second', redirect_uris: [callback] }],
      ['PUT', `/applications/${id}`, { redirect_uris: [elsewhere] }],
      ['POST', `/applications/${id}/secret`, undefined],
      ['DELETE', `/applications/${id}`, undefined],
      ['POST', '/tokens', { name: 'Forever' }],
    ] as const
    for (const [method, path, body] of tries) {
      const told = await ask(server, bridge, method, path, body)
      assert.equal(told.status, 403, path)
      assert.match(told.body.error.message, /an application may not do this/)
    }
    assert.equal((await list(bridge)).length, 1, 'it may look')
    assert.equal(
      (await ask(server, bridge, 'DELETE', `/allowed_applications/${made.application.client_id}`)).status,
      200,
    )
    assert.equal((await ask(server, bridge, 'GET', '/applications')).status, 401)
  })
})
