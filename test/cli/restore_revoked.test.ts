import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { digest } from '../../src/identity/factors/secrets.ts'
import { insertSession } from '../../src/identity/sessions.ts'
import { machineClock } from '../../src/world.ts'
import { Beside } from '../support/processes.ts'
import { migratedPlace } from '../support/server.ts'
import { clockhouse } from './command.ts'

test('what was revoked since the backup stays revoked after a restore, and the rest lets people in', async () => {
  const { place, clean } = await migratedPlace('sqlite')
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-restore-'))
  const run = (data: string, ...args: string[]) => clockhouse(args, { env: { CLOCKHOUSE_DATA: data } })
  const all = (text: string, data = place.data) => {
    const database = new DatabaseSync(join(data, 'clockhouse.db'))
    const rows = database.prepare(text).all()
    database.close()
    return rows.map((row) => Object.values(row).join())
  }
  const sessions = 'select id from sessions order by id'
  const tokens = 'select id from access_tokens order by id'
  try {
    const beside = await Beside.open(place)
    const company = await beside.company()
    const account = { companyId: company.id, userId: company.adminId }
    await beside.token(account)
    for (const id of ['ended', 'going on']) {
      const session = { ...account, hash: digest(id), id, address: '127.0.0.1', agent: '' }
      await beside.db.write(insertSession, session, machineClock())
    }
    await beside.close()
    const backup = await run(place.data, 'backup', folder, '--json')
    assert.equal(backup.code, 0, backup.stderr)
    const { file } = JSON.parse(backup.stdout)
    const [first, second] = all(tokens)
    all(`delete from access_tokens where id = ${first} returning id`)
    all("delete from sessions where id = 'ended' returning id")
    all("update companies set name = 'Too late' returning company_id")
    const restored = await run(place.data, 'restore', file)
    assert.equal(restored.code, 0, restored.stderr)
    assert.deepEqual(all(tokens), [second])
    assert.deepEqual(all(sessions), ['going on'])
    assert.deepEqual(all("select name from companies where name = 'Too late'"), [])
    // Where there is nothing to tell, all is as it was.
    const elsewhere = mkdtempSync(join(folder, 'other-'))
    assert.equal((await run(elsewhere, 'restore', file)).code, 0)
    assert.deepEqual(all(tokens, elsewhere), [first, second])
    assert.deepEqual(all(sessions, elsewhere), ['ended', 'going on'])
  } finally {
    rmSync(folder, { recursive: true })
    await clean()
  }
})
