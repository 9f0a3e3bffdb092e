import type { Command } from 'commander'
import { migrationsOf, nameOf, withWorld } from './database.ts'
import { configured } from './mistakes.ts'
import * as options from './options.ts'
import { printJson, say } from './output.ts'

/** `clockhouse migrate`: creates or updates the database. */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('create the database or bring it up to date')
    .addOption(options.json())
    .addHelpText(
      'after',
      `
The server does the same when it starts. An embedded database is copied first, to clockhouse-before-upgrade-….db in its
folder, where the last two copies stay. Of PostgreSQL no copy is made: run clockhouse backup first. Run this to prepare a database for a server whose account may only read and
write, or to check that it works. Stop servers of an older version first.`,
    )
    .action(async (given: { json?: true }) => {
      const before = await migrationsOf(configured())
      const after = await withWorld((_world, config) => migrationsOf(config), { create: true })
      const applied = after.filter((name) => !before.includes(name))
      if (given.json) return printJson({ applied, present: after })
      const where = nameOf(configured())
      if (applied.length === 0) say(`The database in ${where} is up to date (${after.at(-1)}).`)
      else say(`Applied to the database in ${where}:\n${applied.map((name) => `  ${name}`).join('\n')}`)
    })
}
