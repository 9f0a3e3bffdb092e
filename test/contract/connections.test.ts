import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// What happens on one connection: requests sent before the answers, broken ones, and clients that go away.

onEither('connections', (database) => {
  let server: TestServer
  let company: TestCompany
  let port: number
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    port = Number(new URL(await server.listen()).port)
  })
  after(() => server.stop())

  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const head = (line: string, ...headers: string[]) => [`${line} HTTP/1.1`, ...headers, '', ''].join('\r\n')
  const asked = (path: string, ...headers: string[]) =>
    head(`GET /api/v1${path}`, 'Host: here', `Authorization: Bearer ${company.token}`, ...headers)

  /** Sends these bytes and gives what comes back until the server closes the connection, or until `until` is in it. */
  const exchange = async (sent: string, until?: RegExp): Promise<{ status: number; body: string }[]> => {
    const socket = await open()
    let text = ''
    socket.setEncoding('utf8').on('data', (more: string) => {
      text += more
      if (until?.test(text)) socket.destroy()
    })
    socket.write(sent)
    await once(socket, 'close')
    return text
      .split(/(?=HTTP\/1\.1 \d{3} )/)
      .filter((part) => part !== '')
      .map((part) => ({ status: Number(part.slice(9, 12)), body: part.slice(part.indexOf('\r\n\r\n') + 4) }))
  }

  test('a connection answers requests that are sent ahead in their order, one after the other', async () => {
    const paths = ['/groups?n=1', '/current_user', '/nothing', '/users?n=2', '/jobcodes?limit=0']
    const answers = await exchange(
      [...paths.map((path) => asked(path)), asked('/groups', 'Connection: close')].join(''),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 404, 200, 417, 200],
    )
    assert.match(answers[0]!.body, /"groups":/)
    assert.match(answers[3]!.body, /"users":/)
  })

  test('a connection answers hundreds of requests that are sent ahead, with bodies too', async () => {
    const item = (n: number) => JSON.stringify({ data: [{ name: `Sent ahead ${n}` }] })
    const posts = Array.from({ length: 100 }, (_, n) => {
      const type = 'Content-Type: application/json'
      const length = `Content-Length: ${item(n).length}`
      const authorization = `Authorization: Bearer ${company.token}`
      return head('POST /api/v1/groups', 'Host: here', authorization, type, length) + item(n)
    })
    const gets = Array.from({ length: 300 }, (_, n) => asked(`/current_user?n=${n}`))
    const answers = await exchange([...posts, ...gets, asked('/groups', 'Connection: close')].join(''))
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 401 }, () => 200),
    )
  })

  test('a connection answers a good request although a broken one follows it immediately', async () => {
    for (const broken of ['NONSENSE / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.1\r\nno colon\r\n\r\n']) {
      const answers = await exchange(asked('/current_user') + broken)
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 400],
      )
      assert.match(answers[0]!.body, /"current_user"|"users"/)
      assert.equal(JSON.parse(answers[1]!.body).error.code, 400)
    }
  })

  test('a connection answers in the contract’s format whatever is wrong with a request', async () => {
    const cases: [status: number, sent: string][] = [
      [400, 'NONSENSE\r\n\r\n'],
      [400, head('GET /api/v1/current_user')],
      [417, asked('/current_user', 'Expect: a miracle')],
      [431, asked('/current_user', `X-Long: ${'x'.repeat(20_000)}`)],
      [400, `${asked('/groups', 'Transfer-Encoding: chunked').replace('GET', 'POST')}nonsense\r\n`],
    ]
    for (const [status, sent] of cases) {
      const answers = await exchange(sent)
      assert.deepEqual([answers.length, answers[0]?.status], [1, status], sent.slice(0, 60))
      const { error } = JSON.parse(answers[0]!.body)
      assert.equal(error.code, status)
      assert.match(error.message, /^[A-Z][A-Za-z ]+: [a-z]/)
    }
  })

  test('a connection that is closed with requests sent ahead leaves errors their stack traces', async () => {
    const socket = await open()
    socket.write(Array.from({ length: 200 }, (_, n) => asked(`/users?n=closed${n}`)).join(''))
    await once(socket, 'data')
    socket.destroy()
    await exchange(asked('/groups', 'Connection: close'))
    assert.match(new Error('after').stack!, /connections\.test/)
  })

  test('a connection that is closed has nothing computed for it', async () => {
    const { statements } = server.db
    await exchange(asked('/users?n=0', 'Connection: close'))
    const before = statements.call(server.db)
    await exchange(asked('/users?n=1', 'Connection: close'))
    const each = statements.call(server.db) - before
    assert.ok(each > 0)
    const many = 1000
    const socket = await open()
    const closed = once(socket, 'close')
    socket.write(Array.from({ length: many }, (_, n) => asked(`/users?many=${n}`)).join(''))
    await once(socket, 'data')
    socket.destroy()
    await closed
    // All of a later connection is answered after what was received on an earlier one.
    await exchange(asked('/users?n=3', 'Connection: close'))
    const done = (statements.call(server.db) - before) / each
    assert.ok(done < many / 2, `${done} of ${many} requests were computed`)
  })

  test('a connection is closed while the server stops, after an answer in the contract’s format', async () => {
    const own = await TestServer.start(database)
    const there = await own.company()
    const address = new URL(await own.listen())
    const socket = connect(Number(address.port), '127.0.0.1')
    await once(socket, 'connect')
    let text = ''
    socket.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
    const authorization = `Authorization: Bearer ${there.token}`
    socket.write(head('POST /api/v1/groups', 'Host: here', authorization, 'Content-Length: 8'))
    await once(own.app.server, 'request')
    const stopping = own.stop()
    while (own.app.server.listening) await new Promise(setImmediate)
    socket.write('not json')
    await once(socket, 'close')
    await stopping
    assert.match(text, /^HTTP\/1\.1 400 .*\r\nconnection: close\r\n/is)
    assert.equal(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)).error.code, 400)
  })
})
