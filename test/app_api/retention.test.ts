import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { name, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { setPassword } from '../../src/identity/passwords.ts'
import { deleteOld } from '../../src/jobs/delete_old.ts'
import { clockhouse, on } from '../cli/command.ts'
import { hashOf, password } from '../oauth/support.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'
import { ask, askSignedIn } from './ask.ts'

// How long records are kept: nothing goes without a choice, no choice undercuts the law, and a legal hold keeps all.

const day = 86_400

/** A picture of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const messageOf = (body: Values): string => body.error.message.replace('Expectation Failed: ', '')

onEither('retention', (database) => {
  let server: TestServer
  let ada: TestCompany
  let ben: { id: number; token: string }
  let job: number
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    ben = await server.user(ada, { first_name: 'Ben', last_name: 'Cole' })
    job = (await server.createOne(ada, 'jobcodes', { name: 'Roof', assigned_to_all: true })).id
    await country('DE')
  })

  const country = async (code: string) => {
    const settings = { general: { country: code } }
    const { status, body } = await ask(server, ada, 'PUT', '/settings', { for: 'company', settings })
    assert.equal(status, 200, JSON.stringify(body))
  }
  const choose = (kind: string, days: unknown) => ask(server, ada, 'PUT', '/retention', { kind, days })
  const worked = (date: string, userId = ben.id, more: Values = {}) =>
    server.createOne(ada, 'timesheets', {
      ...{ user_id: userId, jobcode_id: job, type: 'manual', date, duration: 3600, notes: 'on the roof' },
      ...more,
    })
  const dates = async () => (await server.list(ada, 'timesheets', '?start_date=2000-01-01')).map(({ date }) => date)
  const nextDay = async () => {
    server.pass(day)
    ada.token = await server.token(ada.id, ada.adminId)
    await deleteOld(server.world)
  }
  const rowsOf = async (table: string) => {
    const row = await server.db.read.get<{ n: number }>(
      sql`select count(*) as n from ${name(table)} where company_id = ${ada.id}`,
    )
    return Number(row!.n)
  }
  const sentences = async () =>
    (await ask(server, ada, 'GET', '/audit?kind=settings')).body.lines.map(({ sentence }: Values) => sentence)

  test('no time is deleted unless the company chose that, and then old time with all that belongs to it', async () => {
    await worked('2019-05-02')
    const gone = await worked('2019-05-03', ada.adminId)
    await server.put(ada, '/timesheets', [{ id: gone.id, notes: 'changed' }])
    await server.delete(ada, `/timesheets?ids=${gone.id}`)
    await worked('2025-12-01')
    await nextDay()
    assert.deepEqual(await dates(), ['2019-05-02', '2025-12-01'])
    const preview = await ask(server, ada, 'GET', '/retention/preview?kind=timesheets&days=732')
    assert.equal(preview.body.count, 1)
    assert.match(preview.body.before, /^2024-/)
    for (const kind of ['timesheets', 'timesheets_deleted']) assert.equal((await choose(kind, 732)).status, 200)
    assert.deepEqual(await dates(), ['2019-05-02', '2025-12-01'], 'not on the same day')
    await nextDay()
    assert.deepEqual(await dates(), ['2025-12-01'])
    assert.equal((await server.list(ada, 'timesheets_deleted', '?start_date=2000-01-01&end_date=2027-01-01')).length, 0)
    assert.equal(await rowsOf('timesheet_history'), 1)
    const told = await sentences()
    assert.match(told[0], /^The server deleted records of timesheets_deleted from before \w+ \d+, 2024, .+: 1\.$/)
    assert.match(told[1], /^The server deleted records of timesheets from before \w+ \d+, 2024, .+: 1\.$/)
    assert.match(told[3], /changed how many days timesheets are kept, from 0 to 732; 0 means forever\.$/)
  })

  test('hundreds of old entries are deleted in steps', async () => {
    const first = Date.UTC(2010, 0, 1)
    for (let made = 0; made < 650; made += 50)
      await server.post(
        ada,
        '/timesheets',
        Array.from({ length: 50 }, (_, index) => ({
          ...{ user_id: ben.id, jobcode_id: job, type: 'manual', duration: 60 },
          date: new Date(first + (made + index) * 86_400_000).toISOString().slice(0, 10),
        })),
      )
    await worked('2025-12-01')
    await choose('timesheets', 732)
    assert.equal((await ask(server, ada, 'GET', '/retention/preview?kind=timesheets')).body.count, 650)
    await nextDay()
    assert.deepEqual(await dates(), ['2025-12-01'])
  })

  test('balances of paid time off stay when the time taken is deleted', async () => {
    const off = (await server.createOne(ada, 'jobcodes', { name: 'Vacation', type: 'pto', assigned_to_all: true })).id
    await worked('2019-05-02', ben.id, { jobcode_id: off })
    const balance = async () => (await server.list(ada, 'users', `?ids=${ben.id}`))[0]!.pto_balances[off]
    assert.equal(await balance(), -3600)
    await choose('timesheets', 732)
    await nextDay()
    assert.deepEqual([await dates(), await balance()], [[], -3600])
    const sums = await server.db.read.get<{ n: number }>(sql`select sum(seconds) as n from pto_ledger
      where company_id = ${ada.id} and user_id = ${ben.id} and jobcode_id = ${off}`)
    assert.equal(Number(sums!.n), -3600)
  })

  test('positions and sessions are deleted as chosen, but not those of other companies', async () => {
    const other = await server.company('Elsewhere')
    for (const who of [ada, other])
      await server.createOne(who, 'geolocations', {
        ...{ user_id: who.adminId, created: '2026-01-02T08:00:00+00:00', accuracy: 5, altitude: 0 },
        ...{ latitude: 40, longitude: -100, speed: 0, heading: 0, source: 'gps', device_identifier: 'x' },
      })
    await server.session(ada.id, ben.id)
    await server.session(other.id, other.adminId)
    await choose('geolocations', 1)
    await choose('sessions', 1)
    await nextDay()
    await nextDay()
    assert.deepEqual([await rowsOf('geolocations'), await rowsOf('sessions')], [0, 0])
    const theirs = await server.db.read.get<{ n: number }>(
      sql`select count(*) as n from geolocations where company_id = ${other.id}`,
    )
    assert.equal(Number(theirs!.n), 1)
  })

  test('a session ends after the chosen days without use, even before it is deleted', async () => {
    const cookie = await server.session(ada.id, ben.id)
    await choose('sessions', 1)
    const status = async () => (await server.app.inject({ url: '/api/console/start', headers: { cookie } })).statusCode
    server.pass(23 * 3600)
    assert.equal(await status(), 200)
    server.pass(25 * 3600)
    assert.equal(await status(), 401)
  })

  const refused: [what: string, kind: string, days: unknown, country: string, message: RegExp][] = [
    ['less than German law requires', 'timesheets', 731, 'DE', /^days: must be at least 732 .*2 years by ArbZG § 16/],
    ['less than American law requires', 'timesheets', 732, 'US', /at least 1098 .*3 years by 29 CFR 516\.5/],
    ['less than French law requires', 'timesheets_deleted', 366, 'FR', /3 years by Code du travail L3171-4/],
    ['less than Spanish law requires', 'timesheets', 1098, 'ES', /4 years by Estatuto de los Trabajadores 34\.9/],
    [
      'less than Australian law requires',
      'timesheets',
      2561,
      'AU',
      /at least 2562 .*7 years by Fair Work Act 2009 s\. 535/,
    ],
    ['less than the strictest law without a country', 'timesheets', 1464, '', /country of the company is not set/],
    ['less than a year without a known law', 'timesheets', 365, 'BR', /^days: must be at least 366 for timesheets$/],
    ['a negative number of days', 'timesheets', -1, 'DE', /^days: must be a whole number/],
    ['part of a day', 'mails', 1.5, 'DE', /^days: /],
    ['text instead of days', 'mails', 'long', 'DE', /^days: /],
    ['more than the maximum', 'sessions', 61, 'DE', /^days: must be at most 60 for sessions$/],
    ['forever for mails', 'mails', 0, 'DE', /^days: must be at most 3660 for mails$/],
    ['more than a century', 'timesheets', 99_999, 'DE', /^days: must be at most 36600/],
  ]
  for (const [what, kind, days, code, message] of refused)
    test(`a retention period of ${what} is refused`, async () => {
      await country(code)
      const { status, body } = await choose(kind, days)
      assert.equal(status, 417, JSON.stringify(body))
      assert.match(messageOf(body), message)
      assert.match(messageOf((await choose('salaries', 700)).body), /^kind: must be one of timesheets, /)
    })

  test('the stricter law of another country applies immediately', async () => {
    await worked('2023-12-01')
    await choose('timesheets', 732)
    await country('US')
    await nextDay()
    assert.deepEqual(await dates(), ['2023-12-01'])
    const { body } = await ask(server, ada, 'GET', '/retention')
    assert.deepEqual(body.kinds[0], {
      ...{ kind: 'timesheets', days: 1098, chosen: true, least_days: 1098, law: '29 CFR 516.5, 516.6' },
    })
  })

  test('a legal hold keeps what it covers, of a person, in a range, or all, until it is released', async () => {
    for (const date of ['2019-05-02', '2020-05-02']) {
      await worked(date)
      await worked(date, ada.adminId)
    }
    await choose('timesheets', 732)
    const add = (hold: Values) => ask(server, ada, 'POST', '/legal_holds', hold)
    const held = { user_id: ben.id, start_date: '2019-01-01', end_date: '2019-12-31', reason: 'Cole ./. Company' }
    const { status, body } = await add(held)
    assert.equal(status, 200, JSON.stringify(body))
    await nextDay()
    assert.deepEqual(await dates(), ['2019-05-02'])
    const twice = await add({ ...held, reason: 'again' })
    assert.equal(messageOf(twice.body), `user_id: hold ${body.id} covers the same records already`)
    const listed = (await ask(server, ada, 'GET', '/legal_holds')).body.holds
    assert.deepEqual([listed[0].of.name, listed[0].reason, listed[0].released], ['Ben Cole', held.reason, null])
    assert.equal((await ask(server, ada, 'POST', `/legal_holds/${body.id}/release`)).status, 200)
    const again = await ask(server, ada, 'POST', `/legal_holds/${body.id}/release`)
    assert.equal(messageOf(again.body), `id: hold ${body.id} was released already`)
    const all = (await add({ reason: 'Inspection' })).body.id
    await nextDay()
    assert.deepEqual(await dates(), ['2019-05-02'], 'the company is on hold')
    await ask(server, ada, 'POST', `/legal_holds/${all}/release`)
    await nextDay()
    assert.deepEqual(await dates(), [])
    const told = await sentences()
    assert.ok(told.includes('Ada Admin put Ben Cole on legal hold.'))
    assert.ok(told.includes('Ada Admin released a legal hold of the company.'))
  })

  test('a legal hold on entries keeps their pictures, also those that others added', async () => {
    const [held, free] = [await worked('2020-03-02'), await worked('2020-03-02', ada.adminId)]
    const pictures: number[] = []
    for (const { id } of [held, free]) {
      const file = await server.createOne(ada, 'files', { file_name: 'roof.png', file_data: pixel })
      pictures.push(file.id)
      assert.equal((await server.put(ada, '/timesheets', [{ id, attached_files: [file.id] }])).status, 200)
    }
    const hold = { user_id: ben.id, start_date: '2020-03-01', end_date: '2020-03-31', reason: 'Wages' }
    assert.equal((await ask(server, ada, 'POST', '/legal_holds', hold)).status, 200)
    await choose('files', 366)
    server.pass(400 * day)
    await nextDay()
    const left = await server.list(ada, 'files', '?active=both')
    assert.deepEqual(
      pictures.map((picture) => left.find(({ id }) => id === picture)!.active),
      [true, false],
    )
  })

  test('a legal hold also stops default deletions, and reveals nothing to other companies', async () => {
    const other = await server.company('Elsewhere')
    const { id } = (await ask(server, other, 'POST', '/legal_holds', { reason: 'Theirs' })).body
    assert.equal((await ask(server, ada, 'POST', `/legal_holds/${id}/release`)).status, 404)
    assert.equal((await ask(server, ada, 'POST', '/legal_holds', { user_id: other.adminId, reason: 'x' })).status, 404)
    for (const who of [ada, other]) await server.session(who.id, who.adminId)
    server.pass(70 * day)
    await deleteOld(server.world)
    const left = async (companyId: number) =>
      Number(
        (await server.db.read.get<{ n: number }>(
          sql`select count(*) as n from sessions where company_id = ${companyId}`,
        ))!.n,
      )
    assert.deepEqual([await left(ada.id), await left(other.id)], [0, 1])
    // What is kept longer is not looked at again that day, unless the hold ends.
    await server.session(ada.id, ada.adminId)
    await runStatements(server, `update sessions set last_seen = 1 where company_id in (${ada.id}, ${other.id})`)
    await deleteOld(server.world)
    assert.deepEqual([await left(ada.id), await left(other.id)], [1, 1])
    other.token = await server.token(other.id, other.adminId)
    assert.equal((await ask(server, other, 'POST', `/legal_holds/${id}/release`)).status, 200)
    await deleteOld(server.world)
    assert.deepEqual([await left(ada.id), await left(other.id)], [0, 0])
  })

  test('nothing is deleted while the clock is in doubt, because it was set forward', async () => {
    const [hour, { sight }] = [3_600_000, server.world]
    await server.session(ada.id, ada.adminId)
    server.pass(70 * day)
    sight.clock.look(0, 0)
    sight.clock.look(1680 * hour, 1000)
    await server.round()
    assert.equal(await rowsOf('sessions'), 1)
    // Not even after a day, until a person confirms it.
    sight.clock.look(1705 * hour, 25 * hour)
    await server.round()
    assert.equal(await rowsOf('sessions'), 1)
    sight.clock.confirm()
    await server.round()
    assert.equal(await rowsOf('sessions'), 0)
  })

  const wrong: [what: string, hold: Values, message: RegExp][] = [
    ['without a reason', { reason: ' ' }, /^reason: must say why/],
    ['with a wrong date', { reason: 'x', start_date: '2026-02-30' }, /^start_date: must be a date/],
    [
      'that ends before it starts',
      { reason: 'x', start_date: '2026-02-02', end_date: '2026-02-01' },
      /^end_date: must not be before start_date$/,
    ],
    ['with an unknown field', { reason: 'x', group: 3 }, /^group: there is no such field$/],
  ]
  for (const [what, hold, message] of wrong)
    test(`a legal hold ${what} is refused`, async () => {
      const { status, body } = await ask(server, ada, 'POST', '/legal_holds', hold)
      assert.equal(status, 417)
      assert.match(messageOf(body), message)
    })

  test('a person under a legal hold is not anonymized', async () => {
    const credentials = { companyId: ada.id, userId: ada.adminId, password: await hashOf(), own: true }
    await server.db.write(setPassword, credentials, server.now)
    const cookie = await server.session(ada.id, ada.adminId)
    await server.put(ada, '/users', [{ id: ben.id, active: false }])
    const { id } = (await ask(server, ada, 'POST', '/legal_holds', { user_id: ben.id, reason: 'Wages' })).body
    const anonymize = () =>
      askSignedIn(server, cookie, 'POST', `/users/${ben.id}/anonymization`, { password, name: 'Ben Cole' })
    const { status, body } = await anonymize()
    assert.deepEqual(
      [status, messageOf(body)],
      [417, `id: legal hold ${id} covers this person (Wages); release it first`],
    )
    await ask(server, ada, 'POST', `/legal_holds/${id}/release`)
    assert.equal((await anonymize()).status, 200)
    const stored = await server.db.read.all(sql`select * from audit_lines where company_id = ${ada.id}`)
    assert.ok(!stored.some((line) => String(line.details).includes('Wages')))
  })

  test('only administrators see and change retention and legal holds', async () => {
    for (const [method, path, body] of [
      ['GET', '/retention', undefined],
      ['PUT', '/retention', { kind: 'mails', days: 3 }],
      ['GET', '/retention/preview?kind=mails', undefined],
      ['GET', '/legal_holds', undefined],
      ['POST', '/legal_holds', { reason: 'x' }],
      ['POST', '/legal_holds/1/release', undefined],
    ] as const)
      assert.equal((await ask(server, ben, method, path, body)).status, 403, path)
  })

  test('retention and legal holds are shown and changed at the command line', async () => {
    const slug = (await server.list(ada, 'users'))[0]!.client_url
    const run = (...args: string[]) => clockhouse([...args, '--company', slug], { env: on(server.place) })
    await worked('2019-05-02')
    assert.match((await run('retention', 'show')).stdout, /timesheets +for good \(default\) +2 years +ArbZG/)
    const preview = await run('retention', 'preview', 'timesheets', '2y')
    assert.match(preview.stdout, /^timesheets: would delete 1 from before 2024-/)
    assert.match((await run('retention', 'preview', 'timesheets', '1y')).stderr, /days: must be at least 732/)
    assert.match((await run('retention', 'set', 'timesheets', '2y')).stdout, /From tomorrow on 1 timesheets/)
    assert.match((await run('retention', 'set', 'timesheets', '1y')).stderr, /ArbZG/)
    assert.match((await run('retention', 'set', 'salaries', '1y')).stderr, /kind: must be one of timesheets/)
    assert.match((await run('retention', 'set', 'mails', '-1d')).stderr, /unknown option|time: must be/)
    assert.match((await run('retention', 'set', 'timesheets', 'keep')).stdout, /No timesheets are deleted/)
    assert.equal((await run('retention', 'set', 'timesheets', 'default')).code, 0)
    const added = await run('hold', 'add', '--user', String(ben.id), '--reason', 'Wages')
    const id = /Added hold (\d+)/.exec(added.stdout)![1]!
    assert.match((await run('hold', 'add', '--user', String(ben.id), '--reason', 'W')).stderr, /covers the same/)
    assert.match((await run('hold', 'list')).stdout, new RegExp(`${id} +${ben.id}.*holds +Wages`))
    assert.match((await run('hold', 'release', id)).stdout, /Released/)
    assert.match((await run('hold', 'release', id)).stderr, /released already/)
    assert.match((await run('hold', 'release', 'x')).stderr, /there is no hold/)
    const exported = await run('audit', 'export', '--format', 'jsonl')
    assert.match(exported.stdout, /"event":"hold released"/)
  })
})
