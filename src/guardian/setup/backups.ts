import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { backupInstant, newestBackup } from '../../rules/backup_names.ts'
import type { Translate } from '../../rules/language/messages.ts'
import { hour, printLocal } from '../../rules/time/calendar.ts'
import { commandName } from '../../sight/command_name.ts'
import type { BackupFile, Finding } from '../../sight/watcher.ts'
import { about } from './finding.ts'

/** The files at the place for backups, or why they cannot be looked at, and whether that is on a disk. */
type Backups = { files: readonly BackupFile[] | Error; now: number; isOnDisk: boolean }

type Settings = Pick<Config, 'backupDir' | 'backupHours' | 'databaseUrl'>

const setting = 'CLOCKHOUSE_BACKUP_DIR'

/** At most this many damaged ones are named. */
const namedMax = 3

/** Checks that the server makes backups, that they can be looked at and are whole, and the age of the newest one. */
export function checkBackups(t: Translate, settings: Settings, { files, now, isOnDisk }: Backups): Finding[] {
  const check = about(t('Backups'))
  const { backupDir, databaseUrl } = settings
  const remedy = t('Set {setting} to a folder on another disk, or to a bucket, and restart the server.', { setting })
  if (backupDir === '')
    return [
      databaseUrl
        ? check.ok('PostgreSQL has tools of its own; CLOCKHOUSE_BACKUP_DIR has the server make some (docs/backup.md)')
        : check.warning(t('this server makes no backups: if its disk fails, everything is lost'), remedy),
    ]
  const folder = isOnDisk ? resolve(backupDir) : backupDir
  if (files instanceof Error)
    return [
      (isOnDisk && unwritable(t, folder)) ||
        check.broken(
          t('the backups cannot be looked at: {problem}', { problem: files.message }),
          t('Check the folder, or the bucket and its keys.'),
        ),
    ]
  const damaged = files.filter(({ name, isWhole }) => !isWhole && backupInstant(name) !== undefined)
  return [...checkAge(t, settings, { files, now, isOnDisk }, folder), ...checkDamaged(t, damaged)]
}

function checkAge(
  t: Translate,
  { backupHours }: Settings,
  { files, now, isOnDisk }: Backups & { files: readonly BackupFile[] },
  folder: string,
): Finding[] {
  const check = about(t('Backups'))
  const command = `${commandName} backup`
  const newest = newestBackup(
    files.map(({ name }) => name),
    now,
  )
  if (!newest) {
    const soon = t(
      'A server makes the first one within minutes of its start. If there is none later, see its log, or try {command}.',
      { command },
    )
    return [(isOnDisk && unwritable(t, folder)) || check.warning(t('there is none in {folder}', { folder }), soon)]
  }
  const age = t('the last one in {folder} is from {time}, {count} hours ago', {
    folder,
    time: printLocal(newest.instant, Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 16).replace('T', ' '),
    count: Math.floor((now - newest.instant) / hour),
  })
  const remedy = t('See the log of the server, or try {command}.', { command })
  // The server may have been stopped when one was due.
  return [now - newest.instant > 2 * backupHours * hour ? check.warning(age, remedy) : check.ok(age)]
}

function checkDamaged(t: Translate, damaged: readonly BackupFile[]): Finding[] {
  if (damaged.length === 0) return []
  const names = [...damaged.slice(0, namedMax).map(({ name }) => name), ...(damaged.length > namedMax ? ['…'] : [])]
  return [
    about(t('Backups')).warning(
      t('{count, plural, one {a backup is damaged} other {# backups are damaged}}: {names}', {
        count: damaged.length,
        names: names.join(', '),
      }),
      t('Make a new one, and check the disk on which they are.'),
    ),
  ]
}

/** The finding about a folder on disk in which nothing can be stored. */
function unwritable(t: Translate, wanted: string): Finding | undefined {
  const check = about(t('Backups'))
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
