import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { stalePages } from '../../build/reference/reference.ts'
import { areCodesStale } from '../../build/reference/refusal_codes.ts'
import { codesOf } from '../../src/openapi/codes.ts'
import { describeApi, describeAppApi } from '../../src/openapi/description.ts'
import type { Document } from '../../src/openapi/document.ts'
import type { Schema } from '../../src/wire/endpoint.ts'
import { TestServer } from '../support/server.ts'
import { resolve, violations } from './schema.ts'

// The documents in which the server describes itself are true. `npm run check` also runs two linters on both documents.

/**
 * Served but not described: where oidc-provider continues an authorization, the catch-all for unsupported methods, and
 * an alias used by the vendor's code samples.
 */
const internal = ['/authorize/{id}', '/*', '/customfielditemfilters']

describe('openapi.json of the public API', () => {
  let server: TestServer
  let document: Document
  before(async () => {
    server = await TestServer.start('sqlite')
    const { status, body, text } = await server.call(undefined, 'GET', '/openapi.json')
    assert.equal(status, 200, text)
    document = body as Document
  })
  after(() => server.stop())

  test('a shared cache keeps openapi.json only where the public address is configured, and not with that of a request', async () => {
    const known = await TestServer.start('sqlite', { CLOCKHOUSE_URL: 'https://time.example.com' })
    try {
      for (const [of, cache, address] of [
        [known, 'public, max-age=300', 'https://time.example.com'],
        [server, 'private, max-age=300', 'http://evil.example'],
      ] as const)
        for (const api of ['/api/v1', '/api/console']) {
          const headers = { host: 'evil.example' }
          const told = await of.app.inject({ method: 'GET', url: `${api}/openapi.json`, headers })
          assert.equal(told.headers['cache-control'], cache)
          assert.equal(told.json<Document>().servers[0]!.url, address + api)
        }
    } finally {
      await known.stop()
    }
  })

  test('generators can tell what a request may leave out, and what a response contains', () => {
    const defaultsIn = (schema: unknown, at: string, of: Document): string[] =>
      typeof schema !== 'object' || schema === null
        ? []
        : Object.entries(schema).flatMap(([key, inner]) => [
            ...(key === 'default' ? [at] : []),
            ...defaultsIn(inner, `${at}.${key}`, of),
            ...(key === '$ref' && !/Record$/.test(inner) ? defaultsIn(resolve(inner, of), `${at} ${inner}`, of) : []),
          ])
    const bodies = (kind: string, of: Document) =>
      Object.entries(of.paths).flatMap(([path, methods]) =>
        Object.values(methods).flatMap(({ requestBody }) => defaultsIn(requestBody?.content, `${kind} ${path}`, of)),
      )
    assert.deepEqual([...bodies('public', document), ...bodies('app', describeAppApi(''))], [])
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, { responses }] of Object.entries(methods)) {
        const types = Object.keys(responses[200]?.content ?? {})
        assert.ok(!types.includes('application/json') || types.length === 1, `${method} ${path}: ${types}`)
      }
    assert.ok(JSON.stringify(document).includes('"x-default"'))
  })

  test('openapi.json of the public API is public and cacheable', async () => {
    const url = '/api/v1/openapi.json'
    const first = await server.app.inject({ method: 'GET', url, headers: { host: 'time.example.com' } })
    const { etag } = first.headers
    assert.match(String(first.headers['content-type']), /^application\/json/)
    assert.match(String(first.headers['cache-control']), /^private, max-age=[1-9]/)
    const headers = { host: 'time.example.com', 'if-none-match': String(etag) }
    const again = await server.app.inject({ method: 'GET', url, headers })
    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', etag])
    const elsewhere = await server.app.inject({
      method: 'GET',
      url,
      headers: { ...headers, host: 'other.example.com' },
    })
    assert.equal(elsewhere.statusCode, 200)
  })

  test('openapi.json describes every endpoint of docs/endpoints.md, with its methods and no others', () => {
    const table = readFileSync(join(import.meta.dirname, '../../docs/endpoints.md'), 'utf8')
    const published = [...table.matchAll(/^\| (\/\S+) \| ([A-Z ]+) \|$/gm)].map(([, path, methods]) => [path, methods])
    assert.ok(published.length >= 44, `${published.length} rows`)
    for (const [path, methods] of published) {
      const described = Object.keys(document.paths[path!] ?? {}).map((method) => method.toUpperCase())
      assert.deepEqual(described.sort(), methods!.split(' ').sort(), `${path}`)
    }
  })

  test('openapi.json names the address of the request, or the configured one', async () => {
    const url = '/api/v1/openapi.json'
    const asked = await server.app.inject({ method: 'GET', url, headers: { host: 'time.example.com:8443' } })
    assert.equal(asked.json().servers[0].url, 'http://time.example.com:8443/api/v1')
    const unusual = await server.app.inject({ method: 'GET', url, headers: { host: '"},\\x' } })
    assert.ok(unusual.statusCode === 400 || unusual.json().openapi === '3.1.0')
    const configured = await TestServer.start('sqlite', { CLOCKHOUSE_URL: 'https://clock.example.com' })
    try {
      const { body } = await configured.call(undefined, 'GET', '/openapi.json')
      assert.equal(body.servers[0].url, 'https://clock.example.com/api/v1')
      const { authorizationUrl, tokenUrl } = body.components.securitySchemes.oauth2.flows.authorizationCode
      assert.equal(authorizationUrl, 'https://clock.example.com/api/v1/authorize')
      assert.equal(tokenUrl, 'https://clock.example.com/api/v1/grant')
    } finally {
      await configured.stop()
    }
  })

  test('openapi.json of the public API names every path and method that the server serves, and no others', async () => {
    const served = routesOf(server.app.printRoutes({ commonPrefix: false }))
      .map((route) => route.split(' ')[1]!)
      .filter((path) => path.startsWith('/api/v1/'))
      .map((path) => path.slice('/api/v1'.length).replaceAll(/:(\w+)/g, '{$1}'))
      .filter((path) => !internal.includes(path))
    assert.deepEqual(Object.keys(document.paths).sort(), [...new Set(served)].sort())
    for (const [path, methods] of Object.entries(document.paths))
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const) {
        const { statusCode } = await server.app.inject({ method, url: `/api/v1${path}` })
        const described = Object.hasOwn(methods, method.toLowerCase())
        assert.equal(statusCode !== 405, described, `${method} ${path}: ${statusCode}`)
      }
  })

  test('openapi.json has valid examples', () => {
    let examples = 0
    each(document, (part) => {
      if (!('schema' in part && 'example' in part)) return
      examples += 1
      assert.deepEqual(violations(part.schema as Schema, part.example, document), [], JSON.stringify(part.example))
    })
    assert.ok(examples >= operationsOf(document).length)
    for (const [name, schema] of Object.entries(document.components.schemas))
      for (const example of (schema.examples as unknown[]) ?? [])
        assert.deepEqual(violations(schema, example, document), [], name)
  })
})

describe('openapi.json of the app API', () => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start('sqlite')
  })
  after(() => server.stop())

  test('openapi.json of the app API is public and cacheable, and names every path and method that the server serves', async () => {
    const headers = { host: 'time.example.com' }
    const first = await server.app.inject({ method: 'GET', url: '/api/console/openapi.json', headers })
    const { etag, 'cache-control': cache } = first.headers
    assert.match(String(cache), /^private, max-age=[1-9]/)
    const again = await server.app.inject({
      method: 'GET',
      url: '/api/console/openapi.json',
      headers: { ...headers, 'if-none-match': String(etag) },
    })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
    const { servers, paths } = first.json<Document>()
    assert.equal(servers[0]!.url, 'http://time.example.com/api/console')
    const served = routesOf(server.app.printRoutes({ commonPrefix: false }))
      .filter((route) => route.includes(' /api/console/'))
      .map((route) => route.replace('/api/console', '').replaceAll(/:(\w+)/g, '{$1}'))
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    assert.deepEqual(described.sort(), served.sort())
  })
})

for (const [title, document] of [
  ['openapi.json of the public API', describeApi('https://time.example.com')],
  ['openapi.json of the app API', describeAppApi('https://time.example.com')],
] as const)
  describe(title, () => {
    const operations = operationsOf(document)

    test(`${title} has a name, a description, a tag, parameters and responses for each operation`, () => {
      const ids = operations.map(({ operation }) => operation.operationId)
      assert.deepEqual(ids, [...new Set(ids)])
      const tags = document.tags.map((tag) => tag.name)
      assert.deepEqual(tags, [...new Set(tags)])
      for (const { name, operation } of operations) {
        assert.match(operation.operationId, /^[a-z][A-Za-z]+$/, name)
        assert.ok(operation.summary && operation.description, name)
        assert.ok(operation.tags.length === 1 && tags.includes(operation.tags[0]!), name)
        const parameters = (operation.parameters ?? []).map((parameter) => parameter.name)
        assert.deepEqual(parameters, [...new Set(parameters)], name)
        assert.ok(
          (operation.parameters ?? []).every((parameter) => parameter.description && parameter.schema.type),
          name,
        )
        const statuses = Object.keys(operation.responses)
        assert.ok(
          statuses.some((status) => /^[23]/.test(status)),
          name,
        )
        const expected = operation.security.some((scheme) => 'bearer' in scheme)
          ? ['401', '403', '417', '429', '499']
          : []
        assert.deepEqual(
          expected.filter((status) => !statuses.includes(status)),
          [],
          name,
        )
        for (const scheme of operation.security.flatMap(Object.keys))
          assert.ok(document.components.securitySchemes[scheme], `${name}: ${scheme}`)
      }
    })

    test(`${title} has no dangling references and no unused parts`, () => {
      const used = new Set<string>()
      each(document, (part) => {
        if (typeof part.$ref !== 'string') return
        resolve(part.$ref, document)
        used.add(part.$ref)
      })
      for (const kind of ['schemas', 'responses'] as const)
        for (const name of Object.keys(document.components[kind])) {
          assert.match(name, /^[A-Za-z0-9]+$/)
          assert.ok(used.has(`#/components/${kind}/${name}`), `${kind}/${name} is not used`)
        }
    })

    test(`${title} has valid schemas: known types, arrays with items, required properties that exist`, () => {
      const types = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']
      each({ ...document.paths, ...document.components.schemas }, (part) => {
        // A map of properties may have one named type.
        if (typeof part.type !== 'string' && !Array.isArray(part.type)) return
        const hint = JSON.stringify(part).slice(0, 300)
        for (const type of [part.type].flat()) assert.ok(types.includes(String(type)), hint)
        if (part.type === 'array') assert.ok(part.items, hint)
        if (part.enum) assert.equal(new Set(part.enum as unknown[]).size, (part.enum as unknown[]).length, hint)
        const properties = Object.keys((part.properties as object) ?? {})
        for (const name of (part.required as string[]) ?? []) assert.ok(properties.includes(name), `${name}: ${hint}`)
      })
    })
  })

test('the generated pages in docs/ match the code; `node build/reference/reference.ts` writes them', () => {
  assert.deepEqual(stalePages(), [])
})

test('a request lists the codes of what it can do, and not those of other requests', () => {
  const listed = (request: string) => [...(codesOf.get(request)?.own ?? []), ...(codesOf.get(request)?.items ?? [])]
  for (const request of ['POST /api/v1/timesheets', 'PUT /api/v1/timesheets', 'POST /api/console/corrections'])
    assert.ok(listed(request).includes('overlaps'), request)
  for (const request of ['DELETE /api/v1/timesheets', 'GET /api/v1/timesheets', 'POST /api/v1/groups'])
    assert.ok(!listed(request).includes('overlaps'), request)
  assert.ok(listed('GET /api/console/hours').includes('pay_for_administrators_only'))
  // An action can make any write.
  for (const [request, { own, items }] of codesOf)
    assert.ok(request === 'POST /api/console/actions' || own.length + items.length < 100, request)
})

test('the codes listed for each request match the code; `node build/reference/refusal_codes.ts` writes them', () => {
  assert.equal(areCodesStale(), false)
})

/** Calls back with every nested object, examples excluded. */
function each(part: unknown, visit: (part: Schema) => void): void {
  if (typeof part !== 'object' || part === null) return
  if (!Array.isArray(part)) visit(part as Schema)
  for (const [name, inner] of Object.entries(part)) if (!/^examples?$/.test(name)) each(inner, visit)
}

/** Every operation of a document, with its name. */
function operationsOf({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  )
}

/** Methods and paths in Fastify's route tree, where each line continues the nearest less indented line above. */
function routesOf(drawing: string): string[] {
  const above: string[] = []
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? []
    if (!part) return []
    const depth = indent.length / 4
    above.length = depth
    above.push(part)
    return (methods ?? '').split(', ').flatMap((method) => (method ? [`${method} ${above.join('')}`] : []))
  })
}
