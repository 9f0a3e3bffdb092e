import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The environment variable that points ICU, Node.js' library for dates, to a folder with newer time zone data. */
export const folderVariable = 'ICU_TIMEZONE_FILES_DIR'

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
