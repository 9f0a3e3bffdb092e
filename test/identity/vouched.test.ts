import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { ask, askSignedIn } from '../app_api/ask.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

const settings = { CLOCKHOUSE_TRUSTED_PROXIES: '127.0.0.1', CLOCKHOUSE_USER_HEADER: 'Remote-User' }

/** Opens a page through the proxy, or from another address. */
async function open(server: TestServer, path: string, headers: Record<string, string>, remoteAddress = '127.0.0.1') {
  const answer = await server.app.inject({ url: path, headers, remoteAddress })
  const session = answer.cookies.find(({ name, value }) => name === 'clockhouse' && value !== '')
  const title = /<h1>(.*?)<\/h1>/.exec(answer.body)?.[1]
  return {
    ...{ status: answer.statusCode, location: answer.headers.location, title, text: answer.body },
    cookie: session && `clockhouse=${encodeURIComponent(session.value)}`,
  }
}

onEither('signing in by the header of a proxy', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database, settings)
    company = await server.company('Northyard')
    await server.user(company, { username: 'wanda', first_name: 'Wanda', last_name: 'Worker' })
    await server.user(company, { username: 'Jürgen', first_name: 'Jürgen', last_name: 'Jung' })
    const gone = await server.user(company, { username: 'gone' })
    await server.put(company, '/users', [{ id: gone.id, active: false }])
  })
  after(() => server.stop())

  test('a person whom the proxy has signed in needs no password, and comes to the page that they wanted', async () => {
    const { status, location, cookie } = await open(server, '/sign-in?next=/timesheet', { 'remote-user': ' ADA' })
    assert.deepEqual([status, location], [303, '/timesheet'])
    assert.equal((await open(server, '/account', { cookie: cookie! })).title, 'Hello, Ada Admin')
  })

  // Node.js reads each byte of a header as a character.
  const bytes = (text: string, encoding: 'utf8' | 'latin1') => Buffer.from(text, encoding).toString('latin1')
  const sent: [how: string, name: string][] = [
    ['in UTF-8', bytes('jürgen', 'utf8')],
    ['in UTF-8 with an accent of its own', bytes('ju\u0308rgen', 'utf8')],
    ['in Latin-1', bytes('JÜRGEN', 'latin1')],
  ]
  for (const [how, name] of sent)
    test(`a name outside ASCII is read ${how}`, async () => {
      const { cookie } = await open(server, '/sign-in', { 'remote-user': name })
      assert.equal(
        (await open(server, '/account', { cookie: cookie!, 'remote-user': name })).title,
        'Hello, Jürgen Jung',
      )
    })

  test('it does not prove who is at the screen, because the proxy may have let the browser in long ago', async () => {
    const { cookie } = await open(server, '/sign-in', { 'remote-user': 'ada' })
    const { status, body } = await askSignedIn(server, cookie!, 'POST', '/tokens', { name: 'Mine' })
    assert.deepEqual([status, body.error.reason.code], [403, 'confirmation_needed'])
  })

  const refused: [what: string, name: string][] = [
    ['unknown', 'unknown'],
    ['someone archived', 'gone'],
    ['two people', 'ada, wanda'],
    ['a person of a company', 'northyard/ada'],
    ['something too long', 'a'.repeat(600)],
  ]
  for (const [what, name] of refused)
    test(`a header that names ${what} signs in no one, and the form is there for a password`, async () => {
      const { status, cookie, text } = await open(server, '/sign-in', { 'remote-user': name })
      assert.equal(status, 403)
      assert.equal(cookie, undefined)
      assert.match(text, /no one here has that username/)
      assert.match(text, /name="password"/)
    })

  test('an empty header is none', async () => {
    assert.equal((await open(server, '/sign-in', { 'remote-user': '' })).status, 200)
  })

  test('the header of anyone but a trusted proxy is ignored, whomever it says it forwards', async () => {
    for (const more of [{}, { 'x-forwarded-for': '127.0.0.1' }] as Record<string, string>[]) {
      const { status, cookie } = await open(server, '/sign-in', { 'remote-user': 'ada', ...more }, '192.0.2.1')
      assert.deepEqual([status, cookie], [200, undefined])
    }
  })

  test('the header signs in at the sign-in page only: the API needs a session or a token', async () => {
    const headers = { 'remote-user': 'ada' }
    assert.equal((await server.call(undefined, 'GET', '/current_user', undefined, headers)).status, 401)
    assert.equal((await ask(server, undefined, 'GET', '/start', undefined, { headers })).status, 401)
  })

  test('the session of a person no longer counts once the proxy signs in another one', async () => {
    const { cookie } = await open(server, '/sign-in', { 'remote-user': 'ada' })
    const asWanda = { cookie: cookie!, 'remote-user': 'wanda' }
    const turned = await open(server, '/account', asWanda)
    assert.deepEqual([turned.status, turned.location], [303, '/sign-in?next=%2Faccount'])
    const entered = await open(server, '/sign-in?next=/account', asWanda)
    assert.equal(entered.location, '/account')
    assert.equal((await open(server, '/account', { cookie: entered.cookie! })).title, 'Hello, Wanda Worker')
    assert.equal((await open(server, '/account', { cookie: cookie! })).status, 303, 'the first session has ended')
  })

  test('a company that blocks addresses checks that of the client, not that of the proxy', async () => {
    const wanted = { allowed: ['127.0.0.1', '203.0.113.7'], block: true }
    assert.equal((await ask(server, company, 'PUT', '/addresses', wanted)).status, 200)
    const from = async (address: string) =>
      (await open(server, '/sign-in', { 'remote-user': 'ada', 'x-forwarded-for': address })).status
    assert.deepEqual([await from('203.0.113.7:1234'), await from('203.0.113.8')], [303, 403])
    await ask(server, company, 'PUT', '/addresses', { ...wanted, block: false })
  })

  test('with several companies, the header names the company, too', async () => {
    await server.company('Southyard')
    assert.equal((await open(server, '/sign-in', { 'remote-user': 'ada' })).status, 403)
    const { cookie } = await open(server, '/sign-in', { 'remote-user': 'southyard/ada' })
    assert.match((await open(server, '/account', { cookie: cookie! })).text, /Southyard/)
    // The session is that of one company's Ada, whichever other one the proxy names.
    for (const [name, counts] of [
      ['southyard/ada', true],
      [' SouthYard/ADA', true],
      ['northyard/ada', false],
      ['ada', false],
      ['x/southyard/ada', false],
    ] as const)
      assert.equal(
        (await open(server, '/account', { cookie: cookie!, 'remote-user': name })).status,
        counts ? 200 : 303,
        name,
      )
  })
})

describe('the setting for the header', () => {
  test('without the setting, no header signs anyone in', async () => {
    const server = await TestServer.start('sqlite', { CLOCKHOUSE_TRUSTED_PROXIES: '127.0.0.1' })
    await server.company()
    const { status, cookie } = await open(server, '/sign-in', { 'remote-user': 'ada' })
    await server.stop()
    assert.deepEqual([status, cookie], [200, undefined])
  })

  test('it needs trusted proxies, and a header without another meaning', () => {
    const message = /^CLOCKHOUSE_USER_HEADER needs CLOCKHOUSE_TRUSTED_PROXIES/
    assert.throws(() => readConfig({ CLOCKHOUSE_USER_HEADER: 'Remote-User' }), { message })
    assert.equal(readConfig(settings).userHeader, 'remote-user')
    for (const name of ['Cookie', 'Authorization', 'X-Forwarded-For', 'Remote User', 'Remote-User:'])
      assert.throws(
        () => readConfig({ ...settings, CLOCKHOUSE_USER_HEADER: name }),
        /must be the name of a header/,
        name,
      )
  })
})
