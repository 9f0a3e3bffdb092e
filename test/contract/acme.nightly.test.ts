import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { Certificate } from '../../src/http/tls/certificate.ts'
import { servePlain } from '../../src/http/tls/plain_port.ts'
import { minute, second } from '../../src/rules/time/calendar.ts'
import { logger, machineClock } from '../../src/world.ts'
import { askSecurely, listenWith } from '../support/certificates.ts'
import { Pebble } from '../support/pebble.ts'

const host = 'time.example.test'
const data = mkdtempSync(join(tmpdir(), 'clockhouse-acme-'))
let pebble: Pebble
before(async () => {
  pebble = await Pebble.start()
})
after(async () => {
  await pebble.stop()
  rmSync(data, { recursive: true })
})

test('a certificate comes from an authority, is kept for the next start, and is renewed while the server runs', async () => {
  const config = readConfig({
    ...{ CLOCKHOUSE_URL: `https://${host}`, CLOCKHOUSE_DATA: data },
    ...{ CLOCKHOUSE_ACME_EMAIL: 'ada@example.com', CLOCKHOUSE_ACME_DIRECTORY: pebble.directory },
  })
  const log = logger('silent')
  let now = machineClock()
  const certificate = await Certificate.open(config, log, () => now)
  const { server, port } = await listenWith(certificate)
  const shown = async () => (await askSecurely(port, host)).certificate
  const startPlain = () => servePlain({ port: pebble.httpPort, host: '127.0.0.1', url: config.url }, certificate)
  try {
    await assert.rejects(shown(), 'there is none yet')
    assert.equal(certificate.problem(), undefined)
    await certificate.look()
    assert.match(String(certificate.problem()), /^there is none yet: .*time\.example\.test is this server.*refused/)

    const plain = await startPlain()
    now += 16 * minute
    await certificate.look()
    assert.equal(certificate.problem(), undefined)
    const first = await shown()
    assert.match(String(first.issuer.CN), /Pebble/)
    assert.equal(first.subjectaltname, `DNS:${host}`)
    assert.equal(statSync(join(data, 'tls', `${host}.pem`)).mode & 0o777, 0o600)
    assert.equal(statSync(join(data, 'tls', 'account.pem')).mode & 0o777, 0o600)

    const again = await Certificate.open(config, log, () => now)
    assert.ok(again.isThere)
    await certificate.look()
    assert.equal((await shown()).serialNumber, first.serialNumber)

    const [from, to] = [Date.parse(first.valid_from) * 1000, Date.parse(first.valid_to) * 1000]
    await plain.close()
    now = from + 0.9 * (to - from)
    await certificate.look()
    assert.match(String(certificate.problem()), /^it ends at .*: .*refused/)
    assert.equal((await shown()).serialNumber, first.serialNumber, 'what there is stays')
    const back = await startPlain()
    now += second
    await certificate.look()
    assert.equal((await shown()).serialNumber, first.serialNumber, 'the authority is not asked again at once')
    now += 16 * minute
    await certificate.look()
    assert.notEqual((await shown()).serialNumber, first.serialNumber)
    now = machineClock()
    assert.equal(certificate.problem(), undefined)
    await back.close()
  } finally {
    certificate.close()
    server.closeAllConnections()
    server.close()
  }
})
