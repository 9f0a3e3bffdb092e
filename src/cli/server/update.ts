import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import { makeBackup } from '../../db/backup/backup.ts'
import { isBucket } from '../../db/backup/folder.ts'
import { restoreBackup } from '../../db/backup/restore.ts'
import { expectUnused } from '../../db/in_use.ts'
import { backupName, partSuffix, timeInNames } from '../../rules/backup_names.ts'
import { messageOf } from '../../rules/thrown.ts'
import { isNewer, type ReleasedFile } from '../../rules/versions.ts'
import { archiveFolder, commandName } from '../../sight/command_name.ts'
import { type Installation, installation, releasesAddress } from '../../sight/installation.ts'
import { productVersion } from '../../sight/version.ts'
import { machineClock } from '../../world.ts'
import { configured, Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { say } from '../output.ts'
import { terminal } from '../terminal.ts'
import { archiveOnDisk, type Place, releasesAt, saveArchive, signedArchive } from '../update/releases.ts'
import { runVersion, tryOut, uninterrupted } from '../update/trial.ts'
import { folderOf, keepVersions, unpack, useVersion } from '../update/versions_folder.ts'
import { migrationsOf } from './database.ts'

/** `clockhouse update`: replaces an installation from an archive with a newer version. */
export function updateCommand(program: Command): void {
  program
    .command('update')
    .argument(
      '[source]',
      'a version, or its archive on disk, beside SHA256SUMS and its signature (default: the newest)',
    )
    .description('update an installation from an archive to a newer version')
    .option('--check', 'only say whether there is a newer version')
    .option('--wait <seconds>', 'how long the new version may take until it is ready', options.whole(1, 86_400), 900)
    .addHelpText(
      'after',
      `
Stop the server first; with --check, or to fetch only, that is not needed. The archive is fetched from the address that
it was built with, or from CLOCKHOUSE_RELEASES, and has to be signed with the key that is in this installation. The data is
backed up, and the new version is started on trial: only this command can reach it, and it sends nothing. If it is not
ready in time, or you press Ctrl+C, the old version and its data are put back. The old version stays beside the new one
until the next update.`,
    )
    .action(async (source: string | undefined, given: { check?: true; wait: number }) => {
      const { platform, key } = expectArchive()
      const config = configured()
      const place = placeOf(source, releasesAddress(config.releases))
      const released = await signedArchive(place, platform, key)
      const installed = productVersion()
      const { version } = released
      // What is signed may still be something else than what was wanted.
      if (isVersion(source) && version !== source)
        throw new Mistake(`${place.name} has ${version} instead of ${source}`)
      if (version === installed) return say(`${installed} is installed, which is the version in ${place.name}.`)
      if (!isNewer(version, installed))
        throw new Mistake(`${place.name} has ${version}, which is not newer than ${installed}`)
      if (given.check) return say(`${version} is available, and ${installed} is installed: ${commandName} update`)
      await fetchVersion(place, released)
      await replace(config, version, given.wait)
    })
}

/** How the other installations are updated. */
const otherwise: Readonly<Record<Exclude<Installation['kind'], 'archive'>, string>> = {
  clone: 'this is a clone of the repository\nUpdate it with git pull, then npm ci && npm start.',
  debian: 'this is the Debian package\nInstall the newer package: apt install ./clockhouse_….deb',
  image: 'this is a Docker image\nBuild the newer image and start it: docker compose up --build',
  package: 'npm has installed this\nInstall the newer package: npm install --global ./clockhouse-….tgz',
}

function expectArchive(): Extract<Installation, { kind: 'archive' }> {
  if (installation.kind !== 'archive')
    throw new Mistake(
      `only an installation from an archive can be updated by this command; ${otherwise[installation.kind]}`,
    )
  if (installation.key === '')
    throw new Mistake(
      'this archive was built without the key of those who sign releases, so none can be trusted\nUnpack the archive of the newer version beside it, and start that one with the same CLOCKHOUSE_DATA.',
    )
  return installation
}

function isVersion(source: string | undefined): boolean {
  return /^\d+\.\d+\.\d+/.test(source ?? '')
}

function placeOf(source: string | undefined, releases: string): Place {
  if (source !== undefined && !isVersion(source)) {
    if (!existsSync(source)) throw new Mistake(`there is no file ${source}`)
    return archiveOnDisk(source)
  }
  if (releases === '')
    throw new Mistake('this archive was built without an address of releases: set CLOCKHOUSE_RELEASES')
  return releasesAt(releases, source)
}

/** The file in the folder of a version that has the checksum of its archive, so that it is fetched once. */
const fromFile = 'archive.sha256'

/** Puts a version beside the one that runs, unless it already is. */
async function fetchVersion(place: Place, released: ReleasedFile): Promise<void> {
  const mark = join(folderOf(archiveFolder, released.version), fromFile)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === released.sha256) return
  const archive = join(archiveFolder, released.file)
  say(`Fetching ${released.file} …`)
  try {
    await saveArchive(place, released, archive)
    unpack(archiveFolder, archive, released.version)
    writeFileSync(mark, released.sha256)
  } finally {
    rmSync(archive, { force: true })
  }
}

async function replace(config: Config, version: string, seconds: number): Promise<void> {
  const { env } = terminal()
  const folder = folderOf(archiveFolder, version)
  await expectUnused(config).catch((error) => {
    throw new Mistake(`${messageOf(error)}\n${version} is fetched: then run ${commandName} update again.`)
  })
  const migrations = await migrationsOf(config)
  const hasData = migrations.length > 0
  const looked = runVersion(folder, hasData ? ['upgrade', '--check'] : ['--version'], env)
  if (!looked.ok) throw new Mistake(`${version} cannot be used here: ${looked.output}`)
  const backup = hasData ? await backUp(config) : undefined
  if (backup) say(`The data is backed up in ${backup}.`)
  const old = productVersion()
  await uninterrupted(
    () => say(`Interrupted: ${old} and its data are put back …`),
    async (interrupted) => {
      useVersion(archiveFolder, version)
      if (hasData) say(`Trying ${version} with this data …`)
      const reason = hasData ? await tryOut(folder, env, seconds, interrupted) : undefined
      if (reason !== undefined) throw new Mistake(await goBack({ config, version, old, migrations, backup }, reason))
    },
  )
  keepVersions(archiveFolder, [version, old])
  say(
    `Clockhouse ${version} is installed${hasData ? ', and was ready with this data' : ''}. Start the server: ${commandName}`,
  )
}

async function backUp(config: Config): Promise<string> {
  const now = machineClock()
  const { backupDir } = config
  const folder = backupDir === '' || isBucket(backupDir) ? join(archiveFolder, 'backups') : backupDir
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = backupName(productVersion(), now)
  const { file } = await makeBackup(config, folder, { name, part: `${name}${partSuffix}`, now })
  return file
}

type Change = {
  config: Config
  version: string
  old: string
  migrations: readonly string[]
  backup: string | undefined
}

/** Puts the old version back, and the data if the new version has changed the database. Returns what happened. */
async function goBack({ config, version, old, migrations, backup }: Change, reason: string): Promise<string> {
  const failed = `${version} was not ready, so ${old} is in place: ${reason}`
  const data = await dataBack({ config, version, migrations, backup }).catch(
    (error) => `The data could not be put back (${messageOf(error)}): ${commandName} restore ${backup}`,
  )
  useVersion(archiveFolder, old)
  rmSync(folderOf(archiveFolder, version), { recursive: true, force: true })
  return data === undefined ? failed : `${failed}\n${data}`
}

/** Puts the data back if the new version has changed the database. Returns what happened; undefined if nothing has to. */
async function dataBack({ config, version, migrations, backup }: Omit<Change, 'old'>): Promise<string | undefined> {
  const hasChanged = (await migrationsOf(config)).length !== migrations.length
  if (!hasChanged || backup === undefined) return undefined
  if (config.databaseUrl)
    return `The database was already brought up to date: restore ${backup} into an empty one (${commandName} restore --help).`
  const now = machineClock()
  const { aside } = await restoreBackup(backup, config, `clockhouse-before-restore-${timeInNames(now)}.db`, now)
  return `The data is as it was before; what ${version} had made of it is in ${aside}.`
}
