import { rmSync } from 'node:fs'
import { describe } from 'node:test'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { entry } from '../../build/bundle.ts'
import { createApp, exporterFor } from '../../src/app.ts'
import { Live } from '../../src/app_api/live/live.ts'
import { createCompany } from '../../src/company/companies.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { Db } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import type { Exporter } from '../../src/exports/exporter.ts'
import { digest } from '../../src/identity/factors/secrets.ts'
import { insertSession } from '../../src/identity/sessions.ts'
import { BackgroundWork } from '../../src/jobs/background.ts'
import { openMailer } from '../../src/notifications/mailer.ts'
import { openPush } from '../../src/notifications/push_transport.ts'
import { createToken } from '../../src/oauth/tokens.ts'
import { operations } from '../../src/operations.ts'
import { openHooks } from '../../src/webhooks/transport.ts'
import { logger, machineClock, realWorld, type World } from '../../src/world.ts'
import './alone.ts'
import { assertAnswersFit } from './app_answers.ts'
import { databaseFolder } from './folders.ts'
import { citusSchema, type FreshPlace, postgresCopy, sqliteCopy } from './templates.ts'
import { isFull } from './tiers.ts'

// needs: database

/** The databases that tests run on. */
export const databases = ['sqlite', 'postgres'] as const
export type Database = (typeof databases)[number]

/** The modules of the threads, which start several times faster from the bundle. */
export const threads = {
  writer: entry('writer'),
  reporter: entry('reporter'),
  exporter: entry('exporter'),
  backup: entry('backup'),
}

/** 2026-03-02T15:00:00Z, a Monday: the initial time of tests. */
export const startOfTests = Date.UTC(2026, 2, 2, 15) * 1000

/** Runs a block of tests on each database, because its SQL or its locking is the point. */
export function onBoth(title: string, tests: (database: Database) => void): void {
  for (const database of databases) describe(`${title} (${database})`, () => tests(database))
}

/**
 * Runs a block of tests on SQLite, and in `npm run test:all` on each database: all of its SQL comes from the engine, which
 * other tests run on both.
 */
export function onEither(title: string, tests: (database: Database) => void): void {
  if (isFull) onBoth(title, tests)
  else describe(`${title} (sqlite)`, () => tests('sqlite'))
}

/** An answer of the API. `body` is the parsed JSON, `text` the original text. */
export type Answer = { status: number; headers: Record<string, unknown>; body: Values; text: string }

/** A company for a test: its administrator's token, and whatever else is needed to act in it. */
export type TestCompany = { id: number; token: string; adminId: number }

/** The time of a test server: it stands still until the test moves it, or goes by the machine's clock. */
class TestClock {
  isMachine = false
  #set = startOfTests

  get now(): number {
    return this.isMachine ? machineClock() : this.#set
  }

  pass(seconds: number): void {
    this.#set += seconds * 1_000_000
  }
}

/** A complete server in this process, with its own database and a clock that the test moves. */
export class TestServer {
  readonly world: World
  readonly config: Config
  readonly app: FastifyInstance
  /** Sends changes to event streams when the test says so, because no timer is running. */
  readonly live: Live
  readonly place: { databaseUrl: string; data: string; databasePool: number }
  readonly #background: BackgroundWork
  readonly #clean: () => Promise<void>
  readonly #clock: TestClock
  #separate: Promise<Db> | undefined
  #made = 0

  private constructor(
    parts: Pick<TestServer, 'world' | 'config' | 'app' | 'live' | 'place'> & {
      exporter: Exporter
      clean: () => Promise<void>
      clock: TestClock
    },
  ) {
    this.world = parts.world
    this.config = parts.config
    this.app = parts.app
    this.#background = new BackgroundWork(parts.world, parts.config, { exporter: parts.exporter })
    this.live = parts.live
    this.place = parts.place
    this.#clean = parts.clean
    this.#clock = parts.clock
  }

  /** Starts a server. Stop it in `after`. */
  static async start(
    database: Database,
    settings: Record<string, string> = {},
    resolveTxt?: World['resolveTxt'],
  ): Promise<TestServer> {
    const { place, clean } = await migratedPlace(database)
    const clock = new TestClock()
    const config: Config = {
      ...readConfig({
        CLOCKHOUSE_LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
        CLOCKHOUSE_RATE_LIMIT: '0',
        ...settings,
      }),
      ...place,
    }
    const db = await openDatabase(config, clock.now, { operations, threads }, () => {})
    const now = () => clock.now
    const mailer = await openMailer(config, { db, now })
    const world = realWorld(
      db,
      logger(config.logLevel),
      now,
      mailer,
      openPush(config),
      resolveTxt,
      openHooks(config, machineClock),
    )
    const live = new Live(db)
    const exporter = exporterFor(config, threads.exporter)
    const app = await createApp(world, config, live, exporter)
    await app.ready()
    return new TestServer({ world, config, exporter, app, live, place, clean, clock })
  }

  get db(): Db {
    return this.world.db
  }

  get now(): number {
    return this.#clock.now
  }

  /** Also listens on its own port, for real browsers; returns the address. */
  listen(): Promise<string> {
    return this.app.listen({ host: '127.0.0.1', port: 0 })
  }

  /** Moves the clock by seconds. */
  pass(seconds: number): void {
    this.#clock.pass(seconds)
  }

  /** Goes by the machine's clock from now on, for programs that do. */
  goByMachine(): void {
    this.#clock.isMachine = true
  }

  /** Runs the background jobs that are due. */
  round(): Promise<void> {
    return this.#background.runDue()
  }

  /** Creates a company with an administrator, in America/Denver by default. */
  async company(name = `Company ${this.#made}`, tz = 'America/Denver'): Promise<TestCompany> {
    this.#made += 1
    const input = {
      company_name: name,
      first_name: 'Ada',
      last_name: 'Admin',
      username: 'ada',
      email: '',
      password: '',
      tz,
    }
    const made = await this.db.write(createCompany, input, this.now)
    if ('refused' in made) throw new Error(made.refused)
    return { id: made.company_id, adminId: made.user_id, token: await this.token(made.company_id, made.user_id) }
  }

  /** Creates a token of a user directly in the database. */
  async token(companyId: number, userId: number, seconds = 864000): Promise<string> {
    const expires = this.now + seconds * 1_000_000
    const { token } = await createToken(this.world, { companyId, userId, name: 'Test client', expires })
    return token
  }

  /** Creates a session of a user directly in the database; returns the value of the browser's cookie. */
  async session(companyId: number, userId: number): Promise<string> {
    const value = `${companyId}.${this.world.random(32).toString('base64url')}`
    await this.db.write(
      insertSession,
      { companyId, userId, hash: digest(value), id: digest(value).slice(-16), address: '127.0.0.1', agent: '' },
      this.now,
    )
    return `clockhouse=${value}`
  }

  /** Creates a user through the API, with a token. */
  async user(company: TestCompany, properties: Values = {}): Promise<{ id: number; token: string }> {
    this.#made += 1
    const { permissions, ...rest } = properties
    const item = await this.createOne(company, 'users', {
      username: `user${this.#made}`,
      first_name: 'Wanda',
      last_name: `Worker${this.#made}`,
      permissions: { time_tracking: true, ...permissions },
      ...rest,
    })
    return { id: item.id, token: await this.token(company.id, item.id) }
  }

  /** Calls the API as the user of a token. */
  async call(
    token: string | undefined,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await this.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        ...headers,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json') && response.body !== ''
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? JSON.parse(response.body) : {},
      text: response.body,
    }
  }

  get(who: { token: string }, path: string): Promise<Answer> {
    return this.call(who.token, 'GET', path)
  }

  post(who: { token: string }, path: string, data: unknown): Promise<Answer> {
    return this.call(who.token, 'POST', path, { data })
  }

  put(who: { token: string }, path: string, data: unknown): Promise<Answer> {
    return this.call(who.token, 'PUT', path, { data })
  }

  delete(who: { token: string }, path: string): Promise<Answer> {
    return this.call(who.token, 'DELETE', path)
  }

  /** Creates one record and returns it; throws if it was refused. */
  async createOne(who: { token: string }, resource: string, item: Values): Promise<Values> {
    const { status, body, text } = await this.post(who, `/${resource}`, [item])
    const [made] = Object.values<Values>(body.results?.[resource] ?? {})
    if (status !== 200 || !made || made._status_code >= 300) throw new Error(`${resource}: ${text}`)
    return made
  }

  /** The records of a listing, in the order of the response. */
  async list(who: { token: string }, resource: string, query = ''): Promise<Values[]> {
    const { status, body, text } = await this.get(who, `/${resource}${query}`)
    if (status !== 200) throw new Error(`${resource}: ${text}`)
    return keysInOrder(text, resource).map((key) => body.results[resource][key])
  }

  /** The database over separate connections, as another process would use it. */
  separateDb(): Promise<Db> {
    this.#separate ??= openDatabase(this.place, this.now, { operations: [] }, () => {})
    return this.#separate
  }

  async stop(): Promise<void> {
    await this.app.close()
    await this.db.close()
    await (await this.#separate)?.close()
    await this.#clean()
    assertAnswersFit()
  }
}

/** The keys of a result map in the order of the response's bytes, which a parsed object loses. */
function keysInOrder(text: string, resource: string): string[] {
  const keys: string[] = []
  const map = text.indexOf(`"${resource}":{`)
  let depth = 0
  for (const match of text.slice(map).matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g)) {
    if (match[0] === '{') depth += 1
    else if (match[0] === '}') {
      depth -= 1
      if (depth === 0) break
    } else if (match[1] && depth === 1) keys.push(JSON.parse(match[0].slice(0, match[0].lastIndexOf('"') + 1)))
  }
  return keys
}

/**
 * A migrated database: a copy of the run's template, or an empty database that the server migrates. If
 * CLOCKHOUSE_TEST_CITUS_URL names a Citus cluster, the PostgreSQL database is distributed over its machines.
 */
export async function migratedPlace(database: Database): Promise<FreshPlace> {
  const { CLOCKHOUSE_TEST_CITUS_URL: citus } = process.env
  if (citus && database === 'postgres') return citusSchema(citus, freshName())
  const copy = database === 'sqlite' ? sqliteCopy() : await postgresCopy(postgresUrl(), freshName())
  return copy ?? (await freshPlace(database))
}

/**
 * An empty database: a folder, or a schema of the PostgreSQL that the test run has started. For tests of crashes, it is
 * a durable one.
 */
export async function freshPlace(database: Database, { durable = false } = {}) {
  if (database === 'sqlite') {
    const data = databaseFolder('clockhouse-test-', { durable })
    const clean = async () => rmSync(data, { recursive: true, force: true })
    return { place: { databaseUrl: '', data, databasePool: 10 }, clean }
  }
  const server = postgresUrl({ durable })
  const schema = freshName()
  const clean = async () => {
    const client = new pg.Client(server)
    await client.connect()
    await client.query(`drop schema if exists ${schema} cascade`)
    await client.end()
  }
  return { place: { databaseUrl: `${server}?schema=${schema}`, data: '', databasePool: 10 }, clean }
}

function freshName(): string {
  return `test_${process.pid}_${Math.trunc(performance.now() * 1000)}`
}

/** The URL of the PostgreSQL server that the test run has started. */
export function postgresUrl({ durable = false } = {}): string {
  const { TEST_POSTGRES_URL: usual, TEST_DURABLE_POSTGRES_URL: other } = process.env
  const url = (durable && other) || usual
  if (!url) throw new Error('TEST_POSTGRES_URL is not set; run the tests with npm test')
  return url
}
