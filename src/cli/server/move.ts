import { type Command, Option } from 'commander'
import type { Config } from '../../config.ts'
import { moveDatabase } from '../../db/backup/move.ts'
import { timeInNames } from '../../rules/backup_names.ts'
import { machineClock } from '../../world.ts'
import { configured } from '../mistakes.ts'
import * as options from '../options.ts'
import { printJson, say, table } from '../output.ts'
import { nameOf } from './database.ts'

type Given = { to: string; json?: true }

/** `clockhouse move`: copies everything from the embedded database to PostgreSQL, or back. */
export function moveCommand(program: Command): void {
  program
    .command('move')
    .description('copy everything into PostgreSQL, or from there into a data folder, and compare every row')
    .addOption(
      new Option(
        '--to <place>',
        'postgres://user:password@host:5432/name of an empty database, or a folder',
      ).makeOptionMandatory(),
    )
    .addOption(options.json())
    .addHelpText(
      'after',
      `
Stop the server first. The source is what CLOCKHOUSE_DATA or CLOCKHOUSE_DATABASE_URL selects; it is only read. Every row
is read back and compared. If the command is interrupted, nothing has been moved, and you can run it again. Then start
the server with the new place.`,
    )
    .action(async (given: Given) => {
      const config = configured()
      const target = placeNamed(given.to)
      const now = machineClock()
      const copied = await moveDatabase(config, target, `clockhouse-before-move-${timeInNames(now)}.db`, now)
      const rows = Object.values(copied).reduce((sum, { rows }) => sum + rows, 0)
      if (given.json) return printJson({ from: nameOf(config), to: nameOf(target), rows, tables: copied })
      const filled = Object.entries(copied).filter(([, { rows }]) => rows > 0)
      say(
        table(
          ['table', 'rows', 'hash in both'],
          filled.map(([name, { rows, hash }]) => [name, rows, hash]),
        ),
      )
      say(`\nMoved ${rows} rows from ${nameOf(config)} to ${nameOf(target)}. They are equal in both.
Now start the server with ${target.databaseUrl ? 'CLOCKHOUSE_DATABASE_URL set to that address' : `CLOCKHOUSE_DATA=${given.to} and without CLOCKHOUSE_DATABASE_URL`}.`)
    })
}

/** The place that `--to` names. */
function placeNamed(to: string): Config {
  return /^postgres(ql)?:/.test(to)
    ? configured({ CLOCKHOUSE_DATABASE_URL: to })
    : configured({ CLOCKHOUSE_DATABASE_URL: '', CLOCKHOUSE_DATA: to })
}
