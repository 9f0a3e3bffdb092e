import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import type { CompanySummary } from '../../company/companies.ts'
import type { Scope } from '../../company/settings/settings.ts'
import type { Config } from '../../config.ts'
import { migrationState } from '../../db/migrate.ts'
import { openDatabase, type Place } from '../../db/open.ts'
import { connectTo } from '../../db/postgres/connections.ts'
import { Connection } from '../../db/sqlite/connection.ts'
import { hasTable } from '../../db/sqlite/tables.ts'
import { fold, type Row, raw, sql } from '../../engine/sql.ts'
import { idIn } from '../../engine/table.ts'
import { operations } from '../../operations.ts'
import { identityKey } from '../../rules/text/identity.ts'
import { parseInstant } from '../../rules/time/calendar.ts'
import { askSandbox } from '../../sandbox/ask.ts'
import { SandboxClock } from '../../sandbox/clock.ts'
import { dataName, runningSandboxes } from '../../sandbox/running.ts'
import { logger, machineClock, realWorld, type World } from '../../world.ts'
import { configured, Mistake } from '../mistakes.ts'
import { terminal } from '../terminal.ts'

/**
 * Runs a command on the configured database, even while a server is using it. Throws a Mistake, and changes nothing, if
 * the database does not exist or is not up to date.
 */
export async function withWorld<T>(
  work: (world: World, config: Config) => Promise<T>,
  { create = false } = {},
): Promise<T> {
  const config = configured()
  if (!create) await expectDatabase(config)
  const now = await clockOf(config)
  const db = await openDatabase(config, now(), { operations }, () => {})
  try {
    const world = realWorld(db, logger('silent'), now)
    world.sight.writes.command = { name: terminal().command ?? 'clockhouse', account: accountName() }
    return await work(world, config)
  } finally {
    await db.close()
  }
}

/** The clock that goes with the data: the machine's, or that of the sandbox whose data it is. */
async function clockOf(config: Config): Promise<() => number> {
  const name = dataName(config)
  const sandbox = runningSandboxes(terminal().env.TMPDIR).find(({ data }) => data === name && name !== '')
  if (!sandbox) return machineClock
  const ca = sandbox.ca === undefined ? undefined : readFileSync(sandbox.ca, 'utf8')
  const { now, running } = await askSandbox<{ now: string; running: boolean }>(`${sandbox.url}/clock`, 'GET', { ca })
  return new SandboxClock({ now: parseInstant(now)!.instant, running }).now
}

/** The operating system account that runs the command, for the audit. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    // An account without a name, as in some containers.
    return String(process.getuid?.() ?? '')
  }
}

async function expectDatabase(config: Config): Promise<void> {
  const seen = await migrationsOf(config)
  if (seen.length === 0)
    throw new Mistake(
      `there is no database in ${nameOf(config)}\nCreate one with clockhouse init; ${config.databaseUrl ? 'CLOCKHOUSE_DATABASE_URL' : 'CLOCKHOUSE_DATA'} selects another.`,
    )
  const { pending, problem } = migrationState(seen)
  if (problem) throw new Mistake(`the database was ${problem.cause}\n${problem.remedy}`)
  if (pending.length > 0)
    throw new Mistake('the database was made by an older version\nUpdate it with clockhouse migrate.')
}

/** A readable name for the location of the data, without the password. */
export function nameOf(place: Place): string {
  if (!place.databaseUrl) return resolve(place.data)
  if (!URL.canParse(place.databaseUrl)) return 'CLOCKHOUSE_DATABASE_URL'
  const url = new URL(place.databaseUrl)
  const schema = url.searchParams.get('schema')
  return `${url.hostname}${url.port && `:${url.port}`}${url.pathname}${schema ? ` (schema ${schema})` : ''}`
}

/** The file of the embedded database. */
export function fileOf(place: Place): string {
  return join(place.data, 'clockhouse.db')
}

/** A read-only connection to a database. */
export type Look = {
  all: <T = Row>(text: string) => Promise<T[]>
  hasTable: (name: string) => Promise<boolean>
  close: () => Promise<void>
}

/** Opens a database read-only; undefined if there is no file yet. */
export async function look(place: Place): Promise<Look | undefined> {
  if (place.databaseUrl) {
    if (!/^postgres(ql)?:$/.test(URL.parse(place.databaseUrl)?.protocol ?? ''))
      throw new Mistake('CLOCKHOUSE_DATABASE_URL must be a URL such as postgres://user:password@host:5432/name')
    const { client } = await connectTo(place.databaseUrl)
    return {
      all: async (text) => (await client.query(text)).rows,
      hasTable: async (name) => (await client.query('select to_regclass($1) as found', [name])).rows[0].found !== null,
      close: () => client.end(),
    }
  }
  if (!existsSync(fileOf(place))) return undefined
  const connection = new Connection(fileOf(place), { readOnly: true })
  return {
    all: (text) => connection.all(raw(text)),
    hasTable: async (name) => hasTable(connection.database, name),
    close: async () => connection.close(),
  }
}

/** Names of the migrations applied to a database; empty if it has no tables of ours. */
export async function migrationsOf(place: Place): Promise<string[]> {
  const database = await look(place)
  if (!database) return []
  try {
    return await migrationsIn(database)
  } finally {
    await database.close()
  }
}

/** The same for an open database. */
export async function migrationsIn(database: Look): Promise<string[]> {
  // The table or its schema may not exist yet.
  if (!(await database.hasTable('migrations'))) return []
  const rows = await database.all<{ name: string }>('select name from migrations order by name')
  return rows.map((row) => row.name)
}

/** All companies, oldest first. */
export async function companiesOf({ db }: World): Promise<CompanySummary[]> {
  return db.read.all<CompanySummary>(
    sql`select company_id, name, client_url, created from companies order by company_id`,
  )
}

/** The company named by `--company`, which may be omitted if there is only one. */
export async function companyNamed(world: World, wanted: string | undefined): Promise<CompanySummary> {
  const companies = await companiesOf(world)
  const names = companies.map((company) => company.client_url).join(', ')
  if (companies.length === 0) throw new Mistake('there is no company yet; create one with clockhouse init')
  if (wanted === undefined && companies.length > 1)
    throw new Mistake(`--company is required, because there are several companies: ${names}`, 2)
  const found = wanted === undefined ? companies[0] : companies.find((company) => company.client_url === wanted)
  if (!found) throw new Mistake(`--company: there is no company ${wanted}, only ${names}`)
  return found
}

/** A user of a company, whom commands name by username or id. */
export type Person = { id: number; username: string; first_name: string; last_name: string; active: number }

/** The user with this username or id. */
export async function personNamed(
  { db }: World,
  company: CompanySummary,
  wanted: string,
  option = '--user',
): Promise<Person> {
  const of = sql`select id, username, first_name, last_name, active from users where company_id = ${company.company_id}`
  const key = identityKey(wanted)
  const named = key.includes('\0') ? undefined : await db.read.get<Person>(sql`${of} and username_key = ${key}`)
  const number = idIn(wanted)
  const found = named ?? (number > 0 ? await db.read.get<Person>(sql`${of} and id = ${number}`) : undefined)
  if (!found) throw new Mistake(`${option}: ${company.name} has no user ${wanted}; see clockhouse user list`)
  return found
}

/** The id of the group with this name. */
export async function groupNamed({ db }: World, companyId: number, wanted: string): Promise<number> {
  const groups = await db.read.all<{ id: number; name: string }>(
    sql`select id, name from groups where company_id = ${companyId} and active = 1 order by name_key`,
  )
  const found = groups.find((group) => fold(group.name) === fold(wanted))
  const names = groups.map((group) => group.name).join(', ') || 'none'
  if (!found) throw new Mistake(`--group: there is no group ${wanted}; the groups are: ${names}`)
  return found.id
}

type Jobcode = { id: number; name: string }

/** The active jobcodes of paid time off, by name. */
export function ptoJobcodes({ db }: World, { company_id }: CompanySummary): Promise<Jobcode[]> {
  return db.read.all<Jobcode>(
    sql`select id, name from jobcodes where company_id = ${company_id} and type = 'pto' and active = 1
      order by name_key, id`,
  )
}

/** The jobcode of paid time off with this name or id. */
export async function ptoJobcodeNamed(world: World, company: CompanySummary, wanted: string): Promise<Jobcode> {
  const jobcodes = await ptoJobcodes(world, company)
  const found =
    jobcodes.find(({ name }) => fold(name) === fold(wanted)) ?? jobcodes.find(({ id }) => String(id) === wanted)
  const names = jobcodes.map(({ name }) => name).join(', ') || 'none'
  if (!found) throw new Mistake(`there is no jobcode ${wanted} of type pto; the jobcodes are: ${names}`)
  return found
}

/** The level that a command applies to: the user or the group that its options name, or the company. */
export async function scopeNamed(
  world: World,
  company: CompanySummary,
  { group, user }: { group?: string; user?: string },
): Promise<Scope> {
  if (group !== undefined && user !== undefined) throw new Mistake('--group and --user cannot be used together', 2)
  if (user !== undefined) return { scope: 'user', scope_id: (await personNamed(world, company, user)).id }
  if (group === undefined) return { scope: 'company', scope_id: 0 }
  return { scope: 'group', scope_id: await groupNamed(world, company.company_id, group) }
}

/** The choices in a section of the settings, with the name of the group or user; null for the company. */
export async function choicesIn({ db }: World, { company_id }: CompanySummary, section: string) {
  const rows = await db.read.all<{ scope: string; name: string | null; key: string; value: string }>(
    sql`select s.scope, coalesce(g.name, u.username) as name, s.key, s.value from settings s
      left join groups g on g.company_id = s.company_id and s.scope = 'group' and g.id = s.scope_id
      left join users u on u.company_id = s.company_id and s.scope = 'user' and u.id = s.scope_id
      where s.company_id = ${company_id} and s.section = ${section} and s.value <> 'null'
      order by s.scope, s.scope_id, s.key desc`,
  )
  return rows.map(({ value, ...row }) => ({ ...row, value: JSON.parse(value) }))
}
