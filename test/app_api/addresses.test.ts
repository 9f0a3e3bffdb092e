import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onEither('addresses of the app API', (database) => {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
  })

  const put = (body: unknown, remoteAddress = '127.0.0.1') =>
    ask(server, ada, 'PUT', '/addresses', body, { remoteAddress })
  const from = async (remoteAddress: string, who: { token: string } = ada) =>
    (await ask(server, who, 'GET', '/start', undefined, { remoteAddress })).status
  const read = async () => (await ask(server, ada, 'GET', '/addresses')).body

  test('a company that blocks addresses lets in those on its list at once, and no others', async () => {
    assert.deepEqual(await read(), { allowed: [], block: false, yours: '127.0.0.1' })
    assert.equal(await from('203.0.113.9'), 200)
    const allowed = ['127.0.0.1', '203.0.113.0/29', '2001:DB8::/32', ' 127.0.0.1 ', '::ffff:198.51.100.1']
    const { status, body } = await put({ allowed, block: true })
    assert.equal(status, 200, JSON.stringify(body))
    const kept = { allowed: ['127.0.0.1', '203.0.113.0/29', '2001:db8::/32', '198.51.100.1'], block: true }
    assert.deepEqual(body, { ...kept, yours: '127.0.0.1' })
    assert.deepEqual(await read(), body)
    const cases: [string, number][] = [
      ['203.0.113.7', 200],
      ['203.0.113.8', 499],
      ['2001:db8::1', 200],
      ['2001:db9::1', 499],
      ['198.51.100.1', 200],
      ['::ffff:203.0.113.1', 200],
      ['127.0.0.2', 499],
    ]
    for (const [address, expected] of cases) assert.equal(await from(address), expected, address)
    assert.equal(await from('203.0.113.8', await server.company()), 200, 'another company')
    await put({ allowed: kept.allowed, block: false })
    assert.equal(await from('203.0.113.8'), 200)
  })

  test('a list of addresses that would lock out the person who saves it is refused', async () => {
    for (const allowed of [[], ['10.0.0.0/8'], ['127.0.0.2']]) {
      const { status, body } = await put({ allowed, block: true })
      assert.equal(status, 417)
      assert.match(body.error.message, /allowed: this would lock you out; add your own address, 127\.0\.0\.1$/)
    }
    assert.equal((await put({ allowed: [], block: false })).status, 200)
    assert.equal((await put({ allowed: ['10.1.2.3'], block: true }, '::ffff:10.1.2.3')).status, 200)
    assert.equal(await from('10.1.2.3'), 200)
    assert.equal(await from('127.0.0.1'), 499)
  })

  test('an entry that is not an address is refused by name', async () => {
    const wrong = ['10.0.0', '10.0.0.256', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1', 'fe80::1%eth0']
    for (const entry of [...wrong, '::/129', 'home', '', '1,2', '10.0.0.0/ 8', '10.0.0.1;']) {
      const { status, body } = await put({ allowed: ['127.0.0.1', entry], block: true })
      assert.equal(status, 417, entry)
      assert.ok(body.error.message.includes(`allowed: "${entry}" is neither an address`), body.error.message)
    }
    const many = Array.from({ length: 101 }, (_, n) => `10.0.0.${n}`)
    assert.match((await put({ allowed: many, block: false })).body.error.message, /allowed: at most 100/)
    assert.equal((await put({ allowed: many.slice(1), block: false })).status, 200)
    for (const [body, field] of [
      [{ allowed: '10.0.0.1', block: true }, 'allowed'],
      [{ allowed: [10], block: true }, 'allowed.0'],
      [{ allowed: [], block: 'yes' }, 'block'],
      [{ allowed: [] }, 'block: required'],
      [{ allowed: [], block: false, yours: '1.2.3.4' }, 'yours: there is no such field'],
    ] as const) {
      const told = await put(body)
      assert.equal(told.status, 417)
      assert.ok(told.body.error.message.includes(field), told.body.error.message)
    }
  })

  test('the address that counts behind a trusted proxy is the client’s', async () => {
    const proxied = await TestServer.start(database, { CLOCKHOUSE_TRUSTED_PROXIES: '127.0.0.1' })
    try {
      const company = await proxied.company()
      const headers = { 'x-forwarded-for': '198.51.100.7' }
      const told = await ask(proxied, company, 'GET', '/addresses', undefined, { headers })
      assert.equal(told.body.yours, '198.51.100.7')
      const refused = await ask(
        proxied,
        company,
        'PUT',
        '/addresses',
        { allowed: ['127.0.0.1'], block: true },
        { headers },
      )
      assert.equal(refused.status, 417)
    } finally {
      await proxied.stop()
    }
  })
})
