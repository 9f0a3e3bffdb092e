import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listMax } from '../../src/engine/table.ts'
import { reports } from '../../src/reports/index.ts'
import { onBoth, onEither, type TestCompany, TestServer } from '../support/server.ts'

onEither('the rate limit', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database, { CLOCKHOUSE_RATE_LIMIT: '3' })
    company = await server.company()
  })
  after(() => server.stop())

  test('the rate limit counts requests of one token in windows of five minutes, and tells how many are left', async () => {
    const other = { token: await server.token(company.id, company.adminId) }
    const left: unknown[] = []
    for (let request = 1; request <= 3; request++) {
      const { status, headers } = await server.get(company, '/current_user')
      left.push([status, headers['ratelimit-limit'], headers['ratelimit-remaining']])
    }
    assert.deepEqual(left, [
      [200, '3', '2'],
      [200, '3', '1'],
      [200, '3', '0'],
    ])
    const refused = await server.get(company, '/current_user')
    assert.equal(refused.status, 429)
    assert.equal(refused.body.error.code, 429)
    assert.match(refused.body.error.message, /^Too Many Requests: /)
    const wait = Number(refused.headers['retry-after'])
    assert.ok(wait > 0 && wait <= 300, String(wait))
    assert.equal(refused.headers['ratelimit-reset'], String(wait))
    assert.equal((await server.get(other, '/current_user')).status, 200, 'another token has its own count')

    server.pass(wait)
    assert.equal((await server.get(company, '/current_user')).status, 200, 'after the time named it goes on')
  })

  test('the rate limit counts all tokens of a person together, too', async () => {
    const { id } = await server.user(company)
    server.pass(300)
    const answers: [number, unknown][] = []
    for (let token = 1; token <= 5; token++) {
      const another = { token: await server.token(company.id, id) }
      for (let request = 1; request <= 3; request++) {
        const { status, headers } = await server.get(another, '/current_user')
        answers.push([status, headers['ratelimit-limit']])
      }
    }
    assert.deepEqual(
      answers.map(([status]) => status),
      [...Array.from({ length: 12 }, () => 200), 429, 429, 429],
    )
    assert.equal(answers.at(-1)![1], '12')
    server.pass(300)
    assert.equal((await server.get({ token: await server.token(company.id, id) }, '/current_user')).status, 200)
  })
})

onEither('a managed account', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  test('a request for a managed client is refused while there are none, instead of applying to the own company', async () => {
    const { statusCode, body, headers } = await server.app.inject({
      url: '/api/v1/users',
      headers: { authorization: `Bearer ${company.token}`, 'vnd.tsheets.ManagedClientId': '7' },
    })
    assert.equal(statusCode, 403)
    assert.match(JSON.parse(body).error.message, /ManagedClientId/)
    assert.deepEqual(
      [headers.etag, headers['cache-control'], headers['x-content-type-options']],
      [undefined, 'no-store', 'nosniff'],
    )
  })
})

onBoth('lists in reports', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  test('the lists of a report may all be as long as a list can be', async () => {
    const numbers = Array.from({ length: listMax }, (_, n) => n + 1)
    for (const { name, filters } of reports) {
      const lists = Object.keys(filters).filter((label) => label.endsWith('_ids'))
      const data = { start_date: '2026-02-01', end_date: '2026-02-20', project_id: 1 }
      const filled = { ...data, ...Object.fromEntries(lists.map((label) => [label, numbers])) }
      const { status, text } = await server.call(company.token, 'POST', `/reports/${name}`, { data: filled })
      assert.ok(status === 200 || status === 417, `${name}: ${status} ${text}`)
    }
  })
})

onEither('long queries', (database) => {
  let server: TestServer
  let company: TestCompany
  let address: string
  let worker: { id: number }
  before(async () => {
    server = await TestServer.start(database)
    address = await server.listen()
    company = await server.company()
    worker = await server.user(company)
  })
  after(() => server.stop())

  test('an answer to a long query has headers that clients accept', async () => {
    const headers = { authorization: `Bearer ${company.token}` }
    const ask = async (length: number) => {
      const path = `/api/v1/users?limit=1&unknown=${','.repeat(length)}&ids=${company.adminId},${worker.id}`
      const answer = await fetch(address + path, { headers })
      return {
        path,
        status: answer.status,
        link: answer.headers.get('link'),
        more: JSON.parse(await answer.text()).more,
      }
    }
    const long = await ask(14_000)
    assert.deepEqual([long.status, long.more, long.link], [200, true, null])
    const { path, status, link } = await ask(7000)
    assert.equal(status, 200)
    const next = /^<(.*)>; rel="next"$/.exec(link ?? '')?.[1] ?? ''
    assert.ok(next.startsWith(`${path}&cursor=`) && next.length < path.length + 200, link ?? 'no link')
    const { results } = JSON.parse(await (await fetch(address + next, { headers })).text())
    assert.deepEqual(Object.keys(results.users), [String(worker.id)])
  })
})
