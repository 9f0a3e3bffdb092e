import { resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { isBucket } from '../../db/backup/folder.ts'
import { namesAt } from '../../db/backup/names_at.ts'
import { checkBackups, unreachableBackups } from '../../guardian/setup/backups.ts'
import { english } from '../../rules/language/messages.ts'
import type { Finding } from '../../sight/watcher.ts'
import { machineClock } from '../../world.ts'

/** Looks into the folder of the backups, or the bucket, and checks them. */
export async function examineBackups(config: Config): Promise<Finding[]> {
  const { backupDir } = config
  const folder = isBucket(backupDir) ? backupDir : resolve(backupDir)
  const names = backupDir === '' ? [] : await namesAt(folder, config).catch((error: Error) => error)
  if (names instanceof Error) return [unreachableBackups(english, names.message)]
  return checkBackups(english, config, { names, now: machineClock(), isOnDisk: !isBucket(backupDir) })
}
