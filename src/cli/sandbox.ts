import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import pg from 'pg'
import { createCompany } from '../company/companies.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { hashPassword } from '../identity/people.ts'
import { createApplication } from '../oauth/applications.ts'
import { createToken } from '../oauth/tokens.ts'
import { operations } from '../operations.ts'
import { linkClient } from '../resources/managed_clients.ts'
import { companyName, owner, zone } from '../sample/company.ts'
import { fillCompany } from '../sample/fill.ts'
import { logger, machineClock, realWorld, type World } from '../world.ts'
import { configured } from './mistakes.ts'
import * as options from './options.ts'
import { note, printJson, say } from './output.ts'
import { terminal } from './terminal.ts'

const password = 'clockhouse-sandbox'
const redirects = ['https://client.example/callback', 'http://127.0.0.1/callback', 'http://localhost/callback']
const yearsBack = 3 * 365 * 86_400_000_000

type Given = { port?: number; seed: number; json?: true; keep?: true }

/** `clockhouse sandbox`: a throwaway server with a sample company. */
export function sandboxCommand(program: Command): void {
  program
    .command('sandbox')
    .description('start a throwaway server with a realistic company of 25 people, a token and an application')
    .option('--port <n>', 'port to listen on at 127.0.0.1 (default: PORT, or a free one)', options.whole(0, 65535))
    .option('--seed <n>', 'random seed; the same seed generates the same company', options.whole(0, 2 ** 31 - 1), 1)
    .option('--keep', 'keep the data when the sandbox stops')
    .addOption(options.json())
    .addHelpText(
      'after',
      `
The data is in a temporary folder or, with CLOCKHOUSE_DATABASE_URL, in a new schema in that database. It is removed when
the sandbox stops (Ctrl+C or SIGTERM). There is no rate limit. All users have the same password. No mail is sent:
GET /api/console/outbox shows an administrator what would have been.

With --json one line is printed when the server is ready, with base_url, access_token (an administrator's),
employee_access_token, client_id, client_secret, redirect_uri, login_company, login_user, login_password, and data_dir or
database_url, which the other commands can use:
  CLOCKHOUSE_DATA=<data_dir> clockhouse token list --company <login_company>`,
    )
    .action((given: Given) => sandbox(given))
}

async function sandbox(given: Given): Promise<void> {
  const { env } = terminal()
  const place = makePlace()
  const config: Config = {
    ...configured({
      HOST: '127.0.0.1',
      ...(given.port === undefined ? { PORT: env.PORT ?? '0' } : { PORT: String(given.port) }),
      CLOCKHOUSE_URL: '',
      CLOCKHOUSE_SMTP_URL: 'outbox:',
      CLOCKHOUSE_RATE_LIMIT: '0',
      CLOCKHOUSE_TRUSTED_PROXIES: '',
      CLOCKHOUSE_LOG_LEVEL: env.CLOCKHOUSE_LOG_LEVEL ?? 'warn',
    }),
    ...place.settings,
  }
  const discard = async () => {
    if (given.keep) note(`The data is kept: ${place.command} …`)
    else await place.remove()
  }
  try {
    const access = await fill(config, given.seed)
    const { start, stopOnSignal } = await import('../start.ts')
    const server = await start(config)
    stopOnSignal(() => server.stop().finally(discard))
    const base_url = `${server.address}/api/v1`
    if (given.json) printJson({ base_url, ...access, ...place.shown })
    else say(description(server.address, access, place.command))
  } catch (error) {
    await discard()
    throw error
  }
}

/** Creates the company, tokens and an application. */
async function fill(config: Config, seed: number) {
  const now = machineClock()
  const db = await openDatabase(config, now, { operations: [...operations, fillCompany] }, () => {})
  try {
    const world = realWorld(db, logger('silent'))
    const hashed = await hashPassword(password)
    const person = { first_name: 'Olivia', last_name: 'Hart', username: owner, email: '', password: hashed }
    const made = await db.write(createCompany, { company_name: companyName, tz: zone, ...person }, now - yearsBack)
    if ('refused' in made) throw new Error('the new database already has a company')
    const { company_id: companyId, user_id: ownerId, client_url } = made
    const { employeeId } = await db.write(fillCompany, { companyId, ownerId, seed, password: hashed }, now)
    await addManaged(db, companyId, now)
    const admin = await createToken(world, { companyId, userId: ownerId, name: 'Sandbox administrator' })
    const worker = await createToken(world, { companyId, userId: employeeId, name: 'Sandbox employee' })
    const app = await createApplication(world, {
      companyId,
      userId: ownerId,
      name: 'Sandbox application',
      description: 'An application to try OAuth 2.0 with.',
      redirectUris: redirects,
    })
    return {
      access_token: admin.token,
      employee_access_token: worker.token,
      client_id: app.clientId,
      client_secret: app.clientSecret!,
      redirect_uri: redirects[0]!,
      login_company: client_url,
      login_user: owner,
      login_password: password,
      user_id: ownerId,
      employee_user_id: employeeId,
    }
  } finally {
    await db.close()
  }
}

/** Creates a second, small company that the first one manages. */
async function addManaged(db: World['db'], companyId: number, now: number): Promise<void> {
  const person = { first_name: 'Rosa', last_name: 'Ibarra', username: 'rosa', email: '', password: '' }
  const managed = { company_name: 'Foothill Plumbing', tz: zone, ...person }
  const made = await db.write(createCompany, managed, now - yearsBack / 3)
  if ('company_id' in made) await db.write(linkClient, { companyId, managedId: made.company_id, active: true }, now)
}

type Access = Awaited<ReturnType<typeof fill>>

/** The location of the data: a new folder or a new schema. */
function makePlace() {
  const { CLOCKHOUSE_DATABASE_URL: server } = terminal().env
  return server ? schemaIn(server) : folder()
}

function folder() {
  const data = mkdtempSync(join(tmpdir(), 'clockhouse-sandbox-'))
  return {
    settings: { data, databaseUrl: '' },
    shown: { data_dir: data } as Record<string, string>,
    command: `CLOCKHOUSE_DATA=${data} npx clockhouse`,
    remove: async () => rmSync(data, { recursive: true, force: true }),
  }
}

function schemaIn(server: string) {
  const schema = `sandbox_${process.pid}_${machineClock()}`
  const url = new URL(server)
  url.searchParams.set('schema', schema)
  const remove = async () => {
    url.searchParams.delete('schema')
    const client = new pg.Client(url.href)
    await client.connect()
    await client.query(`drop schema if exists ${schema} cascade`)
    await client.end()
  }
  return {
    settings: { data: '', databaseUrl: url.href },
    shown: { database_url: url.href } as Record<string, string>,
    command: `CLOCKHOUSE_DATABASE_URL='${url.href}' npx clockhouse`,
    remove,
  }
}

function description(address: string, access: Access, command: string): string {
  return `
  A sandbox is running at ${address}
  ${companyName}: 25 people, three months of time. All of it is removed when the sandbox stops.

  Sign in     ${address}/ as ${access.login_user} with the password ${access.login_password} (company ${access.login_company};
              all users have this password, ${access.login_user} is the owner)
  Call        curl -H "Authorization: Bearer ${access.access_token}" ${address}/api/v1/current_user
  As Maya     ${access.employee_access_token}, an employee
  OAuth 2.0   client_id ${access.client_id}
              client_secret ${access.client_secret}
              redirect_uri ${redirects.join(', ')}
  Mail        none is sent: ${address}/api/console/outbox
              shows what would have been (with the first token)
  Commands    ${command} token list --company ${access.login_company}

  Stop with Ctrl+C.
`
}
