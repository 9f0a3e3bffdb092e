import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

onBoth('notifications', (database) => {
  let server: TestServer
  let company: TestCompany
  let employee: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    employee = await server.user(company)
  })
  after(() => server.stop())

  test('notifications are created with their defaults, listed and deleted', async () => {
    const created = await server.post(employee, '/notifications', [{ message: 'Shift starts now' }])
    assert.equal(created.status, 200)
    const item = created.body.results.notifications['1']
    assert.deepEqual(
      { ...item, id: typeof item.id, msg_tracking_id: /^[0-9a-f]{16}$/.test(item.msg_tracking_id) },
      {
        _status_code: 200,
        _status_message: 'Created',
        id: 'number',
        msg_tracking_id: true,
        user_id: employee.id,
        message: 'Shift starts now',
        method: 'push',
        delivery_time: '2026-03-02T15:00:00+00:00',
        created: '2026-03-02T15:00:00+00:00',
        precheck: 'none',
      },
    )
    const listed = await server.get(employee, '/notifications')
    assert.equal(listed.body.results.more, false)
    assert.equal(listed.body.more, false)
    assert.deepEqual(Object.keys(listed.body.results.notifications), [String(item.id)])
    const deleted = await server.delete(employee, `/notifications?ids=${item.id},999999`)
    assert.deepEqual(deleted.body.results.notifications[item.id], {
      _status_code: 200,
      _status_message: 'OK, deleted',
      id: String(item.id),
    })
    assert.equal(deleted.body.results.notifications['999999']._status_code, 404)
    assert.deepEqual((await server.get(employee, '/notifications')).body.results.notifications, {})
    assert.equal(
      (await server.delete(employee, `/notifications?ids=${item.id}`)).body.results.notifications[item.id]._status_code,
      404,
    )
  })

  test('each notification of a request has its own outcome', async () => {
    const { body } = await server.post(company, '/notifications', [
      { message: 'x'.repeat(2000) },
      { message: '😀'.repeat(2000), method: 'email', precheck: 'off_the_clock' },
      { message: 'x'.repeat(2001) },
      {},
      { message: '' },
      { message: 'a', method: 'fax' },
      { message: 'a', precheck: 'maybe' },
      { message: 'a', delivery_time: 'tomorrow' },
      { message: 'a', user_id: 999999 },
      { message: 'a', msg_tracking_id: 'mine' },
      { message: 'a\0b' },
      'text',
      { message: 'a', flavor: 'red' },
      { message: 'a', user_id: employee.id, delivery_time: '2026-03-03T08:00:00-07:00' },
    ])
    const items = Object.values<{ _status_code: number; _status_extra?: string }>(body.results.notifications)
    assert.deepEqual(
      items.map((item) => item._status_code),
      [200, 200, ...Array(11).fill(417), 200],
    )
    const reasons = items.map((item) => item._status_extra ?? '')
    for (const [index, word] of [
      [2, 'message'],
      [3, 'message'],
      [4, 'message'],
      [5, 'method'],
      [6, 'precheck'],
      [7, 'delivery_time'],
      [8, 'user_id'],
      [9, 'msg_tracking_id'],
      [10, 'message'],
      [12, 'flavor'],
    ] as const)
      assert.match(reasons[index]!, new RegExp(word))
  })

  test('an employee can neither send notifications to others nor list or delete theirs', async () => {
    const refused = await server.post(employee, '/notifications', [{ message: 'a', user_id: company.adminId }])
    assert.equal(refused.body.results.notifications['1']._status_code, 417)
    const foreign = await server.createOne(company, 'notifications', { message: 'for the boss' })
    assert.equal((await server.get(employee, `/notifications?user_id=${company.adminId}`)).status, 403)
    assert.deepEqual((await server.get(employee, `/notifications?ids=${foreign.id}`)).body.results.notifications, {})
    const own = await server.createOne(employee, 'notifications', { message: 'for me' })
    const idsOf = async (who: { token: string }) =>
      (await server.list(who, 'notifications', '?user_id=0')).map(({ id }) => id)
    const theirs = await idsOf(employee)
    assert.ok(theirs.includes(own.id) && !theirs.includes(foreign.id), '0 is every user whom one may name')
    const everyones = await idsOf(company)
    assert.ok(everyones.includes(own.id) && everyones.includes(foreign.id))
    const deleted = await server.delete(employee, `/notifications?ids=${foreign.id}`)
    assert.equal(deleted.body.results.notifications[foreign.id]._status_code, 404)
    assert.equal(
      (await server.get(company, `/notifications?msg_tracking_id=${foreign.msg_tracking_id}`)).body.results
        .notifications[foreign.id].message,
      'for the boss',
    )
  })

  test('notifications are filtered by time, and paginated in the order of delivery', async () => {
    const other = await server.user(company)
    const times = [5, 1, 4, 2, 3].map((hour) => ({
      message: `at ${hour}`,
      delivery_time: `2026-04-01T0${hour}:00:00Z`,
    }))
    await server.post(other, '/notifications', times)
    const messages = (records: { message: string }[]) => records.map((record) => record.message)
    assert.deepEqual(messages((await server.list(other, 'notifications')) as never), [
      'at 1',
      'at 2',
      'at 3',
      'at 4',
      'at 5',
    ])
    const between = '?delivery_after=2026-04-01T02:00:00%2B00:00&delivery_before=2026-04-01T05:00:00 00:00'
    assert.deepEqual(messages((await server.list(other, 'notifications', between)) as never), ['at 3', 'at 4'])
    const first = await server.get(other, '/notifications?per_page=2')
    assert.equal(first.body.results.more, true)
    assert.deepEqual(messages((await server.list(other, 'notifications', '?per_page=2&page=3')) as never), ['at 5'])
  })

  test('deleting notifications requires ids', async () => {
    assert.equal((await server.delete(company, '/notifications')).status, 417)
  })
})
