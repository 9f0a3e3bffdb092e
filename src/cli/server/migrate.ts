import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import { shardsUsual } from '../../db/citus/distribute.ts'
import { configured, Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { printJson, say } from '../output.ts'
import { migrationsOf, nameOf, withWorld } from './database.ts'

/** `clockhouse migrate`: creates or updates the database. */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('create the database or bring it up to date')
    .addOption(options.json())
    .option('--distribute', 'then distribute the tables over the machines of Citus, each company on one of them')
    .option('--shards <n>', 'parts of each table, with --distribute', options.whole(1, 4096), shardsUsual)
    .addHelpText(
      'after',
      `
The server does the same when it starts. An embedded database is copied first, to clockhouse-before-upgrade-….db in its
folder, where the last two copies stay. Of PostgreSQL no copy is made: run clockhouse backup first. Run this to prepare a database for a server whose account may only read and
write, or to check that it works. Stop servers of an older version first.`,
    )
    .action(async (given: { json?: true; distribute?: true; shards: number }) => {
      const before = await migrationsOf(configured())
      const after = await withWorld((_world, config) => migrationsOf(config), { create: true })
      const applied = after.filter((name) => !before.includes(name))
      const distributed = given.distribute ? await distributeTables(configured(), given.shards) : undefined
      if (given.json) return printJson({ applied, present: after, ...(distributed && { distributed }) })
      const where = nameOf(configured())
      if (applied.length === 0) say(`The database in ${where} is up to date (${after.at(-1)}).`)
      else say(`Applied to the database in ${where}:\n${applied.map((name) => `  ${name}`).join('\n')}`)
      if (distributed?.length === 0) say('All its tables are distributed.')
      else if (distributed) say(`Distributed:\n${distributed.map((name) => `  ${name}`).join('\n')}`)
    })
}

/** Throws a Mistake if there is no PostgreSQL. */
async function distributeTables({ databaseUrl }: Config, shards: number): Promise<string[]> {
  if (!databaseUrl) throw new Mistake('--distribute needs PostgreSQL with Citus: set CLOCKHOUSE_DATABASE_URL', 2)
  const { distributePostgres } = await import('../../db/postgres/postgres.ts')
  return distributePostgres(databaseUrl, shards)
}
