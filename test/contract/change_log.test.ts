import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { name, type Row, type SqlValue, sql } from '../../src/engine/sql.ts'
import { type Table, tableNamed, type Values } from '../../src/engine/table.ts'
import { timeOffRequestNotes } from '../../src/resources/time_off/request_notes.ts'
import { loggedRecord } from '../../src/webhooks/logged_record.ts'
import { resources, samples } from '../support/samples.ts'
import { settle } from '../support/sampling.ts'
import { insertSetting } from '../support/seed.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

// The change log holds the same as the tables: replayed from its first row, it gives every record of every resource.

/** Columns that change without a change of the record: none of them is one that a list shows, but `last_active`. */
const unlogged: Record<string, readonly string[]> = {
  users: ['last_active', 'password', 'login_pin'],
  notifications: ['state', 'read_at'],
  invitations: ['hash', 'expires', 'accepted'],
}

type Logged = {
  sequence: number
  resource: string
  record_id: number
  kind: string
  user_id: number
  application: string
  changed: number
  record: string
  was: string
}

const everything = [...resources, timeOffRequestNotes]

onBoth('the change log', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    for (const { name } of resources) await samples[name]!.make(server, company, 5)
    const about = { contact_method: 'email', contact_info: 'new@example.com' }
    await server.post(company, '/invitations', [{ ...about, user_id: (await server.user(company)).id }])
    await settle(server, company)
  })
  after(() => server.stop())

  const logged = (companyId = company.id) =>
    server.db.read.all<Logged>(sql`select * from changes where company_id = ${companyId} order by sequence`)
  const newest = async (from: number) => (await logged()).filter((row) => row.sequence > from)
  const end = async () => (await logged()).at(-1)!.sequence

  /** Compares the log with the tables. Returns the number of records. */
  const compare = async (companyId = company.id): Promise<number> => {
    const rows = await logged(companyId)
    rows.forEach((row, index) => {
      assert.equal(row.sequence, index + 1, 'sequences have no gaps')
      assert.ok(index === 0 || row.changed >= rows[index - 1]!.changed, 'the log is in the order of time')
    })
    const { last_change } = (await server.db.read.get<{ last_change: number }>(
      sql`select last_change from companies where company_id = ${companyId}`,
    ))!
    assert.equal(last_change, rows.length)
    const replayed = replay(rows)
    let count = 0
    for (const table of everything) {
      const stored = await server.db.read.all<Row>(
        sql`select * from ${name(table.name)} where company_id = ${companyId} order by id`,
      )
      const found = [...(replayed.get(table.name) ?? new Map<number, Values>()).values()].sort((a, b) => a.id - b.id)
      const expected = stored.map((row) => plain(table, table.load(row)))
      assert.deepEqual(
        found.map((row) => plain(table, row)),
        expected,
        table.name,
      )
      count += stored.length
    }
    return count
  }

  describe('the change log of each resource', () => {
    test('the change log has the records of every resource that were created', async () => {
      const counted = new Set((await logged()).map((row) => row.resource))
      for (const { name } of everything)
        if (name !== 'managed_clients') assert.ok(counted.has(name), `${name} is in the log`)
      assert.ok((await compare()) > 100)
    })

    for (const { name, update, create, remove } of resources) {
      const { all, change, item, touch } = samples[name]!
      const first = async () =>
        name === 'invitations' ? [] : await server.list(company, name, `${all(company)}&limit=2`)
      if (create && item)
        test(`a create of ${name} is in the change log`, async () => {
          await server.post(company, `/${name}`, [item(7000, company), {}])
          await compare()
        })
      if (update && change)
        test(`a change of ${name} is in the change log`, async () => {
          const rows = await first()
          await server.put(
            company,
            `/${name}`,
            [...rows, { id: 2_000_000_001 }].map(({ id }) => ({ id, ...change })),
          )
          for (const { id } of rows) await touch(server, company, id)
          await compare()
        })
      if (remove)
        test(`a deletion of ${name} is in the change log`, async () => {
          const from = await end()
          const rows = await first()
          await server.delete(company, `/${name}?ids=${rows.map(({ id }) => id)}`)
          await compare()
          assert.ok((await newest(from)).length >= rows.length)
        })
    }
  })

  test('the change log contains what follows from a write: clock-outs by the server, approvals, tombstones, balances', async () => {
    const worker = await server.user(company)
    await insertSetting(server, company.id, 'general', 'clockout_override', 1)
    const [open] = Object.values<Values>(
      (
        await server.post(company, '/timesheets', [
          { user_id: worker.id, type: 'regular', jobcode_id: 0, start: '2026-03-02T07:00:00-07:00', end: '' },
        ])
      ).body.results.timesheets,
    )
    const from = await end()
    server.pass(3 * 86_400)
    await server.round()
    const clockedOut = (await newest(from)).find((row) => row.resource === 'timesheets' && row.record_id === open!.id)!
    assert.equal(clockedOut.kind, 'updated')
    assert.deepEqual([clockedOut.user_id, clockedOut.application], [0, ''])
    const before = await end()
    await server.put(company, '/users', [{ id: worker.id, submitted_to: '2026-03-02', approved_to: '2026-03-02' }])
    assert.deepEqual(
      (await newest(before)).filter((row) => row.resource === 'users').map((row) => Object.keys(JSON.parse(row.was))),
      [['last_modified', 'submitted_to', 'approved_to'].sort((a, b) => order(a) - order(b))],
    )
    await compare()
  })

  test('the change log tells who did what with which application, and what was there before', async () => {
    const from = await end()
    const worker = await server.user(company, { permissions: { manage_my_timesheets: true } })
    const made = await server.createOne(worker, 'timesheets', {
      ...{ user_id: worker.id, jobcode_id: 0, type: 'manual', date: '2026-02-01', duration: 60, notes: 'first' },
    })
    await server.put(worker, '/timesheets', [{ id: made.id, notes: 'second' }])
    await server.put(worker, '/timesheets', [{ id: made.id, notes: 'second' }])
    await server.delete(company, `/timesheets?ids=${made.id}`)
    const [group] = Object.values<Values>(
      (await server.post(company, '/groups', [{ name: 'To be archived' }])).body.results.groups,
    )
    await server.put(company, '/groups', [{ id: group!.id, active: false }])
    const rows = (await newest(from)).filter((row) => [made.id, group!.id].includes(row.record_id))
    assert.deepEqual(
      rows.map(({ resource, kind, user_id, application }) => [resource, kind, user_id, application]),
      [
        ['timesheets', 'created', worker.id, 'Test client'],
        ['timesheets', 'updated', worker.id, 'Test client'],
        ['timesheets', 'deleted', company.adminId, 'Test client'],
        ['timesheets_deleted', 'created', company.adminId, 'Test client'],
        ['groups', 'created', company.adminId, 'Test client'],
        ['groups', 'archived', company.adminId, 'Test client'],
      ],
    )
    assert.equal(JSON.parse(rows[1]!.record).notes, 'second')
    assert.equal(JSON.parse(rows[1]!.was).notes, 'first')
    assert.equal(JSON.parse(rows[2]!.record).notes, 'second', 'a deletion has the last state')
  })

  test('the change log has no secrets, and nothing of refused writes and dry runs', async () => {
    const from = await end()
    await server.put(company, '/users', [{ id: company.adminId, password: 'correct horse battery' }])
    const rows = (await newest(from)).filter((row) => row.resource === 'users')
    for (const row of rows) assert.doesNotMatch(row.record + row.was, /password"|login_pin|scrypt|argon/)
    const before = await end()
    await server.post(company, '/groups', [{ name: '' }])
    await server.call(company.token, 'POST', '/groups', { data: [{ name: 'Dry' }] }, { 'x-clockhouse-dry-run': 'yes' })
    assert.equal(await end(), before)
  })

  test('the change log is pruned after the days of the company’s setting, ninety by default', async () => {
    const brief = await server.company('Brief')
    const long = await server.company('Long')
    for (const who of [brief, long]) who.token = await server.token(who.id, who.adminId, 400 * 86_400)
    await insertSetting(server, brief.id, 'general', 'change_log_days', 10)
    await insertSetting(server, long.id, 'general', 'change_log_days', 365)
    const add = (who: TestCompany, name: string) => server.createOne(who, 'groups', { name })
    for (const who of [brief, long]) await add(who, 'Old')
    server.pass(11 * 86_400)
    for (const who of [brief, long]) await add(who, 'New')
    const names = async ({ id }: TestCompany) =>
      (await logged(id)).filter((row) => row.resource === 'groups').map((row) => JSON.parse(row.record).name)
    await server.round()
    assert.deepEqual(await names(brief), ['New'])
    assert.deepEqual(await names(long), ['Old', 'New'])
    assert.ok((await logged()).length > 100)
    server.pass(91 * 86_400)
    await server.round()
    assert.ok((await logged()).length < 10, 'only what the round itself has changed')
    assert.deepEqual(await names(long), ['Old', 'New'])
  })
})

/** Users' columns in the order of their declaration. */
function order(column: string): number {
  return Object.keys(tableNamed('users').fields).indexOf(column)
}

/** Applies the log; checks each row against what was there before. */
function replay(rows: readonly Logged[]): Map<string, Map<number, Values>> {
  const states = new Map<string, Map<number, Record<string, SqlValue>>>()
  for (const { resource, record_id, kind, record, was, sequence } of rows) {
    const state = states.get(resource) ?? new Map()
    states.set(resource, state)
    const columns = JSON.parse(record)
    const before = state.get(record_id)
    assert.equal(before !== undefined, kind !== 'created', `${sequence}: ${kind} ${resource} ${record_id}`)
    const hidden = unlogged[resource] ?? []
    const bare = (all: Values) => Object.fromEntries(Object.entries(all).filter(([column]) => !hidden.includes(column)))
    if (was) assert.deepEqual(bare({ ...columns, ...JSON.parse(was) }), bare(before!), `${sequence}: ${resource}`)
    if (kind === 'deleted') {
      assert.deepEqual(bare(columns), bare(before!), `${sequence}: ${resource}`)
      state.delete(record_id)
    } else state.set(record_id, columns)
  }
  return new Map(
    [...states].map(([resource, state]) => [
      resource,
      new Map([...state].map(([id, columns]) => [id, loggedRecord(tableNamed(resource), columns)])),
    ]),
  )
}

function plain(table: Table, record: Values): Values {
  const hidden = unlogged[table.name] ?? []
  const shown = Object.entries(table.fields).filter(([column, { stored }]) => stored && !hidden.includes(column))
  return Object.fromEntries(shown.map(([column, { save }]) => [column, save(record[column])]))
}
