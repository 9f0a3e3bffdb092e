import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Values } from '../../src/engine/table.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { freshPlace } from '../support/server.ts'

// A start loads only what the first answer needs; the rest waits until it is requested. Time is not a reliable measure,
// so this names the large packages.

/** Packages that a server needs only for some features. */
const later = [
  '@simplewebauthn/server',
  'ajv',
  'bidi-js',
  'commander',
  'csv-stringify',
  'fontkit',
  'ical-generator',
  'jose',
  'koa',
  'nodemailer',
  'oidc-provider',
  'pdfkit',
  'pg',
  'prom-client',
  'sharp',
  'write-excel-file',
]

// One waits for some seconds, so they run at the same time.
describe('a server process', { concurrency: true }, () => {
  test('after an orderly stop the database is one file with all that was acknowledged, readable by its owner alone', async () => {
    const { place, clean } = await freshPlace('sqlite')
    const data = join(place.data, 'data')
    const server = await ServerProcess.start({ ...place, data })
    const separate = await Beside.open({ ...place, data })
    try {
      const { token } = await separate.company()
      await separate.close()
      const modes = ['', 'clockhouse.db', 'clockhouse.db-wal', 'clockhouse.db-shm'].map((name) =>
        modeOf(join(data, name)),
      )
      assert.deepEqual(modes, [0o700, 0o600, 0o600, 0o600])
      const names = Array.from({ length: 30 }, (_, n) => ({ name: `Job ${n}` }))
      assert.equal((await server.call(token, 'POST', '/jobcodes', names)).status, 200)
      assert.equal(await server.stop(), 0)
      assert.deepEqual(readdirSync(data), ['clockhouse.db'])
      const copy = mkdtempSync(join(place.data, 'copy-'))
      copyFileSync(join(data, 'clockhouse.db'), join(copy, 'clockhouse.db'))
      chmodSync(join(copy, 'clockhouse.db'), 0o644)
      const again = await ServerProcess.start({ ...place, data: copy })
      const { body } = await again.call(token, 'GET', '/jobcodes')
      assert.equal(Object.values(body.results.jobcodes).filter((job) => /^Job/.test((job as Values).name)).length, 30)
      assert.equal(modeOf(join(copy, 'clockhouse.db')), 0o600, 'permissions left open by an older version are fixed')
      await again.stop()
    } finally {
      await server.stop()
      await clean()
    }
  })

  test('requests that were sent in part do not keep a server from stopping', async () => {
    const { place, clean } = await freshPlace('sqlite')
    const server = await ServerProcess.start(place)
    const { hostname, port } = new URL(server.url)
    const head = 'POST /api/v1/jobcodes HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n'
    const parts = ['', 'GET /api/v1/jobcodes HT', head, `${head}Content-Length: 100\r\n\r\n{"data": [`]
    const sockets = await Promise.all(
      parts.map(async (part) => {
        const socket = connect(Number(port), hostname).on('error', () => {})
        await once(socket, 'connect')
        socket.write(part)
        return socket
      }),
    )
    try {
      // When later requests are answered, the server has received these.
      for (let times = 0; times < 2; times++) await (await fetch(server.url)).text()
      const before = performance.now()
      assert.equal(await server.stop(), 0)
      // Otherwise such a request ends after a minute.
      assert.ok(performance.now() - before < 30_000)
    } finally {
      for (const socket of sockets) socket.destroy()
      await server.kill()
      await clean()
    }
  })

  test('a server that has answered has loaded nothing that it does not need yet', async () => {
    const { place, clean } = await freshPlace('sqlite')
    const hook = fileURLToPath(new URL('../support/loaded.ts', import.meta.url))
    const server = await ServerProcess.start(place, { NODE_OPTIONS: `--import ${hook}` })
    const separate = await Beside.open(place)
    try {
      const { token } = await separate.company()
      assert.equal((await server.call(token, 'GET', '/timesheets?start_date=2026-01-01')).status, 200)
      assert.equal((await server.call(token, 'POST', '/groups', [{ name: 'First' }])).status, 200)
      assert.equal(await server.stop(), 0)
      const [, list] = /^loaded: (.*)$/m.exec(server.log.join('')) ?? []
      const loaded = list!.split(' ')
      assert.ok(loaded.includes('fastify'), 'nothing was recorded, so nothing was tested')
      assert.deepEqual(
        later.filter((name) => loaded.includes(name)),
        [],
      )
    } finally {
      await server.stop()
      await separate.close()
      await clean()
    }
  })
})

function modeOf(file: string): number {
  return statSync(file).mode & 0o777
}
