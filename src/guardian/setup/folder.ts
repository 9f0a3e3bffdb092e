import { constants } from 'node:fs'
import { access, readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import type { Translate } from '../../rules/language/messages.ts'
import type { Finding } from '../../sight/watcher.ts'
import { about } from './finding.ts'

const gigabyte = 1024 ** 3

// File systems on which SQLite's shared memory and locks do not work: NFS, SMB, CIFS, 9p.
const remote = [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997]

/** Checks the data folder, or the parent folder where it will be created, and the space on its disk. */
export async function checkFolder(t: Translate, { data }: Pick<Config, 'data'>): Promise<Finding[]> {
  const check = about(t('Data folder'))
  const wanted = resolve(data)
  const folder = await existing(wanted)
  if (!(await stat(folder)).isDirectory())
    return [
      check.broken(
        t('{folder} is not a folder', { folder }),
        t('Set {setting} to a folder.', { setting: 'CLOCKHOUSE_DATA' }),
      ),
    ]
  const writable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!writable)
    return [
      check.broken(
        t('this account may not write to {folder}', { folder }),
        t('Change the owner with {command}, or set {setting} to another folder.', {
          command: `chown -R $(id -un) ${folder}`,
          setting: 'CLOCKHOUSE_DATA',
        }),
      ),
    ]
  const open = folder === wanted ? await readableByOthers(folder) : []
  const { bavail, bsize, type } = await statfs(folder)
  return [
    remote.includes(type)
      ? check.broken(
          t('{folder} is on a network file system, where SQLite’s locks do not work', { folder }),
          t('Use a local disk, or PostgreSQL with {setting}.', { setting: 'CLOCKHOUSE_DATABASE_URL' }),
        )
      : check.ok(folder === wanted ? wanted : `${wanted} can be created in ${folder}`),
    ...open.map((file) =>
      check.warning(
        t('other accounts on this machine can read {file}, which holds password hashes and everyone’s hours', { file }),
        t('Restrict access with {command}', { command: `chmod go-rwx ${file}` }),
      ),
    ),
    spaceIn(t, bavail * bsize),
  ]
}

/** The finding about free space, in bytes. */
function spaceIn(t: Translate, free: number): Finding {
  const disk = about(t('Disk'))
  const space = t('{count} GB free', { count: (free / gigabyte).toFixed(1) })
  if (free < gigabyte / 10) return disk.broken(space, t('Free up space: without it nothing can be stored.'))
  return free < gigabyte ? disk.warning(space, t('Free up space before it runs out.')) : disk.ok(space)
}

/** What is at a path, or the nearest thing above it. */
async function existing(path: string): Promise<string> {
  const there = await stat(path).catch(() => undefined)
  return there ? path : existing(dirname(path))
}

/** The folder and those of its files that other accounts can access. Windows has no such modes. */
async function readableByOthers(folder: string): Promise<string[]> {
  if (process.platform === 'win32') return []
  const names = [folder, ...(await readdir(folder)).map((name) => join(folder, name))]
  // A file may go away in the meantime, such as the log of a server that stops.
  const modes = await Promise.all(
    names.map(async (name) => ({ name, mode: (await stat(name).catch(() => undefined))?.mode ?? 0 })),
  )
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name }) => name)
}
