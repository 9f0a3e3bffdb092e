import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import type { Values } from '../../src/engine/table.ts'
import { createToken } from '../../src/oauth/tokens.ts'
import { insertSetting } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { callTool, connectTo, dataOf, messageOf } from './client.ts'

// What each tool shows and changes, by the scopes of the token and the rights of its user. Tools have no rights of their
// own: their requests go through the same door as those of every other program.

type Role = 'administrator' | 'manager' | 'employee'
const roles: readonly Role[] = ['administrator', 'manager', 'employee']

const range = { start_date: '2026-02-23', end_date: '2026-03-02' }

onEither('the rights of assistants', (database) => {
  let server: TestServer
  let url: string
  let company: TestCompany
  let ids: Record<Role | 'other', number>
  let entries: Record<Role | 'other', number>
  const clients: Client[] = []
  before(async () => {
    server = await TestServer.start(database)
    url = await server.listen()
    company = await server.company()
    await insertSetting(server, company.id, 'general', 'assistants_write', 1)
    const group = await server.createOne(company, 'groups', { name: 'Crew' })
    const permissions = { manage_my_timesheets: true }
    const person = (properties: Values) => server.user(company, { permissions, ...properties })
    const [manager, employee, other] = [
      await person({ first_name: 'Mara', last_name: 'Manager' }),
      await person({ first_name: 'Emil', last_name: 'Employee', group_id: group.id }),
      await person({ first_name: 'Otto', last_name: 'Other' }),
    ]
    const made = await server.put(company, '/groups', [{ id: group.id, manager_ids: [manager.id] }])
    assert.equal(made.status, 200, made.text)
    ids = { administrator: company.adminId, manager: manager.id, employee: employee.id, other: other.id }
    const entryOf = async (user_id: number): Promise<number> => {
      const item = { user_id, jobcode_id: 0, type: 'manual', date: '2026-02-26', duration: 3600 }
      return (await server.createOne(company, 'timesheets', item)).id
    }
    entries = {
      administrator: await entryOf(ids.administrator),
      manager: await entryOf(ids.manager),
      employee: await entryOf(ids.employee),
      other: await entryOf(ids.other),
    }
    for (const { id } of [manager, employee, other]) {
      const item = { user_id: id, jobcode_id: 0, type: 'regular', start: '2026-03-02T07:00:00-07:00', end: '' }
      await server.createOne(company, 'timesheets', item)
    }
  })
  after(async () => {
    for (const client of clients) await client.close()
    await server.stop()
  })

  const connect = async (role: Role, scopes = ''): Promise<Client> => {
    const { token } = await createToken(server.world, {
      companyId: company.id,
      userId: ids[role],
      name: 'Desk',
      scopes,
    })
    const client = await connectTo(url, token)
    clients.push(client)
    return client
  }

  // A tool, its arguments, and the scopes that it needs. The first one is missing first.
  const calls = (role: Role): [string, Values, string[]][] => [
    ['who_is_on_the_clock', {}, ['reports:read']],
    ['sum_hours', range, ['timesheets:read']],
    ['list_time', range, ['timesheets:read']],
    ['find_people', {}, ['users:read']],
    ['find_jobs', {}, ['jobcodes:read']],
    ['list_time_off', {}, ['time_off_request_entries:read']],
    ['list_time_off', { show: 'balances' }, ['users:read']],
    ['list_approvals', range, ['timesheets:read']],
    ['list_schedule', {}, ['schedule_calendars:read', 'schedule_events:read']],
    ['run_report', { report: 'payroll', ...range }, ['reports:read']],
    ['run_report', { report: 'payroll_by_job', ...range }, ['reports:read']],
    ['run_report', { report: 'projects' }, ['reports:read']],
    ['read_records', { type: 'groups' }, ['groups:read']],
    ['clock', { action: role === 'administrator' ? 'in' : 'out', dry_run: true }, ['timesheets:write']],
    ['save_time', { id: entries[role], notes: 'Edited', dry_run: true }, ['timesheets:write']],
    ['delete_time', { id: entries[role], dry_run: true }, ['timesheets:write']],
    ['approve_time', { user_id: ids.employee, through: '2026-02-26', dry_run: true }, ['users:write']],
  ]

  for (const role of roles)
    test(`each tool of ${role === 'manager' ? 'a' : 'an'} ${role} needs its scopes, and no others`, async () => {
      const all = await connect(role)
      const none = await connect(role, 'files:read')
      const reading = await connect(role, 'read')
      for (const [name, args, scopes] of calls(role)) {
        const free = await callTool(all, name, args)
        const exact = await callTool(await connect(role, scopes.join(' ')), name, args)
        assert.equal(exact.isError, free.isError, `${name}: ${exact.text}`)
        // What a person's rights do not allow is refused in the same words, whatever the scopes.
        if (free.isError) assert.equal(exact.text, free.text, name)
        const missing = new RegExp(
          `the scopes of this token do not include ${scopes[0]!.replace('write', '(read|write)')}`,
        )
        assert.match(await messageOf(none, name, args), missing, name)
        const read = await callTool(reading, name, args)
        if (scopes[0]!.endsWith(':write'))
          assert.match(read.text, /the scopes of this token do not include \w+:write/, name)
        else assert.deepEqual(read, free, name)
      }
    })

  test('an assistant sees the people, time and reports that its user sees', async () => {
    const { administrator, manager, employee, other } = ids
    const seen: Record<Role, number[]> = {
      administrator: [administrator, manager, employee, other],
      manager: [manager, employee],
      employee: [employee],
    }
    const idsIn = (rows: Values[]) => [...new Set(rows.map(({ user_id }) => user_id))].toSorted((a, b) => a - b)
    for (const role of roles) {
      const client = await connect(role)
      const worked = seen[role]
      assert.deepEqual(idsIn((await dataOf(client, 'list_time', range)).entries), worked, role)
      assert.deepEqual(idsIn((await dataOf(client, 'sum_hours', range)).rows), worked, role)
      assert.deepEqual(idsIn((await dataOf(client, 'list_approvals', range)).people), worked, role)
      const payroll = await dataOf(client, 'run_report', { report: 'payroll', ...range })
      assert.deepEqual(idsIn(payroll.people), worked, role)
      const clocked = worked.filter((id) => id !== administrator)
      assert.deepEqual(idsIn((await dataOf(client, 'who_is_on_the_clock')).people), clocked, role)
      const { people } = await dataOf(client, 'find_people', { user_ids: [other] })
      assert.deepEqual([people[0].name, 'approved_to' in people[0]], ['Otto Other', false], role)
      const asked = await callTool(client, 'list_time', { user_ids: [other] })
      assert.equal(asked.isError ? 0 : JSON.parse(asked.text).entries.length, role === 'administrator' ? 1 : 0, role)
    }
  })

  test('an assistant changes what its user may change, and is refused the rest', async () => {
    const outcomes: [Role, keyof typeof entries, { edits: boolean; approves: boolean }][] = [
      ['administrator', 'other', { edits: true, approves: true }],
      ['manager', 'employee', { edits: true, approves: true }],
      ['manager', 'other', { edits: false, approves: false }],
      ['employee', 'employee', { edits: true, approves: false }],
      ['employee', 'other', { edits: false, approves: false }],
      ['employee', 'manager', { edits: false, approves: false }],
    ]
    for (const [role, whose, { edits, approves }] of outcomes) {
      const client = await connect(role)
      const words = `${role}, ${whose}`
      const dry = { dry_run: true }
      const isDone = async (name: string, args: Values) => !(await callTool(client, name, { ...args, ...dry })).isError
      assert.equal(await isDone('save_time', { id: entries[whose], notes: 'Edited' }), edits, words)
      assert.equal(await isDone('delete_time', { id: entries[whose] }), edits, words)
      assert.equal(await isDone('clock', { action: 'out', user_id: ids[whose] }), edits, words)
      const added = { user_id: ids[whose], date: '2026-02-25', hours: 1 }
      assert.equal(await isDone('save_time', added), edits, words)
      assert.equal(await isDone('approve_time', { user_id: ids[whose], through: '2026-02-26' }), approves, words)
    }
  })

  test('without the scopes for names, an answer has ids', async () => {
    const client = await connect('administrator', 'timesheets:read')
    const { rows, total } = await dataOf(client, 'sum_hours', { ...range, end_date: '2026-03-01' })
    assert.deepEqual(
      rows.map(({ user_id, person }: Values) => [typeof user_id, person]),
      Array(4).fill(['number', undefined]),
    )
    assert.deepEqual(total, { hours: 4 })
    const { entries: listed } = await dataOf(client, 'list_time', { user_ids: [ids.other], ...range })
    assert.deepEqual([listed[0].user_id, listed[0].person], [ids.other, undefined])
  })

  test('hours of jobs that cannot be read are no work', async () => {
    const job = await server.createOne(company, 'jobcodes', { name: 'Away', type: 'pto', assigned_to_all: true })
    const [away, both] = ['2026-02-10', '2026-02-11'] as const
    const item = { user_id: ids.other, type: 'manual', duration: 3600 }
    await server.createOne(company, 'timesheets', { ...item, jobcode_id: job.id, date: away })
    await server.createOne(company, 'timesheets', { ...item, jobcode_id: job.id, date: both })
    await server.createOne(company, 'timesheets', { ...item, jobcode_id: 0, date: both })
    const totals = async (scopes: string) => {
      const client = await connect('administrator', scopes)
      const sums = [away, both].map((day) => dataOf(client, 'sum_hours', { start_date: day, end_date: day }))
      return (await Promise.all(sums)).map(({ total }) => total)
    }
    assert.deepEqual(await totals('timesheets:read'), [
      { hours: 0, hours_of_unknown_kind: 1 },
      { hours: 1, hours_of_unknown_kind: 1 },
    ])
    assert.deepEqual(await totals('timesheets:read jobcodes:read'), [
      { hours: 0, time_off_hours: 1 },
      { hours: 1, time_off_hours: 1 },
    ])
  })

  test('a list that could not be continued, because the call names too many ids, is refused', async () => {
    const client = await connect('administrator')
    const others = Array.from({ length: 900 }, (_, at) => 1_000_000_000 + at)
    const args = { ...range, user_ids: [...Object.values(ids), ...others] }
    assert.match(await messageOf(client, 'list_time', { ...args, limit: 2 }), /too many ids at once/)
    const { entries: listed, more } = await dataOf(client, 'list_time', { ...args, limit: 200 })
    assert.deepEqual([listed.length, more], [7, undefined])
  })
})
