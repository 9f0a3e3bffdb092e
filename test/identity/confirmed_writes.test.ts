import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { setPassword } from '../../src/identity/passwords.ts'
import { askSignedIn } from '../app_api/ask.ts'
import { hashOf, password } from '../oauth/support.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

/** How long a proof counts. */
const proven = 600

/** A write of the public API. */
type Write = { verb: 'create' | 'update'; what: string; item: Values }

onEither('changes of records that give access', (database) => {
  let server: TestServer
  let company: TestCompany
  let cookie: string
  let wanda: { id: number; token: string }

  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  const begin = async () => {
    company = await server.company()
    const account = { companyId: company.id, userId: company.adminId }
    await server.db.write(setPassword, { ...account, password: await hashOf(), own: true }, server.now)
    cookie = await server.session(company.id, company.adminId)
    wanda = await server.user(company, { username: 'wanda', email: 'wanda@example.com' })
  }

  const inBrowser = async ({ verb, what, item }: Write, headers: Record<string, string>) => {
    const ours = { host: 'time.example.com', origin: 'http://time.example.com', 'sec-fetch-site': 'same-origin' }
    const response = await server.app.inject({
      method: verb === 'create' ? 'POST' : 'PUT',
      url: `/api/v1/${what}`,
      headers: { ...ours, ...headers, cookie },
      payload: { data: [item] },
    })
    return { status: response.statusCode, body: response.json() }
  }
  /** The ways to make a write in the browser: the public API, and an action, also one that does what is possible. */
  const ways: Record<string, (write: Write) => Promise<{ status: number; body: Values }>> = {
    'the public API': (write) => inBrowser(write, {}),
    'a dry run': (write) => inBrowser(write, { 'x-clockhouse-dry-run': 'yes' }),
    'an action': ({ verb, what, item }) =>
      askSignedIn(server, cookie, 'POST', '/actions', { steps: [{ do: verb, what, data: [item] }] }),
    'a partial step': ({ verb, what, item }) =>
      askSignedIn(server, cookie, 'POST', '/actions', { steps: [{ do: verb, what, data: [item], partial: true }] }),
  }

  let made = 0
  const someone = (more: Values): Values => ({
    ...{ first_name: 'Eve', last_name: 'Example', username: `eve${++made}`, ...more },
  })
  /** Writes that let their author in where the session does not. */
  const asked: Record<string, () => Write> = {
    'an invitation': () => ({
      verb: 'create',
      what: 'invitations',
      item: { contact_method: 'email', contact_info: 'eve@example.net', user_id: wanda.id },
    }),
    'the address of another person': () => ({
      verb: 'update',
      what: 'users',
      item: { id: wanda.id, email: 'eve@example.net' },
    }),
    'one’s own address': () => ({
      verb: 'update',
      what: 'users',
      item: { id: company.adminId, email: 'me@example.net' },
    }),
    'making an administrator of a person': () => ({
      verb: 'update',
      what: 'users',
      item: { id: wanda.id, permissions: { admin: true } },
    }),
    'adding an administrator': () => ({
      verb: 'create',
      what: 'users',
      item: someone({ email: 'eve@example.net', permissions: { admin: true } }),
    }),
  }
  /** Writes that do not. */
  const free: Record<string, () => Write> = {
    'the name of another person': () => ({
      verb: 'update',
      what: 'users',
      item: { id: wanda.id, first_name: 'Wendy' },
    }),
    'the same address': () => ({ verb: 'update', what: 'users', item: { id: wanda.id, email: 'wanda@example.com' } }),
    'taking rights away': () => ({
      verb: 'update',
      what: 'users',
      item: { id: wanda.id, permissions: { admin: false } },
    }),
    'adding a person': () => ({ verb: 'create', what: 'users', item: someone({ email: 'new@example.com' }) }),
  }

  /** What those writes change. */
  const stored = async () => [
    await server.db.read.all(
      sql`select id, email, permissions from users where company_id = ${company.id} order by id`,
    ),
    await server.db.read.all(sql`select id from invitations where company_id = ${company.id}`),
  ]
  const succeeded = ({ status, body }: { status: number; body: Values }, name: string) => {
    assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
    const { results } = body.results[0] ?? body
    for (const one of Object.values<Values>(Object.values<Values>(results)[0]!))
      assert.ok(one._status_code < 300, `${name}: ${JSON.stringify(one)}`)
  }
  const confirm = () => askSignedIn(server, cookie, 'POST', '/confirmation', { password })

  test('ten minutes after signing in, they are refused and nothing is stored, until a proof', async () => {
    for (const [way, send] of Object.entries(ways)) {
      await begin()
      server.pass(proven + 1)
      const before = await stored()
      for (const [name, write] of Object.entries(asked)) {
        const { status, body } = await send(write())
        assert.deepEqual([status, body.error?.reason?.code], [403, 'confirmation_needed'], `${name} by ${way}`)
      }
      assert.deepEqual(await stored(), before, way)
      assert.equal((await confirm()).status, 200)
      for (const [name, write] of Object.entries(asked)) succeeded(await send(write()), `${name} by ${way}`)
    }
  })

  test('other changes of people are never refused for it', async () => {
    for (const [way, send] of Object.entries(ways)) {
      await begin()
      server.pass(proven + 1)
      for (const [name, write] of Object.entries(free)) succeeded(await send(write()), `${name} by ${way}`)
    }
  })

  test('with a token, none of them is refused for it', async () => {
    await begin()
    server.pass(proven + 1)
    for (const [name, write] of Object.entries(asked)) {
      const { verb, what, item } = write()
      const { status, body } = await server[verb === 'create' ? 'post' : 'put'](company, `/${what}`, [item])
      succeeded({ status, body }, name)
    }
  })
})
