import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import { makeBackup } from '../../db/backup/backup.ts'
import { isBucket } from '../../db/backup/folder.ts'
import { backupName, partSuffix } from '../../rules/backup_names.ts'
import { productVersion } from '../../sight/version.ts'
import { machineClock } from '../../world.ts'
import { configured } from '../mistakes.ts'
import * as options from '../options.ts'
import { moment, note, printJson, say, size, stamp } from '../output.ts'
import { terminal } from '../terminal.ts'

const folderIfNone = './backups'

/** `clockhouse backup`: backs up the database, also while a server uses it. */
export function backupCommand(program: Command): void {
  program
    .command('backup')
    .argument(
      '[folder]',
      `folder for the file, or s3://bucket/folder (default: CLOCKHOUSE_BACKUP_DIR, or ${folderIfNone})`,
    )
    .description('back up all data into one file, even while the server runs')
    .addOption(options.json())
    .addHelpText(
      'after',
      `
The file is a SQLite database, also for PostgreSQL, with everything that the database has, pictures included, as of one
moment. It is read back before it gets its name. Nothing but CLOCKHOUSE_SECRET, if you have set it, has to be kept
besides. Only this account can read it: it holds password hashes and everyone's hours.

With CLOCKHOUSE_BACKUP_DIR, the server does this by itself, every CLOCKHOUSE_BACKUP_HOURS.`,
    )
    .action(async (folder: string | undefined, given: { json?: true }) => {
      const config = configured()
      const now = machineClock()
      const name = backupName(productVersion(), now)
      const place = folder ?? (config.backupDir || folderIfNone)
      const file = { name, part: `${name}${partSuffix}`, now }
      const made = isBucket(place) ? await intoBucket(config, place, file) : await makeBackup(config, place, file)
      if (made.contradictions.length > 0) terminal().exitCode = 1
      if (given.json) return printJson({ ...made, lastChange: undefined, last_change: stamp(made.lastChange) })
      say(`${made.file}
  ${size(made.bytes)}, read back: intact, ${made.rows} rows in ${Object.keys(made.tables).length} tables, last change ${moment(made.lastChange)}.
  Restore it with: clockhouse restore ${made.file}`)
      if (made.contradictions.length === 0) return
      for (const sentence of made.contradictions) note(`Damaged: ${sentence}`)
      note('The backup has the same values. Stop the server and run clockhouse repair.')
    })
}

type File = Parameters<typeof makeBackup>[2]

/** Makes the backup on disk, uploads it, and reads it back. */
async function intoBucket(
  config: Config,
  address: string,
  file: File,
): Promise<Awaited<ReturnType<typeof makeBackup>>> {
  const { Bucket, withTemporaryFolder } = await import('../../db/backup/bucket.ts')
  const bucket = new Bucket(address, config)
  return withTemporaryFolder(async (folder) => {
    const made = await makeBackup(config, folder, file)
    await bucket.upload(made.file, file.name)
    return { ...made, file: bucket.addressOf(file.name) }
  })
}
