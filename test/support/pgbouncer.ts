import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { unprivileged } from './folders.ts'
import { freePort } from './free_port.ts'

/** The path of a PgBouncer that keeps prepared statements in transaction mode, from Debian. */
export function installedPgBouncer(): string {
  const installer = join(import.meta.dirname, '../../.ci/pgbouncer')
  return execFileSync(installer, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
}

const isRoot = process.getuid?.() === 0

/** A PgBouncer in front of a database, in transaction mode unless told otherwise. */
export class PgBouncer {
  /** The address of the database through it. */
  readonly url: string
  readonly #child: ChildProcess
  readonly #folder: string

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url
    this.#child = child
    this.#folder = folder
  }

  /** Starts one for the database at an address with user and password; `settings` are lines of its file. */
  static async start(program: string, database: string, settings: Record<string, string | number>): Promise<PgBouncer> {
    const { hostname, port, username, password, pathname } = new URL(database)
    const folder = mkdtempSync(join(tmpdir(), 'clockhouse-pgbouncer-'))
    const listen = await freePort()
    const all = {
      ...{ listen_addr: '127.0.0.1', listen_port: listen, auth_type: 'scram-sha-256', unix_socket_dir: '' },
      ...{ auth_file: join(folder, 'users'), pool_mode: 'transaction', ...settings },
    }
    const name = pathname.slice(1)
    writeFileSync(join(folder, 'users'), `"${username}" "${password}"\n`)
    writeFileSync(
      join(folder, 'pgbouncer.ini'),
      `[databases]\n${name} = host=${hostname} port=${port} dbname=${name}\n[pgbouncer]\n${Object.entries(all)
        .map(([key, value]) => `${key} = ${value}`)
        .join('\n')}\n`,
    )
    // It refuses to run as root.
    if (isRoot) for (const path of [folder, join(folder, 'users'), join(folder, 'pgbouncer.ini')]) own(path)
    const identity = isRoot ? { uid: unprivileged, gid: unprivileged } : {}
    const child = spawn(program, [join(folder, 'pgbouncer.ini')], { ...identity, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const url = `postgres://${username}:${password}@127.0.0.1:${listen}/${name}`
    for (let times = 0; !(await answers(url)); times++) {
      if (child.exitCode !== null || times > 100) throw new Error(`PgBouncer did not start:\n${said}`)
      await after(100)
    }
    return new PgBouncer(url, child, folder)
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGQUIT')
    await ended
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function own(path: string): void {
  chownSync(path, unprivileged, unprivileged)
  chmodSync(path, 0o700)
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
