import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import type { Values } from '../../src/engine/table.ts'
import { Running } from '../cli/command.ts'
import { onBoth, TestServer } from '../support/server.ts'

/** A Monday morning in Denver, where the company of the sandbox is. */
const begin = '2026-11-30T08:00'

onBoth('the control of a sandbox', (database) => {
  let sandbox: Running
  let given: Values

  before(async () => {
    const env = { CLOCKHOUSE_DATABASE_URL: database === 'postgres' ? process.env.TEST_POSTGRES_URL : undefined }
    const args = ['sandbox', '--json', '--stopped', '--now', begin]
    sandbox = await Running.start(args, /^(.*)\n/, { env })
    given = JSON.parse(sandbox.first[1]!)
  })
  beforeEach(async () => {
    assert.equal((await control('POST', '/reset')).status, 200)
  })
  after(() => sandbox?.stop())

  const ask = async (method: string, url: string, body: unknown, headers: Record<string, string> = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(url, { method, headers, ...sent })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Values }
  }
  const control = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    ask(method, given.sandbox_url + path, body, headers)
  const call = (method: string, path: string, data?: unknown, headers: Record<string, string> = {}) =>
    ask(method, given.base_url + path, data === undefined ? undefined : { data }, {
      authorization: `Bearer ${given.access_token}`,
      ...headers,
    })
  const move = async (by: string) => (await control('POST', '/clock', { move: by })).body
  const rows = (body: Values, resource: string): Values[] => Object.values(body.results[resource])
  const jobcode = async () =>
    rows((await call('GET', '/jobcodes?type=regular')).body, 'jobcodes').find((job) => !job.has_children)!
  const clockIn = async (headers?: Record<string, string>) => {
    const user_id = given.user_id
    const item = {
      user_id,
      type: 'regular',
      jobcode_id: (await jobcode()).id,
      start: '2026-11-30T07:30:00-07:00',
      end: '',
    }
    return call('POST', '/timesheets', [item], headers)
  }
  const running = async (): Promise<number> =>
    rows(
      (await call('GET', `/timesheets?start_date=2026-11-01&on_the_clock=yes&user_ids=${given.user_id}`)).body,
      'timesheets',
    ).length

  test('shows the clock, moves it on and sets it', async () => {
    const seen = await control('GET', '/clock')
    const now = { now: '2026-11-30T15:00:00+00:00', local: '2026-11-30T08:00:00-07:00', tz: 'America/Denver' }
    assert.deepEqual(seen.body, { ...now, running: false })
    assert.equal((await move('+1h30m')).now, '2026-11-30T16:30:00+00:00')
    assert.equal((await control('POST', '/clock', { set: '2026-12-01T08:00' })).body.now, '2026-12-01T15:00:00+00:00')
    assert.equal(
      (await control('POST', '/clock', { set: '2026-12-01T16:00:00Z' })).body.now,
      '2026-12-01T16:00:00+00:00',
    )
  })

  test('lets the clock run and stand still', async () => {
    assert.equal((await control('POST', '/clock', { running: true })).body.running, true)
    const first = (await control('GET', '/clock')).body.now
    while ((await control('GET', '/clock')).body.now === first);
    const { now } = (await control('POST', '/clock', { running: false })).body
    assert.equal((await control('GET', '/clock')).body.now, now)
  })

  test('refuses to set the clock back or to an invalid time, and changes nothing', async () => {
    const cases: [Values, number, RegExp][] = [
      [{ move: '-1h' }, 409, /does not go back.*restore a snapshot/],
      [{ set: '2026-11-29T08:00' }, 409, /does not go back/],
      [{ move: '+500d' }, 417, /at most 400 days/],
      [{ move: 'a week' }, 417, /is not a time: give a length such as \+7d/],
      [{ set: '2026-13-01T08:00' }, 417, /is not a time/],
      [{ move: 7 }, 417, /move must be a text/],
      [{ move: '+1h', set: begin }, 417, /not both/],
      [{ running: 'yes' }, 417, /true or false/],
      [{ speed: 2 }, 417, /speed is not a property/],
      [{}, 417, /give move/],
    ]
    for (const [body, status, message] of cases) {
      const answer = await control('POST', '/clock', body)
      assert.equal(answer.status, status, JSON.stringify(body))
      assert.match(answer.body.error.message, message)
    }
    assert.equal((await control('GET', '/clock')).body.now, '2026-11-30T15:00:00+00:00')
  })

  test('what becomes due on the way happens: a forgotten clock-out at its time, alerts and mails in order', async () => {
    assert.equal(rows((await clockIn()).body, 'timesheets')[0]!._status_code, 200)
    assert.equal(await running(), 1)
    await move('+7d')
    assert.equal(await running(), 0)
    const [sheet] = rows(
      (await call('GET', `/timesheets?start_date=2026-11-30&user_ids=${given.user_id}`)).body,
      'timesheets',
    )
    assert.ok(sheet!.end > sheet!.start && sheet!.end === '2026-12-07T07:30:00-07:00', sheet!.end)
    const { mails } = (await control('GET', '/mails')).body
    const times = mails.map((mail: Values) => mail.created)
    assert.deepEqual(times, times.toSorted())
    const own = mails.filter((mail: Values) => mail.to === 'olivia@northside.example')
    assert.ok(
      own.some((mail: Values) => /clocked (you )?out/i.test(mail.subject + mail.text)),
      JSON.stringify(mails.map((mail: Values) => mail.subject)),
    )
  })

  test('tokens expire when their time has come', async () => {
    const url = `${new URL(given.base_url).origin}/api/console/tokens`
    const made = await ask(
      'POST',
      url,
      { name: 'Short', expires: '2026-12-01T08:00:00-07:00' },
      {
        authorization: `Bearer ${given.access_token}`,
        'content-type': 'application/json',
      },
    )
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const short = { authorization: `Bearer ${made.body.token}` }
    await move('+23h')
    assert.equal((await call('GET', '/current_user', undefined, short)).status, 200)
    await move('+1h')
    const refused = await call('GET', '/current_user', undefined, short)
    assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_grant'])
    await control('POST', '/reset')
    assert.equal((await call('GET', '/current_user')).status, 200)
  })

  test('a reset brings back the data, the clock and no faults, in under a second', async () => {
    const before = (await call('GET', '/groups')).body
    await call('POST', '/groups', [{ name: 'Night shift' }])
    await control('POST', '/faults', { status: 500 })
    await move('+2h')
    const began = performance.now()
    const { body } = await control('POST', '/reset')
    // The promise is a second on a machine that does nothing else; the tests share theirs.
    assert.ok(performance.now() - began < 5000)
    assert.equal(body.now, '2026-11-30T15:00:00+00:00')
    assert.deepEqual((await control('GET', '/faults')).body.faults, [])
    assert.deepEqual((await call('GET', '/groups')).body, before)
  })

  test('after a reset, what a client remembers of the data before is not taken for it', async () => {
    const first = await call('GET', '/groups')
    await call('POST', '/groups', [{ name: 'Night shift' }])
    const changed = await call('GET', '/groups')
    await control('POST', '/reset')
    for (const { headers } of [first, changed]) {
      const tag = headers.get('etag')!
      assert.equal((await call('GET', '/groups', undefined, { 'if-none-match': tag })).status, 200)
    }
  })

  test('snapshots are saved, restored with their clock, listed and deleted', async () => {
    await call('POST', '/groups', [{ name: 'Night shift' }])
    await move('+1h')
    assert.equal((await control('POST', '/snapshots', { name: 'night' })).status, 200)
    await call('POST', '/groups', [{ name: 'Day shift' }])
    await move('+1d')
    assert.deepEqual((await control('GET', '/snapshots')).body, { snapshots: ['night'] })
    assert.equal((await control('POST', '/snapshots/night/restore')).body.now, '2026-11-30T16:00:00+00:00')
    const names = rows((await call('GET', '/groups')).body, 'groups').map((group) => group.name)
    assert.ok(names.includes('Night shift') && !names.includes('Day shift'), `${names}`)
    const made = await call('POST', '/groups', [{ name: 'Day shift' }])
    assert.equal(rows(made.body, 'groups')[0]!._status_code, 200)
    assert.equal((await control('DELETE', '/snapshots/night')).status, 200)
    assert.equal((await control('POST', '/snapshots/night/restore')).status, 404)
    for (const name of ['', 'seed', 'Two Words', '../x', 'x'.repeat(25)])
      assert.equal((await control('POST', '/snapshots', { name })).status, 417, name)
  })

  test('faults by header: each kind', async () => {
    const fail = (text: string) => call('GET', '/users', undefined, { 'x-sandbox-fault': text })
    const limited = await fail('status=429; retry_after=7')
    assert.deepEqual([limited.status, limited.headers.get('retry-after'), limited.body.error.code], [429, '7', 429])
    assert.equal((await fail('status=429')).headers.get('retry-after'), '1')
    const usual = (await call('GET', '/users')).headers
    for (const name of [
      'access-control-allow-origin',
      'ratelimit-limit',
      'x-clockhouse-version',
      'x-content-type-options',
    ])
      assert.equal(limited.headers.get(name), usual.get(name), name)
    assert.match(limited.headers.get('x-request-id') ?? '', /\w/)
    assert.deepEqual(
      ['remaining', 'reset'].map((end) => limited.headers.get(`ratelimit-${end}`)),
      ['0', '7'],
    )
    const address = await fail('status=499')
    assert.deepEqual([address.status, address.body.error.code], [499, 499])
    const expired = await fail('expired_token')
    assert.deepEqual([expired.status, expired.body.error], [401, 'invalid_grant'])
    assert.equal(expired.headers.get('www-authenticate'), 'Bearer error="invalid_token"')
    assert.equal(expired.headers.get('access-control-allow-origin'), '*')
    assert.equal(expired.headers.get('ratelimit-limit'), null)
    const unknown = { authorization: 'Bearer S.1__unknown', 'x-sandbox-fault': 'status=503' }
    const failed = await call('GET', '/users', undefined, unknown)
    assert.deepEqual([failed.status, failed.headers.get('www-authenticate')], [503, null])
    assert.match((await fail('status=503; message=closed for repairs')).body.error.message, /closed for repairs/)
    const began = performance.now()
    assert.equal((await fail('delay_ms=200')).status, 200)
    assert.ok(performance.now() - began >= 199)
    for (const cut of ['before', 'halfway', 'after']) await assert.rejects(fail(`cut=${cut}`), cut)
    assert.equal((await call('GET', '/users')).status, 200)
  })

  test('an answer is lost after the commit, and a retry with the same key finds it', async () => {
    const key = { 'idempotency-key': 'once-only-1' }
    await assert.rejects(clockIn({ ...key, 'x-sandbox-fault': 'cut=after' }))
    assert.equal(await running(), 1)
    const again = await clockIn(key)
    assert.equal(rows(again.body, 'timesheets')[0]!._status_code, 200)
    assert.equal(await running(), 1)
    await control('POST', '/reset')
    await assert.rejects(clockIn({ 'x-sandbox-fault': 'cut=before' }))
    assert.equal(await running(), 0)
  })

  test('one item is refused and the others are stored', async () => {
    const items = ['One', 'Two', 'Three'].map((name) => ({ name }))
    const { status, body } = await call('POST', '/groups', items, {
      'x-sandbox-fault': 'refuse_item=2; message=no room',
    })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body.results.groups), ['1', '2', '3'])
    assert.deepEqual(
      rows(body, 'groups').map((group) => [group._status_code, group.name]),
      [
        [200, 'One'],
        [417, 'Two'],
        [200, 'Three'],
      ],
    )
    assert.equal(body.results.groups[2]._status_extra, 'no room')
    const names = rows((await call('GET', '/groups')).body, 'groups').map((group) => group.name)
    assert.deepEqual(
      ['One', 'Two', 'Three'].map((name) => names.includes(name)),
      [true, false, true],
    )
  })

  test('faults by rule: method, path, skip, count, and a probability by its seed', async () => {
    const made = await control('POST', '/faults', { status: 500, method: 'GET', path: '/job*', skip: 1, count: 2 })
    assert.equal(made.status, 200)
    const statuses = async (path: string, times: number) => {
      const found: number[] = []
      for (let n = 0; n < times; n++) found.push((await call('GET', path)).status)
      return found
    }
    assert.deepEqual(await statuses('/users', 2), [200, 200])
    assert.deepEqual(await statuses('/jobcodes?limit=1', 4), [200, 500, 500, 200])
    const { faults } = (await control('GET', '/faults')).body
    assert.deepEqual([faults[0].matched, faults[0].failed], [3, 2])
    assert.equal((await control('DELETE', `/faults/${faults[0].id}`)).status, 200)
    assert.equal((await control('DELETE', `/faults/${faults[0].id}`)).status, 404)
    const chosen: number[][] = []
    for (let run = 0; run < 2; run++) {
      await control('POST', '/faults', { status: 503, probability: 0.5, seed: 7 })
      chosen.push(await statuses('/groups', 12))
      await control('DELETE', '/faults')
    }
    assert.deepEqual(chosen[0], chosen[1])
    assert.deepEqual([...new Set(chosen[0])].sort(), [200, 503])
  })

  test('refuses faults that it cannot read, by name', async () => {
    const cases: [Values, RegExp][] = [
      [{}, /say what happens: one of status, delay_ms, cut/],
      [{ status: 200 }, /status must be a whole number from 400 to 599/],
      [{ status: '' }, /status must be/],
      [{ cut: 'off' }, /cut must be one of before, halfway, after/],
      [{ status: 500, path: 'users' }, /path must be a path such as/],
      [{ status: 500, probability: 2 }, /probability must be a number from 0 to 1/],
      [{ status: 500, method: 'PATCH' }, /method must be one of/],
      [{ status: 500, constructor: 1 }, /constructor is not a property/],
    ]
    for (const [body, message] of cases) {
      const answer = await control('POST', '/faults', body)
      assert.equal(answer.status, 417, JSON.stringify(body))
      assert.match(answer.body.error.message, message)
    }
    assert.equal((await call('GET', '/users', undefined, { 'x-sandbox-fault': 'boom' })).status, 417)
  })

  test('mails are recorded with the links in them, by recipient, as soon as they are asked for', async () => {
    const { email } = rows((await call('GET', `/users?ids=${given.employee_user_id}`)).body, 'users')[0]!
    const item = { contact_method: 'email', contact_info: email, user_id: given.employee_user_id }
    assert.equal((await call('POST', '/invitations', [item])).status, 200)
    const { mails } = (await control('GET', `/mails?to=${email}`)).body
    assert.deepEqual([mails.length, mails[0].to, mails[0].created], [1, email, '2026-11-30T15:00:00+00:00'])
    const link = mails[0].links.find((text: string) => text.includes('/invitation/'))
    assert.equal((await fetch(link)).status, 200)
    assert.deepEqual((await control('GET', '/mails?to=no-one@example.com')).body.mails, [])
    assert.deepEqual((await control('GET', '/pushes')).body.pushes, [])
    assert.deepEqual((await control('GET', '/webhooks')).body.webhooks, [])
  })

  test('answers unknown paths and pages of other sites with an error', async () => {
    assert.equal((await control('GET', '/weather')).status, 404)
    assert.equal((await control('PUT', '/clock', {})).status, 405)
    assert.equal((await control('POST', '/clock', undefined)).status, 417)
    const broken = await fetch(`${given.sandbox_url}/clock`, { method: 'POST', body: 'not json' })
    assert.equal(broken.status, 400)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    assert.equal((await control('GET', '/mails', undefined, foreign)).status, 403)
    assert.equal((await control('GET', '')).body.scenario, 'usual')
  })

  test('answers invalid HTTP like any server', async () => {
    const { hostname, port } = new URL(given.base_url)
    for (const sent of ['garbage\r\n\r\n', 'GET /api/v1/users HTTP/1.1\r\n\r\n']) {
      const socket = connect(Number(port), hostname).end(sent)
      assert.match(await text(socket), /^HTTP\/1\.1 400 .*"code":400/s, sent)
    }
  })

  test('leaves nothing behind', async () => {
    await control('POST', '/snapshots', { name: 'last' })
    assert.equal(await sandbox.stop(), 0)
    if (database === 'sqlite') return
    const client = new pg.Client(process.env.TEST_POSTGRES_URL)
    await client.connect()
    const schema = new URL(given.database_url).searchParams.get('schema')
    const { rows } = await client.query('select 1 from information_schema.schemata where schema_name like $1', [
      `${schema}%`,
    ])
    await client.end()
    assert.deepEqual(rows, [])
  })
})

onBoth('a server that is no sandbox', (database) => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server?.stop())

  test('has none of the routes of the sandbox, and ignores its header', async () => {
    const ask = async (method: 'GET' | 'POST' | 'DELETE', url: string) => {
      const { statusCode, headers } = await server.app.inject({ method, url })
      return [statusCode, headers['content-type'], headers.location]
    }
    const paths = ['/clock', '/faults', '/reset', '/snapshots', '/mails', '/pushes', '/webhooks', '']
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      for (const path of paths)
        assert.deepEqual(
          await ask(method, `/sandbox${path}`),
          await ask(method, `/unknown${path}`),
          `${method} ${path}`,
        )
    const company = await server.company()
    const answer = await server.call(company.token, 'GET', '/users', undefined, { 'x-sandbox-fault': 'status=500' })
    assert.equal(answer.status, 200)
  })
})
