import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { isBucket } from '../../db/backup/folder.ts'
import { namesAt } from '../../db/backup/names_at.ts'
import { newestBackup } from '../../rules/backup_names.ts'
import { hour } from '../../rules/time/calendar.ts'
import { machineClock } from '../../world.ts'
import { moment } from '../output.ts'
import { about, type Finding } from './finding.ts'

/** Checks the age of the newest backup, if the server makes backups. */
export async function checkBackups(config: Config): Promise<Finding[]> {
  const { backupDir, backupHours } = config
  const check = about('Backups')
  if (backupDir === '')
    return [
      check.ok('the server makes none automatically; CLOCKHOUSE_BACKUP_DIR sets a folder for them (docs/backup.md)'),
    ]
  const folder = isBucket(backupDir) ? backupDir : resolve(backupDir)
  const now = machineClock()
  const remedy = 'See the log of the server, or try clockhouse backup.'
  const names = await namesAt(folder, config).catch((error: Error) => error)
  if (names instanceof Error) return [check.broken(names.message, remedy)]
  const newest = newestBackup(names, now)
  if (!newest) return [unwritable(folder) ?? check.warning(`there is none in ${folder}`, remedy)]
  const age = `the last one in ${folder} is from ${moment(newest.instant)}, ${Math.floor((now - newest.instant) / hour)} hours ago`
  // The server may have been stopped when one was due.
  return [now - newest.instant > 2 * backupHours * hour ? check.warning(age, remedy) : check.ok(age)]
}

/** The finding about a folder on disk in which nothing can be stored. */
function unwritable(wanted: string): Finding | undefined {
  if (isBucket(wanted)) return undefined
  const check = about('Backups')
  let folder = wanted
  while (!existsSync(folder)) folder = dirname(folder)
  if (!statSync(folder).isDirectory())
    return check.broken(
      `${wanted} cannot be created: ${folder} is not a folder`,
      'Set CLOCKHOUSE_BACKUP_DIR to a folder.',
    )
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return undefined
  } catch {
    const what = folder === wanted ? `this account may not write to ${wanted}` : `this account may not create ${wanted}`
    return check.broken(what, `Change the owner of ${folder}, or set CLOCKHOUSE_BACKUP_DIR to another folder.`)
  }
}
