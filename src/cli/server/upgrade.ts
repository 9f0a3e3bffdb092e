import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import type { Config } from '../../config.ts'
import { migrationState } from '../../db/migrate.ts'
import { productVersion } from '../../sight/version.ts'
import { configured, Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { printJson, say, size } from '../output.ts'
import { fileOf, type Look, look, migrationsIn, nameOf } from './database.ts'

/** `clockhouse upgrade --check`: what this version would change in the database. */
export function upgradeCommand(program: Command): void {
  program
    .command('upgrade')
    .description('show what this version would change in a database of an older version')
    .addOption(new Option('--check', 'only look; nothing is changed').makeOptionMandatory())
    .addOption(options.json())
    .addHelpText(
      'after',
      `
Run it with the new version, while the old one serves. The upgrade itself is the first start of the new version, or
clockhouse migrate. Exit code 0: it can be done, or there is nothing to do; 1: this version cannot use the database, or
there is no room for the copy.`,
    )
    .action(async (given: { json?: true }) => {
      const config = configured()
      const found = await examine(config)
      if (given.json) return printJson(found)
      const { version, database, pending, bytes, copy } = found
      if (pending.length === 0) return say(`The database in ${database} is up to date for ${version}.`)
      say(`${version} would change the database in ${database} (${size(bytes)}):
${pending.map((name) => `  ${name}`).join('\n')}
${
  copy
    ? `It is copied beside itself first; ${size(copy.free)} are free there.`
    : 'No copy is made of PostgreSQL: run clockhouse backup first.'
}
Stop the old version, then start the new one or run clockhouse migrate.`)
    })
}

async function examine(config: Config) {
  const database = await look(config)
  if (!database) throw new Mistake(`there is no database in ${nameOf(config)}; the first start creates it`)
  try {
    const seen = await migrationsIn(database)
    const { pending, problem } = migrationState(seen)
    if (problem) throw new Mistake(`the database was ${problem.cause}\n${problem.remedy}`)
    const bytes = await bytesOf(database, config)
    const free = config.databaseUrl ? undefined : await freeIn(config.data)
    if (pending.length > 0 && free !== undefined && free < 2 * bytes)
      throw new Mistake(
        `the copy before the upgrade needs ${size(bytes)}, and ${size(free)} are free in ${config.data}`,
      )
    return {
      version: productVersion(),
      database: nameOf(config),
      present: seen,
      pending,
      bytes,
      copy: free === undefined ? null : { folder: config.data, free },
    }
  } finally {
    await database.close()
  }
}

async function bytesOf(database: Look, config: Config): Promise<number> {
  if (!config.databaseUrl) return statSync(fileOf(config)).size
  const [row] = await database.all<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(row!.bytes)
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
