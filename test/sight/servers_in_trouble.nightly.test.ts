import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { clockhouse } from '../cli/command.ts'
import { PostgresProxy } from '../support/postgres_proxy.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { freshPlace, migratedPlace } from '../support/server.ts'

// Real servers in real faults: what /livez, /readyz, the log, metrics and doctor report at the same time.

const settings = { CLOCKHOUSE_LOG_LEVEL: 'warn', CLOCKHOUSE_METRICS_TOKEN: 'a-token-for-metrics' }

async function look(server: ServerProcess) {
  const ready = await fetch(`${server.url}/readyz`)
  const { causes = [] } = (await ready.json()) as { causes?: string[] }
  const headers = { authorization: `Bearer ${settings.CLOCKHOUSE_METRICS_TOKEN}` }
  const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text()
  const writable = /^clockhouse_writable (\d)$/m.exec(metrics)?.[1]
  const alive = (await fetch(`${server.url}/livez`)).status
  return { alive, ready: ready.status, causes, writable }
}

test('a server whose database another program keeps locked reports it, and recovers when it is unlocked', async () => {
  const { place, clean } = await freshPlace('sqlite')
  const server = await ServerProcess.start(place, settings)
  try {
    const beside = await Beside.open(place)
    const { token } = await beside.company()
    await beside.close()
    const other = new DatabaseSync(join(place.data, 'clockhouse.db'))
    other.exec('begin immediate')
    const refused = await server.call(token, 'POST', '/jobcodes', [{ name: 'Locked out' }])
    assert.equal(refused.status, 503)
    assert.deepEqual(await look(server), { alive: 200, ready: 503, causes: ['writes'], writable: '0' })
    assert.equal((await server.call(token, 'GET', '/jobcodes')).status, 200, 'reading goes on')
    other.exec('rollback')
    other.close()
    // This write goes through as soon as those before it have given up.
    const stored = await server.call(token, 'POST', '/jobcodes', [{ name: 'Locked out' }])
    assert.equal(stored.status, 200, stored.text)
    const log = server.log.join('')
    assert.equal(log.match(/the database does not store changes/g)?.length, 1)
    assert.match(log, /"reason":"[^"]*database is locked/)
    assert.match(log, /the database stores changes again/)
    const failed = log.split('\n').find((line) => line.includes('"msg":"a request failed"')) ?? ''
    assert.match(failed, /"requestId":"[^"]+"/)
    assert.match(failed, /"route":"\/api\/v1\/jobcodes"/)
  } finally {
    await server.stop()
    await clean()
  }
})

test('a server reports that PostgreSQL no longer answers over the network', async () => {
  const { place, clean } = await migratedPlace('postgres')
  const { proxy, url } = await PostgresProxy.start(place.databaseUrl)
  const server = await ServerProcess.start({ ...place, databaseUrl: url }, settings)
  try {
    assert.deepEqual(await look(server), { alive: 200, ready: 200, causes: [], writable: '1' })
    await proxy.stop()
    // An answer is kept for a second.
    let lost = await look(server)
    for (let time = 0; time < 100 && lost.ready === 200; time++) {
      await setTimeout(50)
      lost = await look(server)
    }
    assert.deepEqual({ ...lost, writable: '' }, { alive: 200, ready: 503, causes: ['database'], writable: '' })
    assert.match(server.log.join(''), /the database cannot be read/)
    const { code, stdout } = await clockhouse(['doctor', '--json'], { env: { CLOCKHOUSE_DATABASE_URL: url } })
    assert.equal(code, 1)
    assert.match(stdout, /cannot be opened.*ECONNREFUSED/)
  } finally {
    await server.stop()
    await clean()
  }
})
