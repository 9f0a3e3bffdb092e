import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { messageOf } from '../../rules/thrown.ts'
import { folderVariable } from '../../sight/zone_data.ts'
import { Mistake } from '../mistakes.ts'
import { say } from '../output.ts'
import { terminal } from '../terminal.ts'
import { versionFile, zoneFiles, zoneFolder } from './zone_files.ts'

const published = (version: string) =>
  `https://raw.githubusercontent.com/unicode-org/icu-data/main/tzdata/icunew/${version}/44/le`

/** `clockhouse zones …`: updates the time zone data. */
export function zonesCommand(program: Command): void {
  const zones = program.command('zones').description('update the time zone data')
  zones
    .command('update')
    .description('check newer time zone data, and use it from the next start on')
    .argument('<source>', 'a version such as 2026d, which is downloaded, or a folder or URL with the files of ICU')
    .addHelpText(
      'after',
      `
"clockhouse doctor" names the version in use. The files are kept in the data folder, for the server and for commands.
Node.js' own data is used again as soon as it is newer.`,
    )
    .action(update)
}

async function update(source: string): Promise<void> {
  const folder = zoneFolder(terminal().env)
  const fresh = `${folder}.new`
  const files = await filesFrom(source)
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  try {
    for (const [name, bytes] of files) writeFileSync(join(fresh, name), bytes)
    const version = versionIn(fresh)
    if (version === undefined) throw new Mistake(`${source} has no time zone data that Node.js can read`)
    const own = versionIn('') ?? ''
    if (version <= own) throw new Mistake(`${source} has ${version}, and Node.js itself has ${own}: nothing to update`)
    writeFileSync(join(fresh, versionFile), `${version}\n`)
    rmSync(folder, { recursive: true, force: true })
    renameSync(fresh, folder)
    say(`Time zone data ${version} is in ${folder}. Restart the server to use it.`)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

async function filesFrom(source: string): Promise<[name: string, bytes: Uint8Array][]> {
  const base = /^\d{4}[a-z]$/.test(source) ? published(source) : source.replace(/\/$/, '')
  const read = /^https?:\/\//.test(base) ? download : (path: string) => readFileSync(path)
  return Promise.all(
    zoneFiles.map(async (name): Promise<[string, Uint8Array]> => {
      try {
        return [name, await read(`${base}/${name}`)]
      } catch (error) {
        throw new Mistake(`${base}/${name} cannot be read: ${messageOf(error)}`)
      }
    }),
  )
}

async function download(url: string): Promise<Uint8Array> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(60_000) })
  if (!answer.ok) throw new Error(`the answer is ${answer.status}`)
  return answer.bytes()
}

// A separate process tests the data, because a running one keeps its own.
const trial = `const inZone = (timeZone) => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).format(0)
for (const zone of Intl.supportedValuesOf('timeZone')) inZone(zone)
if (!inZone('America/New_York').endsWith('GMT-05:00')) process.exit(1)
console.log(process.versions.tz)`

/** The version of the data in a folder, '' for that of Node.js; undefined if it does not work. */
function versionIn(folder: string): string | undefined {
  const { [folderVariable]: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', trial], {
    env: folder === '' ? env : { ...env, [folderVariable]: folder },
    encoding: 'utf8',
    timeout: 60_000,
  })
  const version = (stdout ?? '').trim()
  return status === 0 && /^\d{4}[a-z]$/.test(version) ? version : undefined
}
