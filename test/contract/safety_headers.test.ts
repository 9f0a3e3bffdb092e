import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createScimToken } from '../../src/identity/scim_tokens.ts'
import { describeApi, describeAppApi } from '../../src/openapi/description.ts'
import { type TestCompany, TestServer } from '../support/server.ts'
import { contents } from '../support/statements.ts'

// A write that asks to be a dry run, or to be made once, is that, or is refused: no one is told that something was done
// safely when it was not.

const headers = { 'x-clockhouse-dry-run': 'yes', 'idempotency-key': 'a-key-1' }
type Header = keyof typeof headers
const names = Object.keys(headers) as Header[]

/** A write: of a document, or of a surface that has none. */
type Write = { method: 'POST' | 'PUT' | 'DELETE'; url: string; obeys: readonly string[] }

const documented = [describeApi, describeAppApi].flatMap((describe) => {
  const { paths, servers } = describe('http://127.0.0.1')
  const base = new URL(servers[0]!.url).pathname
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]): Write[] => {
      if (method === 'get') return []
      const url = base + path.replaceAll(/\{\w+\}/g, '1')
      const obeys = (operation.parameters ?? []).map(({ name }) => name.toLowerCase())
      // Reports change nothing, whatever their method.
      return [{ method: method.toUpperCase() as Write['method'], url, obeys: /\/reports\//.test(url) ? names : obeys }]
    }),
  )
})
const others = [
  ['POST', '/scim/v2/Users'],
  ['PUT', '/scim/v2/Groups/1'],
  ['DELETE', '/scim/v2/Users/1'],
  ['POST', '/mcp'],
  ['POST', '/sign-in'],
  ['POST', '/api/v1/introspect'],
].map(([method, url]) => ({ method, url, obeys: [] }) as unknown as Write)

let server: TestServer
let company: TestCompany
let scim: string
before(async () => {
  server = await TestServer.start('sqlite')
  company = await server.company()
  scim = (await createScimToken(server.world, { companyId: company.id, userId: 0 }, 'Directory')).token
})
after(() => server.stop())

const send = ({ method, url }: Write, more: Record<string, string>) =>
  server.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${url.startsWith('/scim/') ? scim : company.token}`,
      ...(method === 'DELETE' ? {} : { 'content-type': 'application/json' }),
      ...more,
    },
    ...(method === 'DELETE' ? {} : { payload: '{"data":[{"name":"x"}],"name":"x"}' }),
  })

test('every write obeys the headers that make it safe, or refuses them by name and does nothing', async () => {
  assert.ok(documented.length > 150, `${documented.length} writes`)
  const ignored: string[] = []
  const before = await contents(server)
  for (const write of [...documented, ...others])
    for (const header of names) {
      const obeys = write.obeys.includes(header)
      // A key is obeyed by doing something; contract/once.test.ts looks at that.
      if (obeys && header === 'idempotency-key' && !/\/reports\//.test(write.url)) continue
      const { statusCode, body, headers: answered } = await send(write, { [header]: headers[header] })
      const isDry = answered['x-clockhouse-dry-run'] === 'yes'
      const fits = obeys
        ? header === 'idempotency-key' || isDry
        : [400, 417].includes(statusCode) && body.toLowerCase().includes(header) && !isDry
      if (!fits) ignored.push(`${write.method} ${write.url} ${header}: ${statusCode} ${body.slice(0, 200)}`)
    }
  assert.deepEqual(ignored, [])
  const { access_tokens: _, users: __, companies: ___, ...stood } = before
  const { access_tokens: _a, users: _b, companies: _c, ...now } = await contents(server)
  assert.deepEqual(now, stood)
})

test('the app, and what watches it in tests, know which of its own writes take a key', () => {
  const own = documented.filter(({ method, url }) => method === 'POST' && url.startsWith('/api/console/'))
  const taking = own.filter(({ obeys }) => obeys.includes('idempotency-key')).map(({ url }) => url)
  assert.ok(taking.includes('/api/console/corrections'))
  for (const file of ['web/api/request.ts', 'test/web/browser.ts']) {
    const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
    const hasKeys = new RegExp(/^const hasKeys =\s+\/(.*)\/$/m.exec(text)![1]!)
    assert.deepEqual(
      own.map(({ url }) => url).filter((url) => hasKeys.test(url)),
      taking,
      file,
    )
  }
})

test('a write that cannot be a dry run is made when that is not asked for', async () => {
  const hook = { url: 'https://hooks.example.com/in', types: ['group.*'] }
  const payload = JSON.stringify(hook)
  const of = { method: 'POST', url: '/api/v1/webhooks', payload } as const
  const own = { authorization: `Bearer ${company.token}`, 'content-type': 'application/json' }
  const refused = await server.app.inject({ ...of, headers: { ...own, 'x-clockhouse-dry-run': 'yes' } })
  assert.equal(refused.statusCode, 417)
  const asked = await server.app.inject({ ...of, headers: { ...own, 'x-clockhouse-dry-run': 'no' } })
  assert.equal(asked.statusCode, 200, asked.body)
  const { body } = await server.get(company, '/webhooks')
  assert.equal(body.webhooks.length, 1)
})

test('a page of the web app from before an upgrade, which sends keys, can still sign out', async () => {
  const keyed = { 'idempotency-key': 'a-key-2' }
  const ofPage = await server.app.inject({ method: 'POST', url: '/api/console/sign_out', headers: keyed })
  assert.equal(ofPage.statusCode, 401, ofPage.body)
  const dry = { method: 'POST', url: '/api/console/sign_out', headers: { 'x-clockhouse-dry-run': 'yes' } } as const
  assert.equal((await server.app.inject(dry)).statusCode, 417)
})
