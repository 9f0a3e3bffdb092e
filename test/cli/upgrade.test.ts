import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ask } from '../support/direct.ts'
import { Beside } from '../support/processes.ts'
import { freshPlace, onEither } from '../support/server.ts'
import { clockhouse, on } from './command.ts'

type Fresh = Awaited<ReturnType<typeof freshPlace>>

/** Takes the last migration away from a database, as if an older version had made it. */
async function makeOlder({ place }: Fresh): Promise<void> {
  await ask(place, async (run) => {
    await run('drop table time_locks')
    await run(`delete from migrations where name = '0023_time_locks.sql'`)
  })
}

onEither('an upgrade', (database) => {
  let fresh: Fresh
  let env: Record<string, string | undefined>
  before(async () => {
    fresh = await freshPlace(database)
    env = on(fresh.place)
    const beside = await Beside.open(fresh.place)
    await beside.company()
    await beside.close()
  })
  after(() => fresh.clean())

  const copies = () => readdirSync(fresh.place.data).filter((name) => name.startsWith('clockhouse-'))

  test('upgrade --check lists the changes of an upgrade, which keeps a copy of the old database', async () => {
    const upToDate = await clockhouse(['upgrade', '--check'], { env })
    assert.match(upToDate.stdout, /is up to date/)
    await makeOlder(fresh)
    const { code, stdout, stderr } = await clockhouse(['upgrade', '--check'], { env })
    assert.equal(code, 0, stderr)
    assert.match(stdout, /would upgrade the database in .*, which was made by a version after 0\.2\.0\./)
    assert.match(stdout, /What changes for people:\n {2}- \w[\s\S]*\d+ things are new, \d+ were fixed/)
    assert.match(stdout, /What happens to the data, in about a second:\n1 migration works through no rows\./)
    assert.match(stdout, /To go back, restore that (copy|backup) with the old version/)
    assert.match(
      stdout,
      database === 'sqlite' ? /The database is copied beside itself first/ : /run clockhouse backup first/,
    )
    const read = (await clockhouse(['upgrade', '--check', '--json'], { env })).json()
    assert.deepEqual(read.pending, ['0023_time_locks.sql'])
    assert.deepEqual(
      read.migrations.map(({ name, work }: { name: string; work: unknown[] }) => [name, work]),
      [['0023_time_locks.sql', []]],
    )
    assert.ok(read.changes[0].changes.Added.length > 50)
    assert.equal(read.raisesFloor, true)
    assert.ok(read.bytes > 100_000)
    if (database === 'sqlite') assert.deepEqual(copies(), [])

    // The old version can still be backed up by the new one.
    const folder = mkdtempSync(join(tmpdir(), 'clockhouse-upgrade-'))
    const saved = await clockhouse(['backup', folder, '--json'], { env })
    assert.equal(saved.code, 0, saved.stderr)
    assert.ok(!saved.json().migrations.includes('0023_time_locks.sql'))
    rmSync(folder, { recursive: true })

    for (let times = 0; times < 3; times++) {
      if (times > 0) await makeOlder(fresh)
      const migrated = await clockhouse(['migrate'], { env })
      assert.match(migrated.stdout, /0023_time_locks\.sql/)
    }
    if (database === 'postgres') return
    assert.equal(copies().length, 2, copies().join())
    for (const copy of copies()) {
      assert.match(copy, /^clockhouse-before-upgrade-0023-\d+\.db$/)
      const file = join(fresh.place.data, copy)
      if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600)
      const restored = await clockhouse(['restore', file, '--json'], { env })
      assert.equal(restored.code, 0, restored.stderr)
      assert.deepEqual(restored.json().applied, ['0023_time_locks.sql'])
    }
  })

  test('upgrade refuses a database that a newer version has created', async () => {
    await ask(fresh.place, (run) => run(`insert into migrations values ('9999_later.sql', 0)`))
    const { code, stderr } = await clockhouse(['upgrade', '--check'], { env })
    assert.equal(code, 1)
    assert.match(stderr, /changed by a newer version/)
  })
})

describe('docs/backup.md', () => {
  /** What takes a bucket, which backup_bucket.test.ts has. */
  const others = /^(npx )?clockhouse backup s3:\/\/my-backups\/clockhouse$/

  test('the commands on the page for backups work in their order', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clockhouse-docs-'))
    const [source, target] = [await freshPlace('sqlite'), await freshPlace('postgres')]
    const beside = await Beside.open(source.place)
    await beside.company()
    await beside.close()
    const page = readFileSync(new URL('../../docs/backup.md', import.meta.url), 'utf8')
    const lines = [...page.matchAll(/^```\n([\s\S]*?)^```/gm)].flatMap(([, block]) => block!.trim().split('\n'))
    let ours = 0
    for (const line of lines) {
      if (others.test(line)) continue
      const [, variable, value, command] = /^(?:(CLOCKHOUSE_\w+)=(\S+) )?(?:npx )?clockhouse (.+)$/.exec(line) ?? []
      assert.ok(command, line)
      const here = (text: string) =>
        text
          .replace('/var/backups/clockhouse', join(folder, 'backups'))
          .replace(/clockhouse-0\.2\.0-\S+\.db/, () => readdirSync(join(folder, 'backups'))[0]!)
          .replace('/tmp/restored', join(folder, 'restored'))
          .replace('./data-again', join(folder, 'data-again'))
          .replace('postgres://clockhouse:secret@127.0.0.1/clockhouse', target.place.databaseUrl)
      const env = { ...on(source.place), PORT: '0', ...(variable ? { [variable]: here(value!) } : {}) }
      const { code, stdout, stderr } = await clockhouse(command.split(' ').map(here), { env })
      assert.equal(code, 0, `${line}\n${stdout}${stderr}`)
      ours += 1
    }
    assert.equal(ours, 8)
    await source.clean()
    await target.clean()
    rmSync(folder, { recursive: true })
  })
})
