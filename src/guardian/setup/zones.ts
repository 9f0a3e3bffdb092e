import type { Translate } from '../../rules/language/messages.ts'
import { commandName } from '../../sight/command_name.ts'
import type { Finding } from '../../sight/watcher.ts'
import { folderVariable, type ZoneData } from '../../sight/zone_data.ts'
import { about } from './finding.ts'

/** The years after which data counts as old if nothing newer is known. */
const yearsMax = 2

/** Checks the time zone data: whether it is known to be older than what the machine already has. */
export function checkZones(t: Translate, { version, folder, present, system, year }: ZoneData): Finding {
  const check = about(t('Time zones'))
  const unknownYear = t('an unknown year')
  if (folder !== '' && !present)
    return check.broken(
      t('{setting} names {folder}, which has no zoneinfo64.res; data from {version} is used', {
        setting: folderVariable,
        folder,
        version: version || unknownYear,
      }),
      t('Put ICU’s files there, or unset it.'),
    )
  const update = t('Update Clockhouse, or run {command} with the newest version (docs/time-zones.md).', {
    command: `${commandName} zones update`,
  })
  if (system > version)
    return check.warning(
      t('data from {version}; this machine has {system}, so rules have changed since', {
        version: folder === '' ? version : `${version} (${folder})`,
        system,
      }),
      update,
    )
  const age = year - Number.parseInt(version, 10)
  if (!(age <= yearsMax))
    return check.warning(
      t('the data is from {version}; rules may have changed since', { version: version || unknownYear }),
      update,
    )
  return check.ok(`data from ${version}${folder === '' ? '' : `, from ${folder}`}`)
}
