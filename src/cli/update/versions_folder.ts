import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Mistake } from '../mistakes.ts'

// The folder of an archive: `versions` has a folder for each version, and the file `current` names the one that the start
// script starts. So a version is replaced by renaming one small file, and a server that still runs keeps all its files.

/** From now on this version is started. */
export function useVersion(home: string, version: string): void {
  const fresh = join(home, 'current.new')
  writeFileSync(fresh, `${version}\n`)
  renameSync(fresh, join(home, 'current'))
}

/** The folder of a version. */
export function folderOf(home: string, version: string): string {
  return join(home, 'versions', version)
}

/** Puts a version beside the others, from its archive. tar is on every system, and that of Windows reads ZIP files. */
export function unpack(home: string, archive: string, version: string): void {
  const fresh = join(home, 'unpacked')
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh)
  try {
    const { status, stderr, error } = spawnSync('tar', ['-xf', archive, '-C', fresh], { encoding: 'utf8' })
    if (status !== 0) throw new Mistake(`the archive could not be unpacked: ${error?.message ?? stderr.trim()}`)
    const from = folderOf(join(fresh, 'clockhouse'), version)
    if (!existsSync(from)) throw new Mistake(`the archive has no version ${version}`)
    rmSync(folderOf(home, version), { recursive: true, force: true })
    renameSync(from, folderOf(home, version))
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Deletes all versions but these. */
export function keepVersions(home: string, kept: readonly string[]): void {
  for (const version of readdirSync(join(home, 'versions')))
    if (!kept.includes(version)) rmSync(folderOf(home, version), { recursive: true, force: true })
}
