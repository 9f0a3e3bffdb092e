import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { noise, upload } from '../support/pictures.ts'
import { settle } from '../support/sampling.ts'
import { type Answer, onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { contents } from '../support/statements.ts'

// A client that has lost an answer repeats the request with the same key.

onBoth('writes with an idempotency key', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    const made = await server.company()
    company = { ...made, token: await server.token(made.id, made.adminId, 60 * 86_400) }
    await settle(server, company)
  })
  after(() => server.stop())

  type Method = 'POST' | 'PUT' | 'DELETE'
  const send = (key: string, method: Method, path: string, data?: unknown, who: { token: string } = company) =>
    server.call(who.token, method, path, data === undefined ? undefined : { data }, { 'idempotency-key': key })
  const refused = (answer: Answer) => {
    assert.equal(answer.status, 417, answer.text)
    assert.equal(answer.body.error.code, 417)
    assert.match(answer.body.error.message, /^Expectation Failed: Idempotency-Key\b/)
  }
  const hours = (notes: string) => [
    { user_id: company.adminId, jobcode_id: 0, type: 'manual', date: '2026-03-02', duration: 3600, notes },
  ]

  test('a write with an idempotency key is done once, and answered the same again, whatever has happened since', async () => {
    const made = await send('create-1', 'POST', '/timesheets', hours('once'))
    const { id } = made.body.results.timesheets['1']
    const changed = await send('change-1', 'PUT', '/timesheets', [{ id, notes: 'changed' }])
    assert.equal(changed.body.results.timesheets['1'].notes, 'changed')
    const deleted = await send('delete-1', 'DELETE', `/timesheets?ids=${id}`)
    assert.equal(deleted.body.results.timesheets[id]._status_code, 200)
    const stood = await contents(server)
    server.pass(6 * 86_400)
    for (let times = 0; times < 2; times++) {
      assert.equal((await send('create-1', 'POST', '/timesheets', hours('once'))).text, made.text)
      assert.equal((await send('change-1', 'PUT', '/timesheets', [{ id, notes: 'changed' }])).text, changed.text)
      assert.equal((await send('delete-1', 'DELETE', `/timesheets?ids=${id}`)).text, deleted.text)
    }
    const { users, companies, access_tokens, ...rest } = await contents(server)
    const { users: _, companies: __, access_tokens: ___, ...others } = stood
    assert.deepEqual(rest, others)
  })

  test('a refused write with an idempotency key is refused the same again', async () => {
    const group = [{ name: 'Refused at first' }]
    await server.createOne(company, 'groups', group[0]!)
    const first = await send('refused', 'POST', '/groups', group)
    assert.ok(first.body.results.groups['1']._status_code >= 400)
    await server.createOne(company, 'groups', { name: 'Another' })
    assert.equal((await send('refused', 'POST', '/groups', group)).text, first.text)
  })

  test('a write that was refused as a whole is evaluated again with its idempotency key, because nothing was done', async () => {
    const before = await contents(server)
    assert.equal((await send('whole', 'POST', '/groups', [])).status, 417)
    assert.deepEqual(await contents(server), before)
    assert.equal((await send('whole', 'POST', '/groups', [{ name: 'Then it is right' }])).status, 200)
  })

  test('a write with the idempotency key of another request is 417, and nothing is done', async () => {
    const { text, body } = await send('mine', 'POST', '/timesheets', hours('first'))
    const { id } = body.results.timesheets['1']
    const stood = await contents(server)
    refused(await send('mine', 'POST', '/timesheets', hours('second')))
    refused(await send('mine', 'PUT', '/timesheets', hours('first')))
    refused(await send('mine', 'POST', '/notifications', hours('first')))
    refused(await send('mine', 'DELETE', `/timesheets?ids=${id}`))
    assert.deepEqual(await contents(server), stood)
    assert.equal((await send('mine', 'POST', '/timesheets', hours('first'))).text, text)
  })

  test('an idempotency key has 1 to 100 visible ASCII characters', async () => {
    for (const key of ['', ' ', 'a b', 'x'.repeat(101), 'é', 'one, two'])
      refused(await send(key, 'POST', '/groups', [{ name: 'Never' }]))
    for (const key of ['!', '~'.repeat(100), '"8e03978e-40d5-43dd-bc93-6894a57f9324"'])
      assert.equal((await send(key, 'POST', '/groups', [{ name: `Key ${key.length}` }])).status, 200)
    assert.equal((await server.list(company, 'groups', '?names=Never')).length, 0)
  })

  test('an idempotency key belongs to a person and a company', async () => {
    const other = await server.company()
    const worker = await server.user(company)
    const note = [{ message: 'Hello' }]
    const answers = await Promise.all(
      [company, worker, other].map((who) => send('shared', 'POST', '/notifications', note, who)),
    )
    assert.equal(new Set(answers.map(({ body }) => body.results.notifications['1'].id)).size, 3)
    const again = await Promise.all(
      [company, worker, other].map((who) => send('shared', 'POST', '/notifications', note, who)),
    )
    assert.deepEqual(
      again.map(({ text }) => text),
      answers.map(({ text }) => text),
    )
  })

  test('a write with an idempotency key includes the bytes of its images', async () => {
    const [first, second] = [noise(200_000, 1), noise(200_000, 2)]
    const made = await send('picture', 'POST', '/files', [upload(first)])
    assert.equal(made.body.results.files['1']._status_code, 200, made.text)
    assert.equal((await send('picture', 'POST', '/files', [upload(first)])).text, made.text)
    refused(await send('picture', 'POST', '/files', [upload(second)]))
    assert.equal((await server.list(company, 'files')).length, 1)
  })

  test('of many writes with one idempotency key at the same time one is done, and all are answered', async () => {
    const item = [{ message: 'At once' }]
    const answers = await Promise.all(Array.from({ length: 30 }, () => send('at-once', 'POST', '/notifications', item)))
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(answers[0]!.status, 200)
    const rows = await server.list(company, 'notifications', '?delivery_after=2026-01-01T00:00:00Z&limit=200')
    assert.equal(rows.filter(({ message }) => message === 'At once').length, 1)
  })

  test('an idempotency key is remembered for a week', async () => {
    const item = [{ message: 'A week' }]
    const { text } = await send('week', 'POST', '/notifications', item)
    server.pass(7 * 86_400)
    await server.round()
    assert.equal((await send('week', 'POST', '/notifications', item)).text, text)
    server.pass(1)
    await server.round()
    assert.notEqual((await send('week', 'POST', '/notifications', item)).text, text)
  })

  test('neither an idempotency key nor the content of its write, which may be a password, is stored as text', async () => {
    const key = 'key-of-a-password'
    const person = { id: company.adminId, password: 'correct horse battery staple' }
    const made = await send(key, 'PUT', '/users', [person])
    assert.equal(Object.values<Values>(made.body.results.users)[0]!._status_code, 200, made.text)
    const everything = JSON.stringify(await contents(server))
    assert.ok(!everything.includes(key) && !everything.includes(person.password))
  })

  test('a write with an idempotency key takes few more statements, and a repeated one fewer than a plain write', async () => {
    const cost = async (key?: string) => {
      await server.get(company, '/current_user')
      const before = server.db.statements()
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
      await server.call(company.token, 'POST', '/notifications', { data: [{ message: 'Count' }] }, headers)
      return server.db.statements() - before
    }
    await cost()
    const plain = await cost()
    // On PostgreSQL the company is locked once for all writes of a transaction.
    assert.equal(await cost('first'), plain + (database === 'sqlite' ? 3 : 2))
    assert.ok((await cost('first')) < plain)
    assert.equal(await cost(), plain)
  })
})
