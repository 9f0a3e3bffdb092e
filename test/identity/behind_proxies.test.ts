import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { TrustedProxies } from '../../src/http/trusted_proxies.ts'
import { logger } from '../../src/world.ts'
import { ask } from '../app_api/ask.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

onEither('addresses of clients behind proxies', (database) => {
  let server: TestServer
  let url: string
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database, { CLOCKHOUSE_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' })
    url = await server.listen()
    ada = await server.company()
  })
  after(() => server.stop())

  /** The client's address as the server sees it: by a connection of its own, and from the framework alone. */
  const seen = async (forwarded: string): Promise<unknown[]> => {
    const headers = { 'x-forwarded-for': forwarded }
    const path = '/api/console/addresses'
    const answer = await fetch(url + path, { headers: { ...headers, authorization: `Bearer ${ada.token}` } })
    const { yours } = (await answer.json()) as { yours: string }
    return [yours, (await ask(server, ada, 'GET', '/addresses', undefined, { headers })).body.yours]
  }

  const cases: [forwarded: string, address: string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51514', '203.0.113.7'],
    ['"203.0.113.7:51514"', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:51514', '2001:db8::1'],
    ['"[2001:DB8::1]:51514"', '2001:db8::1'],
    ['198.51.100.1, 203.0.113.7:51514', '203.0.113.7'],
    ['198.51.100.1:9, 203.0.113.7:51514, 10.1.2.3:80', '203.0.113.7'],
    ['203.0.113.7:51514,,  ,10.1.2.3', '203.0.113.7'],
    // What the nearest proxy does not know, an earlier entry does not tell either.
    ['203.0.113.7, unknown', 'unknown'],
    ['unknown', 'unknown'],
    ['_hidden, 10.1.2.3', 'unknown'],
    ['203.0.113.7:port', 'unknown'],
    ['203.0.113.256', 'unknown'],
    ['[203.0.113.7', 'unknown'],
    ['for=203.0.113.7', 'unknown'],
    ['', '127.0.0.1'],
    [' , ', '127.0.0.1'],
  ]
  for (const [forwarded, address] of cases)
    test(`X-Forwarded-For "${forwarded}" means ${address}`, async () => {
      assert.deepEqual(await seen(forwarded), [address, address])
    })

  test('a client that is no trusted proxy cannot name an address', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7:51514' }
    const { body } = await ask(server, ada, 'GET', '/addresses', undefined, { headers, remoteAddress: '192.0.2.1' })
    assert.equal(body.yours, '192.0.2.1')
  })

  test('a company that blocks addresses lets in an allowed one whatever its port is, and none that is unknown', async () => {
    const company = await server.company()
    const wanted = { allowed: ['127.0.0.1', '203.0.113.7'], block: true }
    assert.equal((await ask(server, company, 'PUT', '/addresses', wanted)).status, 200)
    const from = async (forwarded: string) =>
      (await server.call(company.token, 'GET', '/current_user', undefined, { 'x-forwarded-for': forwarded })).status
    assert.equal(await from('203.0.113.7:51514'), 200)
    assert.equal(await from('203.0.113.8:51514'), 499)
    assert.equal(await from('unknown'), 499)
  })

  /** The statuses of 60 wrong sign-ins with different names from the addresses that `from` makes. */
  const guess = async (from: (time: number) => string): Promise<number[]> => {
    const page = await fetch(`${url}/sign-in`)
    const token = /name="token" value="([^"]+)"/.exec(await page.text())![1]!
    const cookie = page.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const statuses: number[] = []
    for (let time = 1; time <= 60; time++) {
      const answer = await fetch(`${url}/sign-in`, {
        method: 'POST',
        headers: { cookie, origin: url, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': from(time) },
        body: new URLSearchParams({
          token,
          intent: 'sign-in',
          username: `unknown${time}`,
          password: 'not the password',
        }),
      })
      await answer.text()
      statuses.push(answer.status)
    }
    return statuses
  }
  const stopped = [...Array(50).fill(403), ...Array(10).fill(429)]
  const guesses: [title: string, from: (time: number) => string][] = [
    ['other ports', (time) => `203.0.113.20:${50_000 + time}`],
    ['other ports of an IPv6 address', (time) => `[2001:db8:1::${time}]:${50_000 + time}`],
    ['things that are not addresses', (time) => `guess-${time}`],
  ]
  for (const [title, from] of guesses)
    test(`60 wrong sign-ins from one address with ${title} are stopped at the 51st`, async () => {
      assert.deepEqual(await guess(from), stopped)
    })
})

describe('the setting for trusted proxies', () => {
  const read = (value: string) => readConfig({ CLOCKHOUSE_TRUSTED_PROXIES: value }).trustedProxies

  const right = [
    ...['127.0.0.1', '10.0.0.0/8', '10.0.0.0/255.0.0.0', '::1', 'fd00::/8', '::ffff:10.0.0.1', 'uniquelocal'],
    ...['traefik', 'my_proxy', 'proxy-1.example.com', 'proxy.example.com.', '2nd.example'],
  ]
  for (const entry of right)
    test(`${entry} is a proxy`, () => {
      assert.deepEqual(read(` ${entry} ,`), [entry])
      assert.doesNotThrow(() => new TrustedProxies({ trustedProxies: [entry], userHeader: '' }, logger('silent')))
    })

  const wrong = [
    ...['10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/x', '10.0.0.0/255.0.255.0', 'fd00::/129', '10.0.0', '1', '10.0.0.256'],
    ...['[::1]', '127.0.0.1:80', 'traefik:80', 'http://traefik', 'traefik/8', '*', 'a b', 'a..b'],
  ]
  for (const entry of wrong)
    test(`${entry} is refused by the name of the variable`, () => {
      const message = /^CLOCKHOUSE_TRUSTED_PROXIES must be addresses, networks or host names .*"; ".*" is none of them$/
      assert.throws(() => read(`127.0.0.1, ${entry}`), { message })
    })
})

describe('proxies that are named', () => {
  const gone = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  const silent = Object.assign(new Error('no answer'), { code: 'EAI_AGAIN' })

  test('a proxy is trusted at the addresses that its name has now, and no longer at those it had', async () => {
    const found: (string[] | Error)[] = [gone, ['172.18.0.5', 'fd00::5'], silent, ['172.18.0.9'], gone]
    const config = { trustedProxies: ['127.0.0.1', 'traefik'], userHeader: '' }
    const proxies = new TrustedProxies(config, logger('silent'), async (name) => {
      assert.equal(name, 'traefik')
      const answer = found.shift()!
      if (answer instanceof Error) throw answer
      return answer
    })
    const trusted = () =>
      ['127.0.0.1', '172.18.0.5', 'fd00::5', '172.18.0.9'].filter((address) => proxies.trusts(address))
    assert.deepEqual(trusted(), ['127.0.0.1'])
    const states = []
    while (found.length > 0) {
      await proxies.lookUp()
      states.push(trusted().slice(1))
    }
    assert.deepEqual(states, [[], ['172.18.0.5', 'fd00::5'], ['172.18.0.5', 'fd00::5'], ['172.18.0.9'], []])
  })

  test('a server trusts a proxy by its name from the first request on', async () => {
    const server = await TestServer.start('sqlite', { CLOCKHOUSE_TRUSTED_PROXIES: 'localhost, proxy.invalid' })
    const ada = await server.company()
    const headers = { 'x-forwarded-for': '203.0.113.7:51514' }
    const yours = async (remoteAddress: string) =>
      (await ask(server, ada, 'GET', '/addresses', undefined, { headers, remoteAddress })).body.yours
    const own = await Promise.all(['127.0.0.1', '::1'].map(yours))
    assert.ok(own.includes('203.0.113.7'), String(own))
    assert.equal(await yours('192.0.2.1'), '192.0.2.1')
    await server.stop()
  })
})
