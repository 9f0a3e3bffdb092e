import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createToken } from '../../src/oauth/tokens.ts'
import { bodyMax } from '../../src/wire/body.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// Requests for an exact path come to the door from their connection, and all others through the framework. No client may
// notice: the same request is sent over a connection, and straight to the framework.

type Headers = Record<string, string>
type Sent = { status: number; headers: Record<string, unknown>; body: Buffer }

onEither('answers without the framework', (database) => {
  let server: TestServer
  let company: TestCompany
  let address: string
  before(async () => {
    server = await TestServer.start(database)
    address = await server.listen()
    company = await server.company()
    const jobs = Array.from({ length: 40 }, (_, number) => ({ name: `Job ${number}`, type: 'regular' }))
    await server.post(company, '/jobcodes', jobs)
  })
  after(() => server.stop())

  const connected = (path: string, headers: Headers, method = 'GET', body?: Buffer) =>
    new Promise<Sent>((resolve, reject) => {
      const sent = request(`${address}/api/v1${path}`, { method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      })
      sent.on('error', reject)
      if (!body) sent.end()
      else {
        // In two parts, which may divide a character.
        sent.write(body.subarray(0, -6))
        setTimeout(() => sent.end(body.subarray(-6)), 5)
      }
    })
  const framework = async (
    path: string,
    headers: Headers,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'GET',
    payload?: Buffer,
  ): Promise<Sent> => {
    const asked = { method, url: `/api/v1${path}`, headers, ...(payload && { payload }) }
    const { statusCode, headers: received, rawPayload } = await server.app.inject(asked)
    return { status: statusCode, headers: received, body: rawPayload }
  }
  const token = () => ({ authorization: `Bearer ${company.token}` })
  /** What both have in common: headers that keep a connection open are missing without one. */
  const compared = ({ status, headers, body }: Sent) => {
    const { date: _, connection: __, 'keep-alive': ___, 'ratelimit-remaining': ____, ...others } = headers
    const { 'x-request-id': id, ...rest } = others
    assert.match(String(id), /^[0-9a-f]{10}-\w+$/)
    const told = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
    return { status, headers: told, body: body.toString('latin1') }
  }
  /** Every create has an id of its own, also if it is only simulated. */
  const withoutIds = ({ body, ...rest }: ReturnType<typeof compared>) => ({
    ...rest,
    body: body.replaceAll(/"id":\d+/g, '"id":0'),
  })
  const reads = [
    '/jobcodes',
    '/jobcodes?limit=3&page=2&supplemental_data=no',
    '/jobcodes?limit=0',
    '/users?ids[]=1&ids[]=2',
    '/timesheets',
    '/timesheets?start_date=2026-01-01',
    '/timesheets?start_date=%zz',
    '/timesheets/?start_date=2026-01-01',
    '/current_user',
    '/effective_settings',
    '/last_modified_timestamps',
    '/nothing',
  ]

  test('an answer without the framework is the same as the framework’s', async () => {
    const variants: Headers[] = [{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'identity' }]
    // Computed, computed again, and kept.
    for (const path of reads)
      for (const variant of variants)
        for (let time = 0; time < 3; time++) {
          const headers = { ...token(), ...variant }
          const found = await connected(path, headers)
          assert.deepEqual(compared(found), compared(await framework(path, headers)), `${path} ${time}`)
          if (found.headers['content-encoding'] === 'gzip') assert.ok(gunzipSync(found.body).length > found.body.length)
        }
  })

  test('a change without the framework is the same as the framework’s, whatever its body', async () => {
    const item = Buffer.from('{"data":[{"name":"Zoë’s crew 🛠"}]}')
    const bodies: [type: string | undefined, body: Buffer][] = [
      ['application/json', item],
      ['application/json; charset=utf-8', item],
      ['application/json;charset=iso-8859-1', item],
      ['Application/JSON', item],
      ['application/jsonx', item],
      ['application/json and more', item],
      ['text/plain', item],
      ['', item],
      [undefined, item],
      ['application/json', Buffer.concat([Buffer.from('\ufeff'), item])],
      ['application/json', Buffer.from([...Buffer.from('{"data":[{"name":"'), 0xff, 0xc3, ...Buffer.from('"}]}')])],
      ['application/json', Buffer.from([...item, 0xe2, 0x82])],
      ['application/json', item.subarray(0, -2)],
      ['application/json', Buffer.alloc(0)],
      ['application/json', Buffer.concat([item, Buffer.alloc(bodyMax - item.length, ' ')])],
    ]
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      for (const [type, body] of bodies) {
        const headers = {
          ...token(),
          'x-clockhouse-dry-run': 'yes',
          'content-length': String(body.length),
          ...(type !== undefined && { 'content-type': type }),
        }
        const path = method === 'DELETE' ? '/timesheets?ids=1' : '/groups'
        const found = withoutIds(compared(await connected(path, headers, method, body)))
        const expected = withoutIds(compared(await framework(path, headers, method, body)))
        assert.deepEqual(found, expected, `${method} ${type} ${body.subarray(0, 50).toString('latin1')}`)
      }
  })

  test('an answer without the framework is 304 when nothing has changed', async () => {
    const variants: Headers[] = [{}, { 'accept-encoding': 'gzip' }]
    for (const extra of variants) {
      const { headers } = await connected('/jobcodes', { ...token(), ...extra })
      const again = { ...token(), ...extra, 'if-none-match': String(headers.etag) }
      const found = await connected('/jobcodes', again)
      assert.equal(found.status, 304)
      assert.equal(found.body.length, 0)
      assert.deepEqual(compared(found), compared(await framework('/jobcodes', again)))
    }
  })

  test('an answer without the framework has what was written before', async () => {
    for (let number = 0; number < 5; number++) {
      const { id } = await server.createOne(company, 'groups', { name: `Group ${number}` })
      const { body } = await connected('/groups', token())
      assert.ok(JSON.parse(body.toString()).results.groups[id], body.toString())
    }
  })

  test('an answer without the framework is a refusal when rights have ended', async () => {
    const person = await server.user(company)
    const headers = { authorization: `Bearer ${person.token}` }
    assert.equal((await connected('/current_user', headers)).status, 200)
    assert.equal((await connected('/current_user', headers)).status, 200)
    await server.put(company, '/users', [{ id: person.id, active: false }])
    assert.equal((await connected('/current_user', headers)).status, 401)
    const brief = { authorization: `Bearer ${await server.token(company.id, company.adminId, 60)}` }
    assert.equal((await connected('/current_user', brief)).status, 200)
    server.pass(61)
    const expired = await connected('/current_user', brief)
    assert.equal(expired.status, 401)
    assert.deepEqual(compared(expired), compared(await framework('/current_user', brief)))
    for (const headers of [{}, { authorization: 'Bearer nothing' }, { authorization: 'Basic abc' }])
      assert.deepEqual(
        compared(await connected('/groups', headers as Headers)),
        compared(await framework('/groups', headers as Headers)),
      )
  })

  test('an answer without the framework is the same for sessions, limited tokens, and lists as lines', async () => {
    const expires = server.now + 3_600_000_000
    const whose = { companyId: company.id, userId: company.adminId, name: 'Reads groups', expires }
    const limited = await createToken(server.world, { ...whose, scopes: 'groups:read' })
    const callers: Headers[] = [
      { cookie: await server.session(company.id, company.adminId) },
      { authorization: `Bearer ${limited.token}` },
      { ...token(), accept: 'application/x-ndjson' },
      { ...token(), accept: 'application/x-ndjson', 'accept-encoding': 'gzip' },
    ]
    for (const headers of callers)
      for (const path of ['/groups', '/jobcodes', '/jobcodes?limit=3', '/jobcodes?limit=0', '/current_user']) {
        const found = await connected(path, headers)
        assert.deepEqual(compared(found), compared(await framework(path, headers)), `${path} ${Object.keys(headers)}`)
      }
  })

  test('an answer without the framework is the same for a managed client', async () => {
    const headers = { ...token(), 'vnd.tsheets.ManagedClientId': '1' }
    const found = await connected('/groups', headers)
    assert.equal(found.status, 403)
    assert.deepEqual(compared(found), compared(await framework('/groups', headers)))
  })
})

onEither('the rate limit without the framework', (database) => {
  test('an answer without the framework counts for the rate limit', async (context) => {
    const server = await TestServer.start(database, { CLOCKHOUSE_RATE_LIMIT: '4' })
    context.after(() => server.stop())
    const address = await server.listen()
    const company = await server.company()
    const ask = async () => {
      const answer = await fetch(`${address}/api/v1/groups`, { headers: { authorization: `Bearer ${company.token}` } })
      await answer.arrayBuffer()
      return [answer.status, answer.headers.get('ratelimit-remaining')]
    }
    const answers = []
    for (let number = 0; number < 6; number++) answers.push(await ask())
    assert.deepEqual(answers, [
      [200, '3'],
      [200, '2'],
      [200, '1'],
      [200, '0'],
      [429, '0'],
      [429, '0'],
    ])
  })
})
