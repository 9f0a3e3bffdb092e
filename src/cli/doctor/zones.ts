import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { about } from '../../guardian/setup/finding.ts'
import type { Finding } from '../../sight/watcher.ts'
import { folderVariable } from '../server/zone_files.ts'

const update = 'Update Clockhouse, or run clockhouse zones update with the newest version (docs/time-zones.md).'

/** The years after which data counts as old if nothing newer is known. */
const yearsMax = 2

/** Where operating systems store their data, with its version in the first line. */
const systemFiles = ['/usr/share/zoneinfo/tzdata.zi', '/usr/share/zoneinfo/+VERSION']

/** The time zone data in use, and what it depends on. */
export type ZoneData = {
  /** The version in use, such as 2026c. */
  version: string
  /** The folder that the environment names, '' for none. */
  folder: string
  /** Whether the folder has the data. */
  present: boolean
  /** The version that the operating system has, '' if unknown. */
  system: string
  /** The current year. */
  year: number
}

/** The data that this process uses, and the version that the operating system has. */
export function zoneData(env: Readonly<Record<string, string | undefined>>, year: number): ZoneData {
  const folder = env[folderVariable] ?? ''
  const present = folder !== '' && existsSync(join(folder, 'zoneinfo64.res'))
  return { version: process.versions.tz ?? '', folder, present, system: systemVersion(), year }
}

function systemVersion(): string {
  for (const path of systemFiles) {
    const found = existsSync(path) && /\b(\d{4}[a-z])\b/.exec(readFileSync(path, 'utf8').slice(0, 200))
    if (found) return found[1]!
  }
  return ''
}

/** Checks the time zone data: whether it is known to be older than what the machine already has. */
export function checkZones({ version, folder, present, system, year }: ZoneData): Finding {
  const check = about('Time zones')
  if (folder !== '' && !present)
    return check.broken(
      `${folderVariable} names ${folder}, which has no zoneinfo64.res; data from ${version || 'an unknown year'} is used`,
      'Put ICU’s files there, or unset it.',
    )
  const from = folder === '' ? '' : `, from ${folder}`
  if (system > version)
    return check.warning(`data from ${version}${from}; this machine has ${system}, so rules have changed since`, update)
  const age = year - Number.parseInt(version, 10)
  if (!(age <= yearsMax))
    return check.warning(`the data is from ${version || 'an unknown year'}; rules may have changed since`, update)
  return check.ok(`data from ${version}${from}`)
}
