import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { variables } from '../../config.ts'
import { folderVariable } from '../../sight/zone_data.ts'

// Time zone data in the data folder that is newer than Node.js' own (docs/time-zones.md).

type Env = Readonly<Record<string, string | undefined>>

/** The files that ICU reads there. */
export const zoneFiles = ['zoneinfo64.res', 'metaZones.res', 'timezoneTypes.res', 'windowsZones.res'] as const

/** The file with the version of the others. */
export const versionFile = 'version'

/** Where `clockhouse zones update` puts the files. */
export function zoneFolder({ [variables.data.env]: data }: Env): string {
  return resolve(data || variables.data.default, 'time-zones')
}

/** The folder, if it has newer data than Node.js itself. */
export function newerZoneFolder(env: Env, own: string): string | undefined {
  const folder = zoneFolder(env)
  const file = join(folder, versionFile)
  return existsSync(file) && readFileSync(file, 'utf8').trim() > own ? folder : undefined
}

/**
 * Uses the data in the folder. Node.js reads it only when it starts, so the process replaces itself with one that has
 * the variable; its id and terminal stay the same. Call this before anything else.
 */
export function useNewerZones(): void {
  const { env } = process
  if (env[folderVariable] !== undefined) return
  const folder = newerZoneFolder(env, process.versions.tz ?? '')
  if (folder === undefined) return
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  // Windows cannot replace a process.
  if (process.platform === 'win32' || !process.execve)
    console.error(`Set ${folderVariable}=${folder} to use the newer time zone data there.`)
  else process.execve(process.execPath, args, { ...env, [folderVariable]: folder })
}
