import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { setupCodeToShow } from '../../src/identity/factors/setup_code.ts'
import { createReset } from '../../src/identity/links/password_resets.ts'
import { createToken } from '../../src/oauth/tokens.ts'
import { Browser, redeem } from '../oauth/support.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { migratedPlace, onEither } from '../support/server.ts'

// The lines of a real server's log about requests and about what matters to security, at the usual level.

type Line = Record<string, unknown>

const setup = {
  company_name: 'Northyard Ltd',
  first_name: 'Dana',
  last_name: 'Fox',
  email: 'dana@example.com',
  username: 'dana',
  tz: 'Europe/Berlin',
  password: 'correct horse battery',
}

onEither('lines of the log', (database) => {
  let server: ServerProcess
  let beside: Beside
  let clean: () => Promise<void>
  let token: string
  let account: { companyId: number; userId: number }
  const browser = () => new Browser(server.url)
  const lines = (): Line[] =>
    server.log
      .join('')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
  /** The security events that a test causes, without what changes from run to run. */
  const caused = async (act: () => Promise<unknown>): Promise<Line[]> => {
    const before = lines().length
    await act()
    await fetch(`${server.url}/livez`)
    return lines()
      .slice(before)
      .filter((line) => line.security)
  }
  const brief = ({ security, company, by, user }: Line) => [security, company, by, user].filter(Boolean).join(' ')

  before(async () => {
    const fresh = await migratedPlace(database)
    clean = fresh.clean
    server = await ServerProcess.start(fresh.place, {
      CLOCKHOUSE_LOG_LEVEL: 'warn',
      CLOCKHOUSE_ACCESS_LOG: 'yes',
      CLOCKHOUSE_TRUSTED_PROXIES: '127.0.0.1',
    })
    beside = await Beside.open(fresh.place)
  })
  after(async () => {
    await beside.close()
    await server.stop()
    await clean()
  })

  test('the log tells who signed in and who could not, with the address and the id of the request', async () => {
    const first = browser()
    const page = await first.open('/sign-in')
    const config = readConfig({ CLOCKHOUSE_TRUSTED_PROXIES: '127.0.0.1' })
    const setup_code = (await setupCodeToShow(beside.world, config))!
    const [created, signedIn] = await caused(() => page.submit({ ...setup, setup_code }))
    assert.equal(created!.security, 'company created')
    assert.equal(signedIn!.security, 'signed in')
    assert.equal(signedIn!.address, '127.0.0.1')
    assert.match(String(signedIn!.requestId), /^[0-9a-f]{10}-/)
    assert.equal(signedIn!.company, 1)
    assert.equal(signedIn!.with, 'new company')
    const { user } = signedIn as { user: number }
    const expires = beside.world.now() + 86_400_000_000
    account = { companyId: 1, userId: user }
    token = (await createToken(beside.world, { ...account, name: 'Test', expires })).token
    const { username, password } = setup
    const [entered] = await caused(async () => (await browser().open('/sign-in')).submit({ username, password }))
    assert.deepEqual([entered!.security, entered!.with, entered!.user], ['signed in', 'password', user])

    const wrong = { username: 'dana', password: 'not the password' }
    const failed = await caused(async () => {
      for (let time = 0; time < 7; time++) await (await browser().open('/sign-in')).submit(wrong)
    })
    const names = failed.map(({ security }) => security)
    assert.deepEqual([...new Set(names)], ['sign-in failed', 'sign-in locked out'])
    for (const line of failed) assert.equal(line.address, '127.0.0.1')
    const manual = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
    const failregex = /^failregex = (.*)$/m.exec(manual)![1]!.replace('<HOST>', '([0-9.]+)')
    const banned = server.log
      .join('')
      .split('\n')
      .flatMap((line) => new RegExp(failregex).exec(line)?.[1] ?? [])
    assert.deepEqual(banned, Array(failed.length).fill('127.0.0.1'), 'the example for fail2ban finds the same')
    const text = server.log.join('')
    for (const secret of ['not the password', setup.password, token]) assert.ok(!text.includes(secret), secret)
  })

  test('the log tells how a person signed in, and about wrong passwords, links and secrets', async () => {
    const told = async (act: () => Promise<unknown>) =>
      (await caused(act)).map(({ security, with: by, error }) => [security, by ?? error].filter(Boolean).join(': '))
    const { path } = (await createReset(beside.world, account)) as { path: string }
    const own = browser()
    const page = await own.open(path)
    const chosen = { password: setup.password, again: setup.password }
    assert.deepEqual(await told(() => page.submit(chosen)), ['password changed', 'signed in: link'])
    const late = await browser().open('/sign-in')
    const { token: form } = late.form().fields
    const spent = {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'application/x-www-form-urlencoded' },
    }
    const again = () => late.browser.fetch(path, { ...spent, body: new URLSearchParams({ token: form!, ...chosen }) })
    assert.deepEqual(await told(again), ['sign-in failed: reset'])
    const change = () =>
      own.fetch('/api/console/password', {
        method: 'PUT',
        headers: { origin: server.url, 'content-type': 'application/json' },
        body: JSON.stringify({ current_password: 'not the password', password: 'another long one' }),
      })
    assert.deepEqual(await told(change), ['password check failed'])
    const client = { clientId: 'app_1_00000000000000000000', clientSecret: 'not the secret' }
    const grant = () => redeem({ origin: server.url }, client, 'code')
    assert.deepEqual(await told(grant), ['application refused: invalid_client'])
    assert.ok(!server.log.join('').includes(path.split('/')[2]!), 'the link')
  })

  test('the log records changed rights, names and passwords, with who changed whose, once they are stored', async () => {
    const put = (data: object[], headers = {}) => server.call(token, 'PUT', '/users', data, headers)
    let id = 0
    const added = await caused(async () => {
      const item = { username: 'wanda', first_name: 'Wanda', last_name: 'Works' }
      const { body } = await server.call(token, 'POST', '/users', [item])
      id = body.results.users['1'].id
    })
    const admin = added[0]!.by
    assert.deepEqual(added.map(brief), [`person added 1 ${admin} ${id}`])
    const cases: [item: Line, events: string[]][] = [
      [{ permissions: { manage_users: true } }, ['rights changed']],
      [{ email: 'wanda@example.com', username: 'wanda2' }, ['username changed', 'email changed']],
      [{ id: admin, password: 'another long one' }, ['password changed']],
      [{ active: false }, ['person archived or restored']],
      [{ mobile_number: '555 0100' }, []],
      [{ email: 'not an address' }, []],
    ]
    for (const [item, events] of cases)
      assert.deepEqual(
        (await caused(() => put([{ id, ...item }]))).map(brief),
        events.map((event) => `${event} 1 ${admin} ${item.id ?? id}`),
        JSON.stringify(item),
      )
    const once = { 'idempotency-key': 'wanda-archived' }
    await put([{ id, active: true }], once)
    assert.deepEqual(await caused(() => put([{ id, active: true }], once)), [])
    // What was sent besides, and is no person, does not keep a line from being written.
    const odd = [null, 4098, [], { id: { toString: 1 } }]
    const quinn = { username: 'quinn', first_name: 'Quinn', last_name: 'Z', permissions: { admin: true } }
    const made = await caused(() => server.call(token, 'POST', '/users', [...odd, quinn]))
    assert.deepEqual(
      made.map(({ security }) => security),
      ['person added'],
    )
    const change = { id, mobile_number: '1', permissions: { admin: true } }
    const both = await caused(() => server.call(token, 'PUT', '/users', [...odd, change]))
    assert.deepEqual(both.map(brief), [`rights changed 1 ${admin} ${id}`])
    // A value that is stored already is not a change.
    assert.deepEqual(await caused(() => put([change])), [])
    const group = await server.call(token, 'POST', '/groups', [{ name: 'Crew' }])
    const crew = Number(Object.values<Line>(group.body.results.groups)[0]!.id)
    const led = await caused(() => server.call(token, 'PUT', '/groups', [7, { id: crew, manager_ids: [admin] }]))
    assert.deepEqual(
      led.map(({ security, group }) => [security, group]),
      [['rights changed', crew]],
    )
    const unled = () =>
      server.call(token, 'PUT', '/groups', [{ id: crew, manager_ids: [] }], { 'idempotency-key': 'c' })
    assert.equal((await caused(unled)).length, 1)
    assert.deepEqual(await caused(unled), [])
    assert.deepEqual(
      lines().filter(({ err }) => err),
      [],
    )
  })

  test('the log records tokens, settings and exports that are requested in the app', async () => {
    const ask = (path: string, method: string, body?: object) =>
      fetch(`${server.url}/api/console${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    const asked: [string, () => Promise<unknown>][] = [
      ['token made', () => ask('/tokens', 'POST', { name: 'Extra', expires: '2030-01-01T00:00:00+00:00' })],
      ['settings changed', () => ask('/addresses', 'PUT', { allowed: [], block: false })],
      ['export made', () => ask('/exports/timesheets?start_date=2026-01-01&end_date=2026-01-02', 'GET')],
    ]
    for (const [event, act] of asked) {
      const events = await caused(async () => {
        const answer = (await act()) as Response
        assert.equal(answer.status, 200, `${event}: ${await answer.text()}`)
      })
      assert.deepEqual(
        events.map(({ security }) => security),
        [event],
      )
      assert.ok(events[0]!.by && events[0]!.company === 1 && events[0]!.requestId, event)
      assert.ok(events[0]!.time && events[0]!.address === '127.0.0.1', event)
    }
  })

  test('nothing that is sent forges a line of the log, or hides one on a screen', async () => {
    const forged = '\r\n{"level":30,"security":"forged"}\r\n\u001b[2K'
    const page = await browser().open('/sign-in')
    await page.submit({ username: forged, password: forged })
    await server.call(token, 'POST', '/groups', [{ name: forged }, forged])
    await server.call(token, 'POST', '/users', [{ username: forged, first_name: forged, last_name: forged }])
    const headers = { 'user-agent': '{"security":"forged"}', 'x-forwarded-for': '{"security":"forged"}' }
    await fetch(`${server.url}/${encodeURIComponent(forged)}?x=${encodeURIComponent(forged)}`, { headers })
    await fetch(`${server.url}/livez`)
    assert.ok(!lines().some(({ security }) => security === 'forged'))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    assert.ok(!/[\u0000-\u0009\u000b-\u001f]/.test(server.log.join('')))
  })

  test('the log has the id that a client gave a request beside its own, if it looks like one', async () => {
    const before = lines().length
    const given = ['{"level":60}', '../../etc', 'two words', 'x'.repeat(65), 'y'.repeat(64), 'proxy-1.a_B']
    for (const id of given)
      await (
        await fetch(`${server.url}/api/v1/groups`, {
          headers: { authorization: `Bearer ${token}`, 'x-request-id': id },
        })
      ).text()
    await fetch(`${server.url}/livez`)
    const found = lines()
      .slice(before)
      .filter(({ msg, route }) => msg === 'request' && route === '/api/v1/groups')
    assert.deepEqual(
      found.map(({ clientRequestId }) => clientRequestId),
      [undefined, undefined, undefined, undefined, 'y'.repeat(64), 'proxy-1.a_B'],
    )
    for (const { requestId } of found) assert.match(String(requestId), /^[0-9a-f]{10}-\w+$/)
  })

  test('the log has one line for each request, with its route and the caller, and without the query', async () => {
    const before = lines().length
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'ours' }
    const asked = [
      '/api/v1/jobcodes?name=secret-in-a-query',
      '/api/v1/jobcodes?name=secret-in-a-query',
      '/api/v1/nothing?access_token=secret-in-a-query',
      '/reset/secret-in-a-path',
    ]
    for (const path of asked) await (await fetch(`${server.url}${path}`, { headers })).text()
    await fetch(`${server.url}/livez`)
    const found = lines()
      .slice(before)
      .filter(({ msg, clientRequestId }) => msg === 'request' && clientRequestId === 'ours')
    const told = found.map((line) => [line.method, line.route, line.status, line.company, line.application])
    assert.deepEqual(told.slice(0, 3), [
      ['GET', '/api/v1/jobcodes', 200, 1, 'Test'],
      ['GET', '/api/v1/jobcodes', 200, 1, 'Test'],
      ['GET', '/api/v1/*', 404, undefined, undefined],
    ])
    assert.equal(found.length, asked.length)
    for (const { address } of found) assert.equal(address, '203.0.113.9')
    for (const { ms, bytes } of found) assert.ok(Number(ms) > 0 && Number(bytes) > 100)
    assert.ok(!server.log.join('').includes('secret-in-a'))
  })
})
