import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { proxyFor, useProxies } from '../../src/company/outgoing.ts'
import type { Resolve } from '../../src/company/public_addresses.ts'
import { readConfig } from '../../src/config.ts'
import { guardedFetch } from '../../src/identity/sso/guarded_fetch.ts'
import { openPush } from '../../src/notifications/push_transport.ts'
import { makeCertificates } from '../../src/sandbox/certificate.ts'
import { openHooks } from '../../src/webhooks/transport.ts'
import { machineClock } from '../../src/world.ts'

describe('the proxy for outgoing requests', () => {
  const read = (noProxy: string) =>
    readConfig({ HTTPS_PROXY: 'http://secure.proxy:3128', http_proxy: 'http://plain.proxy:3128', NO_PROXY: noProxy })
  const cases: [url: string, noProxy: string, proxy: 'secure' | 'plain' | ''][] = [
    ['https://a.example/', '', 'secure'],
    ['http://a.example/', '', 'plain'],
    ['https://a.example/', '*', ''],
    ['https://a.example/', 'b.example, a.example', ''],
    ['https://a.example/', 'A.Example', ''],
    ['https://x.a.example/', 'a.example', ''],
    ['https://x.a.example/', '.a.example', ''],
    ['https://x.a.example/', '*.a.example', ''],
    ['https://xa.example/', 'a.example', 'secure'],
    ['https://a.example/', 'a.example:8443', 'secure'],
    ['https://a.example:8443/', 'a.example:8443', ''],
    ['https://a.example/', 'a.example:443', ''],
    ['https://93.184.216.34/', '93.184.216.34', ''],
    ['https://93.184.216.34/', '216.34', 'secure'],
    ['https://[2001:4860::1]/', '2001:4860::1', ''],
    ['https://[2001:4860::1]/', '2001:4860::2', 'secure'],
    ['http://localhost:8080/', '', ''],
    ['https://127.0.0.1/', '', ''],
    ['http://[::1]/', '', ''],
  ]
  for (const [url, noProxy, proxy] of cases)
    test(`${url} with NO_PROXY="${noProxy}" goes ${proxy === '' ? 'out directly' : `through the ${proxy} one`}`, () => {
      assert.equal(proxyFor(new URL(url), read(noProxy)), proxy && `http://${proxy}.proxy:3128`)
    })

  test('the scheme of a proxy may be left out', () =>
    assert.equal(readConfig({ HTTPS_PROXY: 'proxy.example:3128' }).httpsProxy, 'http://proxy.example:3128'))

  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY'])
    for (const value of ['proxy', 'socks5://user:secret@proxy:1080', 'nonsense'])
      test(`${name}=${value} is refused by its name, without its password`, () => {
        const message = `${name} must be the URL of an HTTP proxy, such as http://proxy.example.com:3128`
        assert.throws(() => readConfig({ [name]: value }), { message })
      })
})

const { cert, key } = await makeCertificates(machineClock() / 1000)

describe('requests through a proxy', () => {
  const asked: string[] = []
  const names: string[] = []
  /** The other side of all tunnels. No one trusts its certificate. */
  const target = createSecureServer({
    cert,
    key,
    SNICallback: (name, done) => {
      names.push(name)
      done(null)
    },
  })
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume()
    response.end('from the proxy')
  })
  const listen = (server: Server | typeof target) =>
    new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve))
  const portOf = (server: Server | typeof target) => (server.address() as AddressInfo).port

  before(async () => {
    proxy.on('connect', ({ url }, socket, head) => {
      asked.push(`CONNECT ${url}`)
      const tunnel = connect(portOf(target), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        tunnel.write(head)
        tunnel.pipe(socket).pipe(tunnel)
      })
      for (const end of [tunnel, socket]) end.on('error', () => {})
    })
    await Promise.all([listen(proxy), listen(target)])
  })
  after(() => {
    for (const server of [proxy, target]) {
      server.closeAllConnections()
      server.close()
    }
  })
  beforeEach(() => {
    asked.length = 0
    names.length = 0
  })

  const configured = (more: Record<string, string> = {}) => {
    const url = `http://127.0.0.1:${portOf(proxy)}`
    return { ...readConfig({ HTTPS_PROXY: url, HTTP_PROXY: url, HOST: '0.0.0.0', ...more }) }
  }
  /** Finds these addresses, each once: who looks a name up again gets the next one. */
  const finding = (...addresses: string[]): Resolve => {
    const left = [...addresses]
    return (_name, _options, done) => {
      const address = left.shift()
      if (address === undefined) done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
      else done(null, [{ address, family: address.includes(':') ? 6 : 4 }])
    }
  }
  const message = { id: 'msg_1', body: '{}', secrets: ['whsec_AAAA'], url: 'https://hooks.example/x' }
  const hook = (resolve: Resolve, more: Record<string, string> = {}, url = message.url) =>
    openHooks(configured(more), () => 0, { resolve }).send({ ...message, url })
  const device = { endpoint: 'https://push.example/x', headers: {}, body: Buffer.from('x') }

  test('a webhook asks the proxy for the public address that it has checked, and expects the certificate of the name', async () => {
    const answer = await hook(finding('93.184.216.34', '10.0.0.1'))
    assert.deepEqual(asked, ['CONNECT 93.184.216.34:443'])
    assert.deepEqual(names, ['hooks.example'])
    assert.match(JSON.stringify(answer), /certificate/)
  })

  test('a webhook reaches no private address through the proxy', async () => {
    for (const address of ['10.0.0.1', '127.0.0.1', '169.254.169.254', 'fd00::1'])
      assert.match(JSON.stringify(await hook(finding(address))), /private network/, address)
    for (const url of ['https://10.0.0.1/', 'https://[fd00::1]/', 'https://intranet/', 'https://wiki.corp.internal/'])
      assert.match(JSON.stringify(await hook(finding('93.184.216.34'), {}, url)), /private network/, url)
    assert.match(JSON.stringify(await hook(finding())), /does not exist/)
    assert.deepEqual(asked, [])
  })

  test('with private addresses allowed, the proxy gets the name and decides', async () => {
    const answer = await hook(finding(), { CLOCKHOUSE_WEBHOOK_PRIVATE: 'yes' }, 'http://hooks.example/x')
    assert.equal('text' in answer && answer.text, 'from the proxy')
    await hook(finding(), { CLOCKHOUSE_WEBHOOK_PRIVATE: 'yes' })
    assert.deepEqual(asked, ['POST http://hooks.example/x', 'CONNECT hooks.example:443'])
  })

  test('a webhook to a host of NO_PROXY goes out directly, and still to no private address', async () => {
    const answer = await hook(finding('10.0.0.1'), { NO_PROXY: 'hooks.example' })
    assert.match(JSON.stringify(answer), /private network/)
    assert.deepEqual(asked, [])
  })

  test('pushes go through the proxy in the same way', async () => {
    const refused = await openPush(configured(), finding('10.0.0.1')).send(device)
    assert.equal(refused.outcome, 'refused')
    const missing = await openPush(configured(), finding()).send(device)
    assert.deepEqual(missing, { outcome: 'unsent', error: 'the host name of the push service does not exist' })
    assert.deepEqual(asked, [])
    const sent = await openPush(configured(), finding('93.184.216.34', '10.0.0.1')).send(device)
    assert.match(JSON.stringify(sent), /certificate/)
    assert.deepEqual([asked, names], [['CONNECT 93.184.216.34:443'], ['push.example']])
  })

  test('single sign-on goes through the proxy in the same way', async () => {
    const fetching = (more: Record<string, string>) => guardedFetch(configured(more))
    const get = { method: 'GET', headers: {} }
    await assert.rejects(fetching({})('https://10.0.0.1/', get), /private network/)
    assert.deepEqual(asked, [])
    await assert.rejects(fetching({})('https://93.184.216.34/', get), /certificate/)
    await assert.rejects(fetching({ CLOCKHOUSE_SSO_PRIVATE: 'yes' })('https://login.example/', get), /certificate/)
    assert.deepEqual(asked, ['CONNECT 93.184.216.34:443', 'CONNECT login.example:443'])
  })

  test('whatever else the server fetches goes through the proxy, but not requests to this machine', async () => {
    const undo = useProxies(configured())
    try {
      const answer = await fetch('http://bucket.example/backup')
      assert.equal(await answer.text(), 'from the proxy')
      await assert.rejects(fetch(`http://127.0.0.1:${portOf(target)}/`))
      assert.deepEqual(asked, ['GET http://bucket.example/backup'])
    } finally {
      undo()
    }
  })

  const fetched: [url: string, noProxy: string][] = [
    ['http://bucket.s3.invalid/', 's3.invalid'],
    ['http://bucket.s3.invalid/', '.s3.invalid'],
    ['http://bucket.s3.invalid/', '*.S3.invalid'],
    ['http://bucket.s3.invalid/', 's3.invalid:80'],
    ['http://bucket.s3.invalid/', '*'],
    ['http://bucket.s3.invalid/', 'a.invalid, *'],
    ['http://bucket.s3.invalid/', 's3.invalid:9000'],
    ['http://buckets3.invalid/', 's3.invalid'],
  ]
  for (const [url, noProxy] of fetched)
    test(`a bucket at ${url} with NO_PROXY="${noProxy}" is reached the same way as other hosts`, async () => {
      const config = configured({ NO_PROXY: noProxy })
      const undo = useProxies(config)
      try {
        const answer = await fetch(url).then(
          (response) => response.text(),
          () => 'directly',
        )
        assert.equal(answer, proxyFor(new URL(url), config) === '' ? 'directly' : 'from the proxy')
      } finally {
        undo()
      }
    })
})
