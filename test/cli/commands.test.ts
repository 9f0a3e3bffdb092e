import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import type { Values } from '../../src/engine/table.ts'
import { freshPlace, migratedPlace, onEither } from '../support/server.ts'
import { isFull, nightly } from '../support/tiers.ts'
import { clockhouse, olderNode, on, ServedPlace, spawnClockhouse, spawnServer } from './command.ts'

const password = 'correct horse battery'

/** The options of `init` for the first company. */
const acme = ['--company-name', 'Acme Builders', '--first-name', 'Ada', '--last-name', 'Hart', '--username', 'ada']

onEither('commands on a new database', (database) => {
  let fresh: Awaited<ReturnType<typeof freshPlace>>
  let env: Record<string, string | undefined>
  beforeEach(async () => {
    fresh = await freshPlace(database)
    env = on(fresh.place)
  })
  afterEach(() => fresh.clean())

  const run = (...args: string[]) => clockhouse(args, { env })

  test('without a database, commands explain what to do and create nothing', async () => {
    const { code, stderr } = await run('token', 'list')
    assert.equal(code, 1)
    assert.match(stderr, /there is no database in .*\n.*clockhouse init/)
    assert.equal((await run('user', 'list')).code, 1)
  })

  test('migrate lists what it has applied, and the next time that the database is up to date', async () => {
    const first = await run('migrate', '--json')
    assert.equal(first.code, 0, first.stderr)
    assert.ok(first.json().applied.includes('0001_companies.sql'))
    assert.deepEqual((await run('migrate', '--json')).json().applied, [])
    assert.match((await run('migrate')).stdout, /is up to date/)
    const { code, stderr } = await run('token', 'create', '--user', 'ada')
    assert.deepEqual([code, stderr], [1, 'clockhouse: there is no company yet; create one with clockhouse init\n'])
  })

  test('init names what is missing when it cannot ask', async () => {
    const nothing = await run('init')
    assert.deepEqual([nothing.code, nothing.stderr], [2, 'clockhouse: --company-name is required\n'])
    const silent = await run('init', ...acme)
    assert.equal(silent.code, 2)
    assert.match(silent.stderr, /--password-file or CLOCKHOUSE_PASSWORD is required/)
    const short = await clockhouse(['init', ...acme], { env: { ...env, CLOCKHOUSE_PASSWORD: 'short' } })
    assert.equal(short.code, 1)
    assert.match(short.stderr, /CLOCKHOUSE_PASSWORD: .*at least 10/)
    const zone = ['init', ...acme, '--tz', 'Mars/Base']
    const { stderr } = await clockhouse(zone, { env: { ...env, CLOCKHOUSE_PASSWORD: password } })
    assert.match(stderr, /--tz: Mars\/Base is not a time zone/)
  })

  test('init creates one company with the usual breaks, and reads the password from a pipe', async () => {
    const init = ['init', ...acme, '--tz', 'America/Denver', '--password-file', '-', '--json']
    const created = await spawnClockhouse(init, { env, input: `${password}\n` })
    assert.equal(created.code, 0, created.stderr)
    assert.equal(created.json().client_url, 'acmebuilders')
    const again = await clockhouse(['init', ...acme], { env: { ...env, CLOCKHOUSE_PASSWORD: password } })
    assert.equal(again.code, 1)
    assert.match(again.stderr, /there is already a company, Acme Builders \(acmebuilders\)/)
    const breaks = (await run('break', 'list', '--json')).json()
    assert.deepEqual(
      breaks.map(({ name, type }: Record<string, unknown>) => [name, type]),
      [
        ['10-minute paid rest', 'paid_break'],
        ['30-minute unpaid meal', 'unpaid_break'],
      ],
    )
  })
})

onEither('commands', (database) => {
  let copy: Awaited<ReturnType<typeof migratedPlace>>
  let env: Record<string, string | undefined>
  let url = ''
  let server: ServedPlace

  before(async () => {
    copy = await migratedPlace(database)
    env = on(copy.place)
    const { code, stderr } = await clockhouse(['init', ...acme], { env: { ...env, CLOCKHOUSE_PASSWORD: password } })
    assert.equal(code, 0, stderr)
    server = await ServedPlace.start(copy.place)
    url = server.url
  })
  after(async () => {
    await server?.stop()
    await copy.clean()
  })

  const run = (...args: string[]) => clockhouse(args, { env })
  const call = async (token: string, path = '/current_user') =>
    (await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).status

  test('a new token works on a running server immediately, and a deleted token no longer works', async () => {
    const made = await run('token', 'create', '--user', 'ada', '--name', 'script', '--days', '3')
    assert.equal(made.code, 0, made.stderr)
    const token = made.stdout.trim()
    assert.match(token, /^S\.1__[0-9a-f]{48}$/)
    assert.equal(await call(token), 200)

    const listed = (await run('token', 'list', '--json')).json()
    assert.deepEqual(
      listed.map((entry: Record<string, unknown>) => [entry.username, entry.name, entry.kind]),
      [['ada', 'script', 'manual']],
    )
    const { id, expires } = listed[0]
    assert.match((await run('token', 'list', '--user', 'ada')).stdout, /id +user.*\n.*script/)
    const extended = await run('token', 'extend', String(id), '--days', '30', '--json')
    assert.ok(extended.json().expires > expires)

    assert.equal(await call(token), 200)
    assert.equal((await run('token', 'delete', String(id))).code, 0)
    assert.equal(await call(token), 401)
    const gone = await run('token', 'delete', String(id))
    assert.equal(gone.code, 1)
    assert.match(gone.stderr, /there is no such token/)
  })

  test('token delete accepts the text of a token', async () => {
    const { token } = (await run('token', 'create', '--user', 'ada', '--json')).json()
    assert.equal(await call(token), 200)
    assert.equal((await run('token', 'delete', token)).code, 0)
    assert.equal(await call(token), 401)
  })

  test('user add creates a user on a running server, and names the option that it refuses', async () => {
    const names = ['--first-name', 'Ines', '--last-name', 'Lund']
    const given = ['user', 'add', '--username', 'ines', ...names, '--permissions', 'reports,time_tracking']
    const added = await clockhouse([...given, '--email', 'ines@example.com', '--password-file', '-', '--json'], {
      env,
      input: password,
    })
    assert.equal(added.code, 0, added.stderr)
    const { token } = (await run('token', 'create', '--user', 'INES', '--json')).json()
    const response = await fetch(`${url}/api/v1/current_user`, { headers: { authorization: `Bearer ${token}` } })
    const user = ((await response.json()) as Values).results.users[added.json().id]
    assert.equal(user.email, 'ines@example.com')
    assert.deepEqual([user.permissions.reports, user.permissions.mobile, user.permissions.admin], [true, false, false])

    const listed = (await run('user', 'list', '--json')).json()
    assert.deepEqual(
      listed.map((person: Record<string, unknown>) => person.username),
      ['ada', 'ines'],
    )
    const taken = await run(...given)
    assert.deepEqual([taken.code, taken.stderr], [1, 'clockhouse: --username: ines is taken\n'])
    const permission = await run('user', 'add', '--username', 'x', ...names, '--permissions', 'fly')
    assert.match(permission.stderr, /--permissions: there is no permission fly/)
    const group = await run('user', 'add', '--username', 'x', ...names, '--group', 'Crew')
    assert.match(group.stderr, /--group: there is no group Crew; the groups are: none/)
    assert.equal((await run('user', 'add', '--username', 'x')).code, 2)
  })

  test('location geofence puts a fence around a location, which the API shows immediately', async () => {
    const { token } = (await run('token', 'create', '--user', 'ada', '--json')).json()
    const api = async (path: string, body?: unknown): Promise<Values> => {
      const headers = { authorization: `Bearer ${token}` }
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      return (await (await fetch(`${url}/api/v1${path}`, { headers, ...sent })).json()) as Values
    }
    assert.match((await run('location', 'list')).stdout, /There are no locations/)
    const made = await api('/locations', { data: [{ addr1: '9 Harbour Street', city: 'Port Vale', label: 'Harbour' }] })
    const { id } = made.results.locations['1']
    const none = await run('location', 'geofence', String(id), '--off')
    assert.deepEqual(
      [none.code, none.stderr],
      [1, `clockhouse: location ${id} has no fence; see clockhouse location list\n`],
    )
    assert.equal(
      (await run('location', 'geofence', String(id))).stdout,
      `Location ${id} has a geofence with a radius of 150 meters.\n`,
    )
    const changed = (await run('location', 'geofence', String(id), '--radius', '60', '--json')).json()
    assert.deepEqual(changed, { id: changed.id, location: id, enabled: true, radius: 60 })
    const { results, supplemental_data } = await api(`/locations?ids=${id}`)
    assert.equal(results.locations[id].geofence_config_id, changed.id)
    assert.equal(supplemental_data.geofence_configs[changed.id].radius, 60)
    assert.match((await run('location', 'list')).stdout, /id +label.*\n.*Harbour +9 Harbour Street, Port Vale +60 m$/m)
    assert.match((await run('location', 'geofence', String(id), '--off')).stdout, /geofence of location \d+ is off/)
    const row = { id, label: 'Harbour', formatted_address: '9 Harbour Street, Port Vale', radius: 60, enabled: false }
    assert.deepEqual((await run('location', 'list', '--json')).json(), [row])
    assert.match((await run('location', 'geofence', '2000000001')).stderr, /there is no location 2000000001/)
    for (const radius of ['49', '1001', 'x'])
      assert.equal((await run('location', 'geofence', String(id), '--radius', radius)).code, 2, radius)
    assert.match((await run('location', 'geofence', '--help')).stdout, /--radius <meters> +50 to 1000/)
  })

  test('user password reads the new password of a user from a file', async () => {
    const file = join(tmpdir(), `clockhouse-password-${process.pid}-${database}`)
    writeFileSync(file, 'another long password\n')
    const changed = await run('user', 'password', '--user', 'ines', '--password-file', file)
    rmSync(file)
    assert.equal(changed.code, 0, changed.stderr)
    const missing = await run('user', 'password', '--user', 'ines', '--password-file', '/nowhere')
    assert.equal(missing.code, 1)
    assert.match(missing.stderr, /^clockhouse: --password-file: no such file: \S+\n$/)
    assert.doesNotMatch(missing.stderr, /\n {4}at /)
  })

  test('user invite prints a link that the next invitation replaces, and refuses an unknown user', async () => {
    const made = await run('user', 'invite', 'INES')
    assert.equal(made.code, 0, made.stderr)
    assert.match(made.stderr, /CLOCKHOUSE_URL is not set[\s\S]*Ines Lund can set a password with this link/)
    const path = new URL(made.stdout.trim()).pathname
    assert.match(path, /^\/invitation\/S\.1__[0-9a-f]{48}$/)
    assert.equal((await fetch(url + path)).status, 200)
    const config = { ...env, CLOCKHOUSE_URL: 'https://time.example.com' }
    const later = (await clockhouse(['user', 'invite', 'ines', '--json'], { env: config })).json()
    assert.match(later.link, /^https:\/\/time\.example\.com\/invitation\//)
    assert.equal((await fetch(url + path)).status, 404)
    const unknown = await run('user', 'invite', 'ghost')
    assert.deepEqual([unknown.code, /username: .* has no user ghost/.test(unknown.stderr)], [1, true])
  })

  test('app commands create, list and delete applications, and renew their secrets', async () => {
    const given = ['app', 'create', '--name', 'Payroll sync', '--redirect-uri', 'https://client.example/callback']
    const made = (await run(...given, '--redirect-uri', 'http://127.0.0.1/cb', '--all-companies', '--json')).json()
    assert.match(made.client_id, /^app_1_[0-9a-f]{20}$/)
    assert.ok(made.client_secret.length >= 40)
    const device = (
      await run('app', 'create', '--name', 'Device', '--redirect-uri', 'http://localhost/cb', '--public', '--json')
    ).json()
    assert.equal(device.client_secret, null)

    const listed = (await run('app', 'list', '--json')).json()
    assert.deepEqual(
      listed.map((app: Record<string, unknown>) => [app.name, app.public, app.all_companies]),
      [
        ['Device', true, false],
        ['Payroll sync', false, true],
      ],
    )
    const redirect = encodeURIComponent('https://client.example/callback')
    const query = `response_type=code&client_id=${made.client_id}&redirect_uri=${redirect}&state=1`
    const page = await fetch(`${url}/api/v1/authorize?${query}`, {
      redirect: 'manual',
    })
    assert.ok(page.status < 400, String(page.status))
    const renewed = (await run('app', 'secret', made.client_id, '--json')).json()
    assert.notEqual(renewed.client_secret, made.client_secret)
    assert.equal((await run('app', 'secret', device.client_id)).code, 1)

    assert.equal((await run('app', 'delete', made.client_id)).code, 0)
    assert.deepEqual((await run('app', 'list', '--json')).json().length, 1)
    assert.equal((await run('app', 'delete', made.client_id)).code, 1)
    const bad = await run('app', 'create', '--name', 'x', '--redirect-uri', 'http://evil.example/')
    assert.equal(bad.code, 1)
    assert.match(bad.stderr, /^clockhouse: --redirect-uri: must begin with https/)
  })

  test('commands require --company when there are several companies', async () => {
    const other = ['--company-name', 'Beta', '--first-name', 'Bo', '--last-name', 'Berg', '--username', 'bo']
    const given = ['init', ...other, '--another', '--no-breaks']
    const made = await clockhouse(given, { env: { ...env, CLOCKHOUSE_PASSWORD: password } })
    assert.equal(made.code, 0, made.stderr)
    assert.deepEqual((await run('break', 'list', '--company', 'beta', '--json')).json(), [])
    const unclear = await run('token', 'create', '--user', 'bo')
    assert.deepEqual(
      [unclear.code, unclear.stderr],
      [2, 'clockhouse: --company is required, because there are several companies: acmebuilders, beta\n'],
    )
    const { token } = (await run('token', 'create', '--user', 'bo', '--company', 'beta', '--json')).json()
    assert.equal(await call(token), 200)
    assert.match((await run('token', 'list', '--company', 'gamma')).stderr, /--company: there is no company gamma/)
  })

  test('client commands add, list and remove the right to manage another company', async () => {
    assert.match((await run('client', 'list')).stdout, /No company manages another/)
    const made = await run('client', 'add', 'acmebuilders', 'beta', '--json')
    assert.equal(made.code, 0, made.stderr)
    const { id, ...rest } = made.json()
    assert.deepEqual(rest, { managing: 'acmebuilders', managed: 'beta', active: true })

    await run(
      'user',
      'add',
      '--company',
      'acmebuilders',
      '--username',
      'out',
      '--first-name',
      'O',
      '--last-name',
      'T',
      '--permissions',
      'admin,external_access',
    )
    const { token } = (await run('token', 'create', '--user', 'out', '--company', 'acmebuilders', '--json')).json()
    const users = async () => {
      const headers = { authorization: `Bearer ${token}`, 'vnd.tsheets.ManagedClientId': String(id) }
      const response = await fetch(`${url}/api/v1/users`, { headers })
      const body = (await response.json()) as Values
      return [response.status, Object.values<Values>(body.results?.users ?? {}).map((user) => user.username)]
    }
    assert.deepEqual(await users(), [200, ['bo']])
    assert.match((await run('client', 'add', 'acmebuilders', 'beta')).stdout, new RegExp(`ManagedClientId: ${id}\n`))
    const [listed] = (await run('client', 'list', '--json')).json()
    assert.deepEqual([listed.id, listed.managing, listed.managed, listed.active], [id, 'acmebuilders', 'beta', true])

    assert.equal((await run('client', 'remove', 'acmebuilders', 'beta')).code, 0)
    assert.deepEqual(await users(), [403, []])
    assert.match((await run('client', 'list')).stdout, /acmebuilders +beta .*ended/)
    const cases: [string[], RegExp][] = [
      [['remove', 'beta', 'acmebuilders'], /Beta does not manage Acme Builders/],
      [['add', 'beta', 'beta'], /a company cannot manage itself/],
      [['add', 'beta', 'gamma'], /there is no company gamma; the companies are: acmebuilders, beta/],
    ]
    for (const [args, reason] of cases) {
      const { code, stderr } = await run('client', ...args)
      assert.equal(code, 1)
      assert.match(stderr, reason)
    }
    assert.equal((await run('client', 'add', 'beta')).code, 2)
  })
})

describe('command line', () => {
  test('every command prints its usage with --help', async () => {
    const commands = [
      'serve',
      'sandbox',
      'init',
      'user add',
      'token create',
      'app create',
      'overtime set',
      'break add',
      'client add',
      'doctor',
      'settings set',
      'config',
      'migrate',
    ]
    for (const command of ['', ...commands]) {
      const { code, stdout } = await clockhouse([...command.split(' ').filter(Boolean), '--help'])
      assert.equal(code, 0)
      assert.match(stdout, /^Usage: clockhouse/)
    }
  })

  test('invalid usage exits with 2 and names the option', async () => {
    const days = await clockhouse(['token', 'create', '--user', 'ada', '--days', 'many'])
    assert.equal(days.code, 2)
    assert.match(days.stderr, /option '--days <n>' argument 'many' is invalid\. It must be a whole number/)
    assert.equal((await clockhouse(['token', 'create'])).code, 2)
    const unknown = await clockhouse(['tokens'])
    assert.equal(unknown.code, 2)
    assert.match(unknown.stderr, /unknown command 'tokens'/)
    assert.equal((await clockhouse([])).code, 2)
  })

  test('config lists all variables and hides the values of secret ones', async () => {
    const env = { PORT: '9000', CLOCKHOUSE_SECRET: 'do not tell' }
    const { code, stdout } = await clockhouse(['config'], { env })
    assert.equal(code, 0)
    assert.match(stdout, /PORT = 9000/)
    assert.match(stdout, /CLOCKHOUSE_SECRET = \(secret\)/)
    assert.doesNotMatch(stdout, /do not tell/)
    const listed = (await clockhouse(['config', '--json'], { env })).json()
    assert.ok(listed.some((entry: Record<string, unknown>) => entry.name === 'CLOCKHOUSE_DATA'))
  })

  test('a command names an invalid variable, without a stack trace', async () => {
    const { code, stderr } = await clockhouse(['token', 'list'], { env: { PORT: 'http' } })
    assert.equal(code, 1)
    assert.match(stderr, /^clockhouse: PORT must be a whole number/)
    assert.doesNotMatch(stderr, /\n {4}at /)
  })

  test('a public address that cannot be one is refused instead of cut', async () => {
    for (const [url, why] of [
      ['https://time.example.com/api', /^clockhouse: CLOCKHOUSE_URL: the path must not begin with \/api, /],
      ['https://time.example.com/?a=1', /^clockhouse: CLOCKHOUSE_URL must be a URL without \? and #, /],
      ['https://time.example.com/#top', /^clockhouse: CLOCKHOUSE_URL must be a URL without \? and #, /],
    ] as const) {
      const { code, stderr } = await clockhouse(['token', 'list'], { env: { CLOCKHOUSE_URL: url } })
      assert.equal(code, 1)
      assert.match(stderr, why)
    }
    assert.equal(readConfig({ CLOCKHOUSE_URL: 'https://time.example.com/' }).url, 'https://time.example.com')
  })

  describe('a server that cannot start', () => {
    const folder = mkdtempSync(join(tmpdir(), 'clockhouse-start-'))
    after(() => rmSync(folder, { recursive: true }))
    const fails = async (start: typeof clockhouse, settings: Record<string, string> = {}) => {
      const env = { PORT: '0', CLOCKHOUSE_DATA: folder, ...settings }
      const { code, stderr } = await start(['serve'], { env })
      assert.equal(code, 1, stderr)
      assert.doesNotMatch(stderr, /\n {4}at /)
      return stderr
    }

    test('serve names the database that it cannot open and the variable to change', async () => {
      const file = join(folder, 'clockhouse.db')
      writeFileSync(file, 'this is a letter, and not a database at all. '.repeat(100))
      const letter = await fails(clockhouse)
      assert.match(letter, /cannot open \S+clockhouse\.db \(CLOCKHOUSE_DATA\): file is not a database/)
      const inFile = await fails(clockhouse, { CLOCKHOUSE_DATA: file })
      assert.match(inFile, /cannot open \S+clockhouse\.db\/clockhouse\.db \(CLOCKHOUSE_DATA\): /)
      rmSync(file)
      const nowhere = { CLOCKHOUSE_DATABASE_URL: 'postgres://stranger:hidden@127.0.0.1:1/none' }
      const refused = await fails(clockhouse, nowhere)
      assert.match(
        refused,
        /cannot open the PostgreSQL server at 127\.0\.0\.1:1\/none \(CLOCKHOUSE_DATABASE_URL\): .*ECONNREFUSED/,
      )
      assert.doesNotMatch(refused, /hidden/)
    })

    test('a server that could not listen leaves the data to the next one of its process', async () => {
      for (let attempt = 0; attempt < 2; attempt++)
        assert.match(await fails(clockhouse, { HOST: '192.0.2.1' }), /EADDRNOTAVAIL/)
    })

    nightly.test('serve names the address at which it cannot listen, and its process ends', async () => {
      const stderr = await fails(spawnClockhouse, { HOST: '192.0.2.1' })
      assert.match(stderr, /EADDRNOTAVAIL.*\nSet HOST to an address of this machine/)
    })
  })

  test('a command reports a database that it cannot reach, without the password', async () => {
    const env = { CLOCKHOUSE_DATABASE_URL: 'postgres://stranger:hidden@127.0.0.1:1/none' }
    const { code, stderr } = await clockhouse(['token', 'list'], { env })
    assert.equal(code, 1)
    assert.match(stderr, /ECONNREFUSED/)
    assert.doesNotMatch(stderr, /\n {4}at |hidden/)
    const bad = await clockhouse(['migrate'], { env: { CLOCKHOUSE_DATABASE_URL: 'mysql://x' } })
    assert.match(bad.stderr, /CLOCKHOUSE_DATABASE_URL must be a URL such as postgres:/)
  })

  test('serve ends with exit code 0 on SIGTERM and SIGINT', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clockhouse-signal-'))
    try {
      for (const signal of isFull ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const)) {
        const { url, child } = await spawnServer({ PORT: '0', CLOCKHOUSE_DATA: folder })
        assert.equal((await fetch(`${url}/livez`)).status, 200)
        child.kill(signal)
        assert.deepEqual(await once(child, 'exit'), [0, null], signal)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('clockhouse prints an unknown command and exits with 2, also when an older Node.js starts it', async () => {
    const node = olderNode() ?? process.execPath
    const unknown = await spawnClockhouse(['nonsense'], { node })
    assert.equal(unknown.code, 2)
    assert.match(unknown.stderr, /unknown command 'nonsense'/)
    if (!isFull) return
    const help = await spawnClockhouse(['--help'], { node })
    assert.equal(help.code, 0)
    assert.match(help.stdout, /^Usage: clockhouse/)
  })
})
