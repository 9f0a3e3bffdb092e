import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { codeOf } from '../../rules/thrown.ts'
import type { Place } from '../open.ts'

/** The folder of a server's backups. */
export interface BackupFolder {
  /** The names of its files. */
  names(): Promise<string[]>
  /** The same, with their sizes, and whether each is still what was stored, as far as that is quickly seen. */
  files(): Promise<{ name: string; bytes: number; isWhole: boolean }[]>
  /** Makes a backup; returns what in the database contradicts itself, and rejects if it cannot be made. */
  make(file: { name: string; part: string; now: number }): Promise<readonly string[]>
  remove(names: readonly string[]): Promise<void>
  /** Runs a function with the file of a backup. */
  lend<T>(name: string, use: (file: string) => Promise<T>): Promise<T>
}

/** Whether a place for backups is a bucket: `s3://bucket/folder`. */
export function isBucket(place: string): boolean {
  return place.startsWith('s3://')
}

/**
 * Whether a file has all pages that it says it has (https://www.sqlite.org/fileformat.html, 1.3). Nothing is read but its
 * header.
 */
async function isWhole(file: string, bytes: number): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer: header, bytesRead } = await handle.read(Buffer.alloc(100), 0, 100, 0)
    const size = header.readUInt16BE(16)
    const pageSize = size === 1 ? 65_536 : size
    return (
      bytesRead === 100 &&
      header.toString('latin1', 0, 16) === 'SQLite format 3\0' &&
      header.readUInt32BE(28) * pageSize === bytes
    )
  } finally {
    await handle.close()
  }
}

/** The files in a folder, their sizes, and whether each has all of its pages; none if there is no such folder. */
export async function filesIn(folder: string): Promise<{ name: string; bytes: number; isWhole: boolean }[]> {
  const names = await readdir(folder).catch((error) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const found = []
  // One after the other: a shared folder may have more files than may be open at once.
  for (const name of names) {
    const file = join(folder, name)
    const there = await stat(file).catch(() => undefined)
    if (there?.isFile())
      found.push({ name, bytes: there.size, isWhole: await isWhole(file, there.size).catch(() => false) })
  }
  return found
}

/** A folder on disk; `thread` is the module that makes a backup on a separate thread. */
export function backupFolder(place: Place, folder: string, thread: URL): BackupFolder {
  return {
    names: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return readdir(folder)
    },
    files: () => filesIn(folder),
    make: (file) =>
      new Promise((resolve, reject) => {
        const { databaseUrl, databasePool, data } = place
        const worker = new Worker(thread, { workerData: { place: { databaseUrl, databasePool, data }, folder, file } })
        worker.once('message', ({ contradictions }: { contradictions: string[] }) => resolve(contradictions))
        worker.once('error', reject)
        worker.once('exit', () => reject(new Error('the thread that makes backups has ended')))
      }),
    remove: async (names) => {
      for (const name of names) await rm(join(folder, name), { force: true })
    },
    lend: (name, use) => use(join(folder, name)),
  }
}
