import { readdirSync, readFileSync } from 'node:fs'
import { type Handle, raw, sql } from '../engine/sql.ts'
import { productVersion } from '../sight/version.ts'
import { renewIdentityKeys } from './identity_keys.ts'

const folder = new URL('./migrations/', import.meta.url)

/** What SQL cannot compute: runs after the statements of a migration, in its transaction. */
const afterwards: Readonly<Record<string, (handle: Handle) => Promise<void>>> = {
  '0051_identities.sql': renewIdentityKeys,
}

/** Why this version cannot use a database, and what to do about it. */
type Problem = { cause: string; remedy: string }

/** A handle with the current time. */
type MigrationHandle = Handle & { readonly now: number }

/**
 * Runs the pending migrations in order, each in its own transaction. A migration's row is written before its
 * statements, so if two processes start at once, one waits and then finds it done. With `only`, a copy of an older
 * database gets the same tables as the original. Throws if this version is below the floor of the database, or if that
 * was created by a version that is too old.
 */
export async function migrate(
  handle: MigrationHandle,
  dialect: 'sqlite' | 'postgres',
  transaction: (work: () => Promise<void>) => Promise<void>,
  only?: readonly string[],
): Promise<void> {
  if (dialect === 'sqlite' || !(await hasMigrations(handle)))
    await handle.run(sql`create table if not exists migrations (name text primary key, applied bigint not null)`)
  const namesIn = async () =>
    (await handle.all<{ name: string }>(sql`select name from migrations`)).map(({ name }) => name)
  const seen = await namesIn()
  const { problem } = migrationState(seen)
  if (problem) throw new Error(`The database was ${problem.cause}. ${problem.remedy}`)
  if (seen.some((name) => namesBefore020.includes(name))) await transaction(() => rename(handle))

  for (const name of migrationState(await namesIn()).pending) {
    if (only && !only.includes(name)) continue
    await transaction(async () => {
      if (!(await record(handle, name))) return
      for (const statement of statementsOf(migrationFile(name), dialect)) await handle.run(raw(statement))
      await afterwards[name]?.(handle)
    })
  }
}

/**
 * The floor of a database is the newest of its migrations that a program has to know to work on it: a program that does
 * not know the floor is too old. Every migration raises it, unless its name begins with `adds_`: then it only adds what
 * programs without it need neither read nor write. The name is all that an older program sees of it.
 */
const onlyAdds = /^\d{4}_adds_/

/** Whether programs that do not know a migration can no longer work on the database. */
export function raisesFloor(name: string): boolean {
  return !onlyAdds.test(name)
}

/**
 * The pending migrations of a database, those of newer versions that this one can work beside, and why it cannot use the
 * database, if so.
 */
export function migrationState(seen: readonly string[]): { pending: string[]; added: string[]; problem?: Problem } {
  const known = migrationNames()
  const old = seen.filter((name) => namesBefore020.includes(name))
  const newer = seen.filter((name) => !known.includes(name) && !old.includes(name))
  const own = inNewNames(seen)
  const pending = known.filter((name) => !own.includes(name))
  const added = newer.filter((name) => !raisesFloor(name))
  // What a newer version adds may need the migrations that are pending here, so those are not run after it.
  if (newer.length > added.length || (newer.length > 0 && pending.length > 0))
    return {
      pending,
      added,
      problem: {
        cause: `changed by a newer version of Clockhouse, with which this version ${productVersion()} cannot work (it has ${newer.join(', ')})`,
        remedy: 'Update the program.',
      },
    }
  if (old.length > 0 && old.length < namesBefore020.length)
    return {
      pending,
      added,
      problem: {
        cause: `created by a development version that is too old (it lacks ${namesBefore020.filter((name) => !old.includes(name)).join(', ')})`,
        remedy: 'Start the last commit before version 0.2.0 with it once.',
      },
    }
  return { pending, added }
}

/**
 * The migrations of a database whose list of them has gaps: they run in order, so all up to the last one. undefined if
 * none is known. Those of a newer version come after all that are known.
 */
export function migrationsUpTo(seen: readonly string[]): { names: string[] | undefined; newer: string[] } {
  const known = migrationNames()
  const own = inNewNames(seen)
  const last = known.findLastIndex((name) => own.includes(name))
  const newer = seen.filter((name) => /^\d{4}_[a-z\d_]+\.sql$/.test(name) && name > known.at(-1)!)
  return { names: last < 0 ? undefined : known.slice(0, last + 1), newer }
}

/** The migrations of a database, with those of version 0.1.0 by the names that they have today. */
export function inNewNames(seen: readonly string[]): string[] {
  const others = seen.filter((name) => !namesBefore020.includes(name))
  return others.length < seen.length ? [...others, ...namesOf020] : others
}

/**
 * Whether PostgreSQL has the table of migrations. It would ask for the right to create tables even if there are none to
 * create, as for a server whose tables another account creates.
 */
async function hasMigrations(handle: MigrationHandle): Promise<boolean> {
  const found = await handle.get<{ there: boolean }>(
    sql`select exists (select 1 from pg_tables where schemaname = current_schema() and tablename = 'migrations') as there`,
  )
  return found?.there === true
}

async function rename(handle: MigrationHandle): Promise<void> {
  let renamed = 0
  for (const name of namesBefore020) renamed += await handle.run(sql`delete from migrations where name = ${name}`)
  if (renamed > 0) for (const name of namesOf020) await record(handle, name)
}

/** Records a migration as applied; false if it already was. */
async function record(handle: MigrationHandle, name: string): Promise<boolean> {
  const row = sql`insert into migrations (name, applied) values (${name}, ${handle.now}) on conflict (name) do nothing`
  return (await handle.run(row)) > 0
}

let names: readonly string[] | undefined

/**
 * The names of the migration files, in order, as they were when this process first asked: an update may replace the files
 * under a running server, which is not newer for that.
 */
export function migrationNames(): readonly string[] {
  names ??= readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  return names
}

/** The file of a migration. */
export function migrationFile(name: string): URL {
  return new URL(name, folder)
}

/**
 * The newest release whose tables a database has; undefined before the first one. `isBetween`: it also has migrations of
 * the development after that.
 */
export function releaseOf(seen: readonly string[]): { version: string; isBetween: boolean } | undefined {
  const [version, last] = releases.findLast(([, last]) => seen.includes(last)) ?? []
  if (version === undefined || last === undefined) return undefined
  return { version, isBetween: seen.some((name) => name > last) }
}

/**
 * The statements of a file in one dialect. Dialect-specific parts are in comments: `/* sqlite: without rowid *\/`
 * applies to SQLite only, `/* postgres: collate "C" *\/` to PostgreSQL only. A body between `$$` is one statement.
 */
export function statementsOf(file: URL, dialect: string): string[] {
  return readFileSync(file, 'utf8')
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\* (sqlite|postgres):\s(.*?)\s\*\//gs, (_, only, text) => (only === dialect ? text : ''))
    .split(/;(?=(?:[^$]*\$\$[^$]*\$\$)*[^$]*$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

// Before 0.2.0 the schema was created by other files, which were merged into these. A database with all of them has the
// same tables, so only the recorded names have to be replaced.
const namesBefore020 = [
  '0001_ground.sql',
  '0002_oauth.sql',
  '0003_files.sql',
  '0004_places.sql',
  '0005_time_off.sql',
  '0006_schedule.sql',
  '0007_projects.sql',
  '0008_filters_and_links.sql',
  '0009_reports.sql',
  '0010_project_feeds.sql',
  '0011_kept_answers.sql',
  '0012_mails.sql',
  '0013_signing_in.sql',
  '0013_time_by_jobcode.sql',
  '0014_calendar_feeds.sql',
  '0015_two_factor.sql',
  '0016_delivery.sql',
]
const namesOf020 = [
  '0001_companies.sql',
  '0002_people.sql',
  '0003_signing_in.sql',
  '0004_oauth.sql',
  '0005_jobcodes.sql',
  '0006_timesheets.sql',
  '0007_time_off.sql',
  '0008_schedule.sql',
  '0009_projects.sql',
  '0010_places.sql',
  '0011_files.sql',
  '0012_notifications.sql',
  '0013_mails.sql',
]

/** The releases, each with its last migration. */
const releases = [
  ['0.1.0', namesBefore020.at(-1)!],
  ['0.2.0', namesOf020.at(-1)!],
] as const
