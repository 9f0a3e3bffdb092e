import assert from 'node:assert/strict'
import { type ClientRequest, request } from 'node:http'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createToken } from '../../src/oauth/tokens.ts'
import { productVersion } from '../../src/sight/version.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

// What eases the life of programs, in addition to the vendor's contract: cursors, fewer fields, streams, and browsers.

onBoth('what programs need', (database) => {
  let server: TestServer
  let company: TestCompany
  let address: string
  const jobs = 120
  before(async () => {
    server = await TestServer.start(database)
    address = await server.listen()
    company = await server.company()
    for (const part of [0, 1, 2])
      await server.post(
        company,
        '/jobcodes',
        Array.from({ length: jobs / 3 }, (_, index) => ({ name: `Job ${part * 40 + index}`, type: 'regular' })),
      )
  })
  after(() => server.stop())

  /** The address in the Link header of an answer, without the prefix of the API. */
  const nextIn = (headers: Record<string, unknown>) =>
    /^<\/api\/v1(.+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
  const namesIn = (body: { results: { jobcodes: Record<string, { name: string }> } }) =>
    Object.values(body.results.jobcodes).map(({ name }) => name)
  const fetched = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${address}/api/v1${path}`, { method, headers: { authorization: `Bearer ${company.token}`, ...headers } })

  test('pages follow each other by the Link header, to the last one, and partition the list', async () => {
    const found: string[] = []
    let path: string | undefined = '/jobcodes?type=regular&limit=50&page=1&supplemental_data=no'
    for (let pages = 1; path; pages++) {
      const { status, body, headers, text } = await server.get(company, path)
      assert.equal(status, 200, text)
      assert.equal(Object.hasOwn(headers, 'link'), body.more)
      found.push(...namesIn(body as never))
      path = nextIn(headers)
      assert.equal(path !== undefined, pages < 3)
      if (path) assert.match(path, /^\/jobcodes\?type=regular&limit=50&supplemental_data=no&cursor=[\w-]+$/)
    }
    assert.equal(found.length, jobs)
    assert.equal(new Set(found).size, jobs)
  })

  test('a request with a deprecated parameter is answered, and told since when it is deprecated', async () => {
    for (const path of ['/jobcodes?per_page=10', '/jobcodes?per_page=10&page=2', '/reports/payroll?per_page=10']) {
      const answer = await fetched(path)
      assert.equal(answer.headers.get('deprecation'), '@1696118400', path)
      assert.equal(answer.headers.get('sunset'), null)
    }
    assert.equal((await fetched('/jobcodes?limit=10')).headers.get('deprecation'), null)
    const { body } = await server.get(company, '/openapi.json')
    const parameters = body.paths['/jobcodes'].get.parameters as { name: string; deprecated?: boolean }[]
    assert.deepEqual(
      parameters.filter(({ deprecated }) => deprecated).map(({ name }) => name),
      ['per_page'],
    )
  })

  test('a cursor continues where its page ended, whatever is deleted, on a server that never saw that page', async () => {
    const since = new Date(server.now / 1000 - 3_600_000).toISOString().slice(0, 19)
    for (const [filter, rest] of [
      ['type=regular', ['Part 3', 'Part 4']],
      // What has changed since its page was read comes again, at the end.
      [`modified_since=${since}Z&active=both`, ['Part 3', 'Part 4', 'Part 1']],
    ] as const) {
      const mine = await server.company()
      const items = [1, 2, 3, 4].map((number) => ({ name: `Part ${number}`, type: 'regular' }))
      const { body } = await server.post(mine, '/jobcodes', items)
      const [part] = Object.values<{ id: number }>(body.results.jobcodes)
      server.pass(1)
      const next = nextIn((await server.get(mine, `/jobcodes?${filter}&limit=2`)).headers)!
      // Another caller has asked for no page before, as if on another server.
      const other = { ...mine, token: (await server.user(mine, { permissions: { admin: true } })).token }
      server.pass(1)
      await server.put(mine, '/jobcodes', [{ id: part!.id, active: false }])
      const found: string[] = []
      for (let path: string | undefined = next; path; ) {
        const answer = await server.get(other, path)
        found.push(...namesIn(answer.body as never))
        path = nextIn(answer.headers)
      }
      assert.deepEqual(found, rest)
    }
  })

  test('an answer for a cursor is the same whether cached or not, including its Link', async () => {
    const { headers } = await server.get(company, '/jobcodes?limit=10')
    const next = nextIn(headers)!
    const answers = []
    for (let times = 0; times < 4; times++) {
      const answer = await fetched(next)
      answers.push([answer.status, answer.headers.get('link'), answer.headers.get('etag'), await answer.text()])
    }
    assert.match(String(answers[0]![1]), /cursor=/)
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    const known = await fetched(next, { 'if-none-match': String(answers[0]![2]) })
    assert.equal(known.status, 304)
  })

  const cursorOf = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')
  for (const [what, cursor] of [
    ['a word', 'first'],
    ['no list', Buffer.from('{"a":1}').toString('base64url')],
    ['too few values', cursorOf(1, 1, 0, 'job')],
    ['an id beyond all ids', cursorOf(1, 1, 0, 'job', 2 ** 53)],
    ['a number for a name', cursorOf(1, 1, 0, 1, 1)],
    ['a name that no database stores', cursorOf(1, 1, 0, 'a\0b', 1)],
    ['half a character', cursorOf(1, 1, 0, '\ud800', 1)],
    ['a fraction', cursorOf(1, 1.5, 0, 'job', 1)],
    ['a nested value', cursorOf(1, 1, 0, ['job'], 1)],
    ['more than any answer gives', 'A'.repeat(9000)],
  ] as const)
    test(`a cursor that is ${what} is refused`, async () => {
      const { status, body } = await server.get(company, `/jobcodes?cursor=${cursor}`)
      assert.equal(status, 417)
      assert.match(body.error.message, /cursor must be that of an earlier answer of this list/)
    })

  test('a list has only the fields asked for', async () => {
    const { body } = await server.get(company, '/jobcodes?fields=name,type&fields[]=id&limit=2&supplemental_data=no')
    for (const [id, record] of Object.entries<object>(body.results.jobcodes)) {
      assert.deepEqual(Object.keys(record).sort(), ['id', 'name', 'type'])
      assert.equal(String((record as { id: number }).id), id)
    }
    const whole = await server.get(company, '/jobcodes?limit=2')
    assert.ok(Object.keys(Object.values<object>(whole.body.results.jobcodes)[0]!).length > 10)
    const wrong = await server.get(company, '/jobcodes?fields=name,nmae')
    assert.equal(wrong.status, 417)
    assert.match(wrong.body.error.message, /fields: nmae is none of id, .*name/)
  })

  test('a field that the caller may not see stays unseen, also when asked for by name', async () => {
    const worker = await server.user(company)
    const path = `/users?ids=${company.adminId}&fields=id,pay_rate,last_name`
    const { body } = await server.get({ ...company, token: worker.token }, path)
    const [record] = Object.values<object>(body.results.users)
    assert.ok(record === undefined || !Object.hasOwn(record, 'pay_rate'))
    const own = await server.get(company, path)
    assert.ok(Object.hasOwn(Object.values<object>(own.body.results.users)[0]!, 'pay_rate'))
  })

  test('all pages come as one stream of lines, compressed if the client can read that', async () => {
    const path = '/jobcodes?limit=7&type=regular&fields=id,name'
    const lines = await fetched(path, { accept: 'application/x-ndjson' })
    assert.equal(lines.status, 200)
    assert.equal(lines.headers.get('content-type'), 'application/x-ndjson')
    const text = await lines.text()
    assert.ok(text.endsWith('\n'))
    const records = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.equal(records.length, jobs)
    assert.deepEqual(Object.keys(records[0]), ['id', 'name'])
    const zipped = await new Promise<Buffer>((resolve, reject) => {
      const headers = { authorization: `Bearer ${company.token}`, accept: 'application/x-ndjson' }
      request(`${address}/api/v1${path}`, { headers: { ...headers, 'accept-encoding': 'gzip' } }, (response) => {
        assert.equal(response.headers['content-encoding'], 'gzip')
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)))
      })
        .on('error', reject)
        .end()
    })
    assert.equal(gunzipSync(zipped).toString(), text)
  })

  test('a stream that is impossible is refused, and so are too many at a time', async () => {
    const accept = { accept: 'application/x-ndjson' }
    const wrong = await fetched('/jobcodes?type=none', accept)
    assert.equal(wrong.status, 417)
    assert.equal((await fetched('/jobcodes', { ...accept, authorization: '' })).status, 401)
    const person = await server.user(company, { permissions: { admin: true } })
    const held: ClientRequest[] = []
    const begin = () =>
      new Promise<number>((resolve, reject) => {
        const headers = { ...accept, authorization: `Bearer ${person.token}`, 'accept-encoding': 'identity' }
        const sent = request(`${address}/api/v1/jobcodes?limit=1`, { headers }, (response) =>
          resolve(response.statusCode!),
        )
        sent.on('error', reject).end()
        held.push(sent)
      })
    const statuses = await Promise.all(Array.from({ length: 12 }, begin))
    for (const sent of held) sent.destroy()
    assert.deepEqual([...new Set(statuses)].sort(), [200, 429])
  })

  test('a write that is repeated with its idempotency key is marked as replayed, and the first one is not', async () => {
    const write = () =>
      server.call(company.token, 'POST', '/groups', { data: [{ name: 'Once' }] }, { 'idempotency-key': 'programs-1' })
    const [first, second] = [await write(), await write()]
    assert.equal(first.headers['idempotency-replayed'], undefined)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal(second.text, first.text)
  })

  test('pages of other sites may call the API with a token, never with a cookie', async () => {
    for (const path of ['/jobcodes', '/changes', '/timesheets', '/reports/payroll', '/nowhere']) {
      const preflight = await fetch(`${address}/api/v1${path}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
      })
      assert.equal(preflight.status, 204)
      assert.match(preflight.headers.get('access-control-allow-methods')!, /GET/)
      assert.match(preflight.headers.get('access-control-allow-headers')!, /\bauthorization\b/)
      assert.equal(preflight.headers.get('access-control-allow-credentials'), null)
    }
    const nowhere = await fetched('/nowhere', { origin: 'https://elsewhere.example' })
    assert.equal(nowhere.status, 404)
    assert.equal(nowhere.headers.get('access-control-allow-origin'), '*')
    for (const authorization of [`Bearer ${company.token}`, 'Bearer unknown']) {
      const answer = await fetched('/jobcodes?limit=1', { authorization, origin: 'https://elsewhere.example' })
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      assert.equal(answer.headers.get('access-control-expose-headers'), '*')
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    }
    const own = await fetch(`${address}/api/console/live`, { headers: { origin: 'https://elsewhere.example' } })
    assert.equal(own.headers.get('access-control-allow-origin'), null)
  })

  test('the version of the server is told only to callers with a token', async () => {
    assert.equal((await fetched('/jobcodes?limit=1')).headers.get('x-clockhouse-version'), productVersion())
    const stranger = await fetched('/jobcodes?limit=1', { authorization: '' })
    assert.equal(stranger.headers.get('x-clockhouse-version'), null)
  })

  /** The same administrator, with a token that may be used for less. */
  const limited = async (scopes: string) => {
    const owner = { companyId: company.id, userId: company.adminId }
    return { ...company, token: (await createToken(server.world, { ...owner, name: 'Limited', scopes })).token }
  }

  test('a token is used for what its scopes name, and for nothing else', async () => {
    const reader = await limited('read')
    const job = await server.createOne(company, 'jobcodes', { name: 'Before', type: 'regular' })
    const clerk = await limited('timesheets:write groups:read')
    for (const [who, method, path, body, status] of [
      [reader, 'GET', '/users', undefined, 200],
      [reader, 'GET', '/changes?cursor=now', undefined, 200],
      [reader, 'POST', '/reports/payroll', { data: { start_date: '2026-03-01', end_date: '2026-03-02' } }, 200],
      [reader, 'POST', '/groups', { data: [{ name: 'Not for readers' }] }, 403],
      [reader, 'PUT', '/jobcodes', { data: [{ id: job.id, name: 'After' }] }, 403],
      [reader, 'DELETE', '/timesheets?ids=1', undefined, 403],
      [clerk, 'GET', '/current_user', undefined, 200],
      [clerk, 'GET', '/timesheets?start_date=2026-03-01', undefined, 200],
      [clerk, 'GET', '/groups', undefined, 200],
      [clerk, 'GET', '/users', undefined, 403],
      [clerk, 'GET', '/changes?cursor=now', undefined, 403],
      [clerk, 'GET', '/files/raw?id=1', undefined, 403],
    ] as const) {
      const answer = await server.call(who.token, method, path, body)
      assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
      if (status === 403)
        assert.match(answer.body.error.message, /the scopes of this token do not include \w+:(read|write)/)
      if (status === 403)
        assert.match(String(answer.headers['www-authenticate']), /^Bearer error="insufficient_scope", scope="/)
    }
    assert.equal((await server.get(company, `/jobcodes?ids=${job.id}`)).body.results.jobcodes[job.id].name, 'Before')
    const own = await server.app.inject({
      url: '/api/console/tokens',
      headers: { authorization: `Bearer ${reader.token}` },
    })
    assert.equal(own.statusCode, 403)
    assert.match(own.body, /this takes a token without scopes/)
  })

  test('supplemental data has only what the scopes let one read, also after others have asked the same', async () => {
    const item = { user_id: company.adminId, jobcode_id: 0, type: 'manual', date: '2026-03-02', duration: 60 }
    const clerk = await limited('timesheets:write jobcodes:read')
    const path = '/timesheets?start_date=2026-03-01'
    for (let times = 0; times < 3; times++)
      for (const [who, sees] of [
        [company, true],
        [clerk, false],
      ] as const) {
        const made = await server.post(who, '/timesheets', [item])
        assert.equal(Object.hasOwn(made.body.supplemental_data ?? {}, 'users'), sees, made.text)
        const headers = { authorization: `Bearer ${who.token}` }
        for (const answer of [await fetched(path, headers), await fetched(path, headers)]) {
          const body = (await answer.json()) as { supplemental_data: object }
          assert.equal(Object.hasOwn(body.supplemental_data, 'users'), sees)
        }
      }
    const whole = await fetched(path)
    const etag = whole.headers.get('etag')!
    assert.equal((await fetched(path, { authorization: `Bearer ${clerk.token}`, 'if-none-match': etag })).status, 200)
  })

  test('the feed has only the types that the scopes let one read', async () => {
    const follower = await limited('changes:read groups:read')
    const { cursor } = (await server.get(follower, '/changes?cursor=now')).body
    await server.createOne(company, 'jobcodes', { name: 'Not for this follower', type: 'regular' })
    await server.createOne(company, 'groups', { name: 'For this follower' })
    const { body, text } = await server.get(follower, `/changes?cursor=${cursor}`)
    const types = body.results.changes.map(({ type }: { type: string }) => type)
    assert.deepEqual([types, body.more], [['groups'], false], text)
    for (const [who, query, status, message] of [
      [follower, `cursor=${cursor}&types=groups,jobcodes`, 403, / types: the scopes .* do not include jobcodes:read$/],
      [await limited('changes:read'), 'cursor=now', 403, /include no type of record/],
      [await limited('read'), `cursor=${cursor}`, 410, /rights have changed/],
    ] as const) {
      const refused = await server.get(who, `/changes?${query}`)
      assert.deepEqual([refused.status, message.test(refused.body.error.message)], [status, true], refused.text)
    }
  })

  test('scopes that do not exist are refused by name', async () => {
    await assert.rejects(limited('timesheet:read'), { status: 417, message: /^scopes: timesheet:read must be/ })
  })
})
