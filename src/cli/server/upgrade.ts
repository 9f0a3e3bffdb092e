import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import type { Config } from '../../config.ts'
import { migrationState, raisesFloor, releaseOf } from '../../db/migrate.ts'
import { type Cost, costsOf } from '../../db/upgrade_cost.ts'
import { productVersion } from '../../sight/version.ts'
import { configured, Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { counted, printJson, say, size, table } from '../output.ts'
import { type Release, releasesSince } from './changelog.ts'
import { fileOf, type Look, look, migrationsIn, nameOf } from './database.ts'

/** `clockhouse upgrade --check`: what this version would change for people, and in the database. */
export function upgradeCommand(program: Command): void {
  program
    .command('upgrade')
    .description('show what this version would change for people and in a database of an older version')
    .addOption(new Option('--check', 'only look; nothing is changed').makeOptionMandatory())
    .addOption(options.json())
    .addHelpText(
      'after',
      `
Run it with the new version, while the old one serves. The upgrade itself is the first start of the new version, or
clockhouse migrate. Times are estimated from the number of rows. Exit code 0: it can be done, or there is nothing to do; 1:
this version cannot use the database, or there is no room for the copy.`,
    )
    .action(async (given: { json?: true }) => {
      const found = await examine(configured())
      if (given.json) return printJson(found)
      const { version, database, pending, added } = found
      if (pending.length > 0) return say(described(found))
      say(`The database in ${database} is up to date for ${version}.`)
      if (added.length > 0) say(`A newer version, beside which it can be used, has added ${added.join(', ')}.`)
    })
}

type Examined = Awaited<ReturnType<typeof examine>>

async function examine(config: Config) {
  const database = await look(config)
  if (!database) throw new Mistake(`there is no database in ${nameOf(config)}; the first start creates it`)
  try {
    const seen = await migrationsIn(database)
    const { pending, added, problem } = migrationState(seen)
    if (problem) throw new Mistake(`the database was ${problem.cause}\n${problem.remedy}`)
    const bytes = await bytesOf(database, config)
    const free = config.databaseUrl ? undefined : await freeIn(config.data)
    if (pending.length > 0 && free !== undefined && free < 2 * bytes)
      throw new Mistake(
        `the copy before the upgrade needs ${size(bytes)}, and ${size(free)} are free in ${config.data}`,
      )
    const release = releaseOf(seen)
    const costs =
      pending.length > 0
        ? costsOf(pending, config.databaseUrl ? 'postgres' : 'sqlite', await rowsIn(database, config))
        : []
    return {
      version: productVersion(),
      database: nameOf(config),
      from: release?.version ?? null,
      isBetweenReleases: release?.isBetween ?? false,
      present: seen,
      pending,
      added,
      raisesFloor: pending.some(raisesFloor),
      bytes,
      copy: free === undefined ? null : { folder: config.data, free },
      changes: pending.length > 0 ? releasesSince(release?.version ?? '') : [],
      migrations: costs,
      seconds: costs.reduce((sum, { seconds }) => sum + seconds, 0),
    }
  } finally {
    await database.close()
  }
}

/** All of it for people: first what changes for them, then what happens to the data. */
function described(found: Examined): string {
  const { version, database, from, isBetweenReleases, bytes, changes, migrations, seconds } = found
  const older = from === null ? 'an older version' : isBetweenReleases ? `a version after ${from}` : `version ${from}`
  return `${version} would upgrade the database in ${database} (${size(bytes)}), which was made by ${older}.

What changes for people:
${changesIn(changes)}

What happens to the data, in about ${duration(seconds)}:
${linesOf(migrations)}

${wayBack(found)}
Stop the old version, then start the new one or run clockhouse migrate.`
}

function wayBack({ copy, raisesFloor }: Examined): string {
  const first = copy
    ? `The database is copied beside itself first; ${size(copy.free)} are free there.`
    : 'No copy is made of PostgreSQL: run clockhouse backup first.'
  const back = raisesFloor
    ? `To go back, restore that ${copy ? 'copy' : 'backup'} with the old version: it cannot use the upgraded database. What was entered after the upgrade
would be lost.`
    : 'To go back, only start the old version again: it can use the upgraded database.'
  return `${first}\n${back}`
}

/** What may surprise people in full; what is new or was mended as a number. */
function changesIn(releases: readonly Release[]): string {
  const of = (heading: string) => releases.flatMap(({ changes }) => changes[heading] ?? [])
  const told = ['Changed', 'Removed'].flatMap(of)
  const others = [
    counted(of('Added').length, 'thing is new', 'things are new'),
    `${of('Fixed').length} were fixed`,
    `${of('Security').length} are about security`,
  ]
  return [...told.map((text) => `  - ${text}`), `  ${others.join(', ')}: see CHANGELOG.md, or --json.`].join('\n')
}

/** Those that work through rows, and the number of the others. */
function linesOf(migrations: readonly Cost[]): string {
  const rows = migrations.filter(({ work }) => work.length > 0).map(rowOf)
  const others = migrations.length - rows.length
  const lines = rows.length > 0 ? [table(['rows', 'time', 'migration', 'what it is for'], rows)] : []
  if (others > 0) lines.push(`${counted(others, 'migration works', 'migrations work')} through no rows.`)
  return lines.join('\n')
}

function rowOf({ name, work, seconds, about }: Cost): (string | number)[] {
  const rows = work.reduce((sum, { rows }) => sum + rows, 0)
  return [rows.toLocaleString('en-US'), duration(seconds), name, about]
}

function duration(seconds: number): string {
  if (seconds < 1) return 'a second'
  if (seconds < 100) return counted(Math.ceil(seconds), 'second')
  return counted(Math.ceil(seconds / 60), 'minute')
}

async function bytesOf(database: Look, config: Config): Promise<number> {
  if (!config.databaseUrl) return statSync(fileOf(config)).size
  const [row] = await database.all<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(row!.bytes)
}

/** The rows of each table. */
async function rowsIn(database: Look, config: Config): Promise<Map<string, number>> {
  const names = await database.all<{ name: string }>(
    config.databaseUrl
      ? `select table_name as name from information_schema.tables
          where table_schema = current_schema() and table_type = 'BASE TABLE'`
      : `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%'`,
  )
  const rows = new Map<string, number>()
  for (const { name } of names) {
    const [found] = await database.all<{ count: number | string }>(`select count(*) as count from "${name}"`)
    rows.set(name, Number(found!.count))
  }
  return rows
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
