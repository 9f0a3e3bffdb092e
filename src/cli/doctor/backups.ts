import { resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { filesAt } from '../../db/backup/files_at.ts'
import { isBucket } from '../../db/backup/folder.ts'
import { checkBackups } from '../../guardian/setup/backups.ts'
import { english } from '../../rules/language/messages.ts'
import type { Finding } from '../../sight/watcher.ts'
import { machineClock } from '../../world.ts'

/** Looks into the folder of the backups, or the bucket, and checks them. */
export async function examineBackups(config: Config): Promise<Finding[]> {
  const { backupDir } = config
  const folder = isBucket(backupDir) ? backupDir : resolve(backupDir)
  const files = backupDir === '' ? [] : await filesAt(folder, config).catch((error: Error) => error)
  return checkBackups(english, config, { files, now: machineClock(), isOnDisk: !isBucket(backupDir) })
}
