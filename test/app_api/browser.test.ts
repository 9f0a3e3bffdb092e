import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answer, onEither, type TestCompany, TestServer } from '../support/server.ts'

const here = { host: 'time.example.com' }
const ours = { ...here, origin: 'http://time.example.com', 'sec-fetch-site': 'same-origin' }

onEither('the API with a browser session', (database) => {
  let server: TestServer
  let company: TestCompany

  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  type Sent = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; headers?: Record<string, string>; data?: unknown }
  const ask = async (cookie: string, url: string, { method = 'GET', headers = here, data }: Sent = {}) => {
    const body = data === undefined ? {} : { payload: JSON.stringify({ data }) }
    const type = data === undefined ? {} : { 'content-type': 'application/json' }
    const response = await server.app.inject({ method, url, headers: { cookie, ...type, ...headers }, ...body })
    return { status: response.statusCode, headers: response.headers, body: response.json() as Answer['body'] }
  }
  const group = (cookie: string, name: string, headers: Record<string, string>) =>
    ask(cookie, '/api/v1/groups', { method: 'POST', headers, data: [{ name }] })
  const groups = async () => (await server.list(company, 'groups')).map((one) => one.name)

  test('a browser session reads and writes as the person who is signed in', async () => {
    const cookie = await server.session(company.id, company.adminId)
    const { status, body } = await ask(cookie, '/api/v1/current_user')
    assert.deepEqual([status, Object.keys(body.results.users)], [200, [String(company.adminId)]])
    const made = await group(cookie, 'From the app', ours)
    assert.deepEqual([made.status, made.body.results.groups[1]._status_code], [200, 200])
    assert.ok((await groups()).includes('From the app'))
    assert.equal((await ask(cookie, '/api/console/start')).status, 200)
  })

  test('a browser session cannot write from another site, nor without telling where a request comes from', async () => {
    const cookie = await server.session(company.id, company.adminId)
    const before = await groups()
    const foreign: Record<string, string>[] = [
      here,
      { ...here, origin: 'https://evil.example' },
      { ...here, origin: 'null' },
      { ...here, origin: 'https://time.example.com.evil.example' },
      { ...here, origin: 'http://time.example.com:8080' },
      { ...here, 'sec-fetch-site': 'cross-site' },
      { ...here, 'sec-fetch-site': 'same-site' },
      { ...here, 'sec-fetch-site': 'none' },
      { ...ours, 'sec-fetch-site': 'same-site' },
      { ...ours, origin: 'https://evil.example' },
    ]
    for (const headers of foreign) {
      const { status, body } = await group(cookie, 'Planted', headers)
      assert.deepEqual([status, body.error.code], [403, 403], JSON.stringify(headers))
      const removal = await ask(cookie, '/api/v1/jobcode_assignments?ids=1', { method: 'DELETE', headers })
      assert.equal(removal.status, 403, JSON.stringify(headers))
    }
    assert.deepEqual(await groups(), before)
    for (const headers of [
      { ...here, origin: ours.origin },
      { ...here, 'sec-fetch-site': 'same-origin' },
    ])
      assert.equal((await group(cookie, JSON.stringify(headers), headers)).status, 200)
  })

  test('the configured address is the only origin that is trusted', async () => {
    const other = await TestServer.start(database, { CLOCKHOUSE_URL: 'https://time.example.com' })
    try {
      const { id, adminId } = await other.company()
      const cookie = `__Host-${await other.session(id, adminId)}`
      const status = async (origin: string, host: string, cookies = cookie) =>
        (
          await other.app.inject({
            method: 'POST',
            url: '/api/v1/groups',
            headers: { cookie: cookies, host, origin, 'content-type': 'application/json' },
            payload: JSON.stringify({ data: [{ name: `From ${origin}` }] }),
          })
        ).statusCode
      assert.equal(await status('https://time.example.com', 'time.example.com'), 200)
      assert.equal(await status('http://time.example.com', 'time.example.com'), 403)
      assert.equal(await status('http://10.0.0.5', '10.0.0.5'), 403)
      const plain = cookie.replace('__Host-', '')
      assert.equal(await status('https://time.example.com', 'time.example.com', plain), 401, 'a cookie of http')
    } finally {
      await other.stop()
    }
  })

  test('access to the API ends with the browser session, at once', async () => {
    const cookie = await server.session(company.id, company.adminId)
    assert.equal((await ask(cookie, '/api/v1/current_user')).status, 200)
    const page = await server.app.inject({ url: '/account', headers: { cookie, ...here } })
    const form = String(page.headers['set-cookie']).split(';')[0]!
    const token = /name="token" value="([^"]+)"/.exec(page.body)![1]!
    const signedOut = await server.app.inject({
      method: 'POST',
      url: '/sign-out',
      headers: { ...ours, cookie: `${cookie}; ${form}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token }).toString(),
    })
    assert.equal(signedOut.headers.location, '/signed-out')
    assert.equal((await ask(cookie, '/api/v1/current_user')).status, 401)
    assert.equal((await group(cookie, 'Too late', ours)).status, 401)
    for (const malformed of ['clockhouse=', 'clockhouse=x', `clockhouse=${company.id}.${'A'.repeat(43)}`, 'other=1'])
      assert.equal((await ask(malformed, '/api/v1/current_user')).status, 401, malformed)
  })

  test('the browser session of a person who is archived ends, and no one else’s', async () => {
    const { id } = await server.user(company)
    const [cookie, admins] = [await server.session(company.id, id), await server.session(company.id, company.adminId)]
    assert.equal((await ask(cookie, '/api/v1/current_user')).status, 200)
    await server.put(company, '/users', [{ id, active: false }])
    assert.equal((await ask(cookie, '/api/v1/current_user')).status, 401)
    assert.equal((await ask(cookie, '/api/v1/timesheets', { method: 'POST', headers: ours, data: [] })).status, 401)
    assert.equal((await ask(admins, '/api/v1/current_user')).status, 200)
  })

  test('a token takes precedence over a browser session, and needs no origin', async () => {
    const { id, token } = await server.user(company)
    const cookie = await server.session(company.id, company.adminId)
    const { body } = await ask(cookie, '/api/v1/current_user', {
      headers: { ...here, authorization: `Bearer ${token}` },
    })
    assert.deepEqual(Object.keys(body.results.users), [String(id)])
    const bad = await ask(cookie, '/api/v1/current_user', { headers: { ...here, authorization: 'Bearer nothing' } })
    assert.equal(bad.status, 401)
    assert.equal((await group('', 'By a program', { authorization: `Bearer ${company.token}` })).status, 200)
  })
})
