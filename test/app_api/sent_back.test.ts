import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

onEither('sending time back', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  const ask = async (token: string, method: 'GET' | 'POST', path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const url = `/api/console${path}`
    const { statusCode, body } = await server.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    return { status: statusCode, body: JSON.parse(body) }
  }

  test('an approver sends time back, which reopens it from that day on and leaves a message', async () => {
    const manager = await server.user(company)
    const group = await server.createOne(company, 'groups', { name: 'Roofers', manager_ids: String(manager.id) })
    const worker = await server.user(company, { group_id: group.id })
    const dates = { id: worker.id, submitted_to: '2026-02-28', approved_to: '2026-02-28' }
    await server.put(company, '/users', [dates])

    const back = { user_id: worker.id, start_date: '2026-02-15', message: 'Thursday is missing' }
    assert.equal((await ask(worker.token, 'POST', '/approvals/send_back', back)).status, 403)
    assert.equal((await ask(manager.token, 'POST', '/approvals/send_back', back)).status, 200)
    const [user] = await server.list(company, 'users', `?ids=${worker.id}`)
    assert.deepEqual([user!.submitted_to, user!.approved_to], ['2026-02-14', '2026-02-14'])
    const { messages } = (await ask(worker.token, 'GET', '/messages')).body
    assert.deepEqual(
      messages.map(({ message }: { message: string }) => message),
      ['Thursday is missing'],
    )
    assert.deepEqual((await ask(manager.token, 'GET', '/messages')).body.messages, [])

    // Time already open from an earlier day stays open from there.
    await ask(manager.token, 'POST', '/approvals/send_back', { ...back, start_date: '2026-02-20' })
    const [same] = await server.list(company, 'users', `?ids=${worker.id}`)
    assert.equal(same!.approved_to, '2026-02-14')
  })

  test('invalid requests to send time back are refused, and people of another company do not exist for them', async () => {
    const other = await server.company()
    for (const [change, status] of [
      [{ user_id: other.adminId }, 404],
      [{ start_date: 'soon' }, 417],
      [{ message: '' }, 417],
      [{ message: 'x'.repeat(2001) }, 417],
    ] as const) {
      const worker = await server.user(company)
      const back = { user_id: worker.id, start_date: '2026-02-15', message: 'why', ...change }
      assert.equal((await ask(company.token, 'POST', '/approvals/send_back', back)).status, status)
    }
  })
})
