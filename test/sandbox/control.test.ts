import assert from 'node:assert/strict'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Values } from '../../src/engine/table.ts'
import { RunningSandbox } from '../cli/command.ts'
import { type Database, onBoth, onEither, TestServer } from '../support/server.ts'

/** A Monday morning in Denver, where the company of the sandbox is. */
const begin = '2026-11-30T08:00'

/** A sandbox whose clock is stopped, with its control and its API. */
class ControlledSandbox {
  readonly #sandbox: RunningSandbox

  private constructor(sandbox: RunningSandbox) {
    this.#sandbox = sandbox
  }

  static async start(database: Database): Promise<ControlledSandbox> {
    const env = { CLOCKHOUSE_DATABASE_URL: database === 'postgres' ? process.env.TEST_POSTGRES_URL : undefined }
    return new ControlledSandbox(await RunningSandbox.start(['--stopped', '--now', begin], env))
  }

  get access(): Values {
    return this.#sandbox.access
  }

  stop(): Promise<number> {
    return this.#sandbox.stop()
  }

  /** Sends a request to the control. */
  control(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    return request(method, this.access.sandbox_url + path, body, headers)
  }

  /** Calls the API as the administrator. */
  call(method: string, path: string, data?: unknown, headers: Record<string, string> = {}) {
    return request(method, this.access.base_url + path, data === undefined ? undefined : { data }, {
      authorization: `Bearer ${this.access.access_token}`,
      ...headers,
    })
  }

  async reset(): Promise<void> {
    assert.equal((await this.control('POST', '/reset')).status, 200)
  }

  /** Moves the clock, and returns its new reading. */
  async move(by: string): Promise<Values> {
    return (await this.control('POST', '/clock', { move: by })).body
  }
}

async function request(method: string, url: string, body: unknown, headers: Record<string, string> = {}) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(url, { method, headers, ...sent })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Values }
}

const rows = (body: Values, resource: string): Values[] => Object.values(body.results[resource])

onEither('the control of a sandbox', (database) => {
  let sandbox: ControlledSandbox
  before(async () => {
    sandbox = await ControlledSandbox.start(database)
  })
  beforeEach(() => sandbox.reset())
  after(() => sandbox?.stop())

  const clockIn = async (headers?: Record<string, string>) => {
    const jobcodes = rows((await sandbox.call('GET', '/jobcodes?type=regular')).body, 'jobcodes')
    const { id: jobcode_id } = jobcodes.find((job) => !job.has_children)!
    const { user_id } = sandbox.access
    const item = { user_id, type: 'regular', jobcode_id, start: '2026-11-30T07:30:00-07:00', end: '' }
    return sandbox.call('POST', '/timesheets', [item], headers)
  }
  /** How many timesheets of the administrator are on the clock. */
  const onTheClock = async (): Promise<number> => {
    const query = `?start_date=2026-11-01&on_the_clock=yes&user_ids=${sandbox.access.user_id}`
    return rows((await sandbox.call('GET', `/timesheets${query}`)).body, 'timesheets').length
  }

  test('the control shows the clock, moves it forward and sets it', async () => {
    const seen = await sandbox.control('GET', '/clock')
    const now = { now: '2026-11-30T15:00:00+00:00', local: '2026-11-30T08:00:00-07:00', tz: 'America/Denver' }
    assert.deepEqual(seen.body, { ...now, running: false })
    assert.equal((await sandbox.move('+1h30m')).now, '2026-11-30T16:30:00+00:00')
    assert.equal(
      (await sandbox.control('POST', '/clock', { set: '2026-12-01T08:00' })).body.now,
      '2026-12-01T15:00:00+00:00',
    )
    assert.equal(
      (await sandbox.control('POST', '/clock', { set: '2026-12-01T16:00:00Z' })).body.now,
      '2026-12-01T16:00:00+00:00',
    )
  })

  test('the clock of a sandbox can run or stand still', async () => {
    assert.equal((await sandbox.control('POST', '/clock', { running: true })).body.running, true)
    const first = (await sandbox.control('GET', '/clock')).body.now
    while ((await sandbox.control('GET', '/clock')).body.now === first) await setTimeout(20)
    const { now } = (await sandbox.control('POST', '/clock', { running: false })).body
    assert.equal((await sandbox.control('GET', '/clock')).body.now, now)
  })

  test('the control refuses to set the clock back or to an invalid time, and changes nothing', async () => {
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
      const answer = await sandbox.control('POST', '/clock', body)
      assert.equal(answer.status, status, JSON.stringify(body))
      assert.match(answer.body.error.message, message)
    }
    assert.equal((await sandbox.control('GET', '/clock')).body.now, '2026-11-30T15:00:00+00:00')
  })

  test('moving the clock runs what becomes due: a forgotten clock-out ends at its time, and mails come in order', async () => {
    assert.equal(rows((await clockIn()).body, 'timesheets')[0]!._status_code, 200)
    assert.equal(await onTheClock(), 1)
    await sandbox.move('+7d')
    assert.equal(await onTheClock(), 0)
    const [sheet] = rows(
      (await sandbox.call('GET', `/timesheets?start_date=2026-11-30&user_ids=${sandbox.access.user_id}`)).body,
      'timesheets',
    )
    assert.ok(sheet!.end > sheet!.start && sheet!.end === '2026-12-07T07:30:00-07:00', sheet!.end)
    const { mails } = (await sandbox.control('GET', '/mails')).body
    const times = mails.map((mail: Values) => mail.created)
    assert.deepEqual(times, times.toSorted())
    const own = mails.filter((mail: Values) => mail.to === 'olivia@northside.example')
    assert.ok(
      own.some((mail: Values) => /clocked (you )?out/i.test(mail.subject + mail.text)),
      JSON.stringify(mails.map((mail: Values) => mail.subject)),
    )
  })

  test('a token expires when the clock of the sandbox reaches its time', async () => {
    const url = `${new URL(sandbox.access.base_url).origin}/api/console/tokens`
    const headers = { authorization: `Bearer ${sandbox.access.access_token}`, 'content-type': 'application/json' }
    const token = { name: 'Short', expires: '2026-12-01T08:00:00-07:00' }
    const created = await request('POST', url, token, headers)
    assert.equal(created.status, 200, JSON.stringify(created.body))
    const short = { authorization: `Bearer ${created.body.token}` }
    await sandbox.move('+23h')
    assert.equal((await sandbox.call('GET', '/current_user', undefined, short)).status, 200)
    await sandbox.move('+1h')
    const refused = await sandbox.call('GET', '/current_user', undefined, short)
    assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_grant'])
    await sandbox.control('POST', '/reset')
    assert.equal((await sandbox.call('GET', '/current_user')).status, 200)
  })

  test('the header X-Sandbox-Fault makes a request fail in each of the documented ways', async () => {
    const fail = (text: string) => sandbox.call('GET', '/users', undefined, { 'x-sandbox-fault': text })
    const limited = await fail('status=429; retry_after=7')
    assert.deepEqual([limited.status, limited.headers.get('retry-after'), limited.body.error.code], [429, '7', 429])
    assert.equal((await fail('status=429')).headers.get('retry-after'), '1')
    const usual = (await sandbox.call('GET', '/users')).headers
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
    const failed = await sandbox.call('GET', '/users', undefined, unknown)
    assert.deepEqual([failed.status, failed.headers.get('www-authenticate')], [503, null])
    assert.match((await fail('status=503; message=closed for repairs')).body.error.message, /closed for repairs/)
    const began = performance.now()
    assert.equal((await fail('delay_ms=200')).status, 200)
    assert.ok(performance.now() - began >= 199)
    for (const cut of ['before', 'halfway', 'after']) await assert.rejects(fail(`cut=${cut}`), cut)
    assert.equal((await sandbox.call('GET', '/users')).status, 200)
  })

  test('a response is lost after the commit, and a retry with the same idempotency key finds the timesheet', async () => {
    const key = { 'idempotency-key': 'once-only-1' }
    await assert.rejects(clockIn({ ...key, 'x-sandbox-fault': 'cut=after' }))
    assert.equal(await onTheClock(), 1)
    const again = await clockIn(key)
    assert.equal(rows(again.body, 'timesheets')[0]!._status_code, 200)
    assert.equal(await onTheClock(), 1)
    await sandbox.control('POST', '/reset')
    await assert.rejects(clockIn({ 'x-sandbox-fault': 'cut=before' }))
    assert.equal(await onTheClock(), 0)
  })

  test('a fault refuses one item of a batch, and the others are stored', async () => {
    const items = ['One', 'Two', 'Three'].map((name) => ({ name }))
    const { status, body } = await sandbox.call('POST', '/groups', items, {
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
    const names = rows((await sandbox.call('GET', '/groups')).body, 'groups').map((group) => group.name)
    assert.deepEqual(
      ['One', 'Two', 'Three'].map((name) => names.includes(name)),
      [true, false, true],
    )
  })

  test('a fault rule applies by method, path, skip and count, and by a probability that repeats with its seed', async () => {
    const made = await sandbox.control('POST', '/faults', {
      status: 500,
      method: 'GET',
      path: '/job*',
      skip: 1,
      count: 2,
    })
    assert.equal(made.status, 200)
    const statuses = async (path: string, times: number) => {
      const found: number[] = []
      for (let n = 0; n < times; n++) found.push((await sandbox.call('GET', path)).status)
      return found
    }
    assert.deepEqual(await statuses('/users', 2), [200, 200])
    assert.deepEqual(await statuses('/jobcodes?limit=1', 4), [200, 500, 500, 200])
    const { faults } = (await sandbox.control('GET', '/faults')).body
    assert.deepEqual([faults[0].matched, faults[0].failed], [3, 2])
    assert.equal((await sandbox.control('DELETE', `/faults/${faults[0].id}`)).status, 200)
    assert.equal((await sandbox.control('DELETE', `/faults/${faults[0].id}`)).status, 404)
    const chosen: number[][] = []
    for (let run = 0; run < 2; run++) {
      await sandbox.control('POST', '/faults', { status: 503, probability: 0.5, seed: 7 })
      chosen.push(await statuses('/groups', 12))
      await sandbox.control('DELETE', '/faults')
    }
    assert.deepEqual(chosen[0], chosen[1])
    assert.deepEqual([...new Set(chosen[0])].sort(), [200, 503])
  })

  test('the control refuses an invalid fault and names the property', async () => {
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
      const answer = await sandbox.control('POST', '/faults', body)
      assert.equal(answer.status, 417, JSON.stringify(body))
      assert.match(answer.body.error.message, message)
    }
    assert.equal((await sandbox.call('GET', '/users', undefined, { 'x-sandbox-fault': 'boom' })).status, 417)
  })

  test('the control lists mails by recipient with their links, as soon as they are requested', async () => {
    const { email } = rows(
      (await sandbox.call('GET', `/users?ids=${sandbox.access.employee_user_id}`)).body,
      'users',
    )[0]!
    const item = { contact_method: 'email', contact_info: email, user_id: sandbox.access.employee_user_id }
    assert.equal((await sandbox.call('POST', '/invitations', [item])).status, 200)
    const { mails } = (await sandbox.control('GET', `/mails?to=${email}`)).body
    assert.deepEqual([mails.length, mails[0].to, mails[0].created], [1, email, '2026-11-30T15:00:00+00:00'])
    const link = mails[0].links.find((text: string) => text.includes('/invitation/'))
    assert.equal((await fetch(link)).status, 200)
    assert.deepEqual((await sandbox.control('GET', '/mails?to=no-one@example.com')).body.mails, [])
    assert.deepEqual((await sandbox.control('GET', '/pushes')).body.pushes, [])
    assert.deepEqual((await sandbox.control('GET', '/webhooks')).body.webhooks, [])
  })

  test('the control refuses unknown paths, invalid bodies, and pages of other sites', async () => {
    assert.equal((await sandbox.control('GET', '/weather')).status, 404)
    assert.equal((await sandbox.control('PUT', '/clock', {})).status, 405)
    assert.equal((await sandbox.control('POST', '/clock', undefined)).status, 417)
    const broken = await fetch(`${sandbox.access.sandbox_url}/clock`, { method: 'POST', body: 'not json' })
    assert.equal(broken.status, 400)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    assert.equal((await sandbox.control('GET', '/mails', undefined, foreign)).status, 403)
    assert.equal((await sandbox.control('GET', '')).body.scenario, 'usual')
  })

  test('the next response after a reset ends a kept connection, which would keep the old server in memory', async (t) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    t.after(() => agent.destroy())
    const connectionHeader = () =>
      new Promise((resolve, reject) => {
        get(`${sandbox.access.base_url}/users?limit=1`, { agent }, (response) => {
          response.resume().once('end', () => resolve(response.headers.connection))
        }).on('error', reject)
      })
    assert.deepEqual([await connectionHeader(), await connectionHeader()], ['keep-alive', 'keep-alive'])
    await sandbox.reset()
    assert.deepEqual([await connectionHeader(), await connectionHeader()], ['close', 'keep-alive'])
  })

  test('a sandbox answers invalid HTTP as every server does', async () => {
    const { hostname, port } = new URL(sandbox.access.base_url)
    for (const sent of ['garbage\r\n\r\n', 'GET /api/v1/users HTTP/1.1\r\n\r\n']) {
      const socket = connect(Number(port), hostname).end(sent)
      assert.match(await text(socket), /^HTTP\/1\.1 400 .*"code":400/s, sent)
    }
  })
})

// Each database has its own SQL for copies of the data.
onBoth('snapshots and resets of a sandbox', (database) => {
  let sandbox: ControlledSandbox
  before(async () => {
    sandbox = await ControlledSandbox.start(database)
  })
  after(() => sandbox?.stop())

  test('a reset brings back the data and the clock and removes faults, with less than a second of work', async () => {
    const groups = (await sandbox.call('GET', '/groups')).body
    await sandbox.call('POST', '/groups', [{ name: 'Night shift' }])
    await sandbox.control('POST', '/faults', { status: 500 })
    await sandbox.move('+2h')
    const start = process.cpuUsage()
    const { body } = await sandbox.control('POST', '/reset')
    const { user, system } = process.cpuUsage(start)
    assert.ok(user + system < 1_000_000, `${user + system} microseconds of CPU time`)
    assert.equal(body.now, '2026-11-30T15:00:00+00:00')
    assert.deepEqual((await sandbox.control('GET', '/faults')).body.faults, [])
    assert.deepEqual((await sandbox.call('GET', '/groups')).body, groups)
  })

  test('after a reset, no response that a client has cached counts as unchanged', async () => {
    const first = await sandbox.call('GET', '/groups')
    await sandbox.call('POST', '/groups', [{ name: 'Night shift' }])
    const changed = await sandbox.call('GET', '/groups')
    await sandbox.control('POST', '/reset')
    for (const { headers } of [first, changed]) {
      const tag = headers.get('etag')!
      assert.equal((await sandbox.call('GET', '/groups', undefined, { 'if-none-match': tag })).status, 200)
    }
  })

  test('snapshots of a sandbox are saved, restored with their clock, listed and deleted', async () => {
    await sandbox.reset()
    await sandbox.call('POST', '/groups', [{ name: 'Night shift' }])
    await sandbox.move('+1h')
    assert.equal((await sandbox.control('POST', '/snapshots', { name: 'night' })).status, 200)
    await sandbox.call('POST', '/groups', [{ name: 'Day shift' }])
    await sandbox.move('+2h')
    assert.deepEqual((await sandbox.control('GET', '/snapshots')).body, { snapshots: ['night'] })
    assert.equal((await sandbox.control('POST', '/snapshots/night/restore')).body.now, '2026-11-30T16:00:00+00:00')
    const names = rows((await sandbox.call('GET', '/groups')).body, 'groups').map((group) => group.name)
    assert.ok(names.includes('Night shift') && !names.includes('Day shift'), `${names}`)
    const added = await sandbox.call('POST', '/groups', [{ name: 'Day shift' }])
    assert.equal(rows(added.body, 'groups')[0]!._status_code, 200)
    assert.equal((await sandbox.control('DELETE', '/snapshots/night')).status, 200)
    assert.equal((await sandbox.control('POST', '/snapshots/night/restore')).status, 404)
    for (const name of ['', 'seed', 'Two Words', '../x', 'x'.repeat(25)])
      assert.equal((await sandbox.control('POST', '/snapshots', { name })).status, 417, name)
  })

  test('a sandbox that stops removes its data and its snapshots', async () => {
    await sandbox.control('POST', '/snapshots', { name: 'last' })
    assert.equal(await sandbox.stop(), 0)
    if (database === 'sqlite') return
    const client = new pg.Client(process.env.TEST_POSTGRES_URL)
    await client.connect()
    const schema = new URL(sandbox.access.database_url).searchParams.get('schema')
    const { rows } = await client.query('select 1 from information_schema.schemata where schema_name like $1', [
      `${schema}%`,
    ])
    await client.end()
    assert.deepEqual(rows, [])
  })
})

onEither('a server that is no sandbox', (database) => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server?.stop())

  test('a normal server has none of the sandbox routes and ignores the fault header', async () => {
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
