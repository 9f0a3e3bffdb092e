import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Beside, ServerProcess } from '../support/processes.ts'
import { freshPlace } from '../support/server.ts'

// What a start loads is what the first answer needs: the rest waits until somebody asks for it. Time is no test, so this
// names what is large.

/** Packages that a server needs only for some of what it can do. */
const later = [
  '@simplewebauthn/server',
  'ajv',
  'commander',
  'csv-stringify',
  'ical-generator',
  'jose',
  'koa',
  'nodemailer',
  'oidc-provider',
  'pdfkit',
  'pg',
  'sharp',
  'write-excel-file',
]

test('a server that answers has loaded none of what it does not need yet', async () => {
  const { place, clean } = await freshPlace('sqlite')
  const hook = fileURLToPath(new URL('../support/loaded.ts', import.meta.url))
  const server = await ServerProcess.start(place, { NODE_OPTIONS: `--import ${hook}` })
  const beside = await Beside.open(place)
  try {
    const { token } = await beside.company()
    assert.equal((await server.call(token, 'GET', '/timesheets?start_date=2026-01-01')).status, 200)
    assert.equal((await server.call(token, 'POST', '/groups', [{ name: 'First' }])).status, 200)
    assert.equal(await server.stop(), 0)
    const [, list] = /^loaded: (.*)$/m.exec(server.log.join('')) ?? []
    const loaded = list!.split(' ')
    assert.ok(loaded.includes('fastify'), 'nothing was noted, so nothing was tested')
    assert.deepEqual(
      later.filter((name) => loaded.includes(name)),
      [],
    )
  } finally {
    await server.stop()
    await beside.close()
    await clean()
  }
})
