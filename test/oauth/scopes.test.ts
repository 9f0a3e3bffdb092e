import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import { digest } from '../../src/identity/factors/secrets.ts'
import { onEither } from '../support/server.ts'
import {
  addApplication,
  addCompany,
  authorizePath,
  Browser,
  obtainCode,
  password,
  post,
  redeem,
  refresh,
  type Server,
  startServer,
} from './support.ts'

onEither('an application that asks for less than everything', (database) => {
  let server: Server
  let companyId: number

  before(async () => {
    server = await startServer(database)
    companyId = (await addCompany(server)).companyId
  })
  after(() => server.close())

  const stored = async (token: unknown) => {
    const row = await server.db.read.get<{ scopes: string }>(
      sql`select scopes from access_tokens where company_id = ${companyId} and hash = ${digest(String(token))}`,
    )
    return row?.scopes
  }

  test('the tokens of an application are limited to the scopes that it asked for, also after a refresh', async () => {
    const app = await addApplication(server, companyId)
    const code = await obtainCode(new Browser(server.origin), app.clientId, { scope: 'timesheets:read users:write' })
    const { body } = await redeem(server, app, code)
    assert.equal(body.scope, 'timesheets:read users:write')
    assert.equal(await stored(body.access_token), 'timesheets:read users:write')

    const fresh = (await refresh(server, app, body.refresh_token)).body
    assert.equal(fresh.scope, 'timesheets:read users:write')
    assert.equal(await stored(fresh.access_token), 'timesheets:read users:write')
    const seen = await post(server, '/api/v1/introspect', {
      token: String(fresh.access_token),
      client_id: app.clientId,
      client_secret: app.clientSecret!,
    })
    assert.equal(seen.body.scope, 'timesheets:read users:write')
  })

  test('the consent page tells the person what the application may do', async () => {
    const app = await addApplication(server, companyId)
    const page = await new Browser(server.origin).open(
      authorizePath(app.clientId, { scope: 'read schedule_events:write' }),
    )
    const consent = await page.submit({ username: 'dana', password })
    assert.match(consent.text, /<li>View everything you can view<\/li>/)
    assert.match(consent.text, /<li>View and change <code>schedule_events<\/code><\/li>/)
    assert.doesNotMatch(consent.text, /anything you can do/)
  })

  const asked: [first: string, second: string, isAskedAgain: boolean][] = [
    ['', '', false],
    ['', 'timesheets:read', false],
    ['timesheets:read', '', true],
    ['timesheets:read', 'timesheets:read', false],
    ['timesheets:read users:read', 'users:read', false],
    ['timesheets:read', 'timesheets:write', true],
    ['timesheets:read', 'timesheets:read users:read', true],
    ['unknown', 'openid', false],
  ]
  for (const [first, second, isAskedAgain] of asked)
    test(`the scope “${second}” is ${isAskedAgain ? 'asked for again' : 'granted'} once “${first}” was allowed`, async () => {
      const app = await addApplication(server, companyId)
      const browser = new Browser(server.origin)
      await obtainCode(browser, app.clientId, { scope: first })
      const next = await browser.open(authorizePath(app.clientId, { scope: second }))
      assert.equal(next.title === 'Allow Payroll Bridge?', isAskedAgain, next.title)
      if (!isAskedAgain) return
      await next.submit({ intent: 'allow' })
      // Both together are remembered now.
      for (const scope of [first, second]) {
        const again = await browser.open(authorizePath(app.clientId, { scope }))
        assert.ok(again.target?.searchParams.get('code'), scope)
      }
    })

  test('unknown scopes are left out; without any known one, the token may do everything', async () => {
    const app = await addApplication(server, companyId)
    const scopeOf = async (scope: string) => {
      const code = await obtainCode(new Browser(server.origin), app.clientId, { scope, prompt: 'consent' })
      return (await redeem(server, app, code)).body.scope
    }
    assert.equal(await scopeOf('openid timesheets:read account:read'), 'timesheets:read')
    assert.equal(await scopeOf('openid account'), '')
  })

  const mistakes = [
    'timesheet:read',
    'timesheets:raed',
    'Timesheets:read',
    'timesheets:delete',
    'read:timesheets',
    'READ',
    'timesheets:read,users:read',
    'openid user:read',
    'timesheets:read jobcode:read',
  ]
  for (const scope of mistakes)
    test(`the scope “${scope}” is refused with a redirect that names the mistake`, async () => {
      const app = await addApplication(server, companyId)
      const { target } = await new Browser(server.origin).open(authorizePath(app.clientId, { scope }))
      const told = target?.searchParams
      assert.deepEqual([told?.get('error'), told?.get('code')], ['invalid_scope', null], String(target))
      const wrong = scope.split(' ').at(-1)!
      assert.ok(told?.get('error_description')?.startsWith(`${wrong} is not a scope`), String(target))
      assert.equal(told?.get('state') !== null, true)
    })

  test('scopes of other products are ignored', async () => {
    const app = await addApplication(server, companyId)
    const others = 'openid email offline_access user:email com.intuit.quickbooks.accounting ready red writer'
    for (const scope of [others, 'https://www.googleapis.com/auth/userinfo.email', 'urn:x:users', 'account:read']) {
      const code = await obtainCode(new Browser(server.origin), app.clientId, { scope, prompt: 'consent' })
      assert.equal((await redeem(server, app, code)).body.scope, '', scope)
    }
  })

  test('the OAuth metadata lists the scopes', async () => {
    const answer = await fetch(`${server.origin}/.well-known/oauth-authorization-server`)
    const { scopes_supported: scopes } = (await answer.json()) as { scopes_supported: string[] }
    for (const scope of ['read', 'write', 'timesheets:read', 'users:write']) assert.ok(scopes.includes(scope), scope)
    assert.ok(!scopes.includes('account'), 'the private scope is not shown')
  })
})
