import { join, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { Config } from '../../config.ts'
import { filesAt } from '../../db/backup/files_at.ts'
import { isBucket } from '../../db/backup/folder.ts'
import { isIntact, type Repaired, repairDatabase } from '../../db/repair/repair.ts'
import { NoTables } from '../../db/repair/scratch.ts'
import { newestBackup, timeInNames } from '../../rules/backup_names.ts'
import { commandName } from '../../sight/command_name.ts'
import { machineClock } from '../../world.ts'
import { configured, Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { printJson } from '../output.ts'
import { terminal } from '../terminal.ts'
import { fileOf } from './database.ts'
import { isLossless, sayRepaired } from './repair_report.ts'
import { fromBucket } from './restore.ts'

type Given = { backup?: string | false; replace?: true; json?: true }

/** `clockhouse repair`: makes a sound database of what a damaged one still has. */
export function repairCommand(program: Command): void {
  program
    .command('repair')
    .description('make a sound database of everything that can be read in a damaged one')
    .addOption(new Option('--backup <file>', 'a backup for what nothing else has (default: the newest one)'))
    .addOption(new Option('--no-backup', 'use no backup'))
    .addOption(new Option('--replace', 'put the repaired database in the place of the damaged one, which is kept'))
    .addOption(options.json())
    .addHelpText(
      'after',
      `
Stop the server first. This is for the embedded database; PostgreSQL has tools of its own. The damaged file is only
read. Rows in pages that cannot be read are taken from the history of entries, the log of changes, the newest backup in
CLOCKHOUSE_BACKUP_DIR and the audit; the report says how many from where, and which are lost. Values that differ from
their second copy are decided by all copies together.

Without --replace, the repaired database is put beside the damaged one, for you to look at.

Exit code: 0 if nothing is damaged or everything was repaired, 1 if something is lost or undecided.`,
    )
    .action(async (given: Given) => {
      const config = configured()
      if (config.databaseUrl)
        throw new Mistake('only the embedded database can be repaired, and CLOCKHOUSE_DATABASE_URL is set')
      const done = await repaired(config, given)
      if (!isLossless(done)) terminal().exitCode = 1
      if (given.json) return printJson({ ...done, intact: isIntact(done) })
      sayRepaired(done, fileOf(config))
    })
}

async function repaired(config: Config, given: Given): Promise<Repaired> {
  const now = machineClock()
  const run = (backup: string | undefined) =>
    repairDatabase({
      ...{ data: config.data, backup, replace: given.replace ?? false, now },
      name: `clockhouse-repaired-${timeInNames(now)}.db`,
      aside: `clockhouse-damaged-${timeInNames(now)}.db`,
    })
  const backup = given.backup === false ? undefined : (given.backup ?? (await newestOf(config, now)))
  try {
    return backup !== undefined && isBucket(backup) ? await fromBucket(config, backup, run) : await run(backup)
  } catch (error) {
    if (!(error instanceof NoTables)) throw error
    throw new Mistake(
      `the beginning of ${fileOf(config)}, with the list of its tables, cannot be read (${error.message}), so it cannot be repaired\nRestore the last backup: ${commandName} restore ${backup ?? '<file>'}`,
    )
  }
}

/** The newest backup that the server has made; undefined if there is none. */
async function newestOf(config: Config, now: number): Promise<string | undefined> {
  const { backupDir } = config
  if (backupDir === '') return undefined
  const newest = newestBackup(
    (await filesAt(backupDir, config)).map(({ name }) => name),
    now,
  )
  if (!newest || !isBucket(backupDir)) return newest && join(resolve(backupDir), newest.name)
  const { Bucket } = await import('../../db/backup/bucket.ts')
  return new Bucket(backupDir, config).addressOf(newest.name)
}
