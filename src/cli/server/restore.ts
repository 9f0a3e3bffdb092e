import { join } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import { isBucket } from '../../db/backup/folder.ts'
import { restoreBackup } from '../../db/backup/restore.ts'
import { timeInNames } from '../../rules/backup_names.ts'
import { machineClock } from '../../world.ts'
import { configured } from '../mistakes.ts'
import * as options from '../options.ts'
import { moment, printJson, say, size, stamp } from '../output.ts'
import { nameOf } from './database.ts'

/** `clockhouse restore`: replaces the database with a backup. */
export function restoreCommand(program: Command): void {
  program
    .command('restore')
    .argument('<file>', 'a backup made by clockhouse backup with this or an older version, also at s3://bucket/folder')
    .description('restore a backup into the data folder, or into an empty PostgreSQL database')
    .addOption(options.json())
    .addHelpText(
      'after',
      `
Stop the server first. The file is read completely and brought up to date before anything changes. The database that is
in the data folder is kept beside the restored one, and its name is printed. A PostgreSQL database must be empty; give
CLOCKHOUSE_DATABASE_URL a new one, or ?schema=name for a new schema.

All records and people are as they were, and so are tokens and sign-ins, but for those that the database in the data folder
no longer has: what was revoked since stays revoked. New records get ids that were never used, also not since the backup.`,
    )
    .action(async (file: string, given: { json?: true }) => {
      const config = configured()
      const now = machineClock()
      const kept = `clockhouse-before-restore-${timeInNames(now)}.db`
      const restore = (local: string) => restoreBackup(local, config, kept, now)
      const { contents, applied, aside } = isBucket(file)
        ? await fromBucket(config, file, restore)
        : await restore(file)
      const { tables, rows, bytes, lastChange } = contents
      const where = nameOf(config)
      if (given.json)
        return printJson({ restored: file, into: where, aside, applied, tables, rows, last_change: stamp(lastChange) })
      say(`Restored into ${where}: ${size(bytes)}, ${rows} rows, last change ${moment(lastChange)}.`)
      if (applied.length > 0) say(`It was brought up to date: ${applied.join(', ')}.`)
      if (aside) say(`What was there is kept in ${aside}; delete it when you no longer need it.`)
    })
}

/** Downloads a backup, and runs a function with the file. */
export async function fromBucket<T>(config: Config, address: string, run: (file: string) => Promise<T>): Promise<T> {
  const { Bucket, splitAddress, withTemporaryFolder } = await import('../../db/backup/bucket.ts')
  const { folder: parent, name } = splitAddress(address)
  const bucket = new Bucket(parent, config)
  return withTemporaryFolder(async (folder) => {
    await bucket.download(name, join(folder, name))
    return run(join(folder, name))
  })
}
