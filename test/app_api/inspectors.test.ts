import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { appEndpoints, publicEndpoints } from '../../src/app_api/index.ts'
import type { Values } from '../../src/engine/table.ts'
import { endDueInspections } from '../../src/jobs/inspections.ts'
import { resources } from '../../src/resources/index.ts'
import { clockhouse, on } from '../cli/command.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask, askSignedIn } from './ask.ts'

// Someone from outside who looks at the records: they read time, its history, reports and exports, change nothing, see
// nothing else, and no longer than until their date.

const day = 86_400
const messageOf = (body: Values): string => body.error.message.replace(/^(Expectation Failed|Forbidden): /, '')

onEither('inspectors', (database) => {
  let server: TestServer
  let ada: TestCompany
  let crew: number
  let ben: { id: number; token: string }
  let cleo: { id: number; token: string }
  let sheet: Values
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    crew = (await server.createOne(ada, 'groups', { name: 'Crew' })).id
    ben = await server.user(ada, { first_name: 'Ben', last_name: 'Cole', group_id: crew, mobile_number: '555-0101' })
    cleo = await server.user(ada, { first_name: 'Cleo', last_name: 'Dent' })
    const job = (await server.createOne(ada, 'jobcodes', { name: 'Roof', assigned_to_all: true })).id
    const entry = (user_id: number, date: string) =>
      server.createOne(ada, 'timesheets', { user_id, jobcode_id: job, type: 'manual', date, duration: 3600 })
    sheet = await entry(ben.id, '2026-01-12')
    await entry(ben.id, '2025-12-01')
    await entry(cleo.id, '2026-01-13')
  })

  const ines = { first_name: 'Ines', last_name: 'Pector', authority: 'Labor office', end_date: '2026-06-01' }
  const add = (more: Values = {}) => ask(server, ada, 'POST', '/inspectors', { ...ines, ...more })
  const letIn = async (more: Values = {}) => {
    const { status, body } = await add(more)
    assert.equal(status, 200, JSON.stringify(body))
    return { id: body.id as number, token: await server.token(ada.id, body.id), link: body.link as string }
  }
  const range = 'start_date=2026-01-01&end_date=2026-01-31'
  const report = { data: { start_date: '2026-01-01', end_date: '2026-01-31' } }
  const post = (who: { token: string }, path: string, body: unknown) =>
    server.app.inject({
      ...{ method: 'POST', url: `/api/v1${path}`, payload: JSON.stringify(body) },
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    })

  test('an inspector reads time, history, reports and exports, and the audit records what', async () => {
    const inspector = await letIn()
    const dates = async () =>
      (await server.list(inspector, 'timesheets', '?start_date=2020-01-01')).map((one) => one.date)
    assert.deepEqual(await dates(), ['2025-12-01', '2026-01-12', '2026-01-13'])
    const payroll = await post(inspector, '/reports/payroll', report)
    assert.equal(payroll.statusCode, 200, payroll.body)
    assert.equal((await ask(server, inspector, 'GET', `/hours?${range}`)).status, 200)
    assert.equal((await ask(server, inspector, 'GET', `/exports/hours?${range}`)).status, 200)
    assert.equal((await ask(server, inspector, 'GET', `/timesheet_history?timesheet_id=${sheet.id}`)).status, 200)
    const start = (await ask(server, inspector, 'GET', '/start')).body
    assert.deepEqual(start.inspects, { ends: '2026-06-02T06:00:00+00:00', from: null, to: null })
    const [person] = await server.list(inspector, 'users', `?ids=${ben.id}`)
    assert.deepEqual([person!.first_name, person!.mobile_number, person!.pay_rate], ['Ben', undefined, undefined])
    // Exactly what docs/peoples-data.md says.
    assert.deepEqual(
      Object.keys(person!).sort(),
      [
        ...['active', 'client_url', 'company_name', 'created', 'display_name', 'email', 'email_verified'],
        ...['employee_number', 'first_name', 'gender', 'group_id', 'id', 'job_title', 'last_active', 'last_modified'],
        ...['last_name', 'manager_of_group_ids', 'profile_image_url', 'pronouns', 'pto_balances'],
        'require_password_change',
      ].sort(),
    )
    const told = (await ask(server, ada, 'GET', '/audit?kind=exports')).body.lines
    assert.deepEqual(told.map(({ sentence, details }: Values) => [sentence, details.from ?? '']).reverse(), [
      ['Ines Pector looked at records: timesheets.', '2020-01-01'],
      ['Ines Pector looked at records: payroll.', '2026-01-01'],
      ['Ines Pector looked at records: hours.', '2026-01-01'],
      ['Ines Pector exported “Hours” for Jan 1\u2009–\u200931, 2026.', '2026-01-01'],
      ['Ines Pector looked at records: timesheet_history.', ''],
    ])
    // A page that stays open asks again after each change; the audit says it once in a while.
    for (let time = 0; time < 3; time++) await ask(server, inspector, 'GET', `/hours?${range}`)
    const looks = async () =>
      (await ask(server, ada, 'GET', '/audit?kind=exports')).body.lines.filter(
        ({ sentence }: Values) => sentence === 'Ines Pector looked at records: hours.',
      ).length
    assert.equal(await looks(), 1)
    server.pass(16 * 60)
    await ask(server, inspector, 'GET', `/hours?${range}`)
    assert.equal(await looks(), 2)
    assert.equal(
      (await ask(server, inspector, 'GET', '/exports')).body.setup,
      null,
      'payroll codes are not theirs to see',
    )
  })

  test('an inspector changes nothing and sees nothing else, in the app, the app API and the public API', async () => {
    const inspector = await letIn()
    const own = [/sessions/, /two_factor/, /passkeys/, /own_settings/, /\/password$/, /sign_out/]
    for (const { method, path } of [...appEndpoints, ...publicEndpoints].filter(({ method }) => method !== 'GET')) {
      if (own.some((mine) => mine.test(path)) && !path.startsWith('/users')) continue
      const { status } = await ask(server, inspector, method, path.replace(/:\w+/g, '1'), {})
      assert.equal(status, 403, `${method} ${path}`)
    }
    const shown =
      /^\/(start|events|holidays|time_rules|time_locks|exports.*|hours|timesheet_history|messages|lists\/(users|jobcodes|jobcode_assignments))$/
    for (const { path } of [...appEndpoints, ...publicEndpoints].filter(({ method }) => method === 'GET')) {
      if (shown.test(path) || own.some((mine) => mine.test(path))) continue
      const { status } = await ask(server, inspector, 'GET', path.replace(/:\w+/g, '1'))
      assert.equal(status, 403, `GET ${path}`)
    }
    const readable = [
      'timesheets',
      'timesheets_deleted',
      'users',
      'groups',
      'jobcodes',
      'customfields',
      'customfielditems',
      'jobcode_assignments',
    ]
    for (const { name } of resources) {
      for (const method of ['POST', 'PUT', 'DELETE'] as const) {
        const { statusCode } = await server.app.inject({
          ...{ method, url: `/api/v1/${name}${method === 'DELETE' ? '?ids=1' : ''}` },
          headers: { authorization: `Bearer ${inspector.token}`, 'content-type': 'application/json' },
          ...(method !== 'DELETE' && { payload: '{"data":[{"id":1}]}' }),
        })
        assert.ok([403, 405].includes(statusCode), `${method} ${name}: ${statusCode}`)
      }
      const { status } = await server.get(inspector, `/${name}?ids=1`)
      assert.equal(status === 403 || status === 405, !readable.includes(name), `GET ${name}: ${status}`)
    }
    for (const path of ['/changes', '/last_modified_timestamps', '/effective_settings', '/files/raw?id=1'])
      assert.equal((await server.get(inspector, path)).status, 403, path)
    for (const name of ['project', 'current_totals'])
      assert.equal((await post(inspector, `/reports/${name}`, report)).statusCode, 403, name)
    const mcp = await server.app.inject({
      ...{ method: 'POST', url: '/mcp', payload: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' },
      headers: { authorization: `Bearer ${inspector.token}`, 'content-type': 'application/json' },
    })
    assert.equal(mcp.statusCode, 403)
    const money = await ask(server, inspector, 'GET', `/hours?${range}&money=yes`)
    assert.equal(money.status, 403)
    // With the session of a browser it is the same.
    const cookie = await server.session(ada.id, inspector.id)
    assert.equal((await askSignedIn(server, cookie, 'GET', `/hours?${range}`)).status, 200)
    assert.equal((await askSignedIn(server, cookie, 'GET', '/audit')).status, 403)
    assert.equal((await askSignedIn(server, cookie, 'PUT', '/retention', { kind: 'mails', days: 3 })).status, 403)
  })

  test('an inspector sees only the dates and groups of the inspection', async () => {
    const inspector = await letIn({ records_from: '2026-01-01', records_to: '2026-01-31', group_ids: [crew] })
    const found = await server.list(inspector, 'timesheets', '?start_date=2020-01-01')
    assert.deepEqual(
      found.map(({ date, user_id }) => [date, user_id]),
      [['2026-01-12', ben.id]],
    )
    const people = await server.list(inspector, 'users')
    assert.deepEqual(people.map(({ id }) => id).sort(), [ben.id, inspector.id].sort())
    const hours = await ask(server, inspector, 'GET', `/hours?${range}&group_by=person`)
    assert.deepEqual(
      hours.body.rows.map(({ name }: Values) => name),
      ['Ben Cole'],
    )
    const earlier = await ask(server, inspector, 'GET', '/hours?start_date=2025-12-01&end_date=2026-01-31')
    assert.deepEqual(
      [earlier.status, messageOf(earlier.body)],
      [403, 'start_date: you may see records from 2026-01-01 on'],
    )
    const later = await ask(server, inspector, 'GET', '/exports/hours?start_date=2026-01-01&end_date=2026-02-01')
    assert.deepEqual([later.status, messageOf(later.body)], [403, 'end_date: you may see records until 2026-01-31'])
    const wide = { data: { start_date: '2025-01-01', end_date: '2026-01-31' } }
    assert.equal((await post(inspector, '/reports/payroll', wide)).statusCode, 403)
    // Reports trim what they are given, so spaces must not make a date look later.
    for (const dates of [
      'start_date=%C2%A02000-01-01&end_date=2026-01-31',
      'start_date=2026-01-01&end_date=%202099-12-31',
    ])
      for (const path of ['/hours', '/reports/payroll', '/reports/payroll_by_jobcode']) {
        const { status } =
          path === '/hours'
            ? await ask(server, inspector, 'GET', `${path}?${dates}`)
            : await server.get(inspector, `${path}?${dates}`)
        assert.equal(status, 403, `${path}?${dates}`)
      }
    const old = (await server.list(ada, 'timesheets', '?start_date=2025-12-01&end_date=2025-12-01'))[0]!
    assert.equal((await ask(server, inspector, 'GET', `/timesheet_history?timesheet_id=${old.id}`)).status, 404)
  })

  test('an inspection ends by itself after its last date, and can be ended sooner', async () => {
    const { date } = (await server.list(ada, 'timesheets', '?start_date=2026-01-12&end_date=2026-01-12'))[0]!
    assert.equal(date, '2026-01-12')
    const today = new Date(server.now / 1000).toISOString().slice(0, 10)
    const inspector = await letIn({ end_date: today })
    const cookie = await server.session(ada.id, inspector.id)
    const sees = async () => (await ask(server, inspector, 'GET', `/hours?${range}`)).status
    assert.equal(await sees(), 200)
    server.pass(day)
    assert.deepEqual([await sees(), (await askSignedIn(server, cookie, 'GET', '/start')).status], [401, 401])
    ada.token = await server.token(ada.id, ada.adminId)
    await endDueInspections(server.world)
    const [person] = await server.list(ada, 'users', `?ids=${inspector.id}&active=both`)
    assert.equal(person!.active, false)
    // Restoring the person does not restore the inspection.
    await server.put(ada, '/users', [{ id: inspector.id, active: true }])
    const token = await server.token(ada.id, inspector.id)
    assert.equal((await ask(server, { token }, 'GET', `/hours?${range}`)).status, 401)

    const other = await letIn()
    assert.equal((await ask(server, ada, 'POST', `/inspectors/${other.id}/end`)).status, 200)
    assert.equal((await ask(server, other, 'GET', `/hours?${range}`)).status, 401)
    const again = await ask(server, ada, 'POST', `/inspectors/${other.id}/end`)
    assert.deepEqual(
      [again.status, messageOf(again.body)],
      [417, `id: the inspection of ${other.id} has ended already`],
    )
    const listed = (await ask(server, ada, 'GET', '/inspectors')).body.inspectors
    assert.deepEqual(
      listed.map(({ ended }: Values) => ended !== null),
      [true, true],
    )
    const told = (await ask(server, ada, 'GET', '/audit?kind=rights')).body.lines.map((line: Values) => line.sentence)
    assert.ok(told.includes('Ada Admin ended the inspection by Ines Pector.'), JSON.stringify(told))
    assert.ok(told.includes('Ada Admin let Ines Pector inspect the company’s records.'))
    assert.ok(told.includes('The server ended the inspection by Ines Pector.'))
  })

  test('an inspector chooses a password by the link, and gets no other rights', async () => {
    const inspector = await letIn()
    const page = await server.app.inject({ url: new URL(inspector.link).pathname + new URL(inspector.link).search })
    assert.ok(page.statusCode < 400, String(page.statusCode))
    for (const permissions of [{ admin: true }, { manage_timesheets: true }]) {
      const { body } = await server.put(ada, '/users', [{ id: inspector.id, permissions }])
      const [result] = Object.values<Values>(body.results.users)
      assert.deepEqual([result!._status_code, /an inspector only reads/.test(result!._status_extra)], [417, true])
    }
    const [person] = await server.list(ada, 'users', `?ids=${inspector.id}`)
    assert.ok(!('inspector' in person!.permissions))
  })

  const wrong: [what: string, more: Values, message: RegExp][] = [
    ['an end in the past', { end_date: '2020-01-01' }, /^end_date: must not be in the past$/],
    ['an end that is too far away', { end_date: '2030-01-01' }, /^end_date: must be at most 366 days from now$/],
    ['a date that does not exist', { end_date: '2026-02-30' }, /^end_date: must be a date/],
    ['no name', { last_name: ' ' }, /^last_name: required$/],
    ['no authority', { authority: '' }, /^authority: required$/],
    ['a wrong address', { email: 'ines' }, /^email: must be an email address$/],
    ['a range that ends first', { records_from: '2026-02-01', records_to: '2026-01-01' }, /^records_to: must not be/],
    ['an unknown group', { group_ids: [999] }, /^group_ids: there is no group 999$/],
    ['an unknown field', { admin: true }, /^admin: there is no such field$/],
  ]
  for (const [what, more, message] of wrong)
    test(`an inspector with ${what} is refused`, async () => {
      const { status, body } = await add(more)
      assert.equal(status, 417, JSON.stringify(body))
      assert.match(messageOf(body), message)
    })

  test('an inspector cannot have the address of someone else, who could no longer sign in with it', async () => {
    await server.put(ada, '/users', [{ id: cleo.id, email: 'cleo@northside.example' }])
    const taken = await add({ email: 'Cleo@Northside.example ' })
    assert.deepEqual([taken.status, /^email: someone in the company/.test(messageOf(taken.body))], [417, true])
    await server.put(ada, '/users', [{ id: cleo.id, active: false }])
    assert.equal((await add({ email: 'cleo@northside.example' })).status, 200)
  })

  test('an inspection begins and ends at the command line', async () => {
    const slug = (await server.list(ada, 'users'))[0]!.client_url
    const run = (...args: string[]) => clockhouse(['inspector', ...args, '--company', slug], { env: on(server.place) })
    const details = ['--first-name', 'Ines', '--last-name', 'Pector', '--authority', 'Labor office']
    assert.match((await run('add', ...details, '--until', '2020-01-01')).stderr, /end_date: must not be in the past/)
    const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const added = await run('add', ...details, '--until', soon, '--group', 'Crew')
    assert.equal(added.code, 0, added.stderr)
    assert.match(added.stdout, /\/invitation/)
    const username = /Added (inspector-\d+)/.exec(added.stderr)![1]!
    assert.match((await run('list')).stdout, new RegExp(`${username} +Ines Pector +Labor office +until`))
    assert.match((await run('end', username)).stdout, /Ended the inspection/)
    assert.match((await run('end', username)).stderr, /has ended already/)
    assert.match((await run('end', 'x')).stderr, /has no user x/)
  })
})
