import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { clockhouse, on, spawnClockhouse } from '../cli/command.ts'
import { FaultyMailServer } from '../support/faulty_mail_server.ts'
import { type TestCompany, TestServer } from '../support/server.ts'

// What doctor finds about a server that runs, and about what a server depends on.

describe('what doctor finds', () => {
  const secret = 'the-secret-of-this-installation'

  let server: TestServer
  let company: TestCompany

  before(async () => {
    server = await TestServer.start('sqlite', { CLOCKHOUSE_SECRET: secret })
    company = await server.company()
  })
  after(() => server.stop())

  type Found = { check: string; state: string; message: string; remedy?: string }

  const settings = (more: Record<string, string>) => ({
    ...on(server.place),
    PORT: '0',
    CLOCKHOUSE_SECRET: secret,
    ...more,
  })

  async function examine(more: Record<string, string> = {}): Promise<(check: string) => string[]> {
    const { stdout } = await clockhouse(['doctor', '--json'], { env: settings(more) })
    const { findings } = JSON.parse(stdout) as { findings: Found[] }
    return (check) =>
      findings
        .filter((finding) => finding.check === check && finding.state !== 'ok')
        .map(({ state, message }) => `${state}: ${message}`)
  }

  test('doctor reports a mail server that cannot be used', async () => {
    const ours = { CLOCKHOUSE_URL: 'https://time.example.com', CLOCKHOUSE_SMTP_URL: 'smtp://127.0.0.1:9' }
    assert.match((await examine(ours))('Mail').join(), /^warning: .*127\.0\.0\.1:9 cannot be used: .*ECONNREFUSED/)
    const hostile = new FaultyMailServer({ at: 'greeting', does: '554 go away' })
    const port = await hostile.start()
    const found = await examine({ ...ours, CLOCKHOUSE_SMTP_URL: `smtp://127.0.0.1:${port}` })
    await hostile.stop()
    assert.match(found('Mail').join(), /^warning: .*cannot be used: .*554/)
    const kind = new FaultyMailServer({ at: 'body', does: '250 Taken' })
    const open = await kind.start()
    assert.deepEqual((await examine({ ...ours, CLOCKHOUSE_SMTP_URL: `smtp://127.0.0.1:${open}` }))('Mail'), [])
    await kind.stop()
  })

  test('doctor reports a secret that is not the one with which secrets were encrypted', async () => {
    assert.deepEqual((await examine({ CLOCKHOUSE_SECRET: 'another' }))('Secret'), [], 'nothing is encrypted yet')
    const made = await server.app.inject({
      method: 'POST',
      url: '/api/v1/webhooks',
      headers: { authorization: `Bearer ${company.token}` },
      payload: { url: 'https://hooks.example.com/', types: ['group.created'] },
    })
    assert.equal(made.statusCode, 200, made.body)
    assert.deepEqual((await examine())('Secret'), [])
    for (const other of ['another', ''])
      assert.match(
        (await examine({ CLOCKHOUSE_SECRET: other }))('Secret').join(),
        /^broken: CLOCKHOUSE_SECRET: it is not the one with which these were encrypted: webhooks$/,
      )
  })

  test('doctor reports a folder for backups that cannot be created', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clockhouse-doctor-'))
    writeFileSync(join(folder, 'file'), '')
    const found = await examine({ CLOCKHOUSE_BACKUP_DIR: join(folder, 'file', 'backups') })
    rmSync(folder, { recursive: true })
    assert.match(found('Backups').join(), /^broken: .*backups cannot be created: .*file is not a folder$/)
  })

  test('doctor reports limits that are too low for a server', async () => {
    const env = settings({ NODE_OPTIONS: '--max-old-space-size=64' })
    const { stdout } = await spawnClockhouse(['doctor'], { env })
    assert.match(stdout, /warning {2}Limits: Node\.js may use only \d+ MB for objects/)
  })

  test('doctor reports a server whose file was removed, though there is nothing at the path', async () => {
    if (process.platform !== 'linux') return
    assert.deepEqual((await examine())('Database'), [])
    rmSync(join(server.place.data, 'clockhouse.db'))
    const found = (await examine())('Database').join()
    assert.match(
      found,
      new RegExp(`^broken: .*clockhouse\\.db, process ${process.pid}: the file of the database is no`),
    )
  })
})
