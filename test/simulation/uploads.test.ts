import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sql } from '../../src/engine/sql.ts'
import { noise, upload } from '../support/pictures.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { freshPlace, onEither, TestServer } from '../support/server.ts'

// Images are as durable as everything else, and survive whatever interrupts a transaction.

onEither('kill -9 in the middle of uploads', (database) => {
  test('every image that was acknowledged before a kill -9 is stored completely, and no bytes without one', async () => {
    const { place, clean } = await freshPlace(database, { durable: true })
    const separate = await Beside.open(place)
    try {
      const { token } = await separate.company()
      const server = await ServerProcess.start(place)
      const kept = new Map<number, Buffer>()
      const work = async (name: number) => {
        for (let n = 0; server.alive; n++) {
          const bytes = noise(100_000, name * 1000 + n)
          const { status, body, text } = await server.call(token, 'POST', '/files', [upload(bytes)])
          assert.ok(status === 200 || status === 0, text)
          if (status === 200) kept.set(body.results.files['1'].id, bytes)
          if (kept.size >= 12) await server.kill()
        }
      }
      await Promise.all([1, 2, 3, 4].map(work))
      const restarted = await ServerProcess.start(place)
      for (const [id, bytes] of kept) {
        const headers = { authorization: `Bearer ${token}` }
        const response = await fetch(`${restarted.url}/api/v1/files/raw?id=${id}`, { headers })
        assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes), `file ${id}: ${response.status}`)
      }
      await restarted.stop()
      const alone = await separate.db.read.get<{ n: number }>(sql`select count(*) as n from file_parts p
        left join files f on f.company_id = p.company_id and f.id = p.file_id where f.id is null`)
      assert.equal(Number(alone!.n), 0)
    } finally {
      await separate.close()
      await clean()
    }
  })
})

// A Citus holds the locks on its other machines, where this would not see who waits.
const skip = process.env.CLOCKHOUSE_TEST_CITUS_URL !== undefined && 'the locks are on another machine'

test('an upload is repeated with all its bytes when the connection to PostgreSQL breaks before the commit', {
  skip,
}, async () => {
  const server = await TestServer.start('postgres')
  const url = new URL(server.place.databaseUrl)
  const schema = url.searchParams.get('schema') ?? 'public'
  url.searchParams.delete('schema')
  const other = new pg.Client({ connectionString: url.href, options: `-c search_path=${schema}` })
  await other.connect()
  try {
    const company = await server.company()
    await other.query('begin')
    await other.query('select 1 from companies for update')
    const bytes = noise(200_000)
    const answer = server.createOne(company, 'files', upload(bytes))
    for (let ended = 0; ended === 0; await sleep(20)) {
      const waiting = 'select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
      ended = (await other.query(`select pg_terminate_backend(pid) from (${waiting}) as blocked`)).rowCount ?? 0
    }
    await other.query('rollback')
    const { id } = await answer
    const { rawPayload } = await server.app.inject({
      url: `/api/v1/files/raw?id=${id}`,
      headers: { authorization: `Bearer ${company.token}` },
    })
    assert.ok(rawPayload.equals(bytes))
    assert.equal((await server.list(company, 'files')).length, 1)
  } finally {
    await other.end()
    await server.stop()
  }
})
