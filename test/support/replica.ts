import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { databaseFolder } from './folders.ts'
import { freePort, identity, runnable, type TestPostgres, unprivileged } from './postgres.ts'

const keeper = `
if "$1/pg_ctl" start -w -D data -l log -o "-p $2" >>log 2>&1
then
  trap '' PIPE
  echo ready 2>/dev/null
  read -r line
else
  tail -n 40 log
fi
"$1/pg_ctl" stop -m immediate -D data >>log 2>&1
`

/** Starts an asynchronous streaming replica of a PostgreSQL of the tests that applies everything so much later. */
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
  } finally {
    await client.end()
  }
  const bin = join(runnable(dir), 'bin')
  if (identity.uid) execFileSync('chown', ['-R', `${unprivileged}:${unprivileged}`, dir])
  execFileSync('chmod', ['700', join(dir, 'data')])
  const port = await freePort()
  const shell = spawn('/bin/sh', ['-c', keeper, 'keeper', bin, String(port)], {
    ...identity,
    cwd: dir,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = once(shell, 'close')
  const [said] = await once(shell.stdout, 'data')
  if (String(said) !== 'ready\n') throw new Error(`The replica did not start:\n${said}`)
  const url = new URL(primary)
  url.port = String(port)
  const handles = [shell, shell.stdin as Socket, shell.stdout as Socket]
  for (const handle of handles) handle.unref()
  return {
    url: url.href,
    async stop() {
      for (const handle of handles) handle.ref()
      shell.stdin.end()
      await closed
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
