import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const

describe('security headers', () => {
  let server: TestServer
  let company: TestCompany
  let origin: string
  before(async () => {
    server = await TestServer.start('sqlite', { CLOCKHOUSE_URL: 'https://time.example.com' })
    origin = await server.listen()
    company = await server.company()
  })
  after(() => server.stop())

  const check = (what: string, header: (name: string) => unknown) => {
    assert.equal(header('strict-transport-security'), 'max-age=31536000', what)
    assert.equal(header('x-content-type-options'), 'nosniff', what)
    assert.equal(header('cross-origin-resource-policy'), 'same-origin', what)
    // Scripts of other sites may read descriptions, and what a token opens; never what a cookie opens.
    const isOpen =
      /openapi\.json|well-known|\/api\/v1\/|^time /.test(what) && header('access-control-allow-origin') === '*'
    assert.ok(isOpen || header('access-control-allow-origin') == null, what)
    assert.equal(header('access-control-allow-credentials') ?? null, null, what)
    // The OAuth provider's own pages are opened in a window that the application keeps a reference to.
    if (String(header('content-type')).startsWith('text/html') && !/\/(authorize|interaction)/.test(what)) {
      assert.equal(header('cross-origin-opener-policy'), 'same-origin', what)
      assert.equal(header('referrer-policy'), 'same-origin', what)
    }
    const policy = String(header('content-security-policy'))
    assert.match(policy, /frame-ancestors 'none'/, what)
    assert.match(policy, /default-src 'none'|object-src 'none'/, what)
    assert.match(policy, /base-uri 'none'/, what)
  }

  test('security headers are on the answer of every route, with and without a token', async () => {
    const drawn = server.app.printRoutes({ commonPrefix: false })
    const above: string[] = []
    const paths = drawn.split('\n').flatMap((line) => {
      const [, indent = '', part = ''] = /^([│ ]*)[├└]── (\S+)/.exec(line) ?? []
      if (!part) return []
      above.length = indent.length / 4
      above.push(part)
      return [above.join('').replaceAll(/:\w+/g, '1').replace('*', 'none')]
    })
    assert.ok(paths.length > 100, `${paths.length} paths`)
    const tokens = [undefined, `Bearer ${company.token}`]
    let asked = 0
    // `npm test` sends each request with or without the token.
    for (const url of [...new Set(paths), '/worker.js', '/none', '/app/none.js'])
      for (const method of methods)
        for (const authorization of isFull ? tokens : [tokens[asked++ % 2]]) {
          if (url.endsWith('/events') && authorization && method === 'GET') continue
          const headers = authorization ? { authorization } : {}
          const answer = await server.app.inject({ method, url, headers })
          check(`${method} ${url}`, (name) => answer.headers[name])
        }
  })

  test('security headers are on the answers that are sent before the framework sees the request', async () => {
    const ask = (headers: Record<string, string> = {}) =>
      fetch(`${origin}/api/v1/timesheets?start_date=2026-03-01`, {
        headers: { authorization: `Bearer ${company.token}`, ...headers },
      })
    let etag = ''
    for (let n = 0; n < 3; n++) {
      const answer = await ask()
      assert.equal(answer.status, 200)
      check(`time ${n}`, (name) => answer.headers.get(name))
      etag = answer.headers.get('etag')!
    }
    // What the requests before have left to do may still change the company.
    let known = await ask({ 'if-none-match': etag })
    for (let n = 0; n < 20 && known.status !== 304; n++)
      known = await ask({ 'if-none-match': known.headers.get('etag')! })
    assert.equal(known.status, 304)
    check('time of the known answer', (name) => known.headers.get(name))
  })
})
