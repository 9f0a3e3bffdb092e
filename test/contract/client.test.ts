import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as oauth from 'openid-client'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { createApplication } from '../../src/oauth/applications.ts'
import { Browser } from '../oauth/support.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { migratedPlace, onEither } from '../support/server.ts'

// A program that knows nothing about this project: a public OAuth client over real connections to a server started like
// any other, with the pages filled in as a person would.

const callback = 'http://127.0.0.1:4711/back'
const password = 'correct horse battery'

onEither('a public OAuth client', (database) => {
  let server: ServerProcess
  let separate: Beside
  let clean: () => Promise<void>
  let application: { clientId: string; clientSecret: string | undefined }

  before(async () => {
    const fresh = await migratedPlace(database)
    clean = fresh.clean
    server = await ServerProcess.start(fresh.place)
    const browser = new Browser(server.url)
    const setup = await browser.open('/sign-in')
    await setup.submit({
      company_name: 'Northyard Ltd',
      first_name: 'Dana',
      last_name: 'Fox',
      email: 'dana@example.com',
      username: 'dana',
      tz: 'Europe/Berlin',
      password,
    })
    assert.match((await browser.open('/account')).title, /Dana/)
    // Registered as `clockhouse app create` does.
    separate = await Beside.open(fresh.place)
    const user = await separate.db.read.get<{ id: number; company_id: number }>(sql`select id, company_id from users`)
    application = await createApplication(separate.world, {
      companyId: user!.company_id,
      userId: user!.id,
      name: 'Payroll Bridge',
      redirectUris: [callback],
    })
  })
  after(async () => {
    await separate?.close()
    await server?.stop()
    await clean?.()
  })

  /** Sends the user to /authorize, signs in and allows; returns the address that the browser was sent back to. */
  const authorize = async (config: oauth.Configuration, state: string, verifier: string): Promise<URL> => {
    const address = oauth.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    assert.equal(address.pathname, '/api/v1/authorize')
    const signIn = await new Browser(server.url).open(address.href)
    assert.equal(signIn.title, 'Sign in')
    const next = await signIn.submit({ username: 'dana', password })
    const { target } = next.title.startsWith('Allow') ? await next.submit({ intent: 'allow' }) : next
    assert.equal(target!.origin + target!.pathname, callback)
    assert.equal(target!.searchParams.get('state'), state)
    return target!
  }

  test('openid-client signs in, refreshes, and works with timesheets and notifications', async () => {
    const config = await oauth.discovery(
      new URL(server.url),
      application.clientId,
      undefined,
      oauth.ClientSecretPost(application.clientSecret),
      { execute: [oauth.allowInsecureRequests], algorithm: 'oauth2' },
    )
    const state = oauth.randomState()
    const verifier = oauth.randomPKCECodeVerifier()
    const back = await authorize(config, state, verifier)
    const checks = { pkceCodeVerifier: verifier, expectedState: state }
    await assert.rejects(
      oauth.authorizationCodeGrant(config, back, { ...checks, expectedState: 'forged' }),
      (error: Error) => /"state"/.test(String(error.cause)),
      'the client aborts when the state is not the one it sent',
    )
    const first = await oauth.authorizationCodeGrant(config, back, checks)
    assert.deepEqual([first.token_type, first.scope, typeof first.user_id], ['bearer', '', 'string'])
    const tokens = await oauth.refreshTokenGrant(config, first.refresh_token!)
    assert.notEqual(tokens.access_token, first.access_token)
    assert.notEqual(tokens.refresh_token, first.refresh_token)

    const call = async (method: string, path: string, data?: unknown): Promise<Values> => {
      const response = await oauth.fetchProtectedResource(
        config,
        tokens.access_token,
        new URL(`${server.url}/api/v1${path}`),
        method,
        data === undefined ? null : JSON.stringify({ data }),
        new Headers({ 'content-type': 'application/json' }),
      )
      assert.equal(response.status, 200, `${method} ${path}`)
      return (await response.json()) as Values
    }
    const outcomes = (items: Record<string, Values>) => Object.values(items).map((item) => item._status_code)

    const [me] = Object.values<Values>((await call('GET', '/current_user')).results.users)
    assert.deepEqual([String(me!.id), me!.username, me!.client_url], [first.user_id, 'dana', first.client_url])

    // Timesheets: create, list, change, list, delete, find among the deleted.
    const base = { user_id: me!.id, jobcode_id: 0 }
    const created = await call('POST', '/timesheets', [
      { ...base, type: 'regular', start: '2026-01-15T08:00:00+01:00', end: '2026-01-15T12:00:00+01:00' },
      { ...base, type: 'manual', date: '2026-01-16', duration: 3600 },
      { ...base, type: 'manual' },
    ])
    assert.deepEqual(outcomes(created.results.timesheets), [200, 200, 417])
    const [worked, typed] = [created.results.timesheets['1'].id, created.results.timesheets['2'].id]
    const query = '/timesheets?start_date=2026-01-15&end_date=2026-01-16'
    const listed = await call('GET', query)
    assert.deepEqual(Object.keys(listed.results.timesheets).map(Number), [worked, typed])
    assert.equal(listed.results.timesheets[worked].location, 'Payroll Bridge')
    assert.deepEqual([listed.more, listed.supplemental_data.users[me!.id].first_name], [false, 'Dana'])

    const changed = await call('PUT', '/timesheets', [{ id: worked, end: '2026-01-15T13:30:00+01:00', notes: 'late' }])
    assert.deepEqual(outcomes(changed.results.timesheets), [200])
    const again = (await call('GET', `${query}&supplemental_data=no`)).results.timesheets[worked]
    assert.deepEqual([again.duration, again.notes], [19800, 'late'])

    const now = new Date().toISOString()
    const clockIn = await call('POST', '/timesheets', [{ ...base, type: 'regular', start: now, end: '' }])
    const running = clockIn.results.timesheets['1']
    assert.deepEqual([running._status_code, running.on_the_clock], [200, true])
    const week = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)
    const working = await call('GET', `/timesheets?user_ids=${me!.id}&on_the_clock=yes&start_date=${week}`)
    assert.deepEqual(Object.keys(working.results.timesheets), [String(running.id)])

    const ids = [worked, typed, running.id]
    const removed = await call('DELETE', `/timesheets?ids=${ids.join(',')}`)
    assert.deepEqual(outcomes(removed.results.timesheets), [200, 200, 200])
    assert.deepEqual((await call('GET', `/timesheets?ids=${ids}&on_the_clock=both`)).results.timesheets, {})
    assert.deepEqual(outcomes((await call('DELETE', `/timesheets?ids=${worked}`)).results.timesheets), [404])
    const gone = await call('GET', `/timesheets_deleted?ids=${ids}`)
    assert.deepEqual(Object.keys(gone.results.timesheets_deleted).map(Number), ids)
    assert.deepEqual([gone.more, gone.results.timesheets_deleted[worked].notes], [false, 'late'])

    // Notifications: create, list, delete.
    const scheduled = await call('POST', '/notifications', [
      { message: 'Shift starts now', delivery_time: '2100-01-01T08:00:00+01:00', precheck: 'off_the_clock' },
      { message: '' },
    ])
    assert.deepEqual(outcomes(scheduled.results.notifications), [200, 417])
    const note = scheduled.results.notifications['1']
    const notes = await call('GET', '/notifications')
    assert.equal(notes.results.more, false)
    const { _status_code, _status_message, ...record } = note
    assert.deepEqual(notes.results.notifications, { [note.id]: record })
    assert.deepEqual(outcomes((await call('DELETE', `/notifications?ids=${note.id}`)).results.notifications), [200])
    assert.deepEqual((await call('GET', '/notifications')).results.notifications, {})

    // The end: the grant is revoked, and the token is worthless.
    await oauth.tokenRevocation(config, tokens.refresh_token!)
    const refused = await server.call(tokens.access_token, 'GET', '/current_user')
    assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_grant'])
    assert.deepEqual(server.log, [], 'nothing was logged as an error')
  })
})
