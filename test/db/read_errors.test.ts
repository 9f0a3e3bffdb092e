import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants } from 'node:sqlite'
import { after, test } from 'node:test'
import { Connection } from '../../src/db/sqlite/connection.ts'
import { RequestError } from '../../src/engine/errors.ts'
import { sql } from '../../src/engine/sql.ts'

// A database that cannot be read answers 503 and never ends the process; when it can be read again, all is well.

const folder = mkdtempSync(join(tmpdir(), 'clockhouse-read-'))
after(() => rmSync(folder, { recursive: true }))

const unavailable = (error: unknown) =>
  error instanceof RequestError &&
  error.status === 503 &&
  error.cause instanceof Error &&
  !!error.headers['retry-after']
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const all = sql`select sum(length(text)) as letters from lines`

/** A database file with more pages than one. */
function made(name: string): string {
  const file = join(folder, name)
  const writer = new Connection(file)
  writer.database.exec('create table lines (text text)')
  for (let n = 0; n < 100; n++) writer.database.exec(`insert into lines values (printf('%.1000c', 'x'))`)
  writer.close()
  return file
}

test('a damaged database file can be read again when it has been restored', async () => {
  const file = made('damaged.db')
  copyFileSync(file, `${file}.good`)
  const reader = new Connection(file, { readOnly: true })
  assert.equal((await reader.all(all)).length, 1)
  await turn()
  await turn()
  writeFileSync(file, Buffer.alloc(statSync(file).size, 7), { flag: 'r+' })
  for (let attempt = 0; attempt < 3; attempt++) {
    await assert.rejects(reader.all(all), unavailable)
    await assert.rejects(async () => reader.mark(), unavailable)
    await turn()
  }
  copyFileSync(`${file}.good`, file)
  assert.deepEqual({ ...(await reader.get(all)) }, { letters: 100_000 })
  assert.equal(typeof reader.mark(), 'number')
  reader.close()
})

test('a connection that breaks inside a snapshot ends neither the process nor later reads', async () => {
  const reader = new Connection(made('broken.db'), { readOnly: true })
  assert.equal((await reader.all(all)).length, 1)
  reader.database.close()
  await turn()
  await turn()
  assert.equal((await reader.all(all)).length, 1)
  reader.database.close()
  await assert.rejects(reader.tuples(all), unavailable)
  assert.equal((await reader.tuples(all)).length, 1)
  reader.close()
  await assert.rejects(reader.tuples(all), unavailable)
})

test('a mistake in a statement is not a read error', async () => {
  const file = made('mistake.db')
  const reader = new Connection(file, { readOnly: true })
  await assert.rejects(reader.all(sql`select nothing from nowhere`), (error) => !(error instanceof RequestError))
  assert.equal((await reader.all(all)).length, 1)
  reader.close()
})

test('a statement is prepared once, whatever its limit', async () => {
  const reader = new Connection(made('prepared.db'), { readOnly: true })
  let looked = 0
  // SQLite asks while it prepares.
  reader.database.setAuthorizer(() => {
    looked += 1
    return constants.SQLITE_OK
  })
  const first = (count: number) => reader.all(sql`select text from lines limit ${count} offset ${count}`)
  assert.equal((await first(1)).length, 1)
  const once = looked
  assert.ok(once > 0)
  for (const count of [2, 3, 60]) assert.equal((await first(count)).length, Math.min(count, 100 - count))
  assert.equal(looked, once)
  reader.close()
})
