import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { buildClient } from '../../client/build.ts'
import { errorOf, secondsIn } from '../../client/src/errors.ts'
import * as client from '../../client/src/index.ts'
import type { Actor } from '../../src/engine/context.ts'
import { name as quoted, sql } from '../../src/engine/sql.ts'
import { followed } from '../../src/webhooks/feed.ts'
import { olderNode } from '../cli/command.ts'
import { makeLeftOut } from '../support/left_out.ts'
import { samples } from '../support/samples.ts'
import { type TestCompany, TestServer } from '../support/server.ts'
import { nightly } from '../support/tiers.ts'

// The package @clockhouse/client: what it does beyond types, and what npm would publish.

const root = join(import.meta.dirname, '../..')

describe('the verification of webhooks', () => {
  // The example of the Standard Webhooks libraries.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = '{"test": 2432232314}'
  const at = 1614265330
  const right = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  const received = (more: Record<string, string | undefined> = {}, text: string | Uint8Array = body) => ({
    body: text,
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': String(at),
      'webhook-signature': right,
      ...more,
    },
  })
  const verify = (message = received(), seconds = at, secrets: string | string[] = secret) =>
    client.verifyWebhook(secrets, message, { now: seconds * 1000 })

  const accepted: [what: string, run: () => Promise<unknown>][] = [
    ['as the specification’s example', () => verify()],
    [
      'as bytes, with the headers of fetch',
      () => {
        const { headers } = received()
        return verify({ body: Buffer.from(body), headers: new Headers(headers as Record<string, string>) } as never)
      },
    ],
    [
      'with header names in capitals',
      () => {
        const headers = Object.fromEntries(
          Object.entries(received().headers).map(([name, value]) => [name.toUpperCase(), value]),
        )
        return verify({ body, headers } as never)
      },
    ],
    [
      'with one right signature among several',
      () => verify(received({ 'webhook-signature': `v1,AAAA v1a,${right} ${right}` })),
    ],
    ['with the second of two secrets', () => verify(received(), at, ['whsec_c2VjcmV0', secret])],
    ['with a secret that lacks its prefix', () => verify(received(), at, secret.slice(6))],
    ['five minutes late', () => verify(received(), at + 300)],
    ['five minutes early', () => verify(received(), at - 300)],
  ]
  for (const [what, run] of accepted)
    test(`a webhook is accepted ${what}`, async () => assert.deepEqual(await run(), { test: 2432232314 }))

  const refused: [what: string, run: () => Promise<unknown>, words: RegExp][] = [
    ['later than five minutes', () => verify(received(), at + 301), /too old/],
    ['earlier than five minutes', () => verify(received(), at - 301), /in the future/],
    ['with another body', () => verify(received({}, '{"test": 2432232315}')), /no signature fits/],
    ['with another id', () => verify(received({ 'webhook-id': 'msg_other' })), /no signature fits/],
    ['with another time', () => verify(received({ 'webhook-timestamp': String(at + 1) })), /no signature fits/],
    ['with another secret', () => verify(received(), at, 'whsec_c2VjcmV0'), /no signature fits/],
    [
      'with a signature of another version',
      () => verify(received({ 'webhook-signature': `v2,${right.slice(3)}` })),
      /fits/,
    ],
    [
      'with a signature that is no base64',
      () => verify(received({ 'webhook-signature': 'v1,§' })),
      /no signature fits/,
    ],
    ['without an id', () => verify(received({ 'webhook-id': undefined })), /webhook-id is missing/],
    ['without a signature', () => verify(received({ 'webhook-signature': undefined })), /webhook-signature is missing/],
    ['with a time that is no number', () => verify(received({ 'webhook-timestamp': '1e9' })), /not a number/],
    ['with a secret that is no base64', () => verify(received(), at, 'whsec_§'), /the secret must be/],
    ['with an empty secret', () => verify(received(), at, 'whsec_'), /the secret must be/],
  ]
  for (const [what, run, words] of refused)
    test(`a webhook is refused ${what}`, () =>
      assert.rejects(run, (error) => error instanceof client.WebhookError && words.test(error.message)))

  test('a webhook is refused with a body that is not JSON', async () => {
    const key = Buffer.from(secret.slice(6), 'base64')
    const made = createHmac('sha256', key).update(`msg_p5jXN8AQM9LWM0D4loKWxJek.${at}.no`).digest('base64')
    await assert.rejects(verify(received({ 'webhook-signature': `v1,${made}` }, 'no')), /the body is not JSON/)
  })
})

test('an error of the client has the message, status and field of the answer', () => {
  const cases: [status: number, body: unknown, message: string, field?: string, code?: string][] = [
    [417, envelope(417, 'Expectation Failed: user_ids must be numbers'), 'user_ids must be numbers', 'user_ids'],
    [417, envelope(417, 'Expectation Failed: cursor is required: now'), 'cursor is required: now', 'cursor'],
    [417, envelope(417, 'Expectation Failed: pay.rate: too much'), 'pay.rate: too much', 'pay.rate'],
    [417, envelope(417, 'Invalid params: nmae, agee'), 'Invalid params: nmae, agee', 'nmae'],
    [499, envelope(499, 'Unauthorized IP Address: this address is not authorized'), 'this address is not authorized'],
    [400, envelope(400, 'Bad Request: the body is not JSON'), 'the body is not JSON'],
    [
      401,
      { error: 'invalid_grant', error_description: 'the token has expired' },
      'the token has expired',
      undefined,
      'invalid_grant',
    ],
    [502, '<html>', 'the server answered with status 502'],
  ]
  for (const [status, body, message, field, code] of cases) {
    const error = errorOf(new Response(null, { status }), body)
    assert.deepEqual([error.status, error.message, error.field, error.code], [status, message, field, code])
  }
})

function envelope(code: number, message: string): object {
  return { error: { code, message } }
}

test('the client reads a Retry-After of seconds and one with a date', () => {
  const now = Date.UTC(2026, 2, 2, 15)
  const cases: [header: string | null, seconds: number | undefined][] = [
    ['7', 7],
    ['0', 0],
    ['Mon, 02 Mar 2026 15:01:00 GMT', 60],
    ['Mon, 02 Mar 2026 14:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ]
  for (const [header, seconds] of cases) assert.equal(secondsIn(header, now), seconds, String(header))
})

describe('repeated requests', () => {
  /** Sends a request that gets these answers, one after the other; returns what was sent and waited. */
  const through = async (answers: (Response | Error)[], request: Request, options: client.RetryOptions = {}) => {
    const waits: number[] = []
    const sent: { body: string; key: string | null }[] = []
    const send = client.retrying({
      ...options,
      sleep: async (milliseconds) => void waits.push(milliseconds / 1000),
      fetch: async (request) => {
        sent.push({ body: await request.text(), key: request.headers.get('idempotency-key') })
        const answer = answers.shift()!
        if (answer instanceof Error) throw answer
        return answer
      },
    })
    const outcome = await send(request).catch((error: unknown) => error)
    return { outcome: outcome as Response | client.ClockhouseError, sent, waits }
  }
  const status = (code: number, headers = {}) => new Response(null, { status: code, headers })
  const cut = () => new TypeError('fetch failed')
  const write = () => new Request('http://host/api/v1/groups', { method: 'POST', body: '{"data":[]}' })

  test('the client repeats a request after a cut connection, 429 and 5xx, with the same body and key', async () => {
    const answers = [
      cut(),
      status(429, { 'retry-after': '7' }),
      status(503, { 'retry-after': '2' }),
      status(500),
      status(200),
    ]
    const { outcome, sent, waits } = await through(answers, write())
    assert.equal(outcome.status, 200)
    assert.equal(sent.length, 5)
    assert.deepEqual([...new Set(sent.map(({ body }) => body))], ['{"data":[]}'])
    assert.equal(new Set(sent.map(({ key }) => key)).size, 1)
    assert.match(sent[0]!.key!, /^[0-9a-f-]{36}$/)
    assert.deepEqual(waits.slice(1, 3), [7, 2])
    assert.ok(waits[0]! >= 0.25 && waits[0]! <= 0.5 && waits[3]! >= 2 && waits[3]! <= 4, waits.join())
  })

  test('the client repeats a request as often as wanted, and then returns the last answer', async () => {
    const { outcome, sent } = await through([status(503), status(502), status(500)], write(), { retries: 2 })
    assert.deepEqual([outcome.status, sent.length], [500, 3])
    const none = await through([cut()], write(), { retries: 0 })
    assert.ok(none.outcome instanceof client.ClockhouseError && none.outcome.status === 0)
  })

  const single: [what: string, answer: Response | Error, request: Request][] = [
    ['a refused request', status(417), write()],
    ['a request that would have to wait for too long', status(429, { 'retry-after': '301' }), write()],
    ['a request for what the server never does', status(501), write()],
    ['a grant, whose code is used up', cut(), new Request('http://host/api/v1/grant', { method: 'POST', body: 'a=b' })],
    ['the creation of a webhook', cut(), new Request('http://host/api/v1/webhooks', { method: 'POST', body: '{}' })],
    [
      'the creation of a secret',
      cut(),
      new Request('http://host/api/v1/webhooks/5/secret', { method: 'POST', body: '{}' }),
    ],
  ]
  for (const [what, answer, request] of single)
    test(`the client does not repeat ${what}`, async () =>
      assert.equal((await through([answer], request)).sent.length, 1))

  test('the client repeats a request with the key that the program chose', async () => {
    const request = write()
    request.headers.set('idempotency-key', 'mine')
    assert.deepEqual(
      (await through([cut(), status(200)], request)).sent.map(({ key }) => key),
      ['mine', 'mine'],
    )
  })

  test('the client does not repeat a request that the program has aborted', async () => {
    const abort = new AbortController()
    abort.abort(new Error('enough'))
    const request = new Request('http://host/api/v1/groups', { signal: abort.signal })
    const { outcome } = await through([cut()], request)
    assert.equal((outcome as Error).message, 'enough')
  })
})

describe('the client over HTTP', () => {
  let server: TestServer
  let company: TestCompany
  let url: string
  let api: client.Api
  before(async () => {
    server = await TestServer.start('sqlite')
    company = await server.company()
    url = await server.listen()
    api = client.connect({ url, token: company.token })
  })
  after(() => server.stop())

  test('the client splits a batch of 120, joins the outcomes, and reads all pages', async () => {
    const items = Array.from({ length: 120 }, (_, index) => ({ name: index === 70 ? '' : `Group ${index}` }))
    const outcomes = await client.createAll(api, '/groups', items)
    assert.deepEqual(
      outcomes.map(({ item }) => item),
      items,
    )
    const wrong = outcomes.filter((outcome) => !outcome.ok)
    assert.equal(wrong.length, 1)
    assert.deepEqual([wrong[0]!.error.status, wrong[0]!.error.field], [417, 'name'])
    assert.throws(() => client.allDone(outcomes), client.ClockhouseError)
    const done = client.allDone(outcomes.filter(({ ok }) => ok))
    const listed = await Array.fromAsync(client.paginate(api, '/groups', { limit: 50 }))
    assert.deepEqual(listed.map(({ id }) => id).sort(), done.map(({ id }) => id).sort())
    const pages = await Array.fromAsync(client.pages(api, '/groups', { limit: 50 }))
    assert.deepEqual(
      pages.map(({ results }) => Object.keys(results.groups).length),
      [50, 50, 19],
    )
    const asked: URLSearchParams[] = []
    const watched = client.connect({
      url,
      token: company.token,
      fetch: (request) => {
        asked.push(new URL(request.url).searchParams)
        return fetch(request)
      },
    })
    // A cursor among the filters, which their type does not have, would begin each page at the same place.
    const filters = { limit: 50, cursor: 'mine' } as { limit: number }
    assert.equal((await Array.fromAsync(client.paginate(watched, '/groups', filters))).length, 119)
    assert.deepEqual(
      asked.map((query) => [query.get('page'), query.get('cursor') !== null, query.get('cursor') !== 'mine']),
      [
        ['1', false, true],
        [null, true, true],
        [null, true, true],
      ],
    )
    const changed = await client.updateAll(
      api,
      '/groups',
      done.map(({ id }) => ({ id, active: false })),
    )
    assert.ok(client.allDone(changed).every((group, index) => group.id === done[index]!.id && group.active === false))
  })

  test('the client deletes by id, with an outcome for each', async () => {
    const time = { user_id: company.adminId, jobcode_id: 0, type: 'manual', date: '2026-02-02', duration: 60 } as const
    const [sheet] = client.allDone(await client.createAll(api, '/timesheets', [time]))
    const outcomes = await client.deleteAll(api, '/timesheets', [sheet!.id, 999_999])
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.ok ? outcome.record._status_code : outcome.error.status)),
      [200, 404],
    )
  })

  test('the client finds the outcomes of writes that are keyed by id', async () => {
    const [jobcode] = client.allDone(
      await client.createAll(api, '/jobcodes', [{ name: 'Away', type: 'pto', assigned_to_all: true }]),
    )
    const entry = (date: string) => ({ date, duration: 3600, jobcode_id: jobcode!.id, entry_method: 'manual' as const })
    const request = (date: string) => ({
      user_id: company.adminId,
      time_off_request_entries: [entry(date)],
    })
    const items = [request('2026-04-01'), { ...request('2026-04-02'), user_id: 999_999 }, request('2026-04-03')]
    const outcomes = await client.createAll(api, '/time_off_requests', items as never)
    assert.deepEqual(
      outcomes.map(({ ok }) => ok),
      [true, false, true],
    )
    const [first, last] = client.allDone([outcomes[0]!, outcomes[2]!]) as { id: number }[]
    assert.ok(first!.id < last!.id)
    const notes = [
      { id: last!.id, status: 'canceled' },
      { id: 999_999, status: 'canceled' },
      { id: first!.id, status: 'canceled' },
    ]
    const changed = await client.updateAll(api, '/time_off_requests', notes as never)
    assert.deepEqual(
      changed.map((outcome) => (outcome.ok ? outcome.record.id : outcome.error.status)),
      [last!.id, 404, first!.id],
    )
  })

  test('the client creates a record only once when the answer is lost', async () => {
    let lost = 0
    const flaky = client.connect({
      url,
      token: company.token,
      sleep: async () => {},
      fetch: async (request) => {
        const response = await fetch(request)
        if (lost++ > 0) return response
        throw new TypeError('terminated')
      },
    })
    client.allDone(await client.createAll(flaky, '/groups', [{ name: 'Only once' }]))
    assert.equal(lost, 2)
    const listed = await Array.fromAsync(client.paginate(api, '/groups', { name: 'Only once' }))
    assert.equal(listed.length, 1)
  })

  test('the client returns a refused request’s error for its items and all later ones', async () => {
    let sent = 0
    const ending = client.connect({
      url,
      token: () => (sent++ === 0 ? company.token : 'S.1__gone'),
    })
    const items = Array.from({ length: 120 }, (_, index) => ({ name: `Later ${index}` }))
    const outcomes = await client.createAll(ending, '/groups', items)
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.ok ? 200 : outcome.error.status)),
      items.map((_, index) => (index < 50 ? 200 : 401)),
    )
    assert.equal(sent, 3, 'the third request is not sent, and the token was asked for once more')
  })

  test('the client gets another token when one is refused, and throws if the whole request is refused', async () => {
    const refused: (string | undefined)[] = []
    const renewing = client.connect({
      url: `${url}/api/v1/`,
      token: (token) => {
        refused.push(token)
        return token ? company.token : 'S.1__old'
      },
    })
    const { results } = await client.unwrap(renewing.GET('/current_user'))
    assert.deepEqual(Object.keys(results.users), [String(company.adminId)])
    assert.deepEqual(refused, [undefined, 'S.1__old'])
    const keys: (string | null)[] = []
    const writing = client.connect({
      url,
      token: (refused) => (refused ? 'new' : 'old'),
      sleep: async () => {},
      fetch: async ({ headers }) => {
        keys.push(headers.get('idempotency-key'))
        // The first write was carried out, but its answer was lost before the token expired.
        if (keys.length === 1) throw new TypeError('terminated')
        return Response.json({ results: {} }, { status: keys.length === 2 ? 401 : 200 })
      },
    })
    await client.unwrap(writing.POST('/groups', { body: { data: [] } }))
    assert.deepEqual([keys.length, new Set(keys).size, keys.includes(null)], [3, 1, false])
    await assert.rejects(
      Array.fromAsync(client.paginate(api, '/timesheets', {})),
      (error) => error instanceof client.ClockhouseError && error.status === 417 && error.requestId !== undefined,
    )
    const wrong = client.connect({ url, token: 'S.1__wrong' })
    await assert.rejects(
      client.unwrap(wrong.GET('/current_user')),
      (error) => error instanceof client.ClockhouseError && error.status === 401 && error.code === 'invalid_grant',
    )
  })

  test('a copy of the client that follows the changes equals the data, from the first record on and after a restart', async () => {
    const many = await server.company()
    const own = client.connect({ url, token: many.token })
    const types = followed.map(({ name }) => name) as client.FollowedType[]
    for (const { name } of followed) await samples[name]!.make(server, many, 4)
    await makeLeftOut(server, many)
    const copy = new Map<string, Set<number>>(types.map((type) => [type, new Set()]))
    const seen: string[] = []
    let restarts = 0
    let cursor: string | undefined
    const follow = async () => {
      for await (const page of client.follow(own, { types, cursor, wait: 0 })) {
        if (page.restarted) {
          restarts += 1
          for (const ids of copy.values()) ids.clear()
        }
        for (const { type, id, change } of page.changes) {
          seen.push(`${change} ${type}`)
          if (change === 'deleted' || change === 'hidden') copy.get(type)!.delete(id)
          else copy.get(type)!.add(id)
        }
        cursor = page.cursor
      }
    }
    const compare = async () => {
      const { adminId: userId, id: companyId } = many
      const actor: Actor = { companyId, userId, isAdmin: true, permissions: new Set(), manages: [], application: '' }
      for (const { name, visible } of followed) {
        const stored = await server.db.read.all<{ id: number }>(
          sql`select id from ${quoted(name)} where company_id = ${companyId} and ${visible(actor)} order by id`,
        )
        const ids = [...copy.get(name)!].sort((a, b) => a - b)
        assert.deepEqual(
          ids,
          stored.map(({ id }) => id),
          name,
        )
      }
    }
    await follow()
    await compare()
    assert.ok(seen.length > 100 && seen.every((change) => change.startsWith('found ')), `${seen.length} found`)
    seen.length = 0
    for (const { name } of followed) {
      const [row] = await server.list(many, name, `${samples[name]!.all(many)}&limit=1`)
      if (row) await samples[name]!.touch(server, many, row.id)
    }
    await follow()
    await compare()
    assert.ok(seen.length > 10 && seen.every((change) => !change.startsWith('found ')), seen.join())
    assert.equal(restarts, 1)
    cursor = cursor!.replace(/[^-]+$/, '000000000000')
    await follow()
    await compare()
    assert.equal(restarts, 2, 'a cursor that has ended begins a new copy')
  })
})

test('the client package publishes only what is built, and depends on openapi-fetch alone', () => {
  const { files, exports, dependencies, scripts } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'))
  assert.deepEqual(
    [files, scripts, Object.keys(dependencies)],
    [['dist'], { prepack: 'node build.ts' }, ['openapi-fetch']],
  )
  assert.deepEqual(exports['.'], { types: './dist/index.d.ts', default: './dist/index.js' })
})

test('the client package names the step that is missing when it cannot be built', () => {
  const missing = `import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) {
      if (name === 'openapi-typescript') throw Object.assign(new Error('missing'), { code: 'ERR_MODULE_NOT_FOUND' })
      return next(name, context)
    } })`
  const hook = `data:text/javascript,${encodeURIComponent(missing)}`
  const { status, stderr } = spawnSync(process.execPath, ['--import', hook, join(root, 'client/build.ts')], {
    encoding: 'utf8',
  })
  assert.deepEqual([status, /run "npm ci"/.test(stderr), /\n\s+at /.test(stderr)], [1, true, false], stderr)
})

nightly.test('the client package that npm would publish is small and complete, and runs on its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-client-'))
  try {
    // A copy: the examples use the package in its place at the same time.
    const source = join(folder, 'client')
    mkdirSync(source)
    for (const name of ['README.md', 'LICENSE', 'package.json'])
      copyFileSync(join(root, 'client', name), join(source, name))
    await buildClient(join(source, 'dist'))
    const [packed] = Object.values<{ filename: string; size: number; files: { path: string }[] }>(
      JSON.parse(
        execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
          cwd: source,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      ),
    )
    const paths = packed!.files.map(({ path }) => path)
    const wanted = ['README.md', 'LICENSE', 'package.json', 'dist/index.js', 'dist/index.d.ts', 'dist/api.d.ts']
    assert.deepEqual(
      wanted.filter((path) => !paths.includes(path)),
      [],
    )
    assert.deepEqual(
      paths.filter((path) => !/^(dist\/\w+(\.d)?\.[jt]s|README\.md|LICENSE|package\.json)$/.test(path)),
      [],
    )
    assert.ok(packed!.size < 150_000, `${packed!.size} bytes`)
    const manifest = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'))
    assert.deepEqual(Object.keys(manifest.dependencies), ['openapi-fetch'])

    const place = join(folder, 'node_modules/@clockhouse/client')
    mkdirSync(place, { recursive: true })
    execFileSync('tar', ['-xzf', join(folder, packed!.filename), '-C', place, '--strip-components=1'])
    symlinkSync(join(root, 'node_modules/openapi-fetch'), join(folder, 'node_modules/openapi-fetch'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(
      join(folder, 'use.js'),
      `import * as client from '@clockhouse/client'\nconsole.log(Object.keys(client).sort().join())\n`,
    )
    const printed = execFileSync(olderNode() ?? process.execPath, ['use.js'], { cwd: folder, encoding: 'utf8' })
    assert.equal(printed.trim(), Object.keys(client).sort().join())
    writeFileSync(
      join(folder, 'use.ts'),
      `import { connect, paginate, verifyWebhook } from '@clockhouse/client'
const api = connect({ url: 'http://127.0.0.1', token: '' })
for await (const sheet of paginate(api, '/timesheets', { start_date: '2026-01-01' })) {
  const seconds: number = sheet.duration
  // @ts-expect-error: the type of a duration is known.
  const text: string = sheet.duration
  console.log(seconds, text)
}
const event = await verifyWebhook('', { headers: {}, body: '' })
if (event.type === 'webhook.gap') console.log(event.data.until)
else if (event.type !== 'webhook.test') console.log(event.data.resource)
// @ts-expect-error: a test has no resource.
else console.log(event.data.resource)
// @ts-expect-error: a list is read from its beginning.
paginate(api, '/groups', { cursor: '' })
// @ts-expect-error: there is no such list.
paginate(api, '/timesheet', {})
`,
    )
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'esnext',
      '--types',
      '',
      '--checkers',
      '1',
    ]
    try {
      execFileSync(process.execPath, [compiler, ...options, 'use.ts'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
    } catch (error) {
      assert.fail((error as { stdout: string }).stdout)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
