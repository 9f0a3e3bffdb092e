import { day, hour, minute, parseInstant, printUtc } from './time/calendar.ts'

// A backup is a file with the version and the time in its name, such as clockhouse-0.2.0-2026-03-02T15-00-00Z.db. The
// time determines when the next one is due and which ones are old; nothing else is recorded.

const pattern = /^clockhouse-\d.*?-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.db$/

/** The suffix of a backup's name until it is complete and verified. */
export const partSuffix = '.part'

/** The name of a backup made by a version of the program at an instant. */
export function backupName(version: string, instant: number): string {
  return `clockhouse-${version}-${timeInNames(instant)}.db`
}

/** An instant for file names, where colons are not allowed: 2026-03-02T15-00-00Z. */
export function timeInNames(instant: number): string {
  return `${printUtc(instant).slice(0, 19).replaceAll(':', '-')}Z`
}

/** When a backup was made, from its name; undefined if it is not the name of a backup. */
export function backupInstant(name: string): number | undefined {
  const [, date, hours, minutes, seconds] = pattern.exec(name) ?? []
  return date === undefined ? undefined : parseInstant(`${date}${hours}:${minutes}:${seconds}Z`)?.instant
}

/**
 * The newest backup among the names of files, and when it was made. Times in the future are ignored, because they come
 * from a wrong clock.
 */
export function newestBackup(names: readonly string[], now: number): { name: string; instant: number } | undefined {
  return backupsIn(names).find(({ instant }) => instant <= now + minute)
}

/** Whether the next backup is due. */
export function isBackupDue(names: readonly string[], hours: number, now: number): boolean {
  const newest = newestBackup(names, now)
  return newest === undefined || now - newest.instant >= hours * hour
}

/**
 * The files to delete: backups beyond the newest ones, and incomplete ones that no process can still be writing. Those from
 * the future come from a wrong clock: they stay until their time, and take no place from others. Nor do those that were made
 * in between, by a person or before an update: as many of them are kept.
 */
export function expiredBackups(
  names: readonly string[],
  { keep, hours, now }: { keep: number; hours: number; now: number },
): string[] {
  const incomplete = names.filter((name) => {
    const instant = name.endsWith(partSuffix) ? backupInstant(name.slice(0, -partSuffix.length)) : undefined
    return instant !== undefined && instant < now - day
  })
  const made = backupsIn(names).filter(({ instant }) => instant <= now + minute)
  // One that is due is made so many hours after the one before it, or later.
  const isBetween = (instant: number, before = Number.NEGATIVE_INFINITY) => instant - before < hours * hour
  const between = made.filter(({ instant }, index) => isBetween(instant, made[index + 1]?.instant))
  const due = made.filter((one) => !between.includes(one))
  return [...[...due.slice(keep), ...between.slice(keep)].map(({ name }) => name), ...incomplete]
}

/** The backups among the names of files, newest first. */
function backupsIn(names: readonly string[]): { name: string; instant: number }[] {
  return names
    .flatMap((name) => {
      const instant = backupInstant(name)
      return instant === undefined ? [] : [{ name, instant }]
    })
    .sort((a, b) => b.instant - a.instant)
}
