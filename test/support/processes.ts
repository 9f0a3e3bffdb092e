import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { entry } from '../../build/bundle.ts'
import { createCompany } from '../../src/company/companies.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { Db } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { createToken } from '../../src/oauth/tokens.ts'
import { operations } from '../../src/operations.ts'
import { logger, machineClock, realWorld, type World } from '../../src/world.ts'
import type { TestServer } from './server.ts'

type Place = TestServer['place']

/** An answer over a real connection. Status 0 means that the connection broke before the answer arrived. */
export type Reply = { status: number; body: Values; text: string }

/** The real server, started as a user would start it, in its own process. */
export class ServerProcess {
  readonly url: string
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  /** The standard error of the process; empty if there were no problems. */
  readonly log: string[] = []

  private constructor(url: string, child: ChildProcess) {
    this.url = url
    this.#child = child
    this.#ended = once(child, 'exit')
    child.stderr!.setEncoding('utf8').on('data', (text: string) => this.log.push(text))
  }

  /** Starts a server on a free port, and waits until it has printed its address. `program`: another version's. */
  static async start(
    place: Place,
    settings: Record<string, string> = {},
    program = fileURLToPath(entry('main')),
  ): Promise<ServerProcess> {
    const child = spawn(process.execPath, ['--no-warnings', program], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        CLOCKHOUSE_DATA: place.data,
        CLOCKHOUSE_DATABASE_URL: place.databaseUrl,
        CLOCKHOUSE_RATE_LIMIT: '0',
        CLOCKHOUSE_LOG_LEVEL: 'error',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    let failed = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      failed += text
    })
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const found = /running at (http\S+)/.exec(printed)
        if (found) resolve(found[1]!)
      })
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${printed}${failed}`)))
    })
    return new ServerProcess(url, child)
  }

  /** Its process id. */
  get pid(): number {
    return this.#child.pid!
  }

  /** True while the process runs. */
  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** kill -9. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }

  /** Stops it gracefully; returns the exit code. */
  async stop(): Promise<number | null> {
    if (this.alive) this.#child.kill('SIGTERM')
    await this.#ended
    return this.#child.exitCode
  }

  /** Calls the API as the user of a token. */
  async call(
    token: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    data?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    try {
      const response = await fetch(`${this.url}/api/v1${path}`, {
        method,
        headers: {
          ...headers,
          authorization: `Bearer ${token}`,
          ...(data === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
      })
      const text = await response.text()
      return { status: response.status, body: JSON.parse(text), text }
    } catch (error) {
      return { status: 0, body: {}, text: String(error) }
    }
  }
}

/** The database of a server process, opened separately, to inspect it and to do what only commands do. */
export class Beside {
  readonly db: Db
  readonly world: World

  private constructor(db: Db) {
    this.db = db
    this.world = realWorld(db, logger('silent'))
  }

  static async open(place: Place): Promise<Beside> {
    return new Beside(await openDatabase(place, machineClock(), { operations }, () => {}))
  }

  /** A company with its administrator's token. */
  async company(tz = 'UTC'): Promise<{ id: number; adminId: number; token: string }> {
    const input = {
      company_name: 'Crashed',
      first_name: 'A',
      last_name: 'B',
      username: 'ada',
      email: '',
      password: '',
      tz,
    }
    const made = await this.db.write(createCompany, input, machineClock())
    if ('refused' in made) throw new Error(made.refused)
    const account = { companyId: made.company_id, userId: made.user_id }
    return { id: made.company_id, adminId: made.user_id, token: await this.token(account) }
  }

  async token(account: { companyId: number; userId: number }): Promise<string> {
    return (await createToken(this.world, { ...account, name: 'Test client' })).token
  }

  close(): Promise<void> {
    return this.db.close()
  }
}
