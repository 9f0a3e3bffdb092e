import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { raw, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { numbersMax } from '../../src/sample/generate.ts'
import { beginSample } from '../../src/sample/place.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { nightly } from '../support/tiers.ts'
import { ask } from './ask.ts'

onEither('sample data', (database) => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())

  const look = async (who: { token: string }): Promise<Values> => (await ask(server, who, 'GET', '/sample_data')).body
  const begin = (who: { token: string }) => ask(server, who, 'POST', '/sample_data')
  /** Polls until it has ended; returns the progress seen meanwhile. */
  const watch = async (who: { token: string }): Promise<Values[]> => {
    const seen: Values[] = []
    for (let n = 0; n < 100_000; n++) {
      const now = await look(who)
      if (now.done !== seen.at(-1)?.done || now.state !== seen.at(-1)?.state) seen.push(now)
      if (now.state !== 'running') return seen
      await new Promise((resolve) => setImmediate(resolve))
    }
    throw new Error('it never ends')
  }
  const count = async (company: TestCompany, table: string) =>
    (await server.db.read.get<{ n: number }>(
      sql`select count(*) as n from ${raw(table)} where company_id = ${company.id}`,
    ))!.n

  test('sample data fills an empty company while everything else keeps running, and keeps its administrator', async () => {
    const ada = await server.company('Empty', 'Europe/Berlin')
    const colleague = await server.user(ada, { username: 'maya', employee_number: 103, payroll_id: 'NB-104' })
    assert.deepEqual(await look(ada), { state: 'none', done: 0, of: 0, possible: true })
    const before = (await server.get(ada, '/current_user')).body.results.users[ada.adminId]
    const own = { name: 'SITE day', all_day: true }
    assert.equal((await ask(server, ada, 'POST', '/shift_templates', own)).status, 200)
    const { status, body } = await begin(ada)
    assert.deepEqual([status, body.state, body.done], [200, 'running', 0])
    assert.deepEqual((await begin(ada)).body.state, 'running', 'asked twice, begun once')
    const group = await server.createOne(ada, 'groups', { name: 'My own' })
    const seen = await watch(ada)
    assert.ok(seen.length > 5, `${seen.length} steps were seen`)
    const last = seen.at(-1)!
    assert.deepEqual([last.state, last.done === last.of, last.of > 10_000, last.possible], ['done', true, true, false])

    const users = await server.list(ada, 'users', '?active=both')
    assert.equal(users.length, 26)
    const me = users.find(({ id }) => id === ada.adminId)!
    for (const key of ['username', 'first_name', 'email', 'group_id', 'permissions', 'created'])
      assert.deepEqual(me[key], before[key], key)
    const mayas = users.filter(({ username }) => username.startsWith('maya')).map(({ username }) => username)
    assert.deepEqual(mayas.sort(), ['maya', 'maya.sample'])
    assert.equal(users.filter(({ employee_number }) => employee_number === 103).length, 1)
    assert.ok(users.every(({ id, email }) => id === ada.adminId || id === colleague.id || email === ''))
    const passwords = await server.db.read.all<{ password: string }>(
      sql`select password from users where company_id = ${ada.id} and password <> ''`,
    )
    assert.deepEqual(passwords, [], 'none of the sample people can sign in')

    const days = (back: number) => new Date(server.now / 1000 - back * 86_400_000).toISOString().slice(0, 10)
    const sheets = await server.list(ada, 'timesheets', `?start_date=${days(7)}`)
    assert.ok(sheets.length > 100)
    assert.ok((await server.list(ada, 'timesheets', `?start_date=${days(1)}&on_the_clock=yes`)).length > 3)
    assert.ok(sheets.every(({ tz_str }) => tz_str === 'Europe/Berlin'))
    assert.equal((await ask(server, ada, 'GET', '/settings')).body.settings.general.tz, 'Europe/Berlin')
    const payroll = await server.get(ada, `/reports/payroll?start_date=${days(14)}&end_date=${days(1)}`)
    assert.ok(Object.keys(payroll.body.results.payroll_report).length > 15)
    const { entries } = (await ask(server, ada, 'GET', `/timesheet_history?timesheet_id=${sheets[0]!.id}`)).body
    assert.ok(entries.length > 0)
    assert.ok((await server.list(ada, 'groups')).some(({ id }) => id === group.id))
    assert.equal((await server.list(ada, 'notifications')).length, 0)
    const { templates } = (await ask(server, ada, 'GET', '/shift_templates')).body
    assert.deepEqual(
      templates.map((template: Values) => [template.name, template.start_time, template.end_time]),
      [
        ['Night on call', '20:00', '06:00'],
        ['Service day', '08:00', '16:30'],
        ['SITE day', null, null],
      ],
    )
    assert.ok((await server.list(ada, 'reminders', '?user_ids=0')).every(({ enabled }) => !enabled))

    const balance = await server.db.read.all<{ user_id: number; jobcode_id: number; granted: number; taken: number }>(
      sql`select l.user_id, l.jobcode_id, sum(l.seconds) as granted, (select coalesce(sum(t.duration), 0) from timesheets t
          where t.company_id = l.company_id and t.user_id = l.user_id and t.jobcode_id = l.jobcode_id) as taken
        from pto_ledger l where l.company_id = ${ada.id} group by l.company_id, l.user_id, l.jobcode_id`,
    )
    assert.ok(balance.length > 60)
    const byId = new Map(users.map((user) => [user.id, user]))
    for (const { user_id, jobcode_id, granted, taken } of balance)
      assert.equal(byId.get(user_id)!.pto_balances[jobcode_id], Number(granted) - Number(taken), `user ${user_id}`)
    const again = await begin(ada)
    assert.deepEqual([again.status, again.body.error.message.includes('already there')], [417, true])
  })

  nightly.test('people of another company do not restrict the names and numbers of the sample', async () => {
    const other = await server.company()
    await server.user(other, { username: 'jack', employee_number: 101, payroll_id: 'NB-101' })
    const names = async (company: TestCompany) =>
      (await server.list(company, 'users')).map(({ username, employee_number, payroll_id }) => ({
        username,
        employee_number,
        payroll_id,
      }))
    const alone = await server.company()
    await begin(alone)
    await watch(alone)
    const people = await names(alone)
    assert.ok(people.some(({ username }) => username === 'jack'))
    assert.ok(people.some(({ employee_number, payroll_id }) => employee_number === 101 && payroll_id === 'NB-101'))
  })

  nightly.test(
    'filling with sample data that was interrupted resumes where it stopped, without duplicates',
    async () => {
      const ada = await server.company()
      const bea = await server.user(ada, { permissions: { admin: true } })
      assert.equal((await begin(ada)).status, 200)
      await server.put(bea, '/users', [{ id: ada.adminId, permissions: { admin: false } }])
      const broken = (await watch(bea)).at(-1)!
      assert.deepEqual(
        [broken.state, broken.done < broken.of || broken.of === 0, broken.possible],
        ['failed', true, true],
      )
      assert.equal((await begin(bea)).body.state, 'running')
      const { state, done, of } = (await watch(bea)).at(-1)!
      assert.deepEqual([state, done], ['done', of])
      assert.equal(await count(ada, 'users'), 26)
      assert.ok((await count(ada, 'timesheets')) > 3000)
      await server.put(bea, '/users', [{ id: ada.adminId, permissions: { admin: true } }])
    },
  )

  test('filling with sample data that a killed server left is resumed by another one after a minute', async () => {
    const ada = await server.company()
    const run = { companyId: ada.id, ownerId: ada.adminId, seed: 5, zone: 'UTC', numbersMax: numbersMax({}) }
    await server.db.write(beginSample, run, server.now)
    const state = async () => (({ state, possible }) => [state, possible])(await look(ada))
    assert.deepEqual(await state(), ['running', false])
    assert.equal((await begin(ada)).body.state, 'running')
    server.pass(61)
    assert.deepEqual(await state(), ['failed', true])
    assert.equal((await begin(ada)).status, 200)
    assert.equal((await watch(ada)).at(-1)!.state, 'done')
    assert.equal(await count(ada, 'users'), 25)
  })

  test('only an administrator of an empty company adds sample data', async () => {
    const ada = await server.company()
    const worker = await server.user(ada)
    assert.deepEqual(
      [(await begin(worker)).status, (await ask(server, worker, 'GET', '/sample_data')).status],
      [403, 403],
    )
    const job = await server.createOne(ada, 'jobcodes', { name: 'Lot 14', assigned_to_all: true })
    const sheet = { user_id: worker.id, jobcode_id: job.id, type: 'manual', date: '2026-02-16', duration: 3600 }
    const made = await server.createOne(ada, 'timesheets', sheet)
    const refused = await begin(ada)
    assert.equal(refused.status, 417)
    assert.match(refused.body.error.message, /only an empty company .*: it already has time/)
    await server.delete(ada, `/timesheets?ids=${made.id}`)
    assert.equal((await begin(ada)).status, 417)
    assert.equal((await look(ada)).possible, false)
    const crowd = await server.company()
    for (let n = 0; n < 5; n++) await server.user(crowd)
    assert.match((await begin(crowd)).body.error.message, /more than 5 people/)
  })
})
