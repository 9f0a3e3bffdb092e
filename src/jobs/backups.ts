import { backupName, expiredBackups, isBackupDue, partSuffix } from '../rules/backup_names.ts'
import { hour } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'

/** How long to wait after a failed check or backup, and after a successful one, because buckets charge per request. */
const retryAfter = hour / 4
const lookAfter = hour / 12

/** How many times as many backups are kept while the database is damaged, which some damage is for good. */
const keptInDamage = 3

/** The folder of the backups, such as one on disk from db/backup/folder.ts. */
interface Folder {
  names(): Promise<string[]>
  make(file: { name: string; part: string; now: number }): Promise<readonly string[]>
  remove(names: readonly string[]): Promise<void>
}

/**
 * Returns a function that makes a backup if one is due, and then deletes the oldest ones. The file names say when the
 * last one was made, so it does not matter how often a server starts or how many servers share the folder.
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
      const contradictions = await folder.make({ name, part: `${name}${partSuffix}`, now: at })
      // More of the older ones are kept while there is damage, because they may have what is damaged as it was.
      const kept = contradictions.length > 0 ? keptInDamage * keep : keep
      await folder.remove(expiredBackups(await folder.names(), kept, at))
      if (contradictions.length > 0)
        throw new Error(`a backup was made, but the database is damaged: ${contradictions.join('; ')}`)
    }
    restsUntil = at + lookAfter
  }
}
