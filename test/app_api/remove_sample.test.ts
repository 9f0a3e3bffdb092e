import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { name, type Row, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { obstacleText } from '../../src/rules/settings/sample_data.ts'
import { tables as catalog } from '../../src/tables/tables.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onEither('removing sample data', (database) => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())

  const tables = Object.keys(catalog).filter((table) => catalog[table]!.distributedBy === undefined)
  const remove = (who: { token: string }) => ask(server, who, 'DELETE', '/sample_data')
  const preview = async (who: { token: string }): Promise<Values> =>
    (await ask(server, who, 'GET', '/sample_data/removal')).body
  async function fill(company: { token: string }): Promise<void> {
    assert.equal((await ask(server, company, 'POST', '/sample_data')).status, 200)
    for (;;) {
      const { state } = (await ask(server, company, 'GET', '/sample_data')).body
      if (state === 'done') return
      assert.equal(state, 'running')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  /** All rows of a company, by table. */
  async function everything({ id }: TestCompany): Promise<Record<string, Row[]>> {
    const found: Record<string, Row[]> = {}
    for (const table of tables) {
      const rows = await server.db.read.all(sql`select * from ${name(table)} where company_id = ${id}`)
      if (rows.length > 0) found[table] = rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    }
    return found
  }
  /** The same without what differs between two companies with the same records: numbers, hashes and moments. */
  async function shape(company: TestCompany): Promise<unknown> {
    const found = await everything(company)
    delete found.companies
    // The audit is a history, too, of which nothing is ever deleted.
    delete found.audit_lines
    // The change log is a history: it also says that sample data came and went, and what that changed in own records.
    const logged = (found.changes ?? []).filter(({ kind }) => kind === 'created')
    found.changes = logged.map(({ resource, kind }) => ({ resource: resource!, kind: kind! }))
    const ids = new Map<string, string>()
    const numbers = Object.values(found).flatMap((rows) =>
      rows.flatMap(({ id }) => (id === undefined ? [] : [Number(id)])),
    )
    for (const id of numbers.sort((a, b) => a - b)) if (!ids.has(String(id))) ids.set(String(id), `#${ids.size}`)
    const plain = ([key, value]: [string, unknown]): [string, unknown] => {
      if (
        key === 'company_id' ||
        /hash|created|modified|happened|recorded|msg_tracking|payload|version|last_used|last_active|expires/.test(key)
      )
        return [key, '']
      const isId = key === 'id' || key.endsWith('_id')
      const text = String(value)
      if (isId) return [key, ids.get(text) ?? (value === 0 || value === '' ? value : 'unknown')]
      return [key, typeof value === 'string' ? text.replaceAll(/\d{2,}/g, (id) => ids.get(id) ?? id) : value]
    }
    return Object.fromEntries(
      Object.entries(found).map(([table, rows]) => [
        table,
        rows.map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).map(plain)))).sort(),
      ]),
    )
  }
  /** Records of the company's own, of many kinds, none of which refers to sample data. */
  async function own(company: TestCompany): Promise<{ worker: { id: number; token: string }; job: Values }> {
    const worker = await server.user(company, { username: 'wanda', last_name: 'Own' })
    const group = await server.createOne(company, 'groups', { name: 'Own group', manager_ids: [company.adminId] })
    await server.put(company, '/users', [{ id: worker.id, group_id: group.id }])
    const job = await server.createOne(company, 'jobcodes', { name: 'Own job', assigned_to_all: true })
    await server.createOne(company, 'locations', {
      addr1: '1 Own Street',
      city: 'Denver',
      linked_objects: { jobcodes: [job.id] },
    })
    const sheet = { user_id: worker.id, jobcode_id: job.id, type: 'manual', date: '2026-02-16', duration: 3600 }
    await server.createOne(company, 'timesheets', sheet)
    const gone = await server.createOne(company, 'timesheets', { ...sheet, date: '2026-02-17' })
    await server.delete(company, `/timesheets?ids=${gone.id}`)
    const set = await ask(server, company, 'PUT', '/settings', {
      settings: { general: { simple_clockin: 1 }, approvals: { employee_approval: '0' } },
    })
    assert.equal(set.status, 200)
    return { worker, job }
  }

  test('sample time off that counts toward overtime goes with the sample data, and the company’s own stays', async () => {
    const company = await server.company()
    await fill(company)
    const own = await server.createOne(company, 'jobcodes', { name: 'Own leave', type: 'pto', assigned_to_all: true })
    const kinds: Values[] = await server.list(company, 'jobcodes', '?type=pto')
    const ids = kinds.map(({ id }) => id).sort((a, b) => a - b)
    assert.ok(ids.length > 1)
    const counts = (value: string) => ({ general: { pto_overtime: 1, pto_overtime_jobcodes: value } })
    const set = await ask(server, company, 'PUT', '/settings', { settings: counts(ids.join()) })
    assert.equal(set.status, 200, JSON.stringify(set.body))
    assert.equal((await remove(company)).status, 200)
    const { body } = await ask(server, company, 'GET', '/settings')
    assert.equal(body.settings.general.pto_overtime_jobcodes, String(own.id))
  })

  test('removing sample data leaves the company as if it had never been filled, and changes no other company', async () => {
    const [filled, never, other] = [
      await server.company('Filled'),
      await server.company('Never'),
      await server.company(),
    ]
    await fill(other)
    const before = await everything(other)
    await fill(filled)
    assert.deepEqual((await preview(filled)).in_the_way, [])
    for (const company of [filled, never]) await own(company)
    const stamps = async () =>
      (await server.get(filled, '/last_modified_timestamps')).body.results.last_modified_timestamps
    const [marks] = await server.db.read.all<Row>(sql`select * from companies where company_id = ${filled.id}`)
    const was = await stamps()
    server.pass(10)
    const { possible, goes } = await preview(filled)
    assert.deepEqual([possible, goes.users, goes.timesheets > 3000, goes.files > 0], [true, 24, true, true])
    const { status, body } = await remove(filled)
    assert.deepEqual([status, body], [200, { removed: true, goes }])

    assert.deepEqual(await shape(filled), await shape(never))
    assert.deepEqual(await everything(other), before)
    const now = await stamps()
    for (const resource of [
      'users',
      'jobcodes',
      'timesheets',
      'timesheets_deleted',
      'customfields',
      'locations',
      'effective_settings',
    ])
      assert.ok(now[resource] > was[resource], resource)
    const [after] = await server.db.read.all<Row>(sql`select * from companies where company_id = ${filled.id}`)
    assert.ok(after!.version! > marks!.version! && after!.setup_version! > marks!.setup_version!)
    const names = (await server.list(filled, 'users', '?active=both')).map(({ username }) => username)
    assert.deepEqual(names.sort(), ['ada', 'wanda'], 'no cache still shows the sample')
    assert.equal((await server.list(filled, 'timesheets', '?start_date=2020-01-01')).length, 1)
    assert.equal((await ask(server, filled, 'GET', '/sample_data')).body.state, 'none')

    const again = await remove(filled)
    assert.deepEqual([again.status, again.body.removed], [200, false])
    assert.equal((await remove(never)).body.removed, false)
    assert.deepEqual(await shape(filled), await shape(never), 'twice is harmless')
  })

  test('removing sample data also removes what was added to it, and its ids in other records', async () => {
    const [filled, never] = [await server.company('Filled'), await server.company('Never')]
    await fill(filled)
    const mine = { filled: await own(filled), never: await own(never) }
    const jobs = await server.list(filled, 'jobcodes', '?type=regular')
    const job = jobs.find(({ has_children, name }) => !has_children && name === 'Warranty')!
    const person = (await server.list(filled, 'users')).find(({ username }) => username === 'maya')!
    const { worker } = mine.filled
    await server.createOne(filled, 'jobcode_assignments', { user_id: worker.id, jobcode_id: job.id })
    await server.createOne(filled, 'jobcode_assignments', { user_id: person.id, jobcode_id: mine.filled.job.id })
    const sheet = { user_id: worker.id, jobcode_id: job.id, type: 'manual', date: '2026-02-18', duration: 3600 }
    const made = await server.createOne(filled, 'timesheets', sheet)
    await server.delete(filled, `/timesheets?ids=${made.id}`)
    const [place] = (await server.list(filled, 'locations')).filter(({ addr1 }) => addr1 === '1 Own Street')
    const linked = { jobcodes: [mine.filled.job.id, job.id] }
    assert.equal((await server.put(filled, '/locations', [{ id: place!.id, linked_objects: linked }])).status, 200)
    await server.token(filled.id, person.id)
    // The jobs by which the server grants, alerts and reminds run over the sample, too.
    server.pass(86_400)
    await server.round()
    const { status, body } = await remove(filled)
    assert.equal(status, 200, JSON.stringify(body))
    const rest = async (company: TestCompany) => {
      const { notifications, deliveries, mails, sent_alerts, ...others } = (await shape(company)) as Values
      return others
    }
    assert.deepEqual(await rest(filled), await rest(never))
  })

  test('sample data is not removed while own records refer to it', async () => {
    const company = await server.company()
    const stranger = await server.company()
    await fill(company)
    const { worker, job } = await own(company)
    const find = async (resource: string, key: string, value: string) =>
      (await server.list(company, resource)).find((each) => each[key] === value)!
    const warranty = await find('jobcodes', 'name', 'Warranty')
    const maya = await find('users', 'username', 'maya')
    const crew = (await server.list(company, 'groups')).find(({ name }) => name !== 'Own group')!
    const mine = await find('groups', 'name', 'Own group')
    const refusal = async () => {
      const { status, body } = await remove(company)
      assert.equal(status, 417)
      const text = body.error.message.replace('Expectation Failed: ', '') as string
      assert.equal((await preview(company)).in_the_way.map(obstacleText).join('; '), text)
      return text
    }
    const sheet = { user_id: worker.id, jobcode_id: warranty.id, type: 'manual', date: '2026-02-18', duration: 3600 }
    await server.createOne(company, 'jobcode_assignments', { user_id: worker.id, jobcode_id: warranty.id })
    await server.createOne(company, 'timesheets', sheet)
    const before = await everything(company)
    assert.equal(await refusal(), '1 entry of yours is on sample jobs: move or delete them first')
    assert.deepEqual(await everything(company), before, 'a refusal changes nothing')
    await server.createOne(company, 'timesheets', { ...sheet, date: '2026-02-19' })
    assert.match(await refusal(), /^2 entries of yours are on sample jobs/)
    const sheets = await server.list(company, 'timesheets', `?start_date=2026-01-01&user_ids=${worker.id}`)
    const ids = sheets.filter(({ jobcode_id }) => jobcode_id === warranty.id).map(({ id }) => id)
    await server.delete(company, `/timesheets?ids=${ids.join()}`)
    assert.equal((await preview(company)).possible, true)

    await server.createOne(company, 'timesheets', {
      ...sheet,
      user_id: maya.id,
      jobcode_id: job.id,
      date: '2025-06-02',
    })
    await server.put(company, '/users', [{ id: worker.id, group_id: crew.id }])
    await server.put(company, '/groups', [{ id: mine.id, manager_ids: [maya.id] }])
    await server.put(company, '/jobcodes', [{ id: job.id, parent_id: warranty.id }])
    const [calendar] = await server.list(company, 'schedule_calendars')
    const shift = {
      schedule_calendar_id: calendar!.id,
      start: '2026-03-09T15:00:00+00:00',
      end: '2026-03-09T17:00:00+00:00',
    }
    await server.createOne(company, 'schedule_events', {
      ...shift,
      assigned_user_ids: [maya.id],
      all_day: false,
      title: 'Own shift',
    })
    const all = (await refusal()).split('; ')
    for (const expected of [
      '1 entry of yours is for sample people: delete them first',
      '1 person of yours is in sample groups: move them to another group first',
      '1 shift of yours is for sample people: delete them first',
      '1 group of yours is managed by sample people: choose other managers first',
    ])
      assert.ok(all.includes(expected), `${expected}: ${all.join('\n')}`)
    assert.equal((await preview(stranger)).possible, false)
    const employee = await ask(server, worker, 'DELETE', '/sample_data')
    assert.equal(employee.status, 403)
  })
})
