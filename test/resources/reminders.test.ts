import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

type Person = { id: number; token: string }

onBoth('reminders', (database) => {
  let server: TestServer
  let company: TestCompany
  let employee: Person
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    employee = await server.user(company)
  })
  after(() => server.stop())

  const item = (properties: Values = {}) => ({
    user_id: employee.id,
    reminder_type: 'clock-in',
    due_time: '07:55:00',
    due_days_of_week: 'Mon,Tue,Wed,Thu,Fri',
    distribution_methods: 'Push,Email',
    active: true,
    enabled: true,
    ...properties,
  })
  const post = async (items: Values[], who: { token: string } = company) => {
    const answer = await server.post(who, '/reminders', items)
    assert.equal(answer.status, 200, answer.text)
    return Object.values<Values>(answer.body.results.reminders)
  }
  const put = async (items: Values[], who: { token: string } = company) =>
    Object.values<Values>((await server.put(who, '/reminders', items)).body.results.reminders)
  const codes = (items: Values[]) => items.map((result) => result._status_code)

  test('reminders are created, listed and changed as in the documented example', async () => {
    const { body } = await server.post(company, '/reminders', [item()])
    const created = body.results.reminders['1']
    const now = '2026-03-02T15:00:00+00:00'
    assert.equal(typeof created.id, 'string')
    assert.deepEqual(created, {
      _status_code: 200,
      _status_message: 'Created',
      ...item(),
      id: created.id,
      last_modified: now,
      created: now,
    })
    assert.deepEqual(Object.keys(body.supplemental_data.users), [String(employee.id)])
    const days = 'Mon,Tue,Thu,Fri'
    const shared = { user_id: 0, reminder_type: 'clock-out', due_time: '18:00:00', due_days_of_week: days }
    const [whole] = await post([item({ ...shared, distribution_methods: 'Push' })])
    const listed = (await server.get(company, `/reminders?user_ids=0,${employee.id}`)).body
    const { _status_code, _status_message, ...record } = created
    assert.deepEqual(listed.results, {
      reminders: {
        [created.id]: { ...record, id: Number(created.id) },
        [whole!.id]: {
          id: Number(whole!.id),
          ...shared,
          distribution_methods: 'Push',
          active: true,
          enabled: true,
          last_modified: now,
          created: now,
        },
      },
    })
    assert.equal(listed.more, false)
    const [changed] = await put([{ id: Number(created.id), due_time: '07:50:00' }])
    assert.deepEqual(changed, {
      ...created,
      _status_message: 'Updated',
      id: Number(created.id),
      due_time: '07:50:00',
      last_modified: changed!.last_modified,
    })
  })

  test('a user has one reminder of each type: another one is 202 with the existing one, and 406 within a request or by an update', async () => {
    const other = await server.user(company)
    const [created] = await post([item({ user_id: other.id })])
    const again = { user_id: other.id, due_time: '09:00:00', enabled: false }
    const [there] = await post([item(again)])
    assert.deepEqual([there!._status_code, there!._status_message], [202, 'Accepted'])
    assert.deepEqual([there!.id, there!.due_time, there!.enabled], [created!.id, '07:55:00', true])
    const out = { user_id: other.id, reminder_type: 'clock-out' }
    const results = await post([item({ ...out, due_time: '7:55' }), item(out), item(out), item(again), item(again)])
    assert.deepEqual(codes(results), [417, 200, 406, 202, 406])
    assert.match(results[2]!._status_extra, /^Duplicate entry/)
    const [clash, same, moved] = await put([
      { id: created!.id, reminder_type: 'clock-out' },
      { id: created!.id, reminder_type: 'clock-in' },
      { id: created!.id, reminder_type: 'shift-end-after' },
    ])
    assert.deepEqual(codes([clash!, same!, moved!]), [406, 200, 200])
    assert.equal((await post([item({ user_id: other.id })]))[0]!._status_code, 200)
  })

  test('reminders have every type that clients know, and can be filtered by it', async () => {
    const other = await server.user(company)
    const types = [
      'clock-in',
      'clock-out',
      'shift-published',
      'shift-start-before',
      'shift-start-after',
      'shift-start-before-manager',
      'shift-start-after-manager',
      'shift-end-before',
      'shift-end-after',
    ]
    const created = await post(types.map((reminder_type) => item({ user_id: other.id, reminder_type })))
    assert.deepEqual(codes(created), Array(9).fill(200))
    const asked = async (more: string) =>
      (await server.list(company, 'reminders', `?user_ids=${other.id}${more}`)).map((row) => row.reminder_type)
    assert.deepEqual(await asked(''), types)
    assert.deepEqual(await asked('&reminder_types=clock-in, shift-published'), ['clock-in', 'shift-published'])
    assert.deepEqual(await asked('&limit=2&page=2'), types.slice(2, 4))
    assert.equal((await server.get(company, `/reminders?user_ids=${other.id}&limit=2`)).body.more, true)
    server.pass(60)
    await put([{ id: created[3]!.id, active: false }])
    const since = new Date(server.now / 1000 - 1000).toISOString()
    assert.deepEqual(await asked(`&modified_since=${since}`), ['shift-start-before'])
  })

  test('the lists of a reminder are stored in order and without blanks, however they were sent', async () => {
    const other = await server.user(company)
    const [created] = await post([
      item({ user_id: other.id, due_days_of_week: 'Fri, Mon,  tue', distribution_methods: ['Email', 'Push'] }),
    ])
    assert.deepEqual([created!.due_days_of_week, created!.distribution_methods], ['Mon,Tue,Fri', 'Push,Email'])
    const [changed] = await put([{ id: created!.id, distribution_methods: 'SMS, Push', due_days_of_week: 'Sun,Sun' }])
    assert.deepEqual([changed!.due_days_of_week, changed!.distribution_methods], ['Sun', 'Push,SMS'])
    assert.equal(
      (await put([{ ...changed, _status_code: undefined, _status_message: undefined }]))[0]!.last_modified,
      changed!.last_modified,
    )
  })

  test('every property of a reminder is required and validated', async () => {
    for (const name of Object.keys(item())) {
      const [result] = await post([{ ...item(), [name]: undefined }])
      assert.deepEqual([result!._status_code, result!._status_extra], [417, `${name} is required`])
    }
    const bad: [string, unknown][] = [
      ['user_id', 2000000001],
      ['user_id', 'x'],
      ['reminder_type', 'lunch'],
      ['due_time', '07:57:00'],
      ['due_time', '24:00:00'],
      ['due_time', '07:55:30'],
      ['due_time', '07:55'],
      ['due_time', ''],
      ['due_days_of_week', ''],
      ['due_days_of_week', 'Mon,Funday'],
      ['due_days_of_week', 5],
      ['distribution_methods', 'Pigeon'],
      ['distribution_methods', []],
      ['active', 'maybe'],
      ['enabled', ''],
    ]
    const results = await post(bad.map(([name, value]) => item({ reminder_type: 'shift-published', [name]: value })))
    for (const [index, [name]] of bad.entries()) {
      assert.equal(results[index]!._status_code, 417, `${bad[index]}`)
      assert.match(results[index]!._status_extra, new RegExp(name))
    }
    const leaver = await server.user(company)
    await server.put(company, '/users', [{ id: leaver.id, active: false }])
    assert.equal((await post([item({ user_id: leaver.id })]))[0]!._status_code, 417)
    const [own] = await post([item({ reminder_type: 'shift-published' })])
    assert.deepEqual(
      codes(await put([{ id: 2000000001, active: true }, { id: own!.id, user_id: 0 }, { active: true }])),
      [417, 417, 417],
    )
    const many = Array.from({ length: 51 }, () => item())
    assert.equal((await server.post(company, '/reminders', many)).status, 413)
    assert.equal((await server.delete(company, `/reminders?ids=${own!.id}`)).status, 405)
  })

  test('the company’s reminders belong to administrators, and a person’s to them, their managers and administrators', async () => {
    const manager = await server.user(company)
    const group = await server.createOne(company, 'groups', { name: 'Crew', manager_ids: [manager.id] })
    const member = await server.user(company, { group_id: group.id })
    const shift = { reminder_type: 'shift-end-before' }
    const tries: [Person | TestCompany, number, number][] = [
      [member, member.id, 200],
      [manager, manager.id, 200],
      [manager, member.id, 202],
      [manager, employee.id, 417],
      [member, manager.id, 417],
      [manager, 0, 417],
      [company, 0, 200],
      [company, employee.id, 200],
    ]
    for (const [who, user_id, status] of tries)
      assert.deepEqual(codes(await post([item({ ...shift, user_id })], who)), [status], `${user_id}`)
    const all = `?user_ids=0,${member.id},${manager.id},${employee.id}&reminder_types=shift-end-before`
    const seen = async (who: { token: string }) =>
      (await server.list(who, 'reminders', all)).map((row) => row.user_id).sort((a, b) => a - b)
    assert.deepEqual(await seen(member), [0, member.id])
    assert.deepEqual(
      await seen(manager),
      [0, manager.id, member.id].sort((a, b) => a - b),
    )
    assert.equal((await seen(company)).length, 4)
    // Without user_ids: every reminder visible to the user.
    const unnamed = async (who: { token: string }) =>
      (await server.list(who, 'reminders', '?reminder_types=shift-end-before')).map((row) => row.user_id)
    for (const who of [member, manager])
      assert.deepEqual(
        (await unnamed(who)).toSorted((a, b) => a - b),
        await seen(who),
      )
    const listed = await unnamed(company)
    for (const user_id of await seen(company)) assert.ok(listed.includes(user_id))
    assert.equal((await server.get(member, '/reminders')).body.more, false)
    const rows = await server.list(company, 'reminders', all)
    for (const row of rows) {
      const [byMember] = await put([{ id: row.id, enabled: false }], member)
      assert.equal(byMember!._status_code, row.user_id === member.id ? 200 : 417)
    }
  })
})
