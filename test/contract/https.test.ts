import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { contradiction, readConfig } from '../../src/config.ts'
import { Certificate } from '../../src/http/tls/certificate.ts'
import { day } from '../../src/rules/time/calendar.ts'
import { makeCertificates } from '../../src/sandbox/certificate.ts'
import { type Server, start } from '../../src/start.ts'
import { logger, machineClock } from '../../src/world.ts'
import { clockhouse } from '../cli/command.ts'
import { askSecurely, listenWith } from '../support/certificates.ts'
import { freePort } from '../support/free_port.ts'
import { threads } from '../support/server.ts'

const host = 'time.example.test'

const folder = mkdtempSync(join(tmpdir(), 'clockhouse-https-'))
const files = { tlsCert: join(folder, 'cert.pem'), tlsKey: join(folder, 'key.pem') }
let server: Server
let plainPort: number

before(async () => {
  await writeCertificate()
  plainPort = await freePort()
  const config = readConfig({
    ...{ PORT: '0', CLOCKHOUSE_DATA: join(folder, 'data'), CLOCKHOUSE_LOG_LEVEL: 'silent' },
    ...{ CLOCKHOUSE_URL: `https://${host}`, CLOCKHOUSE_HTTP_PORT: String(plainPort) },
    ...{ CLOCKHOUSE_TLS_CERT: files.tlsCert, CLOCKHOUSE_TLS_KEY: files.tlsKey },
    CLOCKHOUSE_BACKUP_DIR: join(folder, 'backups'),
  })
  server = await start(config, { threads })
})
after(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

test('a server with a certificate of its own answers by https alone', async () => {
  assert.match(server.address, /^https:/)
  const own = Number(new URL(server.address).port)
  const { status, headers } = await askSecurely(own, host, '/readyz')
  assert.equal(status, 200)
  assert.match(String(headers['strict-transport-security']), /max-age/)
  await assert.rejects(plainly(own, '/readyz'))
})

test('a server that restores a backup answers by https all the while, and shows its certificate', async () => {
  const own = Number(new URL(server.address).port)
  const { backups, restorer } = server.world.sight
  const { name } = await backups!.makeNow()
  restorer!.begin({ name, companyId: 0, userId: 0 })
  const seen = new Set<number>()
  while (restorer!.isRunning) {
    // Between two listeners, no one answers.
    const answer = await askSecurely(own, host, '/readyz').catch(() => undefined)
    if (!answer) continue
    seen.add(answer.status)
    assert.match(answer.certificate.subjectaltname ?? '', /time\.example\.test/)
  }
  assert.deepEqual([restorer!.state!.step, restorer!.state!.problem], ['done', ''])
  assert.deepEqual([...seen].sort(), [200, 503])
  assert.equal((await askSecurely(own, host, '/readyz')).status, 200)
  assert.equal((await plainly(plainPort, '/timesheet')).status, 308)
})

test('clockhouse health and doctor reach it on this machine, by its public name or not', async () => {
  const env = {
    ...{ PORT: new URL(server.address).port, CLOCKHOUSE_DATA: join(folder, 'data'), CLOCKHOUSE_URL: `https://${host}` },
    ...{ CLOCKHOUSE_TLS_CERT: files.tlsCert, CLOCKHOUSE_TLS_KEY: files.tlsKey },
  }
  const { code, stdout, stderr } = await clockhouse(['health'], { env })
  assert.deepEqual([code, stdout], [0, 'ready\n'], stderr)
  const { findings } = (await clockhouse(['doctor', '--json'], { env })).json()
  const port = findings.find(({ check }: { check: string }) => check === 'Port')
  assert.match(port.message, /a Clockhouse server is running/)
  // Elsewhere, the certificate has to be one that is trusted.
  const { stderr: distrust } = await clockhouse(['health', '--url', `https://127.0.0.1:${env.PORT}`], { env })
  assert.match(distrust, /no server answers at https:\S+: .*certificate/)
})

test('the plain port sends everyone to the same path by https, whatever the path and the Host header say', async () => {
  for (const [path, to] of [
    ['/timesheet?week=2', '/timesheet?week=2'],
    ['//evil.example/x', '/evil.example/x'],
    ['/\\evil.example', '/\\evil.example'],
    ['http://evil.example/x', '/x'],
    ['/.well-known/acme-challenge/unknown', '/.well-known/acme-challenge/unknown'],
  ] as const) {
    const { status, headers } = await plainly(plainPort, path)
    assert.equal(status, 308)
    assert.equal(headers.location, `https://${host}${to}`)
  }
})

test('a certificate whose files change is shown without a restart, and one that cannot be used takes nothing away', async () => {
  const log = logger('silent')
  const settings = { ...readConfig({ CLOCKHOUSE_URL: `https://${host}` }), ...files }
  let now = machineClock()
  const certificate = await Certificate.open(settings, log, () => now)
  const { server: own, port } = await listenWith(certificate)
  const serial = async () => (await askSecurely(port, host)).certificate.serialNumber
  const first = await serial()
  writeFileSync(files.tlsKey, 'not a key')
  await certificate.look()
  assert.equal(await serial(), first)
  now += 28 * day
  assert.match(String(certificate.problem()), /^it ends at .+: /)
  now -= 28 * day
  await writeCertificate()
  await certificate.look()
  assert.notEqual(await serial(), first)
  assert.equal(certificate.problem(), undefined)
  // One that has not agreed on encryption, which the server itself does not know.
  const bare = connect(port, '127.0.0.1')
  await once(bare, 'connect')
  own.close()
  certificate.closeAllConnections()
  await once(bare, 'close')
  await assert.rejects(
    Certificate.open({ ...settings, tlsKey: join(folder, 'none.pem') }, log, () => now),
    /ENOENT/,
  )
})

test('settings for certificates that contradict each other are refused by name', () => {
  const url = { CLOCKHOUSE_URL: `https://${host}` }
  const [cert, key, email] = ['CLOCKHOUSE_TLS_CERT', 'CLOCKHOUSE_TLS_KEY', 'CLOCKHOUSE_ACME_EMAIL']
  for (const [settings, said] of [
    [{ ...url, [cert]: 'a' }, /CLOCKHOUSE_TLS_KEY go together/],
    [{ ...url, [key]: 'a' }, /CLOCKHOUSE_TLS_KEY go together/],
    [{ ...url, [cert]: 'a', [key]: 'b', [email]: 'ada@example.com' }, /without CLOCKHOUSE_ACME_EMAIL/],
    [{ [email]: 'ada@example.com' }, /CLOCKHOUSE_ACME_EMAIL needs CLOCKHOUSE_URL with https/],
    [{ ...url, CLOCKHOUSE_HTTP_PORT: '80' }, /CLOCKHOUSE_HTTP_PORT needs a certificate/],
  ] as const)
    assert.match(contradiction(settings)?.message ?? '', said)
  assert.equal(contradiction({ ...url, [email]: 'ada@example.com', CLOCKHOUSE_HTTP_PORT: '80' }), undefined)
})

async function writeCertificate(): Promise<void> {
  const { key, cert } = await makeCertificates(machineClock() / 1000, host)
  writeFileSync(files.tlsCert, cert)
  writeFileSync(files.tlsKey, key)
}

function plainly(port: number, path: string) {
  return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    const headers = { host: 'evil.example' }
    const asked = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve({ status: response.statusCode!, headers: response.headers }))
    })
    asked.once('error', reject).end()
  })
}
