import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { linkClient } from '../../src/resources/managed_clients.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onEither('tokens of the app API', (database) => {
  let server: TestServer
  let ada: TestCompany
  let worker: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    worker = await server.user(ada, { first_name: 'Wanda', last_name: 'Webb' })
  })

  const list = async (who: { token: string }, query = ''): Promise<Values[]> =>
    (await ask(server, who, 'GET', `/tokens${query}`)).body.tokens
  const make = (who: { token: string }, body: unknown) => ask(server, who, 'POST', '/tokens', body)
  const works = async (token: string) => (await server.get({ token }, '/current_user')).status === 200

  test('a token acts as its creator, and its text is shown once', async () => {
    const { status, body } = await make(worker, { name: ' Sheets ', expires: '2026-03-12T15:00:00+00:00' })
    const { token, id, ...shown } = body
    assert.deepEqual(
      [status, shown],
      [
        200,
        {
          kind: 'manual',
          name: 'Sheets',
          application: 'Sheets',
          client_id: '',
          user: { user_id: worker.id, name: 'Wanda Webb' },
          created: '2026-03-02T15:00:00+00:00',
          expires: '2026-03-12T15:00:00+00:00',
          last_used: null,
          scopes: '',
        },
      ],
    )
    const { body: user } = await server.get({ token }, '/current_user')
    assert.deepEqual(Object.keys(user.results.users), [String(worker.id)])
    const tokens = await list(worker)
    assert.deepEqual(
      tokens.find((one) => one.id === id),
      { id, ...shown, last_used: shown.created },
    )
    assert.ok(!JSON.stringify(tokens).includes(token))
    const { expires } = (await make(worker, { name: 'For two months' })).body
    assert.equal(expires, '2026-05-01T15:00:00+00:00')
  })

  test('each token shows when it was last used, whatever else its owner does', async () => {
    const { id, token } = (await make(worker, { name: 'Nightly' })).body
    const used = async () => (await list(worker)).find((one) => one.id === id)!.last_used
    assert.equal(await used(), null)
    for (const hours of [1, 5]) {
      server.pass(hours * 3600)
      await server.get(worker, '/current_user')
      await server.get({ token }, '/current_user')
      assert.equal(await used(), new Date(server.now / 1000).toISOString().replace('.000Z', '+00:00'))
    }
  })

  test('the expiry of a token can move either way, and the token ends with it', async () => {
    const inHours = (hours: number) => new Date(server.now / 1000 + hours * 3_600_000).toISOString()
    const shown = (instant: string) => instant.replace('.000Z', '+00:00')
    const { id, token } = (await make(worker, { name: 'Sheets', expires: inHours(1) })).body
    const extend = (expires: unknown, who: { token: string } = worker) =>
      ask(server, who, 'PUT', `/tokens/${id}`, { expires })
    const far = inHours(1000)
    const later = await extend(far)
    assert.deepEqual([later.status, later.body.expires], [200, shown(far)])
    server.pass(7200)
    assert.ok(await works(token))
    assert.equal((await extend(inHours(0.5))).status, 200)
    server.pass(3600)
    assert.ok(!(await works(token)))
    assert.equal((await extend(far)).status, 404, 'an expired token cannot be extended')
    const { id: other } = (await make(ada, { name: 'Mine' })).body
    assert.equal((await ask(server, worker, 'PUT', `/tokens/${other}`, { expires: far })).status, 404)
  })

  test('deleting a token ends it immediately: users delete their own, administrators anyone’s', async () => {
    const [first, second] = [(await make(worker, { name: 'One' })).body, (await make(worker, { name: 'Two' })).body]
    assert.deepEqual((await ask(server, worker, 'DELETE', `/tokens/${first.id}`)).body, { deleted: first.id })
    assert.ok(!(await works(first.token)))
    assert.equal((await ask(server, worker, 'DELETE', `/tokens/${first.id}`)).status, 404)
    const all = await list(ada, '?all=yes')
    assert.deepEqual(all.find(({ id }) => id === second.id)?.user, { user_id: worker.id, name: 'Wanda Webb' })
    assert.ok(!(await list(ada)).some(({ id }) => id === second.id))
    const stranger = await server.company()
    assert.equal((await ask(server, stranger, 'DELETE', `/tokens/${second.id}`)).status, 404)
    assert.ok(await works(second.token))
    assert.equal((await ask(server, ada, 'DELETE', `/tokens/${second.id}`)).status, 200)
    assert.ok(!(await works(second.token)))
    const own = (await list(ada))[0]!.id
    assert.equal((await ask(server, worker, 'DELETE', `/tokens/${own}`)).status, 404)
    assert.equal((await ask(server, worker, 'GET', '/tokens?all=yes')).status, 403)
  })

  test('an invalid token is refused by name, and so is one too many', async () => {
    const wrong: [unknown, RegExp][] = [
      [{}, /name: required/],
      [{ name: '' }, /name: from 1 to 100/],
      [{ name: 'x'.repeat(101) }, /name: from 1 to 100/],
      [{ name: 'x', expires: 'tomorrow' }, /expires: must be an instant/],
      [{ name: 'x', expires: '2026-06-01' }, /expires: must be an instant/],
      [{ name: 'x', expires: '2026-03-02T14:59:59Z' }, /expires: must be in the future/],
      [{ name: 'x', expires: '2036-04-01T00:00:00Z' }, /expires: at most 10 years/],
      [{ name: 'x', user_id: ada.adminId }, /user_id: there is no such field/],
      [[], /body: must be an object/],
    ]
    for (const [body, message] of wrong) {
      const told = await make(worker, body)
      assert.equal(told.status, 417, JSON.stringify(body))
      assert.match(told.body.error.message, message)
    }
    for (let n = 0; n < 99; n++) assert.equal((await make(worker, { name: `Token ${n}` })).status, 200)
    const told = await make(worker, { name: 'One too many' })
    assert.match(told.body.error.message, /at most 100 manually created tokens/)
  })

  test('no one has tokens in a company that their own company manages', async () => {
    const office = await server.company('Office')
    await server.put(office, '/users', [{ id: office.adminId, permissions: { external_access: true } }])
    await server.db.write(linkClient, { companyId: office.id, managedId: ada.id, active: true }, server.now)
    const [link] = await server.list(office, 'managed_clients')
    const headers = { 'vnd.tsheets.managedclientid': link!.id }
    const there = (method: 'GET' | 'POST', path: string, body?: unknown) =>
      ask(server, office, method, path, body, { headers })
    assert.equal((await there('POST', '/tokens', { name: 'Back door' })).status, 403)
    assert.equal((await there('GET', '/tokens')).status, 403)
    assert.equal((await there('GET', '/allowed_applications')).status, 403)
    const { status, body } = await there('GET', '/tokens?all=yes')
    assert.deepEqual([status, body.tokens.length > 0], [200, true])
  })
})
