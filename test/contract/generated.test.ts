import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { name as identifier, join, type Row, sql } from '../../src/engine/sql.ts'
import { idMax, type Values } from '../../src/engine/table.ts'
import type { Document, Operation } from '../../src/openapi/document.ts'
import { pascal } from '../../src/openapi/names.ts'
import type { Schema } from '../../src/wire/endpoint.ts'
import { quirks } from '../../src/wire/quirks.ts'
import { samples } from '../support/samples.ts'
import { settle } from '../support/sampling.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'
import { resolve, violations } from './schema.ts'

// Whatever a client sends, the answer is one that the document describes: an error of the contract's shape or an outcome
// for each item, naming the property where one is wrong; never a 5xx. What is refused changes nothing. The requests are
// generated from the document that the server serves. `npm run test:all` sends all of them to both databases, `npm test` a
// part to each endpoint, and few to PostgreSQL, because what reads and prints does not know the database. TEST_SEED sends
// other values, TEST_TIMES=2 twice as many as all.

const seed = Number(process.env.TEST_SEED ?? 20260302)
const shares = isFull ? { sqlite: 1, postgres: 1 } : { sqlite: 1 / 8, postgres: 1 / 40 }
const goldenRatio = (Math.sqrt(5) - 1) / 2

/** The tables that belong to companies. */
const withCompany = {
  sqlite: sql`select m.name from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table' and c.name = 'company_id' order by m.name`,
  postgres: sql`select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'company_id' order by table_name`,
}

/** A number that no record has. */
const never = 2_000_000_001

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Request = { method: Method; path: string; body?: string; headers?: Record<string, string> }
type Answer = { status: number; headers: Record<string, unknown>; body: Values; text: string }
type Served = { method: Method; path: string; operation: Operation; resource: string | undefined }

onBoth('generated requests', (database) => {
  const share = Number(process.env.TEST_TIMES ?? shares[database])
  let turn = 0
  /** How many of the next requests are sent: a share that is spread evenly, whatever the period of what is listed. */
  const due = (count: number): number => {
    if (share >= 1) return Math.ceil(count * share)
    const turns = Array.from({ length: count }, (_, n) => ((turn + n) * goldenRatio) % 1)
    turn += count
    return turns.filter((part) => part < share).length
  }
  const isDue = () => due(1) > 0
  const runs = (count: number, least = 0): fc.Parameters<unknown> => {
    const numRuns = Math.max(due(count), least)
    return { seed: share >= 1 ? seed : seed + turn, numRuns }
  }
  let server: TestServer
  let mine: TestCompany
  let other: TestCompany
  let employee: { id: number; token: string }
  let document: Document
  let operations: Served[] = []
  let tables: string[] = []
  const ids = new Map<string, number[]>()
  const foreign = new Map<string, number[]>()
  let state = ''
  let version = ''
  /** Guesses are counted: a commit, without a change of either company. */
  let countsGuesses = false
  let mark: number | undefined
  let sent = 0

  before(async () => {
    server = await TestServer.start(database)
    mine = await server.company('First')
    other = await server.company('Second')
    document = (await server.call(undefined, 'GET', '/openapi.json')).body as Document
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const resource = Object.hasOwn(samples, path.slice(1)) ? path.slice(1) : undefined
        return { method: method.toUpperCase() as Method, path, operation, resource }
      }),
    )
    tables = (await server.db.read.all<{ name: string }>(withCompany[database])).map(({ name }) => name)
    for (const name of Object.keys(samples)) {
      if (!document.paths[`/${name}`]) continue
      for (const company of [mine, other]) await samples[name]!.make(server, company, 3)
      ids.set(name, await idsOf(name, mine))
      foreign.set(name, await idsOf(name, other))
    }
    const earlier = server.db.mark()
    employee = await server.user(mine)
    if (earlier !== undefined) assert.notEqual(server.db.mark(), earlier, 'a commit has to be seen')
    for (const who of [mine, other, employee]) await settle(server, who)
    await remember()
  })
  after(() => server.stop())

  const idsOf = async (name: string, company: TestCompany) =>
    document.paths[`/${name}`]!.get
      ? (await server.list(company, name, samples[name]!.all(company))).map((row) => row.id as number)
      : []
  /** Requests about webhooks have the form of those of the app: test/app_api/every_endpoint.test.ts. */
  const ofVendor = () => secured().filter(({ path }) => !path.startsWith('/webhooks'))
  const secured = () => operations.filter(({ operation }) => operation.security.some((scheme) => 'bearer' in scheme))
  const writes = () => secured().filter(({ resource, operation }) => resource && operation.requestBody)

  /** Every row of both companies, as text. */
  const dump = async (): Promise<string> => {
    const { read, dialect } = server.db
    const whose = sql`company_id in (${mine.id}, ${other.id})`
    if (dialect === 'postgres') {
      const rows = tables.map(
        (table) =>
          sql`select ${table} || to_jsonb(t)::text as line from ${identifier(table)} t where ${whose} /* test */`,
      )
      const lines = await read.all<{ line: string }>(join(rows, ' union all '))
      return lines
        .map(({ line }) => line)
        .sort()
        .join('\n')
    }
    const parts: string[] = []
    for (const table of tables) {
      const rows = await read.all<Row>(sql`select * from ${identifier(table)} where ${whose}`)
      parts.push(table, ...rows.map((row) => JSON.stringify(row)).sort())
    }
    return parts.join('\n')
  }
  const versions = async () =>
    JSON.stringify(await server.db.read.all(sql`select company_id, version, stamp from companies order by company_id`))

  /** Compares the whole database with what it was. SQLite tells whether anything at all was committed. */
  const unchanged = async (hint: string) => {
    const found = `something was changed by ${hint}`
    if (mark === undefined) assert.equal(await dump(), state, found)
    else assert.equal(server.db.mark(), mark, found)
  }
  const remember = async () => {
    mark = countsGuesses ? undefined : server.db.mark()
    if (mark !== undefined) return
    state = await dump()
    version = await versions()
  }

  const send = async (request: Request, token: string | undefined = mine.token): Promise<Answer> => {
    const response = await server.app.inject({
      method: request.method,
      url: `/api/v1${request.path}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { payload: request.body }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json') && response.body !== ''
    const body = isJson ? JSON.parse(response.body) : {}
    return { status: response.statusCode, headers: response.headers, body, text: response.body }
  }

  /** Sends a request and holds its answer against the document. What is refused must not have changed anything. */
  const check = async (request: Request, token: string | undefined = mine.token): Promise<Answer> => {
    const hint = show(request)
    const answer = await send(request, token)
    sent += 1
    sound(request, answer, hint)
    if (!isRefused(answer)) {
      if (request.method !== 'GET') await remember()
      return answer
    }
    const found = `${hint}\n${answer.text.slice(0, 500)}`
    if (mark === undefined) assert.equal(await versions(), version, `something was changed by ${found}`)
    if (mark !== undefined || sent % 100 === 0) await unchanged(found)
    return answer
  }

  const sound = ({ method, path }: Request, answer: Answer, hint: string) => {
    const found = `${hint}\nanswered ${answer.status} ${answer.text.slice(0, 1000)}`
    assert.ok(answer.status < 500, found)
    const operation = document.paths[path.split('?')[0]!]?.[method.toLowerCase()]
    if (!operation) assert.ok([404, 405].includes(answer.status), found)
    const described = operation?.responses[answer.status]
    if (operation) assert.ok(described, `this status is not documented: ${found}`)
    const response = typeof described?.$ref === 'string' ? resolve(described.$ref, document) : described
    const content = (response?.content ?? {}) as Record<string, { schema: Schema }>
    const schema = operation ? content['application/json']?.schema : { $ref: '#/components/schemas/Error' }
    const isPage = path.startsWith('/authorize') && operation
    const bytes = schema ? undefined : content[String(answer.headers['content-type'])]
    if (!isPage && !bytes && answer.text !== '')
      assert.match(String(answer.headers['content-type']), /^application\/json/, found)
    if (schema && !isPage) assert.deepEqual(violations(schema, answer.body, document), [], found)
    if (answer.status === 401) assert.match(String(answer.headers['www-authenticate']), /^(Bearer|Basic)\b/, found)
    if (typeof answer.body.error === 'object') assert.equal(answer.body.error.code, answer.status, found)
    const items = answer.status === 200 ? itemsOf(answer) : []
    for (const item of items) if (isRefusedItem(item)) assert.ok(item._status_extra.length > 0, found)
  }

  /** The schema of an item of this request. */
  const itemSchema = ({ operation }: Served): { properties: Record<string, Schema>; required?: string[] } => {
    const media = operation.requestBody!.content['application/json']!
    const { data } = media.schema.properties as { data: { items: { $ref: string } } }
    return resolve(data.items.$ref, document) as { properties: Record<string, Schema> }
  }

  /** The number of a record that a schema refers to. */
  const known = ({ 'x-refers-to': target }: Schema) =>
    typeof target === 'string' ? String(ids.get(target)![0]) : undefined

  /** An item that would be accepted, but for what is put into it. */
  const itemFor = ({ resource, method }: Served): Values =>
    method === 'POST' || quirks.get(resource!)?.putCreates
      ? samples[resource!]!.item!(3000, mine)
      : { id: ids.get(resource!)![0] }

  /** Asserts that the request's only item is refused, in words that name the property. */
  const refusesItem = (answer: Answer, label: string, request: Request) => {
    const [item, ...more] = itemsOf(answer)
    const hint = `${label}: ${show(request)}\nanswered ${answer.status} ${answer.text.slice(0, 1000)}`
    assert.ok(item && more.length === 0 && isRefusedItem(item), `should be refused: ${hint}`)
    assert.ok(item._status_extra.includes(label), `should be named: ${hint}`)
  }

  const refuses = (answer: Answer, status: number, request: Request, label = '') => {
    const hint = `${show(request)}\nanswered ${answer.status} ${answer.text.slice(0, 1000)}`
    assert.equal(answer.status, status, hint)
    assert.ok(String(answer.body.error.message).includes(label), `should name ${label}: ${hint}`)
  }

  test('every operation that creates has a valid item to begin with', () => {
    assert.ok(operations.length > 25)
    for (const served of writes().filter(({ method }) => method === 'POST'))
      assert.deepEqual(violations(itemSchema(served), itemFor(served), document), [], served.path)
  })

  test('a request without a token, or with an invalid one, is 401', async () => {
    const tokens = ['', 'Bearer', 'Basic YTpi', 'Bearer a b', 'Bearer S.1__x', `Bearer S.${mine.id}__${'0'.repeat(40)}`]
    const unusual = fc
      .string({ minLength: 1, maxLength: 200 })
      .map((text) => `Bearer ${text.replaceAll(/[^!-~]/g, '')}`)
    for (const { method, path } of secured())
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.constantFrom(...tokens), unusual), async (authorization) => {
          const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{"data":[{}]}' }
          const answer = await check({ method, path, headers: { authorization }, ...body }, undefined)
          assert.equal(answer.status, 401, `${method} ${path} ${authorization}`)
        }),
        runs(8, 1),
      )
    await unchanged('requests without a token')
  })

  test('a method that a path does not serve is 405', async () => {
    for (const path of Object.keys(document.paths))
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
        if (document.paths[path]![method.toLowerCase()]) continue
        for (const body of [undefined, '{', '{"data":[{}]}'].filter(isDue)) {
          const answer = await check({ method, path, ...(body && method !== 'GET' ? { body } : {}) })
          assert.equal(answer.status, 405, `${method} ${path}`)
          assert.ok(answer.headers.allow, `${method} ${path}`)
        }
      }
    await unchanged('other methods')
  })

  test('a body that is not JSON is 400', async () => {
    const broken = [
      '',
      '{',
      'nul',
      '{"data":',
      '{"data":[{}]}x',
      "{'data':[]}",
      'NaN',
      '\u0000',
      '{"data":[{"a":"\u0001"}]}',
    ]
    const texts = fc.oneof(
      fc.constantFrom(...broken),
      fc.string().filter((text) => !isJson(text)),
    )
    for (const served of secured().filter(({ operation }) => operation.requestBody)) {
      const { method, path } = served
      await fc.assert(
        fc.asyncProperty(texts, async (body) => {
          const answer = await check({ method, path, body })
          // A report without a body is one without filters.
          if (served.resource || body.trim() !== '') refuses(answer, 400, { method, path, body })
        }),
        runs(20),
      )
    }
    await unchanged('bodies that are not JSON')
  })

  test('JSON of any other form gets an answer that the document describes', async () => {
    const forms = [
      'null',
      '0',
      '"x"',
      '[]',
      '{}',
      '{"data":0}',
      '{"data":null}',
      '{"data":"x"}',
      '{"data":[]}',
      '{"data":[[]]}',
    ]
    const values = fc.oneof(
      fc.constantFrom(...forms),
      fc.json(),
      fc.json().map((json) => `{"data":${json}}`),
    )
    for (const served of secured().filter(({ operation }) => operation.requestBody)) {
      const { method, path } = served
      await fc.assert(
        fc.asyncProperty(values, async (body) => {
          await check({ method, path, body })
        }),
        runs(25, 1),
      )
    }
  })

  test('a value of the wrong kind is refused by name, in every property of every item', async () => {
    for (const served of writes()) {
      const { method, path } = served
      for (const [label, schema] of Object.entries(itemSchema(served).properties)) {
        const bad = badValues(schema)
        if (!bad || label === 'id') continue
        await fc.assert(
          fc.asyncProperty(bad, async (value) => {
            const request: Request = { method, path, body: bodyOf([{ ...itemFor(served), [label]: value }]) }
            refusesItem(await check(request), label, request)
          }),
          runs(12),
        )
      }
    }
    await unchanged('values of the wrong kind')
  })

  test('a property that does not exist is refused by name', async () => {
    const ordinary = [
      'constructor',
      'toString',
      'hasOwnProperty',
      'valueOf',
      '_status',
      'company_id',
      'last_modified_by',
      '',
    ]
    const labels = fc.oneof(
      fc.constantFrom(...ordinary),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a\0b', '\ud800'),
    )
    for (const served of writes()) {
      const { method, path, resource } = served
      const { properties = {} } = document.components.schemas[`${pascal(resource!)}Record`] ?? {}
      const known = Object.keys(properties as object)
      const taken = [...known, ...Object.keys(itemSchema(served).properties), '__proto__']
      const unknown = labels.filter((label) => !taken.includes(label))
      await fc.assert(
        fc.asyncProperty(unknown, fc.jsonValue(), async (label, value) => {
          const request: Request = { method, path, body: bodyOf([{ ...itemFor(served), [label]: value }]) }
          refusesItem(await check(request), label, request)
        }),
        runs(20),
      )
    }
    await unchanged('unknown properties')
  })

  test('a property called __proto__ does nothing', async () => {
    for (const { method, path, resource } of writes().filter(isDue)) {
      const id = method === 'PUT' ? `"id":${ids.get(resource!)![0]},` : ''
      const body = `{"data":[{${id}"__proto__":{"admin":true,"id":1}},{"__proto__":null,"nothing":1}],"__proto__":[]}`
      await check({ method, path, body })
      assert.equal(({} as Values).admin, undefined)
    }
    for (const { path } of secured().filter(({ method, resource }) => method === 'POST' && !resource && isDue()))
      await check({ method: 'POST', path, body: '{"data":{"__proto__":{"start_date":"x"},"constructor":{"a":1}}}' })
  })

  test('a filter with a value of the wrong kind is 417 and named, an unknown one is ignored', async () => {
    for (const served of ofVendor().filter(({ method }) => method === 'GET')) {
      const { path, resource, operation } = served
      const base = new URLSearchParams(resource ? samples[resource]!.all(mine) : '')
      for (const parameter of operation.parameters ?? [])
        if (!resource && parameter.required)
          base.set(parameter.name, known(parameter.schema) ?? goodText(parameter.schema))
      for (const { name, schema } of operation.parameters ?? []) {
        // Which of the other filters mean anything depends on the report.
        const bad = path === '/reports' && name !== 'report' ? undefined : badTexts(name, schema)
        if (!bad) continue
        await fc.assert(
          fc.asyncProperty(bad, async (value) => {
            const query = new URLSearchParams(base)
            query.delete(name)
            query.set(name, value)
            const request: Request = { method: 'GET', path: `${path}?${query}` }
            refuses(await check(request), 417, request, name)
          }),
          runs(8),
        )
      }
      const plain = await check({ method: 'GET', path: `${path}?${base}` })
      assert.equal(plain.status, 200, `${path}?${base}: ${plain.text.slice(0, 500)}`)
      for (const more of [
        'flavor=red',
        '__proto__=1',
        'constructor[]=1',
        'toString=x',
        '%00=%00',
        '=',
        '&&',
        'ids%5B%5D',
      ].filter(isDue))
        assert.equal(
          (await check({ method: 'GET', path: `${path}?${base}&${more}` })).text,
          plain.text,
          `${path} ${more}`,
        )
    }
  })

  test('garbage in the query gets an answer that the document describes', async () => {
    const letters = [
      '%',
      '%0',
      '%00',
      '%zz',
      '%ff',
      '%ed%a0%80',
      '%C3%28',
      '&',
      '=',
      '[',
      ']',
      ',',
      ';',
      '+',
      '1',
      '-',
      '.',
      'x',
    ]
    const names = operations.flatMap(({ operation }) => (operation.parameters ?? []).map(({ name }) => name))
    const piece = fc.oneof(
      fc.constantFrom(...letters),
      fc.constantFrom(...new Set(names)),
      fc.constantFrom('1e308', '9'.repeat(30)),
    )
    const garbage = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    for (const { method, path } of operations.filter(({ method }) => method === 'GET' || method === 'DELETE'))
      await fc.assert(
        fc.asyncProperty(garbage, fc.boolean(), async (query, asEmployee) => {
          await check({ method, path: `${path}?${query}` }, asEmployee ? employee.token : mine.token)
        }),
        runs(40, 1),
      )
  })

  test('a value of the wrong kind in a report is 417 and named', async () => {
    for (const { path, operation } of ofVendor().filter(({ method, resource }) => method === 'POST' && !resource)) {
      const media = operation.requestBody!.content['application/json']!
      const { data } = media.schema.properties as { data: { properties: Record<string, Schema>; required?: string[] } }
      const needed = (data.required ?? []).map((label) => {
        const schema = data.properties[label]!
        return [label, known(schema) ?? goodText(schema)]
      })
      for (const [label, schema] of Object.entries(data.properties)) {
        const texts = badTexts(label, schema)
        if (!texts) continue
        const bad = fc.oneof(
          texts,
          texts.map((text) => [text]),
          fc.constantFrom({ a: 1 }, [{ a: 1 }], 1e308, -7.5),
        )
        await fc.assert(
          fc.asyncProperty(bad, async (value) => {
            const body = JSON.stringify({ data: { ...Object.fromEntries(needed), [label]: value } })
            const request: Request = { method: 'POST', path, body }
            refuses(await check(request), 417, request, label)
          }),
          runs(12),
        )
      }
    }
    await unchanged('reports')
  })

  test('51 items are 413', async () => {
    for (const served of writes().filter(isDue)) {
      const { method, path } = served
      const request: Request = { method, path, body: bodyOf(Array.from({ length: 51 }, () => itemFor(served))) }
      refuses(await check(request), 413, request)
    }
    for (const { path, resource } of ofVendor().filter(({ method }) => method === 'DELETE' && isDue())) {
      const wanted = [ids.get(resource!)![0]!, ...Array.from({ length: 50 }, (_, n) => never + n)]
      const request: Request = { method: 'DELETE', path: `${path}?ids=${wanted}` }
      refuses(await check(request), 413, request)
    }
    await unchanged('51 items')
  })

  test('a record of another company is refused like one that does not exist', async () => {
    for (const served of writes()) {
      const { method, path, resource } = served
      const strange = [
        ...foreign.get(resource!)!.slice(0, 1),
        never,
        0,
        -1,
        2 ** 31,
        2 ** 53,
        1e308,
        1.5,
        '1 or 1=1',
        null,
        [1],
        { id: 1 },
      ]
      if (method === 'PUT')
        for (const id of strange.filter(isDue)) {
          const request: Request = { method, path, body: bodyOf([{ ...samples[resource!]!.change, id }]) }
          const [item] = itemsOf(await check(request))
          assert.ok(item && isRefusedItem(item), show(request))
        }
      for (const [label, schema] of Object.entries(itemSchema(served).properties)) {
        const target = schema['x-refers-to'] as string | undefined
        for (const id of target ? [foreign.get(target)![0]!, never].filter(isDue) : []) {
          const request: Request = { method, path, body: bodyOf([{ ...itemFor(served), [label]: id }]) }
          refusesItem(await check(request), label, request)
        }
      }
    }
    for (const { path, resource } of ofVendor().filter(({ method }) => method === 'DELETE' && isDue())) {
      const texts = [
        ...foreign.get(resource!)!.slice(0, 2),
        never,
        0,
        -1,
        1.5,
        'x',
        '%00',
        '__proto__',
        '1e3',
        '9'.repeat(30),
      ]
      const answer = await check({ method: 'DELETE', path: `${path}?ids=${texts}` })
      const items = itemsOf(answer)
      assert.equal(items.length, texts.length, answer.text)
      assert.ok(items.every(isRefusedItem), answer.text)
      assert.equal(new Set(items.map((item) => `${item._status_code} ${item._status_extra}`)).size, 1, answer.text)
    }
    await unchanged('numbers of another company')
  })

  test('a body of 10 MB is refused', async () => {
    const body = `{"data":["${'x'.repeat(10_000_000)}"]}`
    for (const { method, path, operation } of operations.filter(({ method }) => method !== 'GET' && isDue())) {
      const answer = await check({ method, path, body })
      assert.ok(answer.status === 413 || (!operation.responses[413] && answer.status === 400), `${method} ${path}`)
    }
    await unchanged('large bodies')
  })

  test('deeply nested JSON gets an answer that the document describes', async () => {
    for (const served of secured().filter(({ operation }) => operation.requestBody)) {
      const { method, path, resource } = served
      const label = resource ? Object.keys(itemSchema(served).properties).at(-1)! : 'user_ids'
      const item = JSON.stringify(resource ? itemFor(served) : {}).slice(0, -1)
      const around = (value: string) => (resource ? `{"data":[${value}]}` : `{"data":${value}}`)
      for (const depth of [20, 500, 5000, 10_000, 100_000])
        for (const [open, close] of [
          ['[', ']'],
          ['{"a":', '}'],
        ] as const) {
          const deep = `${open.repeat(depth)}1${close.repeat(depth)}`
          // The deepest take long to read, and end before the place matters.
          const places =
            depth === 100_000 ? [] : [`${item}${item === '{' ? '' : ','}"${label}":`, '{"nothing":', '{"id":']
          for (const value of [deep, ...places.map((place) => `${place}${deep}}`)])
            if (isDue()) await check({ method, path, body: around(value) })
          if (depth === 100_000 && isDue()) await check({ method, path, body: open.repeat(depth) })
        }
    }
    await remember()
  })

  test('an item with one unusual value gets an answer that the document describes', async () => {
    const unusual = [
      null,
      '',
      0,
      1,
      2 ** 31 - 1,
      'x',
      'yes',
      [],
      {},
      '2026-03-02',
      '2026-03-02T08:00:00-07:00',
      '0000-00-00',
    ]
    for (const served of writes()) {
      const { method, path } = served
      for (const [label, schema] of Object.entries(itemSchema(served).properties)) {
        const target = schema['x-refers-to'] as string | undefined
        const fitting =
          schema.type === 'boolean' ? [true, false] : ((schema.enum ?? ids.get(target ?? '') ?? unusual) as unknown[])
        await fc.assert(
          fc.asyncProperty(
            fc.constantFrom(...fitting),
            fc.constantFrom(...unusual),
            fc.boolean(),
            async (one, other, asEmployee) => {
              const items = [
                { ...itemFor(served), [label]: one },
                { ...itemFor(served), [label]: other },
              ]
              for (const item of items)
                await check({ method, path, body: bodyOf([item]) }, asEmployee ? employee.token : mine.token)
            },
          ),
          runs(2),
        )
      }
    }
    await unchanged('items that were refused')
  })

  test('batches in which anything may be wrong have an outcome for every item', async () => {
    for (const served of writes()) {
      const { method, path } = served
      const { properties } = itemSchema(served)
      const nasty = fc.oneof(
        fc.jsonValue(),
        fc.constantFrom(
          null,
          '',
          0,
          -1,
          2 ** 31,
          2 ** 53,
          1e308,
          '\0',
          '\ud800',
          '2026-02-30',
          '2026-03-02T08:00:00+25:00',
        ),
        fc.string({ unit: 'binary' }),
        fc.constantFrom(true, false, 'no', never),
        // The employee is not among them, so no one is archived here.
        fc.constantFrom(...ids.values().flatMap((numbers) => numbers.slice(0, 3))),
      )
      const item = fc
        .dictionary(fc.constantFrom(...Object.keys(properties)), nasty, { maxKeys: 6 })
        .map((values) => ({ ...itemFor(served), ...values }))
      const batch = fc.array(fc.oneof({ weight: 5, arbitrary: item }, fc.jsonValue()), { minLength: 1, maxLength: 6 })
      await fc.assert(
        fc.asyncProperty(batch, fc.boolean(), async (items, asEmployee) => {
          const request: Request = { method, path, body: bodyOf(items) }
          const answer = await check(request, asEmployee ? employee.token : mine.token)
          assert.equal(answer.status, 200, `${show(request)}\nanswered ${answer.text.slice(0, 500)}`)
          assert.equal(itemsOf(answer).length, items.length, show(request))
        }),
        runs(40, 1),
      )
    }
  })

  test('a garbled form of OAuth gives no access', async () => {
    countsGuesses = true
    await remember()
    const forms = operations.filter(
      ({ operation }) => operation.requestBody?.content['application/x-www-form-urlencoded'],
    )
    for (const { method, path, operation } of forms) {
      const schema = operation.requestBody!.content['application/x-www-form-urlencoded']!.schema
      const labels = Object.keys(schema.properties as object)
      const kinds = ['authorization_code', 'refresh_token']
      const value = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...kinds, '\0', '', `S.${mine.id}__0`))
      const form = fc.dictionary(fc.constantFrom(...labels, 'scope', '__proto__', 'resource'), value)
      const types = [
        'application/x-www-form-urlencoded',
        'application/json',
        'text/plain',
        '',
        'multipart/form-data',
        'x',
      ]
      await fc.assert(
        fc.asyncProperty(form, fc.constantFrom(...types), fc.boolean(), async (values, type, asJson) => {
          const encoded = Object.entries(values).map((pair) =>
            pair.map((text) => encodeURIComponent(text.toWellFormed())).join('='),
          )
          const body = asJson ? JSON.stringify(values) : encoded.join('&')
          const answer = await check({ method, path, body, headers: { 'content-type': type } }, undefined)
          assert.ok(path === '/revoke' || answer.status >= 400 || answer.body.active === false, answer.text)
        }),
        runs(60),
      )
      for (const body of ['[]', '{', 'null', '%', '%zz=%ff', 'grant_type=a&grant_type=b', '['.repeat(30_000)])
        for (const type of types.filter(isDue))
          await check({ method, path, body, headers: { 'content-type': type } }, undefined)
    }
    await unchanged('forms of OAuth')
  })
})

describe('the generators', () => {
  test('the generators of wrong values produce only what the schema does not allow', () => {
    const document = { components: { schemas: {}, responses: {}, securitySchemes: {} } } as unknown as Document
    const schemas: Schema[] = [
      { type: 'integer', minimum: 0, maximum: 9 },
      { type: 'boolean' },
      { type: 'string', enum: ['a', 'b'] },
      { type: 'array', items: { type: 'integer', minimum: 1, maximum: idMax } },
    ]
    for (const schema of schemas)
      for (const value of fc.sample(badValues(schema)!, { seed, numRuns: 50 }))
        assert.notDeepEqual(
          violations(schema, value, document),
          [],
          `${JSON.stringify(schema)} ${JSON.stringify(value)}`,
        )
  })
})

const impossibleDates = [
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-1-123',
  '0000-01-01',
  'tomorrow',
  '2026-03-02T08:00:00Z',
]
const impossibleInstants = [
  '2026-02-30T08:00:00Z',
  '2026-13-02T08:00:00Z',
  '2026-03-02T24:30:00Z',
  '2026-03-02T08:60:00Z',
  '2026-03-02T08:00:61+00:00',
  '2026-03-02T08:00:00+25:00',
  '2026-03-02T08:00:00-14:30',
  '2026-03-02T08:00:00+02:60',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00Z',
  '2026-03-02',
  'now',
]
const brokenTexts = ['\0', 'a\0b', '\ud800', 'x\udc00y']

/** JSON values that no reading of the schema allows; undefined where any is. */
function badValues(schema: Schema): fc.Arbitrary<unknown> | undefined {
  const pattern = String(schema.pattern ?? '')
  const types = [schema.type ?? []].flat() as string[]
  const [type] = types
  const wrong: fc.Arbitrary<unknown>[] = [fc.constantFrom<unknown>({ a: 1 }, { '': [] }, [[1]], ['x'], [true])]
  const one = (...values: unknown[]) => fc.constantFrom(...values)
  if (type === 'integer' || type === 'number') {
    const { minimum, maximum } = schema as { minimum?: number; maximum?: number }
    const outside = [
      1e308,
      -1e308,
      2 ** 53,
      2 ** 64,
      '99999999999999999999',
      'x',
      '1,5',
      '--1',
      'Infinity',
      'NaN',
      '\0',
    ]
    return fc.oneof(
      ...wrong,
      one(true, false, ...outside),
      ...(minimum === undefined || minimum < -1e9 ? [] : [fc.integer({ min: -(2 ** 31), max: minimum - 1 })]),
      ...(maximum === undefined
        ? []
        : maximum === idMax
          ? [one(2 ** 53)]
          : [fc.integer({ min: Math.ceil(maximum) + 1, max: 2 ** 52 })]),
      ...(type === 'integer' ? [fc.double({ noNaN: true, noInteger: true, noDefaultInfinity: true })] : []),
    )
  }
  if (type === 'boolean') return fc.oneof(...wrong, one('maybe', 'ja', 2, -1, 0.5, 1e308, '\0'))
  if (type === 'array')
    return fc.oneof(one({ a: 1 }, [{}], ['x'], [1.5], [-1], [idMax + 1], [[[1]]], 'x', '1;2', true, ['\0']))
  if (type === 'object')
    return fc.oneof(one(5, true, 'text', [1], ['x'], { x: { y: 1 } }, { 1: [1] }, { 1: '\0' }, { 1: { a: '\ud800' } }))
  if (type !== 'string') return undefined
  const allowed = schema.enum as string[] | undefined
  if (allowed) {
    const words = fc.string().filter((text) => text !== '' && !allowed.includes(text))
    return fc.oneof(...wrong, words, one(5, true, `${allowed[0]}\0`))
  }
  if (pattern.includes('T')) {
    // Where a date-time is only another way to write a date, the date alone is fine.
    const impossible = impossibleInstants.filter((text) => text !== '2026-03-02' || !new RegExp(pattern).test(text))
    return fc.oneof(...wrong, one(...impossible, 5, true, 1e308))
  }
  if (pattern) return fc.oneof(...wrong, one(...impossibleDates, 5, true, 1e308))
  const { maxLength = 0, minLength = 0 } = schema as { maxLength?: number; minLength?: number }
  return fc.oneof(
    ...wrong,
    one(...brokenTexts, ...(schema.writeOnly ? [] : [true, false])),
    ...(maxLength > 0 ? [one('x'.repeat(maxLength + 1), '😀'.repeat(maxLength + 1))] : []),
    ...(minLength > 0 ? [one('')] : []),
  )
}

/** Texts that a parameter of a query cannot mean; undefined where any text is fine or ignored. */
function badTexts(name: string, schema: Schema): fc.Arbitrary<string> | undefined {
  const one = (...values: string[]) => fc.constantFrom(...values)
  if (name === 'page' || name === 'per_page') return undefined
  if (name === 'limit') return one('0', '201', '-1', '1.5', 'x', '1e2', '9'.repeat(30))
  if (schema.enum) {
    const words = [...(schema.enum as string[]), 'true', 'false', 'yes', 'no', '1', '0']
    return fc.string().filter((text) => /^[!-~]+$/.test(text) && !words.includes(text.toLowerCase()))
  }
  if (schema.type === 'boolean') return one('maybe', '2', '-1', '\0')
  if (schema.type === 'integer') return one('x', '1.5', '-5', '9007199254740992', '9'.repeat(30), '1e3', '0x10', '\0')
  if (schema.format === 'date') return one(...impossibleDates)
  if (schema.format === 'date-time') return one(...impossibleInstants)
  if (schema.examples) return one('x', '1.5', '-2', '9007199254740992', '1;2', '1,x', '9'.repeat(30), '\0', '0x10')
  return one('\0', 'a\0b')
}

/** A text that a parameter can mean. */
function goodText(schema: Schema): string {
  const [text = '2026-03-02'] = (schema.enum ?? (schema.format ? [] : schema.examples) ?? []) as string[]
  return String(text)
}

/** The outcomes of a batch, in the order of the wire. */
function itemsOf({ body }: Answer): Values[] {
  const [map] = Object.values((body.results ?? {}) as Record<string, Record<string, Values>>)
  return Object.values(map ?? {}).filter((item) => item?._status_code !== undefined)
}

function isRefusedItem(item: Values): boolean {
  return item._status_code >= 400
}

function isRefused(answer: Answer): boolean {
  const items = itemsOf(answer)
  return answer.status >= 400 || (items.length > 0 && items.every(isRefusedItem))
}

function bodyOf(data: unknown): string {
  return JSON.stringify({ data })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A request as one can repeat it, its body shortened. */
function show({ method, path, body, headers }: Request): string {
  const more = headers ? ` ${JSON.stringify(headers)}` : ''
  const text = body === undefined ? '' : ` ${body.slice(0, 1500)}${body.length > 1500 ? `… (${body.length})` : ''}`
  return `${method} ${path}${more}${text}`
}
