import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// What every answer has, whatever gives it: an id, and headers alone for those who ask for no more.

onEither('every answer', (database) => {
  let server: TestServer
  let company: TestCompany
  let address: string
  before(async () => {
    server = await TestServer.start(database)
    address = await server.listen()
    company = await server.company()
    await server.post(company, '/jobcodes', [{ name: 'Digging', type: 'regular' }])
  })
  after(() => server.stop())

  const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    fetch(`${address}${path}`, {
      method,
      redirect: 'manual',
      headers: { authorization: `Bearer ${company.token}`, ...headers },
    })

  // Answered directly from the second time on, by the framework, by the OAuth provider, and refused.
  const paths = [
    '/api/v1/jobcodes',
    '/api/v1/jobcodes?limit=0',
    '/api/v1/reports/nothing',
    '/api/v1/openapi.json',
    '/api/console/start',
    '/api/console/nothing',
    '/sign-in',
    '/',
    '/nothing.png',
    '/api/v1/authorize?client_id=none',
    '/livez',
    '/readyz',
    '/api/v1/jobcodes/%zz',
  ]

  test('every answer has the id of the request', async () => {
    const ids = new Set<string>()
    for (const path of [...paths, ...paths]) {
      const own = await ask(path)
      assert.match(own.headers.get('x-request-id') ?? '', /^[0-9a-f]{10}-[0-9a-z]+$/, path)
      ids.add(own.headers.get('x-request-id')!)
      const given = await ask(path, 'GET', { 'x-request-id': 'from-the-proxy' })
      ids.add(given.headers.get('x-request-id')!)
    }
    assert.equal(ids.size, 4 * paths.length, 'no id is used twice')
  })

  test('an answer has an id even if the request cannot be read', async () => {
    const { hostname, port } = new URL(address)
    for (const sent of [
      'NONSENSE\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: here\r\nExpect: wonders\r\n\r\n',
      'GET /livez HTTP/1.1\r\nHost: here\r\n\r\nNONSENSE\r\n\r\n',
    ]) {
      const socket = connect(Number(port), hostname)
      let text = ''
      socket.setEncoding('utf8').on('data', (more: string) => {
        text += more
      })
      socket.write(sent)
      await once(socket, 'close')
      const answers = text.match(/HTTP\/1\.1 \d{3} /g)!.length
      const ids = text.match(/^x-request-id: [0-9a-f]{10}-\w+/gim) ?? []
      assert.equal(new Set(ids).size, answers, text)
    }
  })

  test('an answer to HEAD has the same headers as to GET, and no body', async () => {
    const told = ({ status, headers }: Response) => {
      const rest = Object.fromEntries(headers)
      for (const name of [
        'date',
        'x-request-id',
        'set-cookie',
        'transfer-encoding',
        'ratelimit-remaining',
        'connection',
        'keep-alive',
      ])
        delete rest[name]
      // A new page has a new token in its form.
      if (String(rest['content-type']).startsWith('text/html')) delete rest['content-length']
      return { status, ...rest }
    }
    for (const path of [...paths, ...paths]) {
      const whole = await ask(path)
      await whole.arrayBuffer()
      const head = await ask(path, 'HEAD')
      assert.equal((await head.arrayBuffer()).byteLength, 0, path)
      assert.deepEqual(told(head), told(whole), path)
    }
  })

  test('an answer to HEAD ends, even where the answer to GET does not', async () => {
    const answer = await ask('/api/console/events', 'HEAD')
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/event-stream')
    assert.equal(await answer.text(), '')
  })

  test('a refused method names HEAD among the methods of a path', async () => {
    const answer = await ask('/api/v1/jobcodes', 'PATCH')
    assert.equal(answer.status, 405)
    assert.equal(answer.headers.get('allow'), 'GET, HEAD, POST, PUT')
  })
})
