import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { databaseFolder } from './folders.ts'
import { runPostgres, type TestPostgres } from './postgres.ts'

/** Starts an asynchronous streaming replica of a test PostgreSQL that applies everything with this delay. */
export async function startReplica(primary: string, delayMs: number): Promise<TestPostgres> {
  const dir = databaseFolder('clockhouse-replica-')
  const client = new pg.Client(primary)
  await client.connect()
  try {
    const { rows } = await client.query('show data_directory')
    await client.query(`select pg_backup_start('replica', true)`)
    const data = join(dir, 'data')
    cpSync(rows[0].data_directory, data, {
      recursive: true,
      filter: (file) => !/(postmaster\.(pid|opts)|pg_internal\.init)$/.test(file),
    })
    mkdirSync(join(data, 'pg_wal'), { recursive: true })
    const { rows: stopped } = await client.query('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(data, 'backup_label'), stopped[0].labelfile)
    writeFileSync(join(data, 'standby.signal'), '')
    const { hostname, port, username, password } = new URL(primary)
    writeFileSync(
      join(data, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'
recovery_min_apply_delay = '${delayMs}ms'\n`,
    )
    chmodSync(data, 0o700)
  } finally {
    await client.end()
  }
  const { port, stop } = await runPostgres(dir)
  const url = new URL(primary)
  url.port = String(port)
  return { url: url.href, stop }
}
