import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { newestBackup } from '../../rules/backup_names.ts'
import type { Translate } from '../../rules/language/messages.ts'
import { hour, printLocal } from '../../rules/time/calendar.ts'
import { commandName } from '../../sight/command_name.ts'
import type { Finding } from '../../sight/watcher.ts'
import { about } from './finding.ts'

/** Where backups are: their folder, or a bucket, what it has, and whether that is on a disk. */
type Backups = { names: readonly string[]; now: number; isOnDisk: boolean }

/** Checks the age of the newest backup, if the server makes backups. */
export function checkBackups(
  t: Translate,
  { backupDir, backupHours }: Pick<Config, 'backupDir' | 'backupHours'>,
  { names, now, isOnDisk }: Backups,
): Finding[] {
  const check = about(t('Backups'))
  if (backupDir === '')
    return [
      check.ok('the server makes none automatically; CLOCKHOUSE_BACKUP_DIR sets a folder for them (docs/backup.md)'),
    ]
  const folder = isOnDisk ? resolve(backupDir) : backupDir
  const remedy = t('See the log of the server, or try {command}.', { command: `${commandName} backup` })
  const newest = newestBackup(names, now)
  if (!newest)
    return [(isOnDisk && unwritable(t, folder)) || check.warning(t('there is none in {folder}', { folder }), remedy)]
  const age = t('the last one in {folder} is from {time}, {count} hours ago', {
    folder,
    time: printLocal(newest.instant, Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 16).replace('T', ' '),
    count: Math.floor((now - newest.instant) / hour),
  })
  // The server may have been stopped when one was due.
  return [now - newest.instant > 2 * backupHours * hour ? check.warning(age, remedy) : check.ok(age)]
}

/** The finding about backups that cannot be looked at. */
export function unreachableBackups(t: Translate, problem: string): Finding {
  return about(t('Backups')).broken(
    problem,
    t('See the log of the server, or try {command}.', { command: `${commandName} backup` }),
  )
}

/** The finding about a folder on disk in which nothing can be stored. */
function unwritable(t: Translate, wanted: string): Finding | undefined {
  const check = about(t('Backups'))
  const setting = 'CLOCKHOUSE_BACKUP_DIR'
  let folder = wanted
  while (!existsSync(folder)) folder = dirname(folder)
  if (!statSync(folder).isDirectory())
    return check.broken(
      t('{wanted} cannot be created: {folder} is not a folder', { wanted, folder }),
      t('Set {setting} to a folder.', { setting }),
    )
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return undefined
  } catch {
    const what =
      folder === wanted
        ? t('this account may not write to {folder}', { folder })
        : t('this account may not create {folder}', { folder: wanted })
    return check.broken(
      what,
      t('Change the owner of {folder}, or set {setting} to another folder.', { folder, setting }),
    )
  }
}
