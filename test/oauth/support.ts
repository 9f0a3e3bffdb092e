import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createCompany } from '../../src/company/companies.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { type Db, fold, type Operation, operation, type Row, raw, sql } from '../../src/engine/sql.ts'
import { securityHeaders } from '../../src/http/headers.ts'
import { collectDependencies, type Options } from '../../src/identity/dependencies.ts'
import { registerIdentity } from '../../src/identity/index.ts'
import { identityOperations } from '../../src/identity/operations.ts'
import { hashPassword } from '../../src/identity/people.ts'
import { deleteOldOfCompany, deleteOldRows } from '../../src/jobs/delete_old.ts'
import { createApplication } from '../../src/oauth/applications.ts'
import { registerOAuth } from '../../src/oauth/index.ts'
import { oauthOperations } from '../../src/oauth/operations.ts'
import { revokeUsers } from '../../src/oauth/tokens.ts'
import { realWorld, type World } from '../../src/world.ts'
import { type Database, migratedPlace, startOfTests } from '../support/server.ts'
import '../../src/resources/index.ts'

/** Everyone's password. */
export const password = 'correct horse battery'

const hashes = new Map<string, Promise<string>>()

/** The hash of a password. Each takes long to compute, so it is computed once. */
export function hashOf(text = password): Promise<string> {
  const hash = hashes.get(text) ?? hashPassword(text)
  hashes.set(text, hash)
  return hash
}

/** A server of its own with a database of its own, on a real port, with a clock that can be moved. */
export interface Server {
  readonly app: FastifyInstance
  readonly world: World
  readonly db: Db
  readonly origin: string
  readonly log: string[]
  /** Moves the clock. */
  pass(seconds: number): void
  /** Another process on the same database. */
  twin(): Promise<Server>
  /** All text that the database holds. */
  contents(): Promise<string>
  close(): Promise<void>
}

/** Starts a server. */
export async function startServer(
  database: Database,
  options: { settings?: Record<string, string>; mayConnect?: Options['mayConnect'] } = {},
): Promise<Server> {
  const operations = [
    ...identityOperations,
    ...oauthOperations,
    deleteOldOfCompany,
    deleteOldRows,
    createCompany,
    insertUser,
    runStatement,
    revokeUserOperation,
  ] as Operation<never, unknown>[]
  const { place, clean } = await migratedPlace(database)
  const clock = { now: startOfTests }
  const open = () => openDatabase(place, clock.now, { operations }, () => {})

  const start = async (opened: Db, afterwards: () => Promise<void>): Promise<Server> => {
    const db = settled(opened)
    const log: string[] = []
    const written = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) })
    const world: World = realWorld(db, written, () => clock.now)
    const config = readConfig({ PORT: '0', ...options.settings })
    const app = Fastify({ routerOptions: { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true } })
    const { mayConnect = () => true } = options
    const deps = await collectDependencies(app, world, config, { mayConnect, headers: securityHeaders })
    const identity = await registerIdentity(app, deps)
    await registerOAuth(app, deps)
    // The web app, which is blank without its scripts, is not served here: signed-in people get the plain page.
    for (const path of ['/', '/welcome'])
      app.get(path, async (request, reply) =>
        (await identity.signedIn(request)) ? reply.redirect('/account', 303) : identity.refer(request, reply),
      )
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    return {
      app,
      world,
      db,
      origin,
      log,
      pass: (seconds) => {
        clock.now += seconds * 1_000_000
      },
      twin: async () => start(database === 'sqlite' ? db : await open(), async () => {}),
      contents: () => contentsOf(db),
      close: async () => {
        await app.close()
        await db.close().catch(() => {})
        await afterwards()
      },
    }
  }
  return start(await open(), clean)
}

/** A reader sees one state of the embedded database for a turn of the event loop; a finished write starts a new one. */
function settled(db: Db): Db {
  return {
    ...db,
    write: async (operation, input, now) => {
      const output = await db.write(operation, input, now)
      await new Promise((resolve) => setImmediate(resolve))
      return output
    },
  }
}

/** A company with one administrator, `dana`. */
export async function addCompany(server: Server, name = 'Northyard'): Promise<{ companyId: number; userId: number }> {
  const { world } = server
  const made = await world.db.write(
    createCompany,
    {
      company_name: name,
      first_name: 'Dana',
      last_name: 'Fox',
      username: 'dana',
      email: 'dana@example.com',
      password: await hashOf(),
      tz: 'Europe/Berlin',
    },
    world.now(),
  )
  if ('refused' in made) throw new Error(made.refused)
  return { companyId: made.company_id, userId: made.user_id }
}

/** Another person in a company. */
export async function addUser(server: Server, companyId: number, username: string): Promise<number> {
  const input = { companyId, username, password: await hashOf() }
  return server.world.db.write(insertUser, input, server.world.now())
}

const insertUser = operation(
  'test.insertUser',
  async (tx, person: { companyId: number; username: string; password: string }) => {
    const { companyId, username } = person
    const [like] = await tx.all<Row>(sql`select * from users where company_id = ${companyId} order by id limit 1`)
    const id = (like!.id as number) + 1000 + username.length
    const row: Row = {
      ...like!,
      id,
      username,
      username_key: fold(username),
      password: person.password,
      first_name: username,
    }
    const columns = Object.keys(row).map((column) => raw(`"${column}"`))
    const values = Object.values(row)
    const statement = sql(
      [
        `insert into users (${columns.map((column) => column.sql).join(', ')}) values (`,
        ...Array(values.length - 1).fill(', '),
        ')',
      ],
      ...values,
    )
    await tx.run(statement)
    return id
  },
)

/** Runs one statement: for changes that tests make behind the server's back. */
export const runStatement = operation('test.run', async (tx, text: string) => tx.run(raw(text)))

/** What the users resource does when a person is archived. */
export const revokeUserOperation = operation('test.revokeUser', (tx, input: { companyId: number; userId: number }) =>
  revokeUsers(tx, input.companyId, [input.userId]),
)

/** An application of the company. */
export function addApplication(
  server: Server,
  companyId: number,
  properties: { name?: string; redirectUris?: string[]; publicClient?: boolean; openToAll?: boolean } = {},
) {
  return createApplication(server.world, {
    companyId,
    userId: 1,
    name: 'Payroll Bridge',
    redirectUris: [callback],
    ...properties,
  })
}

/** The redirect addresses of the tests' applications. */
export const callback = 'https://app.example.com/callback'

/** A browser: follows redirects within the server, keeps cookies by path, posts forms with what they contain. */
export class Browser {
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>()
  readonly origin: string
  /** The address at which the browser sees the server, behind a proxy for example. */
  readonly shown: string

  constructor(origin: string, shown = origin) {
    this.origin = origin
    this.shown = shown
  }

  /** Sends a request without following redirects. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, this.origin)
    const cookies = [...this.#cookies.values()].filter(({ path }) => covers(path, url.pathname))
    const headers = new Headers(init.headers)
    if (cookies.length > 0) headers.set('cookie', cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  /** Sends a request and follows redirects until there is a page, or until one leads elsewhere. */
  async open(path: string, init: RequestInit = {}): Promise<Page> {
    let response = await this.fetch(path, init)
    for (let hops = 0; hops < 10; hops++) {
      const location = response.headers.get('location')
      if (!location) return new Page(this, response.status, response.headers, await response.text())
      const target = new URL(location, this.origin)
      if (target.origin !== this.origin) return new Page(this, response.status, response.headers, '', target)
      response = await this.fetch(target.href)
    }
    throw new Error('Too many redirects')
  }

  cookie(name: string): string | undefined {
    return [...this.#cookies.values()].find((cookie) => cookie.name === name)?.value
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(`${name};/`, { name, value, path: '/' })
  }

  forget(name: string): void {
    for (const [key, cookie] of this.#cookies) if (cookie.name === name) this.#cookies.delete(key)
  }

  cookieNames(): string[] {
    return [...this.#cookies.values()].map((cookie) => cookie.name)
  }

  #keep(line: string): void {
    const [pair, ...attributes] = line.split(/; */)
    const [name, ...rest] = pair!.split('=')
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
    const over = attributes.some((one) => /^(max-age=0|expires=Thu, 01 Jan 1970)/i.test(one))
    if (over) this.#cookies.delete(`${name};${path}`)
    else this.#cookies.set(`${name};${path}`, { name: name!, value: decodeURIComponent(rest.join('=')), path })
  }
}

/** The page a browser shows, or where it was redirected. */
export class Page {
  readonly browser: Browser
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly target: URL | undefined

  constructor(browser: Browser, status: number, headers: Headers, text: string, target?: URL) {
    this.browser = browser
    this.status = status
    this.headers = headers
    this.text = text
    this.target = target
  }

  get title(): string {
    return /<h1>(.*?)<\/h1>/.exec(this.text)?.[1] ?? ''
  }

  /** The first form's action and hidden fields. */
  form(): { action: string; fields: Record<string, string> } {
    const action = /<form method="post" action="([^"]+)"/.exec(this.text)?.[1]
    if (!action) throw new Error(`There is no form on the page:\n${this.text || this.target?.href}`)
    const first = this.text.slice(this.text.indexOf('<form'), this.text.indexOf('</form>'))
    const hidden = [...first.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    return { action, fields: Object.fromEntries(hidden.map(([, name, value]) => [name!, value!])) }
  }

  /** Posts the form with these fields. */
  submit(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
    const { action, fields: hidden } = this.form()
    return this.browser.open(action, {
      method: 'POST',
      headers: { origin: this.browser.shown, 'sec-fetch-site': 'same-origin', ...headers, ...formType },
      body: new URLSearchParams({ ...hidden, ...fields }).toString(),
    })
  }
}

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

/** The address that an application sends the browser to. */
export function authorizePath(clientId: string, more: Record<string, string> = {}): string {
  const query = { response_type: 'code', client_id: clientId, redirect_uri: callback, state: 'st4te', ...more }
  return `/api/v1/authorize?${new URLSearchParams(query)}`
}

/** Signs in and allows; returns the code. */
export async function obtainCode(
  browser: Browser,
  clientId: string,
  more: Record<string, string> = {},
): Promise<string> {
  let page = await browser.open(authorizePath(clientId, more))
  if (page.title === 'Sign in') page = await page.submit({ username: 'dana', password })
  if (page.title.startsWith('Allow')) page = await page.submit({ intent: 'allow' })
  const code = page.target?.searchParams.get('code')
  if (!code) throw new Error(`No code (${page.status}), but: ${page.target?.href ?? page.text}`)
  return code
}

/** Posts to an endpoint for programs. */
export async function post(
  server: Pick<Server, 'origin'>,
  path: string,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
  const response = await fetch(server.origin + path, { method: 'POST', headers: { ...formType, ...headers }, body })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} }
}

/** Exchanges a code. */
export function redeem(
  server: Pick<Server, 'origin'>,
  client: { clientId: string; clientSecret?: string | undefined },
  code: string,
  more: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const secret: Record<string, string> = client.clientSecret ? { client_secret: client.clientSecret } : {}
  const fields = {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    ...secret,
    code,
    redirect_uri: callback,
  }
  return post(server, '/api/v1/grant', { ...fields, ...more }, headers)
}

/** Exchanges a refresh token. */
export function refresh(
  server: Pick<Server, 'origin'>,
  client: { clientId: string; clientSecret?: string | undefined },
  token: unknown,
) {
  const secret: Record<string, string> = client.clientSecret ? { client_secret: client.clientSecret } : {}
  const fields = { grant_type: 'refresh_token', client_id: client.clientId, ...secret, refresh_token: String(token) }
  return post(server, '/api/v1/grant', fields)
}

/** Whether the API would accept an access token now. */
export async function works(server: Server, token: unknown): Promise<boolean> {
  const { digest } = await import('../../src/identity/factors/secrets.ts')
  const row = await server.db.read.get<{ expires: number }>(
    sql`select expires from access_tokens where hash = ${digest(String(token))}`,
  )
  return row !== undefined && row.expires > server.world.now()
}

async function contentsOf(db: Db): Promise<string> {
  const tables = ['access_tokens', 'applications', 'consents', 'oauth_records', 'sessions', 'sign_in_failures', 'users']
  const rows = await Promise.all(tables.map((table) => db.read.all(sql`select * from ${raw(table)} /* test */`)))
  return JSON.stringify(rows)
}

function covers(cookiePath: string, path: string): boolean {
  return path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`)
}
