import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { Values } from '../../src/engine/table.ts'
import type { Document } from '../../src/openapi/document.ts'
import { ask } from '../app_api/ask.ts'
import { settle } from '../support/sampling.ts'
import { insertSetting } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// Bodies are bytes. Whatever their encoding, they are read exactly or refused by name, at every endpoint that takes one.

type Headers = Record<string, string>
type Sent = { bytes: Buffer; headers?: Headers }
type Endpoint = { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; type: string; as: Headers; text: string }
type Answer = { status: number; text: string }

/** A body in an encoding. `refused`: the statuses and the words of a refusal; otherwise it is read like the plain body. */
type Kind = {
  name: string
  of(text: string, type: string): Sent
  refused?: readonly [statuses: readonly number[], words: RegExp]
  /** Also accepted: this refusal, by an endpoint that reads no such body. */
  orRefused?: readonly [statuses: readonly number[], words: RegExp]
}

const utf8 = (text: string) => Buffer.from(text)
const compressions = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync }
const notUtf8 = [[400], /UTF-8/] as const
const notCharset = [[415], /charset/] as const
const notCompression = [[415], /Content-Encoding/] as const

const kinds: readonly Kind[] = [
  { name: 'bytes that are not UTF-8', of: (text) => ({ bytes: Buffer.from(text, 'latin1') }), refused: notUtf8 },
  {
    name: 'a surrogate in UTF-8',
    of: (text) => ({ bytes: Buffer.from(utf8(text).toString('latin1').replace('Ã©', '\xed\xa0\x80'), 'latin1') }),
    refused: notUtf8,
  },
  {
    name: 'a declared charset',
    of: (text, type) => ({
      bytes: Buffer.from(text, 'latin1'),
      headers: { 'content-type': `${type}; charset="ISO-8859-1"` },
    }),
    orRefused: notCharset,
  },
  {
    name: 'an unknown charset',
    of: (text, type) => ({ bytes: utf8(text), headers: { 'content-type': `${type}; charset=klingon` } }),
    refused: notCharset,
  },
  ...['us-ascii', 'utf8mb4', '"utf-8-sig"', 'UTF_8'].map((charset): Kind => {
    const of: Kind['of'] = (text, type) => ({
      bytes: utf8(text),
      headers: { 'content-type': `${type}; charset=${charset}` },
    })
    return { name: `UTF-8 that is called ${charset.replaceAll('"', '')}`, of }
  }),
  ...['iso-8859-1', 'windows-1251'].map((charset): Kind => {
    const headers = (type: string) => ({ 'content-type': `${type}; charset=${charset}` })
    const of: Kind['of'] = (text, type) => ({ bytes: utf8(text), headers: headers(type) })
    return { name: `UTF-8 that says ${charset}`, of, refused: [[400, 415], new RegExp(`charset.* ${charset}`)] }
  }),
  {
    name: 'a charset as its compression',
    of: (text) => ({ bytes: utf8(text), headers: { 'content-encoding': 'UTF-8' } }),
  },
  { name: 'a byte order mark', of: (text) => ({ bytes: utf8(`\ufeff${text}`) }) },
  {
    name: 'UTF-16 with its mark',
    of: (text) => ({ bytes: Buffer.from(`\ufeff${text}`, 'utf16le') }),
    orRefused: notUtf8,
  },
  ...Object.entries(compressions).flatMap(([name, compress]): Kind[] => {
    const headers = { 'content-encoding': name }
    return [
      { name, of: (text) => ({ bytes: compress(text), headers }), orRefused: notCompression },
      {
        name: `${name} that is cut off`,
        of: (text) => ({ bytes: compress(text).subarray(0, -4), headers }),
        refused: [[400, 415], new RegExp(`${name}\\b`)],
      },
    ]
  }),
  {
    name: 'gzip that grows beyond the limit',
    of: (text) => ({ bytes: gzipSync(text + ' '.repeat(3_000_000)), headers: { 'content-encoding': 'gzip' } }),
    refused: [[413, 415], /bytes|Content-Encoding/],
  },
  {
    name: 'an unknown compression',
    of: (text) => ({ bytes: utf8(text), headers: { 'content-encoding': 'compress' } }),
    refused: [[415], /Content-Encoding compress/],
  },
]

/** Those of JSON. */
const jsonKinds: readonly Kind[] = [
  ...kinds,
  { name: 'JSON that is cut off', of: (text) => ({ bytes: utf8(text.slice(0, -1)) }), refused: [[400], /JSON/] },
  {
    name: 'a name that is there twice',
    of: (text) => ({ bytes: utf8(text.replace('{', '{"twice":1,"tw\\u0069ce":1,')) }),
    refused: [[400], /twice/],
  },
  {
    name: 'a number that would be rounded',
    of: (text) => ({ bytes: utf8(text.replace('{', '{"exact":9007199254740993,')) }),
    refused: [[400, 417], /exact/],
  },
]

onEither('bodies as bytes', (database) => {
  let server: TestServer
  let company: TestCompany
  const endpoints: Endpoint[] = []

  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    await insertSetting(server, company.id, 'general', 'assistants_register', 1)
    const as = { authorization: `Bearer ${company.token}` }
    const type = 'application/json'
    for (const base of ['/api/v1', '/api/console']) {
      const { paths } = (await server.app.inject({ url: `${base}/openapi.json` })).json() as Document
      for (const [path, methods] of Object.entries(paths))
        for (const [method, { requestBody }] of Object.entries(methods)) {
          if (!requestBody?.content[type]) continue
          const { properties = {} } = requestBody.content[type].schema as { properties?: Values }
          // Refused by name, which shows how it was read, and stored nowhere.
          const text = properties.data ? '{"data":[{"Größe é":"José"}],"Größe é":1}' : '{"Größe é":"José"}'
          const url = base + path.replaceAll(/\{\w+\}/g, '1')
          endpoints.push({ method: method.toUpperCase() as Endpoint['method'], url, type, as, text })
        }
    }
    assert.ok(endpoints.length > 110, String(endpoints.length))
    const { token } = (await ask(server, company, 'POST', '/scim_tokens', { name: 'Entra ID' })).body
    const scim = { as: { authorization: `Bearer ${token}` }, type: 'application/scim+json' }
    const patch = '{"Operations":[{"op":"é"}],"Größe é":"José"}'
    for (const path of ['Users', 'Groups']) {
      endpoints.push({
        method: 'POST',
        url: `/scim/v2/${path}`,
        ...scim,
        text: '{"userName":"é","active":"José"}',
      })
      endpoints.push({ method: 'POST', url: `/scim/v2/${path}/.search`, ...scim, text: '{"filter":"é José"}' })
      endpoints.push({ method: 'PUT', url: `/scim/v2/${path}/1`, ...scim, text: '{"Größe é":"José"}' })
      endpoints.push({ method: 'PATCH', url: `/scim/v2/${path}/1`, ...scim, text: patch })
    }
    const assistant = { ...as, accept: 'application/json, text/event-stream' }
    const message = '{"jsonrpc":"2.0","id":"é","method":"tools/é","params":{"José":1}}'
    endpoints.push({ method: 'POST', url: '/mcp', type, as: assistant, text: message })
    endpoints.push({ method: 'POST', url: '/api/v1/grant', type, as: {}, text: '{"grant_type":"é","code":"José"}' })
  })
  after(() => server.stop())

  let sent = 0
  /** Each comes from another address, because wrong clients of one are counted. */
  const send = async ({ method, url, type, as }: Endpoint, { bytes, headers }: Sent): Promise<Answer> => {
    sent += 1
    const { statusCode, payload } = await server.app.inject({
      method,
      url,
      remoteAddress: `10.0.${sent >> 8}.${sent & 255}`,
      headers: { 'content-type': type, ...as, ...headers },
      payload: bytes,
    })
    return { status: statusCode, text: payload }
  }

  test('every endpoint reads a body exactly or refuses it by name, and stores nothing else', async () => {
    const plain: Answer[] = []
    for (const endpoint of endpoints) plain.push(await send(endpoint, { bytes: utf8(endpoint.text) }))
    await settle(server, company)
    const checkAll = async (isOfScim: boolean) => {
      for (const [at, endpoint] of endpoints.entries()) {
        if (endpoint.url.startsWith('/scim/') !== isOfScim) continue
        assert.ok(plain[at]!.status < 500, plain[at]!.text)
        for (const kind of jsonKinds) await check(endpoint, kind, plain[at]!)
      }
    }
    const mark = server.db.mark()
    await checkAll(false)
    assert.equal(server.db.mark(), mark, 'something was stored')
    // The log of provisioning has what was refused, and nothing else does.
    const before = await recordsOf()
    await checkAll(true)
    assert.deepEqual(await recordsOf(), before)
  })

  const recordsOf = async () => [
    (await server.get(company, '/users')).body.results,
    (await server.get(company, '/groups')).body.results,
  ]

  const check = async (endpoint: Endpoint, { name, of, refused, orRefused }: Kind, plain: Answer) => {
    const answer = await send(endpoint, of(endpoint.text, endpoint.type))
    const hint = `${endpoint.method} ${endpoint.url}, ${name}: ${answer.status} ${answer.text.slice(0, 300)}`
    const isLike = ([statuses, words]: NonNullable<Kind['refused']>) =>
      statuses.includes(answer.status) && words.test(answer.text)
    if (refused) assert.ok(isLike(refused), hint)
    else if (!orRefused || !isLike(orRefused)) assert.deepEqual(answer, plain, hint)
  }

  test('the fields of a form are read exactly or refused by name', async () => {
    const type = 'application/x-www-form-urlencoded'
    const text = 'grant_type=refresh_token&client_id=José+é&refresh_token=Jos%C3%A9'
    for (const path of ['grant', 'revoke', 'introspect']) {
      const endpoint: Endpoint = { method: 'POST', url: `/api/v1/${path}`, type, as: {}, text }
      const plain = await send(endpoint, { bytes: utf8(text) })
      assert.ok([400, 401].includes(plain.status), plain.text)
      for (const kind of kinds) await check(endpoint, kind, plain)
      const escaped = await send(endpoint, { bytes: utf8(text.replace('%C3%A9', '%E9')) })
      assert.ok(escaped.status === 400 && /UTF-8/.test(escaped.text), escaped.text)
    }
  })

  test('the form of a page is read exactly or refused by name', async () => {
    for (const [bytes, status, words] of [
      [Buffer.from('username=José', 'latin1'), 400, /UTF-8/],
      [utf8('username=Jos%E9'), 400, /UTF-8/],
      [utf8('username=José'), 403, /expired/],
    ] as const) {
      const page = {
        method: 'POST',
        url: '/sign-in',
        type: 'application/x-www-form-urlencoded',
        as: {},
        text: '',
      } as const
      const answer = await send(page, { bytes })
      assert.ok(answer.status === status && words.test(answer.text), `${answer.status} ${answer.text}`)
    }
  })

  test('what was sent is what is stored, in every encoding', async () => {
    const groups = { method: 'POST', url: '/api/v1/groups', type: 'application/json' } as const
    const as = { authorization: `Bearer ${company.token}` }
    const expected: string[] = []
    for (const { name, of } of jsonKinds) {
      const text = `{"data":[{"name":"José, ${name}"}]}`
      const { status } = await send({ ...groups, as, text }, of(text, groups.type))
      if (status === 200) expected.push(`José, ${name}`)
    }
    assert.equal(expected.length, 12)
    const stored = await server.list(company, 'groups')
    assert.deepEqual(stored.map(({ name }) => name).sort(), expected.sort())
    for (const type of ['application/xml', 'text/plain', 'application/xml; charset=utf-8']) {
      const text = `{"data":[{"name":"José, ${type}"}]}`
      assert.equal((await send({ ...groups, type, as, text }, { bytes: utf8(text) })).status, 200, type)
    }
  })

  test('an item with a name twice, or a number that would be rounded, is refused, and the others are done', async () => {
    const items = [
      '{"name":"One"}',
      '{"name":"Two","na\\u006de":"Three"}',
      '{"name":"Four","manager_ids":[{"id":9007199254740993}]}',
      '{"name":"Five"}',
    ]
    const post = (body: string) => server.call(company.token, 'POST', '/groups', body)
    const { status, body } = await post(`{"data":[${items}]}`)
    assert.equal(status, 200)
    const results = Object.values<Values>(body.results.groups)
    assert.deepEqual(
      results.map(({ _status_code, name, _status_extra = '' }) => [
        _status_code,
        name,
        /twice|exact/.exec(_status_extra)?.[0],
      ]),
      [
        [200, 'One', undefined],
        [417, 'Three', 'twice'],
        [417, 'Four', 'exact'],
        [200, 'Five', undefined],
      ],
    )
    const [only] = Object.values<Values>((await post(`{"data":${items[1]}}`)).body.results.groups)
    assert.equal(only!._status_code, 417)
    const stored = (await server.list(company, 'groups')).map(({ name }) => name)
    assert.deepEqual(
      ['One', 'Two', 'Three', 'Four', 'Five'].filter((name) => stored.includes(name)),
      ['One', 'Five'],
    )
    for (const beside of ['"reason":"a","reason":"b"', '"n":9007199254740993'])
      assert.ok((await post(`{"data":[{"name":"Six"}],${beside}}`)).status >= 400)
  })

  test('the depth of a body is limited before it is parsed', async () => {
    for (const open of ['[', '{"a":']) {
      const { status, text } = await server.call(company.token, 'POST', '/groups', `{"data":${open.repeat(150_000)}`)
      assert.ok(status === 417 && /32 levels/.test(text), text)
    }
  })

  test('a refusal of a compression names those that are possible', async () => {
    const { headers, statusCode } = await server.app.inject({
      method: 'POST',
      url: '/api/v1/groups',
      headers: { authorization: `Bearer ${company.token}`, 'content-encoding': 'compress' },
      payload: '{}',
    })
    assert.deepEqual([statusCode, headers['accept-encoding']], [415, 'gzip, deflate, br, zstd'])
  })
})
