import type { Config } from '../../config.ts'
import type { Translate } from '../../rules/language/messages.ts'
import { localDate } from '../../rules/time/calendar.ts'
import type { BackupFile, Finding } from '../../sight/watcher.ts'
import { zoneData } from '../../sight/zone_data.ts'
import { checkUrl } from './address.ts'
import { checkBackups } from './backups.ts'
import { checkFolder } from './folder.ts'
import { checkLimits } from './limits.ts'
import { checkVariables } from './variables.ts'
import { checkZones } from './zones.ts'

/** What a running server looks at: its settings, variables that do not exist, and its backups. */
type Setup = { config: Config; unknown: readonly string[]; files: readonly BackupFile[] | Error; now: number }

/** What `clockhouse doctor` finds about the setup of a running server, as far as it costs little. */
export async function examineSetup(t: Translate, { config, unknown, files, now }: Setup): Promise<Finding[]> {
  const isOnDisk = !config.backupDir.startsWith('s3://')
  return [
    ...checkVariables(t, config, unknown),
    ...(await checkLimits(t)),
    checkZones(t, zoneData(process.env, Number(localDate(now, 'UTC').slice(0, 4)))),
    ...(config.databaseUrl ? [] : await checkFolder(t, config)),
    ...checkBackups(t, config, { files, now, isOnDisk }),
    ...checkUrl(t, config),
  ]
}
