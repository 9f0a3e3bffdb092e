import { backupName, expiredBackups, isBackupDue, partSuffix } from '../rules/backup_names.ts'
import { hour } from '../rules/calendar.ts'
import type { World } from '../world.ts'

/** How long to wait after a look or a backup that failed, and after one that did not: a bucket is paid for by the request. */
const retryAfter = hour / 4
const lookAfter = hour / 12

/** The folder of the backups, as db/backup_folder.ts has it on the disk. */
interface Folder {
  names(): Promise<string[]>
  make(file: { name: string; part: string; now: number }): Promise<void>
  remove(names: readonly string[]): Promise<void>
}

/**
 * Returns what makes a backup when one is due, and then deletes those that are more than enough. The names of the files say
 * when the last one was made, so it does not matter how often a server starts, or how many share the folder.
 */
export function backups(
  { now }: Pick<World, 'now'>,
  folder: Folder,
  { version, hours, keep }: { version: string; hours: number; keep: number },
): () => Promise<void> {
  let restsUntil = 0
  return async () => {
    const at = now()
    if (at < restsUntil) return
    restsUntil = at + retryAfter
    if (isBackupDue(await folder.names(), hours, at)) {
      const name = backupName(version, at)
      await folder.make({ name, part: `${name}${partSuffix}`, now: at })
      await folder.remove(expiredBackups(await folder.names(), keep, at))
    }
    restsUntil = at + lookAfter
  }
}
