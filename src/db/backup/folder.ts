import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Place } from '../open.ts'

/** The folder of a server's backups. */
export interface BackupFolder {
  /** The names of its files. */
  names(): Promise<string[]>
  /** Makes a backup; returns what in the database contradicts itself, and rejects if it cannot be made. */
  make(file: { name: string; part: string; now: number }): Promise<readonly string[]>
  remove(names: readonly string[]): Promise<void>
}

/** Whether a place for backups is a bucket: `s3://bucket/folder`. */
export function isBucket(place: string): boolean {
  return place.startsWith('s3://')
}

/** A folder on disk; `thread` is the module that makes a backup on a separate thread. */
export function backupFolder(place: Place, folder: string, thread: URL): BackupFolder {
  return {
    names: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return readdir(folder)
    },
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
  }
}
