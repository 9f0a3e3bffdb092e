import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Row, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

type Person = { id: number; token: string }

onBoth('invitations', (database) => {
  let server: TestServer
  let company: TestCompany
  let worker: Person
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    worker = await server.user(company, { email: 'worker2@northyard.example' })
  })
  after(() => server.stop())

  const send = async (items: Values[], who: { token: string } = company) => {
    const answer = await server.post(who, '/invitations', items)
    assert.equal(answer.status, 200, answer.text)
    return Object.values<Values>(answer.body.results.invites)
  }
  const stored = (userId: number) =>
    server.db.read.all<Row>(
      sql`select * from invitations where company_id = ${company.id} and user_id = ${userId} order by id`,
    )
  const email = (properties: Values) => ({ contact_method: 'email', ...properties })

  test('invitations are answered as in the documented example, word for word', async () => {
    const { status, body } = await server.post(company, '/invitations', [
      { contact_method: 'email', contact_info: 'worker2@northyard.example', user_id: String(worker.id) },
      { contact_method: 'fax', contact_info: '1', user_id: worker.id },
    ])
    assert.equal(status, 200)
    assert.deepEqual(body.results, {
      invites: {
        '1': { _status_code: 201, _status_message: 'Created' },
        '2': {
          _status_code: 400,
          _status_message: 'Bad Request',
          _status_extra: 'contact_method must be sms or email',
          _status_reason: { code: 'not_sms_or_email', field: 'contact_method' },
        },
      },
    })
  })

  test('an invitation waits to be sent for seven days, and a later one replaces it', async () => {
    await send([email({ user_id: worker.id })])
    const [first, ...more] = await stored(worker.id)
    assert.deepEqual(more, [])
    assert.deepEqual(
      [first!.contact_method, first!.contact_info, first!.hash, first!.accepted, first!.created_by_user_id],
      ['email', 'worker2@northyard.example', '', 0, company.adminId],
    )
    assert.equal(Number(first!.expires) - server.now, 7 * 86_400_000_000)
    assert.deepEqual(
      (await send([email({ user_id: worker.id }), email({ user_id: worker.id, contact_info: 'new@x.example' })])).map(
        (item) => item._status_code,
      ),
      [201, 201],
    )
    const rows = await stored(worker.id)
    assert.deepEqual(
      rows.map((row) => row.contact_info),
      ['new@x.example'],
    )
    assert.notEqual(rows[0]!.id, first!.id)
  })

  test('an invitation finds the person by id, by address or by both', async () => {
    const plain = await server.user(company)
    for (let count = 0; count < 2; count++) await server.user(company, { email: 'shared@x.example' })
    const [sharer] = (await server.list(company, 'users')).filter((user) => user.email === 'shared@x.example')
    const outcomes: [Values, number, string][] = [
      [email({ contact_info: ' WORKER2@northyard.example ' }), 201, ''],
      [email({ contact_info: 'free@x.example', user_id: plain.id }), 201, ''],
      [email({ contact_info: 'shared@x.example', user_id: sharer!.id }), 201, ''],
      [email({ contact_info: 'worker2@northyard.example', user_id: plain.id }), 400, 'contact_info'],
      [email({ contact_info: 'shared@x.example' }), 400, 'more than one'],
      [email({ contact_info: 'nonesuch@x.example' }), 400, 'no user'],
      [email({ user_id: plain.id }), 400, 'contact_info'],
      [email({ user_id: 2000000001 }), 400, 'user_id'],
      [email({ user_id: 'x' }), 400, 'user_id'],
      [email({}), 400, 'user_id or contact_info'],
      [email({ contact_info: 'no address', user_id: plain.id }), 400, 'contact_info'],
      [email({ contact_info: `${'x'.repeat(250)}@x.example`, user_id: plain.id }), 400, 'contact_info'],
      [{ contact_method: 'sms', contact_info: '+1 555 0100', user_id: worker.id }, 400, 'text messages'],
      [{ contact_info: 'worker2@northyard.example', user_id: worker.id }, 400, 'contact_method'],
      [email({ user_id: worker.id, flavor: 1 }), 400, 'Invalid params: flavor'],
    ]
    const results = await send(outcomes.map(([item]) => item))
    for (const [index, [item, status, hint]] of outcomes.entries()) {
      assert.equal(results[index]!._status_code, status, JSON.stringify([item, results[index]]))
      assert.match(results[index]!._status_extra ?? '', new RegExp(hint))
      assert.ok(Object.keys(results[index]!).every((name) => name.startsWith('_status')))
    }
  })

  test('only administrators and people with manage_users invite, and only administrators invite administrators', async () => {
    const hr = await server.user(company, { permissions: { manage_users: true } })
    assert.equal((await send([email({ user_id: worker.id })], hr))[0]!._status_code, 201)
    const invited = email({ user_id: company.adminId, contact_info: 'mine@x.example' })
    assert.match((await send([invited], hr))[0]!._status_extra, /administrator/)
    const other = await server.user(company, { permissions: { admin: true } })
    assert.equal((await send([invited], other))[0]!._status_code, 201)
    const [own] = await send([invited])
    assert.deepEqual([own!._status_code, /invite yourself/.test(own!._status_extra)], [400, true])
    const [refused] = await send([email({ user_id: worker.id })], worker)
    assert.deepEqual([refused!._status_code, /manage_users/.test(refused!._status_extra)], [400, true])
  })

  test('archived people and people of another company cannot be invited', async () => {
    const leaver = await server.user(company, { email: 'leaver@x.example' })
    await send([email({ user_id: leaver.id })])
    await server.put(company, '/users', [{ id: leaver.id, active: false }])
    assert.deepEqual(await stored(leaver.id), [])
    for (const item of [email({ user_id: leaver.id }), email({ contact_info: 'leaver@x.example' })])
      assert.match((await send([item]))[0]!._status_extra, /archived/)
    const other = await server.company()
    const [refused] = await send([email({ user_id: worker.id, contact_info: 'a@x.example' })], other)
    assert.equal(refused!._status_extra, `user_id: there is no user ${worker.id}`)
    assert.match(
      (await send([email({ contact_info: 'worker2@northyard.example' })], other))[0]!._status_extra,
      /no user/,
    )
  })

  test('invitations can be neither listed nor changed, and more than 50 in a request are 413', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      assert.equal((await server.call(company.token, method, '/invitations')).status, 405, method)
    const many = Array.from({ length: 51 }, () => email({ user_id: worker.id }))
    assert.equal((await server.post(company, '/invitations', many)).status, 413)
  })
})
