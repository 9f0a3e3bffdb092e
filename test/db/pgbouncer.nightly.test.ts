import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { migratePostgres } from '../../src/db/postgres/postgres.ts'
import type { Values } from '../../src/engine/table.ts'
import { machineClock } from '../../src/world.ts'
import { installedPgBouncer, PgBouncer } from '../support/pgbouncer.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { postgresUrl } from '../support/server.ts'

// Servers behind the real PgBouncer in transaction mode, set up as docs/postgresql.md says: a database of their own, limits
// and search path with the role, migrations past the pooler.

const kept = { max_prepared_statements: 500 }

describe('PgBouncer in transaction mode', () => {
  const name = `pooled_${process.pid}`
  let direct: string
  let program: string

  before(async () => {
    program = installedPgBouncer()
    const server = new URL(postgresUrl())
    await asAdministrator([
      `create role ${name} login password 'pooled'`,
      `create database ${name} owner ${name} encoding 'UTF8' template template0`,
      `alter role ${name} set statement_timeout = '12s'`,
      `alter role ${name} set lock_timeout = '10s'`,
      `alter role ${name} set idle_in_transaction_session_timeout = '8s'`,
      `alter role ${name} set search_path = clock`,
    ])
    direct = `postgres://${name}:pooled@${server.host}/${name}`
    const client = new pg.Client(direct)
    await client.connect()
    await client.query('create schema clock')
    await client.end()
    await migratePostgres(direct, machineClock())
  })
  after(() => asAdministrator([`drop database if exists ${name} with (force)`, `drop role if exists ${name}`]))

  test('two servers share fewer connections than they open, and every read and write is done once', async () => {
    const bouncer = await PgBouncer.start(program, direct, { ...kept, default_pool_size: 10 })
    const place = { databaseUrl: bouncer.url, data: '', databasePool: 10 }
    const settings = { CLOCKHOUSE_DATABASE_POOL: '5' }
    const [first, second] = await Promise.all([
      ServerProcess.start(place, settings),
      ServerProcess.start(place, settings),
    ])
    const beside = await Beside.open({ ...place, databaseUrl: direct })
    try {
      const company = await beside.company()
      const names = Array.from({ length: 60 }, (_, index) => `Job ${index}`)
      const made = await Promise.all(
        names.map((name, index) =>
          (index % 2 ? first : second).call(company.token, 'POST', '/jobcodes', [{ name, type: 'regular' }]),
        ),
      )
      assert.deepEqual([...new Set(made.map(({ status, text }) => (status === 200 ? 200 : text)))], [200])
      const job = Object.values<Values>(made[0]!.body.results.jobcodes)[0]!.id
      const entry = { user_id: company.adminId, jobcode_id: job, type: 'manual', duration: 600 }
      const rounds = Array.from({ length: 12 }, (_, index) => index)
      const answers = await Promise.all(
        rounds.flatMap((index) => {
          const server = index % 2 ? first : second
          const date = `2026-02-${String(index + 1).padStart(2, '0')}`
          return [
            server.call(company.token, 'POST', '/timesheets', [{ ...entry, date }]),
            server.call(company.token, 'GET', '/users'),
            server.call(company.token, 'GET', `/jobcodes?page=${index + 1}&per_page=5`),
            server.call(company.token, 'GET', `/timesheets?start_date=2026-02-01&end_date=${date}`),
          ]
        }),
      )
      assert.deepEqual([...new Set(answers.map(({ status, text }) => (status === 200 ? 200 : text)))], [200])
      for (const server of [first, second]) {
        const { body } = await server.call(
          company.token,
          'GET',
          '/timesheets?start_date=2026-02-01&end_date=2026-02-28',
        )
        assert.equal(Object.keys(body.results.timesheets).length, rounds.length)
        assert.deepEqual(server.log, [])
      }
      assert.ok((await connections()) <= 10, 'the pooler keeps to its size')
    } finally {
      await beside.close()
      await Promise.all([first.stop(), second.stop()])
      await bouncer.stop()
    }
  })

  test('a server that starts leaves no connection without limits to others', async () => {
    const bouncer = await PgBouncer.start(program, direct, { ...kept, default_pool_size: 4 })
    const server = await ServerProcess.start({ databaseUrl: bouncer.url, data: '', databasePool: 4 })
    const client = new pg.Client(bouncer.url)
    await client.connect()
    try {
      for (let times = 0; times < 20; times++) {
        const { rows } = await client.query(`select current_setting('statement_timeout') as statement,
          current_setting('lock_timeout') as lock`)
        assert.deepEqual(rows, [{ statement: '12s', lock: '10s' }])
      }
    } finally {
      await client.end()
      await server.stop()
      await bouncer.stop()
    }
  })

  /** What a server says that starts behind a PgBouncer; '' if it starts. */
  const refusalBehind = async (program: string, settings: Record<string, number>) => {
    const bouncer = await PgBouncer.start(program, direct, settings)
    const start = async () => {
      const server = await ServerProcess.start({ databaseUrl: bouncer.url, data: '', databasePool: 4 })
      await server.stop()
      return ''
    }
    // What the first attempt has left with the connections changes nothing for the second.
    const said = [await start().catch(String), await start().catch(String)]
    await bouncer.stop()
    return said
  }
  const refusal = /loses prepared statements; set max_prepared_statements = 500 in PgBouncer 1\.21 or newer/

  test('a pooler that loses prepared statements is refused at the start, with what to set', async () => {
    for (const said of await refusalBehind(program, { max_prepared_statements: 0 })) assert.match(said, refusal)
  })

  const older = '/usr/sbin/pgbouncer'
  test('one that is too old for prepared statements, too', { skip: !isOld(older) }, async () => {
    for (const said of await refusalBehind(older, {})) assert.match(said, refusal)
  })

  test('session mode needs no setting', async () => {
    const bouncer = await PgBouncer.start(program, direct, { max_prepared_statements: 0, pool_mode: 'session' })
    const server = await ServerProcess.start({ databaseUrl: bouncer.url, data: '', databasePool: 4 })
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
    await server.stop()
    await bouncer.stop()
  })

  /** How many connections to the database there are. */
  async function connections(): Promise<number> {
    const [row] = await asAdministrator([
      `select count(*)::int as count from pg_stat_activity where datname = '${name}' and usename = '${name}'
        and application_name <> 'clockhouse'`,
    ])
    return row!.count
  }
})

/** Whether a program is a PgBouncer before 1.21, as Debian 12 has it. */
function isOld(program: string): boolean {
  return (
    existsSync(program) &&
    /^PgBouncer 1\.(?:1?\d|20)\./.test(execFileSync(program, ['--version'], { encoding: 'utf8' }))
  )
}

/** Runs statements one by one as the administrator of the server; returns the rows of the last one. */
async function asAdministrator(statements: readonly string[]): Promise<Values[]> {
  const client = new pg.Client(postgresUrl())
  await client.connect()
  try {
    let rows: Values[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
